"""The service `League`: what anybody may see, and what authors do with their bots."""

from arena.league.account_calls import AccountCalls
from arena.league.match_calls import MatchCalls
from arena.league.standings_calls import StandingsCalls
from arena.league.submit_service import SubmissionCalls


class LeagueService:
    """Has all calls of the service; each part knows only its own."""

    def __init__(
        self,
        standings: StandingsCalls,
        matches: MatchCalls,
        submissions: SubmissionCalls,
        accounts: AccountCalls,
    ) -> None:
        """Put the parts together."""
        self.ListLeagues = standings.ListLeagues
        self.ListBots = standings.ListBots
        self.GetBot = standings.GetBot
        self.GetStandings = standings.GetStandings
        self.WatchStandings = standings.WatchStandings
        self.ListMatches = matches.ListMatches
        self.GetMatch = matches.GetMatch
        self.WatchMatch = matches.WatchMatch
        self.GetLogs = matches.GetLogs
        self.SubmitBot = submissions.SubmitBot
        self.ListSubmissions = submissions.ListSubmissions
        self.WithdrawBot = submissions.WithdrawBot
        self.WhoAmI = accounts.WhoAmI
