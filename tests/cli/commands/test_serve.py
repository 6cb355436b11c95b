import socket
import subprocess
import sys
from pathlib import Path

import pytest

from qwixx.cli.commands import serve
from tests.command_line import Run
from tests.postgres import PostgresServer


def test_a_port_in_use_is_reported_in_one_sentence(run: Run, tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        ran = run("serve", "--host", "127.0.0.1", "--port", port, "--data", tmp_path / "x", "--no-browser")
    assert ran.status == 2
    assert ran.err.startswith(f"qwixx: cannot listen on 127.0.0.1 port {port}: ")
    assert "try another --port" in ran.err


def test_an_invalid_data_file_is_reported(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "diary.txt"
    path.write_text("dear diary " * 100)
    ran = run("serve", "--host", "127.0.0.1", "--port", 0, "--data", path, "--no-browser")
    assert ran.status == 2
    assert str(path) in ran.err
    assert path.read_text().startswith("dear diary")


def test_an_unreachable_database_is_reported_without_its_password(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        port = unused.getsockname()[1]
        monkeypatch.setenv("QWIXX_DATA", f"postgresql://ann:s3cr3t@127.0.0.1:{port}/tables")
        ran = run("serve", "--host", "127.0.0.1", "--port", 0, "--no-browser")
    assert (ran.status, ran.out) == (2, "")
    assert ran.err == (
        f"qwixx: the database tables at 127.0.0.1:{port} cannot be reached;"
        " check that it runs and takes connections from here\n"
    )


def test_a_database_with_too_few_connections_is_reported_in_one_sentence(postgres: PostgresServer) -> None:
    """Its schema can be prepared with one connection, but a process needs four."""
    url = postgres.new_database()
    postgres.execute("CREATE ROLE modest LOGIN CONNECTION LIMIT 2")
    postgres.execute(f"ALTER DATABASE {url.rpartition('/')[2]} OWNER TO modest")
    command = [sys.executable, "-m", "qwixx", "serve", "--host", "127.0.0.1", "--port", "0", "--no-browser"]
    ran = subprocess.run(
        [*command, "--data", url.replace("postgres@", "modest@")], capture_output=True, text=True, timeout=60
    )
    assert ran.returncode == 2
    assert ran.stderr.splitlines()[-1].endswith(
        "takes no more connections; raise its max_connections, or run fewer processes"
    )
    assert "Traceback" not in ran.stderr


def test_a_missing_driver_is_reported(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "asyncpg", None)
    ran = run("serve", "--data", "postgresql://ann@127.0.0.1/tables", "--no-browser")
    assert ran.err == "qwixx: a store in PostgreSQL needs asyncpg: pip install 'qwixx[postgres]'\n"


def test_a_missing_client_is_reported(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("qwixx.server.web.static_files.STATIC", tmp_path)
    assert run("serve").err == "qwixx: the browser client is not built: run `make client` first\n"


def test_nagles_algorithm_is_disabled() -> None:
    """Asyncio disables Nagle's algorithm only for sockets with an explicit protocol."""
    with serve._listen("127.0.0.1", 0) as listener:
        assert listener.proto == socket.IPPROTO_TCP
