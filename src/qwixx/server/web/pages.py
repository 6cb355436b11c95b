"""The pages of the browser client: where each is, and what shows it.

Server, client and service worker know pages from this table alone: `make types` writes it for the client.
"""

from collections.abc import Mapping
from typing import Literal, NamedTuple


class Page(NamedTuple):
    """An address, and the component of web/src that shows it; names in braces become its properties."""

    path: str
    component: str
    properties: Mapping[str, str | bool] = {}
    # How much of the page works offline.
    offline: Literal["all", "some", "nothing"] = "some"
    # It asks the server once; opened offline, it is loaded again when the server is back.
    asks_once: bool = False
    # A state of the page at that path: going there keeps the component.
    within: str | None = None


TABLE_SCREEN = "screens/Table.svelte"
WATCHED = "/t/{table}/watch"

# The first is part of the first load; messages are fetched in the order of the others.
PAGES = (
    Page("/", "screens/Home.svelte"),
    Page("/t/{table}", TABLE_SCREEN, offline="nothing"),
    Page("/t/{table}/review", TABLE_SCREEN, {"review": True}, "nothing", within="/t/{table}"),
    Page(WATCHED, TABLE_SCREEN, {"watch": True}, "nothing"),
    Page(f"{WATCHED}/review", TABLE_SCREEN, {"watch": True, "review": True}, "nothing", within=WATCHED),
    Page("/tv", "tv/TvStart.svelte", offline="nothing"),
    Page("/tv/{table}", "tv/TvScreen.svelte", offline="nothing"),
    Page("/puzzle", "coach/Puzzle.svelte", offline="nothing", asks_once=True),
    Page("/learn", "learn/Learn.svelte", {"game": "dice"}, "all"),
    Page("/learn/cards", "learn/Learn.svelte", {"game": "cards"}, "all"),
    Page("/daily", "daily/Daily.svelte", asks_once=True),
    Page("/daily/{date}", "daily/Daily.svelte", asks_once=True),
    Page("/daily/{date}/puzzle", "daily/DailyPuzzle.svelte", asks_once=True),
    Page("/fairness", "fairness/Fairness.svelte", asks_once=True),
    Page("/offline", "device/Offline.svelte", offline="all"),
    Page("/history", "history/History.svelte", offline="all"),
    Page("/pad", "pad/PadScreen.svelte", offline="all"),
    Page("/pad/{pad}", "pad/PadScreen.svelte", offline="all"),
    Page("/replay", "replay/Replay.svelte", offline="all"),
    Page("/t/{table}/replay", "replay/Replay.svelte"),
    Page("/t/{table}/replay/{game:int}", "replay/Replay.svelte"),
)
