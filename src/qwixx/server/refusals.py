"""What a table or the lobby refuses, beside the rules of the game; codes are translated by clients."""

from qwixx.rules.reasons import Reason

TABLE_FULL = Reason("", "table_full", "all seats of this table are taken.")
NAME_TAKEN = Reason("", "name_taken", "somebody at this table is called {name} already.")
BAD_NAME = Reason(
    "",
    "bad_name",
    "a name has 1 to {longest} printable characters, one at least that is seen, and no space at its ends.",
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
STALE = Reason("", "stale", "the game has moved on since you chose.")
NO_HINTS = Reason("", "no_hints", "this table was opened without hints.")
NOTHING_TO_CHOOSE = Reason("", "nothing_to_choose", "there is nothing for you to choose now.")
NO_COACH = Reason("", "no_coach", "the coach cannot help here: {problem}.")
COACH_BUSY = Reason("", "coach_busy", "the coach is still at it; ask again in a moment.")
TOO_MANY_TABLES = Reason("", "too_many_tables", "there are too many tables now; try again later.")
TOO_FAST = Reason("", "too_fast", "too many messages at once; wait a moment.")
TABLE_FAILED = Reason(
    "", "table_failed", "this table has a problem; whoever runs the server was told. It is tried again soon."
)
STORE_FAILED = Reason("", "store_failed", "the server cannot save the game now; nothing has changed.")
