"""PettingZoo environments by the name of the game, as PettingZoo's own are made."""

from pettingzoo.utils.wrappers import OrderEnforcingWrapper

from qwixx.envs.episode import Observation
from qwixx.envs.simultaneous import SimultaneousEnv
from qwixx.envs.turns import TurnsEnv
from qwixx.rules.errors import SetupError
from qwixx.rules.ruleset import Ruleset, ruleset


def aec(
    game: str | Ruleset = "dice",
    players: int = 2,
    *,
    reward: str = "win",
    illegal: str = "raise",
    render_mode: str | None = None,
    **options: object,
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
    **options: object,
) -> SimultaneousEnv:
    """A game in which all agents that owe a decision decide in one step.

    >>> observations, infos = parallel_env("cards", players=2).reset(seed=7)
    >>> {agent: int(seen["action_mask"].sum()) for agent, seen in observations.items()}
    {'player_0': 1, 'player_1': 4}
    """
    rules = _rules(game, options)
    return SimultaneousEnv(rules, players, reward=reward, illegal=illegal, render_mode=render_mode)


def _rules(game: str | Ruleset, options: dict[str, object]) -> Ruleset:
    rules = ruleset(game, **options)
    if rules.max_players == 1:
        raise SetupError(f"{rules.title} has one player: gymnasium.make('qwixx/Solo-v0')")
    return rules
