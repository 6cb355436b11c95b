"""Short notation for positions in tests, and helpers to play in them."""

import pytest

from qwixx.notation import parse_choice, parse_position
from qwixx.rules.cards import Card, card_named, pack
from qwixx.rules.errors import IllegalChoice
from qwixx.rules.game import State
from qwixx.rules.ruleset import ruleset


def cards(tokens: str) -> tuple[Card, ...]:
    return tuple(map(card_named, tokens.split()))


def card_state(
    turn: str,
    *hands: str,
    sheets: tuple[str, ...] = (),
    display: str = "",
    deck: str = "",
    rest_to: str = "deck",
    game: str = "cards",
    options: str = "",
) -> State:
    """A position of a card game; unnamed cards go to the bottom of the deck, or to the discards."""
    named = cards(" ".join([*hands, display, deck]))
    rest = [str(card) for card in pack(ruleset(game).jokers) if card not in named]
    if not display:
        display, rest = " ".join(rest[-4:]), rest[:-4]
    piles = {"deck": deck.split(), "discard": []}
    piles[rest_to] += rest
    fields = [
        f"{game} {options}",
        f"1 {turn}",
        *(sheets or ("-",) * len(hands)),
        f"hands {' / '.join(hands)}",
        f"display {display}",
        *(f"{name} {' '.join(pile) or '-'}" for name, pile in piles.items()),
    ]
    return parse_position("; ".join(fields))


def applied(state: State, *choices: str) -> State:
    """Apply these choices to the common action or action 2, in the order of the seats to act."""
    for choice in choices:
        state = state.apply(min(state.to_act), parse_choice(choice))
    return state


def refused(state: State, seat: int, choice: str) -> str:
    refusal = state.why_not(seat, parse_choice(choice))
    assert refusal is not None
    with pytest.raises(IllegalChoice) as caught:
        state.apply(seat, parse_choice(choice))
    assert caught.value.reason == refusal
    assert caught.value.rule == refusal.rule
    assert parse_choice(choice) not in state.choices(seat)
    return str(refusal)
