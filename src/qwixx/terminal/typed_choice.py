"""Parsing of typed choices."""

import re
from typing import assert_never

from qwixx.notation import format_choice
from qwixx.rules.cards import Card, card_named
from qwixx.rules.choices import PASS, Choice, Cross, Play, Take
from qwixx.rules.colours import COLOURS, Colour, colour_named
from qwixx.rules.errors import InputError
from qwixx.rules.ruleset import Phase
from qwixx.rules.view import View
from qwixx.terminal.console import Console

PASSES = ("", "-", "p", "pass")
QUITS = ("q", "quit", "exit")
CHOICE_HINTS = {
    Phase.COMMON: "type a cross like r7, or Enter to pass",
    Phase.OWN: "type a cross like r7, or Enter to pass",
    Phase.DRAW: "type one place or more, like 2 or 1 3",
    Phase.PLAY: "type cards of your hand like R4 R5",
}


def question(view: View) -> str:
    """The question to a player, with the legal answers."""
    match view.phase:
        case Phase.COMMON:
            whom = "for everyone" if len(view.sheets) > 1 else "with both white dice"
            return f"{view.common_number} {whom} ({_crosses_or(view, 'to pass')})"
        case Phase.OWN:
            ending = "for a penalty" if view.crossed is None else "to pass"
            return f"white + colour ({_crosses_or(view, ending)})"
        case Phase.DRAW:
            cards = next(len(choice.places) for choice in view.choices if isinstance(choice, Take))
            wanted = "a card" if cards == 1 else f"{cards} cards"
            return f"take {wanted} from the display (places 1 to 4)"
        case Phase.PLAY:
            return "play one card, or up to three of one colour"
        case Phase.START | Phase.DEAL | Phase.ROLL | Phase.SHUFFLE | Phase.OVER:
            raise AssertionError(f"no player is asked in the phase {view.phase}")
        case _:
            assert_never(view.phase)


def _crosses_or(view: View, ending: str) -> str:
    crosses = _crosses(view)
    return f"{', '.join(crosses)}, or Enter {ending}" if crosses else f"nothing fits, Enter {ending}"


def answers_to(view: View) -> list[str]:
    """The answers that make a choice, for completion."""
    return [*_crosses(view), *map(str, view.hand if view.phase is Phase.PLAY else ())]


def is_forced(view: View) -> bool:
    """Whether passing is the only legal choice."""
    return view.choices == (PASS,)


def _crosses(view: View) -> list[str]:
    return [format_choice(choice) for choice in view.choices if isinstance(choice, Cross)]


def choice_typed(console: Console, typed: str, view: View) -> str:
    """The text of the typed choice, which need not be legal; ValueError if it is incomplete."""
    if view.phase is Phase.DRAW:
        return f"take {typed.replace(',', ' ')}" if typed[:1].isdigit() else cross_typed(typed)
    if view.phase is Phase.PLAY and not typed.lower().startswith("play "):
        return _play(console, typed, view)
    if typed.lower() in PASSES:
        return "-"
    return _only_cross(typed, view) or cross_typed(typed)


def cross_typed(typed: str) -> str:
    """A cross, short or long: ``r7``, ``7 red`` or ``cross red 7``; other choices unchanged."""
    text = typed.lower()
    if text.startswith(("take", "play")):
        return text
    for colour in COLOURS:
        text = text.replace(str(colour), colour.letter.lower())
    word = text.removeprefix("cross ").replace(" ", "")
    return re.sub(r"^(\d+)([rygb])$", r"\2\1", word)


def _only_cross(typed: str, view: View) -> str | None:
    """The cross that a row or a number alone names, or its place among those offered."""
    word, offered = cross_typed(typed), _crosses(view)
    meant = [text for text in offered if word in (text[0], text[1:])]
    if len(meant) > 1:
        raise InputError(f"which one: {', '.join(meant)}?")
    if not meant and word.isdecimal() and 1 <= int(word) <= len(offered):
        return offered[int(word) - 1]
    return meant[0] if meant else None


def _play(console: Console, typed: str, view: View) -> str:
    cards = tuple(map(card_named, typed.replace(",", " ").split()))
    if not cards:
        raise InputError(f"you must play a card: type it, for example {view.hand[0]}")
    bare = Play(cards, _colour_of(console, cards))
    plays = [choice for choice in view.choices if isinstance(choice, Play)]
    ways = [play for play in plays if (play.cards, play.colour) == (bare.cards, bare.colour)]
    if not ways:
        return format_choice(bare)
    return format_choice(_pick(console, sorted(ways, key=lambda way: -len(way.numbers)), plays, view))


def _colour_of(console: Console, cards: tuple[Card, ...]) -> Colour:
    colours = [card.colour for card in cards if card.colour is not None]
    if colours:
        return colours[0]
    shown = ", ".join(console.coloured(colour, f"{colour.letter} {colour}") for colour in COLOURS)
    return colour_named(console.ask(f"  as which colour: {shown}? "))


def _pick(console: Console, ways: list[Play], plays: list[Play], view: View) -> Play:
    """One of the ways to play the same cards; the last one crosses nothing."""
    if len(ways) == 1:
        could_cross = any(play.numbers for play in plays)
        if could_cross and view.crossed is None:
            _confirm(console, "That crosses out nothing and costs a penalty. Play it anyway?")
        return ways[0]
    for number, way in enumerate(ways, start=1):
        nothing = "nothing, and take a penalty" if view.crossed is None else "nothing"
        console.print(f"  {number}: cross out {' '.join(cells_of(way)) or nothing}")
    answer = console.ask(f"  which, 1 to {len(ways)}? [1] ") or "1"
    if not answer.isdecimal() or not 1 <= int(answer) <= len(ways):
        raise InputError(f"{answer!r} is not a number from 1 to {len(ways)}: choose your cards again.")
    return ways[int(answer) - 1]


def _confirm(console: Console, proposal: str) -> None:
    if console.ask(f"  {proposal} [y/N] ").lower() not in ("y", "yes"):
        raise InputError("choose your cards again.")


def cells_of(choice: Choice) -> list[str]:
    """The cells that a choice crosses, like ``r7``."""
    match choice:
        case Cross(colour, number):
            return [f"{colour.letter.lower()}{number}"]
        case Play(_, colour, numbers):
            return [f"{colour.letter.lower()}{number}" for number in numbers]
        case _:
            return []
