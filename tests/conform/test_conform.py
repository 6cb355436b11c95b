"""Running conformance files, and reporting what is wrong in them."""

import json
from pathlib import Path

import pytest

from qwixx.conform import Case, FileError, read_cases, run_case, run_cases
from qwixx.conform.given import build_state
from qwixx.rules.cards import pack
from qwixx.rules.choices import Cross
from qwixx.rules.colours import Colour

FOLDER = Path(__file__).parent.parent / "conformance"
FILES = sorted(FOLDER.glob("*.json"))
CASES = [case for path in FILES for case in read_cases(path)]

EMPTY = {"red": [], "yellow": [], "green": [], "blue": [], "locks": [], "penalties": 0}
COMMON = {
    "sheets": [EMPTY, EMPTY],
    "closed_rows": [],
    "active": 0,
    "phase": "common",
    "dice": {"white": [4, 1], "red": 3, "yellow": 2, "green": 5, "blue": 6},
}


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_case(case: Case) -> None:
    assert isinstance(case, Case)
    assert run_case(case) == ()


def case_file(tmp_path: Path, **case: object) -> Path:
    """A file with one case: the default case with these fields replaced."""
    whole = {
        "id": "T-1",
        "title": "a test",
        "variant": "dice",
        "players": 2,
        "given": COMMON,
        "when": [],
        "then": {},
    }
    path = tmp_path / "cases.json"
    path.write_text(json.dumps({"format": "qwixx-conformance/1", "cases": [whole | case]}))
    return path


def read_case(tmp_path: Path, **case: object) -> Case:
    (read,) = read_cases(case_file(tmp_path, **case))
    assert isinstance(read, Case)
    return read


def problems(tmp_path: Path, **case: object) -> tuple[str, ...]:
    """The problems reported for one case."""
    report = run_cases(read_cases(case_file(tmp_path, **case)))
    assert report.passed + len(report.failures) == 1
    return report.failures[0].problems if report.failures else ()


@pytest.mark.parametrize(
    ("then", "problem"),
    [
        ({"scores": [1, 0]}, "scores: expected [1, 0], actual [0, 0]"),
        ({"sheets": {"0": {"red": [5]}}}, "sheets.0.red: expected [5], actual []"),
        ({"sheets": {"2": {"red": []}}}, "sheets.2: expected {'red': []}, actual nothing called 2"),
        ({"sheets": {"0": {"pink": []}}}, "sheets.0.pink: expected [], actual nothing called pink"),
        ({"phase": "own"}, "phase: expected own, actual common"),
        ({"game_over": True}, "game_over: expected True, actual False"),
        ({"winners": [0]}, "winners: expected [0], actual None"),
        (
            {"legal_common": {"0": ["red"]}},
            "legal_common.0: expected ['red'], actual ['red', 'yellow', 'green', 'blue']",
        ),
        (
            {"dice_in_game": ["red"]},
            "dice_in_game: expected ['red'], actual ['red', 'yellow', 'green', 'blue']",
        ),
        ({"hands": {"0": []}}, "hands: expected {'0': []}, actual nothing that can be asked here"),
        ({"error": "E_PLAYERS"}, "set-up: expected to be refused (E_PLAYERS), actual accepted"),
        ({"scoers": [0, 0]}, "not a case of this format: Object contains unknown field `scoers`"),
        ({"scores": "0"}, "not a case of this format: Expected `array`, got `str` - at `$.then.scores`"),
    ],
)
def test_differences_from_the_expected_are_reported(tmp_path: Path, then: object, problem: str) -> None:
    (found,) = problems(tmp_path, then=then)
    assert found.startswith(problem)


@pytest.mark.parametrize(
    ("step", "problem"),
    [
        (
            {"do": "common", "choices": {"0": "red", "1": None}, "error": "E_LEFT"},
            "step 1 (common): expected to be refused (E_LEFT), actual accepted",
        ),
        (
            {"do": "common", "choices": {"0": "red"}},
            "step 1 (common): expected to be accepted, refused: D4: the common action needs",
        ),
        (
            {"do": "common", "choices": {"0": "pink", "1": None}},
            "step 1 (common): expected to be accepted, refused: no colour 'pink'",
        ),
        (
            {"do": "own", "cross": None},
            "step 1 (own): expected to be accepted, refused: D3: This is the time to go on with common, not to own.",
        ),
        ({"do": "dance"}, "not a case of this format: Invalid value 'dance' - at `$.when[0].do`"),
        (
            {"do": "own", "corss": None, "error": "E_LEFT"},
            "not a case of this format: Object contains unknown field `corss`",
        ),
        (
            {"do": "own", "cross": ["red"], "error": "E_LEFT"},
            "not a case of this format: Expected `array` of length 2",
        ),
    ],
)
def test_wrong_steps_are_reported(tmp_path: Path, step: object, problem: str) -> None:
    (found,) = problems(tmp_path, when=[step])
    assert found.startswith(problem)


def given(**changes: object) -> dict[str, object]:
    return COMMON | changes


def sheet(**changes: object) -> dict[str, object]:
    return EMPTY | changes


LOCKED = sheet(red=[2, 3, 4, 5, 6, 12], locks=["red"])


@pytest.mark.parametrize(
    ("position", "problem"),
    [
        (
            given(sheets=[sheet(locks=["red"]), EMPTY]),
            "S6: a lock goes with its last number: these rows have no lock, not red",
        ),
        (
            given(sheets=[LOCKED | {"locks": []}, EMPTY]),
            "S6: a lock goes with its last number: these rows have red, not none",
        ),
        (
            given(closed_rows=["red"] * 6),
            "D11: the locks on the sheets close the rows: none; not: red, red, red, red, red, red",
        ),
        (given(sheets=[LOCKED, EMPTY]), "D11: the locks on the sheets close the rows: red; not: none"),
        (given(sheets=[EMPTY]), "2 players need as many sheets, not 1"),
        (given(phase="lunch"), "no phase 'lunch': the phases are start, deal,"),
        (given(phase="play"), "the dice game has no phase play"),
        (given(active=2), "it is the turn of seat 3, but there are 2 seats"),
        (given(dice={"white": [1, 2, 3]}), "D1: there are two white dice, not [1, 2, 3]"),
        (given(dice={"white": 3}), "D1: there are two white dice, not 3"),
        (given(dice={"white": [1, 2], "red": [1]}), "D1: there is one red die, not [1]"),
        (given(dice={"white": [1, 2], "pink": 1}), "no colour 'pink'"),
        (given(sheets=[sheet(red=[7, 5]), EMPTY]), "seat 1 of 2: S2: Red 5 lies left"),
        (given(sheets=[sheet(penalties=9), EMPTY]), "seat 1 of 2: S1: a sheet has 4 penalty boxes, not 9"),
        (given(crossed=True), "nobody has crossed anything yet in phase common"),
        (given(phase="roll", dice=None, crossed=True), "nobody has crossed anything yet in phase roll"),
        ({"new_game": True, "sheets": 3}, "Expected `array`"),
    ],
)
def test_impossible_positions_are_rejected(tmp_path: Path, position: object, problem: str) -> None:
    (found,) = problems(tmp_path, given=position)
    assert problem in found


def cards(**changes: object) -> dict[str, object]:
    tokens = [str(card) for card in pack(jokers=False)]
    piles = {"hands": [tokens[:4], tokens[4:8]], "display": tokens[8:12], "deck": tokens[12:], "discard": []}
    return {"sheets": [EMPTY, EMPTY], "active": 0, "phase": "draw", **piles, **changes}


@pytest.mark.parametrize(
    ("position", "problem"),
    [
        (cards(discard=["R2"]), "C1: R2 is there twice"),
        (cards(discard=["J2"]), "C1: J2 is no card of this game"),
        (cards(discard=["X2"]), "no card 'X2'"),
        (cards(display=["R10", "R11", "R12"]), "C1: Y2 is missing"),
        (
            cards(hands=[["R2", "R3", "R4", "R5", "R6"], ["R7", "R8", "R9"]]),
            "C24: seat 1 of 2 holds 2 to 4 cards in phase draw, not 5",
        ),
    ],
)
def test_impossible_card_layouts_are_rejected(tmp_path: Path, position: object, problem: str) -> None:
    (found,) = problems(tmp_path, variant="cards", given=position)
    assert problem in found


@pytest.mark.parametrize(("variant", "players"), [("dice", 0), ("dice", 1), ("cards", 6), ("chess", 2)])
def test_a_case_can_expect_that_the_set_up_is_rejected(tmp_path: Path, variant: str, players: int) -> None:
    case = {"variant": variant, "players": players, "given": {"new_game": True}}
    assert problems(tmp_path, **case, then={"error": "E_PLAYERS"}) == ()
    (found,) = problems(tmp_path, **case)
    assert found.startswith("set-up: expected to be possible, refused: ")


def test_options_are_checked(tmp_path: Path) -> None:
    (found,) = problems(tmp_path, options={"speed": True})
    assert "no option 'speed'" in found


@pytest.mark.parametrize("phase", ["draw", "common", "play", "deal"])
def test_a_case_about_sheets_can_omit_the_cards(tmp_path: Path, phase: str) -> None:
    position = {"sheets": [EMPTY, EMPTY], "active": 1, "phase": phase}
    assert problems(tmp_path, variant="cards_joker", given=position, then={"scores": [0, 0]}) == ()


def test_a_case_about_totals_can_end_the_game_without_a_reason(tmp_path: Path) -> None:
    position = {"sheets": [sheet(red=[2]), EMPTY], "closed_rows": [], "active": 0, "phase": "over"}
    assert (
        problems(tmp_path, given=position, then={"winners": [0], "end_reason": None, "game_over": True}) == ()
    )


OWN = {
    "closed_rows": [],
    "active": 1,
    "phase": "own",
    "dice": {"white": [4, 1], "red": 3, "yellow": 2, "green": 5, "blue": 6},
    "crossed": True,
}


@pytest.mark.parametrize(
    ("active_sheet", "crossed"),
    [
        (sheet(red=[5, 6], green=[9, 5], blue=[5]), Cross(Colour.GREEN, 5)),
        (sheet(red=[2]), Cross(Colour.RED, 5)),
        (EMPTY, Cross(Colour.RED, 5)),
    ],
)
def test_a_case_can_say_crossed_without_naming_the_cross_or_having_it_on_the_sheet(
    tmp_path: Path, active_sheet: object, crossed: Cross
) -> None:
    position = OWN | {"sheets": [EMPTY, active_sheet]}
    assert build_state(read_case(tmp_path, given=position)).crossed == crossed
    passed = {"when": [{"do": "own", "cross": None}], "then": {"sheets": {"1": {"penalties": 0}}}}
    assert problems(tmp_path, given=position, **passed) == ()


def test_a_finished_game_infers_no_cross(tmp_path: Path) -> None:
    position = {"sheets": [sheet(penalties=4), EMPTY], "phase": "over", "crossed": True}
    assert build_state(read_case(tmp_path, given=position)).crossed is None
    assert problems(tmp_path, given=position, then={"game_over": True}) == ()


def test_other_errors_are_reported_for_a_position_with_a_cross(tmp_path: Path) -> None:
    without_dice = {"sheets": [EMPTY, EMPTY], "phase": "own", "crossed": True}
    (found,) = problems(tmp_path, given=without_dice)
    assert "phase own needs the dice that were rolled" in found


@pytest.mark.parametrize("hidden", [None, {"1": None}, {"1": []}])
def test_hidden_hand_numbers_can_be_expected_for_all_seats_or_per_seat(
    tmp_path: Path, hidden: object
) -> None:
    then = {"views": {"0": {"hand_numbers": hidden}}}
    case = {"variant": "cards", "given": cards(), "then": then}
    assert problems(tmp_path, **case, options={"hand_numbers_public": False}) == ()
    assert problems(tmp_path, **case) != ()


def test_a_leaked_card_is_reported(tmp_path: Path) -> None:
    then = {
        "views": {"0": {"never": ["R6", "R2"], "deck_top_number": 3, "own_hand": ["R5", "R4", "R3", "R2"]}}
    }
    assert problems(tmp_path, variant="cards", given=cards(), then=then) == (
        "views.0.never: expected [], actual ['R2']",
    )


def test_queries_about_plays(tmp_path: Path) -> None:
    query = {"cards": ["R4"], "as": "red"}
    then = {"cross_sets": [query | {"sets": [[4]]}], "play_legal": [query | {"cross": [], "ok": True}]}
    found = problems(tmp_path, variant="cards", given=cards(), then=then)
    assert found == (
        "cross_sets R4 as red: expected [[4]], actual []",
        "play_legal R4 as red cross []: expected True, actual False",
    )


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "not a qwixx-conformance/1 file"),
        ("{", "not a qwixx-conformance/1 file"),
        ("[]", "not a qwixx-conformance/1 file: Expected `object`, got `array`"),
        ('{"format": "qwixx-conformance/1"}', "missing required field `cases`"),
        (
            '{"format": "qwixx-conformance/2", "cases": [{}]}',
            "expected format 'qwixx-conformance/1', found 'qwixx-conformance/2'",
        ),
        ('{"format": "qwixx-conformance/1", "cases": []}', "contains no cases"),
        ("\ufeff{}", "not a qwixx-conformance/1 file"),
    ],
)
def test_invalid_files_are_rejected(tmp_path: Path, text: str, problem: str) -> None:
    path = tmp_path / "cases.json"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(FileError) as caught:
        read_cases(path)
    assert problem in str(caught.value)
    assert str(path) in str(caught.value)


def test_a_missing_file_is_reported(tmp_path: Path) -> None:
    with pytest.raises(FileError, match="No such file"):
        read_cases(tmp_path / "none.json")


@pytest.mark.parametrize("case", [7, {"title": "no id"}, {"id": 3}, {"id": "X", "title": "t", "given": 3}])
def test_a_malformed_case_fails_without_affecting_the_others(tmp_path: Path, case: object) -> None:
    good = {
        "id": "G",
        "variant": "dice",
        "players": 2,
        "given": {"new_game": True},
        "then": {"scores": [0, 0]},
    }
    path = tmp_path / "cases.json"
    path.write_text(json.dumps({"format": "qwixx-conformance/1", "cases": [case, good]}))
    report = run_cases(read_cases(path))
    assert report.passed == 1
    assert len(report.failures) == 1
    assert "not a case of this format" in str(report.failures[0])
