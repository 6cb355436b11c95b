"""Names as types of a checker, which cannot read them from the values that carry them."""

from typing import get_args

from qwixx.rules.colours import Colour, ColourName
from qwixx.rules.game import ACTIONS
from qwixx.rules.ruleset import DECISIONS, RULESETS, DecisionPhase, GameName, PadGame, Phase, PhaseName
from qwixx.rules.scoring import EndName, EndReason


def test_games() -> None:
    assert get_args(GameName) == tuple(RULESETS)
    assert all(name == rules.name for name, rules in RULESETS.items())
    assert get_args(PadGame) == tuple(name for name, rules in RULESETS.items() if rules.max_players > 1)


def test_colours() -> None:
    assert get_args(ColourName) == tuple(colour.name.lower() for colour in Colour)


def test_phases() -> None:
    assert get_args(PhaseName) == tuple(Phase)


def test_phases_in_which_players_choose() -> None:
    assert {phase: phase.value for phase in ACTIONS} == DECISIONS
    assert get_args(DecisionPhase) == tuple(DECISIONS.values())


def test_ends() -> None:
    assert get_args(EndName) == tuple(EndReason)
