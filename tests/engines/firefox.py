"""Firefox, driven by WebDriver BiDi over its WebSocket."""

import base64
import itertools
import json
import os
import shutil
import subprocess
import tempfile
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from websockets.sync.client import connect

from tests.engines import debian
from tests.engines.driver import LONGEST_START, LONGEST_WAIT, Actions, Driver, calling, wait_for

PACKAGES = ("firefox-esr",)
NAMES = ("firefox-esr", "firefox")
# No connections outside this machine, no welcome page, reduced motion. Scrollbars take no space, as on phones, and
# service workers are off, as in the tests in Chromium.
SETTINGS: dict[str, object] = {
    "app.normandy.enabled": False,
    "app.update.disabledForTesting": True,
    "browser.aboutwelcome.enabled": False,
    "browser.safebrowsing.blockedURIs.enabled": False,
    "browser.safebrowsing.malware.enabled": False,
    "browser.safebrowsing.phishing.enabled": False,
    "browser.shell.checkDefaultBrowser": False,
    "browser.startup.homepage": "about:blank",
    "datareporting.policy.dataSubmissionEnabled": False,
    "extensions.systemAddon.update.enabled": False,
    "extensions.update.enabled": False,
    "intl.accept_languages": "en-GB, en",
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
    "network.dns.disablePrefetch": True,
    "services.settings.server": "data:,#remote-settings-dummy/v1",
    "toolkit.telemetry.reportingpolicy.firstRun": False,
    "ui.prefersReducedMotion": 1,
    "ui.useOverlayScrollbars": 1,
}


def path() -> str | None:
    return next((found for name in NAMES if (found := shutil.which(name))), None)


def ensure() -> bool:
    """Install Firefox if necessary; return whether it is installed."""
    if path() is None:
        debian.install(*PACKAGES, alone=True)
    return path() is not None


class Firefox(Driver):
    name = "Firefox"

    def __init__(self, *, keeps_pages: bool = False) -> None:
        self._folder = Path(tempfile.mkdtemp(prefix="firefox"))
        settings = {**SETTINGS, "dom.serviceWorkers.enabled": keeps_pages}
        lines = (f"user_pref({json.dumps(key)}, {json.dumps(value)});\n" for key, value in settings.items())
        (self._folder / "user.js").write_text("".join(lines), encoding="utf-8")
        program = path()
        assert program is not None
        options = [
            "--headless",
            "--no-remote",
            "--profile",
            str(self._folder),
            "--remote-debugging-port",
            "0",
        ]
        self._process = subprocess.Popen(
            [program, *options, "about:blank"],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            env={**os.environ, "HOME": str(self._folder), "XDG_CACHE_HOME": str(self._folder)},
        )
        self._closing = ExitStack()
        self._numbers = itertools.count(1)
        self._problems: list[str] = []
        try:
            self._begin()
        except BaseException:
            self._process.kill()
            self._end()
            raise

    def _begin(self) -> None:
        connecting = connect(self._address(), max_size=None, open_timeout=LONGEST_START)
        self._socket = self._closing.enter_context(connecting)
        session = self._ask("session.new", capabilities={})
        self.version = session["capabilities"]["browserVersion"]
        self._ask("session.subscribe", events=["log.entryAdded"])
        self._context = self._ask("browsingContext.getTree")["contexts"][0]["context"]

    def goto(self, url: str) -> None:
        self._ask("browsingContext.navigate", context=self._context, url=url, wait="complete")

    def evaluate(self, function: str, *arguments: object) -> Any:
        answer = self._ask(
            "script.callFunction",
            functionDeclaration=f"async () => {calling(function, arguments)}",
            awaitPromise=True,
            target={"context": self._context},
        )
        assert answer["type"] == "success", answer["exceptionDetails"]["text"]
        return json.loads(answer["result"]["value"])

    def perform(self, actions: Actions) -> None:
        self._ask("input.performActions", context=self._context, actions=actions)

    def screenshot(self, path: Path) -> None:
        data = self._ask("browsingContext.captureScreenshot", context=self._context)["data"]
        path.write_bytes(base64.b64decode(data))

    def problems(self) -> list[str]:
        # All log events sent before this response are read with it.
        self._ask("session.status")
        return list(self._problems)

    def close(self) -> None:
        try:
            self._ask("browser.close")
        finally:
            self._end()

    def _end(self) -> None:
        self._closing.close()
        try:
            self._process.wait(LONGEST_WAIT)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait(LONGEST_WAIT)
        shutil.rmtree(self._folder, ignore_errors=True)

    def _resize(self, width: int, height: int) -> None:
        size = {"width": width, "height": height}
        self._ask("browsingContext.setViewport", context=self._context, viewport=size)

    def _address(self) -> str:
        """The address of the BiDi server, which Firefox writes into its profile."""
        file = self._folder / "WebDriverBiDiServer.json"

        def is_told() -> bool:
            assert self._process.poll() is None, "Firefox exited"
            return file.exists() and file.read_text(encoding="utf-8").endswith("}")

        wait_for(is_told, "Firefox", LONGEST_START)
        told = json.loads(file.read_text(encoding="utf-8"))
        return f"ws://{told['ws_host']}:{told['ws_port']}/session"

    def _ask(self, method: str, **parameters: object) -> Any:
        number = next(self._numbers)
        self._socket.send(json.dumps({"id": number, "method": method, "params": parameters}))
        while True:
            message = json.loads(self._socket.recv(timeout=LONGEST_START))
            if message.get("method") == "log.entryAdded" and message["params"]["level"] in ("error", "warn"):
                self._problems.append(message["params"].get("text") or "an error without words")
            if message.get("id") == number:
                assert message["type"] == "success", f"{method}: {message}"
                return message["result"]
