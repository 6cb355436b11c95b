"""Properties of score pads under random play: undo, marks after the end, and restored games."""

from collections import Counter
from typing import NamedTuple

from hypothesis import given
from hypothesis import strategies as st

from qwixx.rules.colours import COLOURS, Colour
from qwixx.rules.ruleset import LockScope
from qwixx.rules.sheet import crossable_after
from qwixx.rules.turn import end_reason
from qwixx.tables import protocol
from qwixx.tables.pad import facts
from qwixx.tables.pad.marks import in_force
from qwixx.tables.pad.pad import Pad
from qwixx.tables.pad.state import PadState
from qwixx.tables.protocol import Dice, PadMark
from qwixx.tables.refusals import Refusal
from tests.tables.pad.scenes import cross, do, fill, next_n, opened, undo, write

SEATS = 3
faces = st.integers(1, 6)


@st.composite
def pads(draw: st.DrawFn) -> Pad:
    """A pad on which several seats may be about to lock rows."""
    pad = opened(*"ABC", game=draw(st.sampled_from(["dice", "cards", "cards_joker"])))
    for colour in draw(st.sets(st.sampled_from(COLOURS))):
        for seat in range(SEATS):
            fill(pad, seat, colour)
    return pad


class Doing(NamedTuple):
    """A command that a player tries; ``lag`` is the number of recent events that the device has not received."""

    seat: int
    what: str
    colour: Colour
    skip: int
    late: bool
    lag: int
    white: tuple[int, int]


MARKS = ["cross"] * 8 + ["penalty", "penalty", "undo", "close", "end", "retract", "roll"]
GAMES = ["finish", "reopen", "renew", "restore"]


def doings(*what: str, lag: int = 0) -> st.SearchStrategy[list[Doing]]:
    one = st.builds(
        Doing,
        st.integers(0, SEATS - 1),
        st.sampled_from(what),
        st.sampled_from(COLOURS),
        st.sampled_from((0, 0, 1, 11)),
        st.sampled_from((True, True, False)),
        st.integers(0, lag),
        st.tuples(faces, faces) | st.sampled_from([(6, 6), (1, 1)]),
    )
    return st.lists(one, max_size=80)


def command(pad: PadState, doing: Doing) -> protocol.PadCommand:
    games, n = pad.games, len(pad.logs[doing.seat]) + 1
    seen = max(0, pad.version - doing.lag)
    match doing.what:
        case "roll":
            return protocol.EnterRoll(1, games, doing.seat, Dice(doing.white, (6, 6, 1, 1)))
        case "finish":
            return protocol.Finish(1, games)
        case "reopen":
            return protocol.Reopen(1, games)
        case "renew":
            return protocol.Renew(1, games)
        case "restore":
            return protocol.Restore(1, games)
        case "retract":
            return protocol.Retract(1, games, (doing.seat + 1) % SEATS, doing.skip + 1)
        case "undo":
            mark = PadMark(n, "undo", seen, undone=n - 1 - doing.skip)
        case "cross":
            mark = PadMark(n, "cross", seen, str(doing.colour), number(pad, doing), late=doing.late)  # type: ignore[arg-type]
        case "close":
            mark = PadMark(n, "close", seen, str(doing.colour))  # type: ignore[arg-type]
        case kind:
            mark = PadMark(n, kind, seen)  # type: ignore[arg-type]
    return protocol.Write(1, games, mark)


def number(pad: PadState, doing: Doing) -> int:
    """A nearby number that the row accepts; with a large skip, the last one."""
    row = pad.sheets[doing.seat].rows[doing.colour]
    possible = crossable_after(doing.colour, row) or (7,)
    return possible[min(doing.skip, len(possible) - 1)]


def play(pad: Pad, tried: list[Doing]) -> None:
    for doing in tried:
        attempt(pad, doing)


def attempt(pad: Pad, doing: Doing) -> None:
    try:
        do(pad, doing.seat, command(pad.now, doing))
    except Refusal:
        return


everything = doings(*MARKS, *GAMES, lag=5)


@given(pads(), everything, st.integers(0, SEATS - 1), st.sampled_from(COLOURS), st.integers(1, 3))
def test_crosses_that_are_undone_can_be_restored_one_by_one(
    pad: Pad, tried: list[Doing], seat: int, colour: Colour, count: int
) -> None:
    play(pad, tried)
    if pad.now.is_over:
        do(pad, seat, protocol.Reopen(1, pad.now.games))
    before = pad.now.sheets
    made = [
        each.mark
        for each in in_force(pad.now.logs[seat])
        if each.mark.kind == "cross" and each.mark.colour == str(colour)
    ]
    for mark in made[-count:][::-1]:
        undo(pad, seat, mark.n)
    for mark in made[-count:]:
        cross(pad, seat, colour, mark.number or 0)
    assert pad.now.sheets == before


def crosses(pad: PadState, seat: int) -> int:
    return sum(map(len, pad.sheets[seat].rows))


@given(pads(), doings(*MARKS))
def test_after_the_end_a_seat_adds_at_most_one_cross(pad: Pad, tried: list[Doing]) -> None:
    ended: PadState | None = None
    for doing in tried:
        attempt(pad, doing)
        if pad.now.end is None:
            ended = None
        elif ended is None or pad.now.end != ended.end:
            ended = pad.now
        else:
            for seat in range(SEATS):
                assert crosses(pad.now, seat) <= crosses(ended, seat) + 1
                assert pad.now.sheets[seat].penalties <= ended.sheets[seat].penalties
            assert len(COLOURS) - pad.now.closed_at.count(None) <= 3


@given(pads(), doings(*MARKS))
def test_a_locked_row_accepts_at_most_one_cross_per_seat(pad: Pad, tried: list[Doing]) -> None:
    locked: dict[Colour, PadState] = {}
    for doing in tried:
        attempt(pad, doing)
        for colour in COLOURS:
            if pad.now.closed_at[colour] is None:
                locked.pop(colour, None)
            elif (
                colour not in locked or locked[colour].closed_at[colour] != pad.now.closed_at[colour]
            ):  # locked now, or locked again after an undo
                locked[colour] = pad.now
            for seat in range(SEATS) if colour in locked else ():
                then, now = locked[colour].sheets[seat], pad.now.sheets[seat]
                assert len(now.rows[colour]) <= len(then.rows[colour]) + 1


@given(pads(), everything)
def test_a_result_is_shown_only_if_the_game_has_ended(pad: Pad, tried: list[Doing]) -> None:
    for doing in tried:
        attempt(pad, doing)
        now = pad.now
        assert now.end is not None or (now.finished, now.reopened) == (None, None)
        kinds = Counter(each.mark.kind for log in now.logs for each in in_force(log))
        if not kinds["close"] + kinds["end"]:
            assert (now.end is None) == (end_reason(now.rules, now.sheets) is None)
        if now.rules.lock_scope is LockScope.TABLE:
            assert all(now.closed_at[colour] is not None for sheet in now.sheets for colour in sheet.locks)


def what_counts(pad: PadState) -> tuple[object, ...]:
    return pad.games, pad.logs, pad.sheets, pad.closed_at, pad.end, pad.finished, pad.reopened


@given(pads(), everything, doings(*MARKS))
def test_a_new_game_can_be_undone_whatever_was_played_in_it(
    pad: Pad, tried: list[Doing], since: list[Doing]
) -> None:
    play(pad, tried)
    if pad.now.end is None:
        write(pad, 0, PadMark(next_n(pad, 0), "end", pad.now.version))
    do(pad, 0, protocol.Finish(1, pad.now.games))
    before = pad.now
    do(pad, 1, protocol.Renew(1, before.games))
    play(pad, since)
    new = pad.now
    do(pad, 2, protocol.Restore(1, new.games))
    assert what_counts(pad.now) == what_counts(before)
    while pad.now.earlier and pad.now.games != new.games and any(new.logs):
        do(pad, 0, protocol.Restore(1, pad.now.games))
    assert not any(new.logs) or what_counts(pad.now) == what_counts(new)


@given(pads(), everything)
def test_a_device_that_catches_up_has_the_same_events_as_the_others(pad: Pad, tried: list[Doing]) -> None:
    """Whatever a device knew before, it can rebuild the game from the events that it receives."""
    play(pad, tried)
    for since in (0, pad.now.begun, pad.now.version):
        fresh = not pad.now.remembers_since(since)
        sent = pad.now.happened_since(0 if fresh else since)
        assert [each.seq for each in sent] == sorted({each.seq for each in sent})
    owners = [owner_of(each.what) for each in pad.now.happened]
    marked = Counter(owner for owner in owners if owner is not None)
    assert marked == Counter(seat for seat, log in enumerate(pad.now.logs) for _ in log)


def owner_of(what: facts.PadHappening) -> int | None:
    """The seat whose log has this event."""
    match what:
        case facts.PadMarked(seat):
            return seat
        case facts.PadRetracted(_, owner):
            return owner
        case _:
            return None
