"""Refusals of the rules, as values with the rule and a sentence.

Sentences live here and nowhere else, so that a client can show them in another language:
``code`` names the sentence, ``details`` holds what goes into it.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

# The rules of the card games that say what these say of the dice game.
IN_CARD_GAMES = {"D2": "C5", "D3": "C6", "D4": "C10", "D10": "C19"}


@dataclass(frozen=True, slots=True, repr=False)
class Reason:
    """One refusal: ``str()`` gives ``S5: Red 12 needs five crosses before it; there are 3.``"""

    rule: str
    code: str
    template: str
    details: Mapping[str, object] = field(default_factory=dict)

    def __call__(self, **details: object) -> "Reason":
        """The same refusal with the particulars of one case filled in."""
        return Reason(self.rule, self.code, self.template, details)

    def in_card_games(self) -> "Reason":
        """The same refusal by the rule of the card games."""
        return replace(self, rule=IN_CARD_GAMES.get(self.rule, self.rule))

    @property
    def sentence(self) -> str:
        """The refusal in a sentence, without its rule."""
        text = self.template.format_map({name: _told(value) for name, value in self.details.items()})
        return text[0].upper() + text[1:]

    def __str__(self) -> str:
        return f"{self.rule}: {self.sentence}"

    def __repr__(self) -> str:
        return f"<Reason {self}>"


def _told(value: object) -> object:
    """A value as it stands in a sentence: several numbers become ``3 or 8``; a card is a tuple, too."""
    return " or ".join(map(str, value)) if type(value) is tuple else value


# The sheet
NO_SUCH_NUMBER = Reason("S1", "no_such_number", "{number} is not on the sheet; rows go from 2 to 12.")
ALREADY_CROSSED = Reason("S4", "already_crossed", "{colour} {number} is crossed already.")
LEFT_OF_LAST = Reason(
    "S2", "left_of_last", "{colour} {number} lies left of your last cross there, the {last}; it was skipped."
)
NEEDS_FIVE = Reason(
    "S5", "needs_five", "{colour} {number} needs five crosses before it; there are {crosses}."
)

# Whose turn, and which action
GAME_OVER = Reason("S12", "game_over", "the game is over.")
NOT_ACTIVE = Reason("D10", "not_active", "it is not your turn: only the active player may do this.")
NO_SUCH_SEAT = Reason("S13", "no_such_seat", "there is no seat {seat}; seats count from 0 to {highest}.")
CHANCE_FIRST = Reason("D3", "chance_first", "nobody chooses now: {waiting} comes first.")
NO_CHANCE_NOW = Reason(
    "D3", "no_chance_now", "nothing is rolled, drawn or shuffled now: players have to choose."
)
WRONG_KIND = Reason("D3", "wrong_kind", "this is the time to {expected}, not to {tried}.")
NOTHING_TO_WITHDRAW = Reason(
    "A21", "nothing_to_withdraw", "you have no hidden choice that you could take back."
)
WRONG_OUTCOME = Reason("D3", "wrong_outcome", "{expected} comes next, not {tried}.")

# The common action and the dice
ROW_CLOSED = Reason("D11", "row_closed", "the {colour} row is closed for everyone.")
NOT_THE_NUMBER = Reason(
    "D4", "not_the_number", "the number for everyone is {common}; {colour} {number} is another."
)
NOT_A_SUM = Reason(
    "D6", "not_a_sum", "{colour} {number} is no sum of one white die and the {colour} die: {possible}."
)
DIE_REMOVED = Reason("D8", "die_removed", "the {colour} die is out of the game, its row is closed.")
BAD_ROLL = Reason("D3", "bad_roll", "a roll needs two white dice and {expected}; this one has {found}.")
BAD_FACE = Reason("D1", "bad_face", "a die shows 1 to 6, not {face}.")
BAD_FIRST_SIX = Reason(
    "A6",
    "bad_first_six",
    "the players roll in turn, faces 1 to 6, until the first 6, which ends it; not {rolls}.",
)
BAD_FIRST_SEAT = Reason("D2", "bad_first_seat", "no seat {seat} can begin; seats count from 0 to {highest}.")

# The cards
DRAW_FIRST = Reason(
    "C6", "draw_first", "the active player draws first; then there is a number for everyone to cross."
)
DRAW_TO_FIVE = Reason("C7", "draw_to_five", "you draw to exactly five cards: take {expected}, not {found}.")
NOT_IN_DISPLAY = Reason(
    "C7", "not_in_display", "the display has places 1 to 4, each taken once; not {places}."
)
NO_CARD = Reason("C11", "no_card", "you must play at least one card.")
TOO_MANY_CARDS = Reason("C11", "too_many_cards", "you may play at most three cards, not {found}.")
NOT_IN_HAND = Reason("C11", "not_in_hand", "{card} is not in your hand.")
MIXED_COLOURS = Reason(
    "C11", "mixed_colours", "cards played together are of one colour; {card} is not {colour}."
)
NUMBER_NOT_PLAYED = Reason(
    "C12", "number_not_played", "you may cross only numbers you play: {number} is not among them."
)
GAP = Reason(
    "C13",
    "gap",
    "between the first and the last number you cross at most one may stay unmarked; here {left} would.",
)
BAD_SHUFFLE = Reason("C9", "bad_shuffle", "a shuffle holds each card of the pile once: {problem}.")
