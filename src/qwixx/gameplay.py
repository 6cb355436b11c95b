"""Playing: players who see views and choose, a dealer for chance, and the game that records it all."""

import random
from collections.abc import Callable, Iterator, Sequence
from typing import Protocol, TypeAlias, assert_never, runtime_checkable

from qwixx.notation import format_record, parse_choice, parse_record
from qwixx.record import Chance, Decision, Record, Step
from qwixx.rules.cards import Card
from qwixx.rules.chance import (
    FACES,
    ChanceNode,
    ChanceOutcome,
    FirstSeat,
    FirstSeatNode,
    FirstSix,
    FirstSixNode,
    Roll,
    RollNode,
    Shuffle,
    ShuffleNode,
)
from qwixx.rules.choices import Choice
from qwixx.rules.colours import COLOURS, Colour
from qwixx.rules.errors import SetupError
from qwixx.rules.game import State
from qwixx.rules.reasons import Reason
from qwixx.rules.ruleset import Phase, Ruleset, ruleset
from qwixx.rules.scoring import Outcome
from qwixx.rules.view import View


class Player(Protocol):
    """Anything that picks one of ``view.choices``."""

    def choose(self, view: View) -> Choice:
        """One of ``view.choices``; what is none of them is an IllegalChoice."""
        ...


@runtime_checkable
class CardCounter(Player, Protocol):
    """A player who keeps count of the cards that were shown since the discards were last shuffled (I5)."""

    def choose_knowing(self, view: View, shown: tuple[Card, ...]) -> Choice: ...


def ask(player: Player, state: State, seat: int) -> Choice:
    """What a seat's player chooses: by its view, and by the cards that all have seen if it counts them."""
    view = state.view(seat)
    if isinstance(player, CardCounter):
        return player.choose_knowing(view, state.cards.discard)
    return player.choose(view)


class Dealer(Protocol):
    """Whoever decides what is up to chance."""

    def draw(self, node: ChanceNode) -> ChanceOutcome:
        """An outcome of what is to be drawn: a roll, a shuffle, or who begins."""
        ...


class Luck(Protocol):
    """Where a dealer's chance comes from."""

    def randrange(self, stop: int, /) -> int:
        """A number from 0 to ``stop`` - 1."""

    def dice(self, rolled: tuple[Colour, ...], /) -> Sequence[int]:
        """Faces of all six dice, the white ones first; of colours that are not rolled they do not count."""

    def shuffled(self, pile: tuple[Card, ...], /) -> tuple[Card, ...]: ...


def drawn(node: ChanceNode, luck: Luck) -> ChanceOutcome:
    """What chance decides, by some luck."""
    match node:
        case FirstSeatNode(players):
            return FirstSeat(luck.randrange(players))
        case FirstSixNode():
            return FirstSix(tuple(_until_six(luck)))
        case RollNode(colours):
            first, second, *coloured = luck.dice(colours)
            dice = zip(COLOURS, coloured, strict=True)
            return Roll((first, second), tuple(face if c in colours else None for c, face in dice))
        case ShuffleNode(pile):
            return Shuffle(luck.shuffled(pile))
        case _:
            assert_never(node)


def _until_six(luck: Luck) -> Iterator[int]:
    face = 0
    while face != FACES[-1]:
        face = FACES[luck.randrange(len(FACES))]
        yield face


class SeededDealer:
    """Draws from Python's generator: the same seed gives the same outcomes on any machine.

    >>> SeededDealer(random.Random(7)).draw(FirstSeatNode(4))
    FirstSeat(seat=2)
    """

    def __init__(self, rng: random.Random) -> None:
        if not isinstance(rng, random.Random):
            raise SetupError(f"a dealer takes a generator, as in SeededDealer(random.Random(7)), not {rng!r}")
        self._luck = _SeededLuck(rng)

    def draw(self, node: ChanceNode) -> ChanceOutcome:
        """The outcome that the generator gives."""
        return drawn(node, self._luck)


class _SeededLuck:
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


class Game:
    """A game in progress: its state, its record, and a dealer: one with a seed, or one that is given.

    >>> game = Game("dice", ["Ann", "Ben"], seed=1)
    >>> game.advance().phase
    <Phase.COMMON: 'common'>
    """

    def __init__(
        self,
        game: str | Ruleset,
        names: Sequence[str],
        *,
        seed: int | str | None = None,
        dealer: Dealer | None = None,
        tags: Sequence[tuple[str, str]] = (),
        **options: object,
    ) -> None:
        self._start(Record.new(ruleset(game, **options), names, tags), seed, dealer)

    @classmethod
    def resume(
        cls, record: Record | str, *, seed: int | str | None = None, dealer: Dealer | None = None
    ) -> "Game":
        """Go on with a game from its record, or from the record's text."""
        game = cls.__new__(cls)
        game._start(parse_record(record) if isinstance(record, str) else record, seed, dealer)
        return game

    def _start(self, record: Record, seed: int | str | None, dealer: Dealer | None) -> None:
        if dealer is not None and seed is not None:
            raise SetupError("a game takes a seed or a dealer, not both: a dealer has its own chance")
        if dealer is not None and not hasattr(dealer, "draw"):
            raise SetupError(f"a dealer has a method draw(node), as SeededDealer has; {dealer!r} has none")
        self._dealer = SeededDealer(random.Random(seed)) if dealer is None else dealer
        self._begun = record
        self._steps: list[Step] = list(record.steps)
        self._state = record.state

    @property
    def state(self) -> State:
        """The moment that the game is in."""
        return self._state

    @property
    def names(self) -> tuple[str, ...]:
        """The players' names in order of the seats."""
        return self._begun.names

    @property
    def outcome(self) -> Outcome | None:
        """Why the game ended, the totals and the places; None while it goes on."""
        return self._state.outcome

    @property
    def record(self) -> Record:
        """The game so far. Choices that are still hidden are not in it."""
        return Record(self._begun.ruleset, self.names, tuple(self._steps), self._begun.tags)

    def __str__(self) -> str:
        """The record as text."""
        return format_record(self.record)

    def why_not(self, seat: int, choice: Choice | str) -> Reason | None:
        """The rule that forbids a choice, or None if it may be made."""
        return self._state.why_not(seat, _choice(choice))

    def apply(self, seat: int, choice: Choice | str) -> State:
        """Make a choice, given as a value or as its text; IllegalChoice if the rules refuse it."""
        before, made = self._state, _choice(choice)
        self._state = before.apply(seat, made)
        if before.phase is not Phase.COMMON:
            self._steps.append(Decision(seat, made))
        elif not self._state.pending:
            all_made = (*before.pending[:seat], made, *before.pending[seat + 1 :])
            self._steps += [Decision(each, known) for each, known in enumerate(all_made) if known is not None]
        return self._state

    def withdraw(self, seat: int) -> State:
        """Take a hidden choice back; IllegalChoice if there is none."""
        self._state = self._state.withdraw(seat)
        return self._state

    def apply_chance(self, outcome: ChanceOutcome) -> State:
        """Let chance decide as given."""
        self._state = self._state.apply_chance(outcome)
        self._steps.append(Chance(outcome))
        return self._state

    def draw_chance(self) -> State:
        """Let the dealer decide what is up to chance now, if anything is."""
        node = self._state.chance
        return self.apply_chance(self._dealer.draw(node)) if node is not None else self._state

    def advance(self) -> State:
        """Let the dealer decide everything that is up to chance before somebody has to choose."""
        while self._state.chance is not None:
            self.draw_chance()
        return self._state


def _choice(choice: Choice | str) -> Choice:
    return parse_choice(choice) if isinstance(choice, str) else choice


# How a player at a seat is asked, for those who time it or answer for what may go wrong.
Ask: TypeAlias = Callable[[Player, State, int], Choice]


def steps(game: Game, players: Sequence[Player], ask: Ask = ask) -> Iterator[tuple[State, State]]:
    """Play a game to its end, one step at a time: pairs of the state before and the state after.

    ``players`` has one for each seat, as many as the game has.
    """
    _check_players(game, players)
    return _steps(game, players, ask)


def _check_players(game: Game, players: Sequence[Player]) -> None:
    if len(players) != len(game.names):
        raise SetupError(f"{len(game.names)} seats take as many players, not {len(players)}")
    for seat, player in enumerate(players):
        if not hasattr(player, "choose"):
            raise SetupError(
                f"players[{seat}] is {player!r}, which has no method choose(view); make_bot(name) makes a bot"
            )


def _steps(game: Game, players: Sequence[Player], ask: Ask) -> Iterator[tuple[State, State]]:
    while not game.state.is_over:
        before = game.state
        if before.chance is not None:
            yield before, game.draw_chance()
        else:
            seat = min(before.to_act)
            yield before, game.apply(seat, ask(players[seat], before, seat))


def play(game: Game, players: Sequence[Player], ask: Ask = ask) -> Outcome:
    """Play a game to its end, with one player for each seat."""
    for _ in steps(game, players, ask):
        pass
    outcome = game.outcome
    assert outcome is not None
    return outcome
