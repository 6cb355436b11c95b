"""Random streams: Python and compiled code draw the same numbers on any machine."""

from collections import Counter
from collections.abc import Sequence

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from qwixx.compiled.structs import UInts
from qwixx.engine.board import MOST_CHOICES, MOST_PLAYERS, PACK_SIZE
from qwixx.engine.stream import (
    CHANCE,
    DICE_COUNT,
    begin_streams,
    below,
    bits,
    roll,
    shuffle,
)
from qwixx.rules.chance import FirstSeatNode, FirstSixNode, Roll, RollNode
from qwixx.rules.colours import COLOURS
from qwixx.seeds import SEED_NUMBERS
from tests.streams import Stream, StreamDealer

FACES = 6
ROLLS = 36_000
# The 99.9 % quantiles of the chi-squared distribution by degrees of freedom.
ONE_IN_A_THOUSAND = {5: 20.52, 6: 22.46, 35: 66.62}

seeds = st.integers(SEED_NUMBERS[0], SEED_NUMBERS[-1]) | st.integers(0, 9)
games = st.integers(0, 2**40)
indices = st.integers(0, MOST_PLAYERS)


def compiled_streams(seed: int, game: int) -> UInts:
    streams = np.zeros(1 + MOST_PLAYERS, dtype=np.uint64)
    begin_streams(streams, seed, game)
    return streams


@given(seeds, games, indices)
def test_python_and_compiled_code_draw_the_same_bits(seed: int, game: int, index: int) -> None:
    stream, streams = Stream(seed, game, index), compiled_streams(seed, game)
    assert [stream.bits() for _ in range(5)] == [int(bits(streams, index)) for _ in range(5)]


@given(seeds, games, indices, st.lists(st.integers(1, MOST_CHOICES), max_size=9))
def test_python_and_compiled_code_draw_the_same_numbers_below_a_bound(
    seed: int, game: int, index: int, stops: list[int]
) -> None:
    stream, streams = Stream(seed, game, index), compiled_streams(seed, game)
    drawn = [stream.randrange(stop) for stop in stops]
    assert drawn == [below(streams, index, stop) for stop in stops]
    assert all(0 <= number < stop for number, stop in zip(drawn, stops, strict=True))
    again = Stream(seed, game, index)
    assert [again.choice(range(stop)) for stop in stops] == drawn


@given(seeds, games)
def test_python_and_compiled_code_draw_the_same_rolls(seed: int, game: int) -> None:
    stream, streams, dice = (
        Stream(seed, game, CHANCE),
        compiled_streams(seed, game),
        np.zeros(DICE_COUNT, dtype=np.int64),
    )
    for _ in range(5):
        roll(streams, dice)
        assert stream.dice() == dice.tolist()
        assert set(dice.tolist()) <= {1, 2, 3, 4, 5, 6}


@given(seeds, games, st.integers(0, PACK_SIZE))
def test_python_and_compiled_code_draw_the_same_shuffles(seed: int, game: int, count: int) -> None:
    pile = np.arange(PACK_SIZE)
    shuffle(compiled_streams(seed, game), pile, count)
    assert pile[:count].tolist() == list(Stream(seed, game, CHANCE).shuffled(range(count)))
    assert pile[count:].tolist() == list(range(count, PACK_SIZE))


def test_a_stream_is_the_published_splitmix64() -> None:
    """The first numbers of the reference implementation in C for the state 1234567."""
    known = [6457827717110365317, 3203168211198807973, 9817491932198370423, 4593380528125082431]
    stream, streams = Stream(0, 0, 0), np.array([1234567], dtype=np.uint64)
    stream._state = 1234567
    assert [stream.bits() for _ in known] == known
    assert [int(bits(streams, 0)) for _ in known] == known


def test_known_answers() -> None:
    """A seed has a fixed meaning: these numbers must never change."""
    starts = [1310547883708944031, 3143656764140997342, 806804027686989870]
    assert [Stream(7, 3, index).bits() for index in range(3)] == starts
    assert Stream(7, 3, 0).dice() == [1, 3, 4, 3, 1, 3]
    assert "".join(Stream(7, 3, 1).shuffled("abcdefgh")) == "cedhfgab"
    assert Stream(2**63 - 1, 10**9, 5).randrange(1000) == 942


def test_games_and_seats_have_separate_streams() -> None:
    starts = [
        start for seed in (0, 1) for game in range(5000) for start in compiled_streams(seed, game).tolist()
    ]
    assert len(set(starts)) == len(starts)


def test_every_face_of_every_die_is_equally_likely() -> None:
    streams, dice = compiled_streams(1, 0), np.zeros((ROLLS, DICE_COUNT), dtype=np.int64)
    for rolled in dice:
        roll(streams, rolled)
    for die in range(DICE_COUNT):
        assert_uniform(dice[:, die].tolist(), FACES)
        for other in range(die):
            assert_uniform((dice[:, die] * FACES + dice[:, other]).tolist(), FACES**2)
    following = dice[:-1, 0] * FACES + dice[1:, 0]
    assert_uniform(following.tolist(), FACES**2)


def test_numbers_below_a_bound_are_equally_likely() -> None:
    stream = Stream(1, 0, 1)
    assert_uniform([stream.randrange(7) for _ in range(ROLLS)], 7)


def test_the_first_roll_of_a_game_is_uniform_over_games() -> None:
    assert_uniform([Stream(1, game, CHANCE).dice()[0] for game in range(ROLLS)], FACES)


def test_shuffles_put_every_card_at_every_place_equally_often() -> None:
    orders = [Stream(1, game, CHANCE).shuffled(range(7)) for game in range(ROLLS)]
    for place in range(7):
        assert_uniform([order[place] for order in orders], 7)


def assert_uniform(drawn: Sequence[int], kinds: int) -> None:
    """Chi-squared test of the counts; it is deterministic, since the seeds are fixed."""
    counts, expected = Counter(drawn), len(drawn) / kinds
    assert len(counts) == kinds
    assert sum((count - expected) ** 2 / expected for count in counts.values()) < ONE_IN_A_THOUSAND[kinds - 1]


def test_removing_a_die_does_not_change_the_other_dice() -> None:
    whole = StreamDealer(5, 5).draw(RollNode(COLOURS))
    assert isinstance(whole, Roll)
    for out in COLOURS:
        left = tuple(colour for colour in COLOURS if colour is not out)
        assert StreamDealer(5, 5).draw(RollNode(left)) == whole.without((out,))


def test_a_dealer_draws_outcomes_that_the_rules_accept() -> None:
    for game in range(200):
        for node in (FirstSeatNode(5), FirstSixNode(5), RollNode(COLOURS)):
            assert node.why_not(StreamDealer(1, game).draw(node)) is None
