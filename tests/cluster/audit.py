"""Compares the messages received at abandoned tables with the rows of these tables in the database."""

import asyncio
from collections.abc import Iterator, Sequence

from qwixx.tables.game import facts
from tests.cluster.rows import Rows, everything, rows_of
from tests.cluster.secrets import Secrets
from tests.soak.checking import check_story
from tests.soak.figures import Figures
from tests.soak.hidden import cards_in
from tests.soak.replay import Replay, Seal
from tests.soak.server import Server
from tests.soak.story import Story
from tests.soak.violation import Violation


class Audit:
    """Checks each table once, and at the end whether it has changed since."""

    def __init__(self, url: str, figures: Figures) -> None:
        # The durations of decisions that exceeded the time limit.
        self.late: list[float] = []
        self._url = url
        self._figures = figures
        self._secrets = Secrets()
        # The secrets behind the dice of games. Only the database may hold them.
        self._game_secrets: set[str] = set()
        self._seals: dict[str, Seal] = {}

    async def check(self, stories: Sequence[Story]) -> None:
        """Check tables that have no connected clients any more."""
        rows = await rows_of(self._url, [story.table for story in stories])
        for story in stories:
            self._figures.violations += await asyncio.to_thread(self._check, story, rows[story.table])

    def _check(self, story: Story, rows: Rows) -> list[Violation]:
        replay = Replay()
        replay.extend(rows.facts, rows.times)
        self._seals[story.table] = replay.seal
        self._secrets.learn(story)
        self._game_secrets |= {fact.secret for fact in replay.facts if isinstance(fact, facts.Committed)}
        found = check_story(story, replay, known=0) + self._secrets.told_to_others(story)
        if not rows.is_numbered:
            found.append(Violation(str(story), "its facts are not numbered from 1 on, or not counted"))
        self._figures.facts_checked += replay.version
        self._figures.messages_checked += sum(len(each.heard) for each in story.conversations)
        self.late += _late_decisions(replay)
        return found

    async def check_seals(self) -> None:
        """Check that abandoned tables have not changed, except for the last moves of bots."""
        rows = await rows_of(self._url, list(self._seals))
        for table, seal in self._seals.items():
            if not seal.is_unbroken(rows[table].facts):
                self._figures.violated(f"table {table}", "it has changed since everybody left")

    async def check_secrets(self, servers: Sequence[Server]) -> None:
        """Check that no database column holds a secret, and that no log holds private data."""
        async for value in everything(self._url):
            if self._secrets.are_in(value):
                self._figures.violated("the database", "it holds a secret", value.decode(errors="replace"))
        for server in servers:
            for log in server.logs():
                for line in log.read_text(errors="replace").splitlines():
                    if self._tells_too_much(line):
                        self._figures.violated(log.name, "the log tells too much", line)

    def _tells_too_much(self, line: str) -> bool:
        is_told = any(table in line for table in self._seals) or self._secrets.are_in(line.encode())
        is_told = is_told or any(secret in line for secret in self._game_secrets)
        return is_told or "seed" in line or bool(cards_in(line))


def _late_decisions(replay: Replay) -> Iterator[float]:
    """The durations of decisions that exceeded the time limit of their table."""
    for number, fact in enumerate(replay.facts, start=1):
        before, seconds = replay.state(number - 1), replay.seconds_open(number)
        limit = before.settings.time_limit if before is not None else None
        if isinstance(fact, facts.Chose) and limit is not None and seconds is not None and seconds >= limit:
            yield seconds
