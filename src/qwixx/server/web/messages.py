"""The languages of the client, and the messages that the server uses itself; see docs/messages.md."""

from functools import cache
from pathlib import Path
from typing import Any

import msgspec

# Written by web/plugins/messages when the client is built.
INDEX = "messages.json"
# A text, or pieces of one: texts, 0 for the number being counted, ["name"], ["name", forms].
Form = str | list[str | int | list[str | dict[str, "Form"]]]
# Plural categories of integers repeat every hundred, less those of the first hundred.
REPEATS = 100


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
