"""Stored facts of tables: every line of ``facts.jsonl`` stays readable, independent of the protocol."""

from pathlib import Path
from typing import get_args

import pytest

from qwixx.notation import ParseError
from qwixx.rules.cards import card_named
from qwixx.rules.chance import FirstSeat, FirstSix, Roll, Shuffle
from qwixx.rules.choices import PASS, Cross, Play, Take
from qwixx.rules.colours import Colour
from qwixx.tables.aggregate import FactFormatError
from qwixx.tables.game import facts
from qwixx.tables.game.facts import StoredSettings

STORED = Path(__file__).with_name("facts.jsonl").read_bytes().splitlines()
RED_4, JOKER_2 = card_named("R4"), card_named("J2")


@pytest.mark.parametrize("data", STORED)
def test_a_stored_fact_survives_a_round_trip(data: bytes) -> None:
    assert facts.encode(facts.decode(data)) == data


def test_every_kind_of_fact_is_stored() -> None:
    assert {type(facts.decode(data)) for data in STORED} == set(get_args(facts.AnyFact))


VALUES: list[tuple[bytes, facts.AnyFact]] = [
    (b'{"fact":"ChanceDrawn","outcome":"first 2"}', facts.ChanceDrawn(FirstSeat(1))),
    (b'{"fact":"ChanceDrawn","outcome":"first six 1 6"}', facts.ChanceDrawn(FirstSix((1, 6)))),
    (b'{"fact":"ChanceDrawn","outcome":"4+1 r3 y2 b6"}', facts.ChanceDrawn(Roll((4, 1), (3, 2, None, 6)))),
    (b'{"fact":"ChanceDrawn","outcome":"shuffle R4 J2"}', facts.ChanceDrawn(Shuffle((RED_4, JOKER_2)))),
    (b'{"fact":"Chose","seat":1,"choice":"-"}', facts.Chose(1, PASS)),
    (b'{"fact":"Chose","seat":1,"choice":"-","late":true}', facts.Chose(1, PASS, late=True)),
    (b'{"fact":"Chose","seat":0,"choice":"r7"}', facts.Chose(0, Cross(Colour.RED, 7))),
    (b'{"fact":"Chose","seat":2,"choice":"take 1 3"}', facts.Chose(2, Take((0, 2)))),
    (b'{"fact":"Chose","seat":3,"choice":"play R4 J2"}', facts.Chose(3, Play((RED_4, JOKER_2), Colour.RED))),
    (b'{"fact":"Chose","seat":4,"choice":"play J2 as b"}', facts.Chose(4, Play((JOKER_2,), Colour.BLUE))),
]


@pytest.mark.parametrize(("data", "fact"), VALUES)
def test_choices_and_chance_are_values_in_memory_and_notation_in_the_store(
    data: bytes, fact: facts.AnyFact
) -> None:
    assert data in STORED
    assert facts.decode(data) == fact


def test_an_opening_without_a_setting_gets_the_default() -> None:
    opened = facts.decode(b'{"fact":"Opened","game":"solo","options":{},"seats":[null]}')
    assert isinstance(opened, facts.Opened)
    assert opened.settings == StoredSettings(time_limit=None, patience=60, hints=False, public=False)


@pytest.mark.parametrize(
    ("data", "problem"),
    [
        (b'{"fact":"Flew","seat":0}', "Invalid value 'Flew'"),
        (b'{"fact":"Left","seat":0}', "missing required field `name`"),
        (b'{"fact":"Left","seat":0,"name":"Ann","far":true}', "unknown field `far`"),
        (
            b'{"fact":"Opened","game":"dice","options":{},"seats":[],"time_limit":30}',
            "unknown field `time_limit`",
        ),
        (
            b'{"fact":"Opened","game":"dice","options":{},"seats":[],"settings":{"patience":"long"}}',
            "Expected `int`, got `str`",
        ),
        (
            b'{"fact":"Started","bots":{},"before":{"seats":[{"hat":"red"}]}}',
            "unknown field `hat` - at `\\$.before.seats",
        ),
        (b'{"fact":"Started","bots":{}}', "missing required field `before`"),
    ],
)
def test_a_fact_of_another_version_is_refused(data: bytes, problem: str) -> None:
    with pytest.raises(FactFormatError, match=problem):
        facts.decode(data)


def test_a_stored_choice_that_is_not_in_the_notation_is_refused() -> None:
    with pytest.raises(ParseError, match="expected a cross"):
        facts.decode(b'{"fact":"Chose","seat":0,"choice":"dance"}')
