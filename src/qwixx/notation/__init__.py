"""Text forms of choices, rolls, positions and whole games; docs/notation.md has the grammar."""

from qwixx.notation.conversions import (
    format_choice,
    format_outcome,
    format_position,
    format_record,
    format_roll,
)
from qwixx.notation.positions import parse_position
from qwixx.notation.reader import parse_record, parse_records, read_records
from qwixx.rules.pieces import parse_choice, parse_outcome, parse_roll
from qwixx.rules.scanner import ParseError

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
    "parse_records",
    "parse_roll",
    "read_records",
]
