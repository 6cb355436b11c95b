"""Errors of the client: refusals, lost connections, other versions of the protocol."""

from qwixx.rules.errors import InputError, OperationalError
from qwixx.tables import protocol


class Refused(InputError):
    """The server understood a command or a request and refuses it; nothing has changed."""

    def __init__(self, reason: protocol.Reason) -> None:
        super().__init__(reason.text)
        self.reason = reason


class NoSuchTable(InputError):
    """The server has no table with this name."""


class Unreachable(OperationalError):
    """The server cannot be reached, or did not answer in time."""


class ConnectionLost(OperationalError):
    """A question whose answer was lost with the connection; asking again is safe."""

    def __init__(self) -> None:
        super().__init__("the connection was lost before the answer came: ask again")


class Superseded(OperationalError):
    """A command that was lost with the connection, and that came too late when it was back."""

    def __init__(self) -> None:
        super().__init__("the connection was lost, and the game went on without this command")


class OutdatedClient(OperationalError):
    """The server speaks another version of the protocol."""
