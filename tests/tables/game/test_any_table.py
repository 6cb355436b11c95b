"""A stateful Hypothesis test: the invariants of a table hold for any commands at any time."""

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
from qwixx.rules.ruleset import GameName
from qwixx.tables import protocol
from qwixx.tables.game import facts
from qwixx.tables.game.opening import plan_opening
from qwixx.tables.game.state import replayed
from qwixx.tables.game.table import Table
from qwixx.tables.refusals import Refusal
from qwixx.tables.views import public_view
from tests.strategies import NAMES
from tests.tables.game.scenes import update

GAMES: tuple[GameName, ...] = ("dice", "cards", "cards_joker")


class AnyTable(RuleBasedStateMachine):
    """Players connect, disconnect, repeat commands, send late ones, leave and return; time passes."""

    @initialize(data=st.data(), game=st.sampled_from(GAMES), seed=st.integers(0, 2**32))
    def begin(self, data: st.DataObject, game: GameName, seed: int) -> None:
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
        past: list[facts.AnyFact] = [opening]
        if self.is_fair:
            past.append(facts.Committed(rng.randbytes(32).hex()))
        self.past: list[bytes] = list(map(facts.encode, past))
        self.table = Table("t", past, rng)
        self.at = 0.0

    def apply(self, planned: list[facts.AnyFact]) -> None:
        self.past += map(facts.encode, planned)
        self.table.apply(planned, self.at)

    @property
    def people(self) -> list[int]:
        seats = enumerate(self.table.now.seats)
        return [number for number, seat in seats if seat.bot is None and seat.name is not None]

    @precondition(lambda self: self.table.info().state == "open")
    @rule(contributes=st.booleans())
    def a_person_joins(self, contributes: bool) -> None:
        name = next(each for each in NAMES if each not in self.table.now.names)
        planned, secret = self.table.plan_join(name, contributes)
        self.apply(planned)
        self.table.presence.arrive(secret.seat)
        self.apply(self.table.plan_arrival(secret.seat))

    @rule(data=st.data())
    def a_person_chooses(self, data: st.DataObject) -> None:
        state = self.table.now.state
        owing = [seat for seat in self.people if state is not None and state.choices(seat)]
        if not owing or state is None:
            return
        seat = data.draw(st.sampled_from(owing))
        choice = format_choice(data.draw(st.sampled_from(state.choices(seat))))
        version = data.draw(st.sampled_from([self.table.now.version, self.table.now.decision]))
        self.apply(self.table.plan(seat, protocol.Choose(1, version, choice)))

    @rule(data=st.data())
    def a_person_withdraws_a_choice(self, data: st.DataObject) -> None:
        state = self.table.now.state
        chosen = [seat for seat in self.people if state is not None and state.view(seat).chosen is not None]
        if not chosen:
            return
        seat = data.draw(st.sampled_from(chosen))
        version = data.draw(st.sampled_from([self.table.now.version, self.table.now.decision]))
        self.apply(self.table.plan(seat, protocol.Withdraw(1, version)))
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
    def anything_is_tried(self, data: st.DataObject, seat: int | None, text: str, late: int) -> None:
        if seat is not None and seat not in self.people:
            return
        before = self.table.now
        kinds = [
            protocol.Choose(1, max(0, before.version - late), text),
            protocol.Withdraw(1, max(0, before.version - late)),
            protocol.Start(1),
            protocol.Leave(1),
            protocol.Cover(1, data.draw(st.integers(0, 4))),
            protocol.Rematch(1, wanted=False),
            protocol.Contribute(1, before.games, "11" * 16),
            protocol.Contribute(1, before.games + 1, "22" * 16),
        ]
        message = data.draw(st.sampled_from([*kinds, protocol.Rematch(1), protocol.Ask(1, text)]))
        try:
            planned = self.table.plan(seat, message)  # type: ignore[arg-type]
        except (Refusal, IllegalChoice, QwixxError):
            assert self.table.now is before
        else:
            self.apply(planned)

    @precondition(lambda self: self.people)
    @rule(data=st.data())
    def a_person_disconnects_or_returns(self, data: st.DataObject) -> None:
        seat = data.draw(st.sampled_from(self.people))
        if seat in self.table.presence:
            self.table.presence.leave(seat, self.at)
        else:
            self.table.presence.arrive(seat)
            self.apply(self.table.plan_arrival(seat))

    @rule(seconds=st.sampled_from([0.1, 5.0, 9.0, 19.9, 31.0]))
    def time_passes(self, seconds: float) -> None:
        self.at += seconds
        self.table.notice(self.at)
        self.apply(self.table.plan_tick(self.at))

    @precondition(lambda self: self.table.now.stage == "over")
    @rule(data=st.data())
    def a_present_player_can_begin_another_game(self, data: st.DataObject) -> None:
        """A player who is present can start a rematch, at once or after a wait, whatever the others do."""
        here = sorted(self.table.presence.here)
        if not here:
            return
        seat, games = data.draw(st.sampled_from(here)), self.table.now.games
        self.apply(self.table.plan(seat, protocol.Rematch(1)))
        for _ in range(2):
            self.at += 31.0
            self.table.notice(self.at)
            self.apply(self.table.plan_tick(self.at))
        if self.table.now.games == games:
            self.apply(self.table.plan(seat, protocol.Start(1)))
        assert self.table.now.games == games + 1
        assert not self.table.now.seats[seat].covered

    @rule()
    def the_server_is_killed_and_started_again(self) -> None:
        past = [facts.decode(fact) for fact in self.past]
        again = Table("t", past, self.table.rng)
        assert again.now == self.table.now
        present, self.table = self.table.presence.here, again
        for seat in present:
            # A connected player whose seat is covered gets it back by reconnecting.
            self.table.presence.arrive(seat)
            self.apply(self.table.plan_arrival(seat))

    @invariant()
    def facts_are_counted(self) -> None:
        assert self.table.now.version == len(self.past)
        assert replayed([facts.decode(fact) for fact in self.past]) == self.table.now

    @invariant()
    def the_record_leads_to_the_state(self) -> None:
        state = self.table.now.state
        if state is not None:
            assert self.table.record().state == replace(state, pending=tuple(None for _ in state.pending))

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
    def only_disconnected_people_are_away(self) -> None:
        for each in update(self.table, None, at=self.at).away:
            seat = self.table.now.seats[each.seat]
            assert each.seat in self.people
            assert each.seat not in self.table.presence
            assert (each.seconds is None) == (seat.covered or not self.table.now.is_playing)
            assert each.seconds is None or 0 <= each.seconds <= 30 - 8

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
    def every_seat_is_sent_its_choices_and_its_view(self) -> None:
        state = self.table.now.state
        if state is None:
            return
        for seat in (*self.people, None):
            sent, seen = update(self.table, seat, at=self.at), state.view(seat)
            assert sent.info == self.table.info()
            view = sent.view
            assert view is not None
            assert view.seat == seat
            assert [choice.text for choice in view.choices] == list(map(format_choice, seen.choices))
            assert view.hand == tuple(map(str, seen.hand))
            assert view.public == public_view(state, self.table.now.turn)

    @invariant()
    def no_seat_is_sent_hidden_information(self) -> None:
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
            sent = message["view"]["chosen"]
            assert (sent and sent["text"]) == (chosen and format_choice(chosen))


TestAnyTable = AnyTable.TestCase
TestAnyTable.settings = settings(max_examples=60, stateful_step_count=50, deadline=None)
