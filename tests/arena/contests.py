"""Contests and results for tests."""

import shlex
import sys
from pathlib import Path

import msgspec

from qwixx.arena.contest import Contest, plan
from qwixx.arena.deal_player import PlayedDeal, PlayedGame
from qwixx.rules.ruleset import ruleset

RASCAL = Path(__file__).parent.parent / "bots" / "misbehaving.py"


def rascal(manner: str) -> str:
    """The specification of a program bot that misbehaves in this manner."""
    return f"{manner.replace(' ', '_')}=exec:{shlex.join([sys.executable, str(RASCAL), manner])}"


def contest(
    *bots: str, players: int | None = 2, game: str = "dice", seed: str = "test", time_limit: float = 20
) -> Contest:
    return plan(ruleset(game), bots, players, seed=seed, time_limit=time_limit)


def finished(table: int, deal: int, *totals: tuple[int, ...]) -> PlayedDeal:
    """A deal whose rotations ended with these totals."""
    players = len(totals[0])
    games = tuple(PlayedGame(each) for each in totals)
    return PlayedDeal(table, deal, games, (10,) * players, (0.001,) * players)


def untimed(deal: PlayedDeal) -> PlayedDeal:
    """A deal without timings, which differ between runs."""
    return msgspec.structs.replace(deal, seconds=())
