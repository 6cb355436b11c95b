"""What people were told at tables that they have left, held against what the database has of these tables."""

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
    """Looks at each table once, and at the end whether anything has changed since."""

    def __init__(self, url: str, figures: Figures) -> None:
        # How long decisions took that were late.
        self.late: list[float] = []
        self._url = url
        self._figures = figures
        self._secrets = Secrets()
        # What the dice of games come from, which only the database may have.
        self._game_secrets: set[str] = set()
        self._seals: dict[str, Seal] = {}

    async def check(self, stories: Sequence[Story]) -> None:
        """Look at tables that nobody is at any more."""
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
        """What was kept of tables that everybody has left is unchanged; bots may have played on for a moment."""
        rows = await rows_of(self._url, list(self._seals))
        for table, seal in self._seals.items():
            if not seal.is_unbroken(rows[table].facts):
                self._figures.violated(f"table {table}", "it has changed since everybody left")

    async def check_secrets(self, servers: Sequence[Server]) -> None:
        """Secrets are in no column of the database, and nothing that is anybody's own in a log."""
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
    """How long decisions took, of those that took longer than the time limit of their table."""
    for number, fact in enumerate(replay.facts, start=1):
        before, seconds = replay.state(number - 1), replay.seconds_open(number)
        limit = before.settings.time_limit if before is not None else None
        if isinstance(fact, facts.Chose) and limit is not None and seconds is not None and seconds >= limit:
            yield seconds
