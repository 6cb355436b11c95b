"""A table in the terminal: people take turns at one keyboard, and everything that happens is told."""

from pathlib import Path

from qwixx.cli.drawing import sheet_lines
from qwixx.cli.narration import Narrator
from qwixx.cli.person import Person, Quit
from qwixx.cli.saving import write_text
from qwixx.cli.seating import Seat, make_bots
from qwixx.cli.terminal import Terminal
from qwixx.play import Game, Player, steps
from qwixx.rules.events import Ended, Passed, events
from qwixx.rules.game import State


class Table:
    """One game with its players, told in the terminal and kept on disk."""

    def __init__(
        self, terminal: Terminal, game: Game, seats: list[Seat], seed: str, save: Path | None
    ) -> None:
        self._terminal = terminal
        self._game = game
        self._save = save
        self._turn = 0
        self._narrator = Narrator(terminal, game.names, game.state.ruleset)
        # What each person has to be told when the keyboard comes to them.
        self._missed: dict[int, list[str]] = {n: [] for n, seat in enumerate(seats) if seat.bot is None}
        self._is_shared = len(self._missed) > 1 and game.state.ruleset.has_cards
        self._at_keyboard: int | None = None
        bots = make_bots(seats, seed)
        self._players: list[Player] = [
            bots[seat] if seat in bots else Person(terminal, game, seat, self._hand_over)
            for seat in range(len(seats))
        ]

    def play(self) -> int:
        """Play to the end, or until somebody leaves; the exit status."""
        self._keep()
        if self._missed:
            self._terminal.print("Type ? for help at any time.")
        try:
            for before, after in steps(self._game, self._players):
                self._keep()
                self._tell(before, after)
        except (Quit, EOFError):
            self._say_where()
            return 0
        except KeyboardInterrupt:
            self._terminal.print()
            self._say_where()
            raise
        self._show_sheets()
        if self._save:
            self._terminal.print(f"The record is in {self._save}.")
        return 0

    def _keep(self) -> None:
        if self._save:
            write_text(self._save, str(self._game))

    def _say_where(self) -> None:
        where = f"go on with: qwixx play --resume {self._save}" if self._save else "it was not saved"
        self._terminal.print(f"You left the game; {where}")

    def _tell(self, before: State, after: State) -> None:
        if before.phase is before.ruleset.turn[0]:
            self._turn += 1
            self._say(self._terminal.dim(f"\n--- turn {self._turn} ---"))
        alone = len(self._players) == 1
        for event in events(before, after):
            if isinstance(event, Ended):
                self._say("")
            # Alone at the table, nobody needs to be told what they just did not do.
            if not (alone and isinstance(event, Passed)):
                self._say(self._narrator.sentence(event))

    def _show_sheets(self) -> None:
        state = self._game.state
        for name, sheet in zip(self._game.names, state.sheets, strict=True):
            self._terminal.print()
            for line in sheet_lines(self._terminal, name, sheet, state.closed_rows, ()):
                self._terminal.print(line)

    def _say(self, text: str) -> None:
        self._terminal.print(text)
        for person, missed in self._missed.items():
            if person != self._at_keyboard:
                missed.append(text)

    def _hand_over(self, seat: int) -> None:
        """Where hands are hidden and several people play, nobody sees the screen before it is theirs."""
        if self._is_shared and seat != self._at_keyboard:
            self._terminal.clear()
            name = self._game.names[seat]
            self._terminal.ask(f"Pass the keyboard to {name}. {name}, press Enter when nobody else looks: ")
            self._terminal.print("\n".join(self._missed[seat]))
        self._at_keyboard = seat
        self._missed[seat].clear()
