"""The service's metrics, for Prometheus."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    GCCollector,
    Histogram,
    ProcessCollector,
    disable_created_metrics,
)
from prometheus_client.exposition import CONTENT_TYPE_PLAIN_0_0_4 as CONTENT_TYPE
from prometheus_client.exposition import generate_latest

__all__ = ["CONTENT_TYPE", "Histogram", "LoopLag", "Metrics"]

SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
LAG_SECONDS = 0.1
"""Seconds between checks of how late the event loop is."""

disable_created_metrics()  # type: ignore[no-untyped-call] # a second line for every number


class Metrics:
    """All metrics; labels only take names of our own choosing, so that nobody can flood us."""

    def __init__(self) -> None:
        here = self._registry = CollectorRegistry()
        self.requests = Counter(
            "ledger_requests_total",
            "Requests answered.",
            ("route", "method", "status"),
            registry=here,
        )
        self.request_seconds = Histogram(
            "ledger_request_seconds",
            "Time to answer a request, streams left out.",
            ("route",),
            buckets=SECONDS,
            registry=here,
        )
        self.append_seconds = Histogram(
            "ledger_append_seconds",
            "Time to make a group of events durable.",
            buckets=SECONDS,
            registry=here,
        )
        self.commands = Counter(
            "ledger_commands_total",
            "Commands by outcome and kind.",
            ("outcome", "kind"),
            registry=here,
        )
        self.games = Gauge("ledger_open_games", "Games held in memory.", registry=here)
        self.streams = Gauge("ledger_streams", "Streams that are listened to.", registry=here)
        self.dropped = Counter(
            "ledger_dropped_streams_total", "Streams dropped as too slow.", registry=here
        )
        self.connections = Gauge("ledger_connections", "Connections that are open.", registry=here)
        self.read_only = Gauge("ledger_read_only_games", "Games whose disk failed.", registry=here)
        self.healed = Counter(
            "ledger_healed_games_total",
            "Games that could be written again after their disk had failed.",
            registry=here,
        )
        self.writable = Gauge(
            "ledger_library_writable",
            "Whether the library's disk takes what is written, 1 or 0.",
            registry=here,
        )
        self.sql_running = Gauge(
            "ledger_sql_running", "Questions in SQL that are being answered.", registry=here
        )
        self.sql_waiting = Gauge(
            "ledger_sql_waiting", "Questions in SQL that wait for their turn.", registry=here
        )
        self.sql_seconds = Histogram(
            "ledger_sql_seconds",
            "Time to answer a question in SQL, with the wait for its turn.",
            buckets=SECONDS,
            registry=here,
        )
        self.sql_refused = Counter(
            "ledger_sql_refused_total",
            "Questions in SQL that were not answered.",
            ("kind",),
            registry=here,
        )
        self.scenes = Counter(
            "ledger_scenes_total", "Scenes made for pages and pictures.", registry=here
        )
        self.scene_bytes = Gauge(
            "ledger_scene_bytes", "Bytes kept of what pages show.", registry=here
        )
        self.webhooks = Counter(
            "ledger_webhook_messages_total",
            "Messages to the webhook: sent, late, failed or dropped.",
            ("outcome",),
            registry=here,
        )
        self.cpu_seconds = Counter(
            "ledger_token_cpu_seconds_total",
            "Seconds of CPU that answers to tokens took.",
            registry=here,
        )
        self.cpu_refused = Counter(
            "ledger_cpu_refused_total",
            "Requests refused because their token had used up its CPU.",
            registry=here,
        )
        self.game_overruns = Counter(
            "ledger_game_overruns_total",
            "Games that were closed because their code didn't end.",
            registry=here,
        )
        self.abandoned_threads = Gauge(
            "ledger_abandoned_threads",
            "Threads of games' code that couldn't be interrupted.",
            registry=here,
        )
        self.loop_lag = Histogram(
            "ledger_loop_lag_seconds",
            "How late the event loop was, looked at ten times a second.",
            buckets=SECONDS,
            registry=here,
        )
        ProcessCollector(registry=here)
        GCCollector(registry=here)

    def accepted(self, kind: str) -> None:
        """Count a command that was written, by its kind, such as `undo`."""
        self.commands.labels("accepted", kind).inc()

    def refused(self, kind: str) -> None:
        """Count a command that was refused, by the kind of the error, such as `illegal`."""
        self.commands.labels("refused", kind).inc()

    def value(self, name: str, **labels: str) -> float:
        """Return the current value of a metric; for tests."""
        return self._registry.get_sample_value(name, labels) or 0.0

    def text(self) -> str:
        """Return all metrics in the format that Prometheus reads."""
        return generate_latest(self._registry).decode()


class LoopLag:
    """Measures how late the event loop is, since every game waits for anything that blocks it."""

    def __init__(
        self, observe: Callable[[float], None], beat: Callable[[], None] = lambda: None
    ) -> None:
        """Start measuring; `beat` is called on every check."""
        self._observe, self._beat = observe, beat
        self._loop = asyncio.get_running_loop()
        self._due = self._loop.time() + LAG_SECONDS
        self._next = self._loop.call_at(self._due, self._look)

    def _look(self) -> None:
        now = self._loop.time()
        self._observe(max(now - self._due, 0.0))
        self._beat()
        self._due = now + LAG_SECONDS
        self._next = self._loop.call_at(self._due, self._look)

    def stop(self) -> None:
        """Stop measuring."""
        self._next.cancel()
