"""The names of ``qwixx`` itself, which that package looks up here when somebody asks for one."""

from qwixx.bots import BotError, BotFailure, make_bot
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
from qwixx.rules.errors import IllegalChoice, InputError, OperationalError, QwixxError, SetupError
from qwixx.rules.events import events
from qwixx.rules.game import State
from qwixx.rules.reasons import Reason
from qwixx.rules.ruleset import CARDS, CARDS_JOKER, DICE, RULESETS, SOLO, Phase, Ruleset, ruleset
from qwixx.rules.scoring import EndReason, Outcome, total
from qwixx.rules.sheet import Sheet
from qwixx.rules.validity import check_position
from qwixx.rules.view import View

__all__ = [
    "CARDS",
    "CARDS_JOKER",
    "DICE",
    "PASS",
    "RULESETS",
    "SOLO",
    "BotError",
    "BotFailure",
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
    "InputError",
    "OperationalError",
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
    "check_position",
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
