import json
import subprocess
import sys
import time
from collections import Counter
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from statistics import fmean, pstdev
from typing import Any

import numpy as np
import pytest

from qwixx.bots.provenance import checksums, software
from qwixx.rules.errors import InputError, OperationalError, SetupError
from qwixx.rules.ruleset import DICE, RULESETS, ruleset
from qwixx.rules.scoring import places
from qwixx.sim import Matchup, Tally, play_out, simulate, summarise
from qwixx.sim.simulation import SECONDS_WITHOUT_A_PAUSE, Lane, split, tally_part
from qwixx.sim.tally import LOWEST_TOTAL

PLAYERS = ("gap:1,2", "random", "gap:2,3")
GAMES = 3_000
DOCUMENT = Path(__file__).parents[2] / "docs" / "simulation.md"


@pytest.fixture(scope="module")
def tally() -> Tally:
    return simulate("dice", PLAYERS, GAMES, seed=5)


def equal(one: Tally, other: Tally) -> bool:
    counts = vars(one).keys() - {"setup", "runs"}
    return all(np.array_equal(getattr(one, name), getattr(other, name)) for name in counts)


def test_the_same_seed_gives_the_same_counts_for_any_number_of_jobs(tally: Tally) -> None:
    for jobs in (2, 5):
        assert equal(tally, simulate("dice", PLAYERS, GAMES, seed=5, jobs=jobs))
    assert not equal(tally, simulate("dice", PLAYERS, GAMES, seed=6))


def test_every_thread_has_its_own_net() -> None:
    """Evaluating a net mutates its buffers: threads that shared a net would corrupt each other's games."""
    players = ("net", "novice")
    alone = simulate("dice", players, 300, seed=5)
    assert all(equal(alone, simulate("dice", players, 300, seed=5, jobs=jobs)) for jobs in (2, 3))


def test_tallies_of_different_games_can_be_added(tally: Tally) -> None:
    more = simulate("dice", PLAYERS, 100, seed=6)
    both = tally + more
    assert both.games == GAMES + 100
    assert both.seeds == (5, 6)
    assert summarise(both).seed is None
    assert "with seeds 5, 6" in repr(both)
    matchup = Matchup(DICE, PLAYERS, seed=5)
    parts = [tally_part(matchup, part) for part in (range(1_000, GAMES), range(1_000))]
    assert equal(parts[0] + parts[1], tally)
    assert (parts[0] + parts[1]).runs == tally.runs
    for other in (tally, both, tally_part(matchup, range(GAMES - 1, GAMES + 5))):
        with pytest.raises(InputError, match="of seed 5 are in both tallies: simulate with another seed"):
            tally + other
    with pytest.raises(InputError, match=r"cannot be added to .*: players differ"):
        tally + simulate("dice", ["random", "random"], 10, seed=9)


def test_a_tally_records_the_versions_of_software_and_weights(tally: Tally) -> None:
    assert (tally.software, tally.weights) == (software(), {})
    assert dict(Matchup("dice", ["novice", "random"]).setup.weights) == checksums("dice", 2)
    other = replace(tally, runs=(), setup=tally.setup._replace(software="qwixx 0.0.1"))
    with pytest.raises(InputError, match="software differ"):
        tally + other


def test_progress_is_reported_repeatedly() -> None:
    told: list[int] = []
    simulate("dice", PLAYERS, GAMES, seed=5, jobs=2, on_progress=told.append)
    assert sum(told) == GAMES
    assert len(told) > 2


def test_a_lane_returns_to_python_at_about_the_intended_interval() -> None:
    matchup = Matchup(DICE, PLAYERS, seed=5)
    lane = Lane(matchup, matchup.known)
    start, seconds = 0, list[float]()
    for _ in range(10):
        began = time.perf_counter()
        lane.play(range(start, start + lane.pace))
        seconds.append(time.perf_counter() - began)
        start += lane.pace
    # A busy machine makes some of them longer, but never all of the last ones by a factor of twenty.
    assert max(seconds[5:]) > SECONDS_WITHOUT_A_PAUSE / 20
    assert min(seconds[5:]) < SECONDS_WITHOUT_A_PAUSE * 20


def test_an_exception_in_the_progress_callback_aborts_the_simulation() -> None:
    def refuse(_: int) -> None:
        raise RuntimeError("no more")

    with pytest.raises(RuntimeError, match="no more"):
        simulate("dice", PLAYERS, 10**9, jobs=2, on_progress=refuse)


@pytest.mark.parametrize("way", ["script", "stdin"])
def test_the_example_needs_no_main_guard(tmp_path: Path, way: str) -> None:
    example = DOCUMENT.read_text(encoding="utf-8").split("```python\n")[1].split("```")[0]
    assert "jobs=2" in example
    script = tmp_path / "example.py"
    script.write_text(f"{example}\nprint(tally.games, len(games.points))\n", encoding="utf-8")
    words, typed = ([str(script)], "") if way == "script" else (["-"], script.read_text(encoding="utf-8"))
    run = subprocess.run(
        [sys.executable, *words], input=typed, capture_output=True, text=True, timeout=200, cwd=tmp_path
    )
    assert (run.returncode, run.stdout, run.stderr) == (0, "1000000 1000\n", "")


def test_results_of_a_seed_never_change() -> None:
    """Published seeds rely on it."""
    games = play_out(Matchup(DICE, ("gap:1,2", "random"), seed=7), 3)
    assert games.points.tolist() == [[52, 7], [39, 40], [51, -5]]
    cards = play_out(Matchup(RULESETS["cards_joker"], ("gap:1,2", "gap:1,2"), seed=7), 2)
    assert cards.points.tolist() == [[90, 39], [33, 71]]


def test_a_game_does_not_depend_on_earlier_games() -> None:
    matchup = Matchup(DICE, PLAYERS, seed=5)
    all_games = play_out(matchup, 20)
    assert np.array_equal(play_out(matchup, 5, first_game=15).results, all_games.results[15:])


def test_a_ray_cluster_gives_the_same_result() -> None:
    from tests.sim.cluster_check import PLAYERS as TWO

    run = subprocess.run(
        [sys.executable, "-m", "tests.sim.cluster_check"], capture_output=True, text=True, timeout=200
    )
    assert run.returncode == 0, run.stderr
    points, turns = json.loads(run.stdout.splitlines()[-1])
    here = simulate("dice", TWO, games=5_000, seed=3)
    assert points == here.points.tolist()
    assert turns == summarise(here).turns.mean


def test_an_unreachable_cluster_is_reported() -> None:
    with pytest.raises(
        OperationalError, match=r"no Ray cluster answers at 127\.0\.0\.1:1: .*ray start --head"
    ):
        simulate("dice", ["random", "random"], 10, cluster="127.0.0.1:1")


def test_the_tally_matches_the_individual_games(tally: Tally) -> None:
    games = play_out(Matchup(DICE, PLAYERS, seed=5), GAMES)
    assert tally.games == GAMES
    for seat in range(len(PLAYERS)):
        by_hand = Counter(games.points[:, seat].tolist())
        assert {
            int(t) + LOWEST_TOTAL: int(tally.points[seat, t]) for t in tally.points[seat].nonzero()[0]
        } == by_hand
    won = [
        [seat for seat, place in enumerate(places(tuple(game))) if place == 1]
        for game in games.points.tolist()
    ]
    shares = [fmean(1 / len(winners) if seat in winners else 0 for winners in won) for seat in range(3)]
    began = fmean(1 / len(w) if first in w else 0 for w, first in zip(won, games.first.tolist(), strict=True))
    summary = summarise(tally)
    assert [seat.wins.value for seat in summary.seats] == pytest.approx(shares)
    assert summary.first_seat.value == pytest.approx(began)
    points = games.points[:, 0].tolist()
    assert summary.seats[0].points.mean == pytest.approx(fmean(points))
    assert summary.seats[0].points.deviation == pytest.approx(pstdev(points))
    assert summary.seats[0].points.quantiles[2] == sorted(points)[GAMES // 2 - 1]
    assert sum(summary.end_reasons.values()) == pytest.approx(1)


def test_confidence_intervals_have_the_nominal_coverage() -> None:
    """Of forty correct 95 % intervals more than thirty contain the true share."""
    true = simulate("dice", ("gap:1,2", "gap:2,3"), 60_000, seed=99)
    share = summarise(true).seats[0].wins.value
    held = 0
    for seed in range(40):
        wins = summarise(simulate("dice", ("gap:1,2", "gap:2,3"), 400, seed=seed)).seats[0].wins
        held += abs(wins.value - share) < wins.margin
    assert 32 <= held <= 40


def test_parts_cover_every_game_exactly_once() -> None:
    for games in (1, 999, 1_000, 12_345, 10**9 + 1):
        parts = split(games)
        assert parts[0].start == 0
        assert parts[-1].stop == games
        assert all(one.stop == other.start for one, other in pairwise(parts))


def test_a_custom_policy_plugs_into_the_game_loop() -> None:
    """The example of the document without its bold seat: then both seats are ``gap:1,3``."""
    example = DOCUMENT.read_text(encoding="utf-8").split("```python\n")[2].split("```")[0]
    assert example.count("np.array([0, 1])") == 1
    names: dict[str, Any] = {}
    exec(example.replace("np.array([0, 1])", "np.array([0, 0])"), names)
    assert np.array_equal(names["results"], play_out(Matchup(DICE, ("gap:1,3",) * 2, seed=7), 1_000).results)


def test_options_change_the_results() -> None:
    plain = play_out(Matchup(ruleset("dice"), ("gap:2,3",) * 3, 1), 300)
    kept = play_out(Matchup(ruleset("dice", closed_row_in_action_2=True), ("gap:2,3",) * 3, 1), 300)
    assert not np.array_equal(plain.points, kept.points)
    sixes = play_out(Matchup(ruleset("dice", first_player="first_six"), ("random",) * 5, 1), 5_000)
    # The first seat rolls first: 1 / (6 (1 - (5/6)^5)) = 0.279.
    assert np.mean(sixes.first == 0) == pytest.approx(0.279, abs=0.02)


@pytest.mark.parametrize(
    ("players", "games", "seed", "words"),
    [
        (["gap:1,2", "gpa"], 10, 1, "did you mean gap"),
        (["gap:1", "random"], 10, 1, "two limits"),
        (["exec:./bot", "random"], 10, 1, "cannot be compiled: it can play in qwixx.arena.compare"),
        (["optimal", "random"], 10, 1, "optimal plays solo only"),
        (["random"], 10, 1, "2 to 5 players"),
        (["random"] * 6, 10, 1, "2 to 5 players"),
        (["random", "random"], 0, 1, "at least one game"),
        (["random", "random"], 10, -1, "a seed is"),
        (["random", "random"], 10, 1.0, "a seed is a whole number .* not 1.0"),
        ("gap:1,2", 10, 1, r"players are a list of bots, as in \['gap:1,2', 'random'\], not 'gap:1,2'"),
    ],
)
def test_invalid_simulations_are_rejected(players: list[str], games: int, seed: int, words: str) -> None:
    with pytest.raises(InputError, match=words):
        simulate("dice", players, games, seed=seed)


def test_a_matchup_accepts_rules_or_their_name_and_any_seed() -> None:
    assert Matchup("dice", ["random", "random"], 1) == Matchup(DICE, ("random", "random"), 1)
    friday = simulate("dice", ["random", "random"], 20, seed="Friday")
    assert equal(friday, simulate("dice", ["random", "random"], 20, seed="Friday"))
    assert not equal(friday, simulate("dice", ["random", "random"], 20, seed="Saturday"))
    with pytest.raises(SetupError, match="no game 'dise': the games are dice, cards"):
        Matchup("dise", ("random", "random"))
