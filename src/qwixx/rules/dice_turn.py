"""The dice game's own part of a turn: the roll and action 2 (D3, D6 to D8)."""

from dataclasses import replace

from qwixx.rules import reasons
from qwixx.rules.chance import Roll
from qwixx.rules.choices import CROSSES, PASS, Choice, Cross
from qwixx.rules.colours import COLOURS
from qwixx.rules.position import P, Position, no_choices
from qwixx.rules.reasons import Reason
from qwixx.rules.ruleset import Phase
from qwixx.rules.turn import finish_turn


def take_roll(position: P, dice: Roll) -> P:
    return replace(position, phase=Phase.COMMON, dice=dice, pending=no_choices(position.players))


def own_choices(position: Position, seat: int) -> tuple[Choice, ...]:
    """Pass, or one white die plus one coloured die in the row of that colour, by colour and number."""
    sheet, dice = position.sheets[seat], position.dice
    assert dice is not None
    crosses = (
        CROSSES[colour][number]
        for colour in COLOURS
        for number in sorted(dice.sums(colour))
        if number in sheet.crossable(colour)
    )
    return (PASS, *crosses)


def why_not_own(position: Position, seat: int, choice: Choice) -> Reason | None:
    dice = position.dice
    assert dice is not None
    if not isinstance(choice, Cross):
        return None
    sums = dice.sums(choice.colour)
    if not sums:
        return reasons.DIE_REMOVED(colour=choice.colour)
    if choice.number not in sums:
        return reasons.NOT_A_SUM(colour=choice.colour, number=choice.number, possible=tuple(sorted(sums)))
    return position.sheets[seat].why_not(choice.colour, choice.number)


def choose_own(position: P, seat: int, choice: Choice) -> P:
    sheet = position.sheets[seat]
    if isinstance(choice, Cross):
        sheet = sheet.cross(choice.colour, choice.number)
    crossed = position.crossed is not None or isinstance(choice, Cross)
    return finish_turn(position, sheet, crossed, position.cards)
