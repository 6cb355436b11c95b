"""WebKitGTK, driven by WebDriver over HTTP. It shares its engine with Safari."""

import base64
import json
import os
import re
import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import Any

import httpx2 as httpx

from tests.engines import debian
from tests.engines.driver import LONGEST_START, LONGEST_WAIT, Actions, Driver, calling, wait_for
from tests.server.running_server import free_port

PACKAGES = ("webkit2gtk-driver", "xvfb", "python3-gi", "gir1.2-webkit2-4.1")
# The GTK bindings belong to the system's Python.
SYSTEM_PYTHON = Path("/usr/bin/python3")
_HAS_BINDINGS = "import gi; gi.require_version('WebKit2', '4.1'); gi.require_version('Gtk', '3.0')"
_PROBLEM = re.compile(r"CONSOLE\b.*\b(?:ERROR|WARN)\b.*")
# Not caused by a page: WebKitGTK, unlike Safari, is built without web app manifests; the WebSocket of a page is
# closed when another page replaces it; a busy machine uses a preloaded file late; a request aborted by leaving the page
# is reported as forbidden; and after a resize WebKit lays a page out for resize observers before it has evaluated media
# queries, so some notifications are delivered in the next frame.
_USUAL = (
    "Unrecognized Content-Security-Policy directive 'manifest-src'",
    "WebSocket is closed due to suspension",
    "was preloaded using link preload but not used within a few seconds",
    "Fetch API cannot load http://127.0.0.1",
    "ResizeObserver loop completed with undelivered notifications",
)
_LARGEST = "1920x1200x24"


def is_installed() -> bool:
    if not (shutil.which("WebKitWebDriver") and shutil.which("Xvfb") and SYSTEM_PYTHON.exists()):
        return False
    return (
        subprocess.run([SYSTEM_PYTHON, "-c", _HAS_BINDINGS], check=False, capture_output=True).returncode == 0
    )


def ensure() -> bool:
    """Install WebKit if necessary; return whether it is installed."""
    if not is_installed():
        debian.install(*PACKAGES, alone=True)
    return is_installed()


class WebKit(Driver):
    name = "WebKitGTK"

    def __init__(self) -> None:
        self._folder = Path(tempfile.mkdtemp(prefix="webkit"))
        self._display, number = _open_display()
        port = free_port()
        self._console = self._folder / "console"
        self._process = subprocess.Popen(
            ["WebKitWebDriver", f"--port={port}"],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            env=_environment(self._folder, number),
        )
        self._http = httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=LONGEST_START)
        wait_for(self._is_ready, "WebKitWebDriver", LONGEST_START)
        options = {"binary": str(self._browser()), "args": []}
        wanted = {"browserName": "MiniBrowser", "webkitgtk:browserOptions": options}
        session = self._ask("POST", "/session", {"capabilities": {"alwaysMatch": wanted}})
        self._session = f"/session/{session['sessionId']}"
        self.version = session["capabilities"]["browserVersion"]

    def goto(self, url: str) -> None:
        self._ask("POST", f"{self._session}/url", {"url": url})

    def evaluate(self, function: str, *arguments: object) -> Any:
        script = (
            "const done = arguments[0];"
            f"(async () => {calling(function, arguments)})()"
            ".then((value) => done({ value }), (error) => done({ error: String(error) }))"
        )
        answer = self._ask("POST", f"{self._session}/execute/async", {"script": script, "args": []})
        assert "error" not in answer, answer["error"]
        return json.loads(answer["value"])

    def perform(self, actions: Actions) -> None:
        self._ask("POST", f"{self._session}/actions", {"actions": actions})

    def screenshot(self, path: Path) -> None:
        path.write_bytes(base64.b64decode(self._ask("GET", f"{self._session}/screenshot")))

    def problems(self) -> list[str]:
        lines = _PROBLEM.findall(self._console.read_text(encoding="utf-8", errors="replace"))
        return [line for line in lines if not any(usual in line for usual in _USUAL)]

    def close(self) -> None:
        # The response is the error that the window does not exist, since ours is already closed.
        self._http.request("DELETE", self._session)
        self._http.close()
        for process in (self._process, self._display):
            process.terminate()
            process.wait(LONGEST_WAIT)
        shutil.rmtree(self._folder, ignore_errors=True)

    def _resize(self, width: int, height: int) -> None:
        rectangle = {"x": 0, "y": 0, "width": width, "height": height}
        self._ask("POST", f"{self._session}/window/rect", rectangle)

    def _is_ready(self) -> bool:
        try:
            return bool(self._ask("GET", "/status")["ready"])
        except httpx.TransportError:
            assert self._process.poll() is None, "WebKitWebDriver exited"
            return False

    def _ask(self, method: str, path: str, body: object = None) -> Any:
        answer = (
            self._http.request(method, path, json=body)
            if body is not None
            else self._http.request(method, path)
        )
        value = answer.json()["value"]
        assert answer.status_code == httpx.codes.OK, f"{method} {path}: {value}"
        return value

    def _browser(self) -> Path:
        """The program that the driver starts: our window, with the system's Python."""
        program = self._folder / "browser"
        window = Path(__file__).with_name("webkit_window.py")
        # Line buffered: its processes are killed before they could flush the rest.
        command = f'exec stdbuf -oL {SYSTEM_PYTHON} "{window}" > "{self._console}" 2>&1'
        program.write_text(f"#!/bin/sh\n{command}\n", encoding="utf-8")
        program.chmod(0o755)
        return program


def _open_display() -> tuple[subprocess.Popen[bytes], int]:
    """Start a virtual display on an unused number; return its process and number."""
    reading, writing = os.pipe()
    command = ["Xvfb", "-displayfd", str(writing), "-screen", "0", _LARGEST, "-nolisten", "tcp"]
    process = subprocess.Popen(
        command, pass_fds=[writing], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    os.close(writing)
    with os.fdopen(reading, encoding="utf-8") as lines:
        number = lines.readline().strip()
    assert number, "Xvfb did not start"
    return process, int(number)


def _environment(folder: Path, display: int) -> dict[str, str]:
    """An environment without the user's folders, D-Bus, or accessibility services."""
    return {
        **os.environ,
        "DISPLAY": f":{display}",
        "GDK_BACKEND": "x11",
        "HOME": str(folder),
        "XDG_CACHE_HOME": str(folder),
        "XDG_CONFIG_HOME": str(folder),
        "XDG_DATA_HOME": str(folder),
        "DBUS_SESSION_BUS_ADDRESS": "disabled:",
        "NO_AT_BRIDGE": "1",
    }
