"""Who is at a table, by what its people know of themselves, and by what each of them is told of the others."""

from collections.abc import Iterator

from qwixx.tables import protocol
from tests.soak.checking import decode
from tests.soak.story import Conversation, Story
from tests.soak.violation import Violation

# A server that was killed is missed after three seconds, and looked for every second.
NOTICING_SECONDS = 5.0


def check_attendance(story: Story, at: float) -> tuple[int, list[Violation]]:
    """How many opinions were compared, and those that are wrong: only about what has not changed for long."""
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
    """Whether somebody has been at a seat, or nobody, ever since; None if that has changed."""
    recent = [
        each
        for each in story.conversations
        if each.seat == seat and (each.ended is None or each.ended > since)
    ]
    if any(not each.is_attentive for each in recent):
        return None  # they may have been let go without noticing
    if not recent:
        return False
    return True if any(each.begun < since and each.ended is None for each in recent) else None


def _opinion(conversation: Conversation) -> Iterator[bool]:
    """For each seat whether this client takes its person for present."""
    for heard in reversed(conversation.heard):
        if heard.text.startswith('{"type":"update"'):
            update: protocol.ServerMessage = decode(heard.text)
            assert isinstance(update, protocol.Update)
            return iter([seat.present for seat in update.info.seats])
    return iter(())
