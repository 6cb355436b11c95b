"""What is raised when something asked for may not be: always with a reason a player understands."""

from qwixx.rules.reasons import Reason


class QwixxError(ValueError):
    """Base of every error this library raises on purpose."""


class SetupError(QwixxError):
    """A game or a position that cannot be: wrong number of players, an unknown option, a card twice."""


class IllegalChoice(QwixxError):
    """A choice or a chance outcome that the rules refuse; the state stays as it was."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(str(reason))
        self.reason = reason

    @property
    def rule(self) -> str:
        """The id of the rule that refuses it, as in docs/rules.md."""
        return self.reason.rule
