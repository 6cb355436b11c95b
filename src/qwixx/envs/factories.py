"""Environments by the name of the game."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Unpack

from pettingzoo.utils.wrappers import OrderEnforcingWrapper

from qwixx.envs.episode import Observation
from qwixx.envs.simultaneous import SimultaneousEnv
from qwixx.envs.turns import TurnsEnv
from qwixx.rules.errors import SetupError
from qwixx.rules.ruleset import Options, Ruleset, ruleset

if TYPE_CHECKING:
    from qwixx.envs.vector import CompiledVectorEnv


def aec(
    game: str | Ruleset = "dice",
    players: int = 2,
    *,
    reward: str = "win",
    illegal: str = "raise",
    render_mode: str | None = None,
    **options: Unpack[Options],
) -> OrderEnforcingWrapper[str, Observation, int | None]:
    """A game in which agents decide one after the other, with options of the table as in ``Game``.

    >>> env = aec("dice", players=3)
    >>> env.reset(seed=7)
    >>> env.agent_selection, env.action_space("player_0"), env.metadata["name"]
    ('player_0', Discrete(45), 'qwixx_dice_v0')
    """
    rules = _rules(game, options)
    return OrderEnforcingWrapper(
        TurnsEnv(rules, players, reward=reward, illegal=illegal, render_mode=render_mode)
    )


def parallel_env(
    game: str | Ruleset = "dice",
    players: int = 2,
    *,
    reward: str = "win",
    illegal: str = "refuse",
    render_mode: str | None = None,
    **options: Unpack[Options],
) -> SimultaneousEnv:
    """A game in which all agents that have to decide do so in one step.

    >>> observations, infos = parallel_env("cards", players=2).reset(seed=7)
    >>> {agent: int(seen["action_mask"].sum()) for agent, seen in observations.items()}
    {'player_0': 1, 'player_1': 4}
    """
    rules = _rules(game, options)
    return SimultaneousEnv(rules, players, reward=reward, illegal=illegal, render_mode=render_mode)


def vector_env(
    game: str | Ruleset = "dice",
    num_envs: int = 1,
    *,
    opponents: Sequence[str] | None = None,
    reward: str | None = None,
    jobs: int = 1,
    **options: Unpack[Options],
) -> "CompiledVectorEnv":
    """Many games at once on the compiled engine, as ``gymnasium.make_vec`` makes them.

    >>> envs = vector_env("dice", num_envs=1000, opponents=["gap:1,2"], jobs=2)
    >>> seen, infos = envs.reset(seed=7)
    >>> seen["action_mask"].shape
    (1000, 45)
    """
    # Numba takes seconds to be imported, which the other environments do not need.
    from qwixx.envs.vector import CompiledVectorEnv

    return CompiledVectorEnv(game, num_envs, opponents=opponents, reward=reward, jobs=jobs, **options)


def _rules(game: str | Ruleset, options: Options) -> Ruleset:
    rules = ruleset(game, **options)
    if rules.max_players == 1:
        raise SetupError(f"{rules.title} has one player: gymnasium.make('qwixx/Solo-v0')")
    return rules
