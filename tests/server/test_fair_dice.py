"""Fair dice at a table: who is waited for and how long, what is refused, and that nobody can steer."""

import asyncio
import json
import logging
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient, WebSocketTestSession

from qwixx.fairness.verification import Witness, verify
from qwixx.notation import format_choice, format_record
from qwixx.server.app import create_app
from qwixx.server.refusals import Refusal
from qwixx.server.rooms.loader import Loaded, load
from qwixx.server.rooms.lobby import Lobby
from qwixx.server.rooms.room import Room
from qwixx.server.stores.sqlite.store import SqliteStore
from qwixx.server.tables import facts
from qwixx.server.tables.opening import plan_opening
from qwixx.server.tables.seed import new_secret
from qwixx.server.tables.state import replayed
from qwixx.server.tables.table import CONTRIBUTION_SECONDS, Table
from qwixx.server.thinking.worker_pool import WorkerPool
from qwixx.server.wire import protocol
from tests.server.shared_store import doors

ANN, BEN = 0, 1
ONE, TWO, THREE = ("11" * 16), ("22" * 16), ("33" * 16)


class Evening:
    """A table in memory whose facts are kept as a store would."""

    def __init__(
        self,
        *bots: str | None,
        game: protocol.GameName = "dice",
        contributes: bool = True,
        sat: int | None = None,
    ) -> None:
        seats = tuple(map(protocol.NewSeat, (None, *bots)))
        opening = plan_opening(protocol.NewTable(game, seats, "Ann"))
        self.past: list[facts.AnyFact] = [opening, facts.Committed(new_secret())]
        self.table = Table("t", list(self.past))
        self.at = 100.0
        for name in ("Ann", "Ben", "Cy")[: sat or 1 + bots.count(None)]:
            planned, secret = self.table.plan_join(name, contributes)
            self.take(planned)
            self.take(self.table.plan_arrival(secret.seat))

    def take(self, planned: list[facts.AnyFact]) -> None:
        self.table.take(planned, self.at)
        self.past += planned

    def say(self, seat: int, message: protocol.Command) -> None:
        self.take(self.table.plan(seat, message))

    def contribute(self, seat: int, value: str, game: int = 1) -> None:
        self.say(seat, protocol.Contribute(1, game, value))

    def pass_time(self, seconds: float) -> None:
        """Time passes in steps, as a clock that ticks."""
        until = self.at + seconds
        while self.at < until:
            self.at = min(self.at + 0.5, until)
            self.take(self.table.plan_tick(self.at))

    def kill(self) -> None:
        """All that is left is on disk."""
        self.past = [facts.decode(facts.encode(fact)) for fact in self.past]
        self.table = Table("t", list(self.past))

    def has_rolled(self) -> bool:
        return self.table.now.has_drawn

    def play_out(self) -> None:
        while (state := self.table.now.state) is not None and not state.is_over:
            seat = min(state.to_act)
            text = format_choice(state.choices(seat)[0])
            self.say(seat, protocol.Choose(1, self.table.now.version, text))


def code_of(evening: Evening, seat: int | None, message: protocol.Command) -> str:
    before = evening.table.now
    with pytest.raises(Refusal) as caught:
        evening.table.plan(seat, message)
    assert evening.table.now is before
    return caught.value.reason.code


# Who is waited for


def test_the_first_draw_waits_for_all_who_promised_and_no_longer() -> None:
    evening = Evening(None)
    assert evening.table.info().state == "playing"
    assert not evening.has_rolled()
    evening.contribute(ANN, ONE)
    assert not evening.has_rolled()
    evening.contribute(BEN, TWO)
    assert evening.has_rolled()


def test_who_contributed_before_the_game_keeps_nobody_waiting() -> None:
    evening = Evening(None, None, sat=2)
    evening.contribute(ANN, ONE)
    evening.contribute(BEN, TWO)
    assert evening.table.info().commitments[0].contributed == (ANN, BEN)
    evening.take(evening.table.plan_join("Cy")[0])
    assert evening.has_rolled()


def test_who_never_answers_stalls_nobody_for_longer_than_two_seconds() -> None:
    evening = Evening(None)
    evening.contribute(ANN, ONE)
    evening.pass_time(CONTRIBUTION_SECONDS)
    assert not evening.has_rolled()
    evening.pass_time(0.5)
    assert evening.has_rolled()
    assert code_of(evening, BEN, protocol.Contribute(1, 1, TWO)) == "too_late"
    evening.play_out()
    verdict = verify(evening.table.record(), Witness(contributions={ANN: bytes.fromhex(ONE)}))
    assert verdict.is_fair
    assert set(verdict.contributions) == {ANN}


def test_nobody_waits_for_clients_that_promised_nothing() -> None:
    assert Evening(None, contributes=False).has_rolled()
    assert Evening("gap:1,2", contributes=False).has_rolled()


def test_nobody_waits_for_somebody_who_left() -> None:
    evening = Evening(None)
    evening.contribute(ANN, ONE)
    evening.say(BEN, protocol.Leave(1))
    assert evening.has_rolled()


def test_a_contribution_is_no_sign_of_life() -> None:
    evening = Evening(None)
    evening.say(BEN, protocol.Leave(1))
    evening.contribute(BEN, TWO)
    assert evening.table.now.seats[BEN].covered
    assert not evening.has_rolled(), "Ann is still waited for"


# What is refused


def test_each_seat_contributes_once_to_a_game() -> None:
    evening = Evening(None)
    evening.contribute(ANN, ONE)
    version = evening.table.now.version
    evening.contribute(ANN, ONE)
    assert evening.table.now.version == version, "the same again is acknowledged and changes nothing"
    assert code_of(evening, ANN, protocol.Contribute(1, 1, THREE)) == "already_contributed"
    evening.contribute(BEN, TWO)
    evening.contribute(ANN, ONE)


@pytest.mark.parametrize(
    ("game", "value", "code"),
    [
        (2, ONE, "no_commitment"),
        (-1, ONE, "too_late"),
        (1, "", "bad_message"),
        (1, "1" * 31, "bad_message"),
        (1, "AB" * 16, "bad_message"),
        (1, "1" * 32 + "\n", "bad_message"),
    ],
)
def test_contributions_that_are_none(game: int, value: str, code: str) -> None:
    assert code_of(Evening(None), ANN, protocol.Contribute(1, game, value)) == code


def test_spectators_and_tables_without_fair_dice() -> None:
    evening = Evening("gap:1,2")
    assert code_of(evening, None, protocol.Contribute(1, 1, ONE)) == "not_seated"
    evening.past = [fact for fact in evening.past if not isinstance(fact, facts.Committed)]
    evening.kill()
    evening.take(evening.table.plan_tick(evening.at))
    assert evening.has_rolled(), "such a table goes on as it did"
    assert evening.table.info().commitments == ()
    assert code_of(evening, ANN, protocol.Contribute(1, 1, ONE)) == "no_commitment"
    evening.play_out()
    assert evening.table.now.next_seed is None
    assert evening.table.record().tags == ()


# Restarts, rematches and processes


@pytest.mark.parametrize("game", ["dice", "cards_joker"])
def test_kills_at_any_moment_change_no_draw(game: protocol.GameName) -> None:
    evening = Evening(None, game=game)
    evening.contribute(ANN, ONE)
    evening.kill()
    evening.pass_time(CONTRIBUTION_SECONDS)
    assert not evening.has_rolled(), "the wait begins anew"
    evening.contribute(BEN, TWO)
    while evening.table.info().state == "playing":
        evening.kill()
        state = evening.table.now.state
        assert state is not None
        seat = min(state.to_act)
        choice = protocol.Choose(1, evening.table.now.version, format_choice(state.choices(seat)[-1]))
        # What is planned and never kept may be planned again, and is the same.
        unkept, kept = evening.table.plan(seat, choice), evening.table.plan(seat, choice)
        assert [fact for fact in unkept if isinstance(fact, facts.Chanced)] == [
            fact for fact in kept if isinstance(fact, facts.Chanced)
        ]
        evening.take(kept)
    verdict = verify(evening.table.record())
    assert verdict.is_fair
    assert set(verdict.contributions) == {ANN, BEN}


def test_the_next_game_is_committed_to_when_one_ends(tmp_path: Path) -> None:
    evening = Evening(None)
    evening.contribute(ANN, ONE)
    evening.contribute(BEN, TWO)
    (first,) = evening.table.info().commitments
    evening.play_out()
    last, upcoming = evening.table.info().commitments
    assert last == first
    assert (upcoming.game, upcoming.contributed) == (2, ())
    assert upcoming.hash != first.hash
    assert code_of(evening, ANN, protocol.Contribute(1, 1, THREE)) == "already_contributed"
    evening.contribute(ANN, THREE, game=2)
    evening.contribute(BEN, ONE, game=2)
    for seat in (ANN, BEN):
        evening.say(seat, protocol.Rematch(1))
    assert evening.has_rolled(), "nobody is waited for"
    assert [each.hash for each in evening.table.info().commitments] == [upcoming.hash]

    async def scene(store: SqliteStore) -> None:
        await store.append("t", 1, list(map(facts.encode, evening.past)))
        loaded = await load(store, "t")
        assert isinstance(loaded, Loaded)
        assert loaded.state.seed == evening.table.now.seed == replayed(evening.past).seed

    with closing(SqliteStore.open(tmp_path / "tables.sqlite")) as store:
        asyncio.run(scene(store))
    evening.play_out()
    remembered = Witness(bytes.fromhex(upcoming.hash), {ANN: bytes.fromhex(THREE), BEN: bytes.fromhex(ONE)})
    assert verify(evening.table.record(), remembered).is_fair


class Ear:
    """A client that listens, and contributes when it sees a commitment."""

    def __init__(self, seat: int, value: str) -> None:
        self.seat: int | None = seat
        self.since = 0
        self.value = value
        self.heard: list[bytes] = []

    def send(self, data: bytes) -> None:
        self.heard.append(data)

    def turn_away(self) -> None:
        raise AssertionError("the store is well")


def test_two_processes_draw_once_and_the_same(tmp_path: Path) -> None:
    new = protocol.NewTable("dice", (protocol.NewSeat(), protocol.NewSeat()), "Ann", contributes=True)

    async def scene(store: SqliteStore) -> None:
        pool = WorkerPool()
        here, there = doors(store, "a", "b")
        lobbies = Lobby(here, pool), Lobby(there, pool)
        await here.begin(lobbies[0])
        await there.begin(lobbies[1])
        name, _ = await lobbies[0].open_table(new)
        ann, ben = await lobbies[0].find(name), await lobbies[1].find(name)
        await ben.join("Ben", contributes=True)
        ears = Ear(ANN, ONE), Ear(BEN, TWO)
        await ann.enter(ears[0])
        await ben.enter(ears[1])

        async def contribute(room: Room, ear: Ear) -> None:
            await room.command(ear.seat, protocol.Contribute(1, 1, ear.value))

        await asyncio.gather(contribute(ann, ears[0]), contribute(ben, ears[1]))
        past = [facts.decode(kept.fact) for kept in await store.load(name)]
        assert sum(isinstance(fact, facts.Contributed) for fact in past) == 2
        now = replayed(past)
        assert now.seed is not None
        assert dict(now.seed.contributions) == {ANN: ONE, BEN: TWO}
        assert now.draws == 2, "who begins, and the first roll"
        for lobby in lobbies:
            lobby.close()
        pool.close()

    with closing(SqliteStore.open(tmp_path / "tables.sqlite")) as store:
        asyncio.run(asyncio.wait_for(scene(store), 60))


# Nobody can steer, and nobody is told


def test_the_server_is_bound_before_it_sees_any_contribution() -> None:
    evening = Evening(None)
    seen = evening.table.info().commitments[0].hash
    evening.contribute(ANN, ONE)
    evening.contribute(BEN, TWO)
    evening.play_out()
    assert evening.table.info().commitments[0].hash == seen
    assert verify(evening.table.record(), Witness(bytes.fromhex(seen))).is_fair


def test_secrets_are_told_to_nobody_before_the_end(caplog: pytest.LogCaptureFixture) -> None:
    evening = Evening(None)
    with caplog.at_level(logging.DEBUG):
        evening.contribute(ANN, ONE)
        evening.contribute(BEN, TWO)
        told = [evening.table.broadcast(evening.at).update(seat, 0) for seat in (ANN, BEN, None)]
    seed = evening.table.now.seed
    assert seed is not None
    for text in (
        *map(bytes.decode, told),
        format_record(evening.table.now.record()),
        caplog.text,
        repr(seed),
    ):
        assert seed.secret not in text
        assert "Secret" not in text
    assert json.loads(told[0])["info"]["commitments"] == [
        {"game": 1, "hash": seed.commitment, "contributed": [ANN, BEN]}
    ]
    evening.play_out()
    upcoming = evening.table.now.next_seed
    assert upcoming is not None
    text = format_record(evening.table.record())
    assert seed.secret in text
    assert upcoming.secret not in text


# On the way in


def test_who_contributes_with_the_connection_finds_the_dice_rolled(tmp_path: Path) -> None:
    new = {"game": "dice", "seats": [{}, {"bot": "gap:1,2"}], "name": "Ann", "contributes": True}
    with (
        closing(SqliteStore.open(tmp_path / "tables.sqlite")) as store,
        TestClient(create_app(store)) as client,
    ):
        seated = client.post("/api/tables", json=new).json()
        (commitment,) = seated["commitments"]
        assert (commitment["game"], commitment["contributed"]) == (1, [])
        path = f"/ws/{seated['table']}"
        for greeting in ("1-x", "7-" + ONE, "-1-" + ONE, "x"):
            with client.websocket_connect(f"{path}?contribute={greeting}") as socket:
                assert first_update(socket)["view"]["public"]["phase"] == "start", greeting
        with client.websocket_connect(f"{path}?contribute=1-{ONE}") as socket:
            update = first_update(socket)
    assert update["info"]["commitments"] == [{**commitment, "contributed": [ANN]}]
    assert update["view"]["public"]["dice"] is not None


def first_update(socket: WebSocketTestSession) -> dict[str, Any]:
    assert json.loads(socket.receive_text())["type"] == "welcome"
    found: dict[str, Any] = json.loads(socket.receive_text())
    return found
