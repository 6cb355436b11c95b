"""What a table or the lobby refuses, beside the rules of the game; codes are translated by clients."""

from qwixx.rules.errors import InputError
from qwixx.rules.reasons import Reason


class Refusal(InputError):
    """Something asked for that is not done."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(reason.sentence)
        self.reason = reason


TABLE_FULL = Reason("", "table_full", "all seats of this table are taken.")
NAME_TAKEN = Reason("", "name_taken", "somebody at this table is called {name} already.")
BAD_NAME = Reason(
    "",
    "bad_name",
    "a name has 1 to {longest} printable characters, one at least that is seen, no space at its ends, and not"
    " more accents on a letter than a language has.",
)
NO_TABLE = Reason("", "no_table", "there is no such table; it may have expired.")
NO_PAGE = Reason("", "no_page", "there is nothing at this address.")
BAD_TABLE = Reason("", "bad_table", "such a table cannot be: {problem}.")
BAD_BOT = Reason("", "bad_bot", "this bot cannot play here: {problem}.")
BAD_MESSAGE = Reason("", "bad_message", "the message cannot be read: {problem}.")
NOT_SEATED = Reason("", "not_seated", "spectators watch; take a seat to play.")
NOT_STARTED = Reason("", "not_started", "the game has not begun.")
ALREADY_STARTED = Reason("", "already_started", "the game has begun.")
NOT_OVER = Reason("", "not_over", "the game is not over.")
NO_GAME = Reason("", "no_game", "this table has no game {number}.")
BAD_RECORD = Reason("", "bad_record", "line {line}, column {column}: {problem}.")
STALE = Reason("", "stale", "the game has moved on since you chose.")
NO_COMMITMENT = Reason("", "no_commitment", "there is no commitment to game {game} of this table.")
ALREADY_CONTRIBUTED = Reason(
    "", "already_contributed", "your seat has contributed another value to game {game} already."
)
TOO_LATE = Reason("", "too_late", "game {game} has drawn its chance already; contribute to the next one.")
NO_HINTS = Reason("", "no_hints", "this table was opened without hints.")
NOTHING_TO_CHOOSE = Reason("", "nothing_to_choose", "there is nothing for you to choose now.")
NO_COACH = Reason("", "no_coach", "the coach cannot help here: {problem}.")
COACH_BUSY = Reason("", "coach_busy", "the coach is still at it; ask again in a moment.")
NO_DAILY = Reason(
    "",
    "no_daily",
    "there is nothing daily for {date}: days are written as 2026-11-16, from {first} to {last}, by UTC.",
)
TOO_MANY_TABLES = Reason("", "too_many_tables", "there are too many tables now; try again later.")
TOO_FAST = Reason("", "too_fast", "too many messages at once; wait a moment.")
BAD_TEXT = Reason("", "bad_text", "a message has 1 to {longest} characters, one at least that is seen.")
NO_CHAT = Reason("", "no_chat", "there is no chat on this server.")
ENOUGH_SAID = Reason(
    "", "enough_said", "you said {most} things in this game already; the next one begins anew."
)
TABLE_FAILED = Reason(
    "", "table_failed", "this table has a problem; whoever runs the server was told. It is tried again soon."
)
STORE_FAILED = Reason("", "store_failed", "the server cannot save the game now; nothing has changed.")

# Score pads
MARK_NUMBER = Reason(
    "", "mark_number", "mark {n} of this sheet is another one already, or is yet to come: the next is {next}."
)
TOO_MANY_MARKS = Reason(
    "", "too_many_marks", "a sheet takes {most} marks in a game, those taken back included."
)
PENALTIES_FULL = Reason("S1", "penalties_full", "all {most} penalty boxes are crossed.")
NOTHING_TO_UNDO = Reason(
    "", "nothing_to_undo", "there is no mark {n} on this sheet that could be taken back."
)
NO_ROLL = Reason("", "no_roll", "enter the whole roll first; then the coach knows what there is to choose.")
NO_POSITION = Reason("", "no_position", "no game can be as these sheets and this roll are: {problem}.")
SHEETS_UNKNOWN = Reason(
    "",
    "sheets_unknown",
    "somebody plays on paper here, and the coach can judge only games whose sheets are all on the pad.",
)
NOTHING_TO_CLOSE = Reason(
    "C18", "nothing_to_close", "in this game a lock closes its row for its owner alone."
)
NOT_SAME_ROLL = Reason("D11", "not_same_roll", "the {colour} row was closed in an earlier roll.")
