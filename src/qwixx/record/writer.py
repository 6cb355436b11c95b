"""A whole game as text, as PGN is for chess: tags, then a line for each turn."""

import json
from collections.abc import Iterator
from itertools import pairwise
from typing import Protocol, assert_never

from qwixx.record.steps import ChanceStep, Comment, Decision, Moment, Step
from qwixx.rules.cards import written_cards
from qwixx.rules.chance import FirstSeat, FirstSix, Shuffle
from qwixx.rules.events import Drew, Locked, Penalised, events
from qwixx.rules.game import State
from qwixx.rules.ruleset import Phase, Ruleset

UNFINISHED = "unfinished"
# A remark ends at its brace, so a name in it has none.
NO_BRACES = str.maketrans("{}", "()")


class Recorded(Protocol):
    """The parts of a record that are written."""

    @property
    def ruleset(self) -> Ruleset: ...

    @property
    def names(self) -> tuple[str, ...]: ...

    @property
    def steps(self) -> tuple[Step, ...]: ...

    @property
    def tags(self) -> tuple[tuple[str, str], ...]: ...

    @property
    def position(self) -> State | None: ...

    @property
    def comments(self) -> tuple[Comment, ...]: ...

    def moments(self) -> Iterator[Moment]: ...


def written(record: Recorded) -> str:
    """A record as text."""
    moments = list(record.moments())
    states = [moment.state for moment in moments]
    tags = [
        ("Qwixx", quoted(str(record.ruleset))),
        ("Seats", " ".join(map(quoted, record.names))),
        *([("Position", quoted(str(record.position)))] if record.position is not None else []),
        *((key, quoted(value)) for key, value in record.tags),
        ("Result", quoted(result(states[-1], record.names))),
    ]
    lines = [f"[{key} {value}]" for key, value in tags]
    head = [f"{{{text}}}" for step, text in record.comments if step == 0]
    return (
        "\n".join([*lines, "", *head, *_setup_lines(record, states), *_turn_lines(record, moments)]).rstrip()
        + "\n"
    )


def quoted(text: str) -> str:
    """A text in quotes. Unprintable characters are escaped, so that a record is safe to display."""
    letters = json.dumps(text, ensure_ascii=False)
    return "".join(each if each.isprintable() else json.dumps(each)[1:-1] for each in letters)


def result(state: State, names: tuple[str, ...]) -> str:
    """The result of a game in a line: ``Ann 47, Ben 38; two rows``."""
    if state.outcome is None:
        return UNFINISHED
    totals = ", ".join(f"{name} {total}" for name, total in zip(names, state.totals, strict=True))
    return f"{totals}; {state.outcome.reason.replace('_', ' ')}"


def _setup_lines(record: Recorded, states: list[State]) -> Iterator[str]:
    for number, (step, now) in enumerate(zip(record.steps, states[1:], strict=True), start=1):
        comments = _comments(record, number)
        match step:
            case (FirstSeat(seat),):
                yield f"first: {record.names[seat]}{comments}"
            case (FirstSix(rolls),):
                yield f"first six: {' '.join(map(str, rolls))}{comments}"
            case (Shuffle(),) if now.phase is Phase.DRAW:
                for name, hand in zip(record.names, now.cards.hands, strict=True):
                    yield f"hand {name}: {written_cards(hand)}"
                yield f"display: {written_cards(tuple(card for card in now.cards.display if card))}"
                yield f"deck: {written_cards(now.cards.deck)}{comments}"
            case _:
                continue  # a part of some turn


def _comments(record: Recorded, step: int) -> str:
    """The comments behind a step."""
    return "".join(f" {{{text}}}" for behind, text in record.comments if behind == step)


def _turn_lines(record: Recorded, moments: list[Moment]) -> Iterator[str]:
    hidden, segments = [""] * len(record.names), list[str]()
    comments = ""
    for step, ((_, turn, before), (number, _, now)) in zip(record.steps, pairwise(moments), strict=True):
        if turn == 0:
            continue
        if before.begins_turn:
            segments = []
        if isinstance(step, Decision):
            hidden[step.seat] = str(step.choice)
        comments += _comments(record, number)
        # Choices of a common action appear together, once all are known.
        if not now.pending or before.phase is not Phase.COMMON:
            text = " ".join(hidden) if before.phase is Phase.COMMON else _format_step(step)
            remark = remarks(before, now, record.names)
            segments.append(text + (f" {{{remark}}}" if remark else "") + comments)
            comments = ""
        if now.is_over or now.begins_turn or now is moments[-1].state:
            yield f"{turn} {record.names[before.active]}: {' / '.join(segments)}"


def _format_step(step: Step) -> str:
    match step:
        case Decision(_, choice):
            return str(choice)
        case ChanceStep(outcome):
            return str(outcome)
        case _:
            assert_never(step)


def remarks(before: State, now: State, names: tuple[str, ...]) -> str:
    """The consequences of a step; they are written as a comment, and skipped in reading."""
    found = []
    for event in events(before, now):
        if isinstance(event, Locked):
            found.append(f"{names[event.seat]} locks {event.colour}")
        elif isinstance(event, Penalised):
            found.append(f"penalty {event.penalties}")
        elif isinstance(event, Drew):
            found.append(f"takes {' '.join(map(str, event.numbers))}")
    if before.phase in (Phase.DRAW, Phase.SHUFFLE) and now.common_number is not None:
        found.append(f"{now.common_number} for everybody")
    return "; ".join(found).translate(NO_BRACES)
