"""Compares records and reviews of finished games with the games on disk."""

from collections.abc import Iterator

import msgspec

from qwixx.notation import parse_record
from qwixx.rules.errors import QwixxError
from qwixx.tables import protocol
from tests.soak.replay import Replay
from tests.soak.story import Seen, Story
from tests.soak.violation import Violation


def check_seen(story: Story, replay: Replay) -> Iterator[Violation]:
    for seen in story.seen:
        problem = why_not_record(seen, replay) if seen.what == "record" else why_not_review(seen, replay)
        if problem is not None:
            yield Violation(str(story), f"the {seen.what} of game {seen.game}: {problem}", seen.text[:2000])


def why_not_record(seen: Seen, replay: Replay) -> str | None:
    """What is wrong with a record. The next game may already have been over when it was fetched."""
    try:
        totals = parse_record(seen.text).state.totals
    except QwixxError as error:
        return f"it cannot be read: {error}"
    later = [game for number, game in replay.games.items() if number >= seen.game]
    if (seen.text, totals) not in later:
        return "no such game is on disk"
    if seen.game in replay.games and replay.games[seen.game][1] != seen.totals:
        return f"its totals were told as {seen.totals}"
    return None


def why_not_review(seen: Seen, replay: Replay) -> str | None:
    try:
        judged = msgspec.json.decode(seen.text, type=protocol.GameReview)
    except msgspec.DecodeError as error:
        return f"it cannot be read: {error}"
    later = [totals for number, (_, totals) in replay.games.items() if number >= seen.game]
    if judged.review.outcome.totals not in later:
        return f"no game on disk has the totals {judged.review.outcome.totals}"
    if len(judged.views) != len(judged.review.decisions):
        return f"{len(judged.views)} views for {len(judged.review.decisions)} decisions"
    return None
