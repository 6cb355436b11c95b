"""From what a person types to the text of a choice."""

import re
from typing import assert_never

from qwixx.cli.terminal import Terminal
from qwixx.notation import format_choice
from qwixx.rules.cards import Card, card_named
from qwixx.rules.choices import Play
from qwixx.rules.colours import COLOURS, Colour, colour_named
from qwixx.rules.errors import InputError
from qwixx.server.wire import protocol

PASSES = ("", "-", "p", "pass")


def question(name: str, view: protocol.View) -> str:
    """What the table wants to know from somebody, with the answers that fit."""
    public = view.public
    match public.phase:
        case "common":
            whom = "for everybody" if len(public.sheets) > 1 else "with both white dice"
            return f"{name}, {public.common_number} {whom} ({_crosses_or(view, 'to pass')}): "
        case "own":
            ending = "to pass" if public.crossed else "for a penalty"
            return f"{name}, white + colour ({_crosses_or(view, ending)}): "
        case "draw":
            cards = len(view.choices[0].places)
            wanted = "a card" if cards == 1 else f"{cards} cards"
            return f"{name}, take {wanted} from the display (places 1 to 4): "
        case "play":
            return f"{name}, play one card, or up to three of one colour: "
        case "start" | "deal" | "roll" | "shuffle" | "over":
            raise AssertionError(f"nobody is asked in the phase {public.phase}")
        case _:
            assert_never(public.phase)


def _crosses_or(view: protocol.View, ending: str) -> str:
    crosses = [choice.text for choice in view.choices if choice.kind == "cross"]
    return f"{', '.join(crosses)}, or Enter {ending}" if crosses else f"nothing fits, Enter {ending}"


def choice_typed(terminal: Terminal, typed: str, view: protocol.View) -> str:
    """The text of the choice that was typed; it need not be legal. ValueError says what is missing."""
    if view.public.phase == "draw":
        return f"take {typed.replace(',', ' ')}" if typed[:1].isdigit() else cross_typed(typed)
    if view.public.phase == "play" and not typed.lower().startswith("play "):
        return _play(terminal, typed, view)
    if typed.lower() in PASSES:
        return "-"
    return _only_cross(typed, view) or cross_typed(typed)


def cross_typed(typed: str) -> str:
    """A cross in few letters or many: ``r7``, ``7 red`` or ``cross red 7``; other choices as they are."""
    text = typed.lower()
    if text.startswith(("take", "play")):
        return text
    for colour in COLOURS:
        text = text.replace(str(colour), colour.letter.lower())
    word = text.removeprefix("cross ").replace(" ", "")
    return re.sub(r"^(\d+)([rygb])$", r"\2\1", word)


def _only_cross(typed: str, view: protocol.View) -> str | None:
    """The cross that a row or a number alone names."""
    word = cross_typed(typed)
    offered = [choice.text for choice in view.choices if choice.kind == "cross"]
    meant = [text for text in offered if word in (text[0], text[1:])]
    if len(meant) > 1:
        raise InputError(f"which one: {', '.join(meant)}?")
    return meant[0] if meant else None


def _play(terminal: Terminal, typed: str, view: protocol.View) -> str:
    cards = tuple(map(card_named, typed.replace(",", " ").split()))
    if not cards:
        raise InputError(f"you must play a card: type it, for example {view.hand[0]}")
    bare = Play(cards, _colour_of(terminal, cards))
    played = tuple(map(str, bare.cards))
    ways = [each for each in view.choices if each.cards == played and each.colour == str(bare.colour)]
    if not ways:
        return format_choice(bare)
    return _pick(terminal, sorted(ways, key=lambda way: -len(way.numbers)), view)


def _colour_of(terminal: Terminal, cards: tuple[Card, ...]) -> Colour:
    colours = [card.colour for card in cards if card.colour is not None]
    if colours:
        return colours[0]
    shown = ", ".join(terminal.coloured(colour, f"{colour.letter} {colour}") for colour in COLOURS)
    return colour_named(terminal.ask(f"  as which colour: {shown}? "))


def _pick(terminal: Terminal, ways: list[protocol.Choice], view: protocol.View) -> str:
    """One of the ways to play the same cards; the last one crosses nothing."""
    if len(ways) == 1:
        could_cross = any(choice.numbers for choice in view.choices)
        if could_cross and not view.public.crossed:
            _confirm(terminal, "That crosses nothing and costs a penalty. Play it all the same?")
        return ways[0].text
    for number, way in enumerate(ways, start=1):
        nothing = "nothing" if view.public.crossed else "nothing, and take a penalty"
        terminal.print(f"  {number}: cross {' '.join(cells_of(way)) or nothing}")
    answer = terminal.ask(f"  which, 1 to {len(ways)}? [1] ") or "1"
    if not answer.isdecimal() or not 1 <= int(answer) <= len(ways):
        raise InputError(f"{answer!r} is not a number from 1 to {len(ways)}: choose your cards again.")
    return ways[int(answer) - 1].text


def _confirm(terminal: Terminal, proposal: str) -> None:
    if terminal.ask(f"  {proposal} [y/N] ").lower() not in ("y", "yes"):
        raise InputError("choose your cards again.")


def cells_of(choice: protocol.Choice) -> list[str]:
    """The cells that a choice crosses, like ``r7``."""
    return [f"{choice.colour[0]}{number}" for number in choice.numbers] if choice.colour else []
