import pytest

from qwixx.notation import format_record, parse_record
from qwixx.rules.ruleset import RULESETS
from tests.golden.regenerate import FOLDER, golden_games, path_of, played


@pytest.mark.parametrize("name", golden_games())
def test_a_golden_game_is_reproduced_and_round_trips_through_text(name: str) -> None:
    text = path_of(name).read_text(encoding="utf-8")
    assert played(name) == text, "the game is played differently now; if that is intended: make golden"
    record = parse_record(text)
    assert format_record(record) == text
    assert record.state.is_over


def test_the_files_match_the_list_of_golden_games() -> None:
    assert {path.stem for path in FOLDER.glob("*.qwixx")} == set(golden_games())
    for rules in RULESETS.values():
        for players in range(rules.min_players, rules.max_players + 1):
            assert path_of(f"{rules.name}-{players}").exists()


def test_the_golden_games_contain_rare_events() -> None:
    together = "".join(path_of(name).read_text(encoding="utf-8") for name in golden_games())
    for rare in ("shuffle ", "locks ", "penalty 4", "two rows", "four penalties", "first six:", " as "):
        assert rare in together, f"no golden game shows {rare!r}: choose another seed"
