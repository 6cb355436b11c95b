"""What is added in Python is in the lists of the browser, which names it in every language.

The browser holds lists of its own, because their order and their words are a matter of the screen.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import get_args

import msgspec
import pytest

from qwixx.bots.errors import BotError
from qwixx.bots.levels import LEVELS
from qwixx.bots.registry import BOTS, make_bot
from qwixx.coach.findings import Code, Word
from qwixx.rules.colours import COLOURS, Colour
from qwixx.rules.ruleset import CARDS, DICE, OPTIONS, RULESETS, Phase, Ruleset
from qwixx.rules.scoring import EndReason
from qwixx.server import protocol

WEB = Path(__file__).parent.parent.parent / "web" / "src"
LANGUAGES = ("en", "es", "pt", "de")
# Bots that nobody may choose in a browser, and why.
NOT_OFFERED = {
    "net": "master without its look ahead: for measuring, not for people",
    "optimal": "plays the solo game, where no seat is left for a bot",
    "exec": "runs programs on the host",
}


def source(path: str) -> str:
    return (WEB / path).read_text(encoding="utf-8")


def quoted(text: str) -> list[str]:
    return re.findall(r"'([^']+)'", text)


def between(text: str, start: str, end: str) -> str:
    """What stands between two texts; an error if the browser's code is written otherwise now."""
    _, found, rest = text.partition(start)
    assert found, f"no {start!r} there any more: this test has to learn the new code"
    return rest.partition(end)[0]


def listed(name: str, path: str = "settings.svelte.ts") -> list[str]:
    """The words of a list of constants."""
    declared = re.search(rf"const {name}: [^=]*= \[([^\]]*)\]", source(path))
    assert declared is not None, f"no list {name} in {path} any more: this test has to learn the new code"
    return quoted(declared[1])


def message_keys(language: str) -> set[str]:
    files = (f"messages/{part}.{language}.ts" for part in ("app", "play", "coach"))
    return {key for path in files for key in re.findall(r"^\s*'([\w.:,]+)':", source(path), re.MULTILINE)}


def unsaid(keys: Iterable[str]) -> Iterator[str]:
    """What lacks words in some language."""
    wanted = set(keys)
    for language in LANGUAGES:
        yield from (f"no words for {key} in {language}" for key in sorted(wanted - message_keys(language)))


# What is missing, for each list; nothing is as it should be.


def games() -> Iterator[str]:
    known = listed("GAMES")
    yield from (f"game {name} is not in GAMES" for name in RULESETS if name not in known)
    yield from (f"GAMES has {name}, which is no game" for name in known if name not in RULESETS)
    if set(get_args(protocol.GameName)) != set(RULESETS):
        yield "protocol.GameName lists other games"
    yield from unsaid(f"game.{name}{form}" for name in RULESETS for form in ("", ".long"))


def bots() -> Iterator[str]:
    offered = listed("BOTS")
    kinds = {bot.partition(":")[0] for bot in offered}
    yield from (
        f"bot {name} is not in BOTS" for name in BOTS if name not in kinds and name not in NOT_OFFERED
    )
    yield from (f"BOTS has {bot}, which nobody plays" for bot in offered if not plays(bot))
    levels = [name for name in LEVELS if name not in NOT_OFFERED]
    if [bot for bot in offered if bot in LEVELS] != levels:
        yield f"the levels are, the weakest first: {', '.join(levels)}"


def plays(bot: str) -> bool:
    try:
        make_bot(bot)
    except BotError:
        return False
    return True


def styles() -> Iterator[str]:
    pairs = re.findall(
        r"^\s*'?([\w:,]+)'?: '(\w+)',$", between(source("names.ts"), "STYLES = {", "}"), re.MULTILINE
    )
    names = dict(pairs)
    yield from (f"bot {bot} has no style in names.ts" for bot in listed("BOTS") if bot not in names)
    yield from (
        f"names.ts has a style of {bot}, which is not in BOTS" for bot in names if bot not in listed("BOTS")
    )
    yield from unsaid(f"bot.{style}{form}" for style in names.values() for form in ("", ".how"))


def options() -> Iterator[str]:
    text = source("settings.svelte.ts")
    setup, first = between(text, "interface Setup {", "}"), between(text, "FIRST_SETUP: Setup = {", "}")
    loading = between(text, "function loadSetup()", "\n}")
    asking = between(text, "function newTable(", "\n}")
    screen = source("screens/home/Options.svelte")
    for name, values in OPTIONS.items():
        if not any(name in rules.adjustable for rules in RULESETS.values()):
            continue
        words = list(values)
        kind = "boolean" if set(words) == {"true", "false"} else " | ".join(f"'{word}'" for word in words)
        default = words[0] if kind == "boolean" else f"'{words[0]}'"
        places = {
            f"Setup as {kind}": f"  {name}: {kind}\n" in setup,
            f"FIRST_SETUP as {default}": f"  {name}: {default},\n" in first,
            "loadSetup": f"setup.{name} = " in loading and f"found.{name} " in loading,
            "newTable": f"options.{name} = " in asking,
            "Options.svelte": f"setup.{name} = " in screen,
        }
        yield from (f"option {name} is not in {place}" for place, is_there in places.items() if not is_there)
        if kind != "boolean":
            yield from (
                f"{name}={word} is not in Options.svelte" for word in words if f"'{word}'" not in screen
            )


def settings() -> Iterator[str]:
    """What is settled beside the rules; that its values are listed is for the checker of types to say."""
    screen = source("screens/home/Options.svelte")
    for name in protocol.TableSettings.__struct_fields__:
        if f"setup.settings.{name} = " not in screen:
            yield f"setting {name} is not in Options.svelte"


def colours() -> Iterator[str]:
    names = [str(colour) for colour in COLOURS]
    if listed("COLOURS", "play/game.ts") != names:
        yield f"the rows in play/game.ts are not {', '.join(names)}"
    if list(get_args(protocol.Colour)) != names:
        yield "protocol.Colour lists other colours"
    letters = between(source("play/game.ts"), "LETTERS", "}")
    for colour in COLOURS:
        if f"{colour}: '{colour.letter.lower()}'" not in letters:
            yield f"no letter of {colour} in play/game.ts"
        if f"--{colour}-band:" not in source("colours.css"):
            yield f"no {colour} in colours.css"
    yield from unsaid(f"{what}.{name}" for name in names for what in ("colour", "row", "die"))


def reasons() -> Iterator[str]:
    """Why a game ended, and why a choice was worse; refusals are in test_protocol.py."""
    yield from unsaid(f"end.why.{reason}" for reason in EndReason)
    yield from unsaid(f"coach.why.{code}" for code in get_args(Code))
    yield from unsaid(f"coach.word.{word}" for word in get_args(Word))


def sizes() -> Iterator[str]:
    shared = [rules for rules in RULESETS.values() if rules.max_players > 1]
    limits = {
        "FEWEST": min(rules.min_players for rules in shared),
        "MOST": max(rules.max_players for rules in shared),
    }
    for name, limit in limits.items():
        if f"export const {name} = {limit}\n" not in source("settings.svelte.ts"):
            yield f"{name} is not {limit}"


LISTS = {check.__name__: check for check in (games, bots, styles, options, settings, colours, reasons, sizes)}


@pytest.mark.parametrize("name", LISTS)
def test_the_browser_has_what_python_has(name: str) -> None:
    assert list(LISTS[name]()) == []


def test_phases_are_those_of_the_rules() -> None:
    assert set(get_args(protocol.PublicView.__annotations__["phase"])) == set(Phase)


# A list that nobody checks looks the same as one that is complete.


def test_a_new_level_is_missed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(LEVELS, "genius", LEVELS["master"])
    monkeypatch.setitem(BOTS, "genius", BOTS["master"])
    assert "bot genius is not in BOTS" in list(bots())


def test_a_new_game_is_missed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(RULESETS, "big", replace(DICE, name="big", max_players=8))
    assert "game big is not in GAMES" in list(games())
    assert "no words for game.big in pt" in list(games())
    assert list(sizes()) == ["MOST is not 8"]


def test_a_new_option_is_missed_in_every_place(monkeypatch: pytest.MonkeyPatch) -> None:
    with_it: Ruleset = replace(CARDS, adjustable=(*CARDS.adjustable, "pace"))
    monkeypatch.setitem(OPTIONS, "pace", {"slow": "slow", "fast": "fast"})
    monkeypatch.setitem(RULESETS, "cards", with_it)
    assert list(options()) == [
        "option pace is not in Setup as 'slow' | 'fast'",
        "option pace is not in FIRST_SETUP as 'slow'",
        "option pace is not in loadSetup",
        "option pace is not in newTable",
        "option pace is not in Options.svelte",
        "pace=slow is not in Options.svelte",
        "pace=fast is not in Options.svelte",
    ]


def test_a_new_value_of_an_option_is_missed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(OPTIONS["first_player"], "oldest", "oldest")
    assert "first_player=oldest is not in Options.svelte" in list(options())


def test_a_new_setting_is_missed(monkeypatch: pytest.MonkeyPatch) -> None:
    more = msgspec.defstruct("More", [("music", bool, False)], bases=(protocol.TableSettings,), frozen=True)
    monkeypatch.setattr(protocol, "TableSettings", more)
    assert list(settings()) == ["setting music is not in Options.svelte"]


def test_another_order_of_colours_is_missed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(f"{__name__}.COLOURS", (Colour.BLUE, *COLOURS[:3]))
    assert "the rows in play/game.ts are not blue, red, yellow, green" in list(colours())
