"""A whole game as its record: the rules, the names, every chance outcome and every choice."""

from qwixx.record.record import (
    LONGEST_NAME,
    OWN_TAGS,
    TAG_NAME,
    UNSEEN,
    Record,
    checked_names,
    free_name,
    look_alike,
)
from qwixx.record.steps import ChanceStep, Comment, Decision, Moment, Step, apply_step
from qwixx.record.writer import remarks, result

__all__ = [
    "LONGEST_NAME",
    "OWN_TAGS",
    "TAG_NAME",
    "UNSEEN",
    "ChanceStep",
    "Comment",
    "Decision",
    "Moment",
    "Record",
    "Step",
    "apply_step",
    "checked_names",
    "free_name",
    "look_alike",
    "remarks",
    "result",
]
