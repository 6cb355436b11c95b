"""``qwixx solve`` with a table of made-up values; tests/solver tests the real ones."""

import errno
import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

# Imported first, because the import sets the cache folder of compiled code, which these tests replace.
import qwixx.solver.numbering  # noqa: F401
from qwixx.cli.commands.solve import quantile
from qwixx.solver.solved import Solution, open_solution, save_solution
from tests.command_line import Run

ROLL = "4+1 r3 y2 g5 b6"
SOLVING = "qwixx: solving the solo game; this takes about a minute, once\n"
CHANCES = {-20: 0.0001, 40: 0.25, 44: 0.27, 57: 0.4798, 100: 0.0001}


def made_up() -> Solution:
    """Every position is worth ten further points, so the value of a turn is the points of its crosses."""
    values = np.full((4, 1_367_031), 10, dtype=np.float32)
    return Solution(values, (115.48312602, 106.02460187, 94.62043359, 79.87992208), CHANCES)


class Solver:
    """A fake solver that returns immediately and counts its calls."""

    def __init__(self) -> None:
        self.calls = 0

    def __call__(self, told: Callable[[int], object]) -> Solution:
        self.calls += 1
        told(1)
        return made_up()


@pytest.fixture
def solver(monkeypatch: pytest.MonkeyPatch) -> Solver:
    solver = Solver()
    monkeypatch.setattr("qwixx.solver.solved.solve_solo", solver)
    return solver


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty cache folder."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return tmp_path / "cache" / "qwixx"


@pytest.fixture
def table(cache: Path, solver: Solver) -> Path:
    """A solved game in the cache folder."""
    save_solution(made_up(), cache / "solo.values")
    return cache / "solo.values"


def test_the_value_of_the_empty_sheet_and_the_distribution_of_totals(run: Run, table: Path) -> None:
    ran = run("solve", "solo")
    assert (ran.status, ran.err) == (0, "")
    lines = ran.out.splitlines()
    assert lines[3:7] == [
        "        0  115.483126",
        "        1  106.024602",
        "        2   94.620434",
        "        3   79.879922",
    ]
    assert "mean 49.236600, standard deviation 7.641166" in lines[8]
    assert lines[10:12] == [
        "quantile  1%  5%  25%  50%  75%  95%  99%",
        "total     40  40   40   44   57   57   57",
    ]
    assert lines[13:17] == [
        "below 40   0.01%",
        "40 to 49  52.00%  ██████████████████████████████████████████████████",
        "50 to 59  47.98%  ██████████████████████████████████████████████▏",
        "above 59   0.01%",
    ]
    assert lines[-1] == f"solved values: {table}"


def test_quantiles() -> None:
    chances = {1: 0.25, 3: 0.25, 2: 0.5}
    assert [quantile(chances, share) for share in (0, 0.25, 0.26, 0.75, 0.76, 1)] == [1, 1, 2, 2, 3, 3]


def in_a_process(*arguments: object, encoding: str = "utf-8") -> subprocess.CompletedProcess[str]:
    code = (
        "import sys; from qwixx.cli import main; status = main(sys.argv[1:]);"
        "print(*sorted({'numba', 'matplotlib', 'tqdm', 'starlette'} & set(sys.modules)));"
        "sys.exit(status)"
    )
    return subprocess.run(
        [sys.executable, "-c", code, *map(str, arguments)],
        capture_output=True,
        encoding=encoding,
        env={**os.environ, "PYTHONIOENCODING": encoding},
        timeout=120,
        check=False,
    )


def test_bars_are_ascii_where_the_output_is_ascii(table: Path) -> None:
    ran = in_a_process("solve", "solo", encoding="ascii")
    assert ran.returncode == 0
    assert "40 to 49  52.00%  ##################################################\n" in ran.stdout


def test_a_solved_game_is_read_without_importing_the_solver(table: Path) -> None:
    ran = in_a_process("solve", "solo", "--position", "r2,3", "--dice", ROLL)
    assert ran.stdout.splitlines()[-1] == ""


def test_everything_as_json(run: Run, table: Path) -> None:
    message = json.loads(run("solve", "solo", "--json").out)
    assert message["empty_sheet"][0] == 115.48312602
    assert message["distribution"] == {str(points): chance for points, chance in CHANCES.items()}
    assert message["quantiles"]["0.5"] == 44
    assert message["table"] == str(table)


def test_a_plot(run: Run, table: Path, tmp_path: Path) -> None:
    assert run("solve", "solo", "--plot", tmp_path / "totals.svg").status == 0
    assert "Final totals of the solo game" in (tmp_path / "totals.svg").read_text(encoding="utf-8")


# Positions


def test_the_value_of_a_position(run: Run, table: Path) -> None:
    ran = run("solve", "solo", "--position", "solo; 1 roll; r2,3 p1")
    assert (ran.status, ran.err) == (0, "")
    assert ran.out.splitlines() == [
        "solo; 1 roll; r2,3 p1",
        "",
        "points now                -2",
        "expected final total  8.0000",
    ]
    assert run("solve", "solo", "--position", "r2,3 p1").out == ran.out


def test_a_game_that_is_over_has_its_total(run: Run, table: Path) -> None:
    ran = run("solve", "solo", "--position", "solo; 1 over; r2,3 p4")
    assert ran.out.splitlines() == ["solo; 1 over; r2,3 p4", "", "final total  -17"]


def test_the_ranking_of_a_roll(run: Run, table: Path) -> None:
    ran = run("solve", "solo", "--position", "r2,3,4,5,6,12 y2,3,4,5,6", "--dice", "6+6 y2 g5 b6", "--top", 4)
    assert ran.out.splitlines() == [
        "solo; 1 common 6+6 y2 g5 b6; r2,3,4,5,6,12 y2,3,4,5,6",
        "",
        "points now                 43",
        "expected final total  53.0000",
        "with these dice       60.0000",
        "",
        "action 1  action 2    value    loss",
        "g12       y8        60.0000  0.0000",
        "b12       y8        60.0000  0.0000",
        "-         y8        59.0000  1.0000",
        "y12                 56.0000  4.0000",
        "and 8 more",
    ]


def test_a_roll_on_the_empty_sheet(run: Run, table: Path) -> None:
    message = json.loads(run("solve", "solo", "--dice", ROLL, "--json").out)
    assert message["position"] == f"solo; 1 common {ROLL}; -"
    assert (message["points"], message["value_before_the_roll"]) == (0, 10)
    assert message["choices_in_all"] == len(message["choices"]) == 39
    assert message["choices"][0] == {"choices": ["r5", "r7"], "value": 13, "loss": 0}
    worst = message["choices"][-1]
    assert worst == {"choices": ["-", "-"], "value": 5, "loss": 8}


def test_the_ranking_of_action_2(run: Run, table: Path) -> None:
    ran = run("solve", "solo", "--position", f"solo; 1 own {ROLL} crossed y5; y5", "--top", 2)
    assert ran.out.splitlines()[2:] == [
        "points now             1",
        "with these dice  13.0000",
        "",
        "action 2    value    loss",
        "y6        13.0000  0.0000",
        "r4        12.0000  1.0000",
        "and 6 more",
    ]


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        (["dice"], "the game that can be solved is solo, not dice: qwixx solve solo"),
        (
            ["solo", "--position", "r12"],
            "--position: seat 1 of 1: S5: Red 12 needs five crosses before it; there are 0.",
        ),
        (["solo", "--position", "r5,5"], "--position: seat 1 of 1: S4: Red 5 is crossed already."),
        (
            ["solo", "--position", "p4"],
            "--position: the phase is roll, but the game has ended: four penalties",
        ),
        (
            ["solo", "--position", "p5"],
            "--position: line 1, column 1: expected a row like r5,7, penalties like p1",
        ),
        (["solo", "--position", ""], "--position: line 1, column 1: expected a row like r5,7"),
        (["solo", "--position", "dice; 1 roll; -; -"], "--position: only the solo game is solved"),
        (
            ["solo", "--position", "solo; 1 roll; -; -"],
            "--position: S13: the solo game is for 1 player, not 2",
        ),
        (
            ["solo", "--position", f"solo; 1 own {ROLL} crossed; -"],
            "--position: line 1, column 36: expected what was crossed, like r7, found ';'",
        ),
        (["solo", "--dice", "5 1"], "--dice: line 1, column 1: expected two white dice like 4+1, found '5'"),
        (["solo", "--dice", "4+1 r3"], "--dice: D3: A roll needs two white dice and the dice red, yellow"),
        (["solo", "--dice", "4+7 r3"], "--dice: line 1, column 3: expected the second white die, 1 to 6"),
        (
            ["solo", "--position", "r2,3,4,5,6,12", "--dice", ROLL],
            "--dice: D3: A roll needs two white dice and",
        ),
        (
            ["solo", "--position", f"solo; 1 common {ROLL}; -", "--dice", ROLL],
            "--dice: the dice of this position lie",
        ),
        (["solo", "--position", "solo; 1 over; p4", "--dice", ROLL], "--dice: S12: The game is over."),
        (["solo", "--top", "3"], "--top is for a ranking: name the dice too, as in --dice '4+1 r3 y2 g5 b6'"),
        (["solo", "--dice", ROLL, "--top", "0"], "--top is 1 or more, not 0"),
        (
            ["solo", "--dice", ROLL, "--plot", "x.svg"],
            "--plot draws the totals from the empty sheet: leave out",
        ),
        (["solo", "--plot", "x.pdf"], "cannot draw x.pdf"),
    ],
)
def test_bad_input_is_refused_in_one_line_before_any_work(
    run: Run, cache: Path, solver: Solver, arguments: list[str], error: str
) -> None:
    ran = run("solve", *arguments)
    assert (ran.status, ran.out) == (2, "")
    assert ran.err.startswith(f"qwixx: {error}")
    assert ran.err.count("\n") == 1
    assert solver.calls == 0


# The file


def test_a_game_is_solved_once(run: Run, cache: Path, solver: Solver) -> None:
    first, second = run("solve", "solo"), run("solve", "solo")
    assert (first.status, first.err) == (0, SOLVING)
    assert (second.status, second.out, second.err, solver.calls) == (0, first.out, "", 1)
    assert run("solve", "solo", "--again") == first
    assert solver.calls == 2
    assert [each.name for each in cache.iterdir()] == ["solo.values"]


def test_the_table_can_be_kept_in_another_file(run: Run, cache: Path, solver: Solver, tmp_path: Path) -> None:
    ran = run("solve", "solo", "--table", tmp_path / "x" / "y")
    assert ran.out.endswith(f"solved values: {tmp_path}/x/y\n")
    assert not cache.exists()


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        (b"hello", "is a file of another kind"),
        (b"", "is empty"),
        (b"qwixx-solo-values 0 ", "is of version 0, not 1"),
        (b"qwixx-solo-values 1 crc32 00000000\n{}", "is damaged: its checksum is wrong"),
    ],
)
def test_a_damaged_file_is_solved_again(
    run: Run, table: Path, solver: Solver, content: bytes, problem: str
) -> None:
    sound = run("solve", "solo")
    table.write_bytes(content)
    ran = run("solve", "solo")
    assert (ran.status, ran.out, solver.calls) == (0, sound.out, 1)
    assert ran.err == f"{SOLVING}qwixx: {table} {problem}; the game was solved again\n"
    assert open_solution(table).chances == CHANCES
    assert run("solve", "solo") == sound


def test_a_file_of_another_kind_is_not_overwritten(run: Run, solver: Solver, tmp_path: Path) -> None:
    thesis = tmp_path / "thesis.txt"
    thesis.write_text("years of work")
    ran = run("solve", "solo", "--table", thesis)
    assert (ran.status, ran.out, solver.calls) == (2, "", 0)
    assert ran.err == f"qwixx: {thesis} is a file of another kind; --again writes over it\n"
    assert thesis.read_text() == "years of work"
    assert run("solve", "solo", "--table", thesis, "--again").status == 0


def test_an_unwritable_folder_is_reported_before_solving(run: Run, solver: Solver, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    for place in (tmp_path / "file" / "solo.values", tmp_path):
        ran = run("solve", "solo", "--table", place, "--again")
        assert (ran.status, ran.out, solver.calls) == (2, "", 0)
        assert ran.err.startswith(f"qwixx: cannot write {place}: ")
        assert ran.err.endswith(
            "; --table FILE names another place, XDG_CACHE_HOME one for all that is kept\n"
        )
        assert ran.err.count("\n") == 1


def test_a_full_disk_still_shows_the_result(
    run: Run, cache: Path, solver: Solver, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "replace", full)
    ran = run("solve", "solo")
    assert ran.status == 0
    assert "115.483126" in ran.out
    assert "solved values" not in ran.out
    assert ran.err.startswith(f"{SOLVING}qwixx: solved for this time only: cannot write ")
    assert json.loads(run("solve", "solo", "--json").out)["table"] is None
