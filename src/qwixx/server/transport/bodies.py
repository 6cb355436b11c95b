"""Reads unwanted bodies to their end before the response, so that the client can read the response."""

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send

# A longer body is not read to its end, and its client may find the connection reset.
DRAINED_BYTES = 1024 * 1024


class DrainedBodies:
    """Reads what the application has not read of a body before the response begins.

    A connection that is closed while data is on its way is reset, and a client that still sends then loses
    the response. The connection sets the deadline of a body.
    """

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or not _has_body(Headers(scope=scope)):
            await self._app(scope, receive, send)
            return
        body = Body(receive)

        async def send_after_body(message: Message) -> None:
            if message["type"] == "http.response.start":
                await body.drain()
            await send(message)

        await self._app(scope, body.receive, send_after_body)


class Body:
    """The body of one request, and whether it has been read to its end."""

    def __init__(self, receive: Receive) -> None:
        self._receive = receive
        self._is_read = False

    async def receive(self) -> Message:
        message = await self._receive()
        self._is_read = not message.get("more_body", False)
        return message

    async def drain(self) -> None:
        size = 0
        while not self._is_read and size <= DRAINED_BYTES:
            size += len((await self.receive()).get("body", b""))


def _has_body(headers: Headers) -> bool:
    # A client that expects 100-continue has not sent its body.
    is_sent = headers.get("expect", "").lower() != "100-continue"
    return is_sent and ("transfer-encoding" in headers or headers.get("content-length", "0") != "0")
