"""JSON of states, records and reviews, in both directions."""

import json

import msgspec
import pytest
from hypothesis import given

import qwixx
from qwixx.gameplay import Game
from qwixx.interchange import schema
from tests.strategies import games


@given(games())
def test_states_survive_a_round_trip(game: Game) -> None:
    assert qwixx.from_json(qwixx.to_json(game.advance())) == game.state


def test_records_survive_a_round_trip() -> None:
    game = qwixx.Game("cards", ["Ann", "Ben"], seed=3)
    qwixx.play(game, [qwixx.make_bot("gap:1,2")] * 2)
    assert qwixx.from_json(qwixx.to_json(game.record)) == game.record


def test_reviews_survive_a_round_trip_with_their_software_and_weights() -> None:
    game = qwixx.Game.at("dice; 1 roll; r2,3 p3; p3", ["Ann", "Ben"], seed=3)
    qwixx.play(game, [qwixx.make_bot("gap:1,2")] * 2)
    found = qwixx.coach.review(game.record)
    assert found.software == f"qwixx {qwixx.__version__}"
    assert list(found.weights) == ["dice-2"]
    assert len(found.weights["dice-2"]) == 64
    assert json.loads(qwixx.to_json(found))["format"] == "qwixx-review/1"
    # A review by another version keeps its software and weights.
    older = msgspec.structs.replace(found, software="qwixx 0.0.1", weights={"dice-2": "0123"})
    for each in (found, older):
        assert qwixx.from_json(qwixx.to_json(each)) == each


@pytest.mark.parametrize(
    "text", ["", "[]", "{}", '{"format": "qwixx-review/2"}', '{"format": "qwixx-position/1"}']
)
def test_other_json_is_refused(text: str) -> None:
    with pytest.raises(qwixx.InputError, match="no JSON of a position, a record or a review"):
        qwixx.from_json(text)


def test_values_of_other_types_are_refused() -> None:
    with pytest.raises(qwixx.InputError, match="a State, a Record or a Review goes to JSON, not 5"):
        qwixx.to_json(5)  # type: ignore[arg-type]


def test_the_schema_names_every_format() -> None:
    formats = {
        each["properties"]["format"]["enum"][0]
        for each in schema()["$defs"].values()
        if "format" in each["properties"]
    }
    assert formats == {"qwixx-position/1", "qwixx-record/1", "qwixx-review/1"}
    assert msgspec.json.encode(schema())
