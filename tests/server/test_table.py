"""The table as the only authority: whoever comes, goes, doubles a tap or comes too late."""

import json
import random
import re

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from qwixx.notation import format_choice
from qwixx.rules.errors import IllegalChoice, QwixxError
from qwixx.server import facts, protocol
from qwixx.server.history import replayed
from qwixx.server.table import Refusal, Table, plan_opening
from tests.strategies import NAMES

GAMES: tuple[protocol.GameName, ...] = ("dice", "cards", "cards_joker")


def new_table(
    *bots: str | None, game: protocol.GameName = "dice", time_limit: int | None = None, seed: int = 1
) -> Table:
    seats = tuple(protocol.NewSeat(bot) for bot in bots)
    fact = plan_opening(protocol.NewTable(game, seats, "Ann", time_limit=time_limit, patience=30))
    return Table("t", [fact], random.Random(seed))


def join(table: Table, name: str, at: float = 0.0) -> str:
    planned, secret = table.plan_join(name)
    table.take(planned, at)
    table.take(table.plan_arrival(secret.seat), at)
    return secret.secret


def do(
    table: Table, seat: int | None, message: protocol.ClientMessage, at: float = 0.0
) -> list[facts.AnyFact]:
    planned = table.plan(seat, message)
    table.take(planned, at)
    return planned


def choose(
    table: Table, seat: int, text: str | None = None, version: int | None = None
) -> list[facts.AnyFact]:
    assert table.now.state is not None
    choice = text or format_choice(table.now.state.choices(seat)[0])
    return do(table, seat, protocol.Choose(1, table.now.version if version is None else version, choice))


def covered(table: Table, seat: int) -> bool:
    return table.now.seats[seat].covered


def play_out(table: Table) -> None:
    """Everybody chooses the first they may, until the game is over."""
    while (state := table.now.state) is not None and not state.is_over:
        choose(table, min(state.to_act))


def test_a_table_begins_when_the_last_seat_is_taken() -> None:
    table = new_table(None, None, "gap:1,2")
    join(table, "Ann")
    assert table.info().state == "open"
    join(table, "Ben")
    assert table.info().state == "playing"
    assert table.now.names == ("Ann", "Ben", "Bot 3")
    assert table.now.turn == 1
    assert table.now.state is not None
    assert table.now.state.to_act == {0, 1}, "chance and bots never keep people waiting"


def test_bots_take_the_seats_that_are_open_when_somebody_starts() -> None:
    table = new_table(None, None, None)
    join(table, "Ann")
    do(table, 0, protocol.Start(1))
    assert [seat.bot for seat in table.now.seats] == [None, "gap:1,2", "gap:1,2"]
    with pytest.raises(Refusal, match="The game has begun"):
        table.plan(0, protocol.Start(2))
    with pytest.raises(Refusal, match="All seats of this table are taken"):
        table.plan_join("Cleo")


@pytest.mark.parametrize(
    ("name", "problem"),
    [
        ("ann", "called ann already"),
        ("Bot 3", "called Bot 3 already"),
        ("", "1 to 40 printable"),
        ("\u202ex", "printable"),
    ],
)
def test_names_that_are_taken_or_are_none(name: str, problem: str) -> None:
    table = new_table(None, None, "random")
    join(table, "Ann")
    with pytest.raises(Refusal, match=problem):
        table.plan_join(name)


@pytest.mark.parametrize(
    ("table", "problem"),
    [
        (protocol.NewTable("dice", (protocol.NewSeat(),), "Ann"), "S13: the dice game is for 2 to 5 players"),
        (
            protocol.NewTable("dice", (protocol.NewSeat("gap"),) * 2, "Ann"),
            "at least one seat is for a person",
        ),
        (protocol.NewTable("dice", (protocol.NewSeat(), protocol.NewSeat("x")), "Ann"), "no bot 'x'"),
        (protocol.NewTable("dice", (protocol.NewSeat(),) * 2, "Ann", {"x": "y"}), "no option 'x'"),
        (
            protocol.NewTable("dice", (protocol.NewSeat(),) * 2, "Ann", time_limit=1),
            "the time limit is 5 to 3600",
        ),
        (
            protocol.NewTable("dice", (protocol.NewSeat(),) * 2, "Ann", patience=1),
            "the patience is 5 to 86400",
        ),
    ],
)
def test_tables_that_cannot_be(table: protocol.NewTable, problem: str) -> None:
    with pytest.raises(Refusal, match=problem):
        plan_opening(table)


def test_a_seat_is_known_by_its_secret_alone() -> None:
    table = new_table(None, None)
    ann, ben = join(table, "Ann"), join(table, "Ben")
    assert (table.seat_of(ann), table.seat_of(ben), table.seat_of("guess"), table.seat_of("")) == (
        0,
        1,
        None,
        None,
    )
    assert len(ann) >= 22, "128 bits or more"
    assert ann not in repr(table.now), "only its hash is kept"


def test_two_who_choose_at_once_do_not_disturb_each_other() -> None:
    table = new_table(None, None)
    join(table, "Ann")
    join(table, "Ben")
    seen_by_both = table.now.version
    choose(table, 0, "-", seen_by_both)
    choose(table, 1, "-", seen_by_both)
    assert table.now.state is not None
    assert table.now.state.phase == "own"


def test_a_doubled_tap_does_no_harm() -> None:
    table = new_table(None, None)
    join(table, "Ann")
    join(table, "Ben")
    seen = table.now.version
    choose(table, 1, "-", seen)
    choose(table, 1, "-", seen)
    choose(table, 0, "-", seen)
    for seat in (0, 1):
        with pytest.raises(Refusal, match="The game has moved on since you chose"):
            choose(table, seat, "-", seen)


def test_spectators_watch() -> None:
    table = new_table(None, "gap")
    join(table, "Ann")
    with pytest.raises(Refusal, match="Spectators watch"):
        table.plan(None, protocol.Choose(1, 99, "-"))
    assert table.update(None, 0, 0.0).view is not None


def test_somebody_gone_for_long_is_covered_and_gets_the_seat_back() -> None:
    table = new_table(None, None)
    join(table, "Ann")
    join(table, "Ben")
    choose(table, 0, "-")
    table.gone(1, at=100.0)
    table.take(table.plan_tick(129.0), 129.0)
    assert not covered(table, 1)
    table.take(table.plan_tick(130.0), 130.0)
    assert covered(table, 1)
    assert table.now.state is not None
    assert 1 not in table.now.state.to_act
    table.take(table.plan_arrival(1), 200.0)
    assert not covered(table, 1)


def test_when_everybody_is_gone_the_table_waits() -> None:
    table = new_table(None, "gap")
    join(table, "Ann")
    table.gone(0, at=0.0)
    table.take(table.plan_tick(60.0), 60.0)
    version = table.now.version
    assert table.plan_tick(10_000.0) == []
    table.take(table.plan_arrival(0), 10_001.0)
    assert table.now.version > version
    assert table.now.is_playing


@pytest.mark.parametrize("game", GAMES)
def test_time_limits_choose_for_whoever_is_late(game: protocol.GameName) -> None:
    table = new_table(None, "gap", game=game, time_limit=20)
    join(table, "Ann")
    at = 0.0
    for _ in range(500):
        if not table.now.is_playing:
            break
        assert table.plan_tick(at + 19.0) == []
        assert table.update(0, 0, at + 5.0).seconds_left == 15.0
        at += 20.0
        table.take(table.plan_tick(at), at)
    assert table.info().state == "over"


def test_leaving_hands_the_seat_to_a_bot_and_any_command_takes_it_back() -> None:
    table = new_table(None, None)
    join(table, "Ann")
    join(table, "Ben")
    do(table, 1, protocol.Leave(1))
    assert covered(table, 1)
    choose(table, 0, "-")
    assert covered(table, 1)
    assert table.plan(1, protocol.Ask(3, "-")) == [facts.Returned(1)]


def test_a_rematch_begins_when_every_present_person_wants_it() -> None:
    table = new_table(None, None)
    join(table, "Ann")
    join(table, "Ben")
    with pytest.raises(Refusal, match="The game is not over"):
        table.plan(0, protocol.Rematch(1))
    play_out(table)
    do(table, 0, protocol.Rematch(1))
    assert table.info().state == "over"
    assert table.info().seats[0].rematch
    do(table, 1, protocol.Rematch(2))
    assert (table.info().state, table.info().games_played) == ("playing", 2)
    assert not table.info().seats[0].rematch


def test_the_record_of_a_game_is_the_game() -> None:
    table = new_table(None, "gap", game="cards")
    join(table, "Ann")
    assert table.now.turn >= 1, "the first draw is part of turn 1"
    play_out(table)
    assert table.now.record().state == table.now.state


def test_a_client_gets_what_it_missed_or_a_fresh_start() -> None:
    table = new_table(None, "gap")
    join(table, "Ann")
    known = table.now.last_seq
    choose(table, 0)
    update = table.update(0, known, 0.0)
    assert [each.seq for each in update.happened] == list(range(known + 1, table.now.last_seq + 1))
    assert not update.fresh
    assert table.update(0, 10**6, 0.0).fresh
    play_out(table)
    do(table, 0, protocol.Rematch(1))
    play_out(table)
    assert table.update(0, 0, 0.0).fresh is (table.now.happened[0].seq > 1)


class AnyTable(RuleBasedStateMachine):
    """People arrive, vanish, tap twice, come too late, leave and return; time passes."""

    @initialize(data=st.data(), game=st.sampled_from(GAMES), seed=st.integers(0, 2**32))
    def begin(self, data: st.DataObject, game: protocol.GameName, seed: int) -> None:
        people = data.draw(st.integers(1, 4))
        bots = data.draw(
            st.lists(st.sampled_from(["gap:1,2", "random"]), min_size=people == 1, max_size=5 - people)
        )
        limit = data.draw(st.sampled_from([None, 20]))
        kinds: list[str | None] = [None] * people
        seats = tuple(map(protocol.NewSeat, data.draw(st.permutations([*kinds, *bots]))))
        opening = plan_opening(protocol.NewTable(game, seats, "Ann", time_limit=limit, patience=30))
        self.past: list[bytes] = [facts.encode(opening)]
        self.table = Table("t", [opening], random.Random(seed))
        self.at = 0.0

    def take(self, planned: list[facts.AnyFact]) -> None:
        self.past += [facts.encode(fact) for fact in planned]
        self.table.take(planned, self.at)

    @property
    def people(self) -> list[int]:
        return [number for number, seat in enumerate(self.table.now.seats) if seat.name is not None]

    @precondition(lambda self: self.table.info().state == "open")
    @rule()
    def somebody_joins(self) -> None:
        name = NAMES[len(self.people)]
        planned, secret = self.table.plan_join(name)
        self.take(planned)
        self.take(self.table.plan_arrival(secret.seat))

    @rule(data=st.data())
    def somebody_chooses(self, data: st.DataObject) -> None:
        state = self.table.now.state
        owing = [seat for seat in self.people if state is not None and state.choices(seat)]
        if not owing or state is None:
            return
        seat = data.draw(st.sampled_from(owing))
        choice = format_choice(data.draw(st.sampled_from(state.choices(seat))))
        version = data.draw(st.sampled_from([self.table.now.version, self.table.now.decision]))
        self.take(self.table.plan(seat, protocol.Choose(1, version, choice)))

    @rule(
        data=st.data(),
        seat=st.none() | st.integers(0, 4),
        text=st.sampled_from(
            ["-", "r7", "b2", "take 1", "play R4", "play J5 as g cross g5", "", "x", "r7 r8"]
        ),
        late=st.integers(0, 50),
    )
    def somebody_tries_something(self, data: st.DataObject, seat: int | None, text: str, late: int) -> None:
        if seat is not None and seat not in self.people:
            return
        before = self.table.now
        kinds = [
            protocol.Choose(1, max(0, before.version - late), text),
            protocol.Start(1),
            protocol.Leave(1),
        ]
        message = data.draw(st.sampled_from([*kinds, protocol.Rematch(1), protocol.Ask(1, text)]))
        try:
            planned = self.table.plan(seat, message)  # type: ignore[arg-type]
        except (Refusal, IllegalChoice, QwixxError):
            assert self.table.now is before
        else:
            self.take(planned)

    @precondition(lambda self: self.people)
    @rule(data=st.data())
    def somebody_vanishes_or_comes_back(self, data: st.DataObject) -> None:
        seat = data.draw(st.sampled_from(self.people))
        if seat in self.table.present:
            self.table.gone(seat, self.at)
        else:
            self.take(self.table.plan_arrival(seat))

    @rule(seconds=st.sampled_from([0.1, 5.0, 19.9, 31.0]))
    def time_passes(self, seconds: float) -> None:
        self.at += seconds
        self.take(self.table.plan_tick(self.at))

    @rule()
    def the_server_is_killed_and_started_again(self) -> None:
        past = [facts.decode(fact) for fact in self.past]
        again = Table("t", past, self.table.rng)
        assert again.now == self.table.now
        present, self.table = self.table.present, again
        for seat in present:
            # Whoever had left the seat to a bot and still looks on comes back with the connection.
            self.take(self.table.plan_arrival(seat))

    @invariant()
    def facts_are_counted(self) -> None:
        assert self.table.now.version == len(self.past)
        assert replayed([facts.decode(fact) for fact in self.past]) == self.table.now

    @invariant()
    def the_table_waits_for_people_only(self) -> None:
        now = self.table.now
        if now.is_playing and any(seat.bot is None and not seat.covered for seat in now.seats):
            assert now.state is not None
            assert all(
                now.seats[seat].bot is None and not now.seats[seat].covered for seat in now.state.to_act
            )
            assert now.state.to_act

    @invariant()
    def nobody_is_sent_what_they_may_not_know(self) -> None:
        state = self.table.now.state
        if state is None:
            return
        for seat in (*self.people, None):
            message = json.loads(protocol.encode(self.table.update(seat, 0, self.at)))
            shown = [each["what"] for each in message["happened"] if each["what"]["type"] == "played"]
            played = {card for what in shown for card in what["cards"]}
            known = played | {
                str(card)
                for card in (state.cards.hands[seat] if seat is not None and state.cards.hands else ())
            }
            message["happened"] = []
            assert set(re.findall(r'"([RYGBJ]\d+)"', json.dumps(message))) <= known
            chosen = state.pending[seat] if seat is not None and state.pending else None
            assert message["view"]["chosen"] == (None if chosen is None else message["view"]["chosen"])
            assert (message["view"]["chosen"] is None) is (chosen is None)


TestAnyTable = AnyTable.TestCase
TestAnyTable.settings = settings(max_examples=60, stateful_step_count=50, deadline=None)
