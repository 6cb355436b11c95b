"""Compares the presence that clients see with the connections that are really open."""

from collections.abc import Iterator

from qwixx.tables import protocol
from tests.soak.checking import decode
from tests.soak.story import Conversation, Story
from tests.soak.violation import Violation

# Other servers treat a killed server as dead after three seconds; they check every second.
NOTICING_SECONDS = 5.0


def check_attendance(story: Story, at: float) -> tuple[int, list[Violation]]:
    """Return the number of presence flags compared, and the wrong ones; recent changes are skipped."""
    since = at - NOTICING_SECONDS
    here = {seat: is_here for seat in _seats(story) if (is_here := _is_here(story, seat, since)) is not None}
    opinions = [
        (conversation, seat, is_present)
        for conversation in story.conversations
        if conversation.is_attentive and conversation.ended is None and conversation.begun < since
        for seat, is_present in enumerate(_opinion(conversation))
        if seat in here
    ]
    wrong = [
        Violation(str(story), f"{who} is told that seat {seat} is {'here' if is_present else 'gone'}")
        for who, seat, is_present in opinions
        if is_present != here[seat]
    ]
    return len(opinions), wrong


def _seats(story: Story) -> set[int]:
    return {each.seat for each in story.conversations if each.seat is not None}


def _is_here(story: Story, seat: int, since: float) -> bool | None:
    """Whether the seat has been connected (or disconnected) since then; None if that changed."""
    recent = [
        each
        for each in story.conversations
        if each.seat == seat and (each.ended is None or each.ended > since)
    ]
    if any(not each.is_attentive for each in recent):
        return None  # the server may have disconnected it without the client noticing
    if not recent:
        return False
    return True if any(each.begun < since and each.ended is None for each in recent) else None


def _opinion(conversation: Conversation) -> Iterator[bool]:
    """For each seat, whether this client sees it as present."""
    for heard in reversed(conversation.heard):
        if heard.text.startswith('{"type":"update"'):
            update: protocol.ServerMessage = decode(heard.text)
            assert isinstance(update, protocol.Update)
            return iter([seat.present for seat in update.info.seats])
    return iter(())
