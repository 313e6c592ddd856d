"""Metrics, read back as Prometheus reads them."""

import re
import threading

import pytest

from ledger.service.http.metrics import MOST, Counter, Gauge, Histogram, Metrics

SAMPLE = re.compile(r'([a-z_]+)(?:\{((?:[a-z_]+="(?:[^"\\\n]|\\[\\n"])*",?)*)\})? (\S+)')
LABEL = re.compile(r'([a-z_]+)="((?:[^"\\]|\\.)*)"')
PLAIN = {"\\\\": "\\", '\\"': '"', "\\n": "\n"}


def parse(text):
    """Return {(name, labels): value} and {name: type}; anything out of place fails."""
    assert text.endswith("\n")
    values, types, current = {}, {}, None
    for line in text[:-1].split("\n"):
        if line.startswith("# HELP "):
            current = line.split(" ")[2]
            assert current not in types
        elif line.startswith("# TYPE "):
            _, _, name, types[name] = line.split(" ")
            assert name == current
        else:
            match = SAMPLE.fullmatch(line)
            assert match, line
            name, inside, number = match.groups()
            ends = ("", "_bucket", "_sum", "_count") if types[current] == "histogram" else ("",)
            assert name in [current + end for end in ends]
            labels = tuple(
                (k, re.sub(r"\\.", lambda m: PLAIN[m[0]], v))
                for k, v in LABEL.findall(inside or "")
            )
            assert (name, labels) not in values
            values[name, labels] = float(number)
    return values, types


def test_everything_is_told_from_the_start():
    values, types = parse(Metrics().text())
    assert types == {
        "ledger_requests_total": "counter",
        "ledger_request_seconds": "histogram",
        "ledger_append_seconds": "histogram",
        "ledger_commands_total": "counter",
        "ledger_open_games": "gauge",
        "ledger_streams": "gauge",
        "ledger_dropped_streams_total": "counter",
        "ledger_read_only_games": "gauge",
    }
    assert values["ledger_streams", ()] == 0
    assert values["ledger_append_seconds_count", ()] == 0


def test_what_is_counted_is_told():
    metrics = Metrics()
    metrics.requests.add("/games/{id}", "GET", "200")
    metrics.requests.add("/games/{id}", "GET", "200")
    metrics.requests.add("/games/{id}", "GET", "404")
    metrics.accepted("undo")
    metrics.refused("illegal")
    metrics.games.set(7)
    metrics.streams.add(by=3)
    metrics.streams.add(by=-1)
    metrics.dropped.add()
    values, _ = parse(metrics.text())
    route = (("route", "/games/{id}"), ("method", "GET"))
    assert values["ledger_requests_total", (*route, ("status", "200"))] == 2
    assert values["ledger_requests_total", (*route, ("status", "404"))] == 1
    assert values["ledger_commands_total", (("outcome", "accepted"), ("kind", "undo"))] == 1
    assert values["ledger_commands_total", (("outcome", "refused"), ("kind", "illegal"))] == 1
    assert values["ledger_open_games", ()] == 7
    assert values["ledger_streams", ()] == 2
    assert values["ledger_dropped_streams_total", ()] == 1


def test_a_histogram_adds_up():
    seconds = Histogram("h", "x.", ("route",), (0.01, 0.1, 1))
    for value in (0.001, 0.01, 0.011, 0.5, 1, 20):
        seconds.observe(value, "/")
    values, _ = parse("".join(f"{line}\n" for line in seconds.text()))
    buckets = {dict(labels)["le"]: v for (n, labels), v in values.items() if n == "h_bucket"}
    assert buckets == {"0.01": 2, "0.1": 3, "1": 5, "+Inf": 6}
    assert values["h_count", (("route", "/"),)] == 6
    assert values["h_sum", (("route", "/"),)] == pytest.approx(21.522)


def test_labels_cannot_break_out():
    counter = Counter("c", "x.", ("path",))
    nasty = 'a"} 1\nevil{x="\\'
    counter.add(nasty)
    values, _ = parse("".join(f"{line}\n" for line in counter.text()))
    assert values == {("c", (("path", nasty),)): 1}


def test_nobody_floods_the_memory():
    counter = Counter("c", "x.", ("path",))
    for n in range(MOST + 500):
        counter.add(str(n))
    assert counter.value("other") == 500
    assert len(list(counter.text())) == MOST + 3
    counter.add("1")
    assert counter.value("1") == 2


def test_labels_must_fit():
    with pytest.raises(ValueError):
        Counter("c", "x.", ("path",)).add()
    with pytest.raises(ValueError):
        Gauge("g", "x.").set(1, "too much")


def test_threads_lose_no_count():
    seconds = Histogram("h", "x.")

    def work():
        for _ in range(2000):
            seconds.observe(0.5)

    threads = [threading.Thread(target=work) for _ in range(4)]
    [t.start() for t in threads]
    [t.join() for t in threads]
    assert "h_count 8000" in list(seconds.text())
