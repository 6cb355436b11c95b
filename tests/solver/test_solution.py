"""Storing and querying a solution; the values are made up, so that the real sheet need not be solved."""

import errno
import os
import threading
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from qwixx.compiled.rows import PRINTED, Shape
from qwixx.notation import format_choice, parse_position
from qwixx.rules.errors import QwixxError, SetupError
from qwixx.solver import Solution, TableFileError, open_solution, solve_solo
from qwixx.solver.numbering import positions
from qwixx.solver.solved import positions_to_visit, save_solution, solution


def worthless() -> Solution:
    """A solution in which the value of a position is the points already on the sheet."""
    return Solution(
        np.zeros((4, positions(PRINTED)), dtype=np.float32), (0.0, -5.0, -10.0, -15.0), {-20: 0.25, 7: 0.75}
    )


class Solver:
    """Counts how often the game is solved."""

    def __init__(self) -> None:
        self.calls = 0
        self.before: Callable[[], object] = lambda: None

    def __call__(self, told: Callable[[int], object]) -> Solution:
        self.calls += 1
        told(17)
        self.before()
        return worthless()


@pytest.fixture
def solver(monkeypatch: pytest.MonkeyPatch) -> Solver:
    solver = Solver()
    monkeypatch.setattr("qwixx.solver.solved.solve_solo", solver)
    return solver


def test_a_game_is_solved_once_and_then_read_from_the_file(solver: Solver, tmp_path: Path) -> None:
    path, told = tmp_path / "x" / "solo.values", list[int]()
    first = solution(path, told.append)
    second = solution(path, told.append)
    assert (solver.calls, told) == (1, [17])
    for solved in (first, second, open_solution(path)):
        assert solved.not_kept is None
        assert solved.chances == {-20: 0.25, 7: 0.75}
        assert solved.empty_sheet == (0.0, -5.0, -10.0, -15.0)
        assert solved.values.shape == (4, 1_367_031)
        assert not solved.values.flags.writeable


def test_a_damaged_file_is_solved_again(solver: Solver, tmp_path: Path) -> None:
    path = tmp_path / "solo.values"
    path.write_text("something else")
    assert solution(path).value(parse_position("solo; 1 roll; r2,3")) == 3
    path.write_bytes(path.read_bytes()[:-1])
    assert solution(path).not_kept is None
    assert solver.calls == 2
    assert open_solution(path)


def test_a_valid_file_is_solved_again_on_request(solver: Solver, tmp_path: Path) -> None:
    solution(tmp_path / "x")
    solution(tmp_path / "x", again=True)
    assert solver.calls == 2


def test_an_unwritable_path_is_reported_before_solving(solver: Solver, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(TableFileError, match="cannot write"):
        solution(tmp_path / "file" / "solo.values")
    assert solver.calls == 0


def test_a_solution_that_cannot_be_saved_is_still_returned(
    solver: Solver, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "replace", full)
    solved = solution(tmp_path / "x")
    assert "No space left on device" in str(solved.not_kept)
    assert solved.value(parse_position("solo; 1 roll; r2,3")) == 3
    assert list(tmp_path.iterdir()) == []


def test_concurrent_requests_solve_the_game_once(solver: Solver, tmp_path: Path) -> None:
    path, waits, found = tmp_path / "x", threading.Event(), list[Solution]()
    thread = threading.Thread(target=lambda: found.append(solution(path, on_wait=waits.set)))

    def while_solving() -> None:
        thread.start()
        assert waits.wait(60)

    solver.before = while_solving
    found.append(solution(path))
    thread.join(60)
    assert len(found) == 2
    assert solver.calls == 1


def test_a_saved_solution_equals_the_solved_one(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("qwixx.solver.solved.PRINTED", Shape((6, 7, 8), crosses_before_lock=1))
    told = list[int]()
    solved = solve_solo(told.append)
    assert sum(told) == positions_to_visit() == 2 * 4 * 95
    assert solved.empty_sheet[0] == pytest.approx(sum(total * p for total, p in solved.chances.items()))
    assert solved.empty_sheet == tuple(sorted(solved.empty_sheet, reverse=True))
    assert solved.value(parse_position("solo; 1 roll; p2")) == pytest.approx(solved.empty_sheet[2], abs=1e-5)
    save_solution(solved, tmp_path / "x")
    read = open_solution(tmp_path / "x")
    assert (read.empty_sheet, read.chances) == (solved.empty_sheet, solved.chances)
    assert np.array_equal(read.values, solved.values)
    # Compiled functions are specialised to one of the two arrays and must accept the other one.
    assert read.values.flags.writeable == solved.values.flags.writeable
    assert read.values.dtype == solved.values.dtype


# Values and rankings


def test_values_in_every_phase() -> None:
    solved = worthless()
    assert solved.value(parse_position("solo; 1 roll; r2,3 p1")) == 3 - 5
    assert solved.value(parse_position("solo; 1 common 4+1 r3 y2 g5 b6; r2,3 p1")) == 10 - 5
    assert solved.value(parse_position("solo; 1 own 4+1 r3 y2 g5 b6; r2,3 p1")) == 6 - 5
    nothing_to_cross = "solo; 1 own 6+6 r1 y2 g5 b6; r11 y11 g3 b3 p1"
    assert solved.value(parse_position(nothing_to_cross)) == 4 - 10
    assert solved.value(parse_position("solo; 1 over; r2,3 p4")) == 3 - 20


def test_a_ranking_contains_every_way_to_finish_the_turn() -> None:
    ranking = worthless().rank(parse_position("solo; 1 common 4+1 r3 y2 g5 b6; r2,3 g12,8,7,6 p1"))
    ways = {tuple(map(format_choice, ranked.choices)): ranked for ranked in ranking}
    assert len(ways) == len(ranking)
    # Without action 1: r4 r7, y3 y6, no green above 5, b7 b10, or a penalty.
    alone = [("-", second) for second in ("-", "r4", "r7", "y3", "y6", "b10", "b7")]
    assert {way for way in ways if way[0] == "-"} == set(alone)
    assert {way for way in ways if way[0] == "r5"} == {
        ("r5", second) for second in ("-", "r7", "y3", "y6", "b10", "b7")
    }
    now = 3 + 10 - 5
    assert ways["-", "-"].value == now - 5
    assert ways["g5", "r4"].value == now + 5 + 3
    assert ranking[0].loss == 0
    assert [ranked.loss for ranked in ranking] == sorted(ranked.loss for ranked in ranking)
    assert all(ranked.value + ranked.loss == ranking[0].value for ranked in ranking)


def test_a_cross_that_ends_the_game_is_ranked_without_action_2() -> None:
    two_to_close = "solo; 1 common 6+6 y2 g5 b6; r2,3,4,5,6,12 y2,3,4,5,6"
    ways = {
        tuple(map(format_choice, ranked.choices)) for ranked in worthless().rank(parse_position(two_to_close))
    }
    assert {way for way in ways if way[0] == "y12"} == {("y12",)}
    assert ("-", "y8") in ways


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("dice; 1 roll; -; -", "only the solo game is solved, and this is a position of the dice game"),
        ("solo; 1 over; r2,3,4,5,6,12 y2,3,4,5,6,12 g12,11,10,9,8,2", "D17: .* never 3"),
        ("solo; 1 over; r2,3,4,5,6,12 y2,3,4,5,6,12 p4", "D17: .* never with both"),
    ],
)
def test_unreachable_positions_are_rejected(text: str, problem: str) -> None:
    state = parse_position(text)
    with pytest.raises(SetupError, match=problem):
        worthless().value(state)
    with pytest.raises(SetupError, match=problem):
        worthless().rank(state)


def test_ranking_is_rejected_before_the_roll_and_after_the_end() -> None:
    with pytest.raises(QwixxError, match="nothing is chosen before the roll"):
        worthless().rank(parse_position("solo; 1 roll; -"))
    with pytest.raises(QwixxError, match="the game is over"):
        worthless().rank(parse_position("solo; 1 over; p4"))
