"""Stored facts of score pads: every line of ``facts.jsonl`` stays readable."""

from pathlib import Path
from typing import get_args

import pytest

from qwixx.tables.aggregate import FactFormatError
from qwixx.tables.pad import facts

STORED = Path(__file__).with_name("facts.jsonl").read_bytes().splitlines()


@pytest.mark.parametrize("data", STORED)
def test_a_stored_fact_survives_a_round_trip(data: bytes) -> None:
    assert facts.encode(facts.decode(data)) == data


def test_every_kind_of_fact_is_stored() -> None:
    assert {type(facts.decode(data)) for data in STORED} == set(get_args(facts.AnyPadFact))


@pytest.mark.parametrize(
    ("data", "problem"),
    [
        (b'{"fact":"PadFlew","seat":0}', "Invalid value 'PadFlew'"),
        (b'{"fact":"PadFinished","seat":0,"far":true}', "unknown field `far`"),
        (b'{"fact":"PadMarked","seat":0,"mark":{"n":1,"kind":"star","seen":2}}', "Invalid enum value"),
        (
            b'{"fact":"PadMarked","seat":0,"mark":{"n":1,"kind":"end","seen":2,"hat":1}}',
            "unknown field `hat`",
        ),
    ],
)
def test_a_fact_of_another_version_is_refused(data: bytes, problem: str) -> None:
    with pytest.raises(FactFormatError, match=problem):
        facts.decode(data)
