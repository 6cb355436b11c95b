"""The net in PyTorch and its optimiser."""

from typing import Any

import numpy as np
import torch
from torch.nn import functional

from qwixx.nets.features import count_features
from qwixx.nets.weights import Weights, shapes

# The share of the win matters most; the total is learned beside it.
TOTAL_WEIGHT = 0.15


class Learner:
    """Weights, their slow mean, and Adam. Inputs are dense on a GPU and sparse on a CPU."""

    def __init__(self, players: int, width: int, inner: int, seed: int, mean_decay: float = 0.999) -> None:
        torch.manual_seed(seed)
        torch.set_float32_matmul_precision("high")
        self.device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
        self.features, self.width, self.mean_decay = count_features(players), width, mean_decay
        scales = {"embedding": 0.1, "second": (2 / width) ** 0.5, "heads": inner**-0.5}
        self.parts = {
            name: (torch.randn(shape) * scales.get(name, 0.0)).to(self.device).requires_grad_()
            for name, shape in shapes(players, width, inner).items()
        }
        self.mean = {name: part.detach().clone() for name, part in self.parts.items()}
        self.optimiser = torch.optim.Adam(list(self.parts.values()), lr=1e-3, betas=(0.9, 0.99), fused=True)
        self.steps = 0
        self.used = np.zeros(self.features, dtype=bool)

    def start_from(self, weights: Weights) -> None:
        """Start from weights; additional inner units are new, with zero weights in the heads."""
        inner, parts = len(weights["second_bias"]), self.parts
        taken = {
            "second": parts["second"][:inner],
            "second_bias": parts["second_bias"][:inner],
            "heads": parts["heads"][:, :inner],
        }
        with torch.no_grad():
            parts["heads"].zero_()
            for name, part in (parts | taken).items():
                part.copy_(torch.from_numpy(weights[name]))
            for name, part in parts.items():
                self.mean[name].copy_(part)

    def weights(self, *, mean: bool) -> Weights:
        parts = self.mean if mean else self.parts
        return {name: part.detach().cpu().numpy().copy() for name, part in parts.items()}

    def learn(self, active: torch.Tensor, targets: torch.Tensor, batch: int, rate: float) -> float:
        """One epoch over samples in random order; the mean loss. Features below 0 are padding."""
        for group in self.optimiser.param_groups:
            group["lr"] = rate
        places, wanted = active.to(self.device), targets.to(self.device)
        self.used[places[places >= 0].unique().long().cpu().numpy()] = True
        order = torch.randperm(len(places), device=self.device)
        losses = []
        for some in order.split(batch):
            loss = self._loss(places[some].long(), wanted[some])
            self.optimiser.zero_grad(set_to_none=True)
            loss.backward()
            self.optimiser.step()
            self._move_mean()
            losses.append(loss.detach())
        return float(torch.stack(losses).mean())

    def _loss(self, places: torch.Tensor, wanted: torch.Tensor) -> torch.Tensor:
        outputs = self._forward(places)
        win = functional.binary_cross_entropy_with_logits(outputs[:, 0], wanted[:, 0])
        return win + TOTAL_WEIGHT * functional.mse_loss(outputs[:, 1], wanted[:, 1])

    def _forward(self, places: torch.Tensor) -> torch.Tensor:
        parts = self.parts
        active = places >= 0
        if self.device.type == "cuda":
            dense = torch.zeros(len(places), self.features, device=self.device)
            dense.scatter_add_(1, places.clamp(min=0), active.float())
            hidden = dense @ parts["embedding"] + parts["bias"]
        else:
            flat, starts = places[active], functional.pad(active.sum(1).cumsum(0)[:-1], (1, 0))
            hidden = functional.embedding_bag(flat, parts["embedding"], starts, mode="sum") + parts["bias"]
        inner = functional.relu(
            functional.linear(functional.relu(hidden), parts["second"], parts["second_bias"])
        )
        return functional.linear(inner, parts["heads"], parts["heads_bias"])

    def _move_mean(self) -> None:
        self.steps += 1
        decay = min(self.mean_decay, (1 + self.steps) / (10 + self.steps))
        with torch.no_grad():
            for name, part in self.parts.items():
                self.mean[name].lerp_(part, 1 - decay)

    def state(self) -> dict[str, Any]:
        """The state of a checkpoint."""
        return {
            "parts": {name: part.detach().cpu() for name, part in self.parts.items()},
            "mean": {name: part.cpu() for name, part in self.mean.items()},
            "optimiser": self.optimiser.state_dict(),
            "steps": self.steps,
            "used": self.used,
            "luck": torch.get_rng_state(),
        }

    def resume(self, state: dict[str, Any]) -> None:
        self.start_from({name: part.numpy() for name, part in state["parts"].items()})
        for name, part in state["mean"].items():
            self.mean[name] = part.to(self.device)
        self.optimiser.load_state_dict(state["optimiser"])
        self.steps, self.used = state["steps"], state["used"]
        torch.set_rng_state(state["luck"])
