"""The dice game as tensors: the rules once more, for thousands of games side by side on a GPU.

Seats count from the active one, so they are renumbered after every turn. ``tests/training`` plays the same
rolls through the compiled engine and compares positions and legal choices.
"""

from dataclasses import dataclass, fields

import torch
from torch import Tensor

from qwixx.compiled.cells import COLOURS, FACES
from qwixx.compiled.rows import CELLS, IMPOSSIBLE, MOST_STATES, ROWS_TO_END
from qwixx.engine.board import AFTER, CLOSED, CROSS_POINTS, PASS
from qwixx.nets.features import LEAD, POINT_STEPS, ROWS, SLOT, SYMMETRIES
from qwixx.rules.scoring import POINTS_PER_PENALTY
from qwixx.rules.sheet import PENALTY_BOXES


@dataclass
class Roll:
    """The dice of many games."""

    white: Tensor  # [games, 2], from 0, the lower one first: the rules list choices in that order
    coloured: Tensor  # [games, 4], from 0

    def of(self, games: Tensor) -> "Roll":
        return Roll(self.white[games], self.coloured[games])

    @property
    def total(self) -> Tensor:
        return self.white.sum(1)


@dataclass
class Positions:
    """Positions of many games: between turns, or between the two actions of one."""

    rows: Tensor  # [games, seats, 4]
    points: Tensor  # [games, seats]
    penalties: Tensor  # [games, seats]
    closed: Tensor  # [games, 4]
    active: Tensor  # [games]: where the active seat sits at its table
    crossed: Tensor  # [games]: the active seat has crossed in action 1
    ended: Tensor  # [games]

    def of(self, games: Tensor) -> "Positions":
        return Positions(*(getattr(self, field.name)[games] for field in fields(self)))

    def copy(self) -> "Positions":
        return Positions(*(getattr(self, field.name).clone() for field in fields(self)))

    def for_next_turn(self) -> "Positions":
        """The positions with the next seat as the first."""
        return Positions(
            rows=self.rows.roll(-1, 1),
            points=self.points.roll(-1, 1),
            penalties=self.penalties.roll(-1, 1),
            closed=self.closed,
            active=(self.active + 1) % self.players,
            crossed=torch.zeros_like(self.crossed),
            ended=self.ended,
        )

    def with_new_games(self, where: Tensor) -> "Positions":
        """The positions with new games where ``where`` is true."""
        parts = (getattr(self, field.name) for field in fields(self))
        return Positions(*(part.masked_fill(where.view(-1, *[1] * (part.dim() - 1)), 0) for part in parts))

    @property
    def players(self) -> int:
        return int(self.rows.shape[1])

    @property
    def places(self) -> Tensor:
        """Where each seat sits at its table: [games, seats]."""
        seats = torch.arange(self.players, device=self.active.device)
        return (seats + self.active[:, None]) % self.players

    def __len__(self) -> int:
        return len(self.rows)


def new_positions(games: int, players: int, device: torch.device) -> Positions:
    return Positions(
        rows=torch.zeros(games, players, COLOURS, dtype=torch.long, device=device),
        points=torch.zeros(games, players, dtype=torch.long, device=device),
        penalties=torch.zeros(games, players, dtype=torch.long, device=device),
        closed=torch.zeros(games, COLOURS, dtype=torch.bool, device=device),
        active=torch.zeros(games, dtype=torch.long, device=device),
        crossed=torch.zeros(games, dtype=torch.bool, device=device),
        ended=torch.zeros(games, dtype=torch.bool, device=device),
    )


class Table:
    """The rules for so many players, with their lookup tables on a device.

    A choice of action 1 is PASS or a colour; an action 2 is 0 for a pass, or 1 + 2 * colour + white die.
    """

    def __init__(self, players: int, device: torch.device) -> None:
        self.players, self.device = players, device
        self.after = torch.tensor(AFTER, dtype=torch.long, device=device)
        self.gain = torch.tensor(CROSS_POINTS, dtype=torch.long, device=device)
        self.turns = torch.tensor(SYMMETRIES, dtype=torch.long, device=device)
        self.colours = torch.arange(COLOURS, device=device)
        self.seats = torch.arange(players, device=device)
        # The inputs of cards, the last ones, are never on.
        self.used = players * SLOT + LEAD + POINT_STEPS

    def common_cells(self, roll: Roll) -> Tensor:
        """The cell of the common number in each row: [games, 4]."""
        return self._cell(self.colours, roll.total[:, None])

    def common_legal(self, at: Positions, roll: Roll) -> Tensor:
        """Whether each seat may pass, as it always may, and choose each colour: [games, seats, 5]."""
        cells = self.common_cells(roll)[:, None, :]
        colours = (self.after[at.rows, cells] != IMPOSSIBLE) & ~at.closed[:, None, :]
        return torch.cat([torch.ones_like(colours[..., :1]), colours], 2)

    def resolve_common(self, before: Positions, roll: Roll, commons: Tensor) -> Positions:
        """After action 1, in which all seats have made a legal choice: [games, seats]."""
        at = before.copy()
        self._cross(at, commons, roll.total[:, None])
        at.crossed = commons[:, 0] != PASS
        at.ended = at.closed.sum(1) >= ROWS_TO_END
        return at

    def own_legal(self, at: Positions, roll: Roll) -> Tensor:
        """Which actions 2 the active seat may choose after action 1: [games, 9]."""
        cells = self._cell(self.colours[:, None], roll.white[:, None, :] + roll.coloured[:, :, None])
        crosses = self.after[at.rows[:, 0, :, None], cells] != IMPOSSIBLE
        crosses &= ~at.closed[:, :, None] & ~at.ended[:, None, None]
        crosses[..., 1] &= (roll.white[:, 0] != roll.white[:, 1])[:, None]
        crosses = crosses.flatten(1)
        return torch.cat([torch.ones_like(crosses[:, :1]), crosses], 1)

    def choose_own(self, before: Positions, roll: Roll, own: Tensor) -> Positions:
        """After action 2, which is a pass where the game is over or the die has left the table."""
        at = before.copy()
        colour, number = self.own_cross(roll, own)
        is_out = at.ended | at.closed.gather(1, colour.clamp(min=0)[:, None])[:, 0]
        colour = torch.where(is_out, PASS, colour)
        self._cross(at, colour[:, None], number[:, None])
        missed = ~at.ended & ~at.crossed & (colour == PASS)
        at.penalties[:, 0] += missed
        at.points[:, 0] += missed * POINTS_PER_PENALTY
        at.ended = (at.closed.sum(1) >= ROWS_TO_END) | (at.penalties[:, 0] == PENALTY_BOXES)
        return at

    def own_cross(self, roll: Roll, own: Tensor) -> tuple[Tensor, Tensor]:
        """The colour of an action 2, PASS for none, and its number."""
        option = (own - 1).clamp(min=0)
        colour, white = option // 2, option % 2
        number = roll.white.gather(1, white[:, None]) + roll.coloured.gather(1, colour[:, None])
        return torch.where(own == 0, PASS, colour), number[:, 0]

    def inputs(self, at: Positions, seat: Tensor, active: int, turned: Tensor | None = None) -> Tensor:
        """The inputs of the net for a seat of each position, as ``features.write_features`` lists them."""
        games = torch.arange(len(at), device=self.device)[:, None]
        order = (seat[:, None] + self.seats) % self.players
        starts = self.seats * SLOT
        rows = torch.where(at.closed[:, None, :], CLOSED, at.rows[games, order])
        colours = self.colours.expand(len(at), -1) if turned is None else self.turns[turned]
        rows = rows + colours[:, None, :] * MOST_STATES + starts[:, None]
        penalties = at.penalties[games, order] + starts + ROWS
        points = at.points[games, order]
        leads = points[:, :1] - points + POINT_STEPS // 2
        leads[:, 0] = points[:, 0]
        leads = leads.clamp(0, POINT_STEPS - 1) + starts + ROWS + PENALTY_BOXES
        table = self.players * SLOT
        whose = (active - seat) % self.players + table
        lead = points[:, 0] - points[:, 1:].max(1).values + POINT_STEPS // 2
        lead = lead.clamp(0, POINT_STEPS - 1) + table + LEAD
        return torch.cat([rows.flatten(1), penalties, leads, whose[:, None], lead[:, None]], 1)

    def _cell(self, colour: Tensor, number: Tensor) -> Tensor:
        return torch.where(colour < 2, number, CELLS - 1 - number)

    def _cross(self, at: Positions, colours: Tensor, number: Tensor) -> None:
        """Let the first seats, as many as ``colours`` has columns, cross a number; PASS crosses none."""
        rows, chosen = at.rows[:, : colours.shape[1]], colours.clamp(min=0)
        row, cell = rows.gather(2, chosen[..., None])[..., 0], self._cell(chosen, number)
        made, after = colours != PASS, self.after[row, cell]
        rows.scatter_(2, chosen[..., None], torch.where(made, after, row)[..., None])
        at.points[:, : colours.shape[1]] += torch.where(made, self.gain[row, cell], 0)
        locked = made & (after == CLOSED)
        at.closed |= (locked[..., None] & (chosen[..., None] == self.colours)).any(1)


def shares_of_win(at: Positions) -> Tensor:
    """Each seat's share of the win; a tie is shared."""
    won = (at.points == at.points.max(1, keepdim=True).values).float()
    return won / won.sum(1, keepdim=True)


def roll_dice(games: int, device: torch.device, rng: torch.Generator) -> Roll:
    dice = torch.randint(FACES, (games, 2 + COLOURS), device=device, generator=rng)
    return Roll(dice[:, :2].sort(1).values, dice[:, 2:])
