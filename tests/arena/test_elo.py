"""Bradley-Terry ratings."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from qwixx.arena.elo import ELO_PER_LOGIT, VIRTUAL_DRAWS, elo
from qwixx.compiled.structs import Floats


def of_two(wins: float, losses: float) -> float:
    ratings = elo(np.array([[0, wins], [losses, 0]], dtype=float))
    return float(ratings[0] - ratings[1])


@pytest.mark.parametrize(("wins", "losses"), [(50, 50), (75, 25), (30, 70), (1, 0), (0, 0)])
def test_two_bots_differ_by_the_logarithm_of_their_odds(wins: int, losses: int) -> None:
    half = VIRTUAL_DRAWS / 2 if wins + losses else 1
    assert of_two(wins, losses) == pytest.approx(400 * np.log10((wins + half) / (losses + half)))


def test_ten_to_one_is_four_hundred_points() -> None:
    assert of_two(10**7, 10**6) == pytest.approx(400, abs=0.01)


def test_a_bot_that_always_wins_has_a_finite_rating() -> None:
    assert 1000 < of_two(1000, 0) < 2000


def test_known_strengths_are_recovered() -> None:
    strengths = np.array([0.0, 1.5, -2.0, 4.0])
    odds = 1 / (1 + np.exp(strengths[None, :] - strengths[:, None]))
    np.fill_diagonal(odds, 0)
    assert elo(odds * 1e8) == pytest.approx((strengths - strengths.mean()) * ELO_PER_LOGIT, abs=0.01)


def test_a_lopsided_contest_with_few_pairings_converges() -> None:
    """Without step shortening the fit overshoots and diverges."""
    beats = np.zeros((6, 6))
    beats[1, [3, 4, 5]] = 23, 3, 218_117
    beats[2, 3], beats[4, 2] = 1, 70
    beats[5, [0, 4]] = 704_754, 500_480
    assert np.abs(elo(beats)).max() < 6000


games = arrays(np.float64, (4, 4), elements=st.integers(0, 400).map(float))


@given(games)
def test_the_wins_of_every_bot_equal_the_expectation_of_its_rating(beats: Floats) -> None:
    np.fill_diagonal(beats, 0)
    ratings = elo(beats)
    assert np.isfinite(ratings).all()
    assert ratings.mean() == pytest.approx(0, abs=1e-6)
    met = (beats + beats.T) > 0
    wins = beats + met * VIRTUAL_DRAWS / 2
    odds = 1 / (1 + 10 ** ((ratings[None, :] - ratings[:, None]) / 400))
    expected = ((wins + wins.T) * odds).sum(axis=1)
    assert wins.sum(axis=1) == pytest.approx(expected, abs=1e-4)


@given(arrays(np.float64, (3, 4, 4), elements=st.integers(0, 400).map(float)))
def test_a_batch_of_contests_is_fitted_like_single_contests(beats: Floats) -> None:
    assert elo(beats) == pytest.approx(np.stack([elo(each) for each in beats]), abs=1e-5)
