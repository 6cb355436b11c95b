"""A table with its players: their shared state, and their HTTP requests."""

import random
import time
from typing import NamedTuple

import msgspec

from qwixx.tables import protocol
from tests.soak.plan import Party
from tests.soak.pulse import Pulse
from tests.soak.story import Join, Seen, Story
from tests.soak.world import Web, World

REVIEWED = 0.12


class Seat(NamedTuple):
    """The seat number and the cookie that a client gets when it joins."""

    number: int
    cookie: str


class Gathering:
    """One table from its opening until its players have finished."""

    def __init__(self, world: World, party: Party, story: Story, web: Web) -> None:
        self.world = world
        self.party = party
        self.story = story
        self.web = web
        self.pulse = Pulse(time.monotonic)
        self.is_over = False
        self._opened_at = time.monotonic()
        self._finished: set[int] = set()

    @classmethod
    async def opened(cls, world: World, party: Party, web: Web) -> "tuple[Gathering, Seat] | None":
        """Open a table; returns it with the opener's seat, or None if the server ended meanwhile."""
        answer = await web.post("/api/tables", msgspec.to_builtins(party.new))
        if answer is None:
            return None
        if answer.status_code != 201:
            world.figures.violated(
                f"POST /api/tables {party.new}", f"answered {answer.status_code}", answer.text
            )
            return None
        story = Story(answer.json()["table"], party.new)
        assert party.new.name is not None
        story.joins.append(Join(party.new.name, answer.json()["seat"]))
        world.opened(story)
        world.touched(story.table)
        world.figures.tables[party.new.game] += 1
        return cls(world, party, story, web), Seat(
            answer.json()["seat"], _cookie(answer.headers["set-cookie"])
        )

    async def join(self, name: str) -> Seat | None:
        """Join the table if a seat is left. After a lost response, retry with another name."""
        for attempt in range(3):
            join = Join(name if not attempt else f"{name} {attempt + 1}")
            self.story.joins.append(join)
            answer = await self.web.post(f"/api/tables/{self.story.table}/join", {"name": join.name})
            if answer is None:
                continue
            join.was_refused = answer.status_code != 201
            if join.was_refused:
                return None
            join.seat = answer.json()["seat"]
            return Seat(answer.json()["seat"], _cookie(answer.headers["set-cookie"]))
        return None

    def has_waited(self, seconds: float) -> bool:
        """Whether the players have waited long enough for others to join."""
        return time.monotonic() - self._opened_at > seconds

    def wants_more(self, games: int) -> bool:
        return games < self.party.games

    def felt(self, update: protocol.Update) -> None:
        self.pulse.felt(update)
        figures = self.world.figures
        figures.longest_silence = max(figures.longest_silence, self.pulse.longest)
        game = update.info.games_played
        if update.info.state == "over" and game not in self._finished:
            self._finished.add(game)
            figures.games[update.info.game] += 1

    async def look_back(self, rng: random.Random, over: protocol.Update) -> None:
        """Fetch the record of a finished game, and sometimes its review."""
        await self._look(over, "record")
        # A review of the solo game would have to solve it first.
        if over.info.game != "solo" and rng.random() < REVIEWED:
            await self._look(over, "review")

    async def _look(self, over: protocol.Update, what: str) -> None:
        assert over.view is not None
        assert over.view.public.outcome is not None
        answer = await self.web.get(f"/api/tables/{self.story.table}/{what}")
        if answer is None:
            return
        self.world.figures.seen[f"{what} {answer.status_code}"] += 1
        if answer.status_code == 200:
            totals = over.view.public.outcome.totals
            self.story.seen.append(Seen(what, over.info.games_played, totals, answer.text))
        elif answer.status_code not in (409, 503):
            self.world.figures.violated(str(self.story), f"{what} answered {answer.status_code}", answer.text)


def _cookie(header: str) -> str:
    return header.split(";")[0]
