"""What the service counts, in the text format of Prometheus."""

from __future__ import annotations

import bisect
import threading
from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence

SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
MOST = 1000
"""Different labels of one metric; what comes later counts as `other`, so that none can flood us."""

CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"
Labels = tuple[str, ...]


class _Metric(ABC):
    kind = "untyped"

    def __init__(self, name: str, help: str, labels: Sequence[str] = ()) -> None:
        self.name = name
        self.help = help
        self.labels = tuple(labels)
        self._lock = threading.Lock()  # appends are counted in threads

    def text(self) -> Iterator[str]:
        """Yield the lines of this metric."""
        yield f"# HELP {self.name} {self.help}"
        yield f"# TYPE {self.name} {self.kind}"
        with self._lock:
            yield from list(self._samples())

    @abstractmethod
    def _samples(self) -> Iterator[str]:
        """Yield the lines with numbers."""

    def _key(
        self, values: Labels, known: dict[Labels, float] | dict[Labels, list[float]]
    ) -> Labels:
        if len(values) != len(self.labels):
            raise ValueError(f"{self.name} has the labels {self.labels}")
        return values if values in known or len(known) < MOST else ("other",) * len(values)

    def _line(self, values: Labels, value: float, suffix: str = "", le: str | None = None) -> str:
        pairs = [*zip(self.labels, values, strict=True), *([("le", le)] if le else [])]
        inside = ",".join(f'{name}="{_escape(text)}"' for name, text in pairs)
        return f"{self.name}{suffix}{'{' + inside + '}' if inside else ''} {_number(value)}"


class Counter(_Metric):
    """A number that only grows, for each set of labels."""

    kind = "counter"

    def __init__(self, name: str, help: str, labels: Sequence[str] = ()) -> None:
        super().__init__(name, help, labels)
        self._values: dict[Labels, float] = {} if self.labels else {(): 0}

    def add(self, *labels: str, by: float = 1) -> None:
        """Count."""
        with self._lock:
            key = self._key(labels, self._values)
            self._values[key] = self._values.get(key, 0) + by

    def value(self, *labels: str) -> float:
        """Return how many were counted."""
        return self._values.get(labels, 0)

    def _samples(self) -> Iterator[str]:
        for labels, value in sorted(self._values.items()):
            yield self._line(labels, value)


class Gauge(Counter):
    """A number that goes up and down."""

    kind = "gauge"

    def set(self, value: float, *labels: str) -> None:
        """Say how many there are now."""
        with self._lock:
            self._values[self._key(labels, self._values)] = value


class Histogram(_Metric):
    """How long things took, in buckets."""

    kind = "histogram"

    def __init__(
        self,
        name: str,
        help: str,
        labels: Sequence[str] = (),
        buckets: Sequence[float] = SECONDS,
    ) -> None:
        super().__init__(name, help, labels)
        self.buckets = tuple(buckets)
        self._values: dict[Labels, list[float]] = {}  # each bucket, those above all, the sum
        if not self.labels:
            self._values[()] = self._zero()

    def _zero(self) -> list[float]:
        return [0.0] * (len(self.buckets) + 2)

    def observe(self, seconds: float, *labels: str) -> None:
        """Count one that took so long."""
        with self._lock:
            row = self._values.setdefault(self._key(labels, self._values), self._zero())
            row[bisect.bisect_left(self.buckets, seconds)] += 1
            row[-1] += seconds

    def _samples(self) -> Iterator[str]:
        for labels, row in sorted(self._values.items()):
            total = 0.0
            for bound, count in zip((*map(_number, self.buckets), "+Inf"), row[:-1], strict=True):
                total += count
                yield self._line(labels, total, "_bucket", bound)
            yield self._line(labels, row[-1], "_sum")
            yield self._line(labels, total, "_count")


class Metrics:
    """Everything that is counted."""

    def __init__(self) -> None:
        self.requests = Counter(
            "ledger_requests_total", "Requests answered.", ("route", "method", "status")
        )
        self.request_seconds = Histogram(
            "ledger_request_seconds", "Time to answer a request, streams left out.", ("route",)
        )
        self.append_seconds = Histogram(
            "ledger_append_seconds", "Time to make a group of events durable."
        )
        self.commands = Counter(
            "ledger_commands_total", "Commands by outcome and kind.", ("outcome", "kind")
        )
        self.games = Gauge("ledger_open_games", "Games held in memory.")
        self.streams = Gauge("ledger_streams", "Streams that are listened to.")
        self.dropped = Counter("ledger_dropped_streams_total", "Streams dropped as too slow.")
        self.read_only = Gauge("ledger_read_only_games", "Games whose disk failed.")

    def accepted(self, kind: str) -> None:
        """Count a command that was written; its kind is what was asked, like `undo`."""
        self.commands.add("accepted", kind)

    def refused(self, kind: str) -> None:
        """Count a command that was refused; its kind is that of the error, like `illegal`."""
        self.commands.add("refused", kind)

    def text(self) -> str:
        """Return all of it as Prometheus reads it."""
        metrics = (m for m in vars(self).values() if isinstance(m, _Metric))
        return "".join(f"{line}\n" for metric in metrics for line in metric.text())


def _escape(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")


def _number(value: float) -> str:
    return str(int(value)) if value == int(value) else repr(float(value))
