"""Proxies between a process and its database: TLS, a pooler that loses notifications, and a network that
stops responding or loses replies.
"""

import asyncio
import ssl
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress

SSL_REQUEST = 80877103
NOTIFICATION = b"A"


@asynccontextmanager
async def front(
    port: int,
    tls: ssl.SSLContext | None = None,
    *,
    is_deaf: bool = False,
    is_silent: asyncio.Event | None = None,
) -> AsyncIterator[int]:
    """Run a proxy for PostgreSQL and yield its port; a deaf proxy drops notifications.

    Once it is silent, it forwards nothing and closes nothing.
    """
    silent = is_silent or asyncio.Event()

    async def welcome(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        there, back = await asyncio.open_connection("127.0.0.1", port)
        try:
            first = await reader.readexactly(8)
            if int.from_bytes(first[4:], "big") == SSL_REQUEST:
                writer.write(b"N" if tls is None else b"S")
                if tls is not None:
                    await writer.start_tls(tls)
            else:
                back.write(first)
            ways = _pass_all(reader, back, silent), _pass_messages(there, writer, is_deaf=is_deaf)
            with suppress(OSError, asyncio.IncompleteReadError):
                await asyncio.gather(*ways)
        except (OSError, asyncio.IncompleteReadError):
            pass  # a client that does not trust the certificate disconnects
        finally:
            back.close()
            writer.close()

    server = await asyncio.start_server(welcome, "127.0.0.1", 0)
    async with server:
        yield server.sockets[0].getsockname()[1]


async def _pass_all(
    reader: asyncio.StreamReader, writer: asyncio.StreamWriter, silent: asyncio.Event
) -> None:
    while data := await reader.read(4096):
        if not silent.is_set():
            writer.write(data)
    writer.close()


async def _pass_messages(
    reader: asyncio.StreamReader, writer: asyncio.StreamWriter, *, is_deaf: bool
) -> None:
    """Each PostgreSQL message is a type byte, a length, and the payload."""
    while head := await reader.readexactly(5):
        rest = await reader.readexactly(int.from_bytes(head[1:], "big") - 4)
        if not (is_deaf and head[:1] == NOTIFICATION):
            writer.write(head + rest)


# The application name in the startup message of the connection that appends.
WRITER = b"qwixx writer"


class Deafness:
    """A proxy between a store and its database that drops replies to appends on request."""

    def __init__(self, port: int) -> None:
        self.is_deaf = False
        self._port = port
        # The two ends of each connection, and whether that connection appends.
        self._connections: list[tuple[asyncio.Event, asyncio.StreamWriter, asyncio.StreamWriter]] = []

    @asynccontextmanager
    async def listening(self) -> AsyncIterator[int]:
        server = await asyncio.start_server(self._pass_on, "127.0.0.1", 0)
        try:
            yield server.sockets[0].getsockname()[1]
        finally:
            self._cut(lambda appends: True)
            server.close()

    async def lose_answers(self, until: Callable[[], Awaitable[object]]) -> None:
        """Drop the database's replies to appends, then close the connection."""
        self.is_deaf = True
        await until()
        self.is_deaf = False
        self._cut(asyncio.Event.is_set)

    def _cut(self, is_meant: Callable[[asyncio.Event], bool]) -> None:
        for appends, *ends in self._connections:
            for end in ends:
                if is_meant(appends):
                    end.transport.abort()

    async def _pass_on(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        answers, questions = await asyncio.open_connection("127.0.0.1", self._port)
        appends = asyncio.Event()
        self._connections.append((appends, writer, questions))
        await asyncio.gather(
            self._copy(reader, questions, appends), self._copy(answers, writer, appends, can_lose=True)
        )

    async def _copy(
        self,
        source: asyncio.StreamReader,
        to: asyncio.StreamWriter,
        appends: asyncio.Event,
        *,
        can_lose: bool = False,
    ) -> None:
        try:
            while data := await source.read(65536):
                if WRITER in data:
                    appends.set()
                if not (can_lose and self.is_deaf and appends.is_set()):
                    to.write(data)
        except ConnectionError:
            return
        to.close()
