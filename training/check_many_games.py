"""Compare ``many_games`` with the compiled engine: the same rolls, positions and actions 2."""

import numpy as np
import torch
from many_games import PASS, Player, Positions, Roll, Table, new_positions, throw

from qwixx.engine.board import clear, new_board
from qwixx.engine.dice_turn import choose_own, resolve_common
from qwixx.nets.dice_choice import weigh_own
from qwixx.nets.features import AS_IT_IS, write_features
from qwixx.nets.weights import new_net, shapes
from qwixx.rules.ruleset import DICE
from qwixx.solver.rows import CELLS

GAMES, TURNS_PLAYED = 200, 30
# Sums in another order differ in their last bits.
CLOSE = 1e-5


def lay(board, at: Positions, game: int) -> None:
    players = at.players
    clear(board)
    board["rows"][:players], board["points"][:players] = at.rows[game], at.points[game]
    board["penalties"][:players], board["closed"] = at.penalties[game], at.closed[game]


def lay_roll(board, roll: Roll, game: int) -> None:
    board["dice"] = [*(roll.white[game] + 1), *(roll.coloured[game] + 1)]
    board["number"] = int(roll.total[game])
    board["dice"][2:][board["closed"] == 1] = 0


def same(board, at: Positions, game: int, players: int) -> bool:
    return (
        (board["rows"][:players] == at.rows[game].numpy()).all()
        and (board["points"][:players] == at.points[game].numpy()).all()
        and (board["penalties"][:players] == at.penalties[game].numpy()).all()
        and (board["closed"] == at.closed[game].numpy()).all()
        and (board["ended"] != 0) == bool(at.ended[game])
    )


def check(players: int) -> None:
    luck = torch.Generator().manual_seed(players)
    rng = np.random.default_rng(players)
    scale = {"embedding": 0.2, "second": 0.2, "heads": 0.3}
    weights = {
        name: rng.normal(0, scale.get(name, 0.05), shape).astype(np.float32)
        for name, shape in shapes(players, 64, 32).items()
    }
    net, table = new_net(weights), Table(players, torch.device("cpu"))
    player = Player({name: torch.from_numpy(part) for name, part in weights.items()}, table)
    at, board = new_positions(GAMES, players, table.device), new_board(DICE, players)
    compared = 0
    for _ in range(TURNS_PLAYED):
        roll = throw(len(at), table.device, luck)
        legal = torch.cat(
            [torch.ones_like(at.rows[..., :1], dtype=torch.bool), table.common_legal(at, roll)], 2
        )
        commons = torch.multinomial(legal.flatten(0, 1).float(), 1, generator=luck).view(len(at), players) - 1
        _, own = player.best_turn(at, roll, commons, commons[:, 0])
        after = table.play(at, roll, commons, own)
        colour, number = table.own_cross(roll, own)
        for game in range(len(at)):
            lay(board, at, game)
            for seat in range(players):
                count = write_features(board, seat, AS_IT_IS, net["on"])
                listed = table.inputs(at.of(torch.tensor([game])), torch.tensor([seat]), 0)[0]
                assert sorted(net["on"][:count]) == sorted(listed.tolist())
            lay_roll(board, roll, game)
            compared += 1
            board["chosen"][:players] = commons[game]
            resolve_common(board)
            if not board["ended"]:
                out = own[game] == 0 or board["dice"][2 + int(colour[game])] == 0
                action = PASS if out else int(colour[game]) * CELLS + int(number[game])
                scales, count = net["scales"], weigh_own(board, net, net["scales"])
                chosen = list(scales["options"][:count]).index(action)
                assert scales["wins"][chosen] > scales["wins"][:count].max() - CLOSE
                choose_own(board, action)
            assert same(board, after, game, players), (board, after.of(torch.tensor([game])))
        at = after.passed_on().of((~after.ended).nonzero()[:, 0])
        if not len(at):
            break
    print(f"{players} players: {compared} turns alike")


if __name__ == "__main__":
    for players in range(2, 6):
        check(players)
