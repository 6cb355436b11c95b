"""Chat at a table: it only adds events, and is limited per seat."""

import pytest

from qwixx.tables import protocol
from qwixx.tables.chat import LONGEST_TEXT, MESSAGES_PER_SEAT
from qwixx.tables.game import facts
from qwixx.tables.game.table import Table
from qwixx.tables.refusals import BAD_TEXT, CHAT_LIMIT, NOT_SEATED, Refusal
from tests.tables.game.scenes import at_the_table, choose, covered, do, play_out


def say(table: Table, seat: int | None, text: str = "well played", at: float = 0.0) -> None:
    do(table, seat, protocol.Say(1, text), at)


def code_of(error: pytest.ExceptionInfo[Refusal]) -> str:
    return error.value.reason.code


def test_chat_only_adds_events() -> None:
    table = at_the_table("Ann", "Ben")
    before = table.now
    say(table, 0, "good luck")
    do(table, 1, protocol.React(2, "thanks"))
    new = [each.what for each in table.now.happened_since(before.last_seq)]
    assert new == [facts.Said(0, "good luck"), facts.Reacted(1, "thanks")]
    assert table.now.decision == before.decision
    assert (table.now.state, table.now.steps, table.now.seats) == (before.state, before.steps, before.seats)
    choose(table, 0, version=before.version)


def test_chat_neither_returns_a_covered_seat_nor_extends_the_time_limit() -> None:
    table = at_the_table("Ann", "Ben", time_limit=30)
    do(table, 0, protocol.Leave(1))
    say(table, 0)
    assert covered(table, 0)
    say(table, 1, "one moment", at=29.0)
    assert table.plan_tick(30.0), "chat does not extend the time limit"


def test_spectators_cannot_chat() -> None:
    with pytest.raises(Refusal) as refused:
        say(at_the_table("Ann", "Ben"), None)
    assert code_of(refused) == NOT_SEATED.code


def test_an_unprintable_text_is_refused_with_the_length_limit() -> None:
    with pytest.raises(Refusal) as refused:
        say(at_the_table("Ann", "Ben"), 0, "\u202e")
    assert code_of(refused) == BAD_TEXT.code
    assert refused.value.reason.details == {"longest": LONGEST_TEXT}


def test_each_seat_has_its_own_limit_of_messages_per_game() -> None:
    table = at_the_table("Ann", "Ben")
    for _ in range(MESSAGES_PER_SEAT):
        say(table, 0)
    with pytest.raises(Refusal) as refused:
        say(table, 0)
    assert code_of(refused) == CHAT_LIMIT.code
    say(table, 1)
    play_out(table)
    for seat in (0, 1):
        do(table, seat, protocol.Rematch(1))
    say(table, 0)
    assert table.now.chat_seats == (0,)


def test_chat_costs_twice_as_much_as_other_commands() -> None:
    """The rate limit allows a burst of five messages per seat, then one every two seconds."""
    table = at_the_table("Ann", "Ben")
    assert table.cost(0, protocol.Say(1, "hello")) == table.cost(0, protocol.React(1, "ouch")) == 2
    assert table.cost(0, protocol.Withdraw(1, 1)) == 1
    assert table.cost(0, protocol.Choose(1, table.now.version, "-")) == 0
    choose(table, 0, "-")
    assert table.cost(0, protocol.Choose(1, table.now.version, "-")) == 1, "a second choice has a cost"
