"""The services that all requests share, and the settings of a host."""

from dataclasses import dataclass, field
from typing import Protocol
from weakref import WeakValueDictionary

from qwixx.server.coach import Coach
from qwixx.server.dice_statistics import DiceStatistics
from qwixx.server.limits import HEARTBEAT_SECONDS, HOUR, Limits
from qwixx.server.public_tables import PublicTableList
from qwixx.server.queues import WorkerPool
from qwixx.server.rate_limits import SlidingWindow
from qwixx.server.replays import Replays
from qwixx.server.rooms.calendar import KEEP_DAYS
from qwixx.server.rooms.lobby import Lobby
from qwixx.server.transport.address_limits import AddressLimits
from qwixx.server.web.readiness import Readiness
from qwixx.server.web.site import Site


@dataclass(frozen=True)
class Settings:
    """Settings of a host."""

    base_url: str | None = None
    limits: Limits = field(default_factory=Limits)
    keep_days: int = KEEP_DAYS
    has_chat: bool = True
    # The host and port that the server listens on; without them links to this machine cannot be shared.
    listen_address: tuple[str, int] | None = None
    heartbeat_seconds: int = HEARTBEAT_SECONDS


class PageConnection(Protocol):
    """The WebSocket of an open page."""

    def disconnect(self) -> None: ...


@dataclass
class AppContext:
    """The services that all requests share."""

    lobby: Lobby
    public_tables: PublicTableList
    coach: Coach
    statistics: DiceStatistics
    replays: Replays
    pool: WorkerPool
    readiness: Readiness
    site: Site
    address_limits: AddressLimits
    settings: Settings
    # The latest connection of each open page, by the key that the page has chosen.
    pages: WeakValueDictionary[str, PageConnection] = field(default_factory=WeakValueDictionary)
    # Requests for a WebSocket's address without an upgrade; one an hour is logged.
    lost_upgrades: SlidingWindow = field(default_factory=lambda: SlidingWindow(1, HOUR))
