"""Whether a position put together by hand, from a file or a text, can be one of the game."""

from collections import Counter
from collections.abc import Iterator

from qwixx.rules.cards import Card, pack
from qwixx.rules.chance import RollNode
from qwixx.rules.choices import CROSSES, Cross
from qwixx.rules.colours import COLOURS
from qwixx.rules.errors import SetupError
from qwixx.rules.game import State
from qwixx.rules.position import DISPLAY_PLACES, HAND_TO_PLAY
from qwixx.rules.ruleset import Phase
from qwixx.rules.sheet import Sheet, why_impossible
from qwixx.rules.turn import end_reason

MOST_CLOSED_ROWS = 3
SMALLEST_HAND = 2
ENDED_WITHOUT_CAUSE = "the phase is over, but there are no two closed rows and no four penalties"
BEFORE_CARDS = (Phase.START, Phase.DEAL)
AFTER_COMMON = (Phase.OWN, Phase.PLAY, Phase.OVER)


def check_state(state: State) -> State:
    """The same state if it is possible, else a SetupError with the problem."""
    for problem in problems(state):
        raise SetupError(problem)
    return state


def problems(state: State) -> Iterator[str]:
    """All problems of a state, most basic first; later ones may follow from earlier ones."""
    state.ruleset.check_players(state.players)
    if not 0 <= state.active < state.players:
        yield f"it is the turn of seat {state.active + 1}, but there are {state.players} seats"
        return
    if state.phase not in _phases(state):
        yield f"{state.ruleset.title} has no phase {state.phase}; it has {', '.join(_phases(state))}"
        return
    for seat, sheet in enumerate(state.sheets):
        problem = why_impossible(sheet)
        if problem is not None:
            yield f"{_seat(state, seat)}: {problem}"
    yield from _end_problems(state)
    yield from _dice_problems(state)
    yield from _card_problems(state) if state.ruleset.has_cards else ()
    yield from _turn_problems(state)


def _seat(state: State, seat: int) -> str:
    """A seat as people count: from 1."""
    return f"seat {seat + 1} of {state.players}"


def inferred_cross(state: State) -> Cross | None:
    """The active player's cross in the common action, if all that is known is that there was one.

    It is the first row, in order of the sheet, that ends with the common number. None if no row does, and in
    a game that is over: it has no common number any more. SetupError before the common action.
    """
    if state.phase not in AFTER_COMMON:
        raise SetupError(_nobody_has_crossed(state))
    number, rows = state.common_number, state.sheets[state.active].rows
    if number is None:
        return None
    fitting = (colour for colour in COLOURS if rows[colour][-1:] == (number,))
    return next((CROSSES[colour][number] for colour in fitting), None)


def _phases(state: State) -> tuple[Phase, ...]:
    turn = state.ruleset.turn
    if state.ruleset.has_cards:
        return (Phase.START, Phase.DEAL, Phase.DRAW, Phase.SHUFFLE, *turn[1:], Phase.OVER)
    return (*((Phase.START,) if state.players > 1 else ()), *turn, Phase.OVER)


def _end_problems(state: State) -> Iterator[str]:
    reason = end_reason(state.ruleset, state.sheets)
    if len(state.closed_rows) > MOST_CLOSED_ROWS:
        yield f"D20: at most {MOST_CLOSED_ROWS} rows are ever closed, not {len(state.closed_rows)}"
    if reason is None and state.is_over:
        yield ENDED_WITHOUT_CAUSE
    if reason is not None and not state.is_over:
        yield f"the phase is {state.phase}, but the game has ended: {reason.replace('_', ' ')}"
    if state.phase in BEFORE_CARDS and any(sheet != Sheet() for sheet in state.sheets):
        yield "a game that has not begun has empty sheets"


def _dice_problems(state: State) -> Iterator[str]:
    needed = state.phase in (Phase.COMMON, Phase.OWN) and not state.ruleset.has_cards
    if state.dice is None:
        if needed:
            yield f"phase {state.phase} needs the dice that were rolled"
    elif state.ruleset.has_cards or not (needed or state.is_over):
        yield f"there are no dice to see in phase {state.phase} of {state.ruleset.title}"
    elif needed:
        colours = tuple(state.dice.coloured)
        late = state.phase is Phase.OWN and state.ruleset.closed_row_in_action_2
        expected = colours if late and set(colours) >= set(state.dice_in_game) else state.dice_in_game
        refusal = RollNode(expected).why_not(state.dice)
        if refusal is not None:
            yield str(refusal)


def _card_problems(state: State) -> Iterator[str]:
    table = state.cards
    if state.phase in BEFORE_CARDS:
        if table.hands or table.display or table.deck or table.discard:
            yield f"no card is dealt yet in phase {state.phase}"
        return
    display = [card for card in table.display if card is not None]
    everywhere = [card for hand in table.hands for card in hand] + display + [*table.deck, *table.discard]
    yield from _pack_problems(everywhere, state.ruleset.jokers)
    refilling = state.phase is Phase.SHUFFLE
    if len(table.display) != DISPLAY_PLACES or (len(display) < DISPLAY_PLACES and not refilling):
        yield f"C4: the display holds {DISPLAY_PLACES} cards, not {len(display)}"
    if bool(table.deck) is refilling:
        yield "C9: the deck is empty just before a shuffle, and only then"
    yield from _hand_problems(state)


def _pack_problems(cards: list[Card], jokers: bool) -> Iterator[str]:
    wanted, found = Counter(pack(jokers)), Counter(cards)
    for card in found - wanted:
        yield f"C1: {card} is there twice" if card in wanted else f"C1: {card} is no card of this game"
    for card in wanted - found:
        yield f"C1: {card} is missing"


def _hand_problems(state: State) -> Iterator[str]:
    if len(state.cards.hands) != state.players:
        yield f"C3: every player has a hand: {state.players} hands, not {len(state.cards.hands)}"
        return
    for seat, hand in enumerate(state.cards.hands):
        full = seat == state.active and state.phase in (Phase.COMMON, Phase.SHUFFLE, Phase.PLAY)
        most = HAND_TO_PLAY if full or (seat == state.active and state.is_over) else HAND_TO_PLAY - 1
        least = HAND_TO_PLAY if full else SMALLEST_HAND
        if not least <= len(hand) <= most:
            wanted = f"{least} to {most}" if least < most else f"{least}"
            yield f"C24: {_seat(state, seat)} holds {wanted} cards in phase {state.phase}, not {len(hand)}"


def _turn_problems(state: State) -> Iterator[str]:
    if state.crossed is not None and state.phase not in AFTER_COMMON:
        yield _nobody_has_crossed(state)
    elif state.crossed is not None:
        yield from _cross_problems(state, state.crossed)
    waiting = state.players if state.phase is Phase.COMMON else 0
    if len(state.pending) != waiting:
        yield f"phase {state.phase} has {waiting} hidden choices, not {len(state.pending)}"
    elif waiting and None not in state.pending:
        yield "D5: when all have chosen, the common action is over"
    else:
        for seat, choice in enumerate(state.pending):
            refusal = state.why_not(seat, choice) if choice is not None else None
            if refusal is not None:
                yield f"{_seat(state, seat)}: {refusal}"


def _cross_problems(state: State, cross: Cross) -> Iterator[str]:
    """The problems of the active player's recorded cross in the common action."""
    rule = "C10" if state.ruleset.has_cards else "D4"
    row = state.sheets[state.active].rows[cross.colour]
    # Without dice and without a deck the number is unknown; that they are missing is reported already.
    number = state.common_number if state.dice is not None or state.cards.deck else None
    if number is not None and cross.number != number:
        yield f"{rule}: the number for everyone is {number}; {cross.colour} {cross.number} is another"
    elif cross.number not in (row if state.is_over else row[-1:]):
        # Only the last action of a turn comes after it, and with that the turn is over.
        found = f"ends with {row[-1]}" if row else "is empty"
        yield f"{rule}: {cross.colour} {cross.number} was not crossed in the common action: its row {found}"


def _nobody_has_crossed(state: State) -> str:
    return f"nobody has crossed anything yet in phase {state.phase}"
