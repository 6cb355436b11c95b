"""A recorded game as a message: every public step, and the position after it."""

import re
from collections.abc import Hashable, Iterator, Sequence
from typing import Generic, TypeVar, assert_never

from msgspec.structs import replace

from qwixx.bots.levels import Character, character_of
from qwixx.notation import format_record, parse_record
from qwixx.record import ChanceStep, Moment, Record
from qwixx.rules.chance import ChanceOutcome, FirstSeat, FirstSix, Roll, Shuffle
from qwixx.rules.events import events
from qwixx.rules.game import State
from qwixx.rules.ruleset import Phase
from qwixx.rules.scanner import ParseError
from qwixx.tables import protocol, refusals
from qwixx.tables.refusals import Refusal, with_problem
from qwixx.tables.views import dice_message, happening, public_view, sheet_message

T = TypeVar("T", bound=Hashable)
K = TypeVar("K", bound=Hashable)

# The bots of seats in the tag of a record, as in ``2=gap:1,2 3=master``.
BOT_OF_SEAT = re.compile(r"([1-9])=(\S+)")


class _Pool(Generic[K, T]):
    """Deduplicates repeated values, by the keys they were made from."""

    def __init__(self) -> None:
        self._places: dict[K, int] = {}
        self.values: list[T] = []

    def place(self, key: K, value: T) -> int:
        place = self._places.setdefault(key, len(self.values))
        if place == len(self.values):
            self.values.append(value)
        return place


def replay_of(
    record: Record, bots: Sequence[str | None], began_at: float | None, number: int | None
) -> protocol.Replay:
    """The replay of a record, with each seat's bot, the time it began, and its number at the table."""
    text = format_record(record)
    moments = list(record.moments())
    sheets: _Pool[object, protocol.Sheet] = _Pool()
    hands: _Pool[object, tuple[str, ...]] = _Pool()
    drawn = [step.outcome for step in record.steps if isinstance(step, ChanceStep)]
    steps = tuple(_steps(moments, drawn[:1], sheets, hands))
    return protocol.Replay(
        game=record.ruleset.name,
        options=record.ruleset.option_words,
        seats=tuple(map(_seat, record.names, bots)),
        tags={name: (_sendable(value),) for name, value in record.tags},
        began_at=began_at,
        number=number,
        sheets=tuple(sheets.values),
        hands=tuple(hands.values),
        steps=steps,
        turns=_turns(text, steps),
        drawn=tuple(map(_drawn, drawn)),
        text=text,
    )


def record_of_text(text: str) -> Record:
    """A record that a client sends; Refusal with the place of a mistake in it."""
    try:
        return parse_record(text)
    except ParseError as error:
        reason = with_problem(refusals.BAD_RECORD, error.problem, line=error.line, column=error.column)
        raise Refusal(reason) from error


def bots_of(record: Record) -> list[str | None]:
    """The bots of a record, from the tag that ``qwixx play`` writes; None for all other seats."""
    bots = dict(BOT_OF_SEAT.findall(dict(record.tags).get("Bots", "")))
    return [bots.get(str(number)) for number in range(1, len(record.names) + 1)]


def _seat(name: str, bot: str | None) -> protocol.ReplaySeat:
    character: Character | None = character_of(bot) if bot is not None else None
    return protocol.ReplaySeat(name, character)


def _sendable(text: str) -> str:
    """A text that can be encoded: lone surrogates, which escapes can contain, are replaced."""
    return text.encode("utf-8", "replace").decode()


def _steps(
    moments: Sequence[Moment],
    first: Sequence[ChanceOutcome],
    sheets: _Pool[object, protocol.Sheet],
    hands: _Pool[object, tuple[str, ...]],
) -> Iterator[protocol.ReplayStep]:
    """The public steps; ``first`` is the first outcome of chance, which decides who begins."""
    before = moments[0].state
    for _, turn, state in moments:
        if _is_seen(before, state):
            new = events(before, state, *first) if state is not before else ()
            yield protocol.ReplayStep(
                happened=tuple(map(happening, new)),
                view=replace(public_view(state, turn), sheets=()),
                sheets=tuple(sheets.place(each, sheet_message(each)) for each in state.sheets),
                hands=tuple(hands.place(each, tuple(map(str, each))) for each in state.cards.hands),
            )
        before = state


def _is_seen(before: State, now: State) -> bool:
    """Whether a step is public: choices of a common action stay hidden until the last one is in (A2)."""
    return before.phase is not Phase.COMMON or not now.pending


def _turns(text: str, steps: Sequence[protocol.ReplayStep]) -> tuple[protocol.ReplayTurn, ...]:
    """Every turn with its line: the last lines of a record are its turns."""
    turns = [step.view.turn for step in steps]
    # A turn that has just begun when the record ends has no line.
    begins = [turns.index(turn) for turn in sorted({*turns[:-1]} - {0})]
    lines = text.splitlines()[-len(begins) :] if begins else []
    return tuple(map(protocol.ReplayTurn, begins, lines))


def _drawn(outcome: ChanceOutcome) -> protocol.Drawn:
    match outcome:
        case FirstSeat(seat):
            return protocol.FirstDrawn(seat)
        case FirstSix(rolls):
            return protocol.FirstSixRolled(rolls)
        case Roll():
            return protocol.DiceRolled(dice_message(outcome))
        case Shuffle(order):
            return protocol.CardsShuffled(tuple(map(str, order)))
        case _:
            assert_never(outcome)
