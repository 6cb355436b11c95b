"""The HTTP interface against its description, by schemathesis."""

import asyncio
import random
from collections.abc import Iterator
from contextlib import closing
from typing import Any

import pytest
import schemathesis
from hypothesis import settings
from schemathesis.specs.openapi.checks import positive_data_acceptance
from starlette.applications import Starlette
from starlette.routing import Mount, Route
from starlette.testclient import TestClient

from qwixx.bots import RandomBot
from qwixx.gameplay import Game, play
from qwixx.server.app import create_app
from qwixx.server.limits import Limits
from qwixx.server.stores.sqlite.store import SqliteStore
from qwixx.server.tables import facts, pad_facts
from qwixx.server.tables.state import history_of
from qwixx.server.thinking import jobs
from qwixx.server.web.openapi import document
from qwixx.server.web.shared import Settings
from tests.caches import cache_of_this_run, environment_with
from tests.server.thinkers import Here, pool_of
from tests.strategies import NAMES


def finished() -> Game:
    game = Game("dice", NAMES[:2], seed=1)
    play(game, [RandomBot(random.Random(1))] * 2)
    return game


# Of each state one, under the name of that state.
TABLES: dict[str, list[facts.AnyFact]] = {
    "open": [facts.Opened("dice", {}, (None, None))],
    "playing": history_of(Game("cards", NAMES[:2], seed=1).record, {}),
    "over": history_of(finished().record, {}),
    "pad": [pad_facts.PadOpened("dice")],
}


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Starlette]:
    store_path = tmp_path_factory.mktemp("store") / "tables.sqlite"
    with pytest.MonkeyPatch.context() as patched, closing(SqliteStore.open(store_path)) as store:
        for name, value in environment_with(cache_of_this_run(tmp_path_factory)).items():
            patched.setenv(name, value)
        # What is slow to begin with on a machine would try the patience of schemathesis.
        jobs.prepare_coach()
        jobs.posed_puzzle("solo", 0)
        for name, past in TABLES.items():
            asyncio.run(store.append(name, 1, [facts.encode(fact) for fact in past]))
        fast = Settings(limits=Limits(requests_per_second=100_000))
        yield create_app(store, fast, pool=pool_of(Here()))


@pytest.fixture(scope="module")
def described(app: Starlette) -> schemathesis.BaseSchema:
    return schemathesis.openapi.from_asgi("/api/openapi.json", app)


AnyCase = schemathesis.Case[Any]
api = schemathesis.pytest.from_fixture("described")


def check(case: AnyCase) -> None:
    # Which tables can be is for the rules to say, and more than a schema can.
    case.call_and_validate(excluded_checks=[positive_data_acceptance])


@api.parametrize()
@settings(max_examples=25)
def test_every_answer_is_as_described(case: AnyCase) -> None:
    check(case)


@api.include(path_regex="{table}").parametrize()
@settings(max_examples=10)
def test_every_answer_about_a_table_is_as_described(case: AnyCase) -> None:
    for table in TABLES:
        case.path_parameters["table"] = table
        check(case)


def test_every_request_to_the_server_is_described(app: Starlette) -> None:
    mounts = [each for each in app.routes if isinstance(each, Mount) and each.path == "/api"]
    served = {f"/api{route.path}" for mount in mounts for route in mount.routes if isinstance(route, Route)}
    private_links = {"/t/{table}/s/{secret}", "/pad/{table}/s/{secret}"}
    assert set(document()["paths"]) == served - {"/api/openapi.json"} | private_links


@pytest.mark.parametrize("path", ["/api/nowhere", "/api/tables/a/b/c", "/api/"])
def test_an_address_that_leads_nowhere_is_a_problem_like_any_other(app: Starlette, path: str) -> None:
    answer = TestClient(app).get(path)
    assert (answer.status_code, answer.json()["reason"]["code"]) == (404, "no_page")


def test_a_wrong_method_is_told_the_right_ones(app: Starlette) -> None:
    answer = TestClient(app).get("/api/tables/open/join")
    assert (answer.status_code, answer.headers["allow"]) == (405, "POST")
