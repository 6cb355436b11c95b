"""Replays: a recorded game as a list of public steps."""

import random
from itertools import pairwise

import msgspec
import pytest

from qwixx.bots import RandomBot
from qwixx.gameplay import Game, play
from qwixx.notation import format_outcome, format_record
from qwixx.record import ChanceStep, Record
from qwixx.rules.events import events
from qwixx.rules.ruleset import RULESETS
from qwixx.tables import protocol
from qwixx.tables.replay import replay_of
from qwixx.tables.views import happening, public_view, sheet_message
from tests.strategies import NAMES


def finished(game: str, players: int) -> Record:
    one = Game(game, NAMES[:players], seed=1)
    play(one, [RandomBot(random.Random(1))] * players)
    return one.record


def replayed(record: Record) -> protocol.Replay:
    return replay_of(record, [None] * len(record.names), None, None)


@pytest.mark.parametrize("game", RULESETS)
def test_a_replay_has_the_events_turns_and_chance_of_its_record(game: str) -> None:
    record = finished(game, RULESETS[game].max_players)
    found, moments = replayed(record), list(record.moments())
    happened = [
        happening(event) for before, after in pairwise(moments) for event in events(before.state, after.state)
    ]
    assert [each for step in found.steps for each in step.happened] == happened
    active = {turn: state.active for _, turn, state in reversed(moments) if turn}
    assert [turn.text.split(":")[0] for turn in found.turns] == [
        f"{turn} {record.names[active[turn]]}" for turn in sorted(active)
    ]
    assert [written(drawn) for drawn in found.drawn] == [
        format_outcome(step.outcome) for step in record.steps if isinstance(step, ChanceStep)
    ]
    _, turn, state = moments[-1]
    last = found.steps[-1]
    assert last.view == msgspec.structs.replace(public_view(state, turn), sheets=())
    assert [found.sheets[place] for place in last.sheets] == list(map(sheet_message, state.sheets))
    hands = [tuple(map(str, hand)) for hand in state.cards.hands]
    assert [found.hands[place] for place in last.hands] == hands
    assert (found.text, found.began_at, found.number) == (format_record(record), None, None)


def written(drawn: protocol.Drawn) -> str:
    """The outcome of chance in the notation."""
    match drawn:
        case protocol.FirstDrawn(seat):
            return f"first {seat + 1}"
        case protocol.FirstSixRolled(rolls):
            return " ".join(["first six", *map(str, rolls)])
        case protocol.CardsShuffled(cards):
            return f"shuffle {' '.join(cards)}"
        case protocol.DiceRolled(dice):
            coloured = (f"{letter}{die}" for letter, die in zip("rygb", dice.coloured, strict=True) if die)
            return " ".join(["+".join(map(str, dice.white)), *coloured])


def test_the_choices_of_a_common_action_form_one_step() -> None:
    found = replayed(finished("dice", 4))
    for turn, following in pairwise(found.turns):
        phases = [step.view.phase for step in found.steps[turn.begins + 1 : following.begins + 1]]
        assert phases == ["common", "own", "roll"]
    assert all(len(step.view.to_act) in (0, 1, 4) for step in found.steps)


def test_the_largest_replay_is_small() -> None:
    assert len(protocol.encode(replayed(finished("cards_joker", 5)))) < 150_000
