"""The browser client as far as Python sees it: how it is built, and its words in all languages."""

import importlib.util
import re
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from types import ModuleType

import pytest

WEB = Path(__file__).parent.parent / "web"
MESSAGES = WEB / "src" / "messages"
PARTS = ("app", "play", "coach")
MESSAGE = re.compile(r"""^\s+'([^']+)':\s*('(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")""", re.MULTILINE)
# A message that says the same without a value, in a language that needs no word for it.
WITHOUT = {("de", "reason.not_a_sum"): {"die"}}


def load_build() -> ModuleType:
    spec = importlib.util.spec_from_file_location("web_build", WEB / "build.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def build(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """web/build.py with an old page, and with a vite that writes a chunk of each kind."""
    module = load_build()
    monkeypatch.setattr(module, "STATIC", tmp_path / "static")
    monkeypatch.setattr(module, "NEW", tmp_path / "new")
    (tmp_path / "static").mkdir()
    (tmp_path / "static" / "index.html").write_text("old")

    def vite(what: str, *command: object) -> None:
        (tmp_path / "new").mkdir(exist_ok=True)
        (tmp_path / "new" / "index.html").write_text("new")
        for chunk in ("index-1.js", "lazy-1.js", "coach.de-1.js", *(f"{each}-1.js" for each in LANGUAGES)):
            (tmp_path / "new" / chunk).write_text(chunk)

    monkeypatch.setattr(module, "run", vite)
    monkeypatch.setattr(module, "install", lambda: None)
    monkeypatch.setattr("sys.argv", ["build.py", "--no-check"])
    return module


LANGUAGES: tuple[str, ...] = load_build().languages()


def test_languages_are_those_of_the_client() -> None:
    source = (WEB / "src" / "i18n.svelte.ts").read_text(encoding="utf-8")
    union = re.search(r"type Language = (.*)", source)
    assert union is not None
    assert set(LANGUAGES) == set(re.findall(r"'(\w+)'", union[1]))
    assert len(LANGUAGES) >= 4


def test_a_visit_loads_one_language_and_no_coach(build: ModuleType) -> None:
    build.build()
    (build.NEW / "de-1.js").write_bytes(bytes(range(256)))
    before = build.compressed_size()
    (build.NEW / "pt-1.js").write_bytes(bytes(range(128)))
    (build.NEW / "lazy-1.js").write_bytes(bytes(range(256)))
    assert build.compressed_size() == before
    (build.NEW / "index-1.js").write_bytes(bytes(range(256)))
    assert build.compressed_size() > before


def test_a_new_page_takes_the_place_of_the_old_one(build: ModuleType) -> None:
    assert build.main() == 0
    assert (build.STATIC / "index.html").read_text() == "new"
    assert not build.NEW.exists()


def test_a_page_that_is_too_large_is_not_left_behind(
    build: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(build, "LARGEST", 10)
    assert build.main() == 1
    assert "more than the 0 kB" in capsys.readouterr().err
    assert (build.STATIC / "index.html").read_text() == "old", "make would take a new one for finished"


def messages(language: str) -> dict[str, str]:
    """Every message of a language, with its quotes."""
    texts = ((MESSAGES / f"{part}.{language}.ts").read_text(encoding="utf-8") for part in PARTS)
    found: Iterator[tuple[str, str]] = chain.from_iterable(map(MESSAGE.findall, texts))
    return dict(found)


def places(message: str) -> set[str]:
    """The values that a message has places for: ``{name}`` and ``{count|one|many}``."""
    return set(re.findall(r"\{(\w+)", message))


def test_every_message_is_found() -> None:
    lines = ((MESSAGES / f"{part}.en.ts").read_text(encoding="utf-8").count("':") for part in PARTS)
    assert len(messages("en")) == sum(lines) > 400


@pytest.mark.parametrize("language", sorted({*LANGUAGES} - {"en"}))
def test_messages_have_the_same_places_in_every_language(language: str) -> None:
    english, translated = messages("en"), messages(language)
    assert translated.keys() == english.keys()
    wrong = {
        key: text
        for key, text in translated.items()
        if places(text) != places(english[key]) - WITHOUT.get((language, key), set())
    }
    assert wrong == {}


@pytest.mark.parametrize("language", LANGUAGES)
def test_places_are_written_as_the_client_reads_them(language: str) -> None:
    known = re.compile(r"\{\w+(\|[^|}]*\|[^}]*)?\}")
    left = {key: known.sub("", text) for key, text in messages(language).items()}
    assert {key: text for key, text in left.items() if "{" in text or "}" in text} == {}
