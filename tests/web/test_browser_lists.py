"""Every bot, game, option and setting of Python is offered in the browser, with texts in every language.

The lists are generated (test_generated.py); their texts and display are the client's.
"""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import get_args

import msgspec
import pytest

from qwixx.bots.errors import BotError
from qwixx.bots.levels import HABITS, LEVELS, Character
from qwixx.bots.registry import BOTS, make_bot
from qwixx.coach.findings import Code, Word
from qwixx.rules.colours import COLOURS
from qwixx.rules.ruleset import CARDS, DICE, OPTIONS, RULESETS, Ruleset
from qwixx.rules.scoring import EndReason
from qwixx.tables import protocol
from tests.messages import LANGUAGES, in_language

WEB = Path(__file__).parent.parent.parent / "web" / "src"
FACES = "parts/faces.ts"
# Bots that the browser does not offer, and why.
NOT_OFFERED = {
    "net": "master without its look ahead: for measuring, not for people",
    "optimal": "plays the solo game, where no seat is left for a bot",
    "exec": "runs programs on the host",
}


def source(path: str) -> str:
    return (WEB / path).read_text(encoding="utf-8")


def unsaid(keys: Iterable[str]) -> Iterator[str]:
    """The keys without a text in some language."""
    wanted = set(keys)
    for language in LANGUAGES:
        yield from (
            f"no words for {key} in {language}" for key in sorted(wanted - in_language(language).keys)
        )


# For each list, the entries that are missing.


def games() -> Iterator[str]:
    yield from unsaid(f"game.{name}{form}" for name in RULESETS for form in ("", ".long"))


def bots() -> Iterator[str]:
    levels = [name for name, level in LEVELS.items() if level.character is not None]
    offered = {bot.partition(":")[0] for bot in (*levels, *HABITS)}
    yield from (
        f"people cannot choose bot {name}" for name in BOTS if name not in offered and name not in NOT_OFFERED
    )
    yield from (f"people can choose {bot}, which nobody plays" for bot in HABITS if not plays(bot))
    styles = (*levels, *HABITS.values(), "other")
    yield from unsaid(f"bot.{style}.how" for style in styles)
    yield from unsaid(f"bot.{style}" for style in styles if style != "other")
    yield from (
        f"nobody drew {name}" for name in get_args(Character) if f"  {name}: (mood)" not in source(FACES)
    )


def plays(bot: str) -> bool:
    try:
        make_bot(bot)
    except BotError:
        return False
    return True


def options() -> Iterator[str]:
    """Options of games that the first screen does not list."""
    for name, values in OPTIONS.items():
        if any(name in rules.adjustable for rules in RULESETS.values()):
            words = () if set(values) == {"true", "false"} else values
            yield from unsaid(f"option.{each}" for each in (name, *(f"{name}.{word}" for word in words)))


def settings() -> Iterator[str]:
    """Settings of tables that are missing; the type checker verifies that their values are listed."""
    screen = source("screens/home/Options.svelte") + source("screens/home/TimeAndHints.svelte")
    # The dice of a day have their own screen.
    elsewhere = {"daily"}
    for name in protocol.TableSettings.__struct_fields__:
        if name not in elsewhere and f"setup.settings.{name} = " not in screen:
            yield f"setting {name} is not on the first screen"


def colours() -> Iterator[str]:
    names = [str(colour) for colour in COLOURS]
    yield from (
        f"no {name} in colours.css" for name in names if f"--{name}-band:" not in source("colours.css")
    )
    yield from unsaid(f"{what}.{name}" for name in names for what in ("colour", "row", "die"))


def reasons() -> Iterator[str]:
    """Reasons of ends and of the coach without a text; the build checks the texts of refusals."""
    yield from unsaid(f"end.why.{reason}" for reason in EndReason)
    yield from unsaid(f"coach.why.{code}" for code in get_args(Code))
    yield from unsaid(f"coach.word.{word}" for word in get_args(Word))


LISTS = {check.__name__: check for check in (games, bots, options, settings, colours, reasons)}


@pytest.mark.parametrize("name", LISTS)
def test_the_browser_lists_are_complete(name: str) -> None:
    assert list(LISTS[name]()) == []


# The checks themselves: each must report a new entry.


def test_a_missing_level_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(LEVELS, "genius", LEVELS["net"])
    monkeypatch.setitem(BOTS, "genius", BOTS["master"])
    assert list(bots()) == ["people cannot choose bot genius"]
    monkeypatch.setitem(LEVELS, "genius", LEVELS["master"])
    assert "no words for bot.genius.how in de" in list(bots())


def test_a_missing_game_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(RULESETS, "big", replace(DICE, title="the big game", max_players=8))
    assert "no words for game.big in pt" in list(games())


def test_a_missing_option_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    with_it: Ruleset = replace(CARDS, adjustable=(*CARDS.adjustable, "pace"))
    monkeypatch.setitem(OPTIONS, "pace", {"slow": "slow", "fast": "fast"})
    monkeypatch.setitem(RULESETS, "cards", with_it)
    found = list(options())
    assert "no words for option.pace in de" in found
    assert "no words for option.pace.fast in pt" in found


def test_a_missing_value_of_an_option_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(OPTIONS["first_player"], "oldest", "oldest")
    assert "no words for option.first_player.oldest in en" in list(options())


def test_a_missing_setting_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    more = msgspec.defstruct("More", [("music", bool, False)], bases=(protocol.TableSettings,), frozen=True)
    monkeypatch.setattr(protocol, "TableSettings", more)
    assert list(settings()) == ["setting music is not on the first screen"]


def test_a_missing_colour_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(f"{__name__}.COLOURS", (*COLOURS, "pink"))
    assert "no pink in colours.css" in list(colours())
    assert "no words for row.pink in es" in list(colours())
