"""The outcome of a command whose answer never came, as far as the table shows it.

The browser client decides by the same rules, in web/src/commandOutcome.ts.
"""

from collections.abc import Sequence
from enum import Enum
from typing import NamedTuple, assert_never

from qwixx.tables import protocol

Made = protocol.Crossed | protocol.Passed | protocol.Drew | protocol.Played


class CommandOutcome(Enum):
    """It was carried out; it was not, and still can be; or the game went on without it."""

    DONE = "done"
    OPEN = "open"
    LATE = "late"


class Now(NamedTuple):
    """The table as it is, and what happened since a command was sent."""

    info: protocol.TableInfo
    view: protocol.View | None
    seat: int | None
    news: Sequence[protocol.Happening]

    @property
    def own(self) -> list[protocol.Happening]:
        return [what for what in self.news if getattr(what, "seat", None) == self.seat]

    @property
    def chosen(self) -> protocol.Choice | None:
        return self.view.chosen if self.view is not None else None

    @property
    def is_due(self) -> bool:
        return self.view is not None and self.seat in self.view.public.to_act

    def happened(self, kind: type, seat: int) -> bool:
        return any(isinstance(what, kind) and getattr(what, "seat", None) == seat for what in self.news)


def outcome_of_command(
    command: protocol.TableCommand, choice: protocol.Choice | None, now: Now
) -> CommandOutcome:
    """The outcome of a command; ``choice`` is the choice that it made, if it is known."""
    match command:
        case protocol.Choose():
            return _outcome_of_choice(choice, now)
        case protocol.Withdraw():
            if now.chosen is not None:
                return CommandOutcome.OPEN
            return CommandOutcome.DONE if now.is_due else CommandOutcome.LATE
        case protocol.Leave() if now.info.state == "playing":
            # Whether a bot plays on is not shown; leaving twice does no harm.
            return CommandOutcome.OPEN
        case _:
            return CommandOutcome.DONE if _took_effect(command, now) else CommandOutcome.OPEN


def _outcome_of_choice(choice: protocol.Choice | None, now: Now) -> CommandOutcome:
    # A choice that is hidden now was made later, here or on another device.
    if now.chosen is not None:
        return CommandOutcome.DONE
    made = next((what for what in now.own if isinstance(what, Made)), None)
    if now.is_due and made is None:
        return CommandOutcome.OPEN
    return CommandOutcome.DONE if choice is not None and _is_made(choice, made) else CommandOutcome.LATE


def _is_made(choice: protocol.Choice, made: Made | None) -> bool:
    """Whether the first thing that a seat did was this choice."""
    match made:
        case protocol.Crossed(_, colour, numbers):
            return (choice.kind, choice.colour) == ("cross", colour) and _same(choice.numbers, numbers)
        case protocol.Passed():
            return choice.kind == "pass"
        case protocol.Drew(_, places, _):
            return choice.kind == "draw" and _same(choice.places, places)
        case protocol.Played(_, cards):
            return choice.kind == "play" and _same(choice.cards, cards)
        case None:
            return False
        case _:
            assert_never(made)


def _same(one: Sequence[int | str], other: Sequence[int | str]) -> bool:
    return sorted(map(str, one)) == sorted(map(str, other))


def _took_effect(command: protocol.TableCommand, now: Now) -> bool:
    match command:
        case protocol.Start():
            # The game that was started may be over by now.
            return now.info.state == "playing" or any(isinstance(what, protocol.Began) for what in now.news)
        case protocol.Leave():
            return now.seat is None or now.info.state == "over"
        case protocol.Introduce(_, name, face):
            own = now.info.seats[now.seat] if now.seat is not None else None
            return own is not None and name in (None, own.name) and face in (None, own.face)
        case protocol.Rematch(_, wanted):
            return now.seat is None or now.info.state != "over" or now.info.seats[now.seat].rematch == wanted
        case protocol.Cover(_, seat):
            return now.info.seats[seat].covered or now.happened(protocol.Covered, seat)
        case protocol.Move(_, seat):
            return now.happened(protocol.Moved, seat)
        case protocol.Remove(_, seat):
            # Another guest may sit there by now.
            return now.happened(protocol.Left, seat)
        case protocol.Say():
            return any(isinstance(what, protocol.Said) for what in now.own)
        case protocol.React():
            return any(isinstance(what, protocol.Reacted) for what in now.own)
        case protocol.Choose() | protocol.Withdraw() | protocol.Contribute():
            return False
        case _:
            assert_never(command)
