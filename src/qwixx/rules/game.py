"""A game's state: who has to act, what they may choose, and what follows."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import NamedTuple, assert_never

from qwixx.rules import card_turn, dice_turn, reasons, turn
from qwixx.rules.cards import pack, written_cards
from qwixx.rules.chance import (
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
from qwixx.rules.choices import Choice, Cross, Pass, Play, Take
from qwixx.rules.errors import IllegalChoice
from qwixx.rules.pieces import choice_of, outcome_of
from qwixx.rules.position import NO_CARDS, Position
from qwixx.rules.reasons import Reason
from qwixx.rules.ruleset import FirstPlayer, Phase, Ruleset, ruleset
from qwixx.rules.scoring import GameOutcome, places, total
from qwixx.rules.sheet import Sheet
from qwixx.rules.view import View, look


class Action(NamedTuple):
    """One kind of decision: its choices, its refusals, and the effect of a choice."""

    name: str
    kinds: tuple[type, ...]
    simultaneous: bool
    choices: Callable[[Position, int], tuple[Choice, ...]]
    why_not: Callable[[Position, int, Choice], Reason | None]
    apply: Callable[["State", int, Choice], "State"]


@dataclass(frozen=True, slots=True, repr=False)
class State(Position):
    """One moment of a game. Nothing changes it: choices and chance lead to new states.

    >>> from qwixx.rules.chance import FirstSeat
    >>> from qwixx.rules.ruleset import DICE
    >>> state = State.new(DICE, players=2).apply_chance(FirstSeat(1))
    >>> state = state.apply_chance(Roll(white=(4, 1), colours=(3, 2, 5, 6)))
    >>> sorted(state.to_act), len(state.choices(0))
    ([0, 1], 5)
    """

    @classmethod
    def new(cls, game: str | Ruleset, players: int) -> "State":
        """A game about to start; the first player, and the cards if there are any, are left to chance."""
        rules = ruleset(game)
        rules.check_players(players)
        phase = Phase.START if players > 1 else rules.turn[0]
        return cls(ruleset=rules, sheets=(Sheet(),) * players, active=0, phase=phase)

    def __str__(self) -> str:
        """The position in one line, which ``parse_position`` reads back."""
        return "; ".join([str(self.ruleset), self._turn_words(), *map(str, self.sheets), *self._card_words()])

    def __repr__(self) -> str:
        return f"parse_position({str(self)!r})"

    def _turn_words(self) -> str:
        words = [str(self.active + 1), str(self.phase)]
        if self.dice is not None:
            words.append(str(self.dice))
        if self.crossed is not None:
            words += ["crossed", str(self.crossed)]
        if any(choice is not None for choice in self.pending):
            words += ["chosen", *("?" if choice is None else str(choice) for choice in self.pending)]
        return " ".join(words)

    def _card_words(self) -> list[str]:
        table = self.cards
        if table == NO_CARDS:
            return []
        return [
            f"hands {' / '.join(map(written_cards, table.hands))}",
            f"display {' '.join('.' if card is None else str(card) for card in table.display)}",
            f"deck {written_cards(table.deck)}",
            f"discard {written_cards(table.discard)}",
        ]

    # Who decides

    @property
    def to_act(self) -> frozenset[int]:
        """The seats that have to decide: several in the common action, none when chance comes first."""
        action = ACTIONS.get(self.phase)
        if action is None:
            return frozenset()
        if action.simultaneous:
            return frozenset(seat for seat, choice in enumerate(self.pending) if choice is None)
        return frozenset((self.active,))

    @property
    def begins_turn(self) -> bool:
        """Whether this is the first moment of a turn: in each turn there is exactly one such state."""
        return self.phase is self.ruleset.turn[0]

    @property
    def is_in_turn(self) -> bool:
        """Whether the first turn has begun: the first player is known, and all cards are dealt."""
        return self.phase not in (Phase.START, Phase.DEAL)

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.phase is Phase.OVER

    @property
    def outcome(self) -> GameOutcome | None:
        """The reason of the end, the totals and the places; None before the end."""
        reason = turn.end_reason(self.ruleset, self.sheets) if self.is_over else None
        return GameOutcome(reason, self.totals, places(self.totals)) if reason is not None else None

    @property
    def totals(self) -> tuple[int, ...]:
        """Each seat's points if the game were scored now (S11)."""
        return tuple(map(total, self.sheets))

    def view(self, seat: int | None = None) -> View:
        """The view of a seat; without a seat, the public view."""
        choices = self.choices(seat) if seat is not None else ()
        return look(self, seat, to_act=self.to_act, choices=choices, outcome=self.outcome)

    # Choices

    def choices(self, seat: int) -> tuple[Choice, ...]:
        """All legal choices of a seat now; also for a seat whose choice is hidden and may be changed (A21).

        None if chance comes first or only another seat may act; InputError if there is no such seat.
        """
        self.check_seat(seat)
        action = ACTIONS.get(self.phase)
        if action is None or not (action.simultaneous or seat == self.active):
            return ()
        return action.choices(self, seat)

    def why_not(self, seat: int, choice: Choice | str) -> Reason | None:
        """The rule that forbids a choice, given as a value or as its text, or None if it may be made."""
        return self._by_its_rules(self._why_not_choice(seat, choice_of(choice)))

    def _by_its_rules(self, refusal: Reason | None) -> Reason | None:
        """A refusal that both games share, with the rule of the game that is played."""
        return refusal.in_card_games() if refusal is not None and self.ruleset.has_cards else refusal

    def _why_not_choice(self, seat: int, choice: Choice) -> Reason | None:
        action = ACTIONS.get(self.phase)
        if action is None:
            return self._why_nobody_acts()
        if self.phase is Phase.DRAW and isinstance(choice, Cross):
            # Whose turn it is does not matter: all may cross after the draw, and none before.
            return reasons.DRAW_FIRST
        refusal = self._why_not_seat(seat, action)
        if refusal is not None:
            return refusal
        if not isinstance(choice, action.kinds):
            return reasons.WRONG_KIND(expected=action.name, tried=_verb(choice))
        return action.why_not(self, seat, choice)

    def apply(self, seat: int, choice: Choice | str) -> "State":
        """The state after a choice; IllegalChoice, with the rule, if it may not be made."""
        made = choice_of(choice)
        refusal = self.why_not(seat, made)
        if refusal is not None:
            raise IllegalChoice(refusal)
        return ACTIONS[self.phase].apply(self, seat, made)

    def why_not_withdraw(self, seat: int) -> Reason | None:
        """The reason why a seat cannot take a choice back, or None if it can."""
        if not self.has_seat(seat):
            return self._no_such_seat(seat)
        hidden = self.pending[seat] if self.pending else None
        return reasons.NOTHING_TO_WITHDRAW if hidden is None else None

    def withdraw(self, seat: int) -> "State":
        """The state with a seat's hidden choice taken back (A21); IllegalChoice if there is none."""
        refusal = self.why_not_withdraw(seat)
        if refusal is not None:
            raise IllegalChoice(refusal)
        return turn.withdraw_common(self, seat)

    def _why_not_seat(self, seat: int, action: Action) -> Reason | None:
        if not self.has_seat(seat):
            return self._no_such_seat(seat)
        if not action.simultaneous and seat != self.active:
            return reasons.NOT_ACTIVE
        return None

    def _no_such_seat(self, seat: int) -> Reason:
        return reasons.NO_SUCH_SEAT(seat=seat, highest=self.players - 1)

    def _why_nobody_acts(self) -> Reason:
        return reasons.GAME_OVER if self.is_over else reasons.CHANCE_FIRST(waiting=str(self.chance))

    # Chance

    @property
    def chance(self) -> ChanceNode | None:
        """The next chance node; None if players have to choose or the game is over."""
        match self.phase:
            case Phase.COMMON | Phase.OWN | Phase.DRAW | Phase.PLAY | Phase.OVER:
                return None
            case Phase.ROLL:
                return RollNode(self.dice_in_game)
            case Phase.START:
                return self._who_begins()
            case Phase.DEAL:
                return ShuffleNode(pack(self.ruleset.jokers))
            case Phase.SHUFFLE:
                return ShuffleNode(self.cards.discard)
            case _:
                assert_never(self.phase)

    def _who_begins(self) -> FirstSeatNode | FirstSixNode:
        match self.ruleset.first_player:
            case FirstPlayer.RANDOM:
                return FirstSeatNode(self.players)
            case FirstPlayer.FIRST_SIX:
                return FirstSixNode(self.players)
            case _:
                assert_never(self.ruleset.first_player)

    def why_not_chance(self, outcome: ChanceOutcome | str) -> Reason | None:
        """The reason why a chance outcome, a value or its text, is impossible now; None if it is possible."""
        node, drawn = self.chance, outcome_of(outcome)
        if node is None:
            return reasons.GAME_OVER if self.is_over else self._by_its_rules(reasons.NO_CHANCE_NOW)
        return self._by_its_rules(node.why_not(drawn))

    def apply_chance(self, outcome: ChanceOutcome | str) -> "State":
        """The state after a chance outcome, given as a value or its text; IllegalChoice if it cannot come."""
        drawn = outcome_of(outcome)
        refusal = self.why_not_chance(drawn)
        if refusal is not None:
            raise IllegalChoice(refusal)
        match drawn:
            case Roll():
                return dice_turn.take_roll(self, drawn)
            case Shuffle():
                return (card_turn.deal if self.phase is Phase.DEAL else card_turn.reshuffle)(self, drawn)
            case FirstSix(rolls):
                return self._begin((len(rolls) - 1) % self.players)
            case FirstSeat(seat):
                return self._begin(seat)
            case _:
                assert_never(drawn)

    def _begin(self, first: int) -> "State":
        phase = Phase.DEAL if self.ruleset.has_cards else self.ruleset.turn[0]
        return replace(self, active=first, phase=phase)


ACTIONS = {
    Phase.COMMON: Action(
        "cross the common number or pass",
        (Pass, Cross),
        True,
        turn.common_choices,
        turn.why_not_common,
        turn.choose_common,
    ),
    Phase.OWN: Action(
        "cross a sum of one white and one coloured die or pass",
        (Pass, Cross),
        False,
        dice_turn.own_choices,
        dice_turn.why_not_own,
        dice_turn.choose_own,
    ),
    Phase.DRAW: Action(
        "take cards from the display",
        (Take,),
        False,
        card_turn.draw_choices,
        card_turn.why_not_draw,
        card_turn.choose_draw,
    ),
    Phase.PLAY: Action(
        "play one to three cards",
        (Play,),
        False,
        card_turn.play_choices,
        card_turn.why_not_play,
        card_turn.choose_play,
    ),
}

_VERBS = {Pass: "pass", Cross: "cross a number", Take: "take cards", Play: "play cards"}


def _verb(choice: Choice) -> str:
    return _VERBS[type(choice)]
