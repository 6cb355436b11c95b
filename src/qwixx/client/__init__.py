"""A client for ``qwixx serve``: open, join and watch tables, play, talk, and verify the dice.

`Server` and `RemoteTable` wait for each result; `AsyncServer` and `AsyncRemoteTable` are the same for
asyncio. docs/client.md has examples.
"""

from qwixx.extras import require

require("client", "qwixx.client")

from qwixx.client.blocking import RemoteTable, Server
from qwixx.client.errors import ConnectionLost, NoSuchTable, OutdatedClient, Refused, Superseded, Unreachable
from qwixx.client.seat_store import SeatStore
from qwixx.client.server import AsyncServer
from qwixx.client.table import AsyncRemoteTable

__all__ = [
    "AsyncRemoteTable",
    "AsyncServer",
    "ConnectionLost",
    "NoSuchTable",
    "OutdatedClient",
    "Refused",
    "RemoteTable",
    "SeatStore",
    "Server",
    "Superseded",
    "Unreachable",
]
