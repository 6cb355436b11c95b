"""Qwixx, the dice game and the card game.

A game is played through `Game`, or through the values it is made of: a `State` lists the legal
``choices(seat)``, says ``why_not(seat, choice)``, and ``apply(seat, choice)`` gives the next one.
Bots and people see a `View`. `parse_record` and `format_record` read and write whole games.
"""

from typing import TYPE_CHECKING

from qwixx.bots import make_bot
from qwixx.gameplay import Dealer, Game, Player, SeededDealer, play, steps
from qwixx.notation import (
    ParseError,
    format_choice,
    format_position,
    format_record,
    format_roll,
    parse_choice,
    parse_position,
    parse_record,
    parse_roll,
)
from qwixx.record import Chance, Decision, Record
from qwixx.rules.cards import Card
from qwixx.rules.chance import FirstSeat, FirstSix, Roll, Shuffle
from qwixx.rules.choices import PASS, Choice, Cross, Draw, Pass, Play
from qwixx.rules.colours import Colour
from qwixx.rules.errors import IllegalChoice, QwixxError, SetupError
from qwixx.rules.events import events
from qwixx.rules.game import State
from qwixx.rules.reasons import Reason
from qwixx.rules.ruleset import CARDS, CARDS_JOKER, DICE, RULESETS, SOLO, Phase, Ruleset, ruleset
from qwixx.rules.scoring import EndReason, Outcome, total
from qwixx.rules.sheet import Sheet
from qwixx.rules.view import View

__all__ = [
    "CARDS",
    "CARDS_JOKER",
    "DICE",
    "PASS",
    "RULESETS",
    "SOLO",
    "Card",
    "Chance",
    "Choice",
    "Colour",
    "Cross",
    "Dealer",
    "Decision",
    "Draw",
    "EndReason",
    "FirstSeat",
    "FirstSix",
    "Game",
    "IllegalChoice",
    "Outcome",
    "ParseError",
    "Pass",
    "Phase",
    "Play",
    "Player",
    "QwixxError",
    "Reason",
    "Record",
    "Roll",
    "Ruleset",
    "SeededDealer",
    "SetupError",
    "Sheet",
    "Shuffle",
    "State",
    "View",
    "__version__",
    "events",
    "format_choice",
    "format_position",
    "format_record",
    "format_roll",
    "make_bot",
    "parse_choice",
    "parse_position",
    "parse_record",
    "parse_roll",
    "play",
    "ruleset",
    "steps",
    "total",
]

if TYPE_CHECKING:
    __version__: str
else:

    def __getattr__(name: str) -> str:
        """The version, looked up when somebody asks: `importlib.metadata` is slow to import."""
        if name != "__version__":
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        from importlib.metadata import PackageNotFoundError, version

        try:
            return version("qwixx")
        except PackageNotFoundError as error:
            raise AttributeError("qwixx is not installed, so its version is not known") from error
