"""Standings: win shares, margins and ratings, with intervals that account for correlated games."""

import random

import msgspec
import numpy as np
import pytest

from qwixx.arena.contest import Contest
from qwixx.arena.deal_player import Forfeit, PlayedDeal, PlayedGame
from qwixx.arena.standings import Estimate, Standing, Standings, came_before, standings, win_shares
from tests.arena.contests import contest, finished

TWO = contest("gap:1,2", "gap:2,3")


def row(table: Standings, entrant: int) -> Standing:
    return next(each for each in table.rows if each.entrant == entrant)


def value(estimate: Estimate | None) -> float:
    assert estimate is not None
    return estimate.value


def width(estimate: Estimate | None) -> float:
    assert estimate is not None
    assert estimate.low is not None
    assert estimate.high is not None
    return estimate.high - estimate.low


@pytest.mark.parametrize(
    ("totals", "parts"),
    [((30, 20), [1, 0]), ((20, 20), [0.5, 0.5]), ((9, 30, 30), [0, 0.5, 0.5]), ((7, 7, 7), [1 / 3] * 3)],
)
def test_tied_winners_share_the_win(totals: tuple[int, ...], parts: list[float]) -> None:
    assert win_shares(PlayedGame(totals), len(totals)) == pytest.approx(parts)


def test_after_a_forfeit_the_others_share_the_win() -> None:
    game = PlayedGame(None, Forfeit(1, "crashed"))
    assert win_shares(game, 2) == [1, 0]
    assert win_shares(game, 4) == pytest.approx([1 / 3, 0, 1 / 3, 1 / 3])
    assert (came_before(game, 0, 1), came_before(game, 1, 2), came_before(game, 0, 2)) == (1, 0, 0.5)


def test_pairwise_results_follow_from_the_totals() -> None:
    game = PlayedGame((30, 20, 20))
    assert (came_before(game, 0, 1), came_before(game, 1, 0), came_before(game, 1, 2)) == (1, 0, 0.5)


def test_standings_of_two_bots_match_a_manual_calculation() -> None:
    deals = [finished(0, 0, (30, 20), (10, 20)), finished(0, 1, (40, 40), (25, 5))]
    table = standings(TWO, deals)
    assert (table.deals, table.games, table.anchor) == (2, 4, "mean = 1500")
    first, second = table.rows
    assert (first.entrant, first.games, first.forfeits) == (0, 4, 0)
    assert value(first.win_share) == pytest.approx(2.5 / 4)
    assert value(first.margin) == pytest.approx((10 - 10 + 0 + 20) / 4)
    assert value(first.total) == pytest.approx((30 + 10 + 40 + 25) / 4)
    assert value(second.win_share) == pytest.approx(1.5 / 4)
    assert value(second.margin) == -value(first.margin)
    assert first.seconds_per_decision == pytest.approx(0.0001)
    assert value(first.rating) + value(second.rating) == pytest.approx(3000)
    assert value(first.rating) > value(second.rating)
    # There are too few deals for an interval.
    assert first.win_share == Estimate(2.5 / 4)


def test_a_margin_is_measured_against_the_mean_of_the_others() -> None:
    it = contest("gap:0,1", "gap:1,2", "gap:2,3", players=3)
    table = standings(it, [finished(0, 0, (30, 20, 10), (30, 20, 10), (30, 20, 10))])
    assert [value(row(table, entrant).margin) for entrant in range(3)] == [15, 0, -15]
    assert {(pair.entrant, pair.against): pair.share.value for pair in table.pairs} == {
        (0, 1): 1,
        (0, 2): 1,
        (1, 0): 0,
        (1, 2): 1,
        (2, 0): 0,
        (2, 1): 0,
    }
    assert {pair.games for pair in table.pairs} == {3}


def test_the_random_bot_is_the_rating_anchor_if_it_plays() -> None:
    it = contest("gap:1,2", "yardstick=random")
    table = standings(it, [finished(0, deal, (30, 20), (20, 30)) for deal in range(20)])
    assert table.anchor == "yardstick = 0"
    assert row(table, 1).rating == Estimate(0, 0, 0)
    assert value(row(table, 0).rating) == pytest.approx(0)


def test_forfeits_count_for_shares_and_not_for_points() -> None:
    lost = PlayedGame(None, Forfeit(0, "crashed"))
    deals = [msgspec.structs.replace(finished(0, 0, (30, 20), (0, 0)), games=(PlayedGame((30, 20)), lost))]
    table = standings(TWO, deals)
    assert (row(table, 0).forfeits, row(table, 1).forfeits) == (1, 0)
    assert value(row(table, 0).win_share) == 0.5
    assert value(row(table, 0).total) == 30
    assert value(row(table, 0).margin) == 10


def test_a_bot_with_only_forfeits_has_no_points() -> None:
    lost = PlayedGame(None, Forfeit(0, "crashed"))
    deals = [PlayedDeal(0, deal, (lost, lost), (0, 0), (0.0, 0.0)) for deal in range(20)]
    table = standings(TWO, deals)
    assert row(table, 0).margin is None
    assert row(table, 0).seconds_per_decision is None
    assert value(row(table, 0).win_share) == 0
    assert value(row(table, 0).rating) < 1500


def noisy(it: Contest, deals: int, spread: float, cancels: bool, seed: int = 1) -> list[PlayedDeal]:
    """Deals of equally strong bots; the luck of a deal favours one seat or is independent of the seat."""
    rng = random.Random(seed)
    played = []
    for deal in range(deals):
        luck = round(rng.gauss(0, spread))
        other = luck if cancels else round(rng.gauss(0, spread))
        played.append(finished(0, deal, (50 + luck, 50), (50, 50 + other) if cancels else (50 + other, 50)))
    return played


def test_luck_that_cancels_within_a_deal_gives_narrow_intervals() -> None:
    """The dice of a deal favour seat 1 in both rotations, thus each bot once, so that luck cancels."""
    cancelled = standings(TWO, noisy(TWO, 200, 20, cancels=True))
    independent = standings(TWO, noisy(TWO, 200, 20, cancels=False))
    assert width(row(cancelled, 0).margin) == pytest.approx(0)
    assert width(row(cancelled, 0).win_share) == pytest.approx(0)
    assert width(row(independent, 0).margin) > 1


def test_intervals_use_the_normal_distribution_over_deals() -> None:
    deals = noisy(TWO, 400, 20, cancels=False)
    by_deal = [sum(a - b for a, b in (game.totals or (0, 0) for game in deal.games)) / 2 for deal in deals]
    error = np.std(by_deal, ddof=1) / np.sqrt(len(by_deal))
    assert width(row(standings(TWO, deals), 0).margin) == pytest.approx(2 * 1.96 * error, rel=0.1)


def test_intervals_contain_the_true_value_about_95_times_in_100() -> None:
    held = 0
    for seed in range(100):
        share = row(standings(TWO, noisy(TWO, 60, 20, cancels=False, seed=seed)), 0).win_share
        assert share is not None
        assert share.low is not None
        assert share.high is not None
        held += share.low <= 0.5 <= share.high
    assert 87 <= held <= 100


def test_the_order_of_results_does_not_matter() -> None:
    deals = noisy(TWO, 50, 20, cancels=False)
    assert standings(TWO, deals) == standings(TWO, reversed(deals))


def test_an_unfinished_contest_has_standings() -> None:
    it = contest("gap:0,1", "gap:1,2", "gap:2,3")
    table = standings(it, [finished(0, deal, (30, 20), (30, 20)) for deal in range(12)])
    assert [each.entrant for each in table.rows] == [0, 1, 2]
    nobody = row(table, 2)
    assert (nobody.games, nobody.win_share, nobody.rating, nobody.margin) == (0, None, None, None)
    assert {(pair.entrant, pair.against) for pair in table.pairs} == {(0, 1), (1, 0)}
