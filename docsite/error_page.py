"""The page of errors: every refusal with its code, and the exceptions."""

from types import ModuleType

from qwixx.rules import reasons
from qwixx.rules.reasons import IN_CARD_GAMES, Reason
from qwixx.server.web.endpoint import STATUS_MEANINGS
from qwixx.tables import refusals

INTRODUCTION = """# Errors

A refusal has a `code`, which programs compare and clients translate, the id of the [rule](../rules.md)
behind it, and a sentence. The words in braces are in its `details`. In Python it is the `reason` of an
[`IllegalChoice`][qwixx.IllegalChoice]; over the network it is a [`Reason`](messages.md#schema-reason). The
exceptions are listed in [the library](../library.md#errors).

## Refusals by the rules

Where two rules are named, the second one says the same of the card games.

"""
TABLES = """
## Refusals by tables, score pads and the server

"""
STATUSES = """
## HTTP status codes

| status | meaning |
|---|---|
"""


def pages() -> dict[str, str]:
    """The page, by its path."""
    statuses = "\n".join(f"| {status} | {meaning} |" for status, meaning in STATUS_MEANINGS.items())
    text = INTRODUCTION + _table(reasons) + TABLES + _table(refusals) + STATUSES + statuses + "\n"
    return {"reference/errors.md": text}


def _table(module: ModuleType) -> str:
    found = {each.code: each for each in vars(module).values() if isinstance(each, Reason)}
    rows = [f"| `{code}` | {_rules(found[code])} | {_sentence(found[code])} |" for code in sorted(found)]
    return "\n".join(["| code | rule | sentence |", "|---|---|---|", *rows, ""])


def _rules(reason: Reason) -> str:
    rules = [reason.rule, IN_CARD_GAMES.get(reason.rule, "")]
    return ", ".join(f"[{rule}](../rules.md#{rule})" for rule in rules if rule)


def _sentence(reason: Reason) -> str:
    text = reason.template.replace("|", "\\|")
    return f"{text[0].upper()}{text[1:]}"
