"""One choice that nobody waits for, so that all others are made without a wait."""

from qwixx.bots.registry import make_bot
from qwixx.gameplay import Game, ask
from qwixx.rules.ruleset import Ruleset


def practise(bot: str, rules: Ruleset, players: int) -> None:
    """Load, compile or solve what a bot needs in such games."""
    state = Game(rules, [f"seat {number}" for number in range(1, players + 1)], seed=1).advance()
    # The active seat: one who dozes in the turns of others needs nothing there.
    ask(make_bot(bot), state, state.active)
