"""Backups as docs/hosting.md describes them, taken while the server runs."""

import re
import shlex
import subprocess
import sys
from pathlib import Path

import httpx2 as httpx

from tests.server.listening_server import hear, listening

HOSTING = (Path(__file__).parents[4] / "docs" / "hosting.md").read_text(encoding="utf-8")


def test_a_copy_of_a_running_servers_file_has_every_table(tmp_path: Path) -> None:
    (command,) = re.findall(r"^python3 (-c .*)$", HOSTING, re.MULTILINE)
    played, restored = tmp_path / "played", tmp_path / "restored"
    played.mkdir()
    restored.mkdir()
    with listening(played) as server:
        table, cookie = server.open_table("gap:1,2")
        with server.connected(table, cookie) as ann:
            version = hear(ann, "update")["version"]
            subprocess.run([sys.executable, *shlex.split(command)], cwd=played, check=True)
    (played / "copy.sqlite").rename(restored / "tables.sqlite")
    with listening(restored) as server:
        assert httpx.get(f"{server.url}/api/tables/{table}").status_code == 200
        with server.connected(table, cookie) as ann:
            assert hear(ann, "welcome")["seat"] == 0
            assert hear(ann, "update")["version"] >= version
