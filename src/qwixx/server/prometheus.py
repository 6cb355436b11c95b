"""The metrics of this process for Prometheus, on a separate port.

A separate port can be closed to players by its address, whatever a proxy passes on.
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
from qwixx.server.logs import event
from qwixx.server.metrics import BOUNDS, METRICS, Latencies, Metrics
from qwixx.server.web.context import AppContext

log: logging.Logger = logging.getLogger(__name__)


class ServerCollector(Collector):
    """Gauges and counters. Another thread serves Prometheus, so changing collections are copied first."""

    def __init__(self, context: AppContext, metrics: Metrics = METRICS) -> None:
        self._context = context
        self._metrics = metrics

    def collect(self) -> Iterator[Metric]:
        yield from self._now()
        yield from self._counted()

    def _now(self) -> Iterator[Metric]:
        context = self._context
        seats = [each.seat for room in context.lobby.rooms() for each in list(room.subscribers)]
        watching = seats.count(None)
        yield GaugeMetricFamily("qwixx_tables", "Tables in the store.", context.lobby.known)
        yield GaugeMetricFamily("qwixx_tables_in_memory", "Tables in memory.", len(context.lobby.rooms()))
        people = {"seat": len(seats) - watching, "watching": watching}
        yield _gauges("qwixx_people", "People at tables, by what they do there.", "role", people)
        yield GaugeMetricFamily("qwixx_connections", "Open connections.", context.address_limits.connections)
        waiting = {
            "interactive": context.pool.interactive.waiting,
            "background": context.pool.background.waiting,
        }
        yield _gauges("qwixx_job_queue", "Jobs that wait for a worker process.", "worker", waiting)
        yield GaugeMetricFamily("qwixx_draining", "1 while the process ends.", context.readiness.is_draining)

    def _counted(self) -> Iterator[Metric]:
        counted = self._metrics
        yield _counters(
            "qwixx_commands", "Commands carried out; choices are moves.", "command", counted.commands
        )
        yield _counters("qwixx_refusals", "Commands and requests refused.", "code", counted.refusals)
        yield CounterMetricFamily("qwixx_conflicts", "Appends that lost a race.", counted.conflicts)
        yield CounterMetricFamily("qwixx_reconnects", "Clients that reconnected.", counted.reconnects)
        yield CounterMetricFamily(
            "qwixx_client_errors", "Errors in pages, as browsers report them.", counted.client_errors
        )
        yield _histogram("qwixx_append_seconds", "Time until facts were durable.", counted.appending)
        yield _histogram(
            "qwixx_broadcast_seconds", "Time to send an update to a table.", counted.broadcasting
        )


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
def serve_metrics(host: str, port: int, context: AppContext) -> Iterator[None]:
    """Serve the metrics while the context lasts; OperationalError if the port is taken."""
    registry = CollectorRegistry()
    registry.register(ServerCollector(context))
    ProcessCollector(registry=registry)
    try:
        listener, thread = start_http_server(port, host, registry)
    except (OSError, OverflowError) as error:
        raise OperationalError(
            f"cannot serve metrics on {host} port {port}: {error}; try another --metrics-port"
        ) from error
    log.info(event("metrics_served", host=host, port=listener.server_port))
    try:
        yield
    finally:
        listener.shutdown()
        listener.server_close()
        thread.join()
