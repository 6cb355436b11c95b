"""The guided first games of the browser client."""

import pytest

from qwixx.tables import protocol
from tests.messages import LANGUAGES, in_language
from web.codegen.lessons import READ, ROLL, Lesson, Node, lessons

ALL = lessons()


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_step_and_every_wrong_choice_has_a_text(language: str) -> None:
    said = in_language(language).keys
    for lesson in (ALL.dice, ALL.cards):
        for node in lesson.nodes:
            assert f"learn.{lesson.game}.{node.step}.{node.view.public.phase}" in said
            astray = {choice.text for choice in node.view.choices} - set(node.next)
            if astray and node.next and READ not in node.next:
                assert f"learn.{lesson.game}.{node.step}.nudge" in said


@pytest.fixture(params=[ALL.dice, ALL.cards], ids=["dice", "cards"])
def lesson(request: pytest.FixtureRequest) -> Lesson:
    found: Lesson = request.param
    return found


def own(node: Node) -> protocol.Sheet:
    return node.view.public.sheets[0]


def test_all_steps_are_reached_in_order_on_every_path(lesson: Lesson) -> None:
    reached = {0}
    for place, node in enumerate(lesson.nodes):
        assert place in reached, "unreachable step"
        for to in node.next.values():
            assert lesson.nodes[to].step - node.step in (0, 1)
            reached.add(to)
    last = lesson.nodes[-1].step
    assert [node.step == last for node in lesson.nodes] == [not node.next for node in lesson.nodes]


def test_lessons_accept_only_legal_choices_and_refuse_only_illegal_ones(lesson: Lesson) -> None:
    for node in lesson.nodes:
        legal = {choice.text for choice in node.view.choices}
        assert set(node.next) <= legal | {ROLL, READ}
        assert not set(node.refusals) & legal


def test_every_cell_that_cannot_be_crossed_has_a_reason() -> None:
    for node in ALL.dice.nodes:
        if node.view.choices and READ not in node.next:
            assert len(node.refusals) + sum(choice.kind == "cross" for choice in node.view.choices) == 44


def test_the_last_number_of_a_row_with_too_few_crosses_is_refused_by_its_rule() -> None:
    lock = next(node for node in ALL.dice.nodes if "r12" in node.next)
    assert lock.refusals["y12"].rule == "S5"


def test_five_crosses_a_last_number_and_the_lock_make_28_points() -> None:
    end = ALL.dice.nodes[-1]
    assert own(end).points[0] == 28
    assert own(end).locks == ("red",)
    assert own(end).penalties == 1


def test_passing_twice_as_the_active_player_costs_a_penalty() -> None:
    poor = [node for node in ALL.dice.nodes if node.step == 6 and ROLL not in node.next]
    assert [[choice.kind for choice in node.view.choices] for node in poor] == [["pass"], ["pass"]]


def test_a_lock_in_the_card_game_only_affects_its_player() -> None:
    lock = next(node for node in ALL.cards.nodes if "play R12 cross r12" in node.next)
    assert lock.view.public.closed_rows == ()


def test_the_last_page_of_the_card_game_has_a_joker_of_every_colour() -> None:
    joker = next(node for node in ALL.cards.nodes if "J9" in node.view.hand)
    assert {choice.colour for choice in joker.view.choices if choice.cards == ("J9",)} == {
        "red",
        "yellow",
        "green",
        "blue",
    }
