"""``python -m qwixx`` is the command ``qwixx``."""

import sys

from qwixx.cli import main

if __name__ == "__main__":
    sys.exit(main())
