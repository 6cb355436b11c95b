"""Subscribers of a room, and unloading of rooms."""

from contextlib import closing
from pathlib import Path

import pytest

from qwixx.server.rooms import lobby as lobby_module
from qwixx.server.rooms.lobby import Lobby
from qwixx.server.stores.sqlite.store import SqliteStore
from qwixx.tables import protocol
from tests.server.rooms.scenes import TABLE, Clock, FakeSubscriber, in_lobby, join


@pytest.mark.parametrize(("command", "where"), [(protocol.Move(1, 1, 2), 2), (protocol.Remove(1, 1), None)])
def test_a_subscriber_whose_seat_changed_before_subscribing_is_reseated(
    tmp_path: Path, command: protocol.LobbyCommand, where: int | None
) -> None:
    async def scene(lobby: Lobby) -> None:
        name, _ = await lobby.open_table(protocol.NewTable("dice", (protocol.NewSeat(),) * 3, "Ann"))
        room = await lobby.find(name)
        secret = await join(room, "Ben")
        late = FakeSubscriber(secret.seat)
        await room.command(0, command)
        await room.subscribe(late, secret.secret)
        assert late.reseated == [where]
        assert room.aggregate.presence.here == ({where} if where is not None else set())

    with closing(SqliteStore.open(tmp_path / "store.sqlite")) as store:
        in_lobby(store, scene)


def test_idle_rooms_are_unloaded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lobby_module, "IDLE_ROOMS_IN_MEMORY", 3)
    clock = Clock()

    async def scene(lobby: Lobby) -> None:
        names = []
        for _ in range(10):
            names.append((await lobby.open_table(TABLE))[0])
            clock.now += 1
        await (await lobby.find(names[0])).subscribe(FakeSubscriber())
        lobby._unload_idle_rooms()
        assert len(lobby._rooms) == 10, "clients that just found a room may be about to subscribe"
        clock.now += lobby_module.OPENING_SECONDS + 1
        lobby._unload_idle_rooms()
        assert set(lobby._rooms) == {names[0], *names[7:]}, (
            "the most recent rooms, and the one with a subscriber"
        )
        clock.now += lobby_module.IDLE_SECONDS_IN_MEMORY
        lobby._unload_idle_rooms()
        assert set(lobby._rooms) == {names[0]}
        assert (await lobby.find(names[5])).aggregate.now.names[0] == "Ann"

    with closing(SqliteStore.open(tmp_path / "store.sqlite", steady=clock)) as store:
        in_lobby(store, scene)
