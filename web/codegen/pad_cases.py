"""Test cases for the browser's score pad: every row, every sum, and whole pads.

The browser keeps sheets also without a network, so it implements the rules of the sheet once more. Its tests
compute the same texts with that implementation and compare them with these: digests where there are many
cases, answers after every step where a pad is played. ``make types`` writes them.
"""

import hashlib
import json
import random
from collections.abc import Iterator
from itertools import product
from typing import Any

from qwixx.rules.chance import FACES, Roll
from qwixx.rules.colours import COLOUR_NAMES, COLOURS, Colour
from qwixx.rules.reasons import Reason
from qwixx.rules.ruleset import PadGame
from qwixx.rules.scoring import places, row_points, total
from qwixx.rules.sheet import Row, Sheet, crossable_after, why_not_after
from qwixx.tables import protocol
from qwixx.tables.pad.marks import PAPER_KINDS, Mark
from qwixx.tables.pad.pad import Pad, new_pad
from qwixx.tables.pad.rules import rings, why_not
from qwixx.tables.pad.state import PadState
from qwixx.tables.protocol import PadMark
from qwixx.tables.refusals import Refusal

# Also numbers that are on no sheet.
NUMBERS = range(1, 14)
STEPS = 70
DIGITS = 12
PLAYED: tuple[tuple[PadGame, int], ...] = (
    ("dice", 0),
    ("dice", 1),
    ("dice", 2),
    ("dice", 5),
    ("cards", 3),
    ("cards_joker", 4),
    ("cards", 6),
    ("dice", 7),
)
# In these, two rows of every sheet have five crosses at the start, so that several lock them at once.
FILLED: tuple[tuple[PadGame, int], ...] = (("dice", 10), ("dice", 36), ("cards", 2))


def text() -> str:
    """All cases as JSON."""
    rows = {str(colour): _digest(_rows(colour)) for colour in COLOURS}
    cases = {
        "rows": rows,
        "places": _digest(_places()),
        "rings": _digest(_rings()),
        "pads": [*(_walk(*played) for played in PLAYED), *(_walk(*filled, crosses=5) for filled in FILLED)],
    }
    return json.dumps(cases, separators=(",", ":")) + "\n"


def _digest(lines: Iterator[str]) -> str:
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()[:DIGITS]


def _code(reason: Reason | None) -> str:
    return reason.code if reason is not None else "ok"


def _rows(colour: Colour) -> Iterator[str]:
    """Every row that play can lead to, what may be crossed next there, and its points."""
    found: list[Row] = [()]
    for row in found:
        found += [(*row, number) for number in crossable_after(colour, row)]
        codes = " ".join(_code(why_not_after(colour, row, number)) for number in NUMBERS)
        sheet = Sheet().cross(colour, *row)
        yield f"{','.join(map(str, row))}: {codes}; {row_points(sheet, colour)}"


def _places() -> Iterator[str]:
    for totals in product((-5, 0, 7), repeat=5):
        yield ",".join(map(str, places(totals)))


def _rings() -> Iterator[str]:
    for first, second, die in product(FACES, FACES, (None, *FACES)):
        roll = Roll((first, second), (die,) * len(COLOURS))
        for active in (0, 1):
            offered = rings(roll, 0, active)
            yield " ".join(",".join(map(str, sorted(offered[colour]))) for colour in COLOURS)


# Whole pads


def _walk(game: PadGame, seed: int, *, crosses: int = 0) -> dict[str, object]:
    """A pad in which devices know more or less of each other, with what it answers after every step."""
    rng = random.Random(seed)
    pad, _ = new_pad("p", protocol.NewPad(game, "A"))
    for name in "ABC":
        planned, _ = pad.plan_join(name)
        pad.apply(planned, 0.0)
    for seat, colour, place in product(range(3), (Colour.RED, Colour.BLUE), range(crosses)):
        n = len(pad.now.logs[seat]) + 1
        mark = PadMark(n, "cross", pad.now.version, COLOUR_NAMES[colour], colour.numbers[place])
        pad.apply(pad.plan(seat, protocol.Write(1, 1, mark)), 0.0)
    told, answers = [pad.broadcast(0.0).update(None, 0)], [_digest(_answers(pad.now))]
    while len(answers) < STEPS:
        before = pad.now.version
        try:
            seat = rng.randrange(3)
            pad.apply(pad.plan(seat, _doing(pad, seat, rng)), 0.0)
        except Refusal:
            continue
        if pad.now.version > before:
            told.append(pad.broadcast(0.0).update(None, before))
            answers.append(_digest(_answers(pad.now)))
    return {"game": game, "told": [_told(json.loads(update)) for update in told], "answers": answers}


def _told(update: dict[str, Any]) -> dict[str, object]:
    """What a device replays of an update."""
    games: int = update["info"]["games"]
    return {"fresh": update["fresh"], "games": games, "happened": update["happened"]}


def _doing(pad: Pad, seat: int, rng: random.Random) -> protocol.PadCommand:
    """A random action of a player, most often a cross nearby."""
    games = pad.now.games
    match rng.randrange(40):
        case 0 | 1 | 2:
            # Often the roll of a lock: two sixes or two ones.
            white = rng.choice(((6, 6), (1, 1), (rng.choice(FACES), rng.choice(FACES))))
            dice = protocol.Dice(white, (6, 6, 1, rng.choice((None, 1))))
            return protocol.EnterRoll(1, games, seat, dice)
        case 3:
            return protocol.Finish(1, games)
        case 4:
            return protocol.Reopen(1, games)
        case 5:
            return protocol.Renew(1, games)
        case 6:
            return protocol.Restore(1, games)
        case 7:
            owner = rng.randrange(3)
            written = [mark.n for _, mark in pad.now.logs[owner] if mark.kind in PAPER_KINDS]
            return protocol.Retract(1, games, owner, rng.choice(written or [1]))
        case _:
            return protocol.Write(1, games, _mark(pad.now, seat, rng))


def _mark(pad: PadState, seat: int, rng: random.Random) -> PadMark:
    n = len(pad.logs[seat]) + 1
    seen = max(pad.begun, pad.version - rng.choice((0, 0, 0, 4)))
    match rng.randrange(24):
        case 0 | 1:
            return PadMark(n, "penalty", seen)
        case 2 | 3 | 4:
            return PadMark(n, "undo", seen, undone=rng.randrange(1, n + 1))
        case 5:
            return PadMark(n, "close", seen, rng.choice(COLOUR_NAMES))
        case 6 if rng.randrange(4) == 0:
            return PadMark(n, "end", seen)
        case _:
            return _cross(pad, seat, n, seen, rng)


def _cross(pad: PadState, seat: int, n: int, seen: int, rng: random.Random) -> PadMark:
    """A cross on the first number that is left in a row, or on its last one where that is possible."""
    colour = rng.choice(COLOURS)
    row = pad.sheets[seat].rows[colour]
    left = [number for number in colour.numbers if number in crossable_after(colour, row)]
    number = colour.last if colour.last in left else next(iter(left), 7)
    return PadMark(n, "cross", seen, COLOUR_NAMES[colour], number, late=rng.randrange(3) == 0)


def _answers(pad: PadState) -> Iterator[str]:
    """Everything that can be asked about a pad."""
    yield f"{pad.games} {pad.ending or '-'} {str(pad.is_over).lower()}"
    yield " ".join(str(closed or "-") for closed in pad.closed_at)
    for seat, sheet in enumerate(pad.sheets):
        n = len(pad.logs[seat]) + 1
        rows = " ".join(",".join(map(str, row)) for row in sheet.rows)
        yield f"{rows} {sheet.penalties} {total(sheet)}"
        for seen in (pad.begun, pad.version):
            marks = [
                Mark(n, "penalty", seen),
                Mark(n, "end", seen),
                *(Mark(n, "undo", seen, undone=of) for of in range(n + 1)),
            ]
            marks += [
                Mark(n, "cross", seen, COLOUR_NAMES[colour], number, late=late)
                for colour in COLOURS
                for number in colour.numbers
                for late in (False, True)
            ]
            marks += [Mark(n, "close", seen, name) for name in COLOUR_NAMES]
            yield " ".join(_code(why_not(pad, seat, mark)) for mark in marks)
