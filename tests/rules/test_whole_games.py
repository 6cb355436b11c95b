"""Whole games, property-based: any seat tries any choice at any time, and the invariants hold."""

from dataclasses import replace

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from qwixx.gameplay import Game
from qwixx.notation import format_position, format_record, parse_position, parse_record
from qwixx.record import Record
from qwixx.rules.cards import Card, pack
from qwixx.rules.chance import FirstSeat, Roll, Shuffle
from qwixx.rules.choices import Choice
from qwixx.rules.colours import COLOURS
from qwixx.rules.errors import IllegalChoice
from qwixx.rules.game import State
from qwixx.rules.position import CardTable
from qwixx.rules.ruleset import CARDS, CARDS_JOKER, Phase, Ruleset
from qwixx.rules.validity import problems
from tests.strategies import NAMES, choices, games, rulesets

faces = st.integers(1, 6)
rolls = st.builds(Roll, st.tuples(faces, faces), st.tuples(*[faces | st.none()] * 4))
outcomes = rolls | st.builds(FirstSeat, st.integers(-1, 5)) | st.just(Shuffle(()))


class WholeGame(RuleBasedStateMachine):
    """One game: chance and legal choices advance it, illegal choices are rejected and change nothing."""

    game: Game

    @initialize(rules=rulesets(), data=st.data(), seed=st.integers(0, 2**32))
    def begin(self, rules: Ruleset, data: st.DataObject, seed: int) -> None:
        players = data.draw(st.integers(rules.min_players, rules.max_players))
        self.game = Game(rules, NAMES[:players], seed=seed)
        self.turns = 0

    @property
    def state(self) -> State:
        return self.game.state

    @precondition(lambda self: self.state.chance is not None)
    @rule()
    def chance_decides(self) -> None:
        before = self.state
        self.turns += before.phase is before.ruleset.turn[0]
        self.game.draw_chance()
        self._check_growth(before)

    @precondition(lambda self: self.state.to_act)
    @rule(data=st.data())
    def somebody_chooses(self, data: st.DataObject) -> None:
        before = self.state
        self.turns += before.phase is before.ruleset.turn[0]
        seat = data.draw(st.sampled_from(sorted(before.to_act)))
        self.game.apply(seat, data.draw(st.sampled_from(before.choices(seat))))
        self._check_growth(before)

    @precondition(lambda self: any(choice is not None for choice in self.state.pending))
    @rule(data=st.data())
    def somebody_changes_a_hidden_choice(self, data: st.DataObject) -> None:
        before = self.state
        chosen = [seat for seat, choice in enumerate(before.pending) if choice is not None]
        seat = data.draw(st.sampled_from(chosen))
        self.game.apply(seat, data.draw(st.sampled_from(before.choices(seat))))
        assert self.state.to_act == before.to_act

    @precondition(lambda self: any(choice is not None for choice in self.state.pending))
    @rule(data=st.data())
    def somebody_takes_a_hidden_choice_back(self, data: st.DataObject) -> None:
        before = self.state
        chosen = [seat for seat, choice in enumerate(before.pending) if choice is not None]
        seat = data.draw(st.sampled_from(chosen))
        self.game.withdraw(seat)
        assert self.state.to_act == before.to_act | {seat}
        assert self.state.view(seat).chosen is None

    @rule(seat=st.integers(-1, 5), choice=choices())
    def somebody_tries_something(self, seat: int, choice: Choice) -> None:
        before, record = self.state, self.game.record
        legal = 0 <= seat < before.players and choice in before.choices(seat)
        assert (before.why_not(seat, choice) is None) is legal
        if not legal:
            with pytest.raises(IllegalChoice) as refused:
                self.game.apply(seat, choice)
            assert refused.value.reason == before.why_not(seat, choice)
            assert self.state is before
            assert self.game.record == record

    @rule(outcome=outcomes)
    def chance_goes_wrong(self, outcome: FirstSeat | Roll | Shuffle) -> None:
        before = self.state
        assume(before.why_not_chance(outcome) is not None)
        with pytest.raises(IllegalChoice):
            self.game.apply_chance(outcome)
        assert self.state is before

    def _check_growth(self, before: State) -> None:
        """S2, S4: rows only grow, and only to the right."""
        for old, new in zip(before.sheets, self.state.sheets, strict=True):
            assert new.penalties >= old.penalties
            for was, row in zip(old.rows, new.rows, strict=True):
                assert row[: len(was)] == was

    @invariant()
    def the_position_is_possible(self) -> None:
        assert list(problems(self.state)) == []

    @invariant()
    def rows_are_well_formed(self) -> None:
        """Section 5 of the rules: rows rise in row order, and a lock means six numbers or more."""
        for sheet in self.state.sheets:
            for colour, row in zip(COLOURS, sheet.rows, strict=True):
                places = [colour.place(number) for number in row]
                assert places == sorted(set(places))
                assert sheet.has_lock(colour) is (colour.last in row)
                assert not sheet.has_lock(colour) or len(row) >= 6

    @invariant()
    def a_game_ends_in_time(self) -> None:
        assert self.turns <= 48 * self.state.players

    @invariant()
    def somebody_can_go_on_or_it_is_over(self) -> None:
        state = self.state
        assert (state.chance is not None) + bool(state.to_act) + state.is_over == 1
        assert all(state.choices(seat) for seat in state.to_act)
        assert (state.outcome is not None) is state.is_over

    @invariant()
    def the_record_replays_to_the_state(self) -> None:
        record = self.game.record
        hidden = tuple(None for _ in self.state.pending)
        assert record.state == replace(self.state, pending=hidden)

    @invariant()
    def the_texts_read_back(self) -> None:
        assert parse_position(format_position(self.state)) == self.state
        assert parse_record(format_record(self.game.record)) == self.game.record


TestWholeGame = WholeGame.TestCase
TestWholeGame.settings = settings(max_examples=60, stateful_step_count=60, deadline=None)


@settings(max_examples=60)
@given(games(st.sampled_from([CARDS, CARDS_JOKER])), st.data())
def test_I1_to_I6_states_that_differ_only_in_hidden_information_have_equal_views(
    game: Game, data: st.DataObject
) -> None:
    states = [state for state in game.record.states() if state.cards.hands]
    state = data.draw(st.sampled_from(states))
    for seat in (*range(state.players), None):
        other = replace(state, cards=disguised(state, seat, data), pending=repented(state, seat, data))
        assert other.view(seat) == state.view(seat)


def disguised(state: State, seat: int | None, data: st.DataObject) -> CardTable:
    """The same table with the cards that the seat cannot see redistributed; their numbers stay the same."""
    own = set(state.cards.hands[seat]) if seat is not None else set()
    seen = own | set(state.cards.discard)
    hidden = [card for card in pack(state.ruleset.jokers) if card not in seen]
    pool = data.draw(st.permutations(hidden))

    def same_number(card: Card | None) -> Card | None:
        if card is None or card in own:
            return card
        found = next(other for other in pool if other.number == card.number)
        pool.remove(found)
        return found

    def cards_like(cards: tuple[Card, ...]) -> tuple[Card, ...]:
        return tuple(card for card in map(same_number, cards) if card is not None)

    table = state.cards
    hands = tuple(map(cards_like, table.hands))
    display = tuple(map(same_number, table.display))
    top = cards_like(table.deck[:1])
    return CardTable(hands, display, top + tuple(pool), table.discard)


def repented(state: State, seat: int | None, data: st.DataObject) -> tuple[Choice | None, ...]:
    """Pending choices with those of the other seats replaced."""
    return tuple(
        choice if choice is None or other == seat else data.draw(st.sampled_from(state.choices(other)))
        for other, choice in enumerate(state.pending)
    )


@settings(max_examples=30)
@given(games())
def test_a_replay_reproduces_every_state(game: Game) -> None:
    record = game.record
    assert [*record.states()][-1] == game.state
    assert record.state.phase is Phase.OVER
    again = Record(record.ruleset, record.names).extended(record.steps)
    assert list(again.states()) == list(record.states())
