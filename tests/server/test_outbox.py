import asyncio

from qwixx.server.outbox import eagerly


async def note(waiting: "asyncio.Future[str] | None", heard: list[str]) -> None:
    try:
        heard.append("begun")
        if waiting is not None:
            heard.append(await waiting)
    except (ValueError, asyncio.CancelledError) as error:
        heard.append(type(error).__name__)
        if isinstance(error, asyncio.CancelledError):
            raise


def test_what_need_not_wait_is_done_at_once() -> None:
    heard: list[str] = []
    assert eagerly(note(None, heard)) is None
    assert heard == ["begun"]


def test_a_task_goes_on_where_it_had_to_wait() -> None:
    async def run() -> None:
        heard: list[str] = []
        answer: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        task = eagerly(note(answer, heard))
        assert task is not None
        assert heard == ["begun"]
        answer.set_result("done")
        await task
        assert heard == ["begun", "done"]

    asyncio.run(run())


def test_what_goes_wrong_while_it_waits_is_heard() -> None:
    async def run() -> None:
        heard: list[str] = []
        answer: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        task = eagerly(note(answer, heard))
        assert task is not None
        answer.set_exception(ValueError())
        await task
        assert heard == ["begun", "ValueError"]

    asyncio.run(run())


def test_it_can_be_cancelled_while_it_waits() -> None:
    async def run() -> None:
        heard: list[str] = []
        task = eagerly(note(asyncio.get_running_loop().create_future(), heard))
        assert task is not None
        await asyncio.sleep(0)
        task.cancel()
        await asyncio.wait([task])
        assert task.cancelled()
        assert heard == ["begun", "CancelledError"]

    asyncio.run(run())
