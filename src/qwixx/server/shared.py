"""What all requests of a server share, and what its host may choose."""

from dataclasses import dataclass, field

from qwixx.server.coach import Coach
from qwixx.server.limits import Limits
from qwixx.server.lobby import KEEP_DAYS, Lobby
from qwixx.server.site import Site
from qwixx.server.visitors import Visitors


@dataclass(frozen=True)
class Settings:
    """What a host may choose."""

    base_url: str | None = None
    limits: Limits = field(default_factory=Limits)
    keep_days: int = KEEP_DAYS


@dataclass
class Server:
    """What all requests share."""

    lobby: Lobby
    coach: Coach
    site: Site
    visitors: Visitors
    limits: Limits
    keep_days: int
