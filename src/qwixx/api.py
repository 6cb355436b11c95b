"""The names of ``qwixx`` itself, which that package looks up here when they are first used."""

from qwixx.bots import BotError, BotFailure, make_bot
from qwixx.gameplay import Dealer, Game, Player, Preparing, SeededDealer, play, play_steps
from qwixx.interchange import from_json, to_json
from qwixx.notation import (
    ParseError,
    format_choice,
    format_outcome,
    format_position,
    format_record,
    format_roll,
    parse_choice,
    parse_outcome,
    parse_position,
    parse_record,
    parse_records,
    parse_roll,
    read_records,
)
from qwixx.notation.conversions import check_position
from qwixx.record import ChanceStep, Decision, Record
from qwixx.rules.cards import Card
from qwixx.rules.chance import ChanceNode, ChanceOutcome, FirstSeat, FirstSix, Roll, Shuffle
from qwixx.rules.choices import PASS, Choice, Cross, Pass, Play, Take
from qwixx.rules.colours import Colour
from qwixx.rules.errors import FileError, IllegalChoice, InputError, OperationalError, QwixxError, SetupError
from qwixx.rules.events import events
from qwixx.rules.game import State
from qwixx.rules.reasons import Reason
from qwixx.rules.ruleset import CARDS, CARDS_JOKER, DICE, RULESETS, SOLO, Options, Phase, Ruleset, ruleset
from qwixx.rules.scoring import EndReason, GameOutcome, total
from qwixx.rules.sheet import Sheet
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
    "ChanceNode",
    "ChanceOutcome",
    "ChanceStep",
    "Choice",
    "Colour",
    "Cross",
    "Dealer",
    "Decision",
    "EndReason",
    "FileError",
    "FirstSeat",
    "FirstSix",
    "Game",
    "GameOutcome",
    "IllegalChoice",
    "InputError",
    "OperationalError",
    "Options",
    "ParseError",
    "Pass",
    "Phase",
    "Play",
    "Player",
    "Preparing",
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
    "Take",
    "View",
    "check_position",
    "events",
    "format_choice",
    "format_outcome",
    "format_position",
    "format_record",
    "format_roll",
    "from_json",
    "make_bot",
    "parse_choice",
    "parse_outcome",
    "parse_position",
    "parse_record",
    "parse_records",
    "parse_roll",
    "play",
    "play_steps",
    "read_records",
    "ruleset",
    "to_json",
    "total",
]
