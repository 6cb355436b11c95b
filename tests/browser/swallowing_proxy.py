"""A network that drops packets silently: connections stay half-open, and neither end notices."""

import asyncio
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress

PATIENCE = 20.0


class SwallowingProxy:
    """A proxy between browser and server. Connections that were open during the silence stay dead."""

    def __init__(self, port: int) -> None:
        self._server_port = port
        self._is_silent = False
        self._dead: set[int] = set()
        self._open: set[int] = set()
        self._transports: set[asyncio.WriteTransport] = set()
        self._made = 0
        self._loop = asyncio.new_event_loop()
        self._over = asyncio.Event()
        self._ready = threading.Event()
        self._thread = threading.Thread(target=self._loop.run_until_complete, args=[self._run()])
        self._thread.start()
        assert self._ready.wait(PATIENCE)
        self.url = f"http://127.0.0.1:{self.port}"

    def swallow(self) -> None:
        """From now on drop all data in both directions; new connections are accepted and dead."""
        self._loop.call_soon_threadsafe(self._fall_silent)

    def restore(self) -> None:
        """Let new connections work; dead ones stay dead."""
        self._loop.call_soon_threadsafe(setattr, self, "_is_silent", False)

    def close(self) -> None:
        self._loop.call_soon_threadsafe(self._over.set)
        self._thread.join(PATIENCE)
        self._loop.close()

    def _fall_silent(self) -> None:
        self._is_silent = True
        self._dead |= self._open

    async def _run(self) -> None:
        server = await asyncio.start_server(self._accept, "127.0.0.1", 0)
        self.port: int = server.sockets[0].getsockname()[1]
        self._ready.set()
        await self._over.wait()
        server.close()
        for transport in self._transports:
            transport.abort()
        await asyncio.gather(*asyncio.all_tasks() - {asyncio.current_task()}, return_exceptions=True)

    async def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._made += 1
        number = self._made
        self._open.add(number)
        if self._is_silent:
            self._dead.add(number)
        there, back = await asyncio.open_connection("127.0.0.1", self._server_port)
        ends = {writer.transport, back.transport}
        self._transports |= ends
        with suppress(OSError):
            await asyncio.gather(self._pump(reader, back, number), self._pump(there, writer, number))
        self._open.discard(number)
        self._transports -= ends
        for transport in ends:
            transport.abort()

    async def _pump(self, source: asyncio.StreamReader, to: asyncio.StreamWriter, number: int) -> None:
        while data := await source.read(65536):
            if number not in self._dead:
                to.write(data)
        # The other end does not notice a close either.
        if number not in self._dead:
            to.close()


@contextmanager
def swallowing(port: int) -> Iterator[SwallowingProxy]:
    proxy = SwallowingProxy(port)
    try:
        yield proxy
    finally:
        proxy.close()
