"""Playing: players who see views and choose, a dealer for chance, and the game that records it all."""

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Protocol, TypeAlias, Unpack, assert_never, runtime_checkable

from qwixx.notation.conversions import record_of, state_of
from qwixx.pictured import Pictured
from qwixx.record import ChanceStep, Decision, Record, Step, result
from qwixx.rules.cards import Card
from qwixx.rules.chance import (
    FACES,
    ChanceNode,
    ChanceOutcome,
    FirstSeat,
    FirstSeatNode,
    FirstSix,
    FirstSixNode,
    RollNode,
    Shuffle,
    ShuffleNode,
)
from qwixx.rules.choices import Choice
from qwixx.rules.colours import COLOURS, Colour
from qwixx.rules.errors import IllegalChoice, InputError, SetupError
from qwixx.rules.game import State
from qwixx.rules.pieces import choice_of, outcome_of
from qwixx.rules.reasons import Reason
from qwixx.rules.ruleset import Options, Phase, Ruleset, ruleset
from qwixx.rules.scoring import GameOutcome
from qwixx.rules.view import View
from qwixx.seeds import Seed, checked_seed, generator


class Player(Protocol):
    """An object that picks one of ``view.choices``; it may also implement `Preparing`."""

    def choose(self, view: View) -> Choice:
        """One of ``view.choices``; any other is an IllegalChoice."""
        ...


@runtime_checkable
class Preparing(Protocol):
    """A player that is notified before each game."""

    def before_game(self, rules: Ruleset, players: int, *, exact: bool) -> None:
        """Prepare for a game; InputError if the player does not play it.

        ``exact`` means that the same game has to give the same choices on any machine. Without it a player
        may save time, for example by code that rounds differently.
        """
        ...


def prepare(player: Player, rules: Ruleset, players: int, *, exact: bool) -> None:
    """Notify a `Preparing` player that a game begins; other players need nothing."""
    if isinstance(player, Preparing):
        player.before_game(rules, players, exact=exact)


def ask(player: Player, state: State, seat: int) -> Choice:
    """The choice of a seat's player, who gets the view of that seat."""
    return player.choose(state.view(seat))


class Dealer(Protocol):
    """Supplies chance outcomes."""

    def draw(self, node: ChanceNode) -> ChanceOutcome | str:
        """An outcome of the node, or its text: a roll, a shuffle, or the first seat."""
        ...


class RandomSource(Protocol):
    """The randomness of a dealer."""

    def randrange(self, stop: int, /) -> int:
        """A number from 0 to ``stop`` - 1."""

    def dice(self, rolled: tuple[Colour, ...], /) -> Sequence[int]:
        """Faces of all six dice, the white ones first; those of colours that are not rolled are ignored."""

    def shuffled(self, pile: tuple[Card, ...], /) -> tuple[Card, ...]: ...


def draw(node: ChanceNode, source: RandomSource) -> ChanceOutcome:
    """The outcome of a chance node by a random source."""
    match node:
        case FirstSeatNode(players):
            return FirstSeat(source.randrange(players))
        case FirstSixNode():
            return FirstSix(tuple(_until_six(source)))
        case RollNode(colours):
            return node.roll(source.dice(colours))
        case ShuffleNode(pile):
            return Shuffle(source.shuffled(pile))
        case _:
            assert_never(node)


def _until_six(source: RandomSource) -> Iterator[int]:
    face = 0
    while face != FACES[-1]:
        face = FACES[source.randrange(len(FACES))]
        yield face


class SeededDealer:
    """Draws from Python's generator: the same seed gives the same outcomes on any machine.

    >>> SeededDealer(7).draw(FirstSeatNode(4))
    FirstSeat(seat=2)
    """

    def __init__(self, seed: Seed | random.Random | None = None) -> None:
        self._source = _SeededSource(generator(seed))

    def __repr__(self) -> str:
        return "<SeededDealer>"

    def draw(self, node: ChanceNode) -> ChanceOutcome:
        """The outcome that the generator gives."""
        return draw(node, self._source)


class _SeededSource:
    """Draws no more than is needed: a die that is out of the game takes no number from the generator."""

    def __init__(self, rng: random.Random) -> None:
        self._rng = rng

    def randrange(self, stop: int) -> int:
        return self._rng.randrange(stop)

    def dice(self, rolled: tuple[Colour, ...]) -> list[int]:
        white = [self._rng.choice(FACES), self._rng.choice(FACES)]
        return white + [self._rng.choice(FACES) if colour in rolled else 0 for colour in COLOURS]

    def shuffled(self, pile: tuple[Card, ...]) -> tuple[Card, ...]:
        return tuple(self._rng.sample(pile, len(pile)))


def steps_after(before: State, after: State, seat: int, choice: Choice) -> list[Step]:
    """The steps that a choice adds to the record of a game.

    A common action is recorded when its last choice is made: until then choices are hidden, and may change.
    """
    if before.phase is not Phase.COMMON:
        return [Decision(seat, choice)]
    if after.pending:
        return []
    all_made = (*before.pending[:seat], choice, *before.pending[seat + 1 :])
    return [Decision(each, known) for each, known in enumerate(all_made) if known is not None]


class Game(Pictured):
    """A game in progress: its state, its record, and a dealer: one with a seed, or one that is given.

    >>> game = Game("dice", ["Ann", "Ben"], seed=1)
    >>> game.advance().phase
    Phase.COMMON
    """

    def __init__(
        self,
        game: str | Ruleset,
        names: Sequence[str],
        *,
        seed: Seed | None = None,
        dealer: Dealer | None = None,
        tags: Sequence[tuple[str, str]] = (),
        **options: Unpack[Options],
    ) -> None:
        self._start(Record.new(ruleset(game, **options), names, tags), seed, dealer)

    @classmethod
    def at(
        cls,
        position: State | str,
        names: Sequence[str] | None = None,
        *,
        seed: Seed | None = None,
        dealer: Dealer | None = None,
        tags: Sequence[tuple[str, str]] = (),
    ) -> "Game":
        """A game that begins at a position, given as a state or as its text.

        >>> Game.at("dice; 2 roll; r2,3 p1; -", ["Ann", "Ben"], seed=1).advance().active
        1
        """
        return cls.resume(Record.at(state_of(position), names, tags), seed=seed, dealer=dealer)

    @classmethod
    def resume(
        cls, record: Record | str, *, seed: Seed | None = None, dealer: Dealer | None = None
    ) -> "Game":
        """Go on with a game from its record, or from the record's text."""
        game = cls.__new__(cls)
        game._start(record_of(record), seed, dealer)
        return game

    def _start(self, record: Record, seed: Seed | None, dealer: Dealer | None) -> None:
        if dealer is not None and seed is not None:
            raise SetupError("a game takes a seed or a dealer, not both: a dealer has its own chance")
        if dealer is not None and not hasattr(dealer, "draw"):
            raise SetupError(f"a dealer has a method draw(node), as SeededDealer has; {dealer!r} has none")
        self._dealer = (
            SeededDealer(None if seed is None else checked_seed(seed)) if dealer is None else dealer
        )
        self._is_reproducible = seed is not None or dealer is not None
        self._begun = record
        self._steps: list[Step] = list(record.steps)
        self._state = record.state

    @property
    def is_reproducible(self) -> bool:
        """Whether the game has a seed or a dealer, so that the same players play it again in the same way."""
        return self._is_reproducible

    @property
    def state(self) -> State:
        """The current state."""
        return self._state

    @property
    def names(self) -> tuple[str, ...]:
        """The players' names in order of the seats."""
        return self._begun.names

    @property
    def outcome(self) -> GameOutcome | None:
        """The reason of the end, the totals and the places; None before the end."""
        return self._state.outcome

    @property
    def record(self) -> Record:
        """The game so far. Choices that are still hidden are not in it."""
        return replace(self._begun, steps=tuple(self._steps))

    def __str__(self) -> str:
        """The record as text."""
        return str(self.record)

    def __repr__(self) -> str:
        if self.outcome is not None:
            return f"<Game of {self._begun.ruleset}: {result(self._state, self.names)}>"
        scores = (f"{name} {total}" for name, total in zip(self.names, self._state.totals, strict=True))
        return f"<Game of {self._begun.ruleset}: {', '.join(scores)}; phase {self._state.phase}>"

    def why_not(self, seat: int, choice: Choice | str) -> Reason | None:
        """The rule that forbids a choice, or None if it may be made."""
        return self._state.why_not(seat, choice)

    def apply(self, seat: int, choice: Choice | str) -> State:
        """Make a choice, given as a value or as its text; IllegalChoice if the rules refuse it."""
        before, made = self._state, choice_of(choice)
        self._state = before.apply(seat, made)
        self._steps += steps_after(before, self._state, seat, made)
        return self._state

    def withdraw(self, seat: int) -> State:
        """Take a hidden choice back; IllegalChoice if there is none."""
        self._state = self._state.withdraw(seat)
        return self._state

    def apply_chance(self, outcome: ChanceOutcome | str) -> State:
        """Apply a given chance outcome, a value or its text; IllegalChoice if it is impossible now."""
        drawn = outcome_of(outcome)
        self._state = self._state.apply_chance(drawn)
        self._steps.append(ChanceStep(drawn))
        return self._state

    def draw_chance(self) -> State:
        """Draw the next chance outcome, if one is due."""
        node = self._state.chance
        return self.apply_chance(self._dealer.draw(node)) if node is not None else self._state

    def advance(self) -> State:
        """Draw chance outcomes until players have to choose, or the game is over."""
        while self._state.chance is not None:
            self.draw_chance()
        return self._state


# Asks the player at a seat, for callers that time it or handle failures.
AskPlayer: TypeAlias = Callable[[Player, State, int], Choice]


def play_steps(game: Game, players: Sequence[Player], ask: AskPlayer = ask) -> Iterator[tuple[State, State]]:
    """Play a game to its end, one step at a time: pairs of the state before and the state after.

    ``players`` has one for each seat, as many as the game has.
    """
    _check_players(game, players)
    for player in players:
        prepare(player, game.state.ruleset, len(players), exact=game.is_reproducible)
    return _steps(game, players, ask)


def _check_players(game: Game, players: Sequence[Player]) -> None:
    if len(players) != len(game.names):
        raise SetupError(f"{len(game.names)} seats take as many players, not {len(players)}")
    for seat, player in enumerate(players):
        if isinstance(player, type):
            name = player.__name__
            raise SetupError(f"players[{seat}] is the class {name}: a player is an object, as in {name}()")
        if not hasattr(player, "choose"):
            raise SetupError(
                f"players[{seat}] is {player!r}, which has no method choose(view); make_bot(name) makes a bot"
            )


def _steps(game: Game, players: Sequence[Player], ask: AskPlayer) -> Iterator[tuple[State, State]]:
    while not game.state.is_over:
        before = game.state
        if before.chance is not None:
            yield before, game.draw_chance()
        else:
            seat = min(before.to_act)
            choice = ask(players[seat], before, seat)
            name = f"{game.names[seat]} (players[{seat}], a {type(players[seat]).__name__})"
            try:
                after = game.apply(seat, choice)
            except IllegalChoice as error:
                raise IllegalChoice(error.reason, name) from error
            except InputError as error:
                raise InputError(f"{error}; {name} chose that") from error
            yield before, after


def play(game: Game, players: Sequence[Player], ask: AskPlayer = ask) -> GameOutcome:
    """Play a game to its end, with one player for each seat."""
    for _ in play_steps(game, players, ask):
        pass
    outcome = game.outcome
    assert outcome is not None
    return outcome
