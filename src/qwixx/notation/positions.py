"""One position as one line of text, as FEN is for chess."""

from dataclasses import replace
from typing import NamedTuple

from qwixx.notation.pieces import (
    CARD,
    CROSS,
    NUMBER,
    format_cards,
    format_choice,
    format_roll,
    read_cards,
    read_choice,
    read_cross,
    read_roll,
)
from qwixx.notation.scanner import Scanner
from qwixx.rules.cards import Card, card_named
from qwixx.rules.chance import Roll
from qwixx.rules.choices import Choice, Cross
from qwixx.rules.colours import COLOURS, colour_named
from qwixx.rules.game import State
from qwixx.rules.position import NO_CARDS, CardTable
from qwixx.rules.ruleset import OPTIONS, RULESETS, Phase, Ruleset, ruleset
from qwixx.rules.sheet import Row, Sheet
from qwixx.rules.validity import check_position, inferred_cross

WORD = r"[a-z_0-9]+"


class Turn(NamedTuple):
    """The second field of a position: whose turn it is and how far it has come.

    ``unnamed_cross`` is the place of a ``crossed`` that does not say what, as older texts have it.
    """

    active: int
    phase: Phase
    dice: Roll | None
    crossed: Cross | None
    unnamed_cross: int | None
    chosen: tuple[Choice | None, ...]


def format_position(state: State) -> str:
    """A state as one line that ``parse_position`` reads back.

    >>> from qwixx.rules.ruleset import SOLO
    >>> format_position(State.new(SOLO, players=1))
    'solo; 1 roll; -'
    """
    fields = [format_ruleset(state.ruleset), _format_turn(state), *map(format_sheet, state.sheets)]
    table = state.cards
    if table != NO_CARDS:
        display = " ".join("." if card is None else str(card) for card in table.display)
        fields += [
            f"hands {' / '.join(map(format_cards, table.hands))}",
            f"display {display}",
            f"deck {format_cards(table.deck)}",
            f"discard {format_cards(table.discard)}",
        ]
    return "; ".join(fields)


def format_ruleset(rules: Ruleset) -> str:
    options = (f"{name}={word}" for name, word in rules.option_words.items())
    return " ".join([rules.name, *options])


def format_sheet(sheet: Sheet) -> str:
    """A sheet as text: ``r5,7 y3,4,7 p1``, or ``-`` if nothing is on it."""
    rows = [
        f"{colour.letter.lower()}{','.join(map(str, row))}"
        for colour, row in zip(COLOURS, sheet.rows, strict=True)
        if row
    ]
    penalties = [f"p{sheet.penalties}"] if sheet.penalties else []
    return " ".join(rows + penalties) or "-"


def _format_turn(state: State) -> str:
    words = [str(state.active + 1), str(state.phase)]
    if state.dice is not None:
        words.append(format_roll(state.dice))
    if state.crossed is not None:
        words += ["crossed", format_choice(state.crossed)]
    if any(choice is not None for choice in state.pending):
        words.append("chosen")
        words += ["?" if choice is None else format_choice(choice) for choice in state.pending]
    return " ".join(words)


def parse_position(text: str) -> State:
    """The state that a text describes; ParseError if it cannot be read, SetupError if it is impossible."""
    scanner = Scanner(text)
    rules = scanner.located(lambda: read_ruleset(scanner))
    turn = _read_turn(scanner)
    sheets = []
    while scanner.accept(";"):
        if scanner.sees(r"hands\b"):
            break
        sheets.append(read_sheet(scanner))
    table = _read_table(scanner) if scanner.sees(r"hands\b") else NO_CARDS
    scanner.expect_end()
    nobody = (None,) * len(sheets) if turn.phase is Phase.COMMON else ()
    state = State(
        ruleset=rules,
        sheets=tuple(sheets),
        active=turn.active,
        phase=turn.phase,
        dice=turn.dice,
        cards=table,
        crossed=turn.crossed,
        pending=turn.chosen or nobody,
    )
    check_position(state)
    if turn.unnamed_cross is None:
        return state
    return replace(state, crossed=_found_cross(scanner, state, turn.unnamed_cross))


def _found_cross(scanner: Scanner, state: State, said_at: int) -> Cross | None:
    """What was crossed where a text only says that something was; a finished game does not tell any more."""
    cross = inferred_cross(state)
    if cross is None and not state.is_over:
        number = state.common_number
        raise scanner.error(f"no row of the active player ends with {number}: it was not crossed", said_at)
    return cross


def read_ruleset(scanner: Scanner) -> Ruleset:
    name = scanner.expect(WORD, f"a game: {', '.join(RULESETS)}")
    options: dict[str, object] = {}
    while (option := scanner.accept(WORD)) is not None:
        scanner.expect("=", f"'=' after the option {option}")
        options[option] = scanner.expect(WORD, f"a value: {', '.join(OPTIONS.get(option, ()))}")
    return ruleset(name, **options)


def read_sheet(scanner: Scanner) -> Sheet:
    rows: list[Row] = [(), (), (), ()]
    penalties = 0
    if scanner.accept("-"):
        return Sheet()
    expected = "a row like r5,7, penalties like p1, or '-' for an empty sheet"
    while True:
        began = scanner.at
        if (piece := scanner.accept(rf"{CROSS}(?:,{NUMBER})*")) is not None:
            colour = colour_named(piece[0])
            if rows[colour]:
                raise scanner.error(f"expected each row once, found {colour} again", began)
            rows[colour] = tuple(map(int, piece[1:].split(",")))
        elif not penalties and (piece := scanner.accept(r"p[0-4](?!\d)")) is not None:
            penalties = int(piece[1:])
        else:
            raise scanner.error(f"expected {expected}, found {scanner.rest()}")
        if scanner.done or scanner.sees(";"):
            return Sheet((rows[0], rows[1], rows[2], rows[3]), penalties)


def _read_turn(scanner: Scanner) -> Turn:
    scanner.expect(";", "';' and whose turn it is")
    active = int(scanner.expect(r"[1-9](?!\d)", "the active player's seat, 1 to 5")) - 1
    phase = scanner.expect("|".join(Phase), f"a phase: {', '.join(Phase)}")
    dice = read_roll(scanner) if scanner.sees(r"\d") else None
    crossed, unnamed_cross = _read_crossed(scanner)
    chosen: list[Choice | None] = []
    if scanner.accept(r"chosen\b"):
        while not (scanner.done or scanner.sees(";")):
            chosen.append(None if scanner.accept(r"\?") else read_choice(scanner))
    return Turn(active, Phase(phase), dice, crossed, unnamed_cross, tuple(chosen))


def _read_crossed(scanner: Scanner) -> tuple[Cross | None, int | None]:
    """What was crossed, or else the place where a text says no more than that something was."""
    began = scanner.at
    if scanner.accept(r"crossed\b") is None:
        return None, None
    if scanner.done or scanner.sees(r";|chosen\b"):
        return None, began
    return read_cross(scanner, "what was crossed, like r7"), None


def _read_table(scanner: Scanner) -> CardTable:
    scanner.expect(r"hands\b", "'hands'")
    hands = [_read_pile(scanner)]
    while scanner.accept("/"):
        hands.append(_read_pile(scanner))
    scanner.expect(r";\s*display\b", "'; display' and its four cards")
    display: list[Card | None] = []
    while (piece := scanner.accept(rf"\.|{CARD}")) is not None:
        display.append(None if piece == "." else card_named(piece))
    scanner.expect(r";\s*deck\b", "'; deck' and its cards, top first")
    deck = _read_pile(scanner)
    scanner.expect(r";\s*discard\b", "'; discard' and its cards")
    return CardTable(tuple(hands), tuple(display), deck, _read_pile(scanner))


def _read_pile(scanner: Scanner) -> tuple[Card, ...]:
    return () if scanner.accept("-") else read_cards(scanner)
