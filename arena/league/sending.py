"""An upload as its author sees it: what is sent, and what the server tells of it."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import Enum

from arena.league.client import LeagueClient
from arena.league.wire_submission import submission_from_wire
from arena.protocol.v1 import league_pb2 as wire
from arena.roster.packing import Parcel
from arena.roster.submission import Submission


class SendingStage(Enum):
    """How far a submission has come."""

    RECEIVING = "receiving"
    QUEUED = "queued"  # kept by the server: whoever hangs up now loses nothing
    CHECKING = "checking"
    DECIDED = "decided"


_STAGES = {
    wire.SUBMISSION_STAGE_RECEIVING: SendingStage.RECEIVING,
    wire.SUBMISSION_STAGE_QUEUED: SendingStage.QUEUED,
    wire.SUBMISSION_STAGE_CHECKING: SendingStage.CHECKING,
    wire.SUBMISSION_STAGE_DECIDED: SendingStage.DECIDED,
}


@dataclass(frozen=True, slots=True)
class Told:
    """One answer of the server."""

    stage: SendingStage
    text: str
    submission: Submission | None
    """From QUEUED on."""


def send_bot(
    client: LeagueClient, league: str, parcel: Parcel, sent: Callable[[int], None]
) -> Iterator[Told]:
    """Submit a packed bot; yield what the server tells until it is decided.

    Args:
        client: A connection with a token.
        league: Which one it is to enter.
        parcel: The bot.
        sent: Told how many bytes are on their way, from another thread.

    Raises:
        ConfigError: the server does not take it; the message says why.
        HostError: it does not answer.
    """
    for answer in client.league.SubmitBot(_requests(league, parcel, sent)):
        stage = _STAGES.get(answer.stage)
        if stage is not None:  # a newer server may tell more
            submission = submission_from_wire(answer.submission) if answer.HasField("submission") else None
            yield Told(stage, answer.text, submission)


def _requests(league: str, parcel: Parcel, sent: Callable[[int], None]) -> Iterator[wire.SubmitBotRequest]:
    head = wire.SubmissionHead(league=league, size=len(parcel.packed), content_hash=parcel.content_hash)
    yield wire.SubmitBotRequest(head=head)
    count = 0
    for chunk in parcel.chunks():
        yield wire.SubmitBotRequest(chunk=chunk)
        count += len(chunk)
        sent(count)
