"""Observations as vectors of numbers from 0 to 1; docs/environments.md has the layout."""

from functools import lru_cache
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from qwixx.compiled.rows import CELLS, LOWEST
from qwixx.rules.cards import PACK_ORDER, in_pack_order, pack
from qwixx.rules.chance import FACES
from qwixx.rules.colours import COLOURS
from qwixx.rules.errors import InputError
from qwixx.rules.position import DISPLAY_PLACES, HAND_TO_PLAY
from qwixx.rules.ruleset import Phase, Ruleset, ruleset
from qwixx.rules.sheet import PENALTY_BOXES, Sheet
from qwixx.rules.view import View

Vector: TypeAlias = npt.NDArray[np.float32]

SHEET_CELLS = len(COLOURS) * CELLS
SHEET = SHEET_CELLS + PENALTY_BOXES
BACKS = 1 + CELLS


class Observations:
    """The layout of a game's observations for a number of players; ``fields`` names its parts.

    Observations are made from a `View` alone, so they cannot leak hidden information. The seat's own sheet
    comes first, then the others in turn order.

    >>> Observations("dice", players=2).fields["coloured_dice"]
    slice(26, 50, None)
    >>> [Observations("cards", players).size for players in (2, 3)]
    [312, 373]
    """

    def __init__(self, game: str | Ruleset, players: int) -> None:
        rules = ruleset(game)
        rules.check_players(players)
        self._rules = rules
        self._phases = {phase: at for at, phase in enumerate(decision_phases(rules))}
        self._has_cards = rules.has_cards
        self._pack = len(pack(rules.jokers))
        self._card = len(COLOURS) + rules.jokers + CELLS
        self.players = players
        self.fields: dict[str, slice] = {}
        """Where each field lies in an observation."""
        self.size: int = 0
        """How many numbers an observation has."""
        for name, width in self._widths():
            self.fields[name] = slice(self.size, self.size + width)
            self.size += width
        self._at: dict[str, int] = {name: part.start for name, part in self.fields.items()}
        self._seats = self._at["seat_0"]
        self._seat_width = (self.size - self._seats) // players

    def __repr__(self) -> str:
        return f"Observations({self._rules!r}, {self.players})"

    def _widths(self) -> list[tuple[str, int]]:
        table = [("phase", len(self._phases)), ("crossed", 1), ("common_number", CELLS)]
        seat = SHEET + 1
        if self._has_cards:
            table += [("deck_top", CELLS), ("deck_count", 1), ("shown", self._pack)]
            table += [("display", DISPLAY_PLACES * CELLS), ("hand", HAND_TO_PLAY * self._card)]
            seat += BACKS
        else:
            table += [("white_dice", 2 * len(FACES)), ("coloured_dice", len(COLOURS) * len(FACES))]
            table += [("closed_rows", len(COLOURS))]
        return table + [(f"seat_{after}", seat) for after in range(self.players)]

    def vector(self, view: View) -> Vector:
        """A seat's view in numbers; InputError if it is of another game or table, or a spectator's."""
        if view.seat is None or len(view.sheets) != self.players or view.ruleset.has_cards != self._has_cards:
            raise InputError("the view is no seat's, or not of a game with these rules and so many players")
        vector = np.zeros(self.size, np.float32)
        ones: list[int] = []
        if view.phase in self._phases:
            ones.append(self._phases[view.phase])
        if view.crossed is not None:
            ones.append(self._at["crossed"])
        if view.common_number is not None:
            ones.append(self._at["common_number"] + view.common_number - LOWEST)
        if self._has_cards:
            ones += self._cards(view)
            self._count_cards(view, vector)
        else:
            ones += self._dice(view)
        self._write_seats(view, vector)
        vector[ones] = 1
        return vector

    def _dice(self, view: View) -> list[int]:
        closed = self._at["closed_rows"]
        ones = [closed + colour for colour in view.closed_rows]
        if view.dice is not None:
            faces = (*view.dice.white, *view.dice.colours)
            first = self._at["white_dice"] - FACES[0]
            ones += [first + len(FACES) * die + face for die, face in enumerate(faces) if face is not None]
        return ones

    def _cards(self, view: View) -> list[int]:
        at, ones = self._at, []
        if view.deck_top is not None:
            ones.append(at["deck_top"] + view.deck_top - LOWEST)
        for place, number in enumerate(view.display):
            if number is not None:
                ones.append(at["display"] + CELLS * place + number - LOWEST)
        ones += [at["shown"] + PACK_ORDER[card] for card in view.shown]
        for slot, card in enumerate(in_pack_order(view.hand)):
            first = at["hand"] + self._card * slot
            ones += (
                first + (card.colour if card.colour is not None else len(COLOURS)),
                first + self._card - CELLS + card.number - LOWEST,
            )
        return ones

    def _count_cards(self, view: View, vector: Vector) -> None:
        vector[self._at["deck_count"]] = view.deck_count / self._pack
        for seat, size in enumerate(view.hand_sizes):
            numbers = view.hand_numbers[seat] if view.hand_numbers is not None else ()
            first = self._seat(view, seat) + SHEET + 1
            vector[first : first + BACKS] = _backs(size, numbers)

    def _write_seats(self, view: View, vector: Vector) -> None:
        for seat, sheet in enumerate(view.sheets):
            first = self._seat(view, seat)
            vector[first : first + SHEET] = _sheet(sheet)
        vector[self._seat(view, view.active) + SHEET] = 1

    def _seat(self, view: View, seat: int) -> int:
        assert view.seat is not None
        return self._seats + self._seat_width * ((seat - view.seat) % self.players)


def decision_phases(rules: Ruleset) -> tuple[Phase, ...]:
    """The phases of a turn in which players decide, in order."""
    return tuple(phase for phase in rules.turn if phase is not Phase.ROLL)


# A turn changes few sheets and hands, and every step shows all of them.
@lru_cache(maxsize=1 << 14)
def _sheet(sheet: Sheet) -> Vector:
    """The cells of all rows as printed, left to right, then the penalty boxes."""
    block = np.zeros(SHEET, np.float32)
    for colour, row in zip(COLOURS, sheet.rows, strict=True):
        block[[CELLS * colour + colour.place(number) for number in row]] = 1
    block[SHEET_CELLS : SHEET_CELLS + sheet.penalties] = 1
    return block


@lru_cache(maxsize=1 << 14)
def _backs(size: int, numbers: tuple[int, ...]) -> Vector:
    """The size of a hand, and the number of cards of each number as far as that is public."""
    block = np.zeros(BACKS, np.float32)
    block[0] = size / HAND_TO_PLAY
    for number in set(numbers):
        block[1 + number - LOWEST] = numbers.count(number) / HAND_TO_PLAY
    return block
