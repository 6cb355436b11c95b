"""Ids of rules, such as S5: each is an anchor on the page of the rules, and a link where it is cited."""

import re

PAGE = "rules.md"
# A rule begins a paragraph, or a row of a table.
RULE = re.compile(r"^(\| )?\*\*([SDCJIA][0-9]+)\*\*", re.MULTILINE)
ID = re.compile(r"\b[SDCJIA][0-9]+\b")
CITED = re.compile(r"\((?:[SDCJIA][0-9]+(?:, | and | or | to |(?=\))))+\)")


def with_anchors(text: str) -> str:
    """The page of the rules with an anchor for each."""
    return RULE.sub(r"\1**\2**{ #\2 }", text)


def with_links(text: str, page: str) -> str:
    """A text in which ids in brackets, such as ``(S5, A8)``, lead to the rules on a page."""
    return CITED.sub(lambda cited: ID.sub(rf"[\g<0>]({page}#\g<0>)", cited[0]), text)
