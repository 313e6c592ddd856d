"""Metrics, read back as Prometheus reads them."""

import asyncio
import time

from ledger.service.http.metrics import LoopLag, Metrics

from ..scraping import counted, samples, types

ALWAYS = {
    "ledger_requests": "counter",
    "ledger_request_seconds": "histogram",
    "ledger_append_seconds": "histogram",
    "ledger_commands": "counter",
    "ledger_open_games": "gauge",
    "ledger_streams": "gauge",
    "ledger_dropped_streams": "counter",
    "ledger_connections": "gauge",
    "ledger_read_only_games": "gauge",
    "ledger_healed_games": "counter",
    "ledger_library_writable": "gauge",
    "ledger_token_cpu_seconds": "counter",
    "ledger_cpu_refused": "counter",
    "ledger_game_overruns": "counter",
    "ledger_abandoned_threads": "gauge",
    "ledger_sql_running": "gauge",
    "ledger_sql_waiting": "gauge",
    "ledger_scenes": "counter",
    "ledger_scene_bytes": "gauge",
    "ledger_sql_seconds": "histogram",
    "ledger_sql_refused": "counter",
    "ledger_webhook_messages": "counter",
    "ledger_loop_lag_seconds": "histogram",
}


def test_everything_is_told_from_the_start():
    text = Metrics().text()
    found = types(text)
    assert {name: kind for name, kind in found.items() if name.startswith("ledger_")} == ALWAYS
    assert "process_resident_memory_bytes" in found
    values = samples(text)
    assert values["ledger_streams", ()] == 0
    assert values["ledger_append_seconds_count", ()] == 0
    assert not any(name.endswith("_created") for name, _ in values)


def test_what_is_counted_is_told():
    metrics = Metrics()
    for status in ("200", "200", "404"):
        metrics.requests.labels("/games/{id}", "GET", status).inc()
    metrics.accepted("undo")
    metrics.refused("illegal")
    metrics.dropped.inc()
    metrics.append_seconds.observe(0.01)
    metrics.append_seconds.observe(20)
    assert counted(metrics, "ledger_requests_total", "route", "method", "status") == {
        ("/games/{id}", "GET", "200"): 2,
        ("/games/{id}", "GET", "404"): 1,
    }
    assert counted(metrics, "ledger_commands_total", "outcome", "kind") == {
        ("accepted", "undo"): 1,
        ("refused", "illegal"): 1,
    }
    assert metrics.value("ledger_dropped_streams_total") == 1
    buckets = counted(metrics, "ledger_append_seconds_bucket", "le")
    assert (buckets["0.005",], buckets["0.01",], buckets["10.0",], buckets["+Inf",]) == (0, 1, 1, 2)


def test_two_services_count_apart():
    one, two = Metrics(), Metrics()
    one.dropped.inc()
    assert two.value("ledger_dropped_streams_total") == 0


def test_a_loop_that_is_held_up_is_seen():
    metrics = Metrics()

    async def main() -> None:
        lag = LoopLag(metrics.loop_lag.observe)
        await asyncio.sleep(0.25)
        time.sleep(0.4)
        await asyncio.sleep(0.05)
        lag.stop()

    asyncio.run(main())
    buckets = counted(metrics, "ledger_loop_lag_seconds_bucket", "le")
    assert buckets["+Inf",] - buckets["0.25",] == 1


def test_a_scrape_tells_what_the_service_did(fresh):
    s = fresh
    token = s.token("metrics")
    game = s.create("splash")
    s.post(f"/games/{game}/commands", s.viewer(game, 1), move="fish")
    assert s.post("/query", s.token("admin"), sql="selekt 1").status_code == 400
    answer = s.get("/metrics", token)
    assert answer.headers["content-type"] == "text/plain; version=0.0.4; charset=utf-8"
    values = samples(answer.text)
    assert values["ledger_append_seconds_count", ()] == 1
    assert values["ledger_open_games", ()] == 1
    assert values["ledger_library_writable", ()] == 1
    assert values["ledger_sql_refused_total", (("kind", "malformed"),)] == 1
    assert values["ledger_sql_seconds_count", ()] == 1
    assert values["ledger_sql_running", ()] == values["ledger_sql_waiting", ()] == 0
    assert values["process_open_fds", ()] > 0
