"""The transcript in docs/bot-protocol.md; ``python -m tests.bots.transcript`` regenerates it.

It contains the lines that went through the pipes in a whole game, so that it cannot be wrong.
"""

import re
import shlex
import sys
import tempfile
from pathlib import Path

from qwixx.bots import GapBot
from qwixx.bots.program import ProgramBot
from qwixx.gameplay import Game, play

DOCUMENT = Path(__file__).parent.parent.parent / "docs" / "bot-protocol.md"
PASSER = Path(__file__).parent / "passer.py"
BLOCK = re.compile(r"(```transcript\n)(.*?)(```)", re.DOTALL)
SEED = 2


def real_transcript() -> str:
    """A game in which the program passes until its fourth penalty."""
    with tempfile.TemporaryDirectory() as folder:
        log = Path(folder) / "log"
        program = ProgramBot(shlex.join([sys.executable, str(PASSER), str(log)]))
        game = Game("dice", ["passer", "gap:1,2"], seed=SEED)
        program.new_game(game.state.ruleset, players=2, seat=0, seed="5f2e9c7a1b3d4806")
        program.game_over(play(game, [program, GapBot(1, 2)]))
        program.close()
        return log.read_text(encoding="utf-8")


def documented_transcript() -> str:
    found = BLOCK.search(DOCUMENT.read_text(encoding="utf-8"))
    assert found is not None
    return found[2]


def main() -> None:
    text = DOCUMENT.read_text(encoding="utf-8")
    DOCUMENT.write_text(
        BLOCK.sub(lambda block: block[1] + real_transcript() + block[3], text), encoding="utf-8"
    )


if __name__ == "__main__":
    main()
