"""Bots at a table: the host asks slow ones, and the cover bot replaces unknown ones."""

import random

import pytest

from qwixx.nets.weight_files import WeightsError
from qwixx.rules.choices import PASS
from qwixx.tables import protocol
from qwixx.tables.game import facts
from qwixx.tables.game.opening import plan_opening
from qwixx.tables.game.plan import COVER_BOT, by_cover_bot
from qwixx.tables.game.table import Table
from qwixx.tables.refusals import Refusal
from qwixx.tables.seats import Seat
from tests.tables.game.scenes import arrive, choose, join, new_table, tick


def test_a_slow_bot_never_times_out_and_only_its_first_answer_counts() -> None:
    table = new_table(None, "master", time_limit=10)
    join(table, "Ann")
    question = table.bot_question()
    assert question is not None
    assert question.bots == {1: "master"}
    assert [type(fact) for fact in tick(table, 11.0)] == [facts.Chose]
    assert table.plan_tick(30.0) == [], "the time limit applies only to people"
    table.apply(table.plan_answer(question, {1: PASS}), 31.0)
    assert table.plan_answer(question, {1: PASS}) == [], "the answer is stale"


def test_the_cover_bot_can_answer_for_a_slow_bot() -> None:
    table = new_table(None, "master")
    join(table, "Ann")
    choose(table, 0, "-")
    question = table.bot_question()
    assert question is not None
    assert table.now.state is not None
    assert table.now.state.to_act == {1}
    table.apply(table.plan_answer(question, by_cover_bot(question)), 1.0)
    assert table.now.state.to_act != {1}


@pytest.mark.parametrize("bot", ["oracle:9", "gap:x", "master:7", "exec:true"])
def test_an_unknown_bot_is_replaced_by_the_cover_bot(bot: str) -> None:
    """Another version may have made a table with a bot that this one does not know."""
    opening = facts.Opened("dice", {}, (None, bot), facts.StoredSettings(time_limit=5))
    seats = Seat("Ann"), Seat("Otto", bot)
    table = Table("t", [opening, facts.Started({"1": bot}, facts.Checkpoint(seats))], random.Random(1))
    info = protocol.SeatInfo("Otto", bot, "Otto", None, present=True, covered=True, rematch=False)
    assert table.info().seats[1] == info
    arrive(table, 0)
    for second in range(0, 100, 5):  # past the time limit many times
        tick(table, second)
    assert table.now.turn > 3


@pytest.mark.parametrize("bot", ["random", "gap:1,2", "master"])
def test_a_known_bot_is_not_replaced(bot: str) -> None:
    assert not new_table(None, bot).info().seats[1].covered


def test_a_table_whose_bot_has_no_weights_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(game: str, players: int) -> None:
        raise WeightsError(f"the weights {game}-{players}.npz are missing; reinstall qwixx")

    def wanted(bot: str) -> protocol.NewTable:
        return protocol.NewTable("dice", (protocol.NewSeat(), protocol.NewSeat(bot)), "Ann")

    monkeypatch.setattr("qwixx.nets.weight_files.check_weights", missing)
    with pytest.raises(Refusal, match=r"dice-2\.npz are missing") as refused:
        plan_opening(wanted("master"))
    assert refused.value.reason.code == "bad_bot"
    assert plan_opening(wanted(COVER_BOT))
