"""What the browser's score pad has to agree with: every row, every end, every sum, and whole pads.

The browser keeps sheets also without a network, so it has the sheet's rules once more. Its tests work out the
same texts by its own means and compare them with these: digests where all cases are told, answers after every
step where a pad is played. ``make types`` writes them.
"""

import hashlib
import json
import random
from collections.abc import Iterator
from functools import cache
from itertools import product

from qwixx.rules.chance import FACES, Roll
from qwixx.rules.colours import COLOURS, Colour
from qwixx.rules.position import closed_rows
from qwixx.rules.reasons import Reason
from qwixx.rules.ruleset import RULESETS
from qwixx.rules.scoring import places, row_points, total
from qwixx.rules.sheet import CROSSES_BEFORE_LOCK, PENALTY_BOXES, Row, Sheet, crossable_after, why_not_after
from qwixx.rules.turn import end_reason
from qwixx.server.pads.pad import Pad, new_pad
from qwixx.server.pads.state import PadState, rings, why_not
from qwixx.server.refusals import Refusal
from qwixx.server.wire import protocol
from qwixx.server.wire.protocol import PadGame, PadMark

# Also numbers that are on no sheet.
NUMBERS = range(1, 14)
GAMES: tuple[PadGame, ...] = ("dice", "cards", "cards_joker")
STEPS = 70
DIGITS = 12
# In the last of them two rows are closed in the same roll, and somebody crosses in both.
PLAYED: tuple[tuple[PadGame, int], ...] = (
    ("dice", 0),
    ("dice", 1),
    ("dice", 2),
    ("cards", 3),
    ("cards_joker", 4),
    ("dice", 7),
)
# One more, at which people without a sheet play, too.
MIXED: tuple[PadGame, int] = ("dice", 8)


@cache
def pad_cases() -> str:
    """All cases as JSON."""
    rows = {str(colour): _digest(_rows(colour)) for colour in COLOURS}
    cases = {
        "rows": rows,
        "ends": _digest(_ends()),
        "places": _digest(_places()),
        "rings": _digest(_rings()),
        "pads": [*(_walk(game, seed) for game, seed in PLAYED), _walk(*MIXED, mixed=True)],
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


def _sheet(locks: tuple[bool, ...], penalties: int) -> Sheet:
    sheet = Sheet(penalties=penalties)
    for colour, locked in zip(COLOURS, locks, strict=True):
        if locked:
            sheet = sheet.cross(colour, *colour.numbers[:CROSSES_BEFORE_LOCK], colour.last)
    return sheet


def _ends() -> Iterator[str]:
    """Two sheets with any locks and penalties, in every game."""
    sheets = [
        _sheet(locks, penalties)
        for locks in product((False, True), repeat=len(COLOURS))
        for penalties in range(PENALTY_BOXES + 1)
    ]
    for game in GAMES:
        rules = RULESETS[game]
        for pair in product(sheets, repeat=2):
            closed = ",".join(map(str, closed_rows(rules, pair)))
            yield f"{end_reason(rules, pair) or '-'} {closed} {total(pair[0])} {total(pair[1])}"


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


def _walk(game: PadGame, seed: int, *, mixed: bool = False) -> dict[str, object]:
    """A pad in which devices know more or less of each other, with what it answers after every step."""
    rng = random.Random(seed)
    pad, _ = new_pad("p", protocol.NewPad(game, "A"))
    for name in "ABC":
        planned, _ = pad.plan_join(name)
        pad.take(planned, 0.0)
    answers = [_digest(_answers(pad.now))]
    told = [protocol.PadUpdate(pad.now.version, False, pad.now.happened, pad.info())]
    while len(answers) < STEPS:
        before = pad.now.version
        try:
            closes = mixed and rng.randrange(6) == 0
            doing = _closing(pad, rng) if closes else _doing(pad, rng)
            pad.take(pad.plan(rng.randrange(3), doing), 0.0)
        except Refusal:
            continue
        if pad.now.version > before:
            told.append(
                protocol.PadUpdate(pad.now.version, False, pad.now.happened_since(before), pad.info())
            )
            answers.append(_digest(_answers(pad.now)))
    happened = [json.loads(protocol.encode(update.happened)) for update in told]
    return {"game": game, "happened": happened, "answers": answers}


def _doing(pad: Pad, rng: random.Random) -> protocol.PadCommand:
    """Something that somebody may do, most often a cross that is not far away."""
    games, seat = pad.now.games, rng.randrange(3)
    match rng.randrange(20):
        case 0:
            dice = protocol.Dice((rng.choice(FACES), rng.choice(FACES)), (1, 2, 3, None))
            return protocol.EnterRoll(1, games, seat, dice)
        case 1 | 2:
            return protocol.Finish(1, games)
        case 3:
            return protocol.Reopen(1, games)
        case 4:
            return protocol.Renew(1, games)
        case _:
            return protocol.Write(1, games, _mark(pad.now, seat, rng))


def _closing(pad: Pad, rng: random.Random) -> protocol.PadCommand:
    n, colour = len(pad.now.logs[0]) + 1, str(rng.choice(COLOURS))
    return protocol.Write(1, pad.now.games, PadMark(n, "close", pad.now.version, colour))  # type: ignore[arg-type]


def _mark(pad: PadState, seat: int, rng: random.Random) -> PadMark:
    n = len(pad.logs[seat]) + 1
    seen = max(pad.begun, pad.version - rng.choice((0, 0, 0, 4)))
    kind = rng.randrange(12)
    if kind == 0:
        return PadMark(n, "penalty", seen)
    if kind == 1:
        return PadMark(n, "undo", seen, undone=rng.randrange(1, n + 1))
    colour = rng.choice(COLOURS)
    row = pad.sheets[seat].rows[colour]
    left = [number for number in colour.numbers if number in crossable_after(colour, row)]
    number = colour.last if colour.last in left else next(iter(left), 7)
    return PadMark(n, "cross", seen, str(colour), number, late=rng.randrange(4) == 0)  # type: ignore[arg-type]


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
                PadMark(n, "penalty", seen),
                *(PadMark(n, "undo", seen, undone=of) for of in range(n + 1)),
            ]
            marks += [
                PadMark(n, "cross", seen, str(colour), number, late=late)  # type: ignore[arg-type]
                for colour in COLOURS
                for number in colour.numbers
                for late in (False, True)
            ]
            marks += [PadMark(n, "close", seen, str(colour)) for colour in COLOURS]  # type: ignore[arg-type]
            yield " ".join(_code(why_not(pad, seat, mark)) for mark in marks)
