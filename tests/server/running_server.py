"""A real server process on loopback, and a player that connects to it over real sockets."""

import json
import os
import random
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import httpx2 as httpx
from websockets.sync.client import ClientConnection, connect

Message = dict[str, Any]
# In seconds. The machine may be busy with other tests.
LONGEST_START = 120
LONGEST_END = 60


def free_port() -> int:
    """A port outside the ephemeral range, so that no other test gets it meanwhile."""
    while True:
        port = random.SystemRandom().randrange(20_000, 32_000)
        with suppress(OSError), socket.socket() as probe:
            probe.bind(("127.0.0.1", port))
            return port


class RunningServer:
    """``qwixx serve`` as a separate process, with extra environment variables if needed."""

    def __init__(
        self,
        data: Path | str,
        port: int,
        environment: Mapping[str, str] | None = None,
        *options: str,
        program: Sequence[str] = ("-m", "qwixx"),
        is_awaited: bool = True,
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
        if is_awaited:
            self._wait_until_it_answers()

    def _wait_until_it_answers(self) -> None:
        end = time.monotonic() + LONGEST_START
        try:
            while not self._answers():
                assert self._process.poll() is None, self._process.communicate()
                assert time.monotonic() < end, f"the server did not start within {LONGEST_START} seconds"
                time.sleep(0.05)
        except BaseException:
            self.kill()
            raise

    def _answers(self) -> bool:
        try:
            httpx.get(f"{self.url}/api/tables/none")
        except httpx.TransportError:
            return False
        return True

    def kill(self) -> None:
        """Kill the process as a power cut would, without a chance to clean up."""
        self._process.kill()
        self._close()

    def send_signal(self, number: int) -> None:
        """Send a signal without waiting."""
        self._process.send_signal(number)

    def stop(self, with_signal: int = signal.SIGTERM) -> int:
        """Send a signal, wait for the exit, and return the exit status."""
        self._process.send_signal(with_signal)
        self._close()
        return self._process.returncode

    def wait(self) -> int:
        """Wait until the process exits, and return the exit status."""
        self._close()
        return self._process.returncode

    def _close(self) -> None:
        _, errors = self._process.communicate(timeout=LONGEST_END)
        self.log = errors.decode()


class RemotePlayer:
    """A player that records which choices it sent and which were acknowledged."""

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
        return connect(url, additional_headers={"Cookie": self._cookie}, open_timeout=LONGEST_START)

    def play(self, connection: ClientConnection, choices: int) -> None:
        """Make this many choices when they are due. Ends early if the connection is lost."""
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
