"""Who waits for somebody who thinks: fair turns, few places, and nobody thinks for those who are gone."""

import asyncio
from collections.abc import Callable
from typing import ParamSpec, TypeVar

import pytest

from qwixx.server.limits import Limits
from qwixx.server.thinking.line import Line, TooManyWait
from qwixx.server.thinking.worker import Worker, WorkerError

P = ParamSpec("P")
T = TypeVar("T")


class Thinker(Worker):
    """Thinks one thought at a time, each when it is let go, and remembers what it was asked."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: list[object] = []
        self.go_on = asyncio.Semaphore(0)

    async def ask(self, question: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        self.asked.append(args[0])
        await self.go_on.acquire()
        return question(*args, **kwargs)


def same(what: str) -> str:
    return what


def fail(what: str) -> str:
    raise WorkerError("no idea")


async def settled() -> None:
    for _ in range(10):
        await asyncio.sleep(0)


def test_all_who_ask_have_their_turn() -> None:
    async def scene() -> None:
        thinker = Thinker()
        line = Line(thinker, Limits())
        flood = [asyncio.create_task(line.ask("flooder", same, f"flood {n}")) for n in range(5)]
        await settled()
        polite = asyncio.create_task(line.ask("polite", same, "please"))
        game = asyncio.create_task(line.ask_first("table", same, "bot"))
        await settled()
        for _ in range(7):
            thinker.go_on.release()
        assert await polite == "please"
        assert await game == "bot"
        await asyncio.gather(*flood)
        assert thinker.asked == ["flood 0", "bot", "flood 1", "please", "flood 2", "flood 3", "flood 4"]

    asyncio.run(scene())


@pytest.mark.parametrize("limits", [Limits(questions_per_address=2), Limits(questions=2)])
def test_there_are_few_places(limits: Limits) -> None:
    async def scene() -> None:
        thinker = Thinker()
        line = Line(thinker, limits)
        asked = [asyncio.create_task(line.ask("one", same, str(n))) for n in range(3)]
        await settled()
        with pytest.raises(TooManyWait):
            await line.ask("one", same, "too many")
        for _ in range(3):
            thinker.go_on.release()
        assert await asyncio.gather(*asked) == ["0", "1", "2"]
        thinker.go_on.release()
        assert await line.ask("one", same, "again") == "again"

    asyncio.run(scene())


def test_nobody_thinks_for_those_who_are_gone() -> None:
    async def scene() -> None:
        thinker = Thinker()
        line = Line(thinker, Limits(questions_per_address=1))
        first = asyncio.create_task(line.ask("one", same, "first"))
        await settled()
        for _ in range(100):
            gone = asyncio.create_task(line.ask("one", same, "gone"))
            await settled()
            gone.cancel()
            await settled()
        last = asyncio.create_task(line.ask("one", same, "last"))
        await settled()
        first.cancel()
        await settled()
        assert thinker.asked == ["first"], "what was begun is thought to its end"
        thinker.go_on.release()
        thinker.go_on.release()
        assert await last == "last"
        assert thinker.asked == ["first", "last"]

    asyncio.run(scene())


def test_a_turn_that_comes_to_somebody_who_just_left_goes_to_the_next() -> None:
    async def scene() -> None:
        thinker = Thinker()
        line = Line(thinker, Limits())
        first = asyncio.create_task(line.ask("one", same, "first"))
        gone = asyncio.create_task(line.ask("two", same, "gone"))
        last = asyncio.create_task(line.ask("three", same, "last"))
        await settled()
        thinker.go_on.release()
        while not first.done():
            await asyncio.sleep(0)
        gone.cancel()
        thinker.go_on.release()
        thinker.go_on.release()
        assert await last == "last"

    asyncio.run(scene())


def test_a_thought_that_fails_is_told_and_the_next_is_asked() -> None:
    async def scene() -> None:
        thinker = Thinker()
        line = Line(thinker, Limits())
        thinker.go_on.release()
        thinker.go_on.release()
        with pytest.raises(WorkerError, match="no idea"):
            await line.ask("one", fail, "x")
        assert await line.ask("one", same, "y") == "y"

    asyncio.run(scene())
