"""Missing, damaged or incompatible weights are rejected with an error that says what to do."""

import io
import json
import shutil
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

import qwixx.nets
from qwixx.bots import make_bot
from qwixx.gameplay import Game, play
from qwixx.nets.evaluator import evaluator_for
from qwixx.nets.weight_files import UntrainedError, WeightsError, check_weights
from qwixx.nets.weights import parse_weights, shapes, weights_for
from qwixx.rules.ruleset import DICE, RULESETS, SOLO

DATA = Path(qwixx.nets.__file__).parent / "data"


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A copy of the weights, to be damaged."""
    copy = tmp_path / "data"
    shutil.copytree(DATA, copy)
    monkeypatch.setattr("importlib.resources.files", lambda package: tmp_path)
    weights_for.cache_clear()
    check_weights.cache_clear()
    yield copy
    weights_for.cache_clear()
    check_weights.cache_clear()


def test_every_game_and_number_of_players_has_a_net() -> None:
    for rules in RULESETS.values():
        if rules is not SOLO:
            for players in range(rules.min_players, rules.max_players + 1):
                assert weights_for(rules.name, players)["bias"].dtype == np.float32


def test_the_manifest_lists_every_file_and_its_command() -> None:
    nets = json.loads((DATA / "weights.json").read_text())["nets"]
    assert {f"{name}.npz" for name in nets} == {path.name for path in DATA.glob("*.npz")}
    assert all(net["command"].startswith("python training/") and net["games"] > 0 for net in nets.values())


def test_a_missing_weights_file_is_reported(data: Path) -> None:
    (data / "dice-2.npz").unlink()
    with pytest.raises(WeightsError, match=r"dice-2\.npz are missing; reinstall qwixx"):
        weights_for("dice", 2)
    assert weights_for("dice", 3)


def test_missing_weights_do_not_affect_bots_without_a_net(data: Path) -> None:
    shutil.rmtree(data)
    with pytest.raises(WeightsError, match=r"weights\.json are missing"):
        make_bot("master", game="dice", players=2)
    # Bots without a net still play.
    assert play(Game(DICE, ["Ann", "Ben"], seed=1), [make_bot("gap:1,2"), make_bot("gap:2,3")]).totals


def test_a_damaged_weights_file_is_rejected(data: Path) -> None:
    file = data / "dice-2.npz"
    content = bytearray(file.read_bytes())
    content[len(content) // 2] ^= 1
    file.write_bytes(content)
    with pytest.raises(WeightsError, match=r"dice-2\.npz is damaged: its checksum"):
        weights_for("dice", 2)


@pytest.mark.parametrize("contents", ["", "[]", "{}", '{"format": "qwixx-weights/1"}'])
def test_a_damaged_manifest_is_rejected(data: Path, contents: str) -> None:
    (data / "weights.json").write_text(contents)
    with pytest.raises(WeightsError, match=r"weights\.json is damaged"):
        weights_for("dice", 2)


def test_another_format_version_is_rejected(data: Path) -> None:
    (data / "weights.json").write_text('{"format": "qwixx-weights/2", "nets": {}}')
    with pytest.raises(WeightsError, match="of the format qwixx-weights/2, not qwixx-weights/1"):
        weights_for("dice", 2)


def test_the_solo_game_has_no_net() -> None:
    with pytest.raises(
        UntrainedError, match="no net was trained for solo with 1 players; there are cards-2,"
    ):
        evaluator_for(SOLO, 1)


def test_a_file_without_weights_is_rejected() -> None:
    with pytest.raises(WeightsError, match=r"mine\.npz holds no weights"):
        parse_weights(b"a shopping list", 2, "mine.npz")


def test_a_net_of_another_shape_is_rejected() -> None:
    file = io.BytesIO()
    np.savez(file, **weights_for("dice", 3))  # type: ignore[arg-type]
    with pytest.raises(WeightsError, match=r"mine\.npz holds a net of another shape"):
        parse_weights(file.getvalue(), 2, "mine.npz")


def test_a_net_with_an_unsupported_number_of_units_is_rejected() -> None:
    file = io.BytesIO()
    np.savez(file, **{part: np.zeros(shape) for part, shape in shapes(2, 64, 30).items()})  # type: ignore[arg-type]
    with pytest.raises(WeightsError, match=r"layers of 64 and 30 units; .* a multiple of 4, in the second"):
        parse_weights(file.getvalue(), 2, "mine.npz")
