"""What all requests of a server share, and what its host may choose."""

from dataclasses import dataclass, field

from qwixx.server.coach import Coach
from qwixx.server.limits import HOUR, Bucket, Limits
from qwixx.server.lobby import KEEP_DAYS, Lobby
from qwixx.server.public_tables import PublicTables
from qwixx.server.readiness import Readiness
from qwixx.server.replays import Replays
from qwixx.server.site import Site
from qwixx.server.statistics import StatisticsDesk
from qwixx.server.visitors import Visitors
from qwixx.server.worker_pool import WorkerPool


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
