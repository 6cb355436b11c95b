"""A player who plays a whole game at a table, in any engine."""

import re
import time

from tests.engines.driver import wait_for
from tests.engines.visitor import Control, Visitor
from tests.messages import pattern

LONGEST_GAME_SECONDS = 400

_OVER = pattern("end.rematch", "end.again")
_CLOSED_CARD = pattern("play.back")
_TAKE = pattern("play.take")
_PLAY_CARDS = pattern("play.play", "play.discard")
_AS_COLOUR = pattern("play.as")
_LEGAL = pattern("play.cell.legal")
_CHOSEN = pattern("play.cell.chosen")
_CROSS = pattern("play.cross")
_PASS = pattern("play.pass")


class Player:
    """Takes any available action; after some choices crosses nothing more, which soon ends the game."""

    def __init__(self, visitor: Visitor, patience: int = 6) -> None:
        self.visitor = visitor
        self.acted = 0
        self._tried = 0
        self._patience = patience

    def play_out(self) -> None:
        end = time.monotonic() + LONGEST_GAME_SECONDS
        while not self._named(_OVER):
            assert time.monotonic() < end, f"the game did not end: {self.visitor.find('button')}"
            if not self.act():
                time.sleep(0.02)
        self.visitor.see("heading")

    def play(self, choices: int) -> None:
        """Make this many choices."""
        wait_for(lambda: self.act() and self.acted >= choices, f"{choices} choices")
        self.visitor.driver.draw()

    def act(self) -> bool:
        """Make one choice if one is due."""
        if not self.visitor.find("group", "play.actions"):
            return False
        acted = self._draw_cards() or self._play_cards() or self._cross_or_pass()
        self.acted += acted
        return acted

    def _named(self, name: re.Pattern[str]) -> list[Control]:
        return [each for each in self.visitor.find("button") if name.search(each.name) and not each.disabled]

    def _touch(self, control: Control) -> bool:
        self.visitor.touch("button", control)
        return True

    def _draw_cards(self) -> bool:
        for back in self._named(_CLOSED_CARD):
            if take := self._named(_TAKE):
                return self._touch(take[0])
            self._touch(back)
            self.visitor.driver.draw()
        take = self._named(_TAKE)
        return bool(take) and self._touch(take[0])

    def _play_cards(self) -> bool:
        hand = self.visitor.find("region", "play.hand")
        if not hand or self._named(_PASS):
            return False
        area = hand[0]
        cards = [each for each in self._named(re.compile("")) if area.y <= each.y < area.y + area.height]
        if not cards:
            return False
        # Another card each time: tapping a card twice deselects it.
        self._touch(cards[self._tried % len(cards)])
        self._tried += 1
        self.visitor.driver.draw()
        if colours := self._named(_AS_COLOUR):
            self._touch(colours[0])
            self.visitor.driver.draw()
        if self.acted >= self._patience:
            while chosen := self._named(_CHOSEN):
                self._touch(chosen[0])
                self.visitor.driver.draw()
        play = self._named(_PLAY_CARDS)
        return bool(play) and self._touch(play[0])

    def _cross_or_pass(self) -> bool:
        legal = self._named(_LEGAL)
        if legal and self.acted % 3 and self.acted < self._patience:
            self._touch(legal[0])
            self.visitor.driver.draw()
            cross = self._named(_CROSS)
            return bool(cross) and self._touch(cross[0])
        passing = self._named(_PASS)
        return bool(passing) and self._touch(passing[0])
