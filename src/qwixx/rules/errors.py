"""What this library raises on purpose: refusals, which a caller can mend, and failures, which it cannot."""

from qwixx.rules.reasons import Reason


class QwixxError(Exception):
    """Base of every error that this library raises on purpose; what is raised is of a class below."""


class InputError(QwixxError, ValueError):
    """A refusal: the same call is refused again, and the message says what would be right."""


class OperationalError(QwixxError, RuntimeError):
    """A failure of what the caller does not control: a full disk, a crashed process, a damaged file."""


class SetupError(InputError):
    """An impossible game or position, or a part of one: a wrong number of players, a card twice."""


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
