"""The expectations of a case, compared with the rules."""

import json
import re
from collections.abc import Callable, Iterator
from itertools import combinations
from typing import Any

from msgspec import UNSET, structs

from qwixx.conform import cases
from qwixx.conform.given import build_cards
from qwixx.notation.plain import plain_sheet, plain_view
from qwixx.rules.cards import Card
from qwixx.rules.choices import Cross, Play
from qwixx.rules.colours import COLOURS, Colour, colour_named
from qwixx.rules.game import State
from qwixx.rules.position import HAND_TO_PLAY
from qwixx.rules.scoring import penalty_points, places, row_points

Difference = tuple[str, object, object]
IN_ANY_ORDER = frozenset(
    ("closed_rows", "locks", "dice_in_game", "hands", "deck_set", "discard_set", "own_hand")
)


def differences(state: State, then: cases.Then) -> Iterator[Difference]:
    """Every difference: its path, the expected value, and the actual one."""
    for key, expected in structs.asdict(then).items():
        if expected is not UNSET and key != "error":
            try:
                yield from _key_differences(state, key, expected)
            except (ValueError, LookupError) as error:
                yield key, expected, f"nothing that can be asked here: {error}"


def _key_differences(state: State, key: str, expected: Any) -> Iterator[Difference]:
    if key == "views":
        for seat, seen in expected.items():
            yield from _view_differences(state, seat, seen)
    elif key in QUERIES:
        yield from _query_differences(state, key, expected)
    else:
        yield from _compare(key, key, expected, ACTUAL[key](state))


def _compare(path: str, key: str, expected: Any, actual: Any) -> Iterator[Difference]:
    """Objects by the keys that are listed, lists in order or not as their key demands."""
    if isinstance(expected, dict) and isinstance(actual, dict):
        for name, value in expected.items():
            if name in actual:
                yield from _compare(
                    f"{path}.{name}", name if name in IN_ANY_ORDER else key, value, actual[name]
                )
            else:
                yield f"{path}.{name}", value, f"nothing called {name}"
    elif key in IN_ANY_ORDER and isinstance(expected, list) and isinstance(actual, list):
        if sorted(map(str, expected)) != sorted(map(str, actual)):
            yield path, expected, actual
    elif expected != actual:
        yield path, expected, actual


def _by_seat(of_seat: Callable[[State, int], object]) -> Callable[[State], object]:
    return lambda state: {str(seat): of_seat(state, seat) for seat in range(state.players)}


def _by_row(of_row: Callable[[State, int, Colour], object]) -> Callable[[State], object]:
    return _by_seat(lambda state, seat: {str(c): of_row(state, seat, c) for c in COLOURS})


def _row_points(state: State, seat: int) -> object:
    sheet = state.sheets[seat]
    return {**{str(c): row_points(sheet, c) for c in COLOURS}, "penalties": penalty_points(sheet)}


def _crossable(state: State, seat: int, colour: Colour) -> list[int]:
    return [] if colour in state.closed_rows else list(state.sheets[seat].crossable(colour))


def _crosses(state: State, seat: int) -> list[Cross]:
    return [choice for choice in state.choices(seat) if isinstance(choice, Cross)]


def _winners(state: State) -> list[int]:
    return [seat for seat, place in enumerate(places(state.totals)) if place == 1]


def _tokens(cards: tuple[Card | None, ...]) -> list[str]:
    return [str(card) for card in cards if card is not None]


def _all_cards(state: State) -> list[Card]:
    table = state.cards
    display = [card for card in table.display if card is not None]
    return [*(card for hand in table.hands for card in hand), *display, *table.deck, *table.discard]


ACTUAL: dict[str, Callable[[State], object]] = {
    "sheets": _by_seat(lambda state, seat: plain_sheet(state.sheets[seat])),
    "closed_rows": lambda state: [str(colour) for colour in state.closed_rows],
    "dice_in_game": lambda state: [str(colour) for colour in state.dice_in_game],
    "active": lambda state: state.active,
    "phase": lambda state: str(state.phase),
    "game_over": lambda state: state.is_over,
    "end_reason": lambda state: str(state.outcome.reason) if state.outcome else None,
    "winners": lambda state: _winners(state) if state.is_over else None,
    "hands": _by_seat(lambda state, seat: _tokens(state.cards.hands[seat])),
    "hand_sizes": lambda state: [len(hand) for hand in state.cards.hands],
    "display": lambda state: _tokens(state.cards.display),
    "display_count": lambda state: len(_tokens(state.cards.display)),
    "deck_count": lambda state: len(state.cards.deck),
    "deck_set": lambda state: _tokens(state.cards.deck),
    "discard_count": lambda state: len(state.cards.discard),
    "discard_set": lambda state: _tokens(state.cards.discard),
    "cards_total": lambda state: len(_all_cards(state)),
    "jokers_total": lambda state: sum(card.is_joker for card in _all_cards(state)),
    "scores": lambda state: list(state.totals),
    "row_points": _by_seat(_row_points),
    "crosses": _by_row(lambda state, seat, colour: state.sheets[seat].crosses(colour)),
    "crossable": _by_row(_crossable),
    "common_number": lambda state: state.common_number,
    "legal_common": _by_seat(lambda state, seat: [str(cross.colour) for cross in _crosses(state, seat)]),
    "legal_own": lambda state: [(str(c.colour), c.number) for c in _crosses(state, state.active)],
    "draw_count": lambda state: HAND_TO_PLAY - len(state.cards.hands[state.active]),
}


def _query_differences(state: State, key: str, queries: list[cases.PlayQuery]) -> Iterator[Difference]:
    for query in queries:
        name = f"{key} {' '.join(query.cards)} as {query.as_colour}"
        yield from QUERIES[key](state, name, query)


def _cross_sets(state: State, name: str, query: cases.PlayQuery) -> Iterator[Difference]:
    numbers = sorted({card.number for card in build_cards(query.cards)})
    subsets = (subset for size in range(len(numbers) + 1) for subset in combinations(numbers, size))
    legal = sorted(list(subset) for subset in subsets if _is_legal(state, query, list(subset)))
    expected = sorted(sorted(numbers) for numbers in query.sets)
    if legal != expected:
        yield name, expected, legal


def _play_legal(state: State, name: str, query: cases.PlayQuery) -> Iterator[Difference]:
    legal = _is_legal(state, query, query.cross)
    if legal is not query.ok:
        yield f"{name} cross {query.cross}", query.ok, legal


def _is_legal(state: State, query: cases.PlayQuery, numbers: list[int]) -> bool:
    play = Play(build_cards(query.cards), colour_named(query.as_colour), tuple(numbers))
    return state.why_not(state.active, play) is None


QUERIES: dict[str, Callable[[State, str, cases.PlayQuery], Iterator[Difference]]] = {
    "cross_sets": _cross_sets,
    "play_legal": _play_legal,
}


def _view_differences(state: State, seat: str, seen: cases.SeenBy) -> Iterator[Difference]:
    message = plain_view(state.view(int(seat)))
    numbers = message["hand_numbers"]
    actual = {
        "own_hand": message["hand"],
        "hand_numbers": {str(s): n for s, n in enumerate(numbers)} if isinstance(numbers, list) else None,
        "hand_sizes": message["hand_sizes"],
        "display_numbers": message["display"],
        "deck_top_number": message["deck_top"],
        "deck_count": message["deck_count"],
        "discard_count": message["discard_count"],
    }
    for key, expected in structs.asdict(seen).items():
        if expected is UNSET:
            continue
        if key == "hand_numbers" and numbers is None and not any((expected or {}).values()):
            continue  # hidden numbers may be null for all hands or for each
        if key == "never":
            leaked = sorted(set(expected) & set(re.findall(r"[RYGBJ]\d+", json.dumps(message))))
            if leaked:
                yield f"views.{seat}.never", [], leaked
        else:
            yield from _compare(f"views.{seat}.{key}", key, expected, actual[key])
