"""Cards in what somebody is sent, and those among them that they must not see."""

import json
import re
from collections.abc import Collection

CARD = re.compile(r"(?<![A-Za-z0-9_-])[RYGBJ](?:1[0-2]|[2-9])(?![A-Za-z0-9_-])")

# Whoever sends what is no card reads this, and it is nobody's.
EXAMPLE = "a card like R4 or J11"


def cards_in(text: str) -> set[str]:
    return set(CARD.findall(text.replace(EXAMPLE, "")))


def leaked(text: str, may_see: Collection[str]) -> set[str]:
    """The cards in a message that its reader must not see.

    What happened is left out: it is compared with what everybody saw, card by card. So are the table's name
    and the private link, which are made of random letters.
    """
    if not cards_in(text):
        return set()
    message = json.loads(text)
    for field in ("happened", "private_link"):
        message.pop(field, None)
    message.get("info", {}).pop("table", None)
    return cards_in(json.dumps(message)) - set(may_see)
