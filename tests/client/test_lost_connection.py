"""Lost connections: the client reconnects, loses no command and executes none twice."""

import os
import random
import sys
import threading
from pathlib import Path
from types import SimpleNamespace
from typing import cast
from urllib.parse import parse_qs, urlsplit

import httpx2 as httpx
import pytest
from websockets.sync.server import ServerConnection, serve

from qwixx.bots import GapBot
from qwixx.client import NoSuchTable, RemoteTable, SeatStore, Server
from qwixx.client import connection as connections
from qwixx.client.command_outcome import CommandOutcome, Now, outcome_of_command
from qwixx.client.connection import reconnect_delay
from qwixx.client.seat_store import StoredSeat
from qwixx.tables import protocol
from qwixx.tables.protocol import CloseCode
from tests.browser.swallowing_proxy import SwallowingProxy
from tests.client.servers import Restartable, restartable

KILLS = 2


def test_a_game_survives_kills_of_its_server(tmp_path: Path) -> None:
    with (
        restartable(tmp_path) as server,
        server.person().open(name="Ann") as ann,
        server.person().join(ann.link, "Ben") as ben,
    ):
        playing = [threading.Thread(target=table.play, args=[GapBot(1, 2)]) for table in (ann, ben)]
        for thread in playing:
            thread.start()
        rng = random.Random(5)
        for _ in range(KILLS):
            turn = ann.now.last_seq
            ann.wait(lambda turn=turn: ann.now.last_seq > turn + rng.randrange(9) or is_over(ann))  # type: ignore[misc]
            server.kill()
            server.start()
        for thread in playing:
            thread.join(60)
            assert not thread.is_alive()
        verdict = ann.verify()
        assert verdict.is_fair
        assert set(verdict.contributions) == {0, 1}


def is_over(table: RemoteTable) -> bool:
    return table.info.state == "over"


def test_a_half_open_connection_is_detected_and_a_choice_is_sent_once(
    server: Restartable, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connections, "ANSWER_TIMEOUT", 1.0)
    proxy = SwallowingProxy(int(server.url.rpartition(":")[2]))
    try:
        with Server(proxy.url, SeatStore(None)).open(name="Ann", seats=[None, "gap:1,2"]) as ann:
            view = ann.turn()
            assert view is not None
            proxy.swallow()
            choosing = threading.Thread(target=ann.choose, args=[view.choices[-1]])
            choosing.start()
            ann.wait(lambda: not ann.now.is_connected)
            proxy.restore()
            choosing.join(30)
            assert not choosing.is_alive()
            ann.wait(lambda: ann.now.is_connected)
            made = [step for step in moves(ann) if step.seat == ann.seat]
            assert len(made) == 1
    finally:
        proxy.close()


def moves(table: RemoteTable) -> list[protocol.Crossed | protocol.Passed]:
    happened = [each.what for each in table.now.happened_since(0)]
    return [what for what in happened if isinstance(what, protocol.Crossed | protocol.Passed)]


def test_a_client_reconnects_with_the_same_key() -> None:
    """A client keeps its key when it reconnects, so the server can close its half-open earlier connection."""
    keys: list[str] = []

    def end(socket: ServerConnection) -> None:
        assert socket.request is not None
        keys.append(parse_qs(urlsplit(socket.request.path).query)["page"][0])
        socket.close(1011 if len(keys) % 2 else CloseCode.NO_TABLE)

    with serve(end, "127.0.0.1", 0) as stub:
        serving = threading.Thread(target=stub.serve_forever)
        serving.start()
        address = f"http://127.0.0.1:{stub.socket.getsockname()[1]}/t/LpH1IfRtRqwwq7fk"
        for _ in range(2):
            with pytest.raises(NoSuchTable):
                Server(address.partition("/t/")[0], SeatStore(None)).watch(address)
        stub.shutdown()
        serving.join(10)
    assert keys[0] == keys[1] != keys[2] == keys[3]


def test_a_retried_join_takes_no_second_seat(server: Restartable, tmp_path: Path) -> None:
    """This holds across processes: the key of a join is stored before it is sent."""
    book, key = SeatStore(tmp_path), "0123456789abcdef" * 2
    with server.person().open(name="Ann", seats=[None, None, None]) as ann:
        table = ann.info.table
        book.save(StoredSeat(server.url, table, "Ben", key=key))
        # The answer to this request is lost.
        join = {"name": "Ben", "contributes": True, "key": key}
        httpx.post(f"{server.url}/api/tables/{table}/join", json=join).raise_for_status()
        with Server(server.url, book).join(ann.link, "Ben") as ben:
            assert ben.seat == 1
            assert [seat.name for seat in ben.info.seats] == ["Ann", "Ben", None]
        (kept,) = book.at(server.url, table)
        assert (kept.key, kept.secret is not None) == (None, True)
        with Server(server.url, book).join(ann.link, "Ben") as again:
            assert again.seat == 1


def test_a_player_who_left_can_join_again(server: Restartable, tmp_path: Path) -> None:
    book = SeatStore(tmp_path)
    with server.person().open(name="Ann", seats=[None, None, None]) as ann:
        with Server(server.url, book).join(ann.link, "Ben") as ben:
            ben.leave()
        with Server(server.url, book).join(ann.link, "Ben") as ben:
            assert ben.seat == 1


def test_only_this_user_can_read_the_secret_of_a_seat(server: Restartable, tmp_path: Path) -> None:
    folder = tmp_path / "seats"
    with Server(server.url, SeatStore(folder)).open(name="Ann") as ann:
        assert ann.now.private_link is not None
        # Temporary files of atomic writes begin with a dot.
        (file,) = folder.glob("[!.]*")
        assert ann.now.private_link.rpartition("/")[2] in file.read_text()
        if sys.platform != "win32":
            assert (file.stat().st_mode & 0o777, folder.stat().st_mode & 0o777) == (0o600, 0o700)
    # Another version may have written a file that this one cannot read.
    file.write_text("{}")
    assert SeatStore(folder).at(server.url, ann.now.name) == []


def test_stored_seats_expire_like_their_cookies(tmp_path: Path) -> None:
    book = SeatStore(tmp_path)
    book.save(StoredSeat("http://here", "t", "Ann", secret="s"))
    assert len(book.at("http://here", "t")) == 1
    assert book.at("http://elsewhere", "t") == []
    (file,) = tmp_path.iterdir()
    os.utime(file, (0, 0))
    assert book.at("http://here", "t") == []
    assert list(tmp_path.iterdir()) == []


def test_reconnects_after_a_restart_are_spread_over_time() -> None:
    delays = [reconnect_delay(1012, 0, chance / 10) for chance in range(11)]
    assert max(delays) - min(delays) > 1
    assert [round(reconnect_delay(1006, failures, 0.5), 2) for failures in range(6)] == [
        0.2,
        0.4,
        0.8,
        1.6,
        2.5,
        2.5,
    ]
    assert reconnect_delay(1008, 0, 0.5) == 5.0


# The outcome of a command after a reconnect, as in web/tests/commandOutcome.test.ts

SEAT = 1
CROSS = protocol.Choice("r5", "cross", "red", (5,))
PASS = protocol.Choice("-", "pass")
DRAW = protocol.Choice("take 1 3", "draw", places=(0, 2))
PLAY = protocol.Choice("play R2 R3 cross r2", "play", "red", (2,), cards=("R2", "R3"))
CROSSED = protocol.Crossed(SEAT, "red", (5,))


def now(
    *news: protocol.Happening,
    due: tuple[int, ...] = (),
    chosen: protocol.Choice | None = None,
    state: str = "playing",
    rematch: bool = False,
) -> Now:
    def seat(name: str, *, wants: bool = False) -> SimpleNamespace:
        return SimpleNamespace(name=name, face="cat", covered=False, rematch=wants)

    info = SimpleNamespace(state=state, seats=[seat("Ann"), seat("Ben", wants=rematch)])
    view = SimpleNamespace(chosen=chosen, public=SimpleNamespace(to_act=due))
    return Now(cast("protocol.TableInfo", info), cast("protocol.View", view), SEAT, news)


@pytest.mark.parametrize(
    ("choice", "then", "fate"),
    [
        (CROSS, now(due=(SEAT,)), CommandOutcome.OPEN),
        (CROSS, now(protocol.Crossed(0, "red", (5,)), protocol.Passed(0), due=(SEAT,)), CommandOutcome.OPEN),
        (CROSS, now(chosen=CROSS), CommandOutcome.DONE),
        (CROSS, now(chosen=PASS), CommandOutcome.DONE),
        (CROSS, now(protocol.Passed(0), CROSSED, due=(0,)), CommandOutcome.DONE),
        (PASS, now(protocol.Passed(SEAT), due=(0,)), CommandOutcome.DONE),
        (DRAW, now(protocol.Drew(SEAT, (2, 0), (3, 4)), due=(0,)), CommandOutcome.DONE),
        (PLAY, now(protocol.Played(SEAT, ("R3", "R2")), CROSSED, due=(0,)), CommandOutcome.DONE),
        (CROSS, now(protocol.Passed(SEAT), due=(0,)), CommandOutcome.LATE),
        (CROSS, now(protocol.Passed(SEAT), CROSSED, due=(SEAT,)), CommandOutcome.LATE),
        (CROSS, now(protocol.Crossed(SEAT, "red", (6,)), due=(0,)), CommandOutcome.LATE),
        (None, now(CROSSED, due=(0,)), CommandOutcome.LATE),
        (CROSS, now(state="over"), CommandOutcome.LATE),
    ],
)
def test_the_outcome_of_a_choice_after_a_reconnect(
    choice: protocol.Choice | None, then: Now, fate: CommandOutcome
) -> None:
    command = protocol.Choose(0, 1, choice.text if choice is not None else "r5")
    assert outcome_of_command(command, choice, then) is fate


@pytest.mark.parametrize(
    ("command", "undone", "done"),
    [
        (protocol.Start(0), now(state="open"), now(state="playing")),
        (protocol.Start(0), now(state="over"), now(protocol.Began(0), state="over")),
        (protocol.Introduce(0, "Bea"), now(), None),
        (protocol.Introduce(0, "Ben", "cat"), None, now()),
        (protocol.Rematch(0), now(state="over"), now(state="over", rematch=True)),
        (protocol.Rematch(0, False), now(state="over", rematch=True), now(state="playing")),
        (protocol.Cover(0, 0), now(), now(protocol.Covered(0))),
        (protocol.Move(0, 0, 1), now(), now(protocol.Moved(0, 1))),
        (protocol.Remove(0, 0), now(), now(protocol.Left(0, "Ann", True))),
        (protocol.Say(0, "hello"), now(protocol.Said(0, "hello")), now(protocol.Said(SEAT, "hello"))),
        (protocol.React(0, "ouch"), now(), now(protocol.Reacted(SEAT, "ouch"))),
        (protocol.Leave(0), now(), now(state="over")),
        (protocol.Withdraw(0, 1), now(chosen=CROSS), now(due=(SEAT,))),
    ],
    ids=lambda value: type(value).__name__,
)
def test_the_outcome_of_other_commands_after_a_reconnect(
    command: protocol.TableCommand, undone: Now | None, done: Now | None
) -> None:
    if undone is not None:
        assert outcome_of_command(command, None, undone) is CommandOutcome.OPEN
    if done is not None:
        assert outcome_of_command(command, None, done) is CommandOutcome.DONE
