"""Comparing players from Python: the same dice for all, and intervals."""

import pickle
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Unpack

from qwixx.arena.contest import ArenaError, Contest, entrants_given, planned
from qwixx.arena.report import heading, standings_lines
from qwixx.arena.results import weights_used
from qwixx.arena.standings import Standing, Standings, standings
from qwixx.arena.workers import played_deals
from qwixx.bots.own import PlayerClass
from qwixx.bots.program import DECISION_SECONDS
from qwixx.bots.provenance import software
from qwixx.gameplay import Player
from qwixx.rules.ruleset import Options, Ruleset, ruleset
from qwixx.seeds import Seed

DEALS = 500


@dataclass(frozen=True, repr=False)
class Comparison:
    """The result of a contest; ``str()`` is its table.

    ``software`` and ``weights`` (SHA-256 by name) identify the players and the judge of luck.
    """

    contest: Contest
    standings: Standings
    software: str = field(default_factory=software)
    weights: dict[str, str] = field(default_factory=dict)

    @property
    def rows(self) -> tuple[Standing, ...]:
        """A row for each player, the best first."""
        return self.standings.rows

    def __getitem__(self, name: str) -> Standing:
        """The row of the player with this name."""
        for row in self.rows:
            if row.name == name:
                return row
        raise KeyError(f"no player {name!r}: there are {', '.join(row.name for row in self.rows)}")

    def __str__(self) -> str:
        return "\n".join(
            [heading(self.contest, self.standings.deals), "", *standings_lines(self.contest, self.standings)]
        )

    def __repr__(self) -> str:
        shares = (f"{row.name} {100 * row.win_share.value:.1f}%" for row in self.rows if row.win_share)
        return f"<Comparison in {self.contest.rules}: {', '.join(shares)}; {self.standings.games} games>"


def compare(
    players: Mapping[str, str | Player | PlayerClass],
    game: str | Ruleset = "dice",
    *,
    deals: int = DEALS,
    seats: int | None = 2,
    seed: Seed = 1,
    adjusted: bool = False,
    jobs: int = 1,
    time_limit: float = DECISION_SECONDS,
    **options: Unpack[Options],
) -> Comparison:
    """Compare players on the same dice and cards, with confidence intervals.

    A player is a bot's name, an object with a method ``choose(view)``, or a class of such objects, which
    makes one for each game (with its random generator as ``rng=``, if it takes one). A deal is played once
    for every rotation, at all tables of ``seats`` players; None seats all at one. ``adjusted`` subtracts the
    luck of each game, so that fewer games tell as much. Processes (``jobs``) need picklable players.
    """
    rules = ruleset(game, **options)
    contest = planned(rules, entrants_given(players, rules.name), seats, seed, time_limit, adjusted)
    for name, number in (("deals", deals), ("jobs", jobs)):
        if not hasattr(number, "__index__") or number < 1:
            raise ArenaError(f"{name} is a whole number from 1, not {number!r}")
    if jobs > 1:
        _check_pickled(contest)
    tasks = ((table, deal) for deal in range(deals) for table in range(len(contest.tables)))
    found = standings(contest, played_deals(contest, tasks, jobs))
    return Comparison(contest, found, weights=weights_used(contest))


def _check_pickled(contest: Contest) -> None:
    for entrant in contest.entrants:
        module = entrant.spec.partition(":")[0]
        try:
            if entrant.own is not None and module == "__main__":
                raise ArenaError("it is defined in a notebook or a script")
            pickle.dumps(entrant.own)
        except Exception as error:
            raise ArenaError(
                f"{entrant.name} cannot play in other processes: {error}; take jobs=1,"
                " or a class in a separate module"
            ) from error
