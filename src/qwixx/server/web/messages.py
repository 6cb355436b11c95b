"""The languages of the client, and the messages that the server uses itself: previews of links in chats.

The format is in docs/messages.md.
"""

from functools import cache
from html import escape
from pathlib import Path
from typing import Any

import msgspec

from qwixx.tables.game.table import Table
from qwixx.tables.pad.pad import Pad

# Written by web/plugins/messages when the client is built.
INDEX = "messages.json"
# A text, or pieces of one: texts, 0 for the number being counted, ["name"], ["name", forms].
Form = str | list[str | int | list[str | dict[str, "Form"]]]
# Plural categories of integers repeat every hundred, less those of the first hundred.
REPEATS = 100
# The picture beside a link; `python -m web.invitation` draws it.
PICTURE = "invitation.png"
PICTURE_SIZE = (1200, 630)


class Language(msgspec.Struct, frozen=True):
    """One language of the client."""

    # The file of each part of the client.
    files: dict[str, str]
    # Messages that the server uses, by key.
    messages: dict[str, Any]
    # The numbers below 200 in each plural category but "other".
    plurals: dict[str, list[int]]

    def text(self, key: str, **values: str | int) -> str:
        return self._filled(self.messages[key], values, 0)

    def _filled(self, form: Form, values: dict[str, str | int], counted: int) -> str:
        if isinstance(form, str):
            return form
        return "".join(self._piece(piece, values, counted) for piece in form)

    def _piece(
        self, piece: str | int | list[str | dict[str, Form]], values: dict[str, str | int], counted: int
    ) -> str:
        if isinstance(piece, str):
            return piece
        if isinstance(piece, int):
            return str(counted)
        name, *choices = piece
        assert isinstance(name, str)
        value = values[name]
        if not choices:
            return str(value)
        forms = choices[0]
        assert isinstance(forms, dict)
        if isinstance(value, str):
            return self._filled(forms.get(value, forms["other"]), values, counted)
        wanted = f"={value}", self._category(value), "other"
        form = next(forms[each] for each in wanted if each in forms)
        return self._filled(form, values, value)

    def _category(self, count: int) -> str:
        repeated = count if count < REPEATS else REPEATS + count % REPEATS
        return next((category for category, counts in self.plurals.items() if repeated in counts), "other")


@cache
def languages(static: Path) -> dict[str, Language]:
    """The languages of the client in a folder, by tag in lower case, as tags are compared."""
    try:
        index = (static / INDEX).read_bytes()
    except FileNotFoundError:
        return {}
    found = msgspec.json.decode(index, type=dict[str, Language])
    return {tag.lower(): language for tag, language in found.items()}


def preview(room: Table | Pad, base: str, language: Language) -> str:
    """The tags of Open Graph for the link of a table or a pad, as HTML."""
    title, text = _pad_words(room, language) if isinstance(room, Pad) else _table_words(room, language)
    width, height = PICTURE_SIZE
    tags = {
        "og:site_name": "Qwixx",
        "og:type": "website",
        "og:title": title,
        "og:description": text,
        "og:url": f"{base}/{room.path}",
        "og:image": f"{base}/{PICTURE}",
        "og:image:width": str(width),
        "og:image:height": str(height),
    }
    lines = [f'<meta property="{name}" content="{escape(value)}">' for name, value in tags.items()]
    return "".join([*lines, '<meta name="twitter:card" content="summary_large_image">'])


def _table_words(table: Table, language: Language) -> tuple[str, str]:
    info = table.info()
    game = language.text(f"game.{info.game}.long")
    names = [seat.name for seat in info.seats if seat.name is not None]
    if info.state != "open":
        title = language.text("preview.watch", names=_listed(names, language))
        return title, language.text("preview.running", game=game)
    host = None if info.host is None else info.seats[info.host].name
    title = language.text("preview.plays") if host is None else language.text("preview.invites", name=host)
    free = sum(seat.name is None for seat in info.seats)
    return title, language.text("preview.open", game=game, count=free)


def _pad_words(pad: Pad, language: Language) -> tuple[str, str]:
    info = pad.info()
    game = language.text(f"game.{info.game}.long")
    title = language.text("preview.pad", name=info.seats[0].name)
    return title, language.text("preview.running", game=game)


def _listed(names: list[str], language: Language) -> str:
    *others, last = names
    return language.text("preview.names", others=", ".join(others), last=last) if others else last
