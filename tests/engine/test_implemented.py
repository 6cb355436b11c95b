"""Compiled code rejects games and options of the rules that it does not implement, and names them."""

from collections.abc import Callable
from dataclasses import dataclass, fields, replace

import pytest

from qwixx.compiled.rows import ROWS_TO_END
from qwixx.engine.board import ENGINE, new_board
from qwixx.engine.bridge import board_of, board_of_view
from qwixx.engine.implemented import ABOUT_THE_TABLE
from qwixx.gameplay import Game
from qwixx.nets.evaluator import NETS, evaluator_for
from qwixx.rules.errors import QwixxError
from qwixx.rules.game import State
from qwixx.rules.ruleset import (
    DICE,
    OPTIONS,
    RULESETS,
    SOLO,
    LockScope,
    Phase,
    Ruleset,
    ruleset,
    ruleset_with,
)
from qwixx.sim import simulate
from tests.golden.regenerate import golden_games, path_of
from tests.sim.test_engines_agree import tables
from tests.strategies import variants

NEW = "third_white_die"


@dataclass(frozen=True, slots=True)
class NewRuleset(Ruleset):
    """The rules with an additional option."""

    third_white_die: bool = False


@pytest.fixture
def new_option(monkeypatch: pytest.MonkeyPatch) -> Ruleset:
    """Add an option that only the rules know; the dice game with this option set."""
    monkeypatch.setitem(OPTIONS, NEW, {"false": False, "true": True})
    for name, rules in RULESETS.items():
        known = {field.name: getattr(rules, field.name) for field in fields(rules)}
        adjustable = (*rules.adjustable, NEW) if name == "dice" else rules.adjustable
        monkeypatch.setitem(RULESETS, name, NewRuleset(**{**known, "adjustable": adjustable}))
    return ruleset_with("dice", {"third_white_die": True})


MUST_KNOW: dict[str, Callable[[Ruleset], object]] = {
    "the board": lambda rules: new_board(rules, 2),
    "the board of a state": lambda rules: board_of(State.new(rules, 2)),
    "the board of a view": lambda rules: board_of_view(State.new(rules, 2).view(0)),
    "the simulator": lambda rules: simulate(rules, ("random", "random"), games=1),
    "the simulator with nets": lambda rules: simulate(rules, ("net", "random"), games=1),
    "the nets": lambda rules: evaluator_for(rules, 2),
}


@pytest.mark.parametrize("place", MUST_KNOW)
def test_an_unknown_option_is_rejected_by_name(place: str, new_option: Ruleset) -> None:
    with pytest.raises(QwixxError, match=r"does not know option third_white_die=true of the dice game; "):
        MUST_KNOW[place](new_option)


def test_nets_can_support_fewer_options_than_the_board(monkeypatch: pytest.MonkeyPatch) -> None:
    option = DICE.adjustable[0]
    other = next(value for value in OPTIONS[option].values() if value != getattr(DICE, option))
    monkeypatch.setattr("qwixx.nets.evaluator.NETS", replace(NETS, options={}))
    with pytest.raises(QwixxError, match=f"know option {option}"):
        simulate(ruleset_with("dice", {option: other}), ("net", "random"), games=1)


def test_the_error_about_an_unknown_option_suggests_an_alternative(new_option: Ruleset) -> None:
    with pytest.raises(QwixxError, match=r"^the compiled engine does not know .*; use qwixx\.play$"):
        new_board(new_option, 2)
    with pytest.raises(
        QwixxError, match=r"^the trained net does not know .*; choose a bot that needs no net$"
    ):
        evaluator_for(new_option, 2)
    assert Game(new_option, ["Ann", "Ben"]).state.ruleset.options == {NEW: True}


def test_an_unknown_option_with_its_default_value_is_accepted(new_option: Ruleset) -> None:
    assert new_board(ruleset("dice"), 2).players == 2
    assert evaluator_for(ruleset("dice"), 2) is not None


@pytest.mark.usefixtures("new_option")
def test_the_test_suite_covers_a_new_option_automatically() -> None:
    assert {NEW: True} in [rules.options for rules in variants()]
    assert f"dice-{NEW}=true-2" in tables()
    assert not path_of(f"dice-3-{NEW}").exists()
    assert f"dice-3-{NEW}" in golden_games()


@pytest.mark.parametrize(
    ("rules", "unknown"),
    [
        (replace(DICE, rows_to_end=3), "rows_to_end=3 of the dice game"),
        (replace(DICE, lock_scope=LockScope.OWNER), "lock_scope=owner of the dice game"),
        (replace(DICE, turn=(Phase.ROLL, Phase.OWN, Phase.COMMON)), r"turn=\(.*\) of the dice game"),
        (replace(DICE, jokers=True), "jokers=true of the dice game"),
        (replace(DICE, name="big", title="the big game"), "the game 'big'"),  # type: ignore[arg-type]
    ],
)
def test_a_modified_game_is_rejected_with_the_field_that_differs(rules: Ruleset, unknown: str) -> None:
    with pytest.raises(QwixxError, match=f"^the compiled engine does not know {unknown}; use"):
        new_board(rules, 2)


@dataclass(frozen=True, slots=True)
class LongerRuleset(Ruleset):
    """The rules with an additional field that is not an option."""

    rounds: int = 12


def test_a_field_unknown_to_the_engine_is_rejected_with_any_value() -> None:
    known = {field.name: getattr(DICE, field.name) for field in fields(DICE)}
    with pytest.raises(QwixxError, match="does not know rounds=12 of the dice game"):
        new_board(LongerRuleset(**known), 2)


@pytest.mark.parametrize("rules", [*RULESETS.values(), *variants()], ids=str)
def test_all_current_games_and_options_are_implemented(rules: Ruleset) -> None:
    ENGINE.check(rules)
    if rules.name != SOLO.name:
        NETS.check(rules)


def test_the_implemented_games_and_options_match_the_rules() -> None:
    names = {field.name for field in fields(Ruleset)} - ABOUT_THE_TABLE - set(OPTIONS)
    assert {frozenset(game) for game in ENGINE.games.values()} == {frozenset(names)}
    assert {rules.rows_to_end for rules in RULESETS.values()} == {ROWS_TO_END}
    for part in (ENGINE, NETS):
        assert {name: set(values) for name, values in part.options.items()} == {
            name: set(values.values()) for name, values in OPTIONS.items()
        }
