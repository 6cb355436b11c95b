"""Facts on disk: what earlier versions wrote is read, and written again as it was."""

from typing import get_args

import msgspec
import pytest

from qwixx.notation import ParseError
from qwixx.rules.cards import card_named
from qwixx.rules.chance import FirstSeat, FirstSix, Roll, Shuffle
from qwixx.rules.choices import PASS, Cross, Draw, Play
from qwixx.rules.colours import Colour
from qwixx.server.tables import facts
from qwixx.server.tables.table import Table
from qwixx.server.wire.protocol import TableSettings

RED_4, JOKER_2 = card_named("R4"), card_named("J2")
OPENED = (
    b'{"fact":"Opened","game":"cards","options":{"hand_numbers_public":"false"},"seats":[null,"gap:1,2"],'
    b'"time_limit":30,"patience":300,"hints":true}'
)


def test_an_opening_has_its_settings_beside_its_other_fields() -> None:
    opened = facts.decode(OPENED)
    assert isinstance(opened, facts.Opened)
    assert opened.settings == TableSettings(time_limit=30, patience=300, hints=True)
    assert Table("t", [opened]).info().settings == opened.settings
    assert facts.encode(opened) == OPENED


def test_an_opening_says_of_a_public_table_alone_that_it_is() -> None:
    opened = facts.decode(OPENED.replace(b"true}", b'true,"public":true}'))
    assert isinstance(opened, facts.Opened)
    assert opened.settings.public
    assert b'"public":true' in facts.encode(opened)
    private = facts.decode(OPENED)
    assert isinstance(private, facts.Opened)
    assert not private.settings.public
    assert b"public" not in facts.encode(private).replace(b"hand_numbers_public", b"")


def test_an_opening_without_a_setting_has_what_is_usual() -> None:
    opened = facts.decode(b'{"fact":"Opened","game":"solo","options":{},"seats":[null]}')
    assert isinstance(opened, facts.Opened)
    assert opened.settings == TableSettings(hints=False), (
        "there was no coach when the first tables were opened"
    )


def test_a_setting_that_cannot_be_is_refused() -> None:
    with pytest.raises(msgspec.ValidationError, match="Expected `int`, got `str`"):
        facts.decode(OPENED.replace(b"300", b'"long"'))


IN_THE_NOTATION: list[tuple[bytes, facts.AnyFact]] = [
    (b'{"fact":"Chanced","outcome":"first 2"}', facts.Chanced(FirstSeat(1))),
    (b'{"fact":"Chanced","outcome":"first six 1 6"}', facts.Chanced(FirstSix((1, 6)))),
    (b'{"fact":"Chanced","outcome":"4+1 r3 y2 b6"}', facts.Chanced(Roll((4, 1), (3, 2, None, 6)))),
    (b'{"fact":"Chanced","outcome":"shuffle R4 J2"}', facts.Chanced(Shuffle((RED_4, JOKER_2)))),
    (b'{"fact":"Chose","seat":1,"choice":"-"}', facts.Chose(1, PASS)),
    (b'{"fact":"Chose","seat":0,"choice":"r7"}', facts.Chose(0, Cross(Colour.RED, 7))),
    (b'{"fact":"Chose","seat":2,"choice":"take 1 3"}', facts.Chose(2, Draw((0, 2)))),
    (b'{"fact":"Chose","seat":3,"choice":"play R4 J2"}', facts.Chose(3, Play((RED_4, JOKER_2), Colour.RED))),
    (b'{"fact":"Chose","seat":4,"choice":"play J2 as b"}', facts.Chose(4, Play((JOKER_2,), Colour.BLUE))),
]


@pytest.mark.parametrize(("data", "fact"), IN_THE_NOTATION)
def test_choices_and_chance_are_values_here_and_text_on_disk(data: bytes, fact: facts.AnyFact) -> None:
    assert facts.decode(data) == fact
    assert facts.encode(fact) == data


OTHERS = (
    b'{"fact":"Sat","seat":0,"name":"Ann","secret_hash":"x"}',
    b'{"fact":"Started","bots":{"1":"gap:1,2"},"before":{"seats":[{"name":"Ann"},{"bot":"gap:1,2"}],"games":2,"last_seq":9}}',
    b'{"fact":"Sat","seat":0,"name":"Ann","secret_hash":"x","contributes":true}',
    b'{"fact":"Committed","secret":"00ff"}',
    b'{"fact":"Contributed","seat":0,"value":"12"}',
    b'{"fact":"Started","bots":{},"before":{"seats":[],"games":0,"last_seq":0,"seed":{"secret":"00ff","contributions":{"1":"12"}}}}',
    b'{"fact":"Withdrew","seat":0}',
    b'{"fact":"Covered","seat":0}',
    b'{"fact":"Returned","seat":0}',
    b'{"fact":"Wished","seat":0}',
    b'{"fact":"Said","seat":0,"text":"well played"}',
    b'{"fact":"Reacted","seat":1,"reaction":"well_done"}',
    b'{"fact":"PadOpened","game":"cards_joker"}',
    b'{"fact":"PadMarked","seat":0,"mark":{"n":1,"kind":"cross","seen":2,"colour":"red","number":7,"undone":null,"late":false}}',
    b'{"fact":"PadRolled","seat":0,"dice":{"white":[4,1],"coloured":[3,2,null,6]}}',
    b'{"fact":"PadFinished","seat":0}',
    b'{"fact":"PadReopened","seat":0}',
    b'{"fact":"PadRenewed","seat":0}',
)


@pytest.mark.parametrize("data", OTHERS)
def test_other_facts_are_on_disk_as_they_are(data: bytes) -> None:
    assert facts.encode(facts.decode(data)) == data


def test_every_kind_of_fact_is_kept() -> None:
    tried = {type(facts.decode(data)) for data in (OPENED, *OTHERS, *(data for data, _ in IN_THE_NOTATION))}
    assert tried == set(get_args(facts.AnyFact))


def test_a_choice_on_disk_that_cannot_be_read_is_an_error() -> None:
    with pytest.raises(ParseError, match="expected a cross"):
        facts.decode(b'{"fact":"Chose","seat":0,"choice":"dance"}')
