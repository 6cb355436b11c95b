"""Dice games side by side on a GPU: the rules and the choices of nets once more, for thousands at a time.

Seats count from the active one, and are counted anew after every turn. ``check_many_games.py`` plays the
same rolls through the compiled engine and demands the same positions and the same choices.
"""

from dataclasses import dataclass, fields

import torch
from torch import Tensor
from torch.nn import functional

from qwixx.engine.board import AFTER, CLOSED, COLOURS, PASS, POINTS, ROWS_TO_END
from qwixx.nets.features import LEAD, POINT_STEPS, ROWS, SLOT, TURNS
from qwixx.rules.scoring import POINTS_PER_PENALTY
from qwixx.rules.sheet import PENALTY_BOXES
from qwixx.solver.rows import CELLS, MOST_STATES
from qwixx.solver.turn import FACES

# Action 1 is a pass or one of four colours; action 2 a pass or a colour with either white die.
FIRST, SECOND_ACTION = 1 + COLOURS, 1 + 2 * COLOURS


@dataclass
class Roll:
    """The dice of many games."""

    white: Tensor  # [games, 2], from 0
    coloured: Tensor  # [games, 4], from 0

    def of(self, games: Tensor) -> "Roll":
        return Roll(self.white[games], self.coloured[games])

    @property
    def total(self) -> Tensor:
        return self.white.sum(1)


@dataclass
class Positions:
    """Positions of many games between turns, or after one."""

    rows: Tensor  # [games, seats, 4]
    points: Tensor  # [games, seats]
    penalties: Tensor  # [games, seats]
    closed: Tensor  # [games, 4]
    ended: Tensor  # [games]

    def of(self, games: Tensor) -> "Positions":
        return Positions(*(getattr(self, field.name)[games] for field in fields(self)))

    def copy(self) -> "Positions":
        return Positions(*(getattr(self, field.name).clone() for field in fields(self)))

    def passed_on(self) -> "Positions":
        """The next seat becomes the first."""
        turned = {name: getattr(self, name).roll(-1, 1) for name in ("rows", "points", "penalties")}
        return Positions(**turned, closed=self.closed, ended=self.ended)

    def begun_anew(self, where: Tensor) -> "Positions":
        """The same positions, but the first of a game in some places."""
        parts = (getattr(self, field.name) for field in fields(self))
        return Positions(*(part.masked_fill(where.view(-1, *[1] * (part.dim() - 1)), 0) for part in parts))

    @property
    def players(self) -> int:
        return self.rows.shape[1]

    def __len__(self) -> int:
        return len(self.rows)


def new_positions(games: int, players: int, device: torch.device) -> Positions:
    whole = {"dtype": torch.long, "device": device}
    return Positions(
        rows=torch.zeros(games, players, COLOURS, **whole),
        points=torch.zeros(games, players, **whole),
        penalties=torch.zeros(games, players, **whole),
        closed=torch.zeros(games, COLOURS, dtype=torch.bool, device=device),
        ended=torch.zeros(games, dtype=torch.bool, device=device),
    )


class Table:
    """What is looked up on a device."""

    def __init__(self, players: int, device: torch.device) -> None:
        self.players, self.device = players, device
        self.after = torch.tensor(AFTER, dtype=torch.long, device=device)
        self.gain = torch.tensor(POINTS, dtype=torch.long, device=device)
        self.turns = torch.tensor(TURNS, dtype=torch.long, device=device)
        self.colours = torch.arange(COLOURS, device=device)
        self.seats = torch.arange(players, device=device)
        # The inputs of cards, the last ones, are never on.
        self.used = players * SLOT + LEAD + POINT_STEPS

    def cell(self, colour: Tensor, number: Tensor) -> Tensor:
        return torch.where(colour < 2, number, CELLS - 1 - number)

    def cross(self, at: Positions, seat: int, colour: Tensor, number: Tensor) -> tuple[Tensor, Tensor]:
        """Cross a number where it may be; a colour of PASS is none. Whether it was, and whether it locked."""
        games = torch.arange(len(at), device=self.device)
        chosen = colour.clamp(min=0)
        row, cell = at.rows[games, seat, chosen], self.cell(chosen, number.clamp(min=0))
        after = self.after[row, cell]
        made = (colour != PASS) & (after >= 0)
        at.rows[games, seat, chosen] = torch.where(made, after, row)
        at.points[:, seat] += torch.where(made, self.gain[row, cell], 0)
        return made, made & (after == CLOSED)

    def play(self, before: Positions, roll: Roll, commons: Tensor, own: Tensor) -> Positions:
        """A whole turn: what each seat crosses in action 1, and the active one's action 2 as a number."""
        at = before.copy()
        games = torch.arange(len(at), device=self.device)
        total, crossed = roll.total, torch.zeros_like(at.ended)
        for seat in range(self.players):
            made, locked = self.cross(at, seat, commons[:, seat], total)
            crossed = made if seat == 0 else crossed
            at.closed[games, commons[:, seat].clamp(min=0)] |= locked
        at.ended = at.closed.sum(1) >= ROWS_TO_END
        colour, number = self.own_cross(roll, own)
        possible = ~at.ended & ~at.closed[games, colour.clamp(min=0)]
        made, locked = self.cross(at, 0, torch.where(possible, colour, PASS), number)
        at.closed[games, colour.clamp(min=0)] |= locked
        missed = ~at.ended & ~crossed & ~made
        at.penalties[:, 0] += missed
        at.points[:, 0] += missed * POINTS_PER_PENALTY
        at.ended = (at.closed.sum(1) >= ROWS_TO_END) | (at.penalties[:, 0] == PENALTY_BOXES)
        return at

    def own_cross(self, roll: Roll, own: Tensor) -> tuple[Tensor, Tensor]:
        """The colour and number of an action 2; PASS for none."""
        games = torch.arange(len(own), device=self.device)
        option = (own - 1).clamp(min=0)
        colour, white = option // 2, option % 2
        number = roll.white[games, white] + roll.coloured[games, colour]
        return torch.where(own == 0, PASS, colour), number

    def common_legal(self, at: Positions, roll: Roll) -> Tensor:
        """Which colours each seat may choose in action 1: [games, seats, 4]."""
        cells = self.cell(self.colours, roll.total[:, None])
        return (self.after[at.rows, cells[:, None, :]] >= 0) & ~at.closed[:, None, :]

    def turn_legal(self, at: Positions, roll: Roll) -> Tensor:
        """Which pairs of actions the active seat may choose: [games, 5, 9]."""
        common = self.common_legal(at, roll)[:, 0]
        cells = self.cell(self.colours, roll.total[:, None])
        row = at.rows[:, 0]
        with_common = torch.where(common, self.after[row, cells], row)
        numbers = roll.white[:, None, :] + roll.coloured[:, :, None]
        own_cells = self.cell(self.colours[:, None], numbers)
        alone = self.after[row[:, :, None], own_cells] >= 0
        after_it = self.after[with_common[:, :, None], own_cells] >= 0
        same = self.colours[:, None] == self.colours
        own = torch.where(same[None, :, :, None], after_it[:, None], alone[:, None])
        own = torch.cat([alone[:, None], own], 1) & ~at.closed[:, None, :, None]
        own[..., 1] &= (roll.white[:, 0] != roll.white[:, 1])[:, None, None]
        legal = torch.ones(len(at), FIRST, SECOND_ACTION, dtype=torch.bool, device=self.device)
        legal[:, :, 1:] = own.flatten(2)
        legal[:, 1:] &= common[:, :, None]
        return legal

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


def shares_of_win(at: Positions) -> Tensor:
    """What each seat has won: a tie is shared."""
    won = (at.points == at.points.max(1, keepdim=True).values).float()
    return won / won.sum(1, keepdim=True)


class Player:
    """A net with half precision that chooses for all seats of many games."""

    def __init__(self, parts: dict[str, Tensor], table: Table) -> None:
        self.kind = torch.float16 if table.device.type == "cuda" else torch.float32
        self.parts = {name: part.detach().to(table.device, self.kind) for name, part in parts.items()}
        self.parts["embedding"] = self.parts["embedding"][: table.used]
        self.table = table

    def read(self, inputs: Tensor) -> Tensor:
        parts = self.parts
        if self.table.device.type == "cuda":  # where summing rows took most of the time
            dense = torch.zeros(len(inputs), self.table.used, device=self.table.device, dtype=self.kind)
            hidden = torch.addmm(parts["bias"], dense.scatter_(1, inputs, 1.0), parts["embedding"])
        else:
            hidden = functional.embedding_bag(inputs, parts["embedding"], mode="sum") + parts["bias"]
        inner = functional.relu(functional.linear(hidden.relu_(), parts["second"], parts["second_bias"]))
        return functional.linear(inner, parts["heads"], parts["heads_bias"]).float()

    def wins(self, at: Positions, seat: Tensor, active: int) -> Tensor:
        """The share of the win for a seat of each position, before the roll of the active seat."""
        read = self.read(self.table.inputs(at, seat, active))[:, 0].sigmoid()
        return torch.where(at.ended, shares_of_win(at).gather(1, seat[:, None])[:, 0], read)

    def best_turn(
        self, at: Positions, roll: Roll, commons: Tensor, common: Tensor | None = None
    ) -> tuple[Tensor, Tensor]:
        """The active seat's best pair of actions if the others choose so, or action 2 after ``common``."""
        legal = self.table.turn_legal(at, roll)
        if common is not None:
            first = torch.arange(FIRST, device=at.rows.device) - 1
            legal &= (first == common[:, None])[:, :, None]
        games, first, own = legal.nonzero(as_tuple=True)
        tried = commons[games]
        tried[:, 0] = first - 1
        after = self.table.play(at.of(games), roll.of(games), tried, own)
        values = torch.full(legal.shape, -1.0, device=at.rows.device)
        values[games, first, own] = self.wins(after, torch.zeros_like(games), 1 % self.table.players)
        best = values.flatten(1).argmax(1)
        return best // SECOND_ACTION - 1, best % SECOND_ACTION

    def replies(self, at: Positions, roll: Roll, commons: Tensor, own: Tensor) -> Tensor:
        """The other seats' best common choices, if all else goes as guessed: one seat after the other."""
        commons = commons.clone()
        legal = self.table.common_legal(at, roll)
        legal = torch.cat([torch.ones_like(legal[..., :1]), legal], 2)
        for seat in range(1, self.table.players):
            games, choice = legal[:, seat].nonzero(as_tuple=True)
            tried = commons[games]
            tried[:, seat] = choice - 1
            after = self.table.play(at.of(games), roll.of(games), tried, own[games])
            values = torch.full((len(at), FIRST), -1.0, device=at.rows.device)
            values[games, choice] = self.wins(after, torch.full_like(games, seat), 1)
            commons[:, seat] = values.argmax(1) - 1
        return commons

    def commons(self, at: Positions, roll: Roll) -> Tensor:
        """What all seats choose in action 1: the best answer to what the others seem to want, twice over."""
        commons = torch.full((len(at), self.table.players), PASS, device=at.rows.device)
        games = torch.arange(len(at), device=at.rows.device)
        for _ in range(2):
            here, dice, chosen = at.of(games), roll.of(games), commons[games]
            chosen[:, 0], own = self.best_turn(here, dice, chosen)
            commons[games] = self.replies(here, dice, chosen, own)
            # Where the others pass, as was assumed at first, everybody would choose the same again.
            games = (commons[:, 1:] != PASS).any(1).nonzero()[:, 0]
        return commons


def throw(games: int, device: torch.device, luck: torch.Generator) -> Roll:
    dice = torch.randint(FACES, (games, 2 + COLOURS), device=device, generator=luck)
    return Roll(dice[:, :2], dice[:, 2:])
