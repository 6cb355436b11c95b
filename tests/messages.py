"""The client's messages by key: tests find controls by them, in any language.

``words`` is the text of a message. The others are regular expressions that match any value of a placeholder
without one:

    words("play.pass")
    words("label.score", points=3)                  in the plural form that fits
    pattern("play.cell.legal", colour="Red")        this message and nothing else
    pattern("end.rematch", "end.again")             one of these
    begins("home.own"), ends("pad.show")            a text with this prefix, or suffix
    contains("fairness.check.none")                 anywhere in a text
    capital(words("turn", turn=1))                  with a capital, at the start of a line
    cell_name("red", 7), chip_name("red", 7)        a cell of a row, in a sentence and on a chip
    listed("Ann", "Ben")                            names in a sentence
    in_language("de").words("play.pass")

``QWIXX_LANGUAGE=fr`` makes all of these French, and also the browsers of the tests.
"""

import json
import os
import re
from collections.abc import Mapping, Set
from functools import cache
from typing import NamedTuple

from tests.web.test_build import LANGUAGES, WEB

__all__ = [
    "LANGUAGES",
    "LOCALE",
    "begins",
    "capital",
    "cell_name",
    "chip_name",
    "contains",
    "ends",
    "in_language",
    "listed",
    "pattern",
    "words",
]

# The value of a placeholder; a pattern stands for everything that it matches.
Value = str | int | re.Pattern[str]


class Place(NamedTuple):
    """A placeholder."""

    name: str


class Forms(NamedTuple):
    """A plural or select: text that depends on a number (`=0`, `one` …) or on a name."""

    name: str
    forms: Mapping[str, "Text"]


Piece = str | Place | Forms
Text = tuple[Piece, ...]

ANYTHING = re.compile(".+?")
MINUS = "\N{MINUS SIGN}"
# Languages that use the singular for zero, too.
ZERO_IS_ONE = ("fr", "pt-BR")
# Placeholders that start and end bold text.
BOLD = ("b", "e")

PLACE = re.compile(r"\{(\w+)(?:, (?:plural|select),)?")
SELECTOR = re.compile(r"\s*(=\d+|\w+) \{")


def templates(language: str) -> dict[str, str]:
    """Every message template of a language by its key."""
    entries = json.loads((WEB / "messages" / f"{language}.json").read_text(encoding="utf-8"))
    return {key: entry["defaultMessage"] for key, entry in entries.items()}


class Reader:
    """Parses the subset of ICU MessageFormat that the client supports."""

    def __init__(self, template: str) -> None:
        self._template = template
        self._at = 0

    def text(self, number: str | None = None) -> Text:
        """Parse up to the end, or up to the brace that closes a form; `#` stands for `number`."""
        pieces: list[Piece] = []
        while self._at < len(self._template) and self._template[self._at] != "}":
            piece = self._piece(number)
            if piece != Place(BOLD[0]) and piece != Place(BOLD[1]):
                pieces.append(piece)
        return tuple(pieces)

    def _piece(self, number: str | None) -> Piece:
        found = PLACE.match(self._template, self._at)
        if found is None:
            character = self._template[self._at]
            self._at += 1
            return Place(number) if character == "#" and number is not None else character
        self._at = found.end()
        piece = Forms(found[1], self._forms(found[1])) if found[0].endswith(",") else Place(found[1])
        self._at += 1
        return piece

    def _forms(self, name: str) -> Mapping[str, Text]:
        forms = {}
        while selector := SELECTOR.match(self._template, self._at):
            self._at = selector.end()
            forms[selector[1]] = self.text(name)
            self._at += 1
        return forms


class Messages:
    """The messages of a language."""

    def __init__(self, language: str) -> None:
        self._language = language
        self._texts = {key: Reader(template).text() for key, template in templates(language).items()}

    @property
    def keys(self) -> Set[str]:
        return self._texts.keys()

    def words(self, key: str, /, **values: str | int) -> str:
        """The text of a message; every placeholder needs a value."""
        return "".join(self._word(piece, values) for piece in self._texts[key])

    def pattern(self, *keys: str, **values: Value) -> re.Pattern[str]:
        """Match exactly one of these messages."""
        return re.compile(f"^{self._any(keys, values)}$")

    def begins(self, *keys: str, **values: Value) -> re.Pattern[str]:
        """Match a text that starts with one of these messages."""
        return re.compile(f"^{self._any(keys, values)}")

    def ends(self, *keys: str, **values: Value) -> re.Pattern[str]:
        """Match a text that ends with one of these messages."""
        return re.compile(f"{self._any(keys, values)}$")

    def contains(self, *keys: str, **values: Value) -> re.Pattern[str]:
        """Match a text that contains one of these messages."""
        return re.compile(self._any(keys, values))

    def _word(self, piece: Piece, values: Mapping[str, str | int]) -> str:
        if isinstance(piece, str):
            return piece
        value = values[piece.name]
        if isinstance(piece, Place):
            return _written(value)
        return "".join(self._word(each, values) for each in self._form(piece, value))

    def _any(self, keys: tuple[str, ...], values: Mapping[str, Value]) -> str:
        unknown = set(values) - {name for key in keys for name in _names(self._texts[key])}
        assert not unknown, f"no placeholders of {keys}: {unknown}"
        return f"(?:{'|'.join(self._source(self._texts[key], values) for key in keys)})"

    def _source(self, text: Text, values: Mapping[str, Value]) -> str:
        """The source of a regular expression for a text."""
        return "".join(self._source_of(piece, values) for piece in text)

    def _source_of(self, piece: Piece, values: Mapping[str, Value]) -> str:
        if isinstance(piece, str):
            # A non-breaking space is a plain space in the accessible name of a control.
            return r"\s" if piece.isspace() else re.escape(piece)
        value = values.get(piece.name, ANYTHING)
        if isinstance(piece, Forms):
            forms = [self._form(piece, value)] if isinstance(value, str | int) else piece.forms.values()
            return f"(?:{'|'.join(self._source(each, values) for each in forms)})"
        return value.pattern if isinstance(value, re.Pattern) else re.escape(_written(value))

    def _form(self, piece: Forms, value: str | int) -> Text:
        singular = value == 1 or (value == 0 and self._language in ZERO_IS_ONE)
        exact = f"={value}" if isinstance(value, int) else value
        counted = "one" if singular and "one" in piece.forms else "other"
        return piece.forms[exact if exact in piece.forms else counted]


def _names(text: Text) -> set[str]:
    """The names of all placeholders."""
    return {piece.name for piece in text if not isinstance(piece, str)}


def _written(value: str | int) -> str:
    """A value as text; numbers have a real minus sign."""
    return str(value).replace("-", MINUS) if isinstance(value, int) else value


@cache
def in_language(language: str) -> Messages:
    return Messages(language)


LANGUAGE = os.environ.get("QWIXX_LANGUAGE", "en")
LOCALE = templates(LANGUAGE)["language.locale"]
words = in_language(LANGUAGE).words
pattern = in_language(LANGUAGE).pattern
begins = in_language(LANGUAGE).begins
ends = in_language(LANGUAGE).ends
contains = in_language(LANGUAGE).contains


def capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def cell_name(colour: str, number: int) -> str:
    return words("cell", colour=words(f"colour.{colour}"), number=number)


def chip_name(colour: str, number: int) -> str:
    return words("cells", colour=words(f"colour.{colour}"), numbers=number)


def listed(first: str, second: str) -> str:
    return words("preview.names", others=first, last=second)
