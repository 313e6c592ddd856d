"""The table of the benchmark, on given costs, and who takes turns with whom."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest
from rich.console import Console

import ledger
from common.paths import REPLAYS
from scripts.benchmarks import inside
from scripts.benchmarks.claims import GAME_CLAIMS, PGN, PUSH, Claim
from scripts.benchmarks.contest import PEERS, Contender, contender, counted, per_unit, take_turns
from scripts.benchmarks.inside import GameJobs, timed
from scripts.benchmarks.table import conclude, judged, show
from scripts.benchmarks.worker import Unmeasured


class FakeGauge:
    """Costs by name, one after the other; who has none left can't do it."""

    def __init__(self, costs: dict[str, list[float]]) -> None:
        self.costs, self.asked = costs, list[str]()

    def names(self) -> list[str]:
        return list(self.costs)

    def sample(self, name: str) -> float:
        self.asked.append(name)
        if not self.costs[name]:
            raise Unmeasured("no more")
        return self.costs[name].pop(0)

    def close(self) -> None:
        """Nothing to close."""


def entered(label: str, costs: dict[str, list[float]]) -> tuple[Contender, FakeGauge]:
    gauge = FakeGauge(costs)
    return contender(label, gauge, lambda _: True), gauge


def test_the_best_time_counts_and_peers_are_asked_as_often_as_we():
    ours, gauge = entered("now", {"a": [3.0, 1.0, 2.0], "b": [5.0, 5.0, 5.0]})
    theirs, peer = entered(PEERS, {"x": [9.0, 8.0, 7.0, 6.0, 5.0, 4.0]})
    take_turns([ours, theirs], 3, lambda n: None)
    assert ours.costs == {"a": 1.0, "b": 5.0}
    assert theirs.costs == {"x": 4.0}
    assert len(gauge.asked) == len(peer.asked) == 6


def test_what_somebody_cannot_do_is_told_and_not_tried_again():
    ours, gauge = entered("now", {"a": [], "b": [1.0, 1.0]})
    take_turns([ours], 2, lambda n: None)
    assert ours.failed == {"a": "no more"}
    assert gauge.asked.count("a") == 1
    assert ours.costs == {"b": 1.0}


@pytest.mark.parametrize(
    ("ratio", "less", "verdict"),
    [
        (10, False, "aim met"),
        (7, False, "floor met"),
        (6.9, False, "MISSED"),
        (10, True, "MISSED"),
        (7, True, "aim met"),
    ],
)
def test_a_verdict(ratio, less, verdict):
    aim, floor = (7, 9) if less else (10, 7)
    assert Claim("", "a", "b", aim, floor, less).verdict(ratio) == verdict


def test_a_ratio_is_our_speed_as_a_part_of_theirs():
    claim = Claim("", "fold", PUSH, 10, 7)
    assert claim.ratio({"fold": 0.5}, {PUSH: 4.0}) == 8
    assert claim.ratio({}, {PUSH: 4.0}) is None
    assert claim.ratio({"fold": 0.5}, {}) is None
    assert claim.lost(0.9) and not claim.lost(1.1)
    assert Claim("", "start", PUSH, 3, 4, less=True).ratio({"start": 8.0}, {PUSH: 4.0}) == 2
    assert Claim("", "bots", None, 5000, 5000).ratio({"bots": 1e-4}, {}) == pytest.approx(1e4)


def test_logs_are_counted_by_events_and_by_moves():
    events, moves = counted(REPLAYS)["osaka"]
    lines = [
        json.loads(raw)
        for path in REPLAYS.glob("osaka-*.jsonl")
        for raw in path.read_bytes().splitlines()
    ]
    assert events == len(lines)
    assert 0 < moves < events / 2
    costs = per_unit({"osaka fold": 1.0, "osaka decide": 2.0}, {"osaka": (10, 4)})
    assert costs == {"osaka decide": 2.0, "osaka fold, event": 0.1, "osaka fold, move": 0.25}


def test_a_missed_floor_fails_the_run():
    claims = [
        Claim("fold", "osaka fold, event", PUSH, 10, 7),
        Claim("verify", "osaka verify bytes, move", PGN, 1, 0.7),
    ]
    theirs = {PUSH: 8.0, PGN: 0.8}
    now = {"osaka fold, event": 1.0, "osaka verify bytes, move": 1.0}
    rows = judged("osaka", claims, now, {"osaka fold, event": 2.0}, theirs)
    assert [(row.before, row.ratio, row.verdict) for row in rows] == [
        (4.0, 8.0, "floor met"),
        (None, 0.8, "floor met"),
    ]
    console = Console(file=io.StringIO(), width=120)
    show(console, "osaka", rows, with_before=True)
    assert conclude(console, rows) == 0
    slow = judged("osaka", claims, {**now, "osaka fold, event": 2.0}, None, theirs)
    assert conclude(console, slow) == 1


def test_every_game_is_held_to_the_same_rows():
    whats = [[claim.what for claim in claims] for claims in GAME_CLAIMS.values()]
    assert all(what == whats[0] for what in whats)


def test_every_job_can_be_done_by_the_public_api():
    log = (REPLAYS / "osaka-2p.jsonl").read_bytes()
    jobs = {name: make() for name, make in GameJobs(ledger.find_game("osaka"), [log]).all()}
    assert set(jobs) >= {"read", "fold", "verify", "decide", "copy", "words", "draw"}
    for job in jobs.values():
        assert timed(job, 1)["units"] >= 1


def test_the_measuring_program_knows_only_the_public_api():
    text = Path(inside.__file__).read_text("utf-8")
    assert "from ledger" not in text and "import ledger" not in text
    assert 'import_module("ledger")' in text
