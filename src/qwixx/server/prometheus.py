"""The metrics of this process as Prometheus reads them, on a port of their own.

A port of its own can be closed to players by its address alone, whatever a proxy passes on.
"""

import logging
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import accumulate

from prometheus_client import CollectorRegistry, ProcessCollector, start_http_server
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, HistogramMetricFamily, Metric
from prometheus_client.registry import Collector

from qwixx.rules.errors import OperationalError
from qwixx.server.journal import line
from qwixx.server.metrics import BOUNDS, METRICS, Latencies, Metrics
from qwixx.server.web.shared import Server

log = logging.getLogger(__name__)


class ServerCollector(Collector):
    """What is true now, and what was counted. Another thread asks, so what changes is copied first."""

    def __init__(self, server: Server, metrics: Metrics = METRICS) -> None:
        self._server = server
        self._metrics = metrics

    def collect(self) -> Iterator[Metric]:
        yield from self._now()
        yield from self._counted()

    def _now(self) -> Iterator[Metric]:
        server = self._server
        seats = [listener.seat for room in server.lobby.rooms() for listener in list(room.listeners)]
        watching = seats.count(None)
        yield GaugeMetricFamily("qwixx_tables", "Tables in the store.", server.lobby.known)
        yield GaugeMetricFamily("qwixx_tables_in_memory", "Tables in memory.", len(server.lobby.rooms()))
        people = {"seat": len(seats) - watching, "watching": watching}
        yield _gauges("qwixx_people", "People at tables, by what they do there.", "role", people)
        yield GaugeMetricFamily("qwixx_connections", "Open connections.", server.visitors.connections)
        waiting = {"quick": server.pool.quick.waiting, "unhurried": server.pool.unhurried.waiting}
        yield _gauges(
            "qwixx_thinking_queue", "Questions that wait for a process to think.", "worker", waiting
        )
        yield GaugeMetricFamily("qwixx_draining", "1 while the process ends.", server.readiness.is_draining)

    def _counted(self) -> Iterator[Metric]:
        counted = self._metrics
        yield _counters(
            "qwixx_commands", "Commands carried out; choices are moves.", "command", counted.commands
        )
        yield _counters("qwixx_refusals", "Commands and requests refused.", "code", counted.refusals)
        yield CounterMetricFamily("qwixx_conflicts", "Appends that came second.", counted.conflicts)
        yield CounterMetricFamily("qwixx_reconnects", "Clients that came back.", counted.reconnects)
        yield _histogram("qwixx_append_seconds", "Time until facts were durable.", counted.appending)
        yield _histogram("qwixx_tell_seconds", "Time to tell all at a table.", counted.telling)


def _gauges(name: str, meaning: str, label: str, values: dict[str, int]) -> Metric:
    family = GaugeMetricFamily(name, meaning, labels=[label])
    for each, value in values.items():
        family.add_metric([each], value)
    return family


def _counters(name: str, meaning: str, label: str, values: Counter[str]) -> Metric:
    family = CounterMetricFamily(name, meaning, labels=[label])
    for each, value in dict(values).items():
        family.add_metric([each], value)
    return family


def _histogram(name: str, meaning: str, latencies: Latencies) -> Metric:
    bounds = [*map(str, BOUNDS), "+Inf"]
    buckets = list(zip(bounds, accumulate(latencies.counts), strict=True))
    return HistogramMetricFamily(name, meaning, buckets, latencies.seconds)


@contextmanager
def told_on(host: str, port: int, server: Server) -> Iterator[None]:
    """Answer Prometheus there meanwhile. OperationalError if it is taken."""
    registry = CollectorRegistry()
    registry.register(ServerCollector(server))
    ProcessCollector(registry=registry)
    try:
        listener, thread = start_http_server(port, host, registry)
    except (OSError, OverflowError) as error:
        raise OperationalError(
            f"cannot tell metrics on {host} port {port}: {error}; try another --metrics-port"
        ) from error
    log.info(line("metrics_served", host=host, port=listener.server_port))
    try:
        yield
    finally:
        listener.shutdown()
        listener.server_close()
        thread.join()
