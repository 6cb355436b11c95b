"""People talk at a table: everybody is told the same in the same order, and nothing else changes."""

import asyncio
import json
import re
from pathlib import Path
from typing import Any

import pytest

from qwixx.notation import format_choice
from qwixx.server.refusals import BAD_TEXT, ENOUGH_SAID, NO_CHAT, NOT_SEATED, TOO_FAST, Refusal
from qwixx.server.rooms.loader import Loaded, load
from qwixx.server.stores.sqlite.store import SqliteStore
from qwixx.server.tables import facts
from qwixx.server.tables.state import replayed
from qwixx.server.tables.table import Table
from qwixx.server.tables.talk import LONGEST_TEXT, SEAT_AT_ONCE, TABLE_AT_ONCE, WORDS_PER_SEAT, Pace, one_line
from qwixx.server.web.shared import Settings
from qwixx.server.wire import protocol
from tests.server.listening_server import hear, listening
from tests.server.test_table import choose, covered, do, join, new_table
from tests.server.test_two_processes import Person, at_one_table, settled
from tests.test_client import WEB


def two_people() -> Table:
    table = new_table(None, None)
    join(table, "Ann")
    join(table, "Ben")
    return table


def say(table: Table, seat: int | None, text: str = "well played") -> None:
    table.take(table.plan_word(seat, protocol.Say(1, text)), 0.0)


def code_of(error: pytest.ExceptionInfo[Refusal]) -> str:
    return error.value.reason.code


@pytest.mark.parametrize(
    ("text", "line"),
    [
        (" well \n\t played\u2028now ", "well played now"),
        ("<b>hi</b> & {name}", "<b>hi</b> & {name}"),
        ("\x1b[31mred\x07", "[31mred"),
        ("\u202eevil\u202c \u2066x\u2069", "evil x"),
        ("e\u0301", "\u00e9"),
        ("a" + "\u0336" * 50, "a" + "\u0336" * 4),
        ("\U0001f469\u200d\U0001f467", "\U0001f469\u200d\U0001f467"),
        ("x" * LONGEST_TEXT, "x" * LONGEST_TEXT),
        ("x" * (LONGEST_TEXT + 1), None),
        ("", None),
        (" \n ", None),
        ("\u200b\u202e\u200d", None),
        ("\u2800\u3164", None),
    ],
)
def test_a_text_is_one_line_that_does_no_harm(text: str, line: str | None) -> None:
    assert one_line(text) == line


def test_the_browser_lets_nobody_write_more_than_can_be_said() -> None:
    source = (WEB / "src" / "company" / "Say.svelte").read_text(encoding="utf-8")
    assert re.findall(r"LONGEST = (\d+)", source) == [str(LONGEST_TEXT)]


def test_words_change_nothing_but_what_happened() -> None:
    table = two_people()
    before = table.now
    say(table, 0, "good luck")
    table.take(table.plan_word(1, protocol.React(2, "thanks")), 0.0)
    told = [each.what for each in table.now.happened_since(before.last_seq)]
    assert told == [protocol.Said(0, "good luck"), protocol.Reacted(1, "thanks")]
    assert table.now.decision == before.decision
    assert (table.now.state, table.now.past, table.now.seats) == (before.state, before.past, before.seats)
    assert table.record() == Table("t", before).record()
    choose(table, 0, version=before.version)


def test_words_neither_give_a_seat_back_nor_win_time() -> None:
    table = new_table(None, None, time_limit=30)
    join(table, "Ann")
    join(table, "Ben")
    do(table, 0, protocol.Leave(1))
    say(table, 0)
    assert covered(table, 0)
    say(table, 1)
    table.take(table.plan_word(1, protocol.Say(1, "one moment")), 29.0)
    assert table.plan_tick(30.0), "the time is up all the same"


def test_who_only_watches_says_nothing() -> None:
    with pytest.raises(Refusal) as refused:
        say(two_people(), None)
    assert code_of(refused) == NOT_SEATED.code


def test_a_text_that_cannot_be_shown_is_refused_with_what_could() -> None:
    with pytest.raises(Refusal) as refused:
        say(two_people(), 0, "\u202e")
    assert code_of(refused) == BAD_TEXT.code
    assert refused.value.reason.details == {"longest": LONGEST_TEXT}


def test_a_seat_has_so_many_words_in_a_game_and_leaves_the_others_theirs() -> None:
    table = two_people()
    for _ in range(WORDS_PER_SEAT):
        say(table, 0)
    with pytest.raises(Refusal) as refused:
        say(table, 0)
    assert code_of(refused) == ENOUGH_SAID.code
    say(table, 1)
    _finish(table)
    for seat in (0, 1):
        do(table, seat, protocol.Rematch(1))
    say(table, 0)
    assert table.now.words == (0,)


def _finish(table: Table) -> None:
    while table.now.is_playing:
        assert table.now.state is not None
        for seat in sorted(table.now.state.to_act):
            choices = table.now.state.choices(seat)
            choose(table, seat, format_choice(choices[0]))


def test_a_person_and_all_people_of_a_table_talk_at_a_pace() -> None:
    pace = Pace()
    assert [pace.take(0, 0.0) for _ in range(6)] == [True] * int(SEAT_AT_ONCE) + [False]
    assert pace.take(0, 2.0)
    assert not pace.take(0, 2.0)
    everybody = [pace.take(seat, 100.0) for seat in range(1, 5) for _ in range(5)]
    assert sum(everybody) == TABLE_AT_ONCE


def test_words_outlast_a_restart_and_are_forgotten_with_the_game(tmp_path: Path) -> None:
    past: list[facts.AnyFact] = []

    class Kept(Table):
        def take(self, new: list[facts.AnyFact], at: float) -> None:
            past.extend(new)
            super().take(new, at)

    opening = facts.Opened("dice", {}, (None, None))
    table = Kept("t", [opening])
    join(table, "Ann")
    join(table, "Ben")
    say(table, 0, '{"fact":"Started",')

    def loaded() -> list[protocol.Happening]:
        async def use() -> list[protocol.Happening]:
            name = f"t{len(past)}"
            kept = [facts.encode(fact) for fact in (opening, *past)]
            store = SqliteStore.open(tmp_path / f"{name}.sqlite")
            await store.append(name, 1, kept)
            found = await load(store, name)
            store.close()
            assert isinstance(found, Loaded)
            assert (found.state.version, found.state.words) == (table.now.version, table.now.words)
            return [each.what for each in found.state.happened]

        return asyncio.run(use())

    assert protocol.Said(0, '{"fact":"Started",') in loaded()
    _finish(table)
    for seat in (0, 1):
        do(table, seat, protocol.Rematch(1))
    assert not any(isinstance(what, protocol.Said) for what in loaded())


def test_people_at_two_processes_hear_the_same_in_the_same_order() -> None:
    async def scene(store: SqliteStore, people: list[Person], name: str) -> None:
        ann, ben = people
        for number in range(3):
            words = (
                person.room.say(person.seat, protocol.Say(1, f"{person.seat}{number}")) for person in people
            )
            await asyncio.gather(*words, ann.choose(number))
        for person in people:
            await settled(person)
        heard = [[what["text"] for what in _said(person)] for person in people]
        assert heard[0] == heard[1]
        assert sorted(heard[0]) == ["00", "01", "02", "10", "11", "12"]
        past = [facts.decode(kept.fact) for kept in await store.load(name)]
        assert ann.room.table.now == ben.room.table.now == replayed(past)

    at_one_table(scene)


def _said(person: Person) -> list[Any]:
    happened = [each for update in person.heard for each in update["happened"]]
    return [each["what"] for each in happened if each["what"]["type"] == "said"]


def test_over_the_wire_who_listens_is_told_and_who_is_too_fast_is_refused(tmp_path: Path) -> None:
    with listening(tmp_path) as server:
        table, cookie = server.open_table(None)
        with server.connected(table, cookie) as ann, server.connected(table) as watching:
            assert hear(ann, "welcome")["chat"] is True
            hear(watching, "update")
            ann.send(json.dumps({"type": "say", "id": 1, "text": "hello"}))
            assert hear(ann, "done")["id"] == 1
            update = hear(watching, "update")
            while not any(each["what"]["type"] == "said" for each in update["happened"]):
                update = hear(watching, "update")
            watching.send(json.dumps({"type": "react", "id": 1, "reaction": "ouch"}))
            assert hear(watching, "refused")["reason"]["code"] == NOT_SEATED.code
            ann.send(json.dumps({"type": "react", "id": 2, "reaction": "bomb"}))
            assert hear(ann, "refused")["reason"]["code"] == "bad_message"
            for number in range(3, 9):
                ann.send(json.dumps({"type": "react", "id": number, "reaction": "hurry"}))
            assert hear(ann, "refused")["reason"]["code"] == TOO_FAST.code


def test_a_host_may_have_no_chat(tmp_path: Path) -> None:
    with listening(tmp_path, Settings(has_chat=False)) as server:
        table, cookie = server.open_table("gap:1,2")
        with server.connected(table, cookie) as ann:
            assert hear(ann, "welcome")["chat"] is False
            ann.send(json.dumps({"type": "say", "id": 1, "text": "hello"}))
            assert hear(ann, "refused")["reason"]["code"] == NO_CHAT.code
