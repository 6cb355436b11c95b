"""``python -m docsite [FOLDER]``: build the site, in ``build/docs`` if no folder is named."""

import sys
from pathlib import Path

from docsite.build import DEFAULT, build


def main() -> int:
    """Build the site and say where it is; the exit status."""
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else DEFAULT
    problems = build(folder)
    for problem in problems:
        print(problem, file=sys.stderr)
    if problems:
        print(f"{len(problems)} problems: the site is not complete", file=sys.stderr)
        return 1
    print(f"built: {folder / 'html' / 'index.html'}")
    print(f"with search: python3 -m http.server --bind 127.0.0.1 --directory {folder / 'html'}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
