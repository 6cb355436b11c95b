"""A server killed during play loses no acknowledged choice and duplicates none."""

import asyncio
import contextlib
import random
import threading
import time
from pathlib import Path

from websockets.exceptions import WebSocketException

from qwixx.notation import format_choice
from qwixx.server.stores.sqlite.store import SqliteStore
from qwixx.tables.game import facts
from qwixx.tables.game.state import replayed
from tests.server.running_server import RemotePlayer, RunningServer, free_port
from tests.server.stores.stored_facts import loaded

KILLS = 8
GAMES = ("dice", "cards", "cards_joker")


def play_until_the_server_dies(server: RunningServer, player: RemotePlayer) -> None:
    with contextlib.suppress(WebSocketException, OSError, TimeoutError), player.connect(server) as connection:
        player.play(connection, choices=10_000)


def test_kill_minus_9_during_play(tmp_path: Path) -> None:
    data, port, rng = tmp_path / "tables.sqlite", free_port(), random.Random(9)
    server = RunningServer(data, port)
    players = [RemotePlayer(server, game) for game in GAMES]
    for _ in range(KILLS):
        threads = [
            threading.Thread(target=play_until_the_server_dies, args=(server, player)) for player in players
        ]
        for thread in threads:
            thread.start()
        time.sleep(rng.uniform(0.02, 0.25))
        server.kill()
        for thread in threads:
            thread.join(timeout=60)
            assert not thread.is_alive()
        check_on_disk(data, players)
        server = RunningServer(data, port)
        players = [
            player if not player.over else RemotePlayer(server, game)
            for player, game in zip(players, GAMES, strict=True)
        ]
    server.stop()
    assert sum(len(player.acknowledged) for player in players) > 0


def check_on_disk(data: Path, players: list[RemotePlayer]) -> None:
    store = SqliteStore.open(data)
    try:
        for player in players:
            past = [facts.decode(fact) for fact in asyncio.run(loaded(store, player.table))]
            table = replayed(past)
            assert table.version >= player.version, "everything shown or acknowledged is on disk"
            chosen = [fact.choice for fact in past if isinstance(fact, facts.Chose) and fact.seat == 0]
            assert_merged(list(map(format_choice, chosen)), player)
    finally:
        store.close()


def assert_merged(stored: list[str], player: RemotePlayer) -> None:
    """Check that stored choices were sent, in order, at most once, with none of the acknowledged missing."""
    # The numbers of stored choices that the choices sent so far can explain.
    possible = {0}
    for number, choice in enumerate(player.sent):
        kept = {count + 1 for count in possible if stored[count : count + 1] == [choice]}
        lost = set() if number in player.acknowledged else possible
        possible = kept | lost
        assert possible, f"choice {number} was acknowledged and is lost"
    assert len(stored) in possible, "a choice is on disk that was never sent, or is there twice"
