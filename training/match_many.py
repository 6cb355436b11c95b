"""Matches between nets of the dice game, many games side by side on a GPU.

``python training/match_many.py 2 A.npz B.npz C.npz``: the share of the first against each of the others. It
sits once in every seat with the same dice; the rival fills the other seats.
"""

import argparse

import numpy as np
import torch
from many_games import Table, new_positions, roll_dice, shares_of_win
from matches import add_match_arguments, print_share
from player import Player
from self_play import chosen_commons, chosen_own
from torch import Tensor


def match(first: Player, rival: Player, deals: int, seed: int) -> Tensor:
    """The share of the win of the first player in each deal, as the mean over its seats."""
    table, players = first.table, first.table.players
    rng = torch.Generator(table.device).manual_seed(seed)
    at = new_positions(deals * players, players, table.device)
    games = torch.arange(len(at), device=table.device)
    shares = torch.zeros(len(at), device=table.device)
    while len(at):
        roll = roll_dice(deals, table.device, rng).of(games // players)
        is_first = at.places == (games % players)[:, None]
        middle = table.resolve_common(at, roll, chosen_commons(at, roll, first, rival, is_first))
        after = table.choose_own(middle, roll, chosen_own(middle, roll, first, rival, is_first))
        shares[games[after.ended]] = shares_of_win(after)[is_first][after.ended]
        going = (~after.ended).nonzero()[:, 0]
        at, games = after.of(going).for_next_turn(), games[going]
    return shares.view(deals, players).mean(1)


def seat_player(path: str, table: Table) -> Player:
    with np.load(path) as parts:
        return Player({name: torch.from_numpy(parts[name]) for name in parts.files}, table)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    add_match_arguments(parser, deals=50_000)
    arguments = parser.parse_args()
    table = Table(arguments.players, torch.device("cuda" if torch.cuda.is_available() else "cpu"))
    first = seat_player(arguments.first, table)
    for other in arguments.others:
        with torch.no_grad():
            by_deal = match(first, seat_player(other, table), arguments.deals, arguments.seed)
        print_share(arguments.first, other, by_deal.cpu().numpy())


if __name__ == "__main__":
    main()
