"""Every public function refuses bad input in one sentence that says what is wrong and what would be right."""

import random
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest

import qwixx
from qwixx import arena, bots, conform, daily, fairness, interchange, sim, svg
from qwixx.client import Server
from qwixx.rules.errors import InputError

STATE = qwixx.Game("dice", ["Ann", "Ben"], seed=1).advance()
compare: Callable[..., object] = partial(arena.compare, {"mine": "gap:1,2", "other": "random"})
plan: Callable[..., object] = partial(arena.plan, seed=1, time_limit=1.0)
# Untyped, for calls that the type checker would reject.
any_: Any = qwixx

CALLS: dict[str, tuple[Callable[[], object], str]] = {
    "parse_record(b'x')": (lambda: any_.parse_record(b"x"), "this reads a text, not b'x'"),
    "parse_record(3)": (lambda: any_.parse_record(3), "this reads a text, not 3"),
    "parse_position(3)": (lambda: any_.parse_position(3), "this reads a text, not 3"),
    "parse_choice(3)": (lambda: any_.parse_choice(3), "this reads a text, not 3"),
    "parse_choice([])": (lambda: any_.parse_choice([]), r"this reads a text, not \[\]"),
    "from_json(3)": (lambda: any_.from_json(3), "JSON is a text, not 3"),
    "names": (lambda: any_.Game("dice", 2), r"names are a list, as in \['Ann', 'Ben'\], not 2"),
    "tags": (
        lambda: any_.Game("dice", ["Ann", "Ben"], tags={"Event": "x"}),
        r"tags are pairs of texts, as in .*, not \{'Event': 'x'\}",
    ),
    "puzzle_of": (
        lambda: daily.puzzle_of("2026-13-01"),
        "a day is a date as in 2026-11-16, not '2026-13-01'",
    ),
    "DailyDealer": (lambda: daily.DailyDealer("garbage"), "a day is a date as in 2026-11-16, not 'garbage'"),
    "read_cases": (lambda: conform.read_cases("/nonexistent"), "/nonexistent: No such file"),
    "read_records": (
        lambda: next(qwixx.read_records("/nonexistent")),
        "cannot read /nonexistent: No such file",
    ),
    "read_records of a program": (
        lambda: next(qwixx.read_records(Path(svg.__file__).parents[1] / "qwixx/nets/data/dice-2.npz")),
        r"cannot read .*dice-2.npz: it is not text in UTF-8",
    ),
    "svg.write to no folder": (
        lambda: svg.write("/nonexistent/x.svg", STATE),
        "cannot write /nonexistent/x.svg: No such file",
    ),
    "svg.write png": (lambda: svg.write("x.png", STATE), "cannot write x.png: a picture is an .svg file"),
    "svg.picture(3)": (lambda: svg.picture(3), "a picture shows a Sheet, State, View, Record or Game, not 3"),
    "format_record(3)": (
        lambda: any_.format_record(3),
        "a record is a Record, as game.record, or its text, not 3",
    ),
    "format_position(3)": (lambda: any_.format_position(3), "a position is a State or its text, not 3"),
    "format_choice(3)": (lambda: any_.format_choice(3), "a choice is a Cross, .*, not 3"),
    "format_outcome(3)": (lambda: any_.format_outcome(3), "a chance outcome is a Roll, .*, not 3"),
    "format_roll(3)": (lambda: any_.format_roll(3), "a roll is a Roll, not 3"),
    "summarise(3)": (lambda: sim.summarise(3), "figures are those of a Tally, .*, not of 3"),  # type: ignore[arg-type]
    "total(3)": (lambda: any_.total(3), "points are those of a Sheet, not of 3"),
    "check_position(3)": (lambda: any_.check_position(3), "a position is a State or its text, not 3"),
    "events(3, 4)": (lambda: any_.events(3, 4), "events happen between two states, not 3"),
    "apply_chance(3)": (
        lambda: any_.State.new("dice", 2).apply_chance(3),
        "a chance outcome is a Roll, .*, not 3",
    ),
    "Server(3)": (lambda: Server(3), "this reads a text, not 3"),  # type: ignore[arg-type]
    "deals=1.5": (lambda: compare(deals=1.5), "deals is a whole number from 1, not 1.5"),
    "deals='5'": (lambda: compare(deals="5"), "deals is a whole number from 1, not '5'"),
    "jobs='x'": (lambda: compare(jobs="x"), "jobs is a whole number from 1, not 'x'"),
    "jobs=0": (lambda: compare(jobs=0), "jobs is a whole number from 1, not 0"),
    "time_limit": (lambda: compare(time_limit=-1), "the time limit is a number of seconds above 0, not -1"),
    "plan with a player": (
        lambda: plan("dice", ["random", bots.GapBot(1, 2)], 2),
        r"bots are named by texts here, not GapBot\(1, 2\); qwixx.arena.compare takes players",
    ),
    "plan with a text": (lambda: plan("dice", "random", 2), r"bots are a list, as in .*, not 'random'"),
    "one player": (lambda: arena.compare({"mine": bots.GapBot(1, 2)}), "needs at least two players"),
    "own player simulated": (
        lambda: sim.simulate("dice", ["mybot:Greedy", "random"], 10),
        "'mybot:Greedy' cannot be compiled: it can play in qwixx.arena.compare",
    ),
    "choose(state)": (lambda: bots.GapBot(1, 2).choose(STATE), "a bot chooses by the view of a seat"),  # type: ignore[arg-type]
    "GapBot": (lambda: bots.GapBot("a", 1), r"takes two limits from 0, as in GapBot\(1, 2\), not 'a'"),  # type: ignore[arg-type]
    "RandomBot": (lambda: bots.RandomBot(1.5), "a seed is a whole number .*, not 1.5"),  # type: ignore[arg-type]
    "verify": (lambda: fairness.verify("no record"), "expected a tag like"),
    "to_json": (lambda: interchange.to_json(5), "a State, a Record or a Review goes to JSON, not 5"),  # type: ignore[arg-type]
}


@pytest.mark.parametrize("name", CALLS)
def test_bad_input_is_refused_in_one_sentence(name: str) -> None:
    call, problem = CALLS[name]
    with pytest.raises(InputError, match=problem) as refused:
        call()
    assert "\n" not in str(refused.value)


def test_text_is_accepted_wherever_a_value_is() -> None:
    game = qwixx.Game("dice", ["Ann", "Ben"], seed=1)
    qwixx.play(game, [bots.GapBot(1, 2), bots.RandomBot(random.Random(1))])
    text, position = str(game), str(STATE)
    assert svg.record(text) == svg.record(game.record)
    assert svg.state(position) == svg.state(STATE)
    assert svg.sheet("r2,3 p1") == svg.sheet(qwixx.Sheet(((2, 3), (), (), ()), 1))
    assert qwixx.check_position(position) == STATE
    with pytest.raises(InputError) as by_text:
        fairness.verify(text)
    with pytest.raises(InputError) as by_value:
        fairness.verify(game.record)
    assert str(by_text.value) == str(by_value.value)
    assert any_.format_choice("r7") == "r7"


def test_there_are_no_events_between_a_state_and_itself() -> None:
    for name in qwixx.RULESETS:
        state = qwixx.Game(name, ["Ann", "Ben"][: 1 + (name != "solo")], seed=1).advance()
        assert qwixx.events(state, state) == ()
