"""Checks the browser client without a browser: lint, format and the tests of its modules.

Run it as ``python web/check.py``; with ``--write`` it formats the code instead, and with ``--files`` it
checks some files, their types and the tests that import them.
"""

import argparse
import sys

from build import MODULES, BuildError, check, install, run

ESLINT = MODULES / "eslint" / "bin" / "eslint.js"
PRETTIER = MODULES / "prettier" / "bin" / "prettier.cjs"
VITEST = MODULES / "vitest" / "vitest.mjs"


def check_all() -> None:
    run("linting (eslint)", ESLINT, ".")
    run("checking the format (prettier)", PRETTIER, "--check", "--log-level", "warn", ".")
    run("testing (vitest)", VITEST, "run", "--reporter", "dot")


def check_files(files: list[str]) -> None:
    linted = [file for file in files if file.endswith((".ts", ".svelte", ".js"))]
    if linted:
        run("linting (eslint)", ESLINT, *linted)
    run("checking the format (prettier)", PRETTIER, "--check", "--log-level", "warn", *files)
    check()
    run("testing (vitest)", VITEST, "related", "--run", "--passWithNoTests", "--reporter", "dot", *files)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--write", action="store_true", help="format the code")
    parser.add_argument("--files", nargs="+", metavar="FILE", help="check these files only, named from web/")
    arguments = parser.parse_args()
    try:
        install()
        if arguments.write:
            run("formatting (prettier)", PRETTIER, "--write", "--log-level", "warn", ".")
        elif arguments.files:
            check_files(arguments.files)
        else:
            check_all()
    except BuildError as error:
        print(f"web: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
