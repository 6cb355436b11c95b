"""Bradley-Terry ratings, fitted by maximum likelihood, on the Elo scale."""

import numpy as np

from qwixx.compiled.structs import Floats

ELO_PER_LOGIT = 400 / np.log(10)
# A prior: one virtual draw for every pair that has met keeps the ratings finite.
VIRTUAL_DRAWS = 1.0
LONGEST_STEP = 2.0
MOST_STEPS = 100
CLOSE_ENOUGH = 1e-9


def elo(beats: Floats) -> Floats:
    """Ratings with mean 0 from ``beats[..., i, j]``, how often i beat j, a draw being half to each.

    Leading axes are separate contests, fitted all at once.
    """
    met = (beats + np.swapaxes(beats, -1, -2)) > 0
    wins = beats + met * VIRTUAL_DRAWS / 2
    games = wins + np.swapaxes(wins, -1, -2)
    strengths = np.zeros(beats.shape[:-1])
    for _ in range(MOST_STEPS):
        step = _newton_step(wins, games, strengths)
        strengths += step
        if np.abs(step).max() < CLOSE_ENOUGH:
            break
    ratings: Floats = (strengths - strengths.mean(axis=-1, keepdims=True)) * ELO_PER_LOGIT
    return ratings


def _newton_step(wins: Floats, games: Floats, strengths: Floats) -> Floats:
    """The Newton step towards the maximum, clipped; the likelihood is concave, so clipped steps converge."""
    odds = 1 / (1 + np.exp(strengths[..., None, :] - strengths[..., :, None]))
    gradient = (wins - games * odds).sum(axis=-1)
    curvature = games * odds * (1 - odds)
    count = strengths.shape[-1]
    # The Hessian is singular: 1/n fixes the mean, 1e-9 times the identity regularises bots that never met.
    hessian = np.eye(count) * curvature.sum(axis=-1)[..., None] - curvature + 1 / count + 1e-9 * np.eye(count)
    step = np.linalg.solve(hessian, gradient[..., None])[..., 0]
    longest = np.abs(step).max(axis=-1, keepdims=True)
    clipped: Floats = step * np.minimum(1, LONGEST_STEP / np.maximum(longest, CLOSE_ENOUGH))
    return clipped
