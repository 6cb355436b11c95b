"""Reading a whole game back from its text, checking every rule on the way."""

import json
import re
from collections.abc import Callable
from typing import NamedTuple, TypeVar, assert_never

from qwixx.notation.pieces import read_cards, read_choice, read_faces, read_roll
from qwixx.notation.positions import read_ruleset
from qwixx.notation.scanner import ParseError, Scanner
from qwixx.notation.writer import result
from qwixx.record import OWN_TAGS, TAG_NAME, Chance, Decision, Record, Step, after
from qwixx.rules.cards import Card
from qwixx.rules.chance import FirstSeat, FirstSix, Shuffle
from qwixx.rules.errors import InputError
from qwixx.rules.position import DISPLAY_PLACES, HAND_AT_START
from qwixx.rules.ruleset import FirstPlayer, Phase

T = TypeVar("T")

STRING = r'"(?:[^"\\]|\\.)*"'


class Tag(NamedTuple):
    """A line ``[Name "value" …]`` and where it stands."""

    scanner: Scanner
    values: tuple[str, ...]


def parse_record(text: str) -> Record:
    """The record that a text holds. A mistake in it, of form or of play, is a ParseError with its place."""
    # Some editors begin a file with a mark of its encoding, which nobody sees.
    lines = text.removeprefix("\ufeff").splitlines()
    scanners = [Scanner(line, number) for number, line in enumerate(lines, start=1)]
    tags: dict[str, Tag] = {}
    body = [scanner for scanner in scanners if not scanner.done]
    while body and body[0].sees(r"\["):
        _read_tag(body.pop(0), tags)
    record = _empty_record(tags)
    reader = _BodyReader(record, body, Scanner("", len(lines) + 1))
    reader.read()
    _check_result(tags, result(reader.state, record.names))
    return record.extended(reader.steps)


def _read_tag(scanner: Scanner, tags: dict[str, Tag]) -> None:
    scanner.expect(r"\[", "'['")
    began = scanner.at
    name = scanner.expect(TAG_NAME, "the name of a tag")
    if name in tags:
        raise scanner.error(f"expected each tag once, found {name} again", began)
    values = [scanner.located(lambda: _string(scanner))]
    while scanner.sees('"'):
        values.append(_string(scanner))
    scanner.expect(r"\]", "']' at the end of the tag")
    scanner.expect_end()
    scanner.at = began
    tags[name] = Tag(scanner, tuple(values))


def _string(scanner: Scanner) -> str:
    began = scanner.at
    piece = scanner.expect(STRING, 'a text in quotes like "Ann"')
    try:
        return str(json.loads(piece))
    except json.JSONDecodeError as error:
        raise scanner.error(f"expected a text in quotes, found {piece}: {error.msg}", began) from error


def _empty_record(tags: dict[str, Tag]) -> Record:
    for name, example in (("Qwixx", '[Qwixx "dice"]'), ("Seats", '[Seats "Ann" "Ben"]')):
        if name not in tags:
            raise ParseError(1, 1, f"expected a tag like {example} at the head of the record")
    game, seats = tags["Qwixx"], tags["Seats"]
    rules = _at_tag(game, lambda: read_ruleset(Scanner(game.values[0])))
    others = [(name, tag.values[0]) for name, tag in tags.items() if name not in OWN_TAGS]
    return _at_tag(seats, lambda: Record.new(rules, seats.values, others))


def _at_tag(tag: Tag, read: Callable[[], T]) -> T:
    try:
        return read()
    except ParseError as error:
        raise tag.scanner.error(error.problem) from error
    except InputError as error:
        raise tag.scanner.error(str(error)) from error


def _check_result(tags: dict[str, Tag], actual: str) -> None:
    claim = tags.get("Result")
    if claim is not None and claim.values[0] != actual:
        raise claim.scanner.error(
            f"the result is given as {claim.values[0]!r}, but this game gives {actual!r}"
        )


class _BodyReader:
    """Reads the lines after the tags, one after the other, and plays them."""

    def __init__(self, record: Record, lines: list[Scanner], end: Scanner) -> None:
        self.names = record.names
        self.ruleset = record.ruleset
        self.state = record.start
        self.steps: list[Step] = []
        self._lines = lines
        self._end = end

    def read(self) -> None:
        if self._lines and self.state.phase is Phase.START:
            self._read_first(self._next())
        if self._lines and self.state.phase is Phase.DEAL:
            self._read_deal()
        turn = 1
        while self._lines:
            scanner = self._next()
            if self.state.is_over:
                raise scanner.error(
                    f"expected the end of the record, for the game is over, found {scanner.rest()}"
                )
            self._read_turn(scanner, turn)
            turn += 1

    def _next(self) -> Scanner:
        """The next line, or the place after the last one."""
        return self._lines.pop(0) if self._lines else self._end

    def _play(self, scanner: Scanner, read: Callable[[], Step]) -> None:
        """Read one step and play it; what the rules refuse is reported where the step stands."""

        def played() -> None:
            step = read()
            self.state = after(self.state, step)
            self.steps.append(step)

        scanner.located(played)

    def _read_first(self, scanner: Scanner) -> None:
        match self.ruleset.first_player:
            case FirstPlayer.FIRST_SIX:
                scanner.expect("first six:", "'first six:' and what was rolled")
                self._play(scanner, lambda: Chance(FirstSix(read_faces(scanner))))
            case FirstPlayer.RANDOM:
                self._play(scanner, lambda: Chance(FirstSeat(self._read_beginner(scanner))))
            case _:
                assert_never(self.ruleset.first_player)
        scanner.expect_end()

    def _read_beginner(self, scanner: Scanner) -> int:
        # Read in one piece first: a name in braces would pass for a remark behind the colon.
        seat = self._named(scanner, r"first:\s*")
        if seat is None:
            scanner.expect("first:", "'first:' and the name of the first player")
            seat = self._named(scanner)
        if seat is None:
            raise scanner.error(f"expected the name of a player, found {scanner.rest()}")
        return seat

    def _named(self, scanner: Scanner, label: str = "") -> int | None:
        # Longest first, so that a name that begins like another is read whole.
        for name in sorted(self.names, key=len, reverse=True):
            if scanner.accept(label + re.escape(name)) is not None:
                return self.names.index(name)
        return None

    def _read_deal(self) -> None:
        cards: list[Card] = []
        for name in self.names:
            cards += self._read_pile(f"hand {name}:", HAND_AT_START)
        cards += self._read_pile("display:", DISPLAY_PLACES)
        scanner = self._next()
        scanner.expect("deck:", "'deck:' and its cards, top first")
        self._play(scanner, lambda: Chance(Shuffle((*cards, *read_cards(scanner)))))
        scanner.expect_end()

    def _read_pile(self, label: str, size: int) -> tuple[Card, ...]:
        scanner = self._next()
        scanner.expect(re.escape(label), f"{label!r} and {size} cards")
        began = scanner.at
        cards = read_cards(scanner)
        scanner.expect_end()
        if len(cards) != size:
            raise scanner.error(f"expected {size} cards, found {len(cards)}", began)
        return cards

    def _read_turn(self, scanner: Scanner, turn: int) -> None:
        label = f"{turn} {self.names[self.state.active]}:"
        scanner.expect(re.escape(label), f"{label!r} at the head of the turn")
        while True:
            last = self.state.phase in (Phase.OWN, Phase.PLAY)
            self._read_action(scanner)
            if last or self.state.is_over:
                return scanner.expect_end()
            if scanner.done and not self._lines:
                return None  # the game was not played further
            scanner.expect("/", "'/' and the next action of the turn")

    def _read_action(self, scanner: Scanner) -> None:
        phase, active = self.state.phase, self.state.active
        if phase is Phase.ROLL:
            self._play(scanner, lambda: Chance(read_roll(scanner)))
        elif phase is Phase.SHUFFLE:
            scanner.expect(r"shuffle\b", "'shuffle' and the new deck, top first")
            self._play(scanner, lambda: Chance(Shuffle(read_cards(scanner))))
        else:
            seats = range(len(self.names)) if phase is Phase.COMMON else (active,)
            for seat in seats:
                self._play(scanner, lambda seat=seat: Decision(seat, read_choice(scanner)))  # type: ignore[misc]
