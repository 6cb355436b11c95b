"""A net that plays many dice games at once: its values of positions, and its action 2."""

import torch
from many_games import Positions, Roll, Table, shares_of_win
from torch import Tensor
from torch.nn import functional

# After a turn it is the next seat's turn.
NEXT = 1


class Player:
    """A net that chooses for all seats of many games; its weights have half precision on a GPU."""

    def __init__(self, parts: dict[str, Tensor], table: Table) -> None:
        self.kind = torch.float16 if table.device.type == "cuda" else torch.float32
        self.parts = {name: part.detach().to(table.device, self.kind) for name, part in parts.items()}
        self.parts["embedding"] = self.parts["embedding"][: table.used]
        self.table = table

    def read(self, inputs: Tensor) -> Tensor:
        """The outputs of the net: the logit of the share of the win, and the total."""
        parts = self.parts
        if self.table.device.type == "cuda":  # where sums of rows are slow
            dense = torch.zeros(len(inputs), self.table.used, device=self.table.device, dtype=self.kind)
            hidden = torch.addmm(parts["bias"], dense.scatter_(1, inputs, 1.0), parts["embedding"])
        else:
            hidden = functional.embedding_bag(inputs, parts["embedding"], mode="sum") + parts["bias"]
        inner = functional.relu(functional.linear(hidden.relu_(), parts["second"], parts["second_bias"]))
        return functional.linear(inner, parts["heads"], parts["heads_bias"]).float()

    def wins(self, at: Positions, seat: Tensor) -> Tensor:
        """The share of the win for a seat of each position after a turn.

        In double precision, like the bots' values: large logits would all become a share of 1.
        """
        read = self.read(self.table.inputs(at, seat, NEXT))[:, 0].double().sigmoid()
        return torch.where(at.ended, shares_of_win(at).gather(1, seat[:, None])[:, 0].double(), read)

    def weigh_own(self, at: Positions, roll: Roll) -> Tensor:
        """The active seat's share of the win after each action 2, minus infinity if illegal: [games, 9]."""
        legal = self.table.own_legal(at, roll)
        games, own = legal.nonzero(as_tuple=True)
        after = self.table.choose_own(at.of(games), roll.of(games), own)
        values = torch.full(legal.shape, -torch.inf, dtype=torch.double, device=self.table.device)
        values[games, own] = self.wins(after, torch.zeros_like(games))
        return values

    def best_own(self, at: Positions, roll: Roll) -> tuple[Tensor, Tensor]:
        """The best action 2, the first of equals, and its value."""
        wins, own = self.weigh_own(at, roll).max(1)
        return own, wins
