"""Exceptions: refusals, which a caller can correct, and failures."""

from qwixx.rules.reasons import Reason


class QwixxError(Exception):
    """Base class of this library's errors, always raised as a subclass."""


class InputError(QwixxError, ValueError):
    """A refusal: the same call is refused again, and the message says what would be right."""


class OperationalError(QwixxError, RuntimeError):
    """A failure outside the caller's control: a full disk, a crashed process, a damaged file."""


class SetupError(InputError):
    """An impossible game or position, or a part of one: a wrong number of players, a card twice."""


class FileError(InputError):
    """A file that cannot be read or written, or that holds something else."""


class IllegalChoice(InputError):
    """A choice or a chance outcome that the rules refuse; the state stays as it was."""

    def __init__(self, reason: Reason, chosen_by: str | None = None) -> None:
        super().__init__(f"{reason} {chosen_by} chose that." if chosen_by else str(reason))
        self.reason = reason
        # The player, where one of several has chosen.
        self.chosen_by = chosen_by

    def __reduce__(self) -> tuple[type["IllegalChoice"], tuple[Reason, str | None]]:
        return IllegalChoice, (self.reason, self.chosen_by)

    @property
    def rule(self) -> str:
        """The id of the rule that refuses it, as in docs/rules.md."""
        return self.reason.rule
