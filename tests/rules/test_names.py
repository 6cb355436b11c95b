"""The literal types of names match the values; a type checker cannot derive them from the values."""

from typing import get_args

from qwixx.rules.colours import Colour, ColourName
from qwixx.rules.game import ACTIONS
from qwixx.rules.ruleset import DECISIONS, RULESETS, DecisionPhase, GameName, PadGame, Phase, PhaseName
from qwixx.rules.scoring import EndName, EndReason


def test_game_names_match_the_rulesets() -> None:
    assert get_args(GameName) == tuple(RULESETS)
    assert all(name == rules.name for name, rules in RULESETS.items())
    assert get_args(PadGame) == tuple(name for name, rules in RULESETS.items() if rules.max_players > 1)


def test_colour_names_match_the_colours() -> None:
    assert get_args(ColourName) == tuple(colour.name.lower() for colour in Colour)


def test_phase_names_match_the_phases() -> None:
    assert get_args(PhaseName) == tuple(Phase)


def test_decision_phases_match_the_actions() -> None:
    assert {phase: phase.value for phase in ACTIONS} == DECISIONS
    assert get_args(DecisionPhase) == tuple(DECISIONS.values())


def test_end_names_match_the_end_reasons() -> None:
    assert get_args(EndName) == tuple(EndReason)
