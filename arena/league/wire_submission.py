"""Submissions as the protocol tells them, from and to plain types."""

from arena.core.text import harmless, lines_of
from arena.protocol.v1 import league_pb2 as wire
from arena.roster.submission import Submission, SubmissionState

_MOST_LINE = 2_000
_MOST_LINES = 5_000
_STATES = {
    SubmissionState.QUEUED: wire.SUBMISSION_STATE_QUEUED,
    SubmissionState.ACCEPTED: wire.SUBMISSION_STATE_ACCEPTED,
    SubmissionState.REFUSED: wire.SUBMISSION_STATE_REFUSED,
    SubmissionState.WITHDRAWN: wire.SUBMISSION_STATE_WITHDRAWN,
}
_STATES_BACK = {there: here for here, there in _STATES.items()}


def submission_to_wire(submission: Submission) -> wire.Submission:
    """Tell a submission to its author; foreign text is made harmless."""
    return wire.Submission(
        number=submission.number,
        account=submission.account,
        league=submission.league,
        bot=submission.bot,
        version=submission.version,
        state=_STATES[submission.state],
        content_hash=submission.content_hash,
        created_ms=int(submission.created * 1000),
        reason=_text(submission.reason),
        output=_text(submission.output),
        record=_text(submission.record),
    )


def submission_from_wire(told: wire.Submission) -> Submission:
    """Return a submission as it was told; its games are not."""
    return Submission(
        number=told.number,
        account=told.account,
        league=told.league,
        bot=told.bot,
        content_hash=told.content_hash,
        games=(),
        state=_STATES_BACK.get(told.state, SubmissionState.QUEUED),
        created=told.created_ms / 1000,
        version=told.version,
        reason=told.reason,
        output=told.output,
        record=told.record,
    )


def _text(text: str) -> str:
    """Return lines that can only be read."""
    return "\n".join(harmless(line, _MOST_LINE) for line in lines_of(text)[:_MOST_LINES])
