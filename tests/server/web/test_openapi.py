"""The HTTP interface checked against its OpenAPI description by schemathesis."""

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
from starlette.testclient import TestClient

from qwixx.bots import RandomBot
from qwixx.gameplay import Game, play
from qwixx.server import jobs
from qwixx.server.app import create_app
from qwixx.server.limits import Limits
from qwixx.server.stores.sqlite.store import SqliteStore
from qwixx.server.web.context import Settings
from qwixx.tables.game import facts
from qwixx.tables.game.opening import history_of
from qwixx.tables.pad import facts as pad_facts
from tests.caches import cache_of_this_run, environment_with
from tests.server.web.endpoint_table import derived_table, documented_table
from tests.server.workers import LocalWorker, pool_of
from tests.strategies import NAMES


def finished() -> Game:
    game = Game("dice", NAMES[:2], seed=1)
    play(game, [RandomBot(random.Random(1))] * 2)
    return game


def encoded(past: list[facts.AnyFact]) -> list[bytes]:
    return list(map(facts.encode, past))


# One table in each state, named after the state.
TABLES = {
    "open": encoded([facts.Opened("dice", {}, (None, None))]),
    "playing": encoded(history_of(Game("cards", NAMES[:2], seed=1).record, {})),
    "over": encoded(history_of(finished().record, {})),
    "pad": [pad_facts.encode(pad_facts.PadOpened("dice"))],
}


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Starlette]:
    store_path = tmp_path_factory.mktemp("store") / "tables.sqlite"
    with pytest.MonkeyPatch.context() as patched, closing(SqliteStore.open(store_path)) as store:
        for name, value in environment_with(cache_of_this_run(tmp_path_factory)).items():
            patched.setenv(name, value)
        # Warm up, because the first computation would exceed the timeouts of schemathesis.
        jobs.prepare_coach()
        jobs.posed_puzzle("solo", 0)
        for name, past in TABLES.items():
            asyncio.run(store.append(name, 1, past))
        fast = Settings(limits=Limits(requests_per_second=100_000))
        yield create_app(store, fast, pool=pool_of(LocalWorker()))


@pytest.fixture(scope="module")
def described(app: Starlette) -> schemathesis.BaseSchema:
    return schemathesis.openapi.from_asgi("/api/openapi.json", app)


AnyCase = schemathesis.Case[Any]
api = schemathesis.pytest.from_fixture("described")


def check(case: AnyCase) -> None:
    # A schema cannot express all rules about valid tables.
    case.call_and_validate(excluded_checks=[positive_data_acceptance])


@api.parametrize()
@settings(max_examples=15)
def test_every_response_matches_the_schema(case: AnyCase) -> None:
    check(case)


@api.include(path_regex="{table}").parametrize()
@settings(max_examples=10)
def test_every_response_about_a_table_matches_the_schema(case: AnyCase) -> None:
    for table in TABLES:
        case.path_parameters["table"] = table
        check(case)


def test_the_documented_endpoints_match_the_server() -> None:
    assert documented_table() == derived_table(), "python -m tests.server.web.endpoint_table"


@pytest.mark.parametrize("path", ["/api/nowhere", "/api/tables/a/b/c", "/api/"])
def test_an_unknown_api_path_is_an_ordinary_error(app: Starlette, path: str) -> None:
    answer = TestClient(app).get(path)
    assert (answer.status_code, answer.json()["reason"]["code"]) == (404, "no_page")


def test_a_wrong_method_is_answered_with_the_allowed_methods(app: Starlette) -> None:
    answer = TestClient(app).get("/api/tables/open/join")
    assert (answer.status_code, answer.headers["allow"]) == (405, "POST")
