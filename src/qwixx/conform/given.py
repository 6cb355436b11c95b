"""The initial state of a case."""

from dataclasses import replace

from qwixx.conform import cases
from qwixx.rules.cards import Card, card_named, pack
from qwixx.rules.chance import FirstSeat, FirstSeatNode, Roll, Shuffle
from qwixx.rules.choices import CROSSES
from qwixx.rules.colours import COLOURS, Colour, colour_named
from qwixx.rules.errors import SetupError
from qwixx.rules.game import State
from qwixx.rules.position import HAND_TO_PLAY, NO_CARDS, CardTable, no_choices
from qwixx.rules.ruleset import Phase, Ruleset, ruleset_with
from qwixx.rules.sheet import Sheet
from qwixx.rules.validity import ENDED_WITHOUT_CAUSE, inferred_cross, problems


def build_state(case: cases.Case) -> State:
    """The state a case begins with; InputError if the position is impossible."""
    rules = ruleset_with(case.variant, case.options)
    if case.given.new_game:
        return _new_game(rules, case.players)
    rules.check_players(case.players)
    if len(case.given.sheets) != case.players:
        raise SetupError(f"{case.players} players need as many sheets, not {len(case.given.sheets)}")
    state = _given_state(rules, case.given)
    if sorted(case.given.closed_rows) != sorted(map(str, state.closed_rows)) and not rules.has_cards:
        closed = ", ".join(map(str, state.closed_rows)) or "none"
        given = ", ".join(case.given.closed_rows) or "none"
        raise SetupError(f"D11: the locks on the sheets close the rows: {closed}; not: {given}")
    for problem in problems(state):
        # A case about final totals may end a game without a cause.
        if problem != ENDED_WITHOUT_CAUSE:
            raise SetupError(problem)
    return _with_some_cross(state) if case.given.crossed else state


def _with_some_cross(state: State) -> State:
    """The state with a cross of the common action: a case says that there was one, but not which.

    It need not stand on the sheet, since a case about something else may leave it out there.
    """
    cross, number = inferred_cross(state), state.common_number
    if cross is None and number is not None:
        cross = CROSSES[Colour.RED][number]
    return replace(state, crossed=cross)


def _new_game(rules: Ruleset, players: int) -> State:
    """A new game as far as no step is needed: a draw gives the first seat, cards come as they lie."""
    state = State.new(rules, players)
    if isinstance(state.chance, FirstSeatNode):
        state = state.apply_chance(FirstSeat(0))
    if state.phase is Phase.DEAL:
        state = state.apply_chance(Shuffle(pack(rules.jokers)))
    return state


def _given_state(rules: Ruleset, given: cases.Given) -> State:
    if given.phase not in tuple(Phase):
        raise SetupError(f"no phase {given.phase!r}: the phases are {', '.join(Phase)}")
    phase = Phase(given.phase)
    state = State(
        ruleset=rules,
        sheets=tuple(map(build_sheet, given.sheets)),
        active=given.active,
        phase=phase,
        dice=build_roll(given.dice) if given.dice is not None else None,
        pending=no_choices(len(given.sheets)) if phase is Phase.COMMON else (),
    )
    return replace(state, cards=_build_cards(state, given)) if rules.has_cards else state


def build_sheet(given: cases.GivenSheet) -> Sheet:
    rows = (tuple(given.red), tuple(given.yellow), tuple(given.green), tuple(given.blue))
    sheet = Sheet(rows, given.penalties)
    if sorted(given.locks) != sorted(map(str, sheet.locks)):
        found = ", ".join(map(str, sheet.locks)) or "no lock"
        claimed = ", ".join(given.locks) or "none"
        raise SetupError(f"S6: a lock goes with its last number: these rows have {found}, not {claimed}")
    return sheet


def build_roll(given: cases.GivenDice) -> Roll:
    dice = dict(given)
    white = dice.pop("white", [])
    if not isinstance(white, list) or len(white) != 2:
        raise SetupError(f"D1: there are two white dice, not {white}")
    faces: dict[int, int] = {}
    for name, face in dice.items():
        if not isinstance(face, int):
            raise SetupError(f"D1: there is one {name} die, not {face}")
        faces[colour_named(name)] = face
    return Roll((white[0], white[1]), tuple(faces.get(colour) for colour in COLOURS))


def _build_cards(state: State, given: cases.Given) -> CardTable:
    if all(pile is None for pile in (given.hands, given.display, given.deck, given.discard)):
        return _any_cards(state)
    return CardTable(
        hands=tuple(map(build_cards, given.hands or [])),
        display=build_cards(given.display or []),
        deck=build_cards(given.deck or []),
        discard=build_cards(given.discard or []),
    )


def build_cards(tokens: list[str]) -> tuple[Card, ...]:
    return tuple(map(card_named, tokens))


def _any_cards(state: State) -> CardTable:
    """A case about sheets alone gives no cards: any deal that fits its phase will do."""
    if state.phase in (Phase.START, Phase.DEAL):
        return NO_CARDS
    dealt = replace(state, phase=Phase.DEAL).apply_chance(Shuffle(pack(state.ruleset.jokers))).cards
    if state.phase is Phase.DRAW or not 0 <= state.active < state.players:
        return dealt
    hands = list(dealt.hands)
    missing = HAND_TO_PLAY - len(hands[state.active])
    hands[state.active] += dealt.deck[:missing]
    return replace(dealt, hands=tuple(hands), deck=dealt.deck[missing:])
