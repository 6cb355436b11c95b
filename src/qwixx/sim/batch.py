"""A batch of games: each takes the actions of its agents and goes on to their next decision."""

from collections.abc import Callable
from typing import Any, NamedTuple, TypeAlias

import numba
import numpy as np
from numpy.typing import NDArray

from qwixx.compiled.cache import compiled
from qwixx.compiled.structs import Floats, Ints, Singles
from qwixx.engine.board import COMMON, RUNNING, Board
from qwixx.nets.net import Net
from qwixx.sim.agent_game import (
    NOT_BEGUN,
    ROLL,
    AgentGame,
    begin,
    choose_alone,
    is_agent,
    resolve_common,
    roll_dice,
)
from qwixx.sim.encoding import Layout, Mask, code_of, write_mask, write_observation
from qwixx.sim.kernel import Known, Policy, RollWatcher, see_nothing
from qwixx.sim.policies import decide, decide_with_net, see_roll
from qwixx.solver.best_turn import ValueTable

StepKernel: TypeAlias = Callable[["Batch", Layout, int, int, Known], None]


class Batch(NamedTuple):
    """Games with the inputs and outputs of one step.

    ``actions``, ``observations``, ``masks`` and ``points`` (the change in this step) have a row for each
    agent, game by game; ``ended`` and ``totals`` have one for each game. Outputs are zeros before the step.
    """

    games: NDArray[Any]
    actions: Ints
    observations: Singles
    masks: NDArray[np.int8]
    points: Floats
    ended: NDArray[np.bool_]
    totals: Ints

    def part(self, games: slice) -> "Batch":
        """Some of the games."""
        agents = len(self.actions) // len(self.games)
        rows = slice(games.start * agents, games.stop * agents)
        return Batch(
            self.games[games],
            self.actions[rows],
            self.observations[rows],
            self.masks[rows],
            self.points[rows],
            self.ended[games],
            self.totals[games],
        )


@compiled()
def _row(board: Board, seat: int) -> int:
    """The row of an agent among those of its game."""
    row = 0
    for before in range(seat):
        row += is_agent(board, before)
    return row


@compiled()
def _show(game: AgentGame, layout: Layout, observations: Singles, masks: Mask) -> None:
    """Write the observation and the action mask of each agent."""
    for seat in range(game.board.players):
        if is_agent(game.board, seat):
            row = _row(game.board, seat)
            write_observation(game, seat, layout, observations[row])
            write_mask(game, seat, layout, masks[row])


@compiled()
def _add_points(game: AgentGame, sign: int, points: Floats) -> None:
    """Add the points of each agent, or subtract them."""
    for seat in range(game.board.players):
        if is_agent(game.board, seat):
            points[_row(game.board, seat)] += sign * game.board.points[seat]


@compiled()
def _write_totals(board: Board, totals: Ints) -> None:
    for seat in range(board.players):
        totals[seat] = board.points[seat]


@compiled()
def _act_alone(game: AgentGame, actions: Ints, layout: Layout) -> None:
    """The active seat, an agent, takes its action."""
    seat = game.board.active
    choose_alone(game, code_of(game, seat, actions[_row(game.board, seat)], layout))


def step_for(policy: Policy[Known], watcher: RollWatcher[Known] = see_nothing) -> StepKernel[Known]:
    """The loop over games in which bots choose by a compiled policy, as ``kernel_for`` has it.

    It takes a batch, the layout of observations and actions, a seed, the stride between the numbers of
    successive games in a place, and the data of the policy. Actions have to be legal.
    """
    act_together, go_on = _common_action(policy, watcher), _until_an_agent(policy)

    @numba.njit(nogil=True)
    def step(batch: Batch, layout: Layout, seed: int, stride: int, known: Known) -> None:
        agents = len(batch.actions) // len(batch.games)
        for place in range(len(batch.games)):
            game, rows = batch.games[place], slice(place * agents, (place + 1) * agents)
            if game.phase == NOT_BEGUN:
                begin(game, seed)
            else:
                _add_points(game, -1, batch.points[rows])
                if game.phase == COMMON:
                    act_together(game, batch.actions[rows], layout, known)
                else:
                    _act_alone(game, batch.actions[rows], layout)
                go_on(game, known)
                _add_points(game, 1, batch.points[rows])
                if game.board.ended != RUNNING:
                    batch.ended[place] = True
                    _write_totals(game.board, batch.totals[place])
                    game.number += stride
                    begin(game, seed)
            go_on(game, known)
            _show(game, layout, batch.observations[rows], batch.masks[rows])

    made: StepKernel[Known] = step
    return made


def _common_action(
    policy: Policy[Known], watcher: RollWatcher[Known]
) -> Callable[[AgentGame, Ints, Layout, Known], None]:
    """The common action of agents and bots."""

    @numba.njit()
    def act_together(game: AgentGame, actions: Ints, layout: Layout, known: Known) -> None:
        board = game.board
        watcher(board, known)
        for seat in range(board.players):
            if is_agent(board, seat):
                board.chosen[seat] = code_of(game, seat, actions[_row(board, seat)], layout)
            else:
                board.chosen[seat] = policy(COMMON, board, seat, known)
        resolve_common(game)

    together: Callable[[AgentGame, Ints, Layout, Known], None] = act_together
    return together


def _until_an_agent(policy: Policy[Known]) -> Callable[[AgentGame, Known], None]:
    """The loop of chance and bots, until an agent has to decide or the game is over."""

    @numba.njit()
    def go_on(game: AgentGame, known: Known) -> None:
        board = game.board
        while board.ended == RUNNING and game.phase != COMMON:
            if game.phase == ROLL:
                roll_dice(game)
            elif is_agent(board, board.active):
                return
            else:
                choose_alone(game, policy(game.phase, board, board.active, known))

    until: Callable[[AgentGame, Known], None] = go_on
    return until


_step_without_nets = step_for(decide)
_step_with_net = step_for(decide_with_net, see_roll)


@compiled(nogil=True)
def step_games(batch: Batch, layout: Layout, seed: int, stride: int, solved: ValueTable) -> None:
    """One step of every game; cached on disk, unlike the loops that it calls."""
    _step_without_nets(batch, layout, seed, stride, solved)


@compiled(nogil=True)
def step_games_with_net(batch: Batch, layout: Layout, seed: int, stride: int, net: Net) -> None:
    """As ``step_games``, for bots of which some use a net."""
    _step_with_net(batch, layout, seed, stride, net)
