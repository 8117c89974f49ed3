from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class SubmissionStage(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    SUBMISSION_STAGE_UNSPECIFIED: _ClassVar[SubmissionStage]
    SUBMISSION_STAGE_RECEIVING: _ClassVar[SubmissionStage]
    SUBMISSION_STAGE_QUEUED: _ClassVar[SubmissionStage]
    SUBMISSION_STAGE_CHECKING: _ClassVar[SubmissionStage]
    SUBMISSION_STAGE_DECIDED: _ClassVar[SubmissionStage]

class SubmissionState(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    SUBMISSION_STATE_UNSPECIFIED: _ClassVar[SubmissionState]
    SUBMISSION_STATE_QUEUED: _ClassVar[SubmissionState]
    SUBMISSION_STATE_ACCEPTED: _ClassVar[SubmissionState]
    SUBMISSION_STATE_REFUSED: _ClassVar[SubmissionState]
    SUBMISSION_STATE_WITHDRAWN: _ClassVar[SubmissionState]
SUBMISSION_STAGE_UNSPECIFIED: SubmissionStage
SUBMISSION_STAGE_RECEIVING: SubmissionStage
SUBMISSION_STAGE_QUEUED: SubmissionStage
SUBMISSION_STAGE_CHECKING: SubmissionStage
SUBMISSION_STAGE_DECIDED: SubmissionStage
SUBMISSION_STATE_UNSPECIFIED: SubmissionState
SUBMISSION_STATE_QUEUED: SubmissionState
SUBMISSION_STATE_ACCEPTED: SubmissionState
SUBMISSION_STATE_REFUSED: SubmissionState
SUBMISSION_STATE_WITHDRAWN: SubmissionState

class ListLeaguesRequest(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class ListLeaguesResponse(_message.Message):
    __slots__ = ("leagues",)
    LEAGUES_FIELD_NUMBER: _ClassVar[int]
    leagues: _containers.RepeatedCompositeFieldContainer[LeagueInfo]
    def __init__(self, leagues: _Optional[_Iterable[_Union[LeagueInfo, _Mapping]]] = ...) -> None: ...

class LeagueInfo(_message.Message):
    __slots__ = ("name", "games", "is_running", "is_frozen", "season", "rounds", "bots", "is_anonymous")
    NAME_FIELD_NUMBER: _ClassVar[int]
    GAMES_FIELD_NUMBER: _ClassVar[int]
    IS_RUNNING_FIELD_NUMBER: _ClassVar[int]
    IS_FROZEN_FIELD_NUMBER: _ClassVar[int]
    SEASON_FIELD_NUMBER: _ClassVar[int]
    ROUNDS_FIELD_NUMBER: _ClassVar[int]
    BOTS_FIELD_NUMBER: _ClassVar[int]
    IS_ANONYMOUS_FIELD_NUMBER: _ClassVar[int]
    name: str
    games: _containers.RepeatedScalarFieldContainer[str]
    is_running: bool
    is_frozen: bool
    season: int
    rounds: int
    bots: int
    is_anonymous: bool
    def __init__(self, name: _Optional[str] = ..., games: _Optional[_Iterable[str]] = ..., is_running: _Optional[bool] = ..., is_frozen: _Optional[bool] = ..., season: _Optional[int] = ..., rounds: _Optional[int] = ..., bots: _Optional[int] = ..., is_anonymous: _Optional[bool] = ...) -> None: ...

class SubmitBotRequest(_message.Message):
    __slots__ = ("head", "chunk")
    HEAD_FIELD_NUMBER: _ClassVar[int]
    CHUNK_FIELD_NUMBER: _ClassVar[int]
    head: SubmissionHead
    chunk: bytes
    def __init__(self, head: _Optional[_Union[SubmissionHead, _Mapping]] = ..., chunk: _Optional[bytes] = ...) -> None: ...

class SubmissionHead(_message.Message):
    __slots__ = ("league", "size", "content_hash")
    LEAGUE_FIELD_NUMBER: _ClassVar[int]
    SIZE_FIELD_NUMBER: _ClassVar[int]
    CONTENT_HASH_FIELD_NUMBER: _ClassVar[int]
    league: str
    size: int
    content_hash: str
    def __init__(self, league: _Optional[str] = ..., size: _Optional[int] = ..., content_hash: _Optional[str] = ...) -> None: ...

class SubmitBotResponse(_message.Message):
    __slots__ = ("stage", "text", "submission")
    STAGE_FIELD_NUMBER: _ClassVar[int]
    TEXT_FIELD_NUMBER: _ClassVar[int]
    SUBMISSION_FIELD_NUMBER: _ClassVar[int]
    stage: SubmissionStage
    text: str
    submission: Submission
    def __init__(self, stage: _Optional[_Union[SubmissionStage, str]] = ..., text: _Optional[str] = ..., submission: _Optional[_Union[Submission, _Mapping]] = ...) -> None: ...

class Submission(_message.Message):
    __slots__ = ("number", "account", "league", "bot", "version", "state", "content_hash", "created_ms", "reason", "output", "record")
    NUMBER_FIELD_NUMBER: _ClassVar[int]
    ACCOUNT_FIELD_NUMBER: _ClassVar[int]
    LEAGUE_FIELD_NUMBER: _ClassVar[int]
    BOT_FIELD_NUMBER: _ClassVar[int]
    VERSION_FIELD_NUMBER: _ClassVar[int]
    STATE_FIELD_NUMBER: _ClassVar[int]
    CONTENT_HASH_FIELD_NUMBER: _ClassVar[int]
    CREATED_MS_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    OUTPUT_FIELD_NUMBER: _ClassVar[int]
    RECORD_FIELD_NUMBER: _ClassVar[int]
    number: int
    account: str
    league: str
    bot: str
    version: int
    state: SubmissionState
    content_hash: str
    created_ms: int
    reason: str
    output: str
    record: str
    def __init__(self, number: _Optional[int] = ..., account: _Optional[str] = ..., league: _Optional[str] = ..., bot: _Optional[str] = ..., version: _Optional[int] = ..., state: _Optional[_Union[SubmissionState, str]] = ..., content_hash: _Optional[str] = ..., created_ms: _Optional[int] = ..., reason: _Optional[str] = ..., output: _Optional[str] = ..., record: _Optional[str] = ...) -> None: ...

class ListSubmissionsRequest(_message.Message):
    __slots__ = ("league", "limit", "before")
    LEAGUE_FIELD_NUMBER: _ClassVar[int]
    LIMIT_FIELD_NUMBER: _ClassVar[int]
    BEFORE_FIELD_NUMBER: _ClassVar[int]
    league: str
    limit: int
    before: int
    def __init__(self, league: _Optional[str] = ..., limit: _Optional[int] = ..., before: _Optional[int] = ...) -> None: ...

class ListSubmissionsResponse(_message.Message):
    __slots__ = ("submissions",)
    SUBMISSIONS_FIELD_NUMBER: _ClassVar[int]
    submissions: _containers.RepeatedCompositeFieldContainer[Submission]
    def __init__(self, submissions: _Optional[_Iterable[_Union[Submission, _Mapping]]] = ...) -> None: ...

class WithdrawBotRequest(_message.Message):
    __slots__ = ("league", "bot")
    LEAGUE_FIELD_NUMBER: _ClassVar[int]
    BOT_FIELD_NUMBER: _ClassVar[int]
    league: str
    bot: str
    def __init__(self, league: _Optional[str] = ..., bot: _Optional[str] = ...) -> None: ...

class WithdrawBotResponse(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class ListBotsRequest(_message.Message):
    __slots__ = ("league",)
    LEAGUE_FIELD_NUMBER: _ClassVar[int]
    league: str
    def __init__(self, league: _Optional[str] = ...) -> None: ...

class ListBotsResponse(_message.Message):
    __slots__ = ("bots",)
    BOTS_FIELD_NUMBER: _ClassVar[int]
    bots: _containers.RepeatedCompositeFieldContainer[Bot]
    def __init__(self, bots: _Optional[_Iterable[_Union[Bot, _Mapping]]] = ...) -> None: ...

class Bot(_message.Message):
    __slots__ = ("account", "name", "version", "games", "entered_ms", "is_benched")
    ACCOUNT_FIELD_NUMBER: _ClassVar[int]
    NAME_FIELD_NUMBER: _ClassVar[int]
    VERSION_FIELD_NUMBER: _ClassVar[int]
    GAMES_FIELD_NUMBER: _ClassVar[int]
    ENTERED_MS_FIELD_NUMBER: _ClassVar[int]
    IS_BENCHED_FIELD_NUMBER: _ClassVar[int]
    account: str
    name: str
    version: int
    games: _containers.RepeatedScalarFieldContainer[str]
    entered_ms: int
    is_benched: bool
    def __init__(self, account: _Optional[str] = ..., name: _Optional[str] = ..., version: _Optional[int] = ..., games: _Optional[_Iterable[str]] = ..., entered_ms: _Optional[int] = ..., is_benched: _Optional[bool] = ...) -> None: ...

class GetBotRequest(_message.Message):
    __slots__ = ("league", "account", "bot")
    LEAGUE_FIELD_NUMBER: _ClassVar[int]
    ACCOUNT_FIELD_NUMBER: _ClassVar[int]
    BOT_FIELD_NUMBER: _ClassVar[int]
    league: str
    account: str
    bot: str
    def __init__(self, league: _Optional[str] = ..., account: _Optional[str] = ..., bot: _Optional[str] = ...) -> None: ...

class GetBotResponse(_message.Message):
    __slots__ = ("bot", "versions")
    BOT_FIELD_NUMBER: _ClassVar[int]
    VERSIONS_FIELD_NUMBER: _ClassVar[int]
    bot: Bot
    versions: _containers.RepeatedCompositeFieldContainer[BotVersion]
    def __init__(self, bot: _Optional[_Union[Bot, _Mapping]] = ..., versions: _Optional[_Iterable[_Union[BotVersion, _Mapping]]] = ...) -> None: ...

class BotVersion(_message.Message):
    __slots__ = ("version", "entered_ms", "ratings")
    VERSION_FIELD_NUMBER: _ClassVar[int]
    ENTERED_MS_FIELD_NUMBER: _ClassVar[int]
    RATINGS_FIELD_NUMBER: _ClassVar[int]
    version: int
    entered_ms: int
    ratings: _containers.RepeatedCompositeFieldContainer[GameRating]
    def __init__(self, version: _Optional[int] = ..., entered_ms: _Optional[int] = ..., ratings: _Optional[_Iterable[_Union[GameRating, _Mapping]]] = ...) -> None: ...

class GameRating(_message.Message):
    __slots__ = ("game", "row")
    GAME_FIELD_NUMBER: _ClassVar[int]
    ROW_FIELD_NUMBER: _ClassVar[int]
    game: str
    row: StandingsRow
    def __init__(self, game: _Optional[str] = ..., row: _Optional[_Union[StandingsRow, _Mapping]] = ...) -> None: ...

class GetStandingsRequest(_message.Message):
    __slots__ = ("league", "round", "season")
    LEAGUE_FIELD_NUMBER: _ClassVar[int]
    ROUND_FIELD_NUMBER: _ClassVar[int]
    SEASON_FIELD_NUMBER: _ClassVar[int]
    league: str
    round: int
    season: int
    def __init__(self, league: _Optional[str] = ..., round: _Optional[int] = ..., season: _Optional[int] = ...) -> None: ...

class Standings(_message.Message):
    __slots__ = ("league", "season", "round", "tournament", "commitment", "blocks", "total_blocks", "tables", "is_running", "kind")
    LEAGUE_FIELD_NUMBER: _ClassVar[int]
    SEASON_FIELD_NUMBER: _ClassVar[int]
    ROUND_FIELD_NUMBER: _ClassVar[int]
    TOURNAMENT_FIELD_NUMBER: _ClassVar[int]
    COMMITMENT_FIELD_NUMBER: _ClassVar[int]
    BLOCKS_FIELD_NUMBER: _ClassVar[int]
    TOTAL_BLOCKS_FIELD_NUMBER: _ClassVar[int]
    TABLES_FIELD_NUMBER: _ClassVar[int]
    IS_RUNNING_FIELD_NUMBER: _ClassVar[int]
    KIND_FIELD_NUMBER: _ClassVar[int]
    league: str
    season: int
    round: int
    tournament: str
    commitment: str
    blocks: int
    total_blocks: int
    tables: _containers.RepeatedCompositeFieldContainer[GameTable]
    is_running: bool
    kind: str
    def __init__(self, league: _Optional[str] = ..., season: _Optional[int] = ..., round: _Optional[int] = ..., tournament: _Optional[str] = ..., commitment: _Optional[str] = ..., blocks: _Optional[int] = ..., total_blocks: _Optional[int] = ..., tables: _Optional[_Iterable[_Union[GameTable, _Mapping]]] = ..., is_running: _Optional[bool] = ..., kind: _Optional[str] = ...) -> None: ...

class GameTable(_message.Message):
    __slots__ = ("game", "rows")
    GAME_FIELD_NUMBER: _ClassVar[int]
    ROWS_FIELD_NUMBER: _ClassVar[int]
    game: str
    rows: _containers.RepeatedCompositeFieldContainer[StandingsRow]
    def __init__(self, game: _Optional[str] = ..., rows: _Optional[_Iterable[_Union[StandingsRow, _Mapping]]] = ...) -> None: ...

class StandingsRow(_message.Message):
    __slots__ = ("rank", "account", "bot", "version", "mu", "sigma", "blocks", "matches", "wins", "mean_place", "faults", "forfeits", "is_benched")
    RANK_FIELD_NUMBER: _ClassVar[int]
    ACCOUNT_FIELD_NUMBER: _ClassVar[int]
    BOT_FIELD_NUMBER: _ClassVar[int]
    VERSION_FIELD_NUMBER: _ClassVar[int]
    MU_FIELD_NUMBER: _ClassVar[int]
    SIGMA_FIELD_NUMBER: _ClassVar[int]
    BLOCKS_FIELD_NUMBER: _ClassVar[int]
    MATCHES_FIELD_NUMBER: _ClassVar[int]
    WINS_FIELD_NUMBER: _ClassVar[int]
    MEAN_PLACE_FIELD_NUMBER: _ClassVar[int]
    FAULTS_FIELD_NUMBER: _ClassVar[int]
    FORFEITS_FIELD_NUMBER: _ClassVar[int]
    IS_BENCHED_FIELD_NUMBER: _ClassVar[int]
    rank: int
    account: str
    bot: str
    version: int
    mu: float
    sigma: float
    blocks: int
    matches: int
    wins: int
    mean_place: float
    faults: int
    forfeits: int
    is_benched: bool
    def __init__(self, rank: _Optional[int] = ..., account: _Optional[str] = ..., bot: _Optional[str] = ..., version: _Optional[int] = ..., mu: _Optional[float] = ..., sigma: _Optional[float] = ..., blocks: _Optional[int] = ..., matches: _Optional[int] = ..., wins: _Optional[int] = ..., mean_place: _Optional[float] = ..., faults: _Optional[int] = ..., forfeits: _Optional[int] = ..., is_benched: _Optional[bool] = ...) -> None: ...

class ListMatchesRequest(_message.Message):
    __slots__ = ("league", "round", "bot", "only_faults", "limit", "before")
    LEAGUE_FIELD_NUMBER: _ClassVar[int]
    ROUND_FIELD_NUMBER: _ClassVar[int]
    BOT_FIELD_NUMBER: _ClassVar[int]
    ONLY_FAULTS_FIELD_NUMBER: _ClassVar[int]
    LIMIT_FIELD_NUMBER: _ClassVar[int]
    BEFORE_FIELD_NUMBER: _ClassVar[int]
    league: str
    round: int
    bot: str
    only_faults: bool
    limit: int
    before: str
    def __init__(self, league: _Optional[str] = ..., round: _Optional[int] = ..., bot: _Optional[str] = ..., only_faults: _Optional[bool] = ..., limit: _Optional[int] = ..., before: _Optional[str] = ...) -> None: ...

class ListMatchesResponse(_message.Message):
    __slots__ = ("round", "tournament", "matches")
    ROUND_FIELD_NUMBER: _ClassVar[int]
    TOURNAMENT_FIELD_NUMBER: _ClassVar[int]
    MATCHES_FIELD_NUMBER: _ClassVar[int]
    round: int
    tournament: str
    matches: _containers.RepeatedCompositeFieldContainer[MatchSummary]
    def __init__(self, round: _Optional[int] = ..., tournament: _Optional[str] = ..., matches: _Optional[_Iterable[_Union[MatchSummary, _Mapping]]] = ...) -> None: ...

class MatchSummary(_message.Message):
    __slots__ = ("match", "game", "seats", "ending", "started_ms", "faults")
    MATCH_FIELD_NUMBER: _ClassVar[int]
    GAME_FIELD_NUMBER: _ClassVar[int]
    SEATS_FIELD_NUMBER: _ClassVar[int]
    ENDING_FIELD_NUMBER: _ClassVar[int]
    STARTED_MS_FIELD_NUMBER: _ClassVar[int]
    FAULTS_FIELD_NUMBER: _ClassVar[int]
    match: str
    game: str
    seats: _containers.RepeatedCompositeFieldContainer[MatchSeat]
    ending: str
    started_ms: int
    faults: int
    def __init__(self, match: _Optional[str] = ..., game: _Optional[str] = ..., seats: _Optional[_Iterable[_Union[MatchSeat, _Mapping]]] = ..., ending: _Optional[str] = ..., started_ms: _Optional[int] = ..., faults: _Optional[int] = ...) -> None: ...

class MatchSeat(_message.Message):
    __slots__ = ("account", "bot", "version", "place", "chips")
    ACCOUNT_FIELD_NUMBER: _ClassVar[int]
    BOT_FIELD_NUMBER: _ClassVar[int]
    VERSION_FIELD_NUMBER: _ClassVar[int]
    PLACE_FIELD_NUMBER: _ClassVar[int]
    CHIPS_FIELD_NUMBER: _ClassVar[int]
    account: str
    bot: str
    version: int
    place: int
    chips: int
    def __init__(self, account: _Optional[str] = ..., bot: _Optional[str] = ..., version: _Optional[int] = ..., place: _Optional[int] = ..., chips: _Optional[int] = ...) -> None: ...

class GetMatchRequest(_message.Message):
    __slots__ = ("league", "round", "match")
    LEAGUE_FIELD_NUMBER: _ClassVar[int]
    ROUND_FIELD_NUMBER: _ClassVar[int]
    MATCH_FIELD_NUMBER: _ClassVar[int]
    league: str
    round: int
    match: str
    def __init__(self, league: _Optional[str] = ..., round: _Optional[int] = ..., match: _Optional[str] = ...) -> None: ...

class GetMatchResponse(_message.Message):
    __slots__ = ("summary", "record_json")
    SUMMARY_FIELD_NUMBER: _ClassVar[int]
    RECORD_JSON_FIELD_NUMBER: _ClassVar[int]
    summary: MatchSummary
    record_json: str
    def __init__(self, summary: _Optional[_Union[MatchSummary, _Mapping]] = ..., record_json: _Optional[str] = ...) -> None: ...

class WatchMatchRequest(_message.Message):
    __slots__ = ("league", "round", "match", "pace")
    LEAGUE_FIELD_NUMBER: _ClassVar[int]
    ROUND_FIELD_NUMBER: _ClassVar[int]
    MATCH_FIELD_NUMBER: _ClassVar[int]
    PACE_FIELD_NUMBER: _ClassVar[int]
    league: str
    round: int
    match: str
    pace: float
    def __init__(self, league: _Optional[str] = ..., round: _Optional[int] = ..., match: _Optional[str] = ..., pace: _Optional[float] = ...) -> None: ...

class WatchMatchResponse(_message.Message):
    __slots__ = ("summary", "lines")
    SUMMARY_FIELD_NUMBER: _ClassVar[int]
    LINES_FIELD_NUMBER: _ClassVar[int]
    summary: MatchSummary
    lines: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, summary: _Optional[_Union[MatchSummary, _Mapping]] = ..., lines: _Optional[_Iterable[str]] = ...) -> None: ...

class GetLogsRequest(_message.Message):
    __slots__ = ("league", "bot", "round", "match")
    LEAGUE_FIELD_NUMBER: _ClassVar[int]
    BOT_FIELD_NUMBER: _ClassVar[int]
    ROUND_FIELD_NUMBER: _ClassVar[int]
    MATCH_FIELD_NUMBER: _ClassVar[int]
    league: str
    bot: str
    round: int
    match: str
    def __init__(self, league: _Optional[str] = ..., bot: _Optional[str] = ..., round: _Optional[int] = ..., match: _Optional[str] = ...) -> None: ...

class GetLogsResponse(_message.Message):
    __slots__ = ("text",)
    TEXT_FIELD_NUMBER: _ClassVar[int]
    text: str
    def __init__(self, text: _Optional[str] = ...) -> None: ...

class WhoAmIRequest(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class WhoAmIResponse(_message.Message):
    __slots__ = ("account", "role", "submissions_a_day", "archive_bytes", "bots")
    ACCOUNT_FIELD_NUMBER: _ClassVar[int]
    ROLE_FIELD_NUMBER: _ClassVar[int]
    SUBMISSIONS_A_DAY_FIELD_NUMBER: _ClassVar[int]
    ARCHIVE_BYTES_FIELD_NUMBER: _ClassVar[int]
    BOTS_FIELD_NUMBER: _ClassVar[int]
    account: str
    role: str
    submissions_a_day: int
    archive_bytes: int
    bots: int
    def __init__(self, account: _Optional[str] = ..., role: _Optional[str] = ..., submissions_a_day: _Optional[int] = ..., archive_bytes: _Optional[int] = ..., bots: _Optional[int] = ...) -> None: ...

class AddLeagueRequest(_message.Message):
    __slots__ = ("file",)
    FILE_FIELD_NUMBER: _ClassVar[int]
    file: str
    def __init__(self, file: _Optional[str] = ...) -> None: ...

class AddLeagueResponse(_message.Message):
    __slots__ = ("league",)
    LEAGUE_FIELD_NUMBER: _ClassVar[int]
    league: LeagueInfo
    def __init__(self, league: _Optional[_Union[LeagueInfo, _Mapping]] = ...) -> None: ...

class SetLeagueRunningRequest(_message.Message):
    __slots__ = ("league", "is_running")
    LEAGUE_FIELD_NUMBER: _ClassVar[int]
    IS_RUNNING_FIELD_NUMBER: _ClassVar[int]
    league: str
    is_running: bool
    def __init__(self, league: _Optional[str] = ..., is_running: _Optional[bool] = ...) -> None: ...

class SetLeagueRunningResponse(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class EndSeasonRequest(_message.Message):
    __slots__ = ("league",)
    LEAGUE_FIELD_NUMBER: _ClassVar[int]
    league: str
    def __init__(self, league: _Optional[str] = ...) -> None: ...

class EndSeasonResponse(_message.Message):
    __slots__ = ("season",)
    SEASON_FIELD_NUMBER: _ClassVar[int]
    season: int
    def __init__(self, season: _Optional[int] = ...) -> None: ...

class AddAccountRequest(_message.Message):
    __slots__ = ("name", "is_admin")
    NAME_FIELD_NUMBER: _ClassVar[int]
    IS_ADMIN_FIELD_NUMBER: _ClassVar[int]
    name: str
    is_admin: bool
    def __init__(self, name: _Optional[str] = ..., is_admin: _Optional[bool] = ...) -> None: ...

class AddAccountResponse(_message.Message):
    __slots__ = ("token",)
    TOKEN_FIELD_NUMBER: _ClassVar[int]
    token: str
    def __init__(self, token: _Optional[str] = ...) -> None: ...

class ChangeAccountRequest(_message.Message):
    __slots__ = ("name", "new_token", "is_active")
    NAME_FIELD_NUMBER: _ClassVar[int]
    NEW_TOKEN_FIELD_NUMBER: _ClassVar[int]
    IS_ACTIVE_FIELD_NUMBER: _ClassVar[int]
    name: str
    new_token: bool
    is_active: bool
    def __init__(self, name: _Optional[str] = ..., new_token: _Optional[bool] = ..., is_active: _Optional[bool] = ...) -> None: ...

class ChangeAccountResponse(_message.Message):
    __slots__ = ("token",)
    TOKEN_FIELD_NUMBER: _ClassVar[int]
    token: str
    def __init__(self, token: _Optional[str] = ...) -> None: ...

class ListAccountsRequest(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class ListAccountsResponse(_message.Message):
    __slots__ = ("accounts",)
    ACCOUNTS_FIELD_NUMBER: _ClassVar[int]
    accounts: _containers.RepeatedCompositeFieldContainer[AccountInfo]
    def __init__(self, accounts: _Optional[_Iterable[_Union[AccountInfo, _Mapping]]] = ...) -> None: ...

class AccountInfo(_message.Message):
    __slots__ = ("name", "role", "is_active", "created_ms")
    NAME_FIELD_NUMBER: _ClassVar[int]
    ROLE_FIELD_NUMBER: _ClassVar[int]
    IS_ACTIVE_FIELD_NUMBER: _ClassVar[int]
    CREATED_MS_FIELD_NUMBER: _ClassVar[int]
    name: str
    role: str
    is_active: bool
    created_ms: int
    def __init__(self, name: _Optional[str] = ..., role: _Optional[str] = ..., is_active: _Optional[bool] = ..., created_ms: _Optional[int] = ...) -> None: ...

class BenchBotRequest(_message.Message):
    __slots__ = ("league", "account", "bot", "is_benched")
    LEAGUE_FIELD_NUMBER: _ClassVar[int]
    ACCOUNT_FIELD_NUMBER: _ClassVar[int]
    BOT_FIELD_NUMBER: _ClassVar[int]
    IS_BENCHED_FIELD_NUMBER: _ClassVar[int]
    league: str
    account: str
    bot: str
    is_benched: bool
    def __init__(self, league: _Optional[str] = ..., account: _Optional[str] = ..., bot: _Optional[str] = ..., is_benched: _Optional[bool] = ...) -> None: ...

class BenchBotResponse(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...
