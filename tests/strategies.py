"""Hypothesis strategies: choices of any kind, games with their players, and positions of games."""

import random

from hypothesis import strategies as st

from qwixx.bots import RandomBot
from qwixx.gameplay import Game, play
from qwixx.rules.cards import pack
from qwixx.rules.choices import PASS, Choice, Cross, Play, Take
from qwixx.rules.colours import COLOURS
from qwixx.rules.ruleset import OPTIONS, RULESETS, Ruleset, ruleset_with

NAMES = ("Ann", "Ben", "Cleo", "Dora", "Emil")

colours = st.sampled_from(COLOURS)
numbers = st.integers(min_value=2, max_value=12)


def plays() -> st.SearchStrategy[Play]:
    some_cards = st.lists(st.sampled_from(pack(jokers=True)), min_size=1, max_size=5).map(tuple)
    return st.builds(Play, some_cards, colours, st.lists(numbers, max_size=4).map(tuple))


def choices() -> st.SearchStrategy[Choice]:
    """Choices that the notation can express, most of them illegal in any given position."""
    draws = st.builds(Take, st.lists(st.integers(0, 3), min_size=1, max_size=4, unique=True).map(tuple))
    return st.just(PASS) | st.builds(Cross, colours, numbers) | draws | plays()


@st.composite
def rulesets(draw: st.DrawFn) -> Ruleset:
    """Any game with any of its options."""
    rules = RULESETS[draw(st.sampled_from(sorted(RULESETS)))]
    return ruleset_with(
        rules.name, {name: draw(st.sampled_from([*OPTIONS[name]])) for name in rules.adjustable}
    )


def variants() -> list[Ruleset]:
    """Every game with every single option that its tables may set."""
    return [
        ruleset_with(rules.name, {option: value})
        for rules in RULESETS.values()
        for option in rules.adjustable
        for value in [*OPTIONS[option]][1:]
    ]


@st.composite
def games(draw: st.DrawFn, rules: st.SearchStrategy[Ruleset] | None = None) -> Game:
    """A random game, played to its end."""
    chosen = draw(rulesets() if rules is None else rules)
    players = draw(st.integers(chosen.min_players, chosen.max_players))
    seed = draw(st.integers(0, 2**32))
    game = Game(chosen, NAMES[:players], seed=seed)
    play(game, [RandomBot(random.Random(seed + 1))] * players)
    return game
