"""A plan for a table: facts to append, including those of chance and simple bots."""

import random
from collections.abc import Mapping
from functools import lru_cache

from qwixx.bots import make_bot
from qwixx.bots.registry import kind_of
from qwixx.daily import DailyDealer
from qwixx.gameplay import Player, SeededDealer, ask, draw
from qwixx.rules.chance import ChanceNode, ChanceOutcome
from qwixx.rules.choices import PASS, Choice
from qwixx.rules.errors import QwixxError
from qwixx.rules.game import State
from qwixx.rules.ruleset import Phase
from qwixx.tables.aggregate import BotQuestion, Plan
from qwixx.tables.game import facts
from qwixx.tables.game.seed import new_secret
from qwixx.tables.game.state import TableState, after_fact, checkpoint, moved

COVER_BOT = "gap:1,2"


def by_cover_bot(question: BotQuestion) -> dict[int, Choice]:
    """The choices of the cover bot, if the bots themselves cannot be asked."""
    return {seat: ask(make_bot(COVER_BOT), question.state, seat) for seat in question.bots}


@lru_cache(maxsize=1024)
def is_known_bot(bot: str) -> bool:
    """Whether this version of qwixx has a bot; the table may come from another version."""
    try:
        kind, parameters = kind_of(bot)
        if kind.needs_weights:  # and so is slow to make
            return not parameters
        make_bot(bot)
    except QwixxError:
        return False
    return True


def bot_at(table: TableState, seat: int) -> str | None:
    """The bot that plays a seat; None if a person does."""
    each = table.seats[seat]
    if each.bot is None:
        return COVER_BOT if each.covered else None
    return each.bot if is_known_bot(each.bot) else COVER_BOT


def bots_to_act(table: TableState) -> list[int]:
    """The seats of bots that have to choose; bots wait while all people are absent."""
    people = [seat for seat in table.seats if seat.bot is None]
    here = [seat for seat in people if not seat.covered]
    are_all_gone = bool(people) and not here
    if table.state is None or are_all_gone or len(here) == len(table.seats):
        return []
    return [seat for seat in sorted(table.state.to_act) if bot_at(table, seat) is not None]


def is_slow(bot: str) -> bool:
    """Whether a bot is too slow to be asked where a table is."""
    return kind_of(bot)[0].needs_weights


def slow_bot_question(table: TableState, players: Mapping[int, Player]) -> BotQuestion | None:
    """The question for slow bots; None if the game waits for none. Given players are never slow."""
    seats = bots_to_act(table)
    if not seats or table.state is None:
        return None
    bots = {seat: bot_at(table, seat) or COVER_BOT for seat in seats if seat not in players}
    slow = {seat: bot for seat, bot in bots.items() if is_slow(bot)}
    return BotQuestion(table.decision, table.state, slow) if slow else None


class GamePlan(Plan[TableState, facts.AnyFact]):
    """A plan in which games begin, chance decides and simple bots choose."""

    def __init__(self, now: TableState, rng: random.Random, players: Mapping[int, Player]) -> None:
        super().__init__(now, after_fact)
        self._rng = rng
        self._players = players
        # Whether the first draw of a game waits for promised contributions to its seed.
        self.awaits_contributions = True

    def choose(self, seat: int, choice: Choice, *, late: bool = False) -> None:
        """A seat chooses; IllegalChoice if the rules refuse it."""
        assert self.now.state is not None
        self._move(self.now.state.apply(seat, choice), facts.Chose(seat, choice, late))

    def _move(self, state: State, fact: facts.GameFact) -> None:
        """Add a fact whose outcome is known, so that the rules are asked once."""
        self.now: TableState = moved(self.now, state, fact)
        self.facts.append(fact)

    def welcome_back(self, seat: int) -> None:
        """Give a covered seat back to its player."""
        if self.now.seats[seat].covered:
            self.add(facts.Returned(seat, self.now.seats[seat].bot_choices))

    def start(self) -> None:
        """Begin a game; bots take the open seats."""
        bots = {
            str(number): seat.bot or COVER_BOT
            for number, seat in enumerate(self.now.seats)
            if seat.bot is not None or seat.is_open
        }
        self.add(facts.Started(bots, checkpoint(self.now)))
        self.run()

    def run(self) -> None:
        """Let chance and simple bots decide until a person or a slow bot has to."""
        while self.now.state is not None and not self.now.state.is_over:
            state = self.now.state
            if state.chance is not None:
                if self.awaits_contributions and self.now.owes_contributions:
                    return
                outcome = self._drawn(state.chance)
                self._move(state.apply_chance(outcome), facts.ChanceDrawn(outcome))
                continue
            seat = next((seat for seat in bots_to_act(self.now) if not self._is_slow(seat)), None)
            if seat is None:
                return
            self.choose(seat, self._bot_choice(seat))
        self._commit_to_next_game()

    def _drawn(self, node: ChanceNode) -> ChanceOutcome:
        now = self.now
        if now.settings.daily is not None:
            return DailyDealer(now.settings.daily, now.draws).draw(node)
        if now.seed is not None:
            return draw(node, now.seed.source(now.draws))
        return SeededDealer(self._rng).draw(node)

    def _commit_to_next_game(self) -> None:
        """Fix the secret of the next game at the end of a game with fair dice."""
        now = self.now
        if now.stage == "over" and now.seed is not None and now.next_seed is None:
            self.add(facts.Committed(new_secret()))

    def choose_for_late(self, decision: int) -> None:
        """Choose for all seats that still owe a decision."""
        assert self.now.state is not None
        for seat in sorted(self.now.state.to_act):
            if self.now.decision == decision and not self._is_slow(seat):
                is_person = bot_at(self.now, seat) is None
                self.choose(seat, self._choice_in_time(seat), late=is_person)
                self.run()

    def _bot(self, seat: int) -> str:
        return bot_at(self.now, seat) or COVER_BOT

    def _is_slow(self, seat: int) -> bool:
        """Whether a seat's bot is too slow to be asked here; a given player never is."""
        return seat not in self._players and is_slow(self._bot(seat))

    def _bot_choice(self, seat: int) -> Choice:
        assert self.now.state is not None
        player = self._players.get(seat) or make_bot(self._bot(seat), self._rng)
        return ask(player, self.now.state, seat)

    def _choice_in_time(self, seat: int) -> Choice:
        """The choice for a player who ran out of time: pass if that is allowed, otherwise a bot's choice."""
        assert self.now.state is not None
        may_pass = self.now.state.phase in (Phase.COMMON, Phase.OWN)
        return PASS if may_pass else self._bot_choice(seat)
