"""What is about to happen at a table: facts, and the state they would lead to."""

import random
from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from qwixx.bots import make_bot
from qwixx.bots.registry import kind_of
from qwixx.daily.dice import DailyDealer
from qwixx.gameplay import Player, SeededDealer, ask, drawn
from qwixx.rules.chance import ChanceNode, ChanceOutcome
from qwixx.rules.choices import PASS, Choice
from qwixx.rules.errors import QwixxError
from qwixx.rules.game import State
from qwixx.rules.ruleset import Phase
from qwixx.server.tables import facts
from qwixx.server.tables.seed import new_secret
from qwixx.server.tables.state import TableState, after, checkpoint, moved

COVER_BOT = "gap:1,2"


class BotQuestion(NamedTuple):
    """Bots that take their time have to choose: the decision, the state of the game, and who is asked."""

    decision: int
    state: State
    bots: dict[int, str]


def by_cover_bot(question: BotQuestion) -> dict[int, Choice]:
    """What is chosen where those bots cannot be asked."""
    return {seat: ask(make_bot(COVER_BOT), question.state, seat) for seat in question.bots}


@lru_cache(maxsize=1024)
def plays_here(bot: str | None) -> bool:
    """Whether this version knows a bot, if it is one; a table of another version may have others."""
    if bot is None:
        return True
    try:
        kind, parameters = kind_of(bot)
        if kind.needs_weights:  # and so is slow to make
            return not parameters
        make_bot(bot)
    except QwixxError:
        return False
    return True


def bot_at(table: TableState, seat: int) -> str | None:
    """Who plays a seat, if no person does."""
    each = table.seats[seat]
    if each.bot is None:
        return COVER_BOT if each.covered else None
    return each.bot if plays_here(each.bot) else COVER_BOT


def bots_to_act(table: TableState) -> list[int]:
    """The seats of bots that have to choose; where all people are gone, they wait."""
    people = [seat for seat in table.seats if seat.bot is None]
    here = [seat for seat in people if not seat.covered]
    are_all_gone = bool(people) and not here
    if table.state is None or are_all_gone or len(here) == len(table.seats):
        return []
    return [seat for seat in sorted(table.state.to_act) if bot_at(table, seat) is not None]


class Plan:
    """Facts that are about to be, and the state they would lead to."""

    def __init__(self, now: TableState, rng: random.Random, players: Mapping[int, Player]) -> None:
        self.begun = self.now = now
        self.facts: list[facts.AnyFact] = []
        self._rng = rng
        self._players = players
        # Whether the first draw of a game waits for people who have promised to add to its seed.
        self.is_patient = True

    def add(self, fact: facts.AnyFact) -> None:
        self.now = after(self.now, fact)
        self.facts.append(fact)

    def go_on(self, part: "Plan") -> None:
        """Add what was planned from here on."""
        self.now = part.now
        self.facts += part.facts

    def choose(self, seat: int, choice: Choice) -> None:
        """A seat chooses; IllegalChoice if the rules refuse it."""
        assert self.now.state is not None
        self._move(self.now.state.apply(seat, choice), facts.Chose(seat, choice))

    def _move(self, state: State, fact: facts.GameFact) -> None:
        """Add a fact whose outcome is known, so that nothing has to be read from it."""
        self.now = moved(self.now, state, fact)
        self.facts.append(fact)

    def start(self) -> None:
        """Begin a game; bots take the seats that are open."""
        bots = {
            str(number): seat.bot or COVER_BOT
            for number, seat in enumerate(self.now.seats)
            if seat.bot is not None or seat.is_open
        }
        self.add(facts.Started(bots, checkpoint(self.now)))
        self.run()

    def run(self) -> None:
        """Let chance and bots go on until a person, or a bot that takes its time, has to decide."""
        while self.now.state is not None and not self.now.state.is_over:
            state = self.now.state
            if state.chance is not None:
                if self.is_patient and self.now.owes_contributions:
                    return
                outcome = self._drawn(state.chance)
                self._move(state.apply_chance(outcome), facts.Chanced(outcome))
                continue
            seat = next((seat for seat in bots_to_act(self.now) if not self._takes_its_time(seat)), None)
            if seat is None:
                return
            self.choose(seat, self._bot_choice(seat))
        self._commit_to_next_game()

    def _drawn(self, node: ChanceNode) -> ChanceOutcome:
        now = self.now
        if now.settings.daily is not None:
            return DailyDealer(now.settings.daily, now.draws).draw(node)
        if now.seed is not None:
            return drawn(node, now.seed.luck(now.draws))
        return SeededDealer(self._rng).draw(node)

    def _commit_to_next_game(self) -> None:
        """Once a game with fair dice is over the next one's secret is fixed, long before that begins."""
        now = self.now
        if now.stage == "over" and now.seed is not None and now.next_seed is None:
            self.add(facts.Committed(new_secret()))

    def choose_for_late(self, decision: int) -> None:
        """Choose for all who still owe a decision; chance and bots go on behind it."""
        assert self.now.state is not None
        for seat in sorted(self.now.state.to_act):
            if self.now.decision == decision and not self._takes_its_time(seat):
                self.choose(seat, self._choice_in_time(seat))
                self.run()

    def bot_question(self) -> BotQuestion | None:
        """What somebody else has to ask bots that take their time; None if the game waits for no such bot."""
        seats = [seat for seat in bots_to_act(self.now) if self._takes_its_time(seat)]
        if not seats:
            return None
        assert self.now.state is not None
        return BotQuestion(self.now.decision, self.now.state, {seat: self._bot(seat) for seat in seats})

    def _bot(self, seat: int) -> str:
        return bot_at(self.now, seat) or COVER_BOT

    def _takes_its_time(self, seat: int) -> bool:
        """Whether a seat's bot is not asked here; one that stays at its seat always is."""
        return seat not in self._players and kind_of(self._bot(seat))[0].needs_weights

    def _bot_choice(self, seat: int) -> Choice:
        assert self.now.state is not None
        player = self._players.get(seat) or make_bot(self._bot(seat), self._rng)
        return ask(player, self.now.state, seat)

    def _choice_in_time(self, seat: int) -> Choice:
        """What is chosen for somebody whose time is up: pass where one may, else as the bot would."""
        assert self.now.state is not None
        may_pass = self.now.state.phase in (Phase.COMMON, Phase.OWN)
        return PASS if may_pass else self._bot_choice(seat)
