"""Tables with bots that take their time: nobody else waits for them, and nothing stands still for ever."""

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path

import pytest

from qwixx.nets.weights import WeightsError
from qwixx.rules.choices import PASS
from qwixx.server.refusals import Refusal
from qwixx.server.rooms.lobby import Lobby
from qwixx.server.rooms.room import Room
from qwixx.server.stores.sqlite.store import SqliteStore
from qwixx.server.tables import facts
from qwixx.server.tables.opening import plan_opening
from qwixx.server.tables.plan import COVER_BOT
from qwixx.server.tables.table import Table
from qwixx.server.thinking.worker import Worker
from qwixx.server.wire import protocol
from tests.server.thinkers import Broken, Here, Slow, pool_of


@pytest.fixture
def store(tmp_path: Path) -> Iterator[SqliteStore]:
    opened = SqliteStore.open(tmp_path / "tables.sqlite")
    yield opened
    opened.close()


def new_table(*bots: str | None, time_limit: int | None = None) -> protocol.NewTable:
    seats = (protocol.NewSeat(), *map(protocol.NewSeat, bots))
    return protocol.NewTable("dice", seats, "Ann", settings=protocol.TableSettings(time_limit))


async def opened(lobby: Lobby, *bots: str | None) -> Room:
    name, _ = await lobby.open_table(new_table(*bots))
    return await lobby.find(name)


async def until(happens: Callable[[], bool]) -> None:
    async with asyncio.timeout(200):  # the first thought on a machine waits for a compiler
        while not happens():
            await asyncio.sleep(0.01)


def waits_for(room: Room) -> frozenset[int]:
    assert room.table.now.state is not None
    return room.table.now.state.to_act


def in_lobby(
    store: SqliteStore, worker: Callable[[], Worker], scene: Callable[[Lobby], Awaitable[None]]
) -> None:
    async def run() -> None:
        lobby = Lobby(store, pool_of(worker()))
        await scene(lobby)
        lobby.close()

    asyncio.run(run())


def passing(room: Room, number: int) -> protocol.Choose:
    return protocol.Choose(number, room.table.now.version, "-")


def test_other_tables_and_the_people_at_this_one_go_on_meanwhile(store: SqliteStore) -> None:
    thinker: list[Slow] = []

    def slow() -> Worker:
        thinker.append(Slow())
        return thinker[0]

    async def scene(lobby: Lobby) -> None:
        room, other = await opened(lobby, "master"), await opened(lobby, COVER_BOT)
        assert waits_for(room) == {0, 1}
        for number in range(4):
            assert 0 in waits_for(other)
            await other.command(0, passing(other, number))
        await room.command(0, passing(room, 1))
        assert waits_for(room) == {1}
        await room.command(0, protocol.Withdraw(2, room.table.now.version))
        await room.command(0, passing(room, 3))
        thinker[0].may_answer.set()
        await until(lambda: 0 in waits_for(room))

    in_lobby(store, slow, scene)


def test_a_game_is_played_to_its_end(store: SqliteStore) -> None:
    async def scene(lobby: Lobby) -> None:
        room = await opened(lobby, "solid")
        number = 0
        while room.table.now.is_playing:
            await until(lambda: 0 in waits_for(room) or not room.table.now.is_playing)
            if room.table.now.is_playing:
                number += 1
                await room.command(0, passing(room, number))
        assert room.table.now.state is not None
        assert room.table.now.state.sheets[1].rows != ((),) * 4

    in_lobby(store, Here, scene)


def test_bots_that_cannot_think_play_simply(store: SqliteStore, caplog: pytest.LogCaptureFixture) -> None:
    async def scene(lobby: Lobby) -> None:
        room = await opened(lobby, "strong")
        await until(lambda: waits_for(room) == {0})
        assert "missing" in caplog.text

    in_lobby(store, Broken, scene)


class Spectator:
    """Somebody who listens, and does nothing else."""

    seat: int | None = None
    since = 0

    def send(self, data: bytes) -> None:
        """They know already."""

    def turn_away(self) -> None:
        """They would come back."""


def test_after_a_restart_a_bot_is_asked_again(store: SqliteStore) -> None:
    names: list[str] = []

    async def before(lobby: Lobby) -> None:
        room = await opened(lobby, "solid")
        names.append(room.table.name)
        assert waits_for(room) == {0, 1}

    async def afterwards(lobby: Lobby) -> None:
        room = await lobby.find(names[0])
        assert waits_for(room) == {0, 1}
        await room.enter(Spectator())
        room.tick()
        await until(lambda: waits_for(room) == {0})

    in_lobby(store, Slow, before)
    in_lobby(store, Here, afterwards)


def test_time_does_not_run_out_for_a_bot() -> None:
    table = Table("t", [plan_opening(new_table("master", time_limit=10))])
    planned, _ = table.plan_join("Ann")
    table.take(planned, at=0.0)
    question = table.bot_question()
    assert question is not None
    assert question.bots == {1: "master"}
    table.presence.arrive(0)
    late = table.plan_tick(at=11.0)
    assert [type(fact) for fact in late] == [facts.Chose]
    table.take(late, at=11.0)
    assert table.plan_tick(at=30.0) == []
    table.take(table.plan_answer(question, {1: PASS}), at=31.0)
    assert table.plan_answer(question, {1: PASS}) == [], "that decision is over"


def test_without_weights_such_a_table_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(game: str, players: int) -> None:
        raise WeightsError(f"the weights {game}-{players}.npz are missing; reinstall qwixx")

    monkeypatch.setattr("qwixx.nets.weights.weights_for", missing)
    with pytest.raises(Refusal, match=r"dice-2\.npz are missing") as refused:
        plan_opening(new_table("master"))
    assert refused.value.reason.code == "bad_bot"
    assert plan_opening(new_table(COVER_BOT))
