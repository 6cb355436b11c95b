"""Metrics of a process, without names of players or tables."""

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
from qwixx.server.metrics import BOUNDS, METRICS, Latencies
from qwixx.server.prometheus import serve_metrics
from qwixx.tables import protocol, refusals
from qwixx.tables.game import facts
from tests.server.listening_server import hear, listening, wait_until
from tests.server.running_server import free_port

CODES = {
    each.code for module in (reasons, refusals) for each in vars(module).values() if isinstance(each, Reason)
}
COMMANDS = {str(each.__struct_config__.tag) for each in get_args(protocol.TableCommand | protocol.PadCommand)}


def read(port: int) -> dict[str, float]:
    text = httpx.get(f"http://127.0.0.1:{port}/metrics").raise_for_status().text
    values = (line.rsplit(" ", 1) for line in text.splitlines() if not line.startswith("#"))
    return {name: float(value) for name, value in values}


def test_commands_and_refusals_are_counted_without_names(tmp_path: Path) -> None:
    port = free_port()
    with listening(tmp_path) as server, serve_metrics("127.0.0.1", port, server.app.state.context):
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
        assert grown("qwixx_broadcast_seconds_count") >= 2
        assert grown("qwixx_append_seconds_sum") > 0
        served = httpx.get(f"http://127.0.0.1:{port}/").text
    assert table not in served
    assert "Ann" not in served
    assert set(re.findall(r'code="(.*?)"', served)) <= CODES
    assert set(re.findall(r'command="(.*?)"', served)) <= COMMANDS


def test_conflicts_are_counted(tmp_path: Path) -> None:
    with listening(tmp_path) as server:
        table, _ = server.open_table(None)
        room = server.room(table)
        seat_taken = facts.encode(facts.SeatTaken(1, "Eve", "hash", "owl"))
        before = METRICS.conflicts
        store = server.app.state.context.lobby._store
        server.call(lambda: store.append(table, room.aggregate.now.version + 1, [seat_taken]))
        with pytest.raises(httpx.HTTPStatusError, match="409"):
            server.join(table)
        assert METRICS.conflicts == before + 1


def test_latencies_are_counted_in_buckets() -> None:
    latencies = Latencies()
    for seconds in (0.0, BOUNDS[0], 0.02, 100.0):
        latencies.add(seconds)
    assert latencies.counts == [2, 0, 0, 0, 0, 1, *[0] * 6, 1]
    assert latencies.seconds == pytest.approx(100.0205)


def test_a_port_in_use_is_an_error_with_a_remedy(tmp_path: Path) -> None:
    with listening(tmp_path) as server, socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        for host, port in (("127.0.0.1", taken.getsockname()[1]), ("127.0.0.1", 70000), ("no host", 0)):
            words = f"cannot serve metrics on {host} port {port}: .*; try another --metrics-port"
            with (
                pytest.raises(OperationalError, match=words),
                serve_metrics(host, port, server.app.state.context),
            ):
                pass


def test_metrics_without_their_library_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "prometheus_client", None)
    options = ["--port", "0", "--metrics-port", "0", "--data", str(tmp_path / "t.sqlite")]
    assert main(["serve", *options]) == 2
    assert "--metrics-port needs prometheus_client: pip install 'qwixx[host]'" in capsys.readouterr().err
