"""Choices, rolls and cards read from text; each writes itself, as ``str()`` shows it."""

from functools import lru_cache

from qwixx.rules.cards import Card, card_named
from qwixx.rules.chance import ChanceOutcome, FirstSeat, FirstSix, Roll, Shuffle
from qwixx.rules.choices import PASS, Choice, Cross, Play, Take, implied_colour
from qwixx.rules.colours import COLOURS, Colour, colour_named
from qwixx.rules.errors import InputError
from qwixx.rules.scanner import Scanner, checked_text

NUMBER = r"(?:1[0-2]|[2-9])(?!\d)"
ROW = r"[rygbRYGB]"
CROSS = rf"{ROW}{NUMBER}"
CARD = rf"[rygbjRYGBJ]{NUMBER}"
FACE = r"[1-6](?!\d)"
PLACE = r"[1-4](?!\d)"


def parse_choice(text: str) -> Choice:
    """The choice that a text names.

    >>> parse_choice("r7")
    Cross(colour=Colour.RED, number=7)
    """
    return _parsed_choice(checked_text(text))


# A server reads the same few choices all day.
@lru_cache(maxsize=1 << 12)
def _parsed_choice(text: str) -> Choice:
    scanner = Scanner(text)
    choice = read_choice(scanner)
    scanner.expect_end()
    return choice


def choice_of(choice: Choice | str) -> Choice:
    """A choice given as a value or as its text; InputError if it is neither."""
    if isinstance(choice, str):
        return parse_choice(choice)
    if not isinstance(choice, Choice):
        raise InputError(f"a choice is a Cross, a Take, a Play or PASS, or a text like 'r7', not {choice!r}")
    return choice


def outcome_of(outcome: ChanceOutcome | str) -> ChanceOutcome:
    """A chance outcome given as a value or as its text; InputError if it is neither."""
    if isinstance(outcome, str):
        return parse_outcome(outcome)
    if not isinstance(outcome, ChanceOutcome):
        raise InputError(
            "a chance outcome is a Roll, a FirstSeat, a FirstSix or a Shuffle, or a text like"
            f" '4+1 r3 y2 g5 b6', not {outcome!r}"
        )
    return outcome


def read_choice(scanner: Scanner) -> Choice:
    if scanner.accept(r"take\b"):
        return Take(tuple(int(place) - 1 for place in _several(scanner, PLACE, "a place from 1 to 4")))
    if scanner.accept(r"play\b"):
        return _read_play(scanner)
    if scanner.accept("-"):
        return PASS
    return read_cross(scanner)


def read_cross(scanner: Scanner, expected: str = "a cross like r7, '-' for pass, 'take' or 'play'") -> Cross:
    piece = scanner.expect(CROSS, expected)
    return Cross(colour_named(piece[0]), int(piece[1:]))


def _read_play(scanner: Scanner) -> Play:
    cards = read_cards(scanner)
    colour = colour_named(scanner.expect(ROW, "a row: r, y, g or b")) if scanner.accept(r"as\b") else None
    crosses: list[Cross] = []
    if scanner.accept(r"cross\b"):
        began = scanner.at
        crosses = _read_crosses(scanner)
        if len({crosses[0].colour if colour is None else colour, *(cross.colour for cross in crosses)}) > 1:
            raise scanner.error("expected all crosses of a play in one row", began)
        colour = crosses[0].colour
    if colour is None:
        colour = implied_colour(cards)
    if colour is None:
        raise scanner.error(f"expected 'as' and a row, since jokers have no colour, found {scanner.rest()}")
    return Play(cards, colour, tuple(cross.number for cross in crosses))


def _read_crosses(scanner: Scanner) -> list[Cross]:
    crosses = [read_cross(scanner)]
    while scanner.sees(CROSS):
        crosses.append(read_cross(scanner))
    return crosses


def read_cards(scanner: Scanner) -> tuple[Card, ...]:
    """One card or more."""
    return tuple(map(card_named, _several(scanner, CARD, "a card like R4 or J11")))


def parse_roll(text: str) -> Roll:
    """The roll that a text names.

    >>> parse_roll("4+1 r3 b6")
    Roll(white=(4, 1), colours=(3, None, None, 6))
    """
    scanner = Scanner(text)
    dice = read_roll(scanner)
    scanner.expect_end()
    return dice


def read_roll(scanner: Scanner) -> Roll:
    first = scanner.expect(r"[1-6](?=\+)", "two white dice like 4+1")
    scanner.expect(r"\+", "+")
    second = scanner.expect(FACE, "the second white die, 1 to 6")
    coloured: dict[Colour, int] = {}
    while not scanner.done and scanner.sees(ROW):
        began = scanner.at
        colour = colour_named(scanner.expect(ROW, "a coloured die"))
        if colour in coloured:
            raise scanner.error(f"expected each die once, found {colour} again", began)
        coloured[colour] = int(scanner.expect(FACE, f"the {colour} die, 1 to 6"))
    return Roll((int(first), int(second)), tuple(coloured.get(colour) for colour in COLOURS))


def parse_outcome(text: str) -> ChanceOutcome:
    """The outcome that a text names.

    >>> parse_outcome("first 2")
    FirstSeat(seat=1)
    """
    scanner = Scanner(text)
    outcome = _read_outcome(scanner)
    scanner.expect_end()
    return outcome


def _read_outcome(scanner: Scanner) -> ChanceOutcome:
    if scanner.accept(r"first six\b"):
        return FirstSix(read_faces(scanner))
    if scanner.accept(r"first\b"):
        return FirstSeat(int(scanner.expect(r"[1-9](?!\d)", "a seat from 1 to 5")) - 1)
    if scanner.accept(r"shuffle\b"):
        return Shuffle(read_cards(scanner))
    return read_roll(scanner)


def read_faces(scanner: Scanner) -> tuple[int, ...]:
    return tuple(map(int, _several(scanner, FACE, "a face from 1 to 6")))


def _several(scanner: Scanner, pattern: str, expected: str) -> list[str]:
    pieces = [scanner.expect(pattern, expected)]
    while (piece := scanner.accept(pattern)) is not None:
        pieces.append(piece)
    return pieces
