"""What all requests of a server share, and what its host may choose."""

from dataclasses import dataclass, field

from qwixx.server.limits import HOUR, Bucket, Limits
from qwixx.server.rooms.lobby import KEEP_DAYS, Lobby
from qwixx.server.rooms.public_tables import PublicTables
from qwixx.server.rooms.replays import Replays
from qwixx.server.rooms.statistics import StatisticsDesk
from qwixx.server.thinking.coach import Coach
from qwixx.server.thinking.worker_pool import WorkerPool
from qwixx.server.transport.visitors import Visitors
from qwixx.server.web.readiness import Readiness
from qwixx.server.web.site import Site


@dataclass(frozen=True)
class Settings:
    """What a host may choose."""

    base_url: str | None = None
    limits: Limits = field(default_factory=Limits)
    keep_days: int = KEEP_DAYS
    has_chat: bool = True


@dataclass
class Server:
    """What all requests share."""

    lobby: Lobby
    public_tables: PublicTables
    coach: Coach
    statistics: StatisticsDesk
    replays: Replays
    pool: WorkerPool
    readiness: Readiness
    site: Site
    visitors: Visitors
    limits: Limits
    keep_days: int
    has_chat: bool
    # The log is told once an hour of requests for a WebSocket's address that ask for none.
    lost_upgrades: Bucket = field(default_factory=lambda: Bucket(1 / HOUR, 1))
