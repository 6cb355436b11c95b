"""The page of files: programs to start from, what hosts need, and whatever else a page links to."""

from collections.abc import Iterable
from pathlib import Path

PAGE = "reference/files.md"
FOLDERS = ("examples", "deploy")
LANGUAGES = {".py": "python", ".c": "c", ".yml": "yaml", ".toml": "toml", ".json": "json", ".sh": "sh"}
INTRODUCTION = """# Files

Programs to start from and what hosts need, as they are in the repository.
"""


def anchor(file: str) -> str:
    """The anchor of a file's section."""
    return file.replace("/", "-").lower()


def page(root: Path, linked: Iterable[str]) -> str:
    """The page of all files of some folders, and of those that are linked."""
    here = {
        path.relative_to(root).as_posix()
        for folder in FOLDERS
        for path in (root / folder).iterdir()
        if path.is_file()
    }
    return "\n".join([INTRODUCTION, *(_section(root, file) for file in sorted({*here, *linked}))])


def _section(root: Path, file: str) -> str:
    text = (root / file).read_text(encoding="utf-8").rstrip()
    language = LANGUAGES.get(Path(file).suffix, "text")
    return f"## {file} {{ #{anchor(file)} }}\n\n````{language}\n{text}\n````\n"
