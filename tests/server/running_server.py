"""A real server process on loopback, and a player who talks to it over real sockets."""

import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import httpx2 as httpx
from websockets.sync.client import ClientConnection, connect

Message = dict[str, Any]


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class RunningServer:
    """``qwixx serve`` as a separate process, with more in its environment if needed."""

    def __init__(
        self,
        data: Path | str,
        port: int,
        environment: Mapping[str, str] | None = None,
        *options: str,
        program: Sequence[str] = ("-m", "qwixx"),
    ) -> None:
        self.port = port
        self.url = f"http://127.0.0.1:{port}"
        command = [sys.executable, *program, "serve", "--host", "127.0.0.1", "--port", str(port)]
        self._process = subprocess.Popen(
            [*command, "--no-browser", "--data", str(data), *options],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env={**os.environ, **(environment or {})},
        )
        self._wait()

    def _wait(self) -> None:
        end = time.monotonic() + 30
        while time.monotonic() < end:
            try:
                httpx.get(f"{self.url}/api/tables/none", timeout=5)
            except httpx.TransportError:
                assert self._process.poll() is None, self._process.communicate()
                time.sleep(0.05)
            else:
                return
        raise AssertionError("the server did not start within 30 seconds")

    def kill(self) -> None:
        """As a power cut would: no chance to finish anything."""
        self._process.kill()
        self._close()

    def send_signal(self, number: int) -> None:
        """Tell it something, and wait for nothing."""
        self._process.send_signal(number)

    def stop(self, with_signal: int = signal.SIGTERM) -> int:
        """Ask it to end; its exit status."""
        self._process.send_signal(with_signal)
        self._close()
        return self._process.returncode

    def wait(self) -> int:
        """Until it ends by itself; its exit status."""
        self._close()
        return self._process.returncode

    def _close(self) -> None:
        _, errors = self._process.communicate(timeout=30)
        self.log = errors.decode()


class RemotePlayer:
    """A player that remembers what was sent and what was acknowledged."""

    def __init__(self, server: RunningServer, game: str) -> None:
        seats = [{}, {"bot": "gap:1,2"}]
        answer = httpx.post(f"{server.url}/api/tables", json={"game": game, "seats": seats, "name": "Ann"})
        self.table: str = answer.json()["table"]
        self._cookie = answer.headers["set-cookie"].split(";")[0]
        self.sent: list[str] = []
        self.acknowledged: list[int] = []
        self.version = 0
        self.over = False

    def connect(self, server: RunningServer) -> ClientConnection:
        url = f"ws://127.0.0.1:{server.port}/ws/{self.table}"
        return connect(url, additional_headers={"Cookie": self._cookie})

    def play(self, connection: ClientConnection, choices: int) -> None:
        """Make so many choices, each when it is due; a lost connection ends it."""
        made = 0
        while made < choices and not self.over:
            message: Message = json.loads(connection.recv(timeout=30))
            if message["type"] == "done":
                self.acknowledged.append(message["id"])
                self.version = max(self.version, message["version"])
            elif message["type"] == "update":
                self.over = message["info"]["state"] == "over"
                self.version = max(self.version, message["version"])
                if message["view"] is not None and 0 in message["view"]["public"]["to_act"]:
                    self._choose(connection, message)
                    made += 1

    def _choose(self, connection: ClientConnection, update: Message) -> None:
        choice = update["view"]["choices"][-1]["text"]
        command = {"type": "choose", "id": len(self.sent), "version": update["version"], "choice": choice}
        self.sent.append(choice)
        connection.send(json.dumps(command))
