"""A table by Hypothesis: anybody does anything at any time, and what is promised holds."""

import json
import random
import re
from dataclasses import replace

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from qwixx.fairness.verification import verify
from qwixx.notation import format_choice
from qwixx.rules.errors import IllegalChoice, QwixxError
from qwixx.server.refusals import Refusal
from qwixx.server.tables import facts
from qwixx.server.tables.opening import plan_opening
from qwixx.server.tables.state import replayed
from qwixx.server.tables.table import Table
from qwixx.server.wire import protocol
from qwixx.server.wire.messages import public_view
from tests.strategies import NAMES

GAMES: tuple[protocol.GameName, ...] = ("dice", "cards", "cards_joker")


class AnyTable(RuleBasedStateMachine):
    """People arrive, vanish, tap twice, come too late, leave and return; time passes."""

    @initialize(data=st.data(), game=st.sampled_from(GAMES), seed=st.integers(0, 2**32))
    def begin(self, data: st.DataObject, game: protocol.GameName, seed: int) -> None:
        people = data.draw(st.integers(1, 4))
        bots = data.draw(
            st.lists(st.sampled_from(["gap:1,2", "random"]), min_size=people == 1, max_size=5 - people)
        )
        limit = data.draw(st.sampled_from([None, 20]))
        kinds: list[str | None] = [None] * people
        seats = tuple(map(protocol.NewSeat, data.draw(st.permutations([*kinds, *bots]))))
        settings = protocol.TableSettings(limit, patience=30)
        opening = plan_opening(protocol.NewTable(game, seats, "Ann", settings=settings))
        rng = random.Random(seed)
        self.is_fair = data.draw(st.booleans())
        facts_so_far: list[facts.AnyFact] = [opening]
        if self.is_fair:
            facts_so_far.append(facts.Committed(rng.randbytes(32).hex()))
        self.past: list[bytes] = list(map(facts.encode, facts_so_far))
        self.table = Table("t", facts_so_far, rng)
        self.at = 0.0

    def take(self, planned: list[facts.AnyFact]) -> None:
        self.past += [facts.encode(fact) for fact in planned]
        self.table.take(planned, self.at)

    @property
    def people(self) -> list[int]:
        seats = enumerate(self.table.now.seats)
        return [number for number, seat in seats if seat.bot is None and seat.name is not None]

    @precondition(lambda self: self.table.info().state == "open")
    @rule(contributes=st.booleans())
    def somebody_joins(self, contributes: bool) -> None:
        name = NAMES[len(self.people)]
        planned, secret = self.table.plan_join(name, contributes)
        self.take(planned)
        self.take(self.table.plan_arrival(secret.seat))

    @rule(data=st.data())
    def somebody_chooses(self, data: st.DataObject) -> None:
        state = self.table.now.state
        owing = [seat for seat in self.people if state is not None and state.choices(seat)]
        if not owing or state is None:
            return
        seat = data.draw(st.sampled_from(owing))
        choice = format_choice(data.draw(st.sampled_from(state.choices(seat))))
        version = data.draw(st.sampled_from([self.table.now.version, self.table.now.decision]))
        self.take(self.table.plan(seat, protocol.Choose(1, version, choice)))

    @rule(data=st.data())
    def somebody_takes_a_choice_back(self, data: st.DataObject) -> None:
        state = self.table.now.state
        chosen = [seat for seat in self.people if state is not None and state.view(seat).chosen is not None]
        if not chosen:
            return
        seat = data.draw(st.sampled_from(chosen))
        version = data.draw(st.sampled_from([self.table.now.version, self.table.now.decision]))
        self.take(self.table.plan(seat, protocol.Withdraw(1, version)))
        assert self.table.now.state is not None
        assert seat in self.table.now.state.to_act

    @rule(
        data=st.data(),
        seat=st.none() | st.integers(0, 4),
        text=st.sampled_from(
            ["-", "r7", "b2", "take 1", "play R4", "play J5 as g cross g5", "", "x", "r7 r8"]
        ),
        late=st.integers(0, 50),
    )
    def somebody_tries_something(self, data: st.DataObject, seat: int | None, text: str, late: int) -> None:
        if seat is not None and seat not in self.people:
            return
        before = self.table.now
        kinds = [
            protocol.Choose(1, max(0, before.version - late), text),
            protocol.Withdraw(1, max(0, before.version - late)),
            protocol.Start(1),
            protocol.Leave(1),
            protocol.Contribute(1, before.games, "11" * 16),
            protocol.Contribute(1, before.games + 1, "22" * 16),
        ]
        message = data.draw(st.sampled_from([*kinds, protocol.Rematch(1), protocol.Ask(1, text)]))
        try:
            planned = self.table.plan(seat, message)  # type: ignore[arg-type]
        except (Refusal, IllegalChoice, QwixxError):
            assert self.table.now is before
        else:
            self.take(planned)

    @precondition(lambda self: self.people)
    @rule(data=st.data())
    def somebody_vanishes_or_comes_back(self, data: st.DataObject) -> None:
        seat = data.draw(st.sampled_from(self.people))
        if seat in self.table.presence:
            self.table.presence.leave(seat, self.at)
        else:
            self.take(self.table.plan_arrival(seat))

    @rule(seconds=st.sampled_from([0.1, 5.0, 19.9, 31.0]))
    def time_passes(self, seconds: float) -> None:
        self.at += seconds
        self.take(self.table.plan_tick(self.at))

    @rule()
    def the_server_is_killed_and_started_again(self) -> None:
        past = [facts.decode(fact) for fact in self.past]
        again = Table("t", past, self.table.rng)
        assert again.now == self.table.now
        present, self.table = self.table.presence.here, again
        for seat in present:
            # Whoever had left the seat to a bot and still looks on comes back with the connection.
            self.take(self.table.plan_arrival(seat))

    @invariant()
    def facts_are_counted(self) -> None:
        assert self.table.now.version == len(self.past)
        assert replayed([facts.decode(fact) for fact in self.past]) == self.table.now

    @invariant()
    def the_record_leads_to_the_state(self) -> None:
        state = self.table.now.state
        if state is not None:
            assert self.table.now.record().state == replace(state, pending=tuple(None for _ in state.pending))

    @invariant()
    def the_table_waits_for_people_only(self) -> None:
        now = self.table.now
        if now.is_playing and any(seat.bot is None and not seat.covered for seat in now.seats):
            assert now.state is not None
            assert now.state.to_act or now.owes_contributions
            assert all(
                now.seats[seat].bot is None and not now.seats[seat].covered for seat in now.state.to_act
            )

    @invariant()
    def dice_are_fair_and_secrets_are_kept(self) -> None:
        now = self.table.now
        for seed in filter(None, (now.seed, now.next_seed)):
            assert seed.secret.encode() not in self.table.broadcast(self.at).update(None, 0)
        assert (now.seed or now.next_seed) is not None or not self.is_fair
        if now.stage == "over" and self.is_fair:
            assert verify(now.record()).is_fair
        elif now.state is not None:
            assert now.record().tags == ()

    @invariant()
    def everybody_is_sent_what_they_may_choose_and_see(self) -> None:
        state = self.table.now.state
        if state is None:
            return
        for seat in (*self.people, None):
            update, seen = self.table.update(seat, 0, self.at), state.view(seat)
            assert update.info == self.table.info()
            view = update.view
            assert view is not None
            assert view.seat == seat
            assert [choice.text for choice in view.choices] == list(map(format_choice, seen.choices))
            assert view.hand == tuple(map(str, seen.hand))
            assert view.public == public_view(state, self.table.now.turn)

    @invariant()
    def nobody_is_sent_what_they_may_not_know(self) -> None:
        state = self.table.now.state
        if state is None:
            return
        for seat in (*self.people, None):
            message = json.loads(self.table.broadcast(self.at).update(seat, 0))
            shown = [each["what"] for each in message["happened"] if each["what"]["type"] == "played"]
            played = {card for what in shown for card in what["cards"]}
            known = played | {
                str(card)
                for card in (state.cards.hands[seat] if seat is not None and state.cards.hands else ())
            }
            message["happened"] = []
            assert set(re.findall(r'"([RYGBJ]\d+)"', json.dumps(message))) <= known
            chosen = state.pending[seat] if seat is not None and state.pending else None
            told = message["view"]["chosen"]
            assert (told and told["text"]) == (chosen and format_choice(chosen))


TestAnyTable = AnyTable.TestCase
TestAnyTable.settings = settings(max_examples=60, stateful_step_count=50, deadline=None)
