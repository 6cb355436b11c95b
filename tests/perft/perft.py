"""Counts the sequences of choices from a position. The format is in docs/perft.md."""

from dataclasses import dataclass, field
from pathlib import Path

from qwixx.notation import format_choice, parse_position, parse_roll
from qwixx.rules.cards import in_pack_order
from qwixx.rules.chance import ChanceOutcome, Roll, RollNode, Shuffle, ShuffleNode
from qwixx.rules.game import State


@dataclass
class Perft:
    """A position, the rolls to come, and the number of sequences for each depth."""

    name: str
    position: State
    rolls: list[Roll] = field(default_factory=list)
    counts: dict[int, int] = field(default_factory=dict)


def read_perfts(path: Path) -> list[Perft]:
    perfts: list[Perft] = []
    name = ""
    for line in path.read_text(encoding="utf-8").splitlines():
        key, _, value = line.strip().partition(" ")
        match key:
            case "name":
                name = value
            case "position":
                perfts.append(Perft(name, parse_position(value)))
            case "roll":
                perfts[-1].rolls.append(parse_roll(value))
            case "count":
                depth, count = value.split()
                perfts[-1].counts[int(depth)] = int(count)
            case "" | "#":
                pass
            case _:
                raise ValueError(f"{path}: no line begins with {key!r}")
    return perfts


def count(state: State, rolls: list[Roll], depth: int) -> int:
    """The number of sequences of this many choices, with seats choosing in order."""
    return sum(subtotals(state, rolls, depth).values()) if depth else 1


def subtotals(state: State, rolls: list[Roll], depth: int) -> dict[str, int]:
    """The count by first choice."""
    while state.chance is not None:
        outcome, rolls = scripted(state, rolls)
        state = state.apply_chance(outcome)
    seats = sorted(state.to_act)[:1]
    return {
        format_choice(choice): count(state.apply(seat, choice), rolls, depth - 1)
        for seat in seats
        for choice in state.choices(seat)
    }


def scripted(state: State, rolls: list[Roll]) -> tuple[ChanceOutcome, list[Roll]]:
    """The next roll without the dice that have left the game, or the discards in pack order."""
    node = state.chance
    if isinstance(node, ShuffleNode):
        return Shuffle(in_pack_order(node.pile)), rolls
    assert isinstance(node, RollNode)
    if not rolls:
        raise ValueError("the script has too few rolls for this depth")
    return rolls[0].without(state.closed_rows), rolls[1:]
