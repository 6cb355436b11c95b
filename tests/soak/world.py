"""The state shared by all clients of a soak test: the host, the figures, and HTTP requests."""

import asyncio
import json
import time
from typing import Any

import httpx2 as httpx

from tests.soak.figures import Figures
from tests.soak.host import Host
from tests.soak.plan import Plan
from tests.soak.story import Story

REQUEST_SECONDS = 40.0


class World:
    """Gives clients a server, and collects their stories for the checks."""

    def __init__(self, plan: Plan, host: Host, figures: Figures) -> None:
        self.plan = plan
        self.host = host
        self.figures = figures
        self.stories: dict[str, Story] = {}
        # Open connections, and the tables loaded since the last restart.
        self.connected = 0
        self.in_memory: set[str] = set()
        self.silent = asyncio.Event()
        self.silent.set()

    def opened(self, story: Story) -> None:
        self.stories[story.table] = story

    def touched(self, table: str) -> None:
        self.in_memory.add(table)

    def came(self) -> None:
        self.connected += 1
        self.silent.clear()

    def went(self) -> None:
        self.connected -= 1
        if not self.connected:
            self.silent.set()


class Web:
    """HTTP requests from one address, each over a new connection."""

    def __init__(self, world: World, address: str) -> None:
        self.address = address
        self._world = world
        transport = httpx.AsyncHTTPTransport(
            local_address=address, limits=httpx.Limits(max_keepalive_connections=0)
        )
        self._client = httpx.AsyncClient(transport=transport, timeout=REQUEST_SECONDS)

    async def get(self, path: str) -> httpx.Response | None:
        return await self._ask("GET", path)

    async def post(self, path: str, body: Any) -> httpx.Response | None:
        return await self._ask("POST", path, json.dumps(body))

    async def _ask(self, method: str, path: str, body: str | None = None) -> httpx.Response | None:
        """The response; None if the server ended meanwhile, or lost its data."""
        server = await self._world.host.reach()
        headers = {"Content-Type": "application/json"} if body is not None else {}
        begun = time.monotonic()
        try:
            url = f"http://127.0.0.1:{server.port}{path}"
            answer = await self._client.request(method, url, content=body, headers=headers)
        except httpx.TransportError as error:
            if server.is_alive:
                seconds = time.monotonic() - begun
                self._world.figures.violated(f"{method} {path}", f"{error!r} after {seconds:.1f} s")
            return None
        self._world.figures.answers[str(answer.status_code)] += 1
        # A page, such as that of a private link, reports it by a header.
        codes = ("store_failed", "store_unsure")
        is_without_data = "retry-after" in answer.headers or any(code in answer.text for code in codes)
        if answer.status_code == 503 and is_without_data and not self._world.host.is_well():
            return None
        # Only the coach may fail, when it is busy.
        is_busy = answer.status_code == 503 and "coach_busy" in answer.text
        if answer.status_code >= 500 and not is_busy and server.is_alive:
            self._world.figures.violated(f"{method} {path}", f"answered {answer.status_code}", answer.text)
        return answer

    async def close(self) -> None:
        await self._client.aclose()
