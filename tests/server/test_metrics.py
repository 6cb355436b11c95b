"""What a process tells its host, and that it names nobody."""

import json
import re
import socket
import sys
from pathlib import Path
from typing import get_args

import httpx2 as httpx
import pytest

from qwixx.cli import main
from qwixx.rules import reasons
from qwixx.rules.errors import OperationalError
from qwixx.rules.reasons import Reason
from qwixx.server import refusals
from qwixx.server.metrics import BOUNDS, METRICS, Latencies
from qwixx.server.prometheus import told_on
from qwixx.server.tables import facts
from qwixx.server.wire import protocol
from tests.server.listening_server import hear, listening, wait_until
from tests.server.running_server import free_port

CODES = {
    each.code for module in (reasons, refusals) for each in vars(module).values() if isinstance(each, Reason)
}
COMMANDS = {str(each.__struct_config__.tag) for each in get_args(protocol.Command | protocol.Word)}


def read(port: int) -> dict[str, float]:
    text = httpx.get(f"http://127.0.0.1:{port}/metrics").raise_for_status().text
    values = (line.rsplit(" ", 1) for line in text.splitlines() if not line.startswith("#"))
    return {name: float(value) for name, value in values}


def test_what_happens_is_counted_and_names_nobody(tmp_path: Path) -> None:
    port = free_port()
    with listening(tmp_path) as server, told_on("127.0.0.1", port, server.app.state.server):
        before = read(port)

        def grown(name: str) -> float:
            return read(port)[name] - before.get(name, 0)

        table, cookie = server.open_table("gap:1,2")
        with server.connected(table, cookie) as ann, server.connected(table):
            update = hear(ann, "update")
            wait_until(lambda: read(port)['qwixx_people{role="watching"}'] == 1)
            ann.send(json.dumps({"type": "rematch", "id": 1}))
            hear(ann, "refused")
            choice = update["view"]["choices"][0]["text"]
            ann.send(json.dumps({"type": "choose", "id": 2, "version": update["version"], "choice": choice}))
            hear(ann, "done")
            now = read(port)
        assert httpx.get(f"{server.url}/api/tables/none").status_code == 404
        with server.connected(f"{table}?since=1"):
            wait_until(lambda: grown("qwixx_reconnects_total") == 1)
        assert now['qwixx_people{role="seat"}'] == 1
        assert now["qwixx_tables"] == now["qwixx_tables_in_memory"] == 1
        assert now["qwixx_connections"] >= 2
        assert grown('qwixx_commands_total{command="choose"}') == 1
        assert grown('qwixx_refusals_total{code="no_table"}') == 1
        assert grown("qwixx_append_seconds_count") == 2
        assert grown("qwixx_tell_seconds_count") >= 2
        assert grown("qwixx_append_seconds_sum") > 0
        told = httpx.get(f"http://127.0.0.1:{port}/").text
    assert table not in told
    assert "Ann" not in told
    assert set(re.findall(r'code="(.*?)"', told)) <= CODES
    assert set(re.findall(r'command="(.*?)"', told)) <= COMMANDS


def test_appends_that_come_second_are_counted(tmp_path: Path) -> None:
    with listening(tmp_path) as server:
        table, _ = server.open_table(None)
        room = server.room(table)
        seat_taken = facts.encode(facts.Sat(1, "Eve", "hash"))
        before = METRICS.conflicts
        server.call(lambda: room._store.append(table, room.table.now.version + 1, [seat_taken]))
        with pytest.raises(httpx.HTTPStatusError, match="409"):
            server.join(table)
        assert METRICS.conflicts == before + 1


def test_latencies_are_counted_in_classes() -> None:
    latencies = Latencies()
    for seconds in (0.0, BOUNDS[0], 0.02, 100.0):
        latencies.add(seconds)
    assert latencies.counts == [2, 0, 0, 0, 0, 1, *[0] * 6, 1]
    assert latencies.seconds == pytest.approx(100.0205)


def test_a_port_that_is_taken_is_told_in_a_sentence(tmp_path: Path) -> None:
    with listening(tmp_path) as server, socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        for host, port in (("127.0.0.1", taken.getsockname()[1]), ("127.0.0.1", 70000), ("no host", 0)):
            words = f"cannot tell metrics on {host} port {port}: .*; try another --metrics-port"
            with pytest.raises(OperationalError, match=words), told_on(host, port, server.app.state.server):
                pass


def test_metrics_without_their_library_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "qwixx.server.prometheus", None)
    options = ["--port", "0", "--metrics-port", "0", "--data", str(tmp_path / "t.sqlite")]
    assert main(["serve", *options]) == 2
    assert "--metrics-port needs prometheus-client: pip install 'qwixx[host]'" in capsys.readouterr().err
