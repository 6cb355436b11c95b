"""Finds the cards in a message, and those that its reader must not see."""

import json
import re
from collections.abc import Collection

CARD = re.compile(r"(?<![A-Za-z0-9_-])[RYGBJ](?:1[0-2]|[2-9])(?![A-Za-z0-9_-])")

# This text is part of an error message and not a real card.
EXAMPLE = "a card like R4 or J11"


def cards_in(text: str) -> set[str]:
    return set(CARD.findall(text.replace(EXAMPLE, "")))


def leaked(text: str, may_see: Collection[str]) -> set[str]:
    """The cards in a message that its reader must not see.

    Events are excluded, because they are compared card by card elsewhere. So are the table's name and the
    private link, which are random letters.
    """
    if not cards_in(text):
        return set()
    message = json.loads(text)
    for field in ("happened", "private_link"):
        message.pop(field, None)
    message.get("info", {}).pop("table", None)
    return cards_in(json.dumps(message)) - set(may_see)
