"""Submissions as rows of the database, and back: what is let in, and which version plays."""

from datetime import UTC, datetime
from typing import Any

from sqlalchemy import ColumnElement, Connection, Row, Select, and_, func, insert, or_, select, update

from arena.core.errors import UnknownName
from arena.roster.submission import QuotaExceeded, Submission, SubmissionState
from arena.storage.schema import SUBMISSIONS

DAY = 86_400.0
"""Seconds in which an account may submit so often."""
_COLUMNS = SUBMISSIONS.c
_QUEUED = SubmissionState.QUEUED.value
_ACCEPTED = SubmissionState.ACCEPTED.value
_ALIVE = _COLUMNS.state.in_([_QUEUED, _ACCEPTED])


def check_quotas(
    connection: Connection, account: str, league: str, bot: str, *, now: float, max_a_day: int, max_bots: int
) -> None:
    """See whether an account may submit a bot now.

    Raises:
        QuotaExceeded: it has submitted too often today, or has too many other bots in the league.
    """
    of_account = _COLUMNS.account == account
    today = select(_COLUMNS.created).where(of_account, _COLUMNS.created > now - DAY)
    times = connection.scalars(today.order_by(_COLUMNS.created.desc())).all()
    if len(times) >= max_a_day:
        room_at = times[max_a_day - 1] + DAY if max_a_day > 0 else None
        raise QuotaExceeded(
            f"{account} may make {max_a_day} submissions in 24 hours, refused ones included, and has made "
            f"{len(times)}; {_next_room(room_at)}",
            room_at=room_at,
        )
    others = select(_COLUMNS.bot).where(of_account, _COLUMNS.league == league, _COLUMNS.bot != bot, _ALIVE)
    names = connection.scalars(others.distinct().order_by(_COLUMNS.bot)).all()
    if len(names) >= max_bots:
        room = f"withdraw one of them first: {', '.join(names)}" if names else "ask an admin for more"
        raise QuotaExceeded(
            f"{account} may have {max_bots} bots in league {league}, and has {len(names)} others; {room}",
            room_at=None,
        )


def _next_room(room_at: float | None) -> str:
    if room_at is None:
        return "ask an admin for more"
    return f"there is room again at {datetime.fromtimestamp(room_at, UTC):%Y-%m-%d %H:%M:%S} UTC"


def insert_submission(connection: Connection, values: dict[str, Any]) -> Submission:
    """Keep a new submission."""
    blank = {"state": _QUEUED, "version": 0, "is_current": False, "reason": "", "output": "", "record": ""}
    key = connection.execute(insert(SUBMISSIONS).values(blank | values)).inserted_primary_key
    assert key is not None  # noqa: S101 -- of one inserted row there always is one
    return get_submission(connection, key.number)


def find_same(
    connection: Connection, account: str, league: str, bot: str, content_hash: str
) -> Submission | None:
    """Return the submission of the same files that is queued or accepted, if there is one."""
    is_same = and_(*_of_bot(account, league, bot), _COLUMNS.content_hash == content_hash, _ALIVE)
    return next(iter(_read(connection, _select(is_same).limit(1))), None)


def get_submission(connection: Connection, number: int) -> Submission:
    """Return a submission.

    Raises:
        ConfigError: there is none of that number.
    """
    found = _read(connection, _select(_COLUMNS.number == number))
    if not found:
        raise UnknownName(f"there is no submission {number}")
    return found[0]


def list_submissions(
    connection: Connection, *, account: str | None, league: str | None, limit: int, before: int | None
) -> list[Submission]:
    """Return the latest submissions, newest first; `before` goes on from an earlier page."""
    wanted = [
        condition
        for value, condition in (
            (account, _COLUMNS.account == account),
            (league, _COLUMNS.league == league),
            (before, _COLUMNS.number < (before or 0)),
        )
        if value is not None
    ]
    return _read(connection, _select(*wanted).order_by(_COLUMNS.number.desc()).limit(limit))


def list_queued(connection: Connection) -> list[Submission]:
    """Return the submissions that wait for their check, oldest first."""
    return _read(connection, _select(_COLUMNS.state == _QUEUED).order_by(_COLUMNS.number))


def list_versions(connection: Connection, account: str, league: str, bot: str) -> list[Submission]:
    """Return the versions of a bot, withdrawn ones too, newest first."""
    query = _select(*_of_bot(account, league, bot), _COLUMNS.version > 0)
    return _read(connection, query.order_by(_COLUMNS.version.desc()))


def list_current(connection: Connection, league: str) -> list[Submission]:
    """Return the version of each bot that plays, by number."""
    return _read(
        connection, _select(_COLUMNS.league == league, _COLUMNS.is_current).order_by(_COLUMNS.number)
    )


def decide(connection: Connection, number: int, **values: Any) -> Submission:
    """Change a submission that is queued, and return it; any other stays as it is."""
    is_waiting = (_COLUMNS.number == number) & (_COLUMNS.state == _QUEUED)
    connection.execute(update(SUBMISSIONS).where(is_waiting).values(values))
    decided = get_submission(connection, number)
    _settle(connection, decided.account, decided.league, decided.bot)
    return decided


def next_version(connection: Connection, number: int) -> int:
    """Return the version that a submission becomes if it is accepted."""
    one = get_submission(connection, number)
    of_bot = _of_bot(one.account, one.league, one.bot)
    return int(connection.scalar(select(func.max(_COLUMNS.version)).where(*of_bot)) or 0) + 1


def withdraw(connection: Connection, account: str, league: str, bot: str) -> None:
    """Withdraw a bot with all that is queued of it.

    Raises:
        ConfigError: the account has no such bot in the league.
    """
    alive = update(SUBMISSIONS).where(*_of_bot(account, league, bot), _ALIVE)
    if not connection.execute(alive.values(state=SubmissionState.WITHDRAWN.value)).rowcount:
        raise UnknownName(f"{account} has no bot {bot!r} in league {league}")
    _settle(connection, account, league, bot)


def take_out(connection: Connection, number: int, reason: str) -> None:
    """Withdraw a version, with the older ones of its bot, and say why; newer ones and queued ones stay.

    Raises:
        ConfigError: there is no submission of that number.
    """
    one = get_submission(connection, number)
    playing = update(SUBMISSIONS).where(_COLUMNS.state == _ACCEPTED)
    withdrawn = SubmissionState.WITHDRAWN.value
    connection.execute(playing.where(_COLUMNS.number == number).values(state=withdrawn, reason=reason))
    older = (*_of_bot(one.account, one.league, one.bot), _COLUMNS.version < one.version)
    connection.execute(playing.where(*older).values(state=withdrawn))
    _settle(connection, one.account, one.league, one.bot)


def let_in(connection: Connection, account: str, league: str, bot: str) -> None:
    """Let the newest version of a bot play again.

    Raises:
        ConfigError: no version of such a bot was ever accepted.
    """
    versions = list_versions(connection, account, league, bot)
    if not versions:
        raise UnknownName(f"{account} has never had a bot {bot!r} in league {league}")
    newest = update(SUBMISSIONS).where(_COLUMNS.number == versions[0].number)
    connection.execute(newest.values(state=_ACCEPTED, reason=""))
    _settle(connection, account, league, bot)


def _settle(connection: Connection, account: str, league: str, bot: str) -> None:
    """Note which version of a bot plays, the newest accepted one: it is read far more often than changed."""
    of_bot = _of_bot(account, league, bot)
    accepted = select(func.max(_COLUMNS.version)).where(*of_bot, _COLUMNS.state == _ACCEPTED)
    newest = connection.scalar(accepted) or 0
    is_newest = and_(_COLUMNS.state == _ACCEPTED, _COLUMNS.version == newest)
    changing = update(SUBMISSIONS).where(*of_bot, or_(_COLUMNS.is_current, is_newest))
    connection.execute(changing.values(is_current=is_newest))


def _of_bot(account: str, league: str, bot: str) -> tuple[ColumnElement[bool], ...]:
    return _COLUMNS.account == account, _COLUMNS.league == league, _COLUMNS.bot == bot


def _select(*wanted: ColumnElement[bool]) -> Select[Any]:
    return select(SUBMISSIONS).where(*wanted)


def _read(connection: Connection, query: Select[Any]) -> list[Submission]:
    return [_submission_of(row) for row in connection.execute(query)]


def _submission_of(row: Row[Any]) -> Submission:
    return Submission(
        number=row.number,
        account=row.account,
        league=row.league,
        bot=row.bot,
        content_hash=row.content_hash,
        games=tuple(row.games),
        state=SubmissionState(row.state),
        created=row.created,
        version=row.version,
        reason=row.reason,
        output=row.output,
        record=row.record,
    )
