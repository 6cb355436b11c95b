"""Compares all messages that clients received with a copy of the file after every end of the server."""

import shutil
from collections.abc import Iterator, Sequence
from pathlib import Path

from tests.soak.checking import check_story
from tests.soak.disk import Disk, loaded
from tests.soak.figures import Figures
from tests.soak.replay import Replay, Seal
from tests.soak.story import Story
from tests.soak.violation import Violation


class Audit:
    """Remembers what earlier checks found on disk, so that each check continues from there."""

    def __init__(self, figures: Figures) -> None:
        self._figures = figures
        self._replays: dict[str, Replay] = {}
        self._seals: dict[str, Seal] = {}

    def check(self, copy: Path, stories: Sequence[Story]) -> list[Violation]:
        """Check these stories and return the violations; the copy is deleted if there are none."""
        as_loaded = loaded(copy, [story.table for story in stories])
        with Disk(copy) as disk:
            found = [] if disk.is_sound() else [Violation(f"{copy}", "the file is damaged")]
            for story in stories:
                replay = self._replays.setdefault(story.table, Replay())
                known = replay.version
                found += self._check_rows(story, replay, disk)
                if not replay.is_loaded_as(as_loaded[story.table]):
                    found.append(Violation(str(story), "it is loaded otherwise than it is replayed"))
                found += check_story(story, replay, known)
                self._figures.facts_checked += replay.version - known
                self._figures.messages_checked += sum(len(each.heard) for each in story.conversations)
        if not found:
            shutil.rmtree(copy.parent)
        return found

    def _check_rows(self, story: Story, replay: Replay, disk: Disk) -> Iterator[Violation]:
        """Check the rows themselves: complete, in order, and earlier ones unchanged."""
        if not disk.is_numbered(story.table):
            yield Violation(str(story), "its facts are not numbered from 1 on, or not counted")
        if not replay.extend(disk.facts_of(story.table)):
            yield Violation(str(story), "facts that were on disk have changed")

    def seal(self, tables: Sequence[str]) -> None:
        """Record digests of abandoned tables, which must not change any more."""
        for table in tables:
            self._seals[table] = self._replays.pop(table).seal

    def check_seals(self, copy: Path) -> list[Violation]:
        """Check that abandoned tables have not changed."""
        with Disk(copy) as disk:
            broken = [
                table for table, seal in self._seals.items() if not seal.is_unbroken(disk.facts_of(table))
            ]
        return [Violation(f"table {table}", "it has changed since everybody left") for table in broken]
