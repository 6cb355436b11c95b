"""From played deals to a table: shares, margins, ratings, each with a bootstrap interval over deals."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import groupby
from random import Random
from typing import NamedTuple

import numpy as np

from qwixx.arena.contest import Contest
from qwixx.arena.deal_player import Forfeit, PlayedDeal, PlayedGame
from qwixx.arena.elo import elo
from qwixx.compiled.structs import Floats

REPLICATES = 1000
REPLICATES_AT_ONCE = 20
PERCENTILES = (2.5, 97.5)
# A bootstrap of fewer deals would give intervals that are too narrow.
FEWEST_DEALS = 10
ANCHOR = "random"
MEAN_RATING = 1500.0

# Rows of the sums over deals, by entrant; from BEATS on one row for each opponent.
GAMES, SHARE, FINISHED, MARGIN, TOTAL, BEATS = range(6)


class Estimate(NamedTuple):
    """A value and its 95% interval; without one where there are too few deals."""

    value: float
    low: float | None = None
    high: float | None = None


@dataclass(frozen=True)
class Standing:
    """The figures of one bot. A forfeited game counts for shares and ratings, not for points."""

    entrant: int
    name: str
    games: int
    forfeits: int
    win_share: Estimate | None
    margin: Estimate | None
    total: Estimate | None
    rating: Estimate | None
    seconds_per_decision: float | None


@dataclass(frozen=True)
class HeadToHead:
    """The share of the games in which one bot came before another; a tie is half."""

    entrant: int
    against: int
    games: int
    share: Estimate


@dataclass(frozen=True)
class Standings:
    """The table, best bot first, and the zero of its ratings in words.

    ``worth``, for adjusted results: how many games without adjustment tell as much as one with it.
    """

    rows: tuple[Standing, ...]
    pairs: tuple[HeadToHead, ...]
    anchor: str
    deals: int
    games: int
    worth: float | None = None


class LuckAdjustment(NamedTuple):
    """The luck that is subtracted from each entrant's share of the win, and from its total."""

    of_share: tuple[float, ...]
    of_total: tuple[float, ...]


def win_shares(game: PlayedGame, players: int) -> list[float]:
    """Each entrant's share of the win: winners share it; after a forfeit, all others do."""
    if game.forfeit is not None:
        return [0.0 if place == game.forfeit.place else 1 / (players - 1) for place in range(players)]
    assert game.totals is not None
    best = max(game.totals)
    return [1 / game.totals.count(best) if total == best else 0.0 for total in game.totals]


def came_before(game: PlayedGame, one: int, other: int) -> float:
    """1 if one entrant of a table came before the other, 0 if behind, one half if level."""
    if game.forfeit is not None:
        return {one: 0.0, other: 1.0}.get(game.forfeit.place, 0.5)
    assert game.totals is not None
    return (1 + (game.totals[one] > game.totals[other]) - (game.totals[one] < game.totals[other])) / 2


def standings(contest: Contest, deals: Iterable[PlayedDeal]) -> Standings:
    """The table of a contest, as far as it has been played."""
    played = sorted(deals, key=lambda deal: (deal.deal, deal.table))
    sums = _sums_by_deal(contest, played)
    figures = _Figures(contest, sums)
    rows = [_standing(contest, played, entrant, figures) for entrant in range(len(contest.entrants))]
    return Standings(
        rows=tuple(sorted(rows, key=_strength, reverse=True)),
        pairs=tuple(_pairs(figures)),
        anchor=_anchor(contest)[1],
        deals=len(sums),
        games=sum(len(deal.games) for deal in played),
        worth=_worth(contest, played, sums) if contest.adjusted else None,
    )


def _sums_by_deal(contest: Contest, played: list[PlayedDeal]) -> Floats:
    """Sums over the played tables of each deal: an array by deal, row of sums, and entrant."""
    entrants = len(contest.entrants)
    rows = {deal: row for row, deal in enumerate(dict.fromkeys(each.deal for each in played))}
    sums = np.zeros((len(rows), BEATS + entrants, entrants))
    for deal, sitting, game in _compared(contest, played):
        _add(sums[rows[deal]], sitting, game, _luck(contest, game, len(sitting)))
    return sums


def _luck(contest: Contest, game: PlayedGame, players: int) -> LuckAdjustment:
    """The adjustment of a game's results: in points in the solo game, in shares in all others."""
    nothing = (0.0,) * players
    found = game.luck if contest.adjusted and game.luck is not None else nothing
    return LuckAdjustment(nothing, found) if contest.players == 1 else LuckAdjustment(found, nothing)


def _compared(
    contest: Contest, played: list[PlayedDeal]
) -> Iterator[tuple[int, tuple[int, ...], PlayedGame]]:
    """The games with their deals and the entrants they compare."""
    if contest.players > 1:
        for each in played:
            for game in each.games:
                yield each.deal, contest.tables[each.table], game
        return
    for deal, alone in groupby(played, key=lambda each: each.deal):
        found = list(alone)
        if len(found) == len(contest.tables):
            yield deal, tuple(contest.tables[each.table][0] for each in found), _side_by_side(found)


def _side_by_side(alone: list[PlayedDeal]) -> PlayedGame:
    """Solo games with the same dice as one game; the last entrant that failed forfeits it."""
    games = [deal.games[0] for deal in alone]
    failed = [place for place, game in enumerate(games) if game.totals is None]
    if failed:
        return PlayedGame(None, Forfeit(failed[-1], ""))
    lucks = [game.luck[0] for game in games if game.luck is not None]
    return PlayedGame(tuple(game.totals[0] for game in games if game.totals), luck=tuple(lucks) or None)


def _add(sums: Floats, sitting: tuple[int, ...], game: PlayedGame, luck: LuckAdjustment) -> None:
    players = len(sitting)
    for place, share in enumerate(win_shares(game, players)):
        entrant = sitting[place]
        sums[GAMES, entrant] += 1
        sums[SHARE, entrant] += share - luck.of_share[place]
        for other in range(players):
            if other != place:
                before = came_before(game, place, other) - (luck.of_share[place] if players == 2 else 0)
                sums[BEATS + entrant, sitting[other]] += before
        if game.totals is not None:
            totals = [total - each for total, each in zip(game.totals, luck.of_total, strict=True)]
            own = totals[place]
            sums[FINISHED, entrant] += 1
            sums[MARGIN, entrant] += own - (sum(totals) - own) / (players - 1)
            sums[TOTAL, entrant] += own


def _worth(contest: Contest, played: list[PlayedDeal], adjusted: Floats) -> float | None:
    """The variance of the results of deals over their variance without luck; None if unknown."""
    result, count = (MARGIN, FINISHED) if contest.players == 1 else (SHARE, GAMES)

    def spread(sums: Floats) -> float:
        return float(np.nansum(np.nanvar(_ratio(sums[:, result], sums[:, count]), axis=0)))

    if len(adjusted) < FEWEST_DEALS or spread(adjusted) == 0:
        return None
    return spread(_sums_by_deal(replace(contest, adjusted=False), played)) / spread(adjusted)


def _resampled(sums: Floats, seed: str) -> Floats:
    """Sums of bootstrap replicates; deals are resampled as a whole, since their games are correlated."""
    rng = np.random.default_rng(Random(f"{seed}/bootstrap").getrandbits(64))
    deals = len(sums)
    parts = [
        np.tensordot(rng.multinomial(deals, [1 / deals] * deals, REPLICATES_AT_ONCE), sums, axes=1)
        for _ in range(REPLICATES // REPLICATES_AT_ONCE)
    ]
    return np.concatenate(parts)


class _Figures:
    """All figures of a contest: their point estimates, and those of the bootstrap replicates."""

    def __init__(self, contest: Contest, sums: Floats) -> None:
        self.point = _figures(contest, sums.sum(axis=0))
        enough = len(sums) >= FEWEST_DEALS
        self._replicates = _figures(contest, _resampled(sums, contest.seed)) if enough else None

    def estimate(self, name: str, *index: int) -> Estimate | None:
        """A figure with its interval; None if nothing was counted for it."""
        value = float(self.point[name][index])
        if np.isnan(value):
            return None
        if self._replicates is None:
            return Estimate(value)
        known = self._replicates[name].reshape(REPLICATES, -1)
        column = known[:, np.ravel_multi_index(index, self.point[name].shape)]
        low, high = np.percentile(column[~np.isnan(column)], PERCENTILES)
        return Estimate(value, float(low), float(high))


def _figures(contest: Contest, sums: Floats) -> dict[str, Floats]:
    beats = sums[..., BEATS:, :]
    met = beats + np.swapaxes(beats, -1, -2)
    # Less its luck, a bot that wins nearly always has won more often than always, which has no rating.
    ratings = elo(np.clip(beats, 0, met))
    anchor, _ = _anchor(contest)
    return {
        "games": sums[..., GAMES, :],
        "met": met,
        "win_share": _ratio(sums[..., SHARE, :], sums[..., GAMES, :]),
        "margin": _ratio(sums[..., MARGIN, :], sums[..., FINISHED, :]),
        "total": _ratio(sums[..., TOTAL, :], sums[..., FINISHED, :]),
        "pair_share": _ratio(beats, met),
        "rating": ratings - ratings[..., anchor, None] if anchor is not None else ratings + MEAN_RATING,
    }


def _anchor(contest: Contest) -> tuple[int | None, str]:
    """The entrant whose rating is 0, None if it does not play, and words for the zero of the scale."""
    for number, entrant in enumerate(contest.entrants):
        if entrant.spec == ANCHOR:
            return number, f"{entrant.name} = 0"
    return None, f"mean = {MEAN_RATING:.0f}"


def _ratio(above: Floats, below: Floats) -> Floats:
    """The quotient, NaN where nothing was counted."""
    ratio: Floats = np.divide(above, below, out=np.full(above.shape, np.nan), where=below > 0)
    return ratio


def _standing(contest: Contest, played: list[PlayedDeal], entrant: int, figures: _Figures) -> Standing:
    mine = [
        (deal, contest.tables[deal.table].index(entrant))
        for deal in played
        if entrant in contest.tables[deal.table]
    ]
    decisions = sum(deal.decisions[place] for deal, place in mine)
    seconds = sum(deal.seconds[place] for deal, place in mine)
    lost = [
        game.forfeit is not None and game.forfeit.place == place
        for deal, place in mine
        for game in deal.games
    ]
    return Standing(
        entrant=entrant,
        name=contest.entrants[entrant].name,
        games=int(figures.point["games"][entrant]),
        forfeits=sum(lost),
        win_share=figures.estimate("win_share", entrant),
        margin=figures.estimate("margin", entrant),
        total=figures.estimate("total", entrant),
        rating=figures.estimate("rating", entrant) if mine else None,
        seconds_per_decision=seconds / decisions if decisions else None,
    )


def _pairs(figures: _Figures) -> Iterator[HeadToHead]:
    for one, other in np.argwhere(figures.point["met"] > 0).tolist():
        share = figures.estimate("pair_share", one, other)
        assert share is not None
        yield HeadToHead(one, other, int(figures.point["met"][one, other]), share)


def _strength(standing: Standing) -> tuple[float, float]:
    rating, share = standing.rating, standing.win_share
    return (rating.value if rating else -np.inf, share.value if share else -np.inf)


def forfeits(contest: Contest, deals: Iterable[PlayedDeal]) -> Iterator[tuple[int, PlayedDeal, int, str]]:
    """Every forfeit: the entrant, the deal, the rotation, and why."""
    for each in sorted(deals, key=lambda deal: (deal.deal, deal.table)):
        for rotation, game in enumerate(each.games):
            if game.forfeit is not None:
                yield contest.tables[each.table][game.forfeit.place], each, rotation, game.forfeit.why
