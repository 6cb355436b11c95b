"""The routes of the server.

Each endpoint is declared once: its route, the OpenAPI document and the table in docs/protocol.md follow.
"""

from functools import cache

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Mount, Route, WebSocketRoute

from qwixx.coach.findings import Advice
from qwixx.server.web.connection import Connection, no_upgrade
from qwixx.server.web.endpoint import Endpoint, Handler, openapi_document, route
from qwixx.server.web.handlers import coach, games, pages, tables
from qwixx.server.web.pages import PAGES
from qwixx.server.web.readiness import alive, ready
from qwixx.server.web.static_files import STATIC, CompressedFiles
from qwixx.tables import protocol

API = "/api"
# An example for the documents.
RECORD = protocol.RecordToReplay('[Qwixx "solo"]\n[Seats "Ann"]\n\n1 Ann: 4+1 r3 y2 g5 b6 / r5 / -\n')

ENDPOINTS = (
    # Tables
    Endpoint(
        "POST",
        "/api/tables",
        tables.open_table,
        "Open a table and, unless `name` is null, take its first seat that is not a bot's. The secret of"
        " the seat is in a cookie.",
        {201: protocol.Seated},
        body=protocol.NewTable("dice", (protocol.NewSeat(), protocol.NewSeat("gap:1,2")), "Ann"),
        problems=(400, 404, 409, 429),
    ),
    Endpoint(
        "GET",
        "/api/tables",
        tables.public_tables,
        "Up to 30 public tables with people and a game that is not over, the latest first. If there are more,"
        " one of each address comes before a second one of any.",
        {200: protocol.PublicTables},
    ),
    Endpoint(
        "POST",
        "/api/tables/{table}/join",
        tables.join_table,
        "Take the first open seat. The secret of the seat is in a cookie.",
        {201: protocol.Seated},
        body=protocol.Join("Ben"),
        problems=(400, 404, 409),
    ),
    Endpoint(
        "GET",
        "/api/tables/{table}",
        tables.summary,
        "The public state of a table: info, turn, seats to act, points.",
        {200: protocol.TableSummary},
        problems=(404,),
    ),
    Endpoint(
        "GET",
        "/api/address",
        tables.reachable_address,
        "The address, without a path, at which others can reach this server; null if only this computer can.",
        {200: protocol.Address},
    ),
    Endpoint(
        "GET",
        "/api/codes/{code}",
        tables.find_by_code,
        "The waiting table with this six-letter code, in any case.",
        {200: protocol.FoundTable},
        problems=(404, 429),
    ),
    Endpoint(
        "GET",
        "/api/tables/{table}/qr.svg",
        tables.qr_code,
        "A QR code of the table's link; `only_here` if `GET /api/address` has no address.",
        {200: "image/svg+xml"},
        problems=(404,),
    ),
    Endpoint(
        "GET",
        "/t/{table}/s/{secret}",
        pages.private_link,
        "The private link: sets the seat's cookie and redirects to the table; 503 if it cannot be checked.",
        {303: None, 403: "text/html", 404: "text/html", 503: "text/html"},
    ),
    # Finished games
    Endpoint(
        "GET",
        "/api/tables/{table}/record",
        games.last_record,
        "The record of the last game as text, once the game is over.",
        {200: "text/plain"},
        problems=(404, 409),
    ),
    Endpoint(
        "GET",
        "/api/tables/{table}/review",
        games.last_review,
        "The review of the last game, once it is over: every decision, luck and skill.",
        {200: protocol.GameReview},
        problems=(404, 409),
    ),
    Endpoint(
        "GET",
        "/api/tables/{table}/replay",
        games.last_replay,
        "The replay of the last game, once it is over: every step and every position.",
        {200: protocol.Replay},
        problems=(404, 409, 429),
    ),
    Endpoint(
        "GET",
        "/api/tables/{table}/games/{number}/replay",
        games.game_replay,
        "The replay of any game of a table, once it is over.",
        {200: protocol.Replay},
        problems=(400, 404, 409, 429),
    ),
    Endpoint(
        "GET",
        "/api/tables/{table}/games/{number}/record",
        games.game_record,
        "The record of any game of a table as text, once the game is over.",
        {200: "text/plain"},
        problems=(400, 404, 409, 429),
    ),
    Endpoint(
        "POST",
        "/api/replay",
        games.replay_of_text,
        "The replay of a record, finished or not; `bad_record` has the line and column of the mistake.",
        {200: protocol.Replay},
        body=RECORD,
        problems=(400, 429),
    ),
    Endpoint(
        "POST",
        "/api/review",
        games.review_of_text,
        "The review of the record of a finished game, such as one that was played on a device.",
        {200: protocol.GameReview},
        body=RECORD,
        problems=(400, 404, 409, 503),
    ),
    Endpoint(
        "GET",
        "/api/statistics",
        games.dice_statistics,
        "How often fair dice showed each face, with a chi-squared test; at most 90 seconds old.",
        {200: protocol.Statistics},
    ),
    # The coach
    Endpoint(
        "GET",
        "/api/puzzle",
        coach.puzzle,
        "A position with one clearly best choice, the answer, and why other taps are not allowed.",
        {200: protocol.PosedPuzzle},
        problems=(400, 404),
        query=("game", "seed"),
    ),
    Endpoint(
        "GET",
        "/api/daily",
        coach.daily_deal,
        "Today's date and puzzle, and when today ends.",
        {200: protocol.DailyDeal},
    ),
    Endpoint(
        "GET",
        "/api/daily/{date}",
        coach.daily_deal,
        "The puzzle of a day.",
        {200: protocol.DailyDeal},
        problems=(404,),
    ),
    Endpoint(
        "GET",
        "/api/daily/{date}/par",
        coach.daily_par,
        "The result of best play with the dice of a day, for comparison.",
        {200: protocol.DailyPar},
        problems=(404,),
    ),
    Endpoint(
        "POST",
        "/api/advice",
        coach.advise_pad,
        "The coach's options on a score pad that is on one device only, the best first.",
        {200: Advice},
        body=protocol.PadQuestion(
            logs=((protocol.PadMark(1, "cross", 0, "red", 5),), ()),
            seat=1,
            active=0,
            dice=protocol.Dice((4, 3), (1, 2, 5, 6)),
            rolled=2,
        ),
        problems=(400, 404, 429),
    ),
    # Score pads
    Endpoint(
        "POST",
        "/api/pads",
        tables.open_pad,
        "Open a score pad and take its first sheet. The secret of the seat is in a cookie.",
        {201: protocol.Seated},
        body=protocol.NewPad("dice", "Ann"),
        problems=(400, 429),
    ),
    Endpoint(
        "POST",
        "/api/pads/{table}/join",
        tables.join_pad,
        "Take the next of up to five sheets, also during a game. The secret of the seat is in a cookie.",
        {201: protocol.Seated},
        body=protocol.JoinPad("Ben"),
        problems=(400, 404, 409),
    ),
    Endpoint(
        "GET",
        "/api/pads/{table}/qr.svg",
        tables.qr_code,
        "A QR code of the pad's link.",
        {200: "image/svg+xml"},
        problems=(404,),
    ),
    Endpoint(
        "GET",
        "/pad/{table}/s/{secret}",
        pages.private_link,
        "The private link of a sheet: sets the seat's cookie and redirects to the pad.",
        {303: None, 403: "text/html", 404: "text/html", 503: "text/html"},
    ),
    # The client
    Endpoint(
        "POST",
        "/api/client-errors",
        pages.client_error,
        "Count an error of the browser client, for the host's metrics. The body is not read.",
        {204: None},
        problems=(403,),
    ),
)


@cache
def _openapi() -> bytes:
    return protocol.encode(openapi_document(ENDPOINTS))


async def openapi(request: Request) -> Response:
    """The OpenAPI document."""
    return Response(_openapi(), media_type="application/json")


def routes() -> list[BaseRoute]:
    """The routes of the application."""
    handlers: dict[str, dict[str, Handler]] = {}
    for each in ENDPOINTS:
        handlers.setdefault(each.path, {})[each.method] = each.handler
    api = [route(path.removeprefix(API), each) for path, each in handlers.items() if path.startswith(API)]
    return [
        Mount(API, routes=[Route("/openapi.json", openapi, methods=["GET"]), *api]),
        *(route(path, each) for path, each in handlers.items() if not path.startswith(API)),
        *(Route(each.path, pages.page, methods=["GET"]) for each in PAGES),
        WebSocketRoute("/ws/{table}", Connection),
        Route("/ws/{table}", no_upgrade, methods=["GET"]),
        Route("/healthz", alive, methods=["GET"]),
        Route("/readyz", ready, methods=["GET"]),
        Mount("/", CompressedFiles(directory=STATIC, check_dir=False)),
    ]


def server_paths() -> list[str]:
    """What the server answers itself, besides files; every other address is one of the client."""
    shown = {page.path for page in PAGES}
    found = {each.path for each in routes() if isinstance(each, Mount | Route | WebSocketRoute)}
    return sorted(found - shown - {""})
