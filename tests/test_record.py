"""Names: what can be seen of them, and which of them look alike."""

import pytest

from qwixx.record import checked_names
from qwixx.rules.errors import SetupError

UNSEEN = {
    "hangul filler": "\u3164",
    "hangul choseong filler": "\u115f",
    "hangul jungseong filler": "\u1160",
    "halfwidth hangul filler": "\uffa0",
    "braille blank": "\u2800",
    "null notehead": "\U0001d159",
    "combining grapheme joiner": "\u034f",
    "khmer inherent vowel": "\u17b4",
    "other khmer inherent vowel": "\u17b5",
    "first mongolian selector": "\u180b",
    "last mongolian selector": "\u180f",
    "first variation selector": "\ufe00",
    "emoji selector": "\ufe0f",
    "first ideographic selector": "\U000e0100",
    "last ideographic selector": "\U000e01ef",
    "khitan filler": "\U00016fe4",
}
NOTHING_TO_SEE = {
    **UNSEEN,
    "lone combining mark": "\u0301",
    "lone enclosing mark": "\u20dd",
    "lone spacing mark": "\u093e",
    "several": "\u3164\u2800\u034f",
    "with a space between": "\u3164 \u3164",
    "mark on a blank": "\u2800\u0301",
}
SEEN = {
    "letters": "Ann",
    "an emoji with its selector": "\u2764\ufe0f",
    "a keycap": "1\ufe0f\u20e3",
    "a letter with combining marks": "Zoe\u0308",
    "a script with vowel signs": "\u0928\u093e\u092e",
    "hangul": "\uc720\ub098",
    "hangul letter by letter": "\u110b\u1172\u1102\u1161",
    "braille with a blank": "\u2801\u2800\u2803",
    "a dot": ".",
}
ALIKE = {
    **{f"{name} at the end": ("Ann", f"Ann{unseen}") for name, unseen in UNSEEN.items()},
    "a filler within": ("Ann", "A\u1160nn"),
    "a joiner": ("Ann", "An\u034fn"),
    "a joiner that keeps a mark from its letter": ("Zo\u00eb", "Zoe\u034f\u0308"),
    "a joiner that keeps marks in their order": ("a\u0323\u0301", "a\u0301\u034f\u0323"),
    "an emoji selector": ("\u2764", "\u2764\ufe0f"),
    "two different selectors": ("\u2764\ufe0e", "\u2764\ufe0f"),
    "case besides": ("ANN", "ann\U000e0100"),
    "width besides": ("\uff21nn", "Ann\u17b4"),
    "a blank at the beginning": ("Ann", "\u2800Ann"),
    "a blank instead of a space": ("Ann Lee", "Ann\u2800Lee"),
    "a filler instead of a space": ("Ann Lee", "Ann\u3164Lee"),
    "a blank instead of nothing": ("AnnLee", "Ann\u2800Lee"),
}


@pytest.mark.parametrize("name", NOTHING_TO_SEE.values(), ids=NOTHING_TO_SEE)
def test_names_that_cannot_be_seen_are_refused_like_empty_ones(name: str) -> None:
    with pytest.raises(SetupError, match="cannot be a name: a name has 1 to 40 printable characters"):
        checked_names([name])


@pytest.mark.parametrize("name", SEEN.values(), ids=SEEN)
def test_names_that_can_be_seen(name: str) -> None:
    assert checked_names([name]) == (name,)


@pytest.mark.parametrize("names", ALIKE.values(), ids=ALIKE)
def test_names_that_look_alike_are_one_name(names: tuple[str, str]) -> None:
    for pair in (names, names[::-1]):
        with pytest.raises(SetupError, match="every name must differ"):
            checked_names(pair)


@pytest.mark.parametrize(
    "names", [("Ann Lee", "AnnLee"), ("Zoe", "Zo\u00eb"), ("\u2801\u2800\u2803", "\u2801")]
)
def test_names_that_look_different_are_two(names: tuple[str, str]) -> None:
    assert checked_names(names) == names
