"""What stands between a process and its database on the way there: TLS, or a pooler that loses notifications."""

import asyncio
import ssl
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

SSL_REQUEST = 80877103
NOTIFICATION = b"A"


@asynccontextmanager
async def front(port: int, tls: ssl.SSLContext | None = None, *, is_deaf: bool = False) -> AsyncIterator[int]:
    """The port of somebody who passes on what PostgreSQL says at another; who is deaf loses notifications."""

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
            ways = _pass_all(reader, back), _pass_messages(there, writer, is_deaf=is_deaf)
            with suppress(OSError, asyncio.IncompleteReadError):
                await asyncio.gather(*ways)
        except (OSError, asyncio.IncompleteReadError):
            pass  # who does not trust the certificate leaves
        finally:
            back.close()
            writer.close()

    server = await asyncio.start_server(welcome, "127.0.0.1", 0)
    async with server:
        yield server.sockets[0].getsockname()[1]


async def _pass_all(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    while data := await reader.read(4096):
        writer.write(data)
    writer.close()


async def _pass_messages(
    reader: asyncio.StreamReader, writer: asyncio.StreamWriter, *, is_deaf: bool
) -> None:
    """Each message of PostgreSQL is a letter, a length, and the rest."""
    while head := await reader.readexactly(5):
        rest = await reader.readexactly(int.from_bytes(head[1:], "big") - 4)
        if not (is_deaf and head[:1] == NOTIFICATION):
            writer.write(head + rest)
