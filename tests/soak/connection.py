"""A connection to a table that records all messages."""

import json
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, WebSocketException
from websockets.frames import Frame

from qwixx.tables import protocol
from tests.soak.checking import decode
from tests.soak.host import Reached
from tests.soak.story import Command, Conversation, Heard, Story
from tests.soak.world import World

OPEN_SECONDS = 20.0
# These errors are only acceptable while the server cannot reach its data.
STORE_FAILED = "store_failed"
FAILURES = ("table_failed", STORE_FAILED)
# Small, so that the server soon notices a client that stops reading.
READ_AHEAD = 4
# Close codes: normal, and those for floods, long messages, invalid text and slow readers.
NORMAL, FLOODED, TOO_LONG, NO_TEXT, TOO_SLOW = 1000, 1008, 1009, 1007, 1013
# The code that a client records if the connection was lost without a close frame.
CUT_OFF = 1006
# Close codes of a server that cannot reach its data.
WITHOUT_DATA = (1013, 4503)


class Connection:
    """One WebSocket. ``may_be_closed`` holds the close codes that the client's behaviour justifies."""

    def __init__(self, socket: ClientConnection, conversation: Conversation, world: World) -> None:
        self.conversation = conversation
        self.now: protocol.Update | None = None
        self.may_be_closed: set[int] = set()
        self._socket = socket
        self._world = world

    async def hear(self) -> protocol.ServerMessage:
        """Receive the next message; raises ConnectionClosed at the end."""
        text = await self._socket.recv(decode=True)
        assert isinstance(text, str)
        self.conversation.heard.append(Heard(time.monotonic(), text))
        message: protocol.ServerMessage = decode(text)
        self._note(message)
        return message

    def _note(self, message: protocol.ServerMessage) -> None:
        figures, commands = self._world.figures, self.conversation.commands
        match message:
            case protocol.Update():
                self.now = message
            case protocol.Done(id=number, version=version):
                if number in commands:
                    commands[number].done = version
                    figures.acknowledged[commands[number].kind] += 1
            case protocol.Refused(id=number, reason=reason):
                figures.refused[reason.code] += 1
                if number in commands:
                    commands[number].refused = reason.code
                self._judge_failure(reason.code)
            case protocol.Answer():
                figures.acknowledged["ask"] += 1
            case protocol.Hinted():
                figures.acknowledged["hint"] += 1

    def _judge_failure(self, code: str) -> None:
        is_excused = code == STORE_FAILED and _may_lack_data(self._world, self.conversation)
        if code in FAILURES and not is_excused:
            self._world.figures.violated(f"{self.conversation}", f"the server failed: {code}")

    async def command(self, kind: str, *, choice: str = "", version: int | None = None) -> Command:
        """Send a command. Its outcome is recorded when the reply arrives."""
        known = self.now.version if self.now is not None else 0
        command = self.conversation.new_command(kind, choice, known)
        fields: dict[str, object] = {"type": kind, "id": command.id}
        if kind in ("choose", "withdraw"):
            fields["version"] = known if version is None else version
        if kind in ("choose", "ask"):
            fields["choice"] = choice
        await self._socket.send(json.dumps(fields))
        return command

    async def say(self, data: str | bytes, *, as_text: bool | None = None) -> None:
        """Send arbitrary data."""
        await self._socket.send(data, text=as_text)

    def paste(self, *frames: Frame) -> None:
        """Write several frames at once, bypassing the library, which would not send them like this."""
        self._socket.transport.write(b"".join(frame.serialize(mask=True) for frame in frames))


@asynccontextmanager
async def connected(
    world: World,
    server: Reached,
    story: Story,
    conversation: Conversation,
    *,
    cookie: str,
    address: str,
    query: str = "",
) -> AsyncIterator[Connection | None]:
    """A connection whose end is checked; None if the server ended before the connection was open."""
    url = f"ws://127.0.0.1:{server.port}/ws/{story.table}?since={conversation.since}{query}"
    headers = {"Cookie": cookie} if cookie else {}
    world.came()
    try:
        try:
            socket = await connect(
                url,
                local_addr=(address, 0),
                additional_headers=headers,
                compression=None,
                ping_interval=None,
                proxy=None,
                max_queue=READ_AHEAD,
                open_timeout=OPEN_SECONDS,
                close_timeout=1,
            )
        except (OSError, WebSocketException) as error:
            if server.is_alive:
                world.figures.violated(str(story), f"{conversation} could not connect: {error!r}")
            yield None
            return
        world.touched(story.table)
        world.figures.connections += 1
        conversation.begun = time.monotonic()
        story.conversations.append(conversation)
        connection = Connection(socket, conversation, world)
        try:
            yield connection
        except ConnectionClosed as closed:
            code = closed.rcvd.code if closed.rcvd is not None else CUT_OFF
            _judge_end(world, story, connection, code, is_alive=server.is_alive)
        finally:
            try:
                await socket.close()
            finally:
                # Also if the table timed out meanwhile: the connection must not stay open.
                socket.transport.abort()
                conversation.ended = time.monotonic()
    finally:
        world.went()


def _may_lack_data(world: World, conversation: Conversation) -> bool:
    """Whether a failure of the data is acceptable; slow readers may receive it after the recovery."""
    return not world.host.is_well() or not conversation.is_attentive


def _judge_end(world: World, story: Story, connection: Connection, code: int, *, is_alive: bool) -> None:
    """Check that a running server closed the connection only for a good reason."""
    world.figures.closed[str(code)] += 1
    if code == FLOODED:
        world.figures.floods_closed += 1
    if code == TOO_SLOW or (is_alive and code == CUT_OFF and CUT_OFF in connection.may_be_closed):
        world.figures.let_go += 1
    is_without_data = code in WITHOUT_DATA and _may_lack_data(world, connection.conversation)
    if is_alive and not is_without_data and code not in connection.may_be_closed:
        world.figures.violated(str(story), f"{connection.conversation} was closed with {code}")
