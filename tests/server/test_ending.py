"""Shutdown: exit status, the file left on disk, and the log."""

import json
import re
import shutil
import signal
import sqlite3
from contextlib import closing
from pathlib import Path

import httpx2 as httpx
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from qwixx.cli import main
from tests.server.running_server import RemotePlayer, RunningServer, free_port

NEW = {"game": "dice", "seats": [{}, {}], "name": "Rumpelstilzchen"}


def tables_in(path: Path) -> int:
    with closing(sqlite3.connect(path)) as db:
        ((count,),) = db.execute("SELECT count(*) FROM tables")
        return int(count)


@pytest.mark.parametrize(
    ("number", "status", "loop"), [(signal.SIGTERM, 0, "uvloop"), (signal.SIGINT, 130, "asyncio")]
)
def test_one_file_is_complete_after_an_orderly_shutdown(
    tmp_path: Path, number: int, status: int, loop: str
) -> None:
    data = tmp_path / "tables.sqlite"
    server = RunningServer(data, free_port(), None, "--loop", loop)
    httpx.post(f"{server.url}/api/tables", json=NEW).raise_for_status()
    assert server.stop(number) == status
    assert "Traceback" not in server.log
    assert not data.with_name("tables.sqlite-wal").exists()
    shutil.copy(data, tmp_path / "copy.sqlite")
    assert tables_in(tmp_path / "copy.sqlite") == 1


def test_clients_are_notified_of_a_shutdown(tmp_path: Path) -> None:
    server = RunningServer(tmp_path / "tables.sqlite", free_port())
    player = RemotePlayer(server, "dice")
    with player.connect(server) as connection:
        player.play(connection, 1)
        server.stop()
        with pytest.raises(ConnectionClosed) as closed:
            read_on(connection)
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 1012


def read_on(connection: ClientConnection) -> None:
    while True:
        connection.recv(timeout=20)


BROKEN_CLOCK = """
import sys
from qwixx.cli import main
from qwixx.server.rooms.calendar import Calendar

def fail(self):
    raise ZeroDivisionError("a mistake of ours")

Calendar.watch = fail
sys.exit(main(sys.argv[1:]))
"""

BROKEN_WRITER = """
import sys
from qwixx.cli import main
from qwixx.server.stores.sqlite.store import SqliteStore

def fail(self, group):
    raise ZeroDivisionError("a mistake of ours")

SqliteStore._commit = fail
sys.exit(main(sys.argv[1:]))
"""


BROKEN_DRIVER = """
import asyncio
import sys
from qwixx.cli import main
from qwixx.server.stores.postgres import rows

async def fail(*_):
    raise asyncio.CancelledError

rows.append = fail
sys.exit(main(sys.argv[1:]))
"""


def test_a_server_whose_clock_fails_exits_with_an_error(tmp_path: Path) -> None:
    server = RunningServer(
        tmp_path / "tables.sqlite", free_port(), program=("-c", BROKEN_CLOCK), is_awaited=False
    )
    assert server.wait() == 1
    (line,) = [line for line in server.log.splitlines() if "task_ended" in line]
    assert "CRITICAL" in line
    assert "a mistake of ours" in line


def test_a_server_whose_writer_fails_exits_with_an_error(tmp_path: Path) -> None:
    server = RunningServer(tmp_path / "tables.sqlite", free_port(), program=("-c", BROKEN_WRITER))
    assert httpx.post(f"{server.url}/api/tables", json=NEW).status_code == 503
    assert server.wait() == 1
    assert "CRITICAL" in server.log
    assert "ZeroDivisionError" in server.log


def test_a_server_whose_database_writer_ends_exits_with_an_error(url: str) -> None:
    server = RunningServer(url, free_port(), program=("-c", BROKEN_DRIVER))
    assert httpx.post(f"{server.url}/api/tables", json=NEW).status_code == 503
    assert server.wait() == 1
    assert "CRITICAL" in server.log
    assert "store_ended" in server.log


def test_the_log_contains_no_secrets_and_no_names_at_any_level(tmp_path: Path) -> None:
    data = tmp_path / "tables.sqlite"
    server = RunningServer(data, free_port(), None, "--log-level", "debug")
    answer = httpx.post(f"{server.url}/api/tables", json=NEW).raise_for_status()
    table = answer.json()["table"]
    cookie = answer.headers["set-cookie"].split(";")[0]
    secret = cookie.removeprefix("seat=")
    link = f"/t/{table}/s/{secret}"
    assert httpx.get(f"{server.url}{link}").status_code == 303
    httpx.get(f"{server.url}/t/{table}/s/wrong{secret}")
    headers = {"Cookie": cookie}
    address = f"ws://127.0.0.1:{server.port}/ws/{table}"
    with (
        connect(address, additional_headers=headers) as ann,
        connect(address, additional_headers=headers) as too,
    ):
        ann.send(json.dumps({"type": "start", "id": 1}))
        ann.send("garbage " + secret)
        for _ in range(200):
            too.send("{}")
        too.send("x" * 10_000)
        with pytest.raises(ConnectionClosed):
            read_on(too)
    with closing(sqlite3.connect(data, isolation_level=None)) as db:
        damaged = json.dumps(
            {"fact": "SeatTaken", "seat": 9, "name": NEW["name"], "secret_hash": secret}
        ).encode()
        db.execute(
            "INSERT INTO facts (table_name, number, fact, at) VALUES ('brokentable', 1, ?, 0)", (damaged,)
        )
        db.execute("INSERT INTO tables (name, version, touched) VALUES ('brokentable', 1, 0)")
    assert httpx.get(f"{server.url}/api/tables/brokentable").status_code == 500
    server.stop()
    assert "table_failed" in server.log
    assert "client_disconnected" in server.log
    for hidden in (secret, table, NEW["name"], "brokentable", "garbage"):
        assert str(hidden) not in server.log
    own = [line for line in server.log.splitlines() if " qwixx." in line]
    assert all(re.match(r"\S+ \S+ [A-Z]+ qwixx\.\S+ \w+( \w+=\S|$)", line) for line in own), own


def test_limits_are_listed_and_validated(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["serve", "--limit", "list"]) == 0
    listed = capsys.readouterr().out
    assert "tables_per_hour" in listed
    for options, words in (
        (["--limit", "beds=3"], "no limit 'beds': there are tables, tables_per_hour"),
        (["--limit", "tables=0"], "limit tables is a whole number from 1 to"),
        (["--limit", "tables=many"], "limit tables is a whole number from 1 to"),
        (["--proxy", "here"], "a proxy is an address like 127.0.0.1 or 10.0.0.0/8, not 'here'"),
        (["--keep-days", "0"], "--keep-days is 1 to 36500, not 0"),
        (["--heartbeat-seconds", "24"], "--heartbeat-seconds is 1 to 23, not 24"),
        (["--drain-seconds", "601"], "--drain-seconds is 0 to 600, not 601"),
        (["--port", "99999"], "--port is 0 to 65535, not 99999"),
        (["--metrics-port", "-1"], "--metrics-port is 0 to 65535, not -1"),
        (["--base-url", "example.org"], "the base URL is like https://play.example.org, not 'example.org'"),
    ):
        assert main(["serve", "--data", str(tmp_path / "t.sqlite"), *options]) == 2
        assert words in capsys.readouterr().err
    assert not (tmp_path / "t.sqlite").exists()
