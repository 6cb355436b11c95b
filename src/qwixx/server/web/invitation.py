"""Invitations: the address that others can open, and the preview of a link in a chat."""

from html import escape

from starlette.requests import Request

from qwixx.server.web.messages import Language
from qwixx.server.web.site import Site, is_loopback
from qwixx.tables import refusals
from qwixx.tables.game.table import Table
from qwixx.tables.pad.pad import Pad
from qwixx.tables.refusals import Refusal

PICTURE = "invitation.png"
PICTURE_SIZE = (1200, 630)


async def reachable_base(site: Site, request: Request) -> str | None:
    """The address that others can open, without a path; None if only this computer can.

    It is the configured base URL, or else the address that the page was opened with. A page that was opened
    on the server's own machine needs the address of that machine on its network; if the connection comes from
    another machine, as through a container, the server does not know that address.
    """
    if site.base_url is not None:
        return site.base_url
    if not is_loopback(request.url.hostname or ""):
        return opened_base(site, request)
    peer = request.client.host if request.client is not None else ""
    if site.network is None or not is_loopback(peer):
        return None
    return await site.network.url()


def opened_base(site: Site, request: Request) -> str:
    """The address that a page was opened with, without a path."""
    return site.base_url or str(request.base_url).rstrip("/")


async def reachable_link(site: Site, request: Request, path: str) -> str:
    """The link that others can open; Refusal without one."""
    base = await reachable_base(site, request)
    if base is None:
        raise Refusal(refusals.ONLY_HERE)
    return f"{base}/{path}"


def preview(room: Table | Pad, base: str, language: Language) -> str:
    """The tags of Open Graph for the link of a table or a pad, as HTML."""
    title, text = _pad_words(room, language) if isinstance(room, Pad) else _table_words(room, language)
    width, height = PICTURE_SIZE
    tags = {
        "og:site_name": "Qwixx",
        "og:type": "website",
        "og:title": title,
        "og:description": text,
        "og:url": f"{base}/{room.path}",
        "og:image": f"{base}/{PICTURE}",
        "og:image:width": str(width),
        "og:image:height": str(height),
    }
    lines = [f'<meta property="{name}" content="{escape(value)}">' for name, value in tags.items()]
    return "".join([*lines, '<meta name="twitter:card" content="summary_large_image">'])


def _table_words(table: Table, language: Language) -> tuple[str, str]:
    info = table.info()
    game = language.text(f"game.{info.game}.long")
    names = [seat.name for seat in info.seats if seat.name is not None]
    if info.state != "open":
        title = language.text("preview.watch", names=_listed(names, language))
        return title, language.text("preview.running", game=game)
    host = None if info.host is None else info.seats[info.host].name
    title = language.text("preview.plays") if host is None else language.text("preview.invites", name=host)
    free = sum(seat.name is None for seat in info.seats)
    return title, language.text("preview.open", game=game, count=free)


def _pad_words(pad: Pad, language: Language) -> tuple[str, str]:
    info = pad.info()
    game = language.text(f"game.{info.game}.long")
    title = language.text("preview.pad", name=info.seats[0].name)
    return title, language.text("preview.running", game=game)


def _listed(names: list[str], language: Language) -> str:
    *others, last = names
    return language.text("preview.names", others=", ".join(others), last=last) if others else last
