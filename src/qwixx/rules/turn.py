"""The common parts of all turns: the common action, the penalty check, and the end."""

from dataclasses import replace
from typing import assert_never

from qwixx.rules import reasons
from qwixx.rules.choices import CROSSES, PASS, Choice, Cross
from qwixx.rules.colours import COLOURS
from qwixx.rules.position import CardTable, P, Position, closed_rows
from qwixx.rules.reasons import Reason
from qwixx.rules.ruleset import LockScope, Phase, Ruleset
from qwixx.rules.scoring import EndReason
from qwixx.rules.sheet import PENALTY_BOXES, Sheet


def common_choices(position: Position, seat: int) -> tuple[Choice, ...]:
    """Pass, or the common number in any row that takes it."""
    number, closed, sheet = position.common_number, position.closed_rows, position.sheets[seat]
    assert number is not None
    rows = (c for c in COLOURS if c not in closed and number in sheet.crossable(c))
    return (PASS, *(CROSSES[colour][number] for colour in rows))


def why_not_common(position: Position, seat: int, choice: Choice) -> Reason | None:
    if not isinstance(choice, Cross):
        return None
    if choice.colour in position.closed_rows:
        return reasons.ROW_CLOSED(colour=choice.colour)
    if choice.number != position.common_number:
        return reasons.NOT_THE_NUMBER(
            common=position.common_number, colour=choice.colour, number=choice.number
        )
    return position.sheets[seat].why_not(choice.colour, choice.number)


def choose_common(position: P, seat: int, choice: Choice) -> P:
    """Keep a choice hidden until the last one is in; then all take effect together (D5)."""
    pending = (*position.pending[:seat], choice, *position.pending[seat + 1 :])
    if None in pending:
        return replace(position, pending=pending)
    return _resolve_common(position, pending)


def withdraw_common(position: P, seat: int) -> P:
    """A seat's hidden choice is as if it had never been made (A21)."""
    return replace(position, pending=(*position.pending[:seat], None, *position.pending[seat + 1 :]))


def _resolve_common(position: P, choices: tuple[Choice | None, ...]) -> P:
    rules, dice = position.ruleset, position.dice
    sheets = tuple(
        sheet.cross(choice.colour, choice.number) if isinstance(choice, Cross) else sheet
        for sheet, choice in zip(position.sheets, choices, strict=True)
    )
    phase = rules.turn[2] if end_reason(rules, sheets) is None else Phase.OVER
    if dice is not None and not rules.closed_row_in_action_2:
        dice = dice.without(closed_rows(rules, sheets))
    chosen = choices[position.active]
    crossed = chosen if isinstance(chosen, Cross) else None
    return replace(position, sheets=sheets, phase=phase, dice=dice, crossed=crossed, pending=())


def finish_turn(position: P, sheet: Sheet, crossed: bool, cards: CardTable) -> P:
    """The active player's last action is done: the penalty check, then the end or the next turn.

    ``crossed`` says whether the player crossed anything in this turn (D9, D10, C16, C19).
    """
    rules, seat = position.ruleset, position.active
    sheets = (*position.sheets[:seat], sheet, *position.sheets[seat + 1 :])
    over = end_reason(rules, sheets) is not None
    if not over and not crossed:
        sheets = (*sheets[:seat], sheet.with_penalty(), *sheets[seat + 1 :])
        over = end_reason(rules, sheets) is not None
    if over:
        return replace(position, sheets=sheets, phase=Phase.OVER, cards=cards)
    following = (seat + 1) % len(sheets)
    phase = rules.turn[0]
    return replace(
        position, sheets=sheets, active=following, phase=phase, dice=None, crossed=None, cards=cards
    )


def end_reason(rules: Ruleset, sheets: tuple[Sheet, ...]) -> EndReason | None:
    """The reason of the end, if the game is over (D16, D17, C20, C21)."""
    match rules.lock_scope:
        case LockScope.TABLE:
            rows = len(closed_rows(rules, sheets))
        case LockScope.OWNER:
            rows = max(len(sheet.locks) for sheet in sheets)
        case _:
            assert_never(rules.lock_scope)
    if rows >= rules.rows_to_end:
        return EndReason.TWO_ROWS
    if any(sheet.penalties >= PENALTY_BOXES for sheet in sheets):
        return EndReason.FOUR_PENALTIES
    return None
