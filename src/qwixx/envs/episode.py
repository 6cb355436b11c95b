"""An episode: a game played by numbered actions and observed as vectors, which all environments share."""

import operator
import random
from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias, TypeVar

import numpy as np
import numpy.typing as npt
from gymnasium import logger, spaces

from qwixx.bots import make_bot
from qwixx.envs.actions import NOTHING, Actions, IllegalAction
from qwixx.envs.observations import Observations
from qwixx.envs.rewards import REWARDS
from qwixx.gameplay import Game, Player, ask, prepare
from qwixx.notation import format_roll
from qwixx.rules.choices import PASS, Choice
from qwixx.rules.errors import SetupError
from qwixx.rules.game import State
from qwixx.rules.ruleset import Ruleset
from qwixx.rules.view import View
from qwixx.seeds import Seed, checked_seed

Observation: TypeAlias = dict[str, npt.NDArray[Any]]
Info: TypeAlias = dict[str, Any]
T = TypeVar("T")

# The version of each kind of game. That of the solo game is in the name that Gymnasium knows.
DICE_VERSION, CARDS_VERSION = 0, 1
RENDERING: dict[str, Any] = {"render_modes": ["ansi"], "render_fps": 1}
ON_ILLEGAL = {"raise": True, "refuse": False}


class Episode:
    """A game that is played by numbered actions and seen as vectors.

    Environments differ in the order of the agents; legal actions, observations and rewards are here.
    ``opponents`` have the last seats: bots by name, or anything with a method ``choose(view)``.
    """

    def __init__(
        self,
        rules: Ruleset,
        players: int,
        *,
        reward: str,
        illegal: str,
        render_mode: str | None,
        opponents: Sequence[str | Player] = (),
    ) -> None:
        rules.check_players(players)
        self.rules = rules
        self._agents = frozenset(range(players - len(opponents)))
        self._opponents = dict(enumerate(opponents, len(self._agents)))
        self.names: list[str] = [f"player_{seat}" for seat in range(players)]
        self.actions: Actions = Actions(rules)
        self.observations: Observations = Observations(rules, players)
        self._reward = chosen("reward", REWARDS, reward)
        self._raises = chosen("illegal", ON_ILLEGAL, illegal)
        self._renders = chosen("render_mode", {"ansi": True, None: False}, render_mode)
        self._seeds = random.Random()
        self._legal: dict[int, dict[int, Choice]] = {}
        self._seat_bots(0)

    @property
    def name(self) -> str:
        version = CARDS_VERSION if self.rules.has_cards else DICE_VERSION
        return f"qwixx_{self.rules.name}_v{version}"

    def action_space(self) -> spaces.Space[Any]:
        return spaces.Discrete(self.actions.size)

    def observation_space(self) -> spaces.Space[Any]:
        return observation_space(self.observations, self.actions)

    def reset(self, seed: Seed | None) -> None:
        """A new game: dealt as by ``Game(..., seed=seed)``, or without a seed the next of a sequence."""
        if seed is None:
            seed = self._seeds.getrandbits(63)
        else:
            seed = checked_seed(seed)
            self._seeds = random.Random(seed)
        self.game: Game = Game(self.rules, self.names, seed=seed)
        self._seat_bots(seed)
        for bot in self._bots.values():
            prepare(bot, self.rules, len(self.names), exact=True)
        self._go_on()
        self._legal = {}

    def _seat_bots(self, seed: Seed) -> None:
        """New bots for a new game, each with its own random generator."""
        self._bots = {seat: self._player(bot, f"{seed}/bot {seat}") for seat, bot in self._opponents.items()}

    def _player(self, bot: str | Player, seed: str) -> Player:
        if isinstance(bot, str):
            return make_bot(bot, random.Random(seed), game=self.rules.name, players=len(self.names))
        if not hasattr(bot, "choose"):
            raise SetupError(f"an opponent is the name of a bot or has a method choose(view), not {bot!r}")
        return bot

    def _go_on(self) -> State:
        """Let chance and bots decide until an agent has to, or the game is over."""
        state = self.game.advance()
        while state.to_act and state.to_act.isdisjoint(self._agents):
            seat = min(state.to_act)
            self.game.apply(seat, ask(self._bots[seat], state, seat))
            state = self.game.advance()
        return state

    @property
    def over(self) -> bool:
        return self.game.state.is_over

    @property
    def to_act(self) -> list[int]:
        """The seats that have to decide, in order."""
        return sorted(self.game.state.to_act)

    def observe(self, seat: int) -> Observation:
        view = self.game.state.view(seat)
        mask = np.zeros(self.actions.size, np.int8)
        mask[list(self._legal_in(view))] = 1
        return {"observation": self.observations.vector(view), "action_mask": mask}

    def info(self, seat: int) -> Info:
        """The seat's total and place after the end; empty before it."""
        outcome = self.game.outcome
        return {} if outcome is None else {"total": outcome.totals[seat], "place": outcome.places[seat]}

    def refusal(self, seat: int, action: object) -> str | None:
        """The reason why an action is illegal now, or None; raised if the environment is to raise it."""
        number = self._number(seat, action)
        if number in self._legal_now(seat):
            return None
        sentence = f"action {number} is illegal for {self.names[seat]}: {self._reason(seat, number)}"
        if self._raises:
            raise IllegalAction(sentence)
        return sentence

    def act(self, actions: Mapping[int, object]) -> tuple[float, ...]:
        """Apply legal actions, then chance and bots; the reward of each seat."""
        before = self.game.state
        choices = {
            seat: self._legal_now(seat)[self._number(seat, action)] for seat, action in actions.items()
        }
        for seat, choice in choices.items():
            self.game.apply(seat, choice)
        self._legal = {}
        return self._reward(before, self._go_on())

    def render(self) -> str | None:
        """The public view, as text."""
        if not self._renders:
            logger.warn('nothing is rendered: make the environment with render_mode="ansi"')
            return None
        return _table_text(self.game.state.view(), self.names)

    def _number(self, seat: int, action: object) -> int:
        try:
            number = operator.index(action)  # type: ignore[arg-type]
        except TypeError:
            raise IllegalAction(f"{self.names[seat]} needs a number as its action, not {action!r}") from None
        self.actions.check(number)
        return number

    def _legal_now(self, seat: int) -> dict[int, Choice]:
        return self._legal[seat] if seat in self._legal else self._legal_in(self.game.state.view(seat))

    def _legal_in(self, view: View) -> dict[int, Choice]:
        """The legal choices by number; doing nothing has a number too, for seats that need not decide."""
        assert view.seat is not None
        if view.seat not in self._legal:
            owes = view.seat in view.to_act
            self._legal[view.seat] = self.actions.legal(view) if owes else {NOTHING: PASS}
        return self._legal[view.seat]

    def _reason(self, seat: int, number: int) -> str:
        state = self.game.state
        if seat not in state.to_act:
            return "it owes no decision now"
        hand = state.view(seat).hand
        try:
            choice = self.actions.decode(number, hand)
        except IllegalAction as problem:
            return str(problem)
        refusal = state.why_not(seat, choice)
        return str(refusal) if refusal else f"the same play is action {self.actions.encode(choice, hand)}"


def observation_space(observations: Observations, actions: Actions) -> spaces.Dict:
    """The observation space: a vector, and a mask of legal actions."""
    return spaces.Dict(
        {
            "observation": spaces.Box(0, 1, (observations.size,), np.float32),
            "action_mask": spaces.Box(0, 1, (actions.size,), np.int8),
        }
    )


def chosen(option: str, values: Mapping[Any, T], name: str | None) -> T:
    """The value of an option by its name; SetupError if no value has this name."""
    if name not in values:
        raise SetupError(f"{option} is {' or '.join(map(repr, values))}, not {name!r}")
    return values[name]


def _table_text(view: View, names: Sequence[str]) -> str:
    """A view as text: a line for the turn, one for the cards if there are any, and one for each seat."""
    lines = [_turn_line(view, names)]
    if view.display:
        places = " ".join("." if number is None else str(number) for number in view.display)
        lines.append(f"display {places}; deck {view.deck_top}, {view.deck_count} cards")
    lines += [_seat_line(view, seat, name) for seat, name in enumerate(names)]
    return "\n".join(lines) + "\n"


def _turn_line(view: View, names: Sequence[str]) -> str:
    words = f"{view.ruleset.name}: {view.phase}, turn of {names[view.active]}"
    if view.dice is not None:
        words += f", {format_roll(view.dice)}"
    return words


def _seat_line(view: View, seat: int, name: str) -> str:
    words = f"{name} {view.totals[seat]}: {view.sheets[seat]!s}"
    if view.hand_sizes:
        backs = view.hand_numbers[seat] if view.hand_numbers is not None else "?" * view.hand_sizes[seat]
        words += f"; holds {' '.join(map(str, backs))}"
    return words
