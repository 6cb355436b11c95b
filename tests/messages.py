"""The words of the browser client, read from its files: tests find controls by them in any language."""

import re
from pathlib import Path

from tests.test_client import LANGUAGES, WEB

__all__ = ["LANGUAGES", "messages"]

MESSAGE = re.compile(r"^  '([^']+)': '(.*)',$", re.MULTILINE)


def messages(language: str) -> dict[str, str]:
    """Every message of a language by its key, with its places as they are."""
    folder: Path = WEB / "src" / "messages" / language
    texts = (path.read_text(encoding="utf-8") for path in folder.rglob("*.ts"))
    return {key: text for file in texts for key, text in MESSAGE.findall(file)}
