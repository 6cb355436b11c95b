from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from qwixx.envs.actions import Actions
from qwixx.envs.observations import Observations, Vector
from qwixx.gameplay import Game
from qwixx.notation import parse_position
from qwixx.rules.cards import PACK_ORDER, in_pack_order
from qwixx.rules.chance import Roll
from qwixx.rules.colours import COLOURS
from qwixx.rules.errors import InputError
from qwixx.rules.ruleset import CARDS, CARDS_JOKER, DICE, SOLO, Phase, Ruleset
from qwixx.rules.view import View
from tests.positions import card_state
from tests.rules.test_whole_games import disguised, repented
from tests.strategies import games


def places(part: Vector, width: int) -> list[int | None]:
    """The index of the one in each one-hot group of ``width`` numbers; None if all are zero."""
    groups = part.reshape(-1, width)
    assert set(np.unique(groups)) <= {0.0, 1.0}
    assert (groups.sum(axis=1) <= 1).all()
    return [int(group.argmax()) if group.any() else None for group in groups]


def numbers(part: Vector) -> list[int | None]:
    return [None if place is None else place + 2 for place in places(part, 11)]


def rows_of(block: Vector) -> list[tuple[int, ...]]:
    return [
        tuple(n for n, crossed in zip(colour.numbers, row, strict=True) if crossed)
        for colour, row in zip(COLOURS, block[:44].reshape(4, 11), strict=True)
    ]


def check_table(part: dict[str, Vector], view: View) -> None:
    decided = [phase for phase in view.ruleset.turn if phase is not Phase.ROLL]
    (phase,) = places(part["phase"], len(decided))
    assert (None if phase is None else decided[phase]) == (view.phase if view.phase in decided else None)
    assert part["crossed"].tolist() == [view.crossed is not None]
    assert numbers(part["common_number"]) == [view.common_number]


def check_dice(part: dict[str, Vector], view: View) -> None:
    closed = [colour for colour in COLOURS if part["closed_rows"][colour]]
    assert tuple(closed) == view.closed_rows
    white, coloured = places(part["white_dice"], 6), places(part["coloured_dice"], 6)
    shown = [*view.dice.white, *view.dice.colours] if view.dice is not None else [None] * 6
    assert [None if face is None else face + 1 for face in white + coloured] == shown


def check_cards(part: dict[str, Vector], view: View) -> None:
    pack = 55 if view.ruleset.jokers else 44
    assert part["deck_count"][0] * pack == pytest.approx(view.deck_count)
    assert [list(PACK_ORDER)[place] for place in np.flatnonzero(part["shown"])] == list(
        in_pack_order(view.shown)
    )
    assert len(part["shown"]) == pack
    assert numbers(part["deck_top"]) == [view.deck_top]
    assert tuple(numbers(part["display"])) == (view.display or (None,) * 4)
    colours = 5 if view.ruleset.jokers else 4
    slots = part["hand"].reshape(5, colours + 11)
    held = [(places(slot[:colours], colours)[0], numbers(slot[colours:])[0]) for slot in slots if slot.any()]
    wanted = [
        (4 if card.colour is None else int(card.colour), card.number) for card in in_pack_order(view.hand)
    ]
    assert held == wanted


def check_seat(block: Vector, view: View, seat: int) -> None:
    sheet = view.sheets[seat]
    assert rows_of(block) == list(sheet.rows)
    assert block[44:48].tolist() == [box < sheet.penalties for box in range(4)]
    assert block[48] == (seat == view.active)
    if view.hand_sizes:
        assert block[49] * 5 == pytest.approx(view.hand_sizes[seat])
        backs = view.hand_numbers[seat] if view.hand_numbers is not None else ()
        assert (block[50:] * 5).tolist() == pytest.approx([backs.count(number) for number in range(2, 13)])


@settings(max_examples=25)
@given(games())
def test_a_view_can_be_reconstructed_from_its_observation(game: Game) -> None:
    rules, players = game.state.ruleset, game.state.players
    layout = Observations(rules, players)
    for state in game.record.states():
        for seat in range(players):
            view = state.view(seat)
            vector = layout.vector(view)
            assert vector.dtype == np.float32
            assert 0 <= vector.min() <= vector.max() <= 1
            part = {name: vector[where] for name, where in layout.fields.items()}
            assert sum(map(len, part.values())) == layout.size == len(vector)
            check_table(part, view)
            (check_cards if rules.has_cards else check_dice)(part, view)
            for after in range(players):
                check_seat(part[f"seat_{after}"], view, (seat + after) % players)


@settings(max_examples=60)
@given(games(st.sampled_from([CARDS, CARDS_JOKER, DICE])), st.data())
def test_I1_to_I6_states_that_differ_only_in_hidden_information_have_equal_observations(
    game: Game, data: st.DataObject
) -> None:
    layout, actions = Observations(game.state.ruleset, game.state.players), Actions(game.state.ruleset)
    state = data.draw(st.sampled_from([state for state in game.record.states() if state.to_act]))
    for early in data.draw(st.sets(st.sampled_from(sorted(state.to_act)), max_size=len(state.to_act) - 1)):
        state = state.apply(early, data.draw(st.sampled_from(state.choices(early))))
    for seat in range(state.players):
        cards = disguised(state, seat, data) if state.cards.hands else state.cards
        other = replace(state, cards=cards, pending=repented(state, seat, data))
        assert np.array_equal(layout.vector(state.view(seat)), layout.vector(other.view(seat)))
        assert list(actions.legal(state.view(seat))) == list(actions.legal(other.view(seat)))


def test_I1_to_I6_visible_differences_change_the_observation() -> None:
    layout = Observations(CARDS, 2)
    state = card_state("draw", "R2 R3 R4 R5", "B2 B3 B4 B5", display="Y9 Y10 Y11 Y12", deck="B6")
    other = card_state("draw", "R2 R3 R4 G5", "B2 B3 B4 B5", display="Y9 Y10 Y11 Y12", deck="B6")
    assert not np.array_equal(layout.vector(state.view(0)), layout.vector(other.view(0)))
    assert np.array_equal(layout.vector(state.view(1)), layout.vector(other.view(1)))


def test_seats_are_ordered_by_turn_from_the_observing_seat() -> None:
    state = parse_position("dice; 3 common 4+1 r3 y2 g5 b6; r2; r3; r4")
    layout = Observations(DICE, 3)
    for seat, wanted in enumerate(([2, 3, 4], [3, 4, 2], [4, 2, 3])):
        vector = layout.vector(state.view(seat))
        blocks = [vector[layout.fields[f"seat_{after}"]] for after in range(3)]
        assert [rows_of(block)[0] for block in blocks] == [(number,) for number in wanted]
        assert [block[48] for block in blocks].index(1) == (2 - seat) % 3


@pytest.mark.parametrize(
    ("rules", "players", "size"),
    [(SOLO, 1, 103), (DICE, 2, 152), (DICE, 5, 299), (CARDS, 2, 312), (CARDS_JOKER, 2, 328)],
)
def test_sizes_of_the_current_versions(rules: Ruleset, players: int, size: int) -> None:
    assert Observations(rules, players).size == size


def test_views_of_another_table_are_rejected() -> None:
    layout = Observations(DICE, 2)
    state = parse_position("dice; 1 roll; -; -")
    assert layout.vector(state.view(0)).size == layout.size
    for other in (
        state.view(),
        parse_position("dice; 1 roll; -; -; -").view(0),
        card_state("draw", "R2 R3", "B2 B3").view(0),
    ):
        with pytest.raises(InputError, match="the view is no seat's, or not of a game with these rules"):
            layout.vector(other)
    with pytest.raises(InputError, match="the dice game is for 2 to 5 players, not 9"):
        Observations(DICE, 9)


def test_dice_are_encoded_in_the_order_of_the_roll() -> None:
    state = parse_position("dice; 1 own 4+1 r3 y2 b6; g12,11,10,9,8,2; -")
    assert state.dice == Roll((4, 1), (3, 2, None, 6))
    layout = Observations(DICE, 2)
    vector = layout.vector(state.view(0))
    assert np.flatnonzero(vector[layout.fields["white_dice"]]).tolist() == [3, 6]
    assert np.flatnonzero(vector[layout.fields["coloured_dice"]]).tolist() == [2, 7, 23]
