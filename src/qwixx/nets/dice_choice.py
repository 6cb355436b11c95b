"""The choices of the dice game, weighed by a net.

The common action is simultaneous, so a seat has to guess what the others do: everybody answers best
to what the others seem to want, twice over. Afterwards the active seat knows, and guesses no more.
"""

from qwixx.compiled import compiled
from qwixx.engine.board import COLOURS, PASS, RUNNING, Board, may_cross_common
from qwixx.engine.dice_turn import choose_own, list_own, resolve_common
from qwixx.nets.network import Net, Scales, heaviest, total_after, win_of
from qwixx.nets.trial import put_back, remember
from qwixx.solver.rows import CELLS


@compiled()
def weigh_own(board: Board, net: Net, scales: Scales) -> int:
    """Write what each choice of action 2 is worth to the active seat; how many there are."""
    seat, count = board.active, list_own(board)
    remember(board, net.before_own)
    for place in range(count):
        scales.options[place] = board.choices[place]
        choose_own(board, board.choices[place])
        scales.wins[place] = win_of(board, seat, net)
        scales.totals[place] = total_after(board, seat, net)
        put_back(board, net.before_own)
    return count


@compiled()
def try_turn(board: Board, common: int, net: Net) -> tuple[int, float, float]:
    """The active seat's common choice with the best action 2 after it, if the others do as guessed."""
    seat = board.active
    remember(board, net.before_common)
    board.chosen[seat] = common
    resolve_common(board)
    if board.ended == RUNNING:
        best = heaviest(net.own_scales, weigh_own(board, net, net.own_scales))
        own, win, total = net.own_scales.options[best], net.own_scales.wins[best], net.own_scales.totals[best]
    else:
        own, win = PASS, win_of(board, seat, net)
        total = total_after(board, seat, net)
    put_back(board, net.before_common)
    return own, win, total


@compiled()
def try_reply(board: Board, seat: int, common: int, net: Net) -> tuple[float, float]:
    """Another seat's common choice, if everybody else does as guessed."""
    remember(board, net.before_common)
    board.chosen[seat] = common
    resolve_common(board)
    if board.ended == RUNNING:
        choose_own(board, own_as_guessed(board, net))
    win = win_of(board, seat, net)
    total = total_after(board, seat, net)
    put_back(board, net.before_common)
    return win, total


@compiled()
def own_as_guessed(board: Board, net: Net) -> int:
    """The active seat's guessed action 2, if its die is still there."""
    own = net.guess_own
    return int(own) if own != PASS and board.dice[2 + own // CELLS] else PASS


@compiled()
def _guess_turn(board: Board, net: Net) -> None:
    """The active seat's best turn against what the others seem to choose."""
    seat, most = board.active, -1.0
    for common in range(PASS, COLOURS):
        if common == PASS or may_cross_common(board, seat, common):
            own, win, _ = try_turn(board, common, net)
            if win > most:
                most, net.guess[seat], net.guess_own = win, common, own


@compiled()
def _guess_replies(board: Board, net: Net) -> None:
    """The other seats' best choices against what everybody else seems to choose."""
    for seat in range(board.players):
        if seat != board.active:
            most = -1.0
            for common in range(PASS, COLOURS):
                if common == PASS or may_cross_common(board, seat, common):
                    win, _ = try_reply(board, seat, common, net)
                    if win > most:
                        most, net.guess[seat] = win, common
            board.chosen[seat] = net.guess[seat]


@compiled()
def guess_choices(board: Board, net: Net) -> None:
    """Guess what every seat chooses in the common action; action 2 with it."""
    remember(board, net.before_guess)
    for seat in range(board.players):
        board.chosen[seat] = PASS
    for _ in range(2):
        _guess_turn(board, net)
        board.chosen[board.active] = net.guess[board.active]
        _guess_replies(board, net)
    put_back(board, net.before_guess)


@compiled()
def weigh_common(board: Board, seat: int, net: Net, scales: Scales) -> int:
    """Write what each choice of the common action is worth to a seat; how many there are."""
    guess_choices(board, net)
    remember(board, net.before_guess)
    for other in range(board.players):
        board.chosen[other] = net.guess[other]
    count = 0
    for common in range(PASS, COLOURS):
        if common == PASS or may_cross_common(board, seat, common):
            if seat == board.active:
                _, win, total = try_turn(board, common, net)
            else:
                win, total = try_reply(board, seat, common, net)
            scales.options[count], scales.wins[count], scales.totals[count] = common, win, total
            count += 1
    put_back(board, net.before_guess)
    return count
