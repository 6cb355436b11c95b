"""Text forms of choices, rolls, positions and whole games; docs/notation.md has the grammar."""

from qwixx.notation.pieces import (
    format_choice,
    format_outcome,
    format_roll,
    parse_choice,
    parse_outcome,
    parse_roll,
)
from qwixx.notation.positions import format_position, parse_position
from qwixx.notation.reader import parse_record
from qwixx.notation.scanner import ParseError
from qwixx.notation.writer import format_record

__all__ = [
    "ParseError",
    "format_choice",
    "format_outcome",
    "format_position",
    "format_record",
    "format_roll",
    "parse_choice",
    "parse_outcome",
    "parse_position",
    "parse_record",
    "parse_roll",
]
