"""Records: their moments by step and turn; player names: invisible ones and look-alikes."""

import pytest

from qwixx.notation import parse_record
from qwixx.record import Record, checked_names, free_name
from qwixx.rules.errors import SetupError
from qwixx.rules.ruleset import SOLO, Phase
from tests.golden.regenerate import golden_games, path_of

UNFINISHED = """\
[Qwixx "dice"]
[Seats "Ann" "Ben"]

first: Ann
1 Ann: 4+1 r3 y2 g5 b6 / - r5 / y3
2 Ben: 2+6 r1 y5 g4 b4 / - -
"""

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


def test_moments_count_steps_and_turns() -> None:
    """The two choices of a common action are two steps; the last moment is the step to be played next."""
    moments = list(parse_record(UNFINISHED).moments())
    assert [moment.step for moment in moments] == list(range(9))
    assert [moment.turn for moment in moments] == [0, 1, 1, 1, 1, 2, 2, 2, 2]
    assert [moment.state.phase for moment in moments[4:6]] == [Phase.OWN, Phase.ROLL]
    assert moments[-1].state.phase is Phase.OWN


def test_the_solo_game_starts_with_its_first_turn() -> None:
    (moment,) = Record.new(SOLO, ["Ann"]).moments()
    assert (moment.step, moment.turn, moment.state) == (0, 1, Record.new(SOLO, ["Ann"]).state)


@pytest.mark.parametrize("name", golden_games())
def test_turns_match_the_turn_numbers_of_the_written_record(name: str) -> None:
    """Each line of a turn starts with its number, even if the discards are shuffled during the turn."""
    text = path_of(name).read_text(encoding="utf-8")
    *_, last = parse_record(text).moments()
    assert last.turn == int(text.splitlines()[-1].split()[0])


def test_a_duplicate_name_gets_the_first_free_number() -> None:
    assert free_name("net", []) == "net"
    assert free_name("net", ["net", "net #3"]) == "net #2"
    assert free_name("net", ["net", "net #2", "Ann"]) == "net #3"


@pytest.mark.parametrize("name", NOTHING_TO_SEE.values(), ids=NOTHING_TO_SEE)
def test_invisible_names_are_rejected_like_empty_ones(name: str) -> None:
    with pytest.raises(SetupError, match="cannot be a name: a name has 1 to 40 printable characters"):
        checked_names([name])


@pytest.mark.parametrize("name", SEEN.values(), ids=SEEN)
def test_visible_names_are_accepted(name: str) -> None:
    assert checked_names([name]) == (name,)


@pytest.mark.parametrize("names", ALIKE.values(), ids=ALIKE)
def test_names_that_look_alike_count_as_duplicates(names: tuple[str, str]) -> None:
    for pair in (names, names[::-1]):
        with pytest.raises(SetupError, match="every name must differ"):
            checked_names(pair)


@pytest.mark.parametrize(
    "names", [("Ann Lee", "AnnLee"), ("Zoe", "Zo\u00eb"), ("\u2801\u2800\u2803", "\u2801")]
)
def test_names_that_look_different_are_distinct(names: tuple[str, str]) -> None:
    assert checked_names(names) == names
