"""One position read from one line of text, as FEN is for chess; ``str(state)`` writes it."""

from typing import NamedTuple

from qwixx.rules.cards import Card, card_named
from qwixx.rules.chance import Roll
from qwixx.rules.choices import Choice, Cross
from qwixx.rules.colours import colour_named
from qwixx.rules.game import State
from qwixx.rules.pieces import CARD, CROSS, NUMBER, read_cards, read_choice, read_cross, read_roll
from qwixx.rules.position import NO_CARDS, CardTable, no_choices
from qwixx.rules.ruleset import OPTIONS, RULESETS, Phase, Ruleset, ruleset_with
from qwixx.rules.scanner import Scanner
from qwixx.rules.sheet import Row, Sheet
from qwixx.rules.validity import check_state

WORD = r"[a-z_0-9]+"


class Turn(NamedTuple):
    """The second field of a position: whose turn it is and how far it has come."""

    active: int
    phase: Phase
    dice: Roll | None
    crossed: Cross | None
    chosen: tuple[Choice | None, ...]


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
    state = State(
        ruleset=rules,
        sheets=tuple(sheets),
        active=turn.active,
        phase=turn.phase,
        dice=turn.dice,
        cards=table,
        crossed=turn.crossed,
        pending=turn.chosen or (no_choices(len(sheets)) if turn.phase is Phase.COMMON else ()),
    )
    check_state(state)
    return state


def read_ruleset(scanner: Scanner) -> Ruleset:
    name = scanner.expect(WORD, f"a game: {', '.join(RULESETS)}")
    options: dict[str, object] = {}
    while (option := scanner.accept(WORD)) is not None:
        scanner.expect("=", f"'=' after the option {option}")
        options[option] = scanner.expect(WORD, f"a value: {', '.join(OPTIONS.get(option, ()))}")
    return ruleset_with(name, options)


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
    crossed = read_cross(scanner, "what was crossed, like r7") if scanner.accept(r"crossed\b") else None
    chosen: list[Choice | None] = []
    if scanner.accept(r"chosen\b"):
        while not (scanner.done or scanner.sees(";")):
            chosen.append(None if scanner.accept(r"\?") else read_choice(scanner))
    return Turn(active, Phase(phase), dice, crossed, tuple(chosen))


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
