"""Pages about a server: its limits, its metrics, and its HTTP interface."""

from collections import Counter
from dataclasses import fields
from types import SimpleNamespace
from typing import cast

import msgspec
from prometheus_client.core import Metric

from docsite.schemas import Schema, Schemas
from qwixx.server.limits import Limits
from qwixx.server.metrics import Metrics
from qwixx.server.prometheus import ServerCollector
from qwixx.server.web.context import AppContext
from qwixx.server.web.endpoint import openapi_document
from qwixx.server.web.routes import ENDPOINTS

LIMITS = """# Limits

Limits of `qwixx serve`. A host changes them with `--limit NAME=NUMBER`, as in `--limit tables_per_hour=600`;
`qwixx serve --limit list` prints this table. [Security](../security.md) says what they protect.

| name | default | meaning |
|---|---:|---|
"""
METRICS = """# Metrics

`qwixx serve --metrics-port PORT` serves these metrics for Prometheus at `/metrics`, with the standard metrics
of a process (`process_*`: memory, processor time, open files). [Monitoring](../hosting.md#monitoring) says
which of them to watch.

| name | type | labels | meaning |
|---|---|---|---|
"""
HTTP = """# HTTP interface

Every request of the HTTP interface, with its body and its responses. Games are played over a WebSocket:
[server protocol](../protocol.md), [messages](messages.md). The same as an OpenAPI document:
[openapi.json](openapi.json), which a server has at `/api/openapi.json`.
"""


def pages() -> dict[str, str]:
    """The pages and a JSON file, by path."""
    described = openapi_document(ENDPOINTS)
    return {
        "reference/limits.md": LIMITS + "\n".join(_limits()) + "\n",
        "reference/metrics.md": METRICS + "\n".join(_metrics()) + "\n",
        "reference/http.md": _http(described),
        "reference/openapi.json": msgspec.json.format(msgspec.json.encode(described), indent=2).decode(),
    }


def _limits() -> list[str]:
    return [f"| `{each.name}` | {each.default:,} | {each.metadata['meaning']} |" for each in fields(Limits)]


def _metrics() -> list[str]:
    rows = []
    for metric in _collected():
        labels = sorted({name for sample in metric.samples for name in sample.labels if name != "le"})
        name = f"{metric.name}_total" if metric.type == "counter" else metric.name
        named = ", ".join(f"`{label}`" for label in labels)
        rows.append(f"| `{name}` | {metric.type} | {named} | {metric.documentation} |")
    return rows


def _collected() -> list[Metric]:
    """What an idle server would tell, with one of everything that has labels."""
    rooms = SimpleNamespace(rooms=list, known=0)
    queue = SimpleNamespace(waiting=0)
    context = SimpleNamespace(
        lobby=rooms,
        address_limits=SimpleNamespace(connections=0),
        pool=SimpleNamespace(interactive=queue, background=queue),
        readiness=SimpleNamespace(is_draining=False),
    )
    metrics = Metrics()
    metrics.commands, metrics.refusals = Counter(choose=1), Counter(stale=1)
    return list(ServerCollector(cast(AppContext, context), metrics).collect())


def _http(described: Schema) -> str:
    schemas = Schemas(described["components"]["schemas"])
    parts = [HTTP]
    for path, methods in described["paths"].items():
        for method, endpoint in methods.items():
            parts.append(_endpoint(f"{method.upper()} {path}", endpoint, schemas))
    return "\n".join([*parts, "## Bodies\n", schemas.sections()])


def _endpoint(name: str, endpoint: Schema, schemas: Schemas) -> str:
    lines = [f"## `{name}`", "", endpoint["summary"], ""]
    if endpoint["parameters"]:
        lines += ["| parameter | in | meaning |", "|---|---|---|"]
        lines += [f"| `{p['name']}` | {p['in']} | {p['description']} |" for p in endpoint["parameters"]]
        lines.append("")
    if body := endpoint.get("requestBody"):
        content = body["content"]["application/json"]
        example = msgspec.json.format(msgspec.json.encode(content["example"]), indent=2).decode()
        lines += [
            f"Body: {schemas.type_of(content['schema'])}, for example",
            "",
            f"```json\n{example}\n```",
            "",
        ]
    lines += ["| status | meaning | body |", "|---|---|---|"]
    for status, response in endpoint["responses"].items():
        lines.append(f"| {status} | {response['description']} | {_content(response, schemas)} |")
    return "\n".join([*lines, ""])


def _content(response: Schema, schemas: Schemas) -> str:
    content = response.get("content", {})
    if "application/json" in content:
        return schemas.type_of(content["application/json"]["schema"])
    return ", ".join(f"`{media_type}`" for media_type in content)
