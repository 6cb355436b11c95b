"""Reading a whole game back from its text, checking every rule on the way."""

import json
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from os import PathLike
from typing import NamedTuple, TypeVar, assert_never

from qwixx.notation.positions import parse_position, read_ruleset
from qwixx.record import (
    OWN_TAGS,
    TAG_NAME,
    ChanceStep,
    Comment,
    Decision,
    Record,
    Step,
    apply_step,
    remarks,
    result,
)
from qwixx.rules.cards import Card
from qwixx.rules.chance import FirstSeat, FirstSix, Shuffle
from qwixx.rules.errors import FileError, InputError
from qwixx.rules.pieces import read_cards, read_choice, read_faces, read_roll
from qwixx.rules.position import DISPLAY_PLACES, HAND_AT_START
from qwixx.rules.ruleset import FirstPlayer, Phase
from qwixx.rules.scanner import ParseError, Scanner, checked_text

T = TypeVar("T")

GAME_TAG = "Qwixx"
STRING = r'"(?:[^"\\]|\\.)*"'


class Tag(NamedTuple):
    """A line ``[Name "value" …]`` and where it stands."""

    scanner: Scanner
    values: tuple[str, ...]


def parse_record(text: str) -> Record:
    """The record that a text holds. A mistake in it, of form or of play, is a ParseError with its place."""
    games = list(_games(checked_text(text).splitlines()))
    if len(games) > 1:
        raise ParseError(games[1][0].line, 1, "expected one game, found another; parse_records reads several")
    return _record(games[0] if games else [Scanner("")])


def parse_records(text: str) -> Iterator[Record]:
    """The records that a text holds, one after the other."""
    return map(_record, _games(checked_text(text).splitlines()))


def read_records(path: str | PathLike[str]) -> Iterator[Record]:
    """The records in a file, read lazily; FileError if it cannot be read."""
    try:
        with open(path, encoding="utf-8") as lines:
            yield from map(_record, _games(line.rstrip("\n") for line in lines))
    except OSError as error:
        raise FileError(f"cannot read {path}: {error.strerror or error}") from error
    except UnicodeDecodeError as error:
        raise FileError(f"cannot read {path}: it is not text in UTF-8") from error


def _games(lines: Iterable[str]) -> Iterator[list[Scanner]]:
    """The lines of each game: the next one begins with a tag, behind the turns or behind another [Qwixx]."""
    game: list[Scanner] = []
    has_turns = has_begun = False
    for number, line in enumerate(lines, start=1):
        # Some editors begin a file with an invisible mark of its encoding.
        scanner = Scanner(line.removeprefix("\ufeff") if number == 1 else line, number)
        begins = scanner.sees(rf"\[\s*{GAME_TAG}\b")
        if scanner.sees(r"\[") and (has_turns or (begins and has_begun)):
            yield game
            game, has_turns, has_begun = [], False, False
        has_begun |= begins
        has_turns |= not scanner.done and not scanner.sees(r"\[")
        game.append(scanner)
    if not all(scanner.done for scanner in game):
        yield game


def _record(lines: list[Scanner]) -> Record:
    """The record that the lines of one game hold."""
    tags: dict[str, Tag] = {}
    body = [scanner for scanner in lines if not scanner.done or scanner.comments]
    head: list[Scanner] = []
    while body and (body[0].done or body[0].sees(r"\[")):
        head.append(body.pop(0))
        if not head[-1].done:
            _read_tag(head[-1], tags)
    record = _empty_record(tags)
    reader = _BodyReader(record, body, Scanner("", lines[-1].line + 1))
    reader.comment([text for scanner in head for text in scanner.comments])
    reader.read()
    _check_result(tags, result(reader.state, record.names))
    return replace(record.extended(reader.steps), comments=tuple(reader.comments))


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


def _printable(text: str) -> str:
    """A comment fit for a record: unprintable characters become question marks."""
    return "".join(letter if letter.isprintable() else "?" for letter in text.strip())


def _string(scanner: Scanner) -> str:
    began = scanner.at
    piece = scanner.expect(STRING, 'a text in quotes like "Ann"')
    try:
        return str(json.loads(piece))
    except json.JSONDecodeError as error:
        raise scanner.error(f"expected a text in quotes, found {piece}: {error.msg}", began) from error


def _empty_record(tags: dict[str, Tag]) -> Record:
    for name, example in ((GAME_TAG, '[Qwixx "dice"]'), ("Seats", '[Seats "Ann" "Ben"]')):
        if name not in tags:
            raise ParseError(1, 1, f"expected a tag like {example} at the head of the record")
    game, seats = tags[GAME_TAG], tags["Seats"]
    rules = _at_tag(game, lambda: read_ruleset(Scanner(game.values[0])))
    others = [(name, tag.values[0]) for name, tag in tags.items() if name not in OWN_TAGS]
    if "Position" not in tags:
        return _at_tag(seats, lambda: Record.new(rules, seats.values, others))
    position = _at_tag(tags["Position"], lambda: parse_position(tags["Position"].values[0]))
    if position.ruleset != rules:
        raise tags["Position"].scanner.error(
            f"expected a position of {rules}, as the tag Qwixx says, found one of {position.ruleset}"
        )
    return _at_tag(seats, lambda: Record.at(position, seats.values, others))


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
        self.comments: list[Comment] = []
        self._lines = lines
        self._end = end
        self._before = self.state

    def read(self) -> None:
        if self._has_more and self.state.phase is Phase.START:
            self._read_first(self._next())
        if self._has_more and self.state.phase is Phase.DEAL:
            self._read_deal()
        turn = 1
        while self._has_more:
            scanner = self._next()
            if self.state.is_over:
                raise scanner.error(
                    f"expected the end of the record, for the game is over, found {scanner.rest()}"
                )
            self._read_turn(scanner, turn)
            turn += 1

    def _next(self) -> Scanner:
        """The next line, or the place after the last one."""
        return self._lines.pop(0) if self._has_more else self._end

    @property
    def _has_more(self) -> bool:
        """Whether another line is to be read; comments that stand alone before it are kept."""
        while self._lines and self._lines[0].done:
            self.comment(self._lines.pop(0).comments)
        return bool(self._lines)

    def comment(self, texts: list[str], remark: str = "") -> None:
        """Keep these comments behind the last step, but for the remark that is written there anyway."""
        for text in map(_printable, texts):
            if text not in ("", remark):
                self.comments.append(Comment(len(self.steps), text))

    def _comment(self, scanner: Scanner) -> None:
        """Collect the comments that the scanner has read."""
        remark = remarks(self._before, self.state, self.names)
        self.comment(scanner.comments, remark)
        scanner.comments = []

    def _play(self, scanner: Scanner, read: Callable[[], Step]) -> None:
        """Read one step and play it; refusals of the rules are located at the step."""

        def played() -> None:
            step = read()
            self._before, self.state = self.state, apply_step(self.state, step)
            self.steps.append(step)

        scanner.located(played)

    def _read_first(self, scanner: Scanner) -> None:
        match self.ruleset.first_player:
            case FirstPlayer.FIRST_SIX:
                scanner.expect("first six:", "'first six:' and what was rolled")
                self._play(scanner, lambda: ChanceStep(FirstSix(read_faces(scanner))))
            case FirstPlayer.RANDOM:
                self._play(scanner, lambda: ChanceStep(FirstSeat(self._read_beginner(scanner))))
            case _:
                assert_never(self.ruleset.first_player)
        scanner.expect_end()
        self._comment(scanner)

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
        self._play(scanner, lambda: ChanceStep(Shuffle((*cards, *read_cards(scanner)))))
        scanner.expect_end()
        self._comment(scanner)

    def _read_pile(self, label: str, size: int) -> tuple[Card, ...]:
        scanner = self._next()
        scanner.expect(re.escape(label), f"{label!r} and {size} cards")
        began = scanner.at
        cards = read_cards(scanner)
        scanner.expect_end()
        self._comment(scanner)
        if len(cards) != size:
            raise scanner.error(f"expected {size} cards, found {len(cards)}", began)
        return cards

    def _read_turn(self, scanner: Scanner, turn: int) -> None:
        label = f"{turn} {self.names[self.state.active]}:"
        scanner.expect(re.escape(label), f"{label!r} at the head of the turn")
        while True:
            last = self.state.phase in (Phase.OWN, Phase.PLAY)
            self._read_action(scanner)
            self._comment(scanner)
            if last or self.state.is_over:
                return scanner.expect_end()
            if scanner.done and not self._has_more:
                return None  # the game was not played further
            scanner.expect("/", "'/' and the next action of the turn")

    def _read_action(self, scanner: Scanner) -> None:
        phase, active = self.state.phase, self.state.active
        if phase is Phase.ROLL:
            self._play(scanner, lambda: ChanceStep(read_roll(scanner)))
        elif phase is Phase.SHUFFLE:
            scanner.expect(r"shuffle\b", "'shuffle' and the new deck, top first")
            self._play(scanner, lambda: ChanceStep(Shuffle(read_cards(scanner))))
        else:
            seats = range(len(self.names)) if phase is Phase.COMMON else (active,)
            for seat in seats:
                self._play(scanner, lambda seat=seat: Decision(seat, read_choice(scanner)))  # type: ignore[misc]
