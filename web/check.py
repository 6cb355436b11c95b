"""Checks the browser client without a browser: lint, format and the tests of its modules.

Run it as ``python web/check.py``; with ``--write`` it formats the code instead.
"""

import argparse
import sys

from build import MODULES, BuildError, install, run


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--write", action="store_true", help="format the code")
    arguments = parser.parse_args()
    prettier = MODULES / "prettier" / "bin" / "prettier.cjs"
    try:
        install()
        if arguments.write:
            run("formatting (prettier)", prettier, "--write", "--log-level", "warn", ".")
            return 0
        run("linting (eslint)", MODULES / "eslint" / "bin" / "eslint.js", ".")
        run("checking the format (prettier)", prettier, "--check", "--log-level", "warn", ".")
        run("testing (vitest)", MODULES / "vitest" / "vitest.mjs", "run", "--reporter", "dot")
    except BuildError as error:
        print(f"web: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
