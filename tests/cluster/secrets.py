"""Finds the secrets of seats where they must not appear."""

import re

from tests.soak.story import Conversation, Story
from tests.soak.violation import Violation

SECRET_CHARACTERS = 32
# The alphabet and the length of a secret.
RUN = re.compile(rb"[A-Za-z0-9_-]{%d,}" % SECRET_CHARACTERS)
PRIVATE_LINK = re.compile(r'"private_link":"/t/[^/"]+/s/([^"]+)"')


class Secrets:
    """All secrets that clients have received so far."""

    def __init__(self) -> None:
        self._known: set[bytes] = set()

    def __len__(self) -> int:
        return len(self._known)

    def learn(self, story: Story) -> None:
        for conversation in story.conversations:
            self._known |= _own(conversation)

    def are_in(self, data: bytes) -> bool:
        return bool(self._in(data))

    def _in(self, data: bytes) -> set[bytes]:
        return {
            run[start : start + SECRET_CHARACTERS]
            for run in RUN.findall(data)
            for start in range(len(run) - SECRET_CHARACTERS + 1)
        } & self._known

    def told_to_others(self, story: Story) -> list[Violation]:
        """Find secrets of other seats in the messages that clients received."""
        return [
            Violation(str(story), f"{conversation} was told somebody's secret")
            for conversation in story.conversations
            if any(self._in(heard.text.encode()) - _own(conversation) for heard in conversation.heard)
        ]


def _own(conversation: Conversation) -> set[bytes]:
    """The secret in a client's welcome message, if it has a seat."""
    first = conversation.heard[0].text if conversation.heard else ""
    return {secret.encode() for secret in PRIVATE_LINK.findall(first)}
