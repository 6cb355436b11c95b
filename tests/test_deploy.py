"""The deployment files match the server: options, ports, paths and timeouts."""

import json
import re
import shlex
from argparse import Namespace
from collections.abc import Iterator
from configparser import ConfigParser
from ipaddress import ip_network
from pathlib import Path
from typing import Any

import pytest
import yaml  # type: ignore[import-untyped]
from starlette.routing import BaseRoute, Mount, Route, WebSocketRoute

from qwixx.cli import parse
from qwixx.cli.place import DATA_VARIABLE, place_named
from qwixx.server.app import create_app
from qwixx.server.stores.postgres.address import DatabaseAddress
from qwixx.server.stores.sqlite.store import SqliteStore

ROOT = Path(__file__).parent.parent
DEPLOY = ROOT / "deploy"
WEB = ROOT / "web"
DOCKERFILE = (DEPLOY / "Dockerfile").read_text(encoding="utf-8")
CADDYFILE = (DEPLOY / "Caddyfile").read_text(encoding="utf-8")
COMPOSE = {
    name: yaml.safe_load((DEPLOY / f"compose.{name}.yml").read_text(encoding="utf-8"))
    for name in ("sqlite", "postgres")
}
# The time of a shutdown beyond --drain-seconds.
ENDING_SECONDS = 8


def served(*options: str) -> Namespace:
    """The options of ``qwixx serve``, parsed as by the command; an unknown one fails the test."""
    return parse(["serve", *options])


def entry_point() -> list[str]:
    (words,) = re.findall(r"^ENTRYPOINT (\[.*\])$", DOCKERFILE, re.MULTILINE)
    command, serve, *options = json.loads(words)
    assert [command, serve] == ["qwixx", "serve"]
    return list(options)


def filled(text: str) -> str:
    """A text of a compose file with a value for each variable."""
    return re.sub(r"\$\{\w+:\?[^}]*\}", "play.example.org", text)


def processes() -> list[tuple[dict[str, Any], Namespace]]:
    """Every service that runs qwixx, with its options."""
    services = [each for compose in COMPOSE.values() for each in compose["services"].values()]
    ours = [each for each in services if each["image"] == "qwixx"]
    return [(each, served(*entry_point(), *map(filled, each["command"]))) for each in ours]


@pytest.fixture(scope="module")
def paths(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """The paths of the server's routes."""
    store = SqliteStore.open(tmp_path_factory.mktemp("deploy") / "tables.sqlite")
    store.close()
    return list(addresses(create_app(store).routes))


def addresses(routes: list[BaseRoute], prefix: str = "") -> Iterator[str]:
    for route in routes:
        if isinstance(route, Route | WebSocketRoute):
            yield prefix + route.path
        elif isinstance(route, Mount):
            yield from addresses(route.routes, prefix + route.path)


def test_the_image_listens_at_the_exposed_port_and_health_path(paths: list[str]) -> None:
    port = served(*entry_point()).port
    assert re.findall(r"^EXPOSE (\d+)$", DOCKERFILE, re.MULTILINE) == [str(port)]
    assert re.findall(r"urlopen\('http://127.0.0.1:(\d+)(/\w+)'", DOCKERFILE) == [(str(port), "/healthz")]
    assert "/healthz" in paths
    assert {each["ports"][0] for each, _ in processes() if "ports" in each} == {f"{port}:{port}"}


def test_the_image_copies_only_files_that_exist() -> None:
    named = sent_to_the_build()
    assert {name for name in named if not (ROOT / name).exists()} == set()
    for file in re.findall(r"requirements/\S+\.txt", DOCKERFILE):
        assert (ROOT / file).exists()
    assert len(set(re.findall(r"^FROM (\S+)", DOCKERFILE, re.MULTILINE))) == 1, (
        "all stages use the same base image"
    )


def sent_to_the_build() -> set[str]:
    kept = (DEPLOY / "Dockerfile.dockerignore").read_text(encoding="utf-8").splitlines()
    return {line[1:] for line in kept if line.startswith("!")}


def test_the_image_build_has_every_file_that_the_client_imports() -> None:
    """The build checks types first, including those of the client's tests."""
    sources = [file for part in ("src", "tests") for file in (WEB / part).rglob("*") if file.is_file()]
    imported = [
        (file.parent / name).resolve()
        for file in sources
        if file.suffix in (".ts", ".svelte")
        for name in re.findall(r"from '(\.[^']*)'", file.read_text(encoding="utf-8"))
    ]
    outside = [path.relative_to(ROOT) for path in imported if not path.is_relative_to(WEB)]
    assert outside, "no import to check"
    sent = {Path(name) for name in sent_to_the_build()}
    assert [path for path in outside if not {path, *path.parents} & sent] == []


def pins(lock: str) -> set[str]:
    text = (ROOT / "requirements" / lock).read_text(encoding="utf-8")
    return set(re.findall(r"^([\w.-]+==[^ ;]+)", text, re.MULTILINE))


def test_deployment_files_use_the_tested_versions() -> None:
    assert {name.split("==")[0] for name in pins("host.txt")} >= {"asyncpg", "prometheus-client", "uvloop"}
    assert pins("host.txt") - pins("dev.txt") == set()


def test_every_process_may_only_write_to_its_volumes() -> None:
    written = set(json.loads(re.findall(r"^VOLUME (.*)$", DOCKERFILE, re.MULTILINE)[0]))
    assert set(re.findall(r"XDG_\w+_HOME=(\S+)", DOCKERFILE)) == written
    for service, _ in processes():
        assert service["read_only"] is True
        assert service["cap_drop"] == ["ALL"]
        assert {volume.split(":")[1] for volume in service["volumes"]} <= written


def test_the_database_url_has_the_format_that_the_server_reads() -> None:
    named = [service["environment"] for service, _ in processes() if "environment" in service]
    assert len(named) == 2
    for environment in named:
        assert isinstance(place_named(filled(environment[DATA_VARIABLE])), DatabaseAddress)


def test_players_cannot_reach_the_metrics() -> None:
    for service, options in processes():
        assert options.metrics_port is None or "ports" not in service
    caddy = COMPOSE["postgres"]["services"]["caddy"]
    behind = dict(name.split(":") for name in caddy["environment"]["QWIXX_PROCESSES"].split())
    for name, port in behind.items():
        options = served(*entry_point(), *map(filled, COMPOSE["postgres"]["services"][name]["command"]))
        assert options.port == int(port) != options.metrics_port
        assert options.base_url == "https://play.example.org"
    assert len(behind) == 2


def test_the_server_trusts_the_headers_of_the_proxy() -> None:
    (inside,) = COMPOSE["postgres"]["networks"]["inside"]["ipam"]["config"]
    for service, options in processes():
        if "networks" in service:
            assert [ip_network(proxy) for proxy in options.proxy] == [ip_network(inside["subnet"])]


def test_all_requests_for_a_table_have_the_same_hash(paths: list[str]) -> None:
    (pattern,) = re.findall(r"^\s*~(\S+) \"\$\{1\}\"$", CADDYFILE, re.MULTILINE)
    assert len(paths) > 15
    for path in paths:
        asked = re.sub(r"\{(table|pad)\}", "T-7_x", path).replace("{secret}", "hidden")
        found = re.match(pattern, asked)
        assert (found[1] if found is not None else None) == ("T-7_x" if asked != path else None), path


def test_the_proxy_checks_readiness(paths: list[str]) -> None:
    (asked,) = re.findall(r"health_uri (\S+)", CADDYFILE)
    assert asked in paths
    (seconds,) = re.findall(r"health_interval (\d+)s", CADDYFILE)
    (patience,) = re.findall(r"health_timeout (\d+)s", CADDYFILE)
    behind_caddy = [options for service, options in processes() if "ports" not in service]
    assert all(options.drain_seconds > int(seconds) + int(patience) for options in behind_caddy)


def test_no_process_is_killed_while_it_drains() -> None:
    for service, options in processes():
        assert int(service["stop_grace_period"].removesuffix("s")) >= options.drain_seconds + ENDING_SECONDS


def test_the_systemd_unit_runs_the_command_and_writes_to_its_state_directory() -> None:
    unit = ConfigParser(strict=False, interpolation=None)
    unit.optionxform = str  # type: ignore[assignment, method-assign]
    unit.read(DEPLOY / "qwixx.service", encoding="utf-8")
    service = unit["Service"]
    program, command, *words = shlex.split(service["ExecStart"].replace("\\\n", " "))
    assert [Path(program).name, command] == ["qwixx", "serve"]
    options = served(*words)
    assert options.data == f"/var/lib/{service['StateDirectory']}/tables.sqlite"
    assert service["CacheDirectory"] == "qwixx"
    assert "XDG_CACHE_HOME=/var/cache" in service["Environment"]
    assert options.host == "127.0.0.1"
    assert int(service["TimeoutStopSec"]) >= options.drain_seconds + ENDING_SECONDS
