"""A person at the keyboard, as a player."""

from collections.abc import Callable

from qwixx.cli.drawing import LEGEND, sheet_lines, short_sheet, table_lines
from qwixx.cli.terminal import Terminal
from qwixx.notation import ParseError, format_choice, parse_choice
from qwixx.play import Game
from qwixx.rules.cards import Card, card_named
from qwixx.rules.choices import PASS, Choice, Cross, Draw, Play
from qwixx.rules.colours import COLOURS, Colour, colour_named
from qwixx.rules.ruleset import Phase
from qwixx.rules.view import View

HELP = """\
  Enter or -        pass (draws and plays cannot be passed)
  r7                cross red 7; y, g and b are yellow, green and blue;
  r                 the same, if there is only one choice in red
  2 or 1 3          take cards from these places of the display
  R4 R5             play these cards; you are asked what to cross
  why r12           why you may not cross it
  s                 all sheets        record    the game so far, as text to copy
  ?                 this help         q         leave the game"""


HINTS = {
    Phase.COMMON: "type a cross like r7, or Enter to pass",
    Phase.OWN: "type a cross like r7, or Enter to pass",
    Phase.DRAW: "type places of the display like 2 or 1 3",
    Phase.PLAY: "type cards of your hand like R4 R5",
}


class Quit(Exception):
    """The person wants to leave."""


class Person:
    """Shows what its seat may see and asks until the answer is a legal choice."""

    def __init__(self, terminal: Terminal, game: Game, seat: int, hand_over: Callable[[int], None]) -> None:
        self._terminal = terminal
        self._game = game
        self._seat = seat
        self._hand_over = hand_over

    def choose(self, view: View) -> Choice:
        self._hand_over(self._seat)
        self._show(view)
        while True:
            try:
                choice = self._answer(view)
            except ParseError:
                self._terminal.print(f"  That is no choice here: {HINTS[view.phase]}, or ? for help.")
                continue
            except ValueError as error:
                self._terminal.print(f"  {error}")
                continue
            refusal = self._game.why_not(self._seat, choice) if choice is not None else None
            if refusal is not None:
                self._terminal.print(f"  {refusal.sentence} (rule {refusal.rule})")
            elif choice is not None:
                return choice

    def _show(self, view: View) -> None:
        terminal, names = self._terminal, self._game.names
        terminal.print()
        for seat, sheet in enumerate(view.sheets):
            if seat != self._seat:
                terminal.print(short_sheet(terminal, names[seat], sheet))
        if view.ruleset.has_cards:
            for line in table_lines(terminal, view, names):
                terminal.print(line)
        self._print_sheet(view, self._seat)

    def _print_sheet(self, view: View, seat: int) -> None:
        offered = (
            [choice for choice in view.choices if isinstance(choice, Cross)] if seat == self._seat else []
        )
        for line in sheet_lines(
            self._terminal, self._game.names[seat], view.sheets[seat], view.closed_rows, offered
        ):
            self._terminal.print(line)

    def _answer(self, view: View) -> Choice | None:
        """What was typed as a choice; None if it was a command, which is carried out."""
        typed = self._terminal.ask(_question(self._game.names[self._seat], view))
        command, _, rest = typed.partition(" ")
        match command.lower():
            case "q" | "quit" | "exit":
                raise Quit
            case "?" | "h" | "help":
                self._terminal.print(f"{HELP}\n  On the sheet: {LEGEND}")
            case "s" | "sheets":
                for seat in range(len(view.sheets)):
                    self._print_sheet(view, seat)
            case "record":
                self._terminal.print(str(self._game))
            case "why":
                self._explain(rest)
            case _:
                return self._parse(typed, view)
        return None

    def _explain(self, text: str) -> None:
        choice = parse_choice(text.lower())
        refusal = self._game.why_not(self._seat, choice)
        answer = f"{refusal.sentence} (rule {refusal.rule})" if refusal else f"You may choose {text}."
        self._terminal.print(f"  {answer}")

    def _parse(self, typed: str, view: View) -> Choice:
        if view.phase is Phase.DRAW and typed and typed[0].isdigit():
            return parse_choice(f"take {typed.replace(',', ' ')}")
        if view.phase is Phase.PLAY:
            return self._parse_play(typed, view)
        if not typed or typed.lower() in ("-", "p", "pass"):
            return PASS
        return _only_cross_in(typed, view) or parse_choice(typed.lower())

    def _parse_play(self, typed: str, view: View) -> Choice:
        if typed.lower().startswith("play "):
            return parse_choice(typed)
        cards = tuple(map(card_named, typed.replace(",", " ").split()))
        if not cards:
            raise ValueError(f"You must play a card: type it, for example {view.hand[0]}.")
        colour = self._colour_of(cards)
        legal = [c for c in view.choices if isinstance(c, Play) and c == Play(cards, colour, c.numbers)]
        if len(legal) < 2:
            return legal[0] if legal else Play(cards, colour)
        return self._pick(sorted(legal, key=lambda play: -len(play.numbers)))

    def _colour_of(self, cards: tuple[Card, ...]) -> Colour:
        colours = [card.colour for card in cards if card.colour is not None]
        if colours:
            return colours[0]
        shown = ", ".join(self._terminal.coloured(colour, f"{colour.letter} {colour}") for colour in COLOURS)
        return colour_named(self._terminal.ask(f"  as which colour: {shown}? "))

    def _pick(self, plays: list[Play]) -> Play:
        for number, play in enumerate(plays, start=1):
            crosses = " ".join(format_choice(Cross(play.colour, n)) for n in play.numbers) or "nothing"
            self._terminal.print(f"  {number}: cross {crosses}")
        answer = self._terminal.ask(f"  which, 1 to {len(plays)}? [1] ") or "1"
        if not answer.isdecimal() or not 1 <= int(answer) <= len(plays):
            raise ValueError(f"{answer!r} is not a number from 1 to {len(plays)}: choose your cards again.")
        return plays[int(answer) - 1]


def _only_cross_in(row: str, view: View) -> Cross | None:
    """The cross that a row's letter alone names, if there is just one to be made in it."""
    offered = [choice for choice in view.choices if isinstance(choice, Cross)]
    in_row = [cross for cross in offered if cross.colour.letter == row.upper()]
    return in_row[0] if len(in_row) == 1 else None


def _question(name: str, view: View) -> str:
    crosses = ", ".join(format_choice(choice) for choice in view.choices if isinstance(choice, Cross))
    possible = f"{crosses}, or Enter to pass" if crosses else "nothing fits, Enter to pass"
    match view.phase:
        case Phase.COMMON:
            return f"{name}, {view.common_number} for everybody ({possible}): "
        case Phase.OWN:
            return f"{name}, one white and one coloured die ({possible}): "
        case Phase.DRAW:
            return f"{name}, take {_draws(view)} from the display (places 1 to 4): "
        case _:
            return f"{name}, play one card, or up to three of one colour: "


def _draws(view: View) -> str:
    first = view.choices[0]
    assert isinstance(first, Draw)
    return "a card" if len(first.places) == 1 else f"{len(first.places)} cards"
