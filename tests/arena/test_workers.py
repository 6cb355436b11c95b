"""Several worker processes give the same results as one, and leave no process behind."""

import shlex
import sys
from contextlib import closing
from pathlib import Path

import pytest

from qwixx.arena.deal_player import PlayedDeal
from qwixx.arena.results import GameFolder
from qwixx.arena.workers import played_deals, usual_jobs
from tests.arena.contests import contest, rascal, untimed
from tests.bots.processes import wait_until_none, with_word
from tests.bots.transcript import PASSER

IT = contest("random", "gap:1,2", "gap:2,3")
TASKS = [(table, deal) for deal in range(4) for table in range(3)]


def by_task(deals: list[PlayedDeal]) -> dict[tuple[int, int], PlayedDeal]:
    return {(deal.table, deal.deal): untimed(deal) for deal in deals}


def assert_gone(word: str) -> None:
    wait_until_none(lambda: with_word(word))


def test_several_processes_play_the_same_games_as_one(tmp_path: Path) -> None:
    played = {}
    for jobs in (1, 2):
        folder = GameFolder(tmp_path / str(jobs), IT)
        folder.prepare()
        played[jobs] = by_task(list(played_deals(IT, TASKS, jobs, folder)))
    assert played[1] == played[2]
    assert sorted(played[1]) == sorted(TASKS)
    files = {
        jobs: {
            path.relative_to(tmp_path / str(jobs)): path.read_text(encoding="utf-8")
            for path in (tmp_path / str(jobs)).rglob("*.qwixx")
        }
        for jobs in (1, 2)
    }
    assert len(files[1]) == 24
    assert files[1] == files[2]


def test_results_do_not_depend_on_earlier_games() -> None:
    whole = by_task(list(played_deals(IT, TASKS, 1)))
    parts = by_task([*played_deals(IT, TASKS[7:], 1), *played_deals(IT, TASKS[:7], 1)])
    assert parts == whole


@pytest.mark.parametrize("jobs", [1, 2])
def test_programs_end_with_the_contest(tmp_path: Path, jobs: int) -> None:
    it = contest("gap:1,2", f"{rascal('stay')} {tmp_path}")
    assert len(list(played_deals(it, [(0, deal) for deal in range(4)], jobs))) == 4
    assert_gone(str(tmp_path))


@pytest.mark.parametrize("jobs", [1, 2])
def test_programs_get_time_to_shut_down(tmp_path: Path, jobs: int) -> None:
    """The passer writes its log when its input ends."""
    log = tmp_path / "log"
    it = contest("gap:1,2", f"p=exec:{shlex.join([sys.executable, str(PASSER), str(log)])}")
    list(played_deals(it, [(0, 0)], jobs))
    assert log.read_text(encoding="utf-8").endswith('"forfeited_by":null}\n')


@pytest.mark.parametrize("jobs", [1, 2])
def test_programs_end_if_the_contest_is_aborted(tmp_path: Path, jobs: int) -> None:
    it = contest("gap:1,2", f"{rascal('stay')} {tmp_path}")
    with closing(played_deals(it, [(0, deal) for deal in range(1000)], jobs)) as stream:
        assert next(stream).table == 0
        assert with_word(str(tmp_path))
    assert_gone(str(tmp_path))


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_failing_bot_does_not_stop_the_others(jobs: int) -> None:
    it = contest("gap:1,2", rascal("crash"), "random")
    played = by_task(list(played_deals(it, TASKS[:6], jobs)))
    forfeited = {task for task, deal in played.items() if any(game.forfeit for game in deal.games)}
    assert forfeited == {(0, 0), (0, 1), (2, 0), (2, 1)}


def test_few_games_do_not_start_worker_processes() -> None:
    assert usual_jobs(0) == usual_jobs(150) == 1
    assert usual_jobs(10**6) >= 1
