"""A whole game as text, as PGN is for chess: tags, then a line for each turn."""

import json
from collections.abc import Iterator
from itertools import pairwise
from typing import assert_never

from qwixx.notation.pieces import format_cards, format_choice, format_outcome
from qwixx.notation.positions import format_ruleset
from qwixx.record import Chance, Decision, Moment, Record, Step
from qwixx.rules.chance import FirstSeat, FirstSix, Shuffle
from qwixx.rules.events import Drew, Locked, Penalised, events
from qwixx.rules.game import State
from qwixx.rules.ruleset import Phase

UNFINISHED = "unfinished"
# A remark ends at its brace, so a name in it has none.
NO_BRACES = str.maketrans("{}", "()")


def format_record(record: Record) -> str:
    """A record as text that ``parse_record`` reads back."""
    moments = list(record.moments())
    states = [moment.state for moment in moments]
    tags = [
        ("Qwixx", quoted(format_ruleset(record.ruleset))),
        ("Seats", " ".join(map(quoted, record.names))),
        *((key, quoted(value)) for key, value in record.tags),
        ("Result", quoted(result(states[-1], record.names))),
    ]
    lines = [f"[{key} {value}]" for key, value in tags]
    return (
        "\n".join([*lines, "", *_setup_lines(record, states), *_turn_lines(record, moments)]).rstrip() + "\n"
    )


def quoted(text: str) -> str:
    """A text in quotes. What is not printable is escaped, so that a record does no harm where it is shown."""
    letters = json.dumps(text, ensure_ascii=False)
    return "".join(each if each.isprintable() else json.dumps(each)[1:-1] for each in letters)


def result(state: State, names: tuple[str, ...]) -> str:
    """How a game ended, in a line: ``Ann 47, Ben 38; two rows``."""
    if state.outcome is None:
        return UNFINISHED
    totals = ", ".join(f"{name} {total}" for name, total in zip(names, state.totals, strict=True))
    return f"{totals}; {state.outcome.reason.replace('_', ' ')}"


def _setup_lines(record: Record, states: list[State]) -> Iterator[str]:
    for step, now in zip(record.steps, states[1:], strict=True):
        match step:
            case (FirstSeat(seat),):
                yield f"first: {record.names[seat]}"
            case (FirstSix(rolls),):
                yield f"first six: {' '.join(map(str, rolls))}"
            case (Shuffle(),) if now.phase is Phase.DRAW:
                for name, hand in zip(record.names, now.cards.hands, strict=True):
                    yield f"hand {name}: {format_cards(hand)}"
                yield f"display: {format_cards(tuple(card for card in now.cards.display if card))}"
                yield f"deck: {format_cards(now.cards.deck)}"
            case _:
                continue  # a part of some turn


def _turn_lines(record: Record, moments: list[Moment]) -> Iterator[str]:
    hidden, segments = [""] * len(record.names), list[str]()
    for step, ((_, turn, before), (_, _, now)) in zip(record.steps, pairwise(moments), strict=True):
        if turn == 0:
            continue
        if before.begins_turn:
            segments = []
        if isinstance(step, Decision):
            hidden[step.seat] = format_choice(step.choice)
        # Choices of a common action appear together, once all are known.
        if not now.pending or before.phase is not Phase.COMMON:
            text = " ".join(hidden) if before.phase is Phase.COMMON else _format_step(step)
            segments.append(text + _remarks(before, now, record.names))
        if now.is_over or now.begins_turn or now is moments[-1].state:
            yield f"{turn} {record.names[before.active]}: {' / '.join(segments)}"


def _format_step(step: Step) -> str:
    match step:
        case Decision(_, choice):
            return format_choice(choice)
        case Chance(outcome):
            return format_outcome(outcome)
        case _:
            assert_never(step)


def _remarks(before: State, now: State, names: tuple[str, ...]) -> str:
    """What follows from a step, in braces, for the reader; whoever parses it passes it over."""
    remarks = []
    for event in events(before, now):
        if isinstance(event, Locked):
            remarks.append(f"{names[event.seat]} locks {event.colour}")
        elif isinstance(event, Penalised):
            remarks.append(f"penalty {event.penalties}")
        elif isinstance(event, Drew):
            remarks.append(f"takes {' '.join(map(str, event.numbers))}")
    if before.phase in (Phase.DRAW, Phase.SHUFFLE) and now.common_number is not None:
        remarks.append(f"{now.common_number} for everybody")
    return f" {{{'; '.join(remarks).translate(NO_BRACES)}}}" if remarks else ""
