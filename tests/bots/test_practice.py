import os
import subprocess
import sys
from pathlib import Path

SCRIPT = """
from qwixx.bots.levels import LEVELS
from qwixx.bots.practice import practise
from qwixx.bots.trained import is_compiled
from qwixx.rules.ruleset import DICE

print(is_compiled(LEVELS["novice"], DICE), end=" ")
practise("novice", DICE, 2)
print(is_compiled(LEVELS["novice"], DICE))
"""


def test_who_has_practised_is_compiled(tmp_path: Path) -> None:
    """Also one who dozes in the turns of others."""
    environment = {**os.environ, "NUMBA_CACHE_DIR": str(tmp_path)}
    printed = subprocess.check_output([sys.executable, "-c", SCRIPT], text=True, env=environment)
    assert printed == "False True\n"
