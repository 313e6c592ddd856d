"""The verdict about two commits, on given times, and the programs that measure them."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

import ledger
from common.paths import REPLAYS
from scripts.benchmarks import inside
from scripts.benchmarks.inside import GameJobs, timed
from scripts.laboratory.bench_compare.plays import bgstats
from scripts.laboratory.bench_compare.verdict import LIMIT, Times, together, too_slow, typical


def test_typical_is_the_faster_half_without_its_best():
    assert typical([9.0, 1.0, 2.0, 4.0, 100.0, 50.0]) == pytest.approx(3.0)
    assert typical([5.0, 7.0]) == 5.0
    assert typical([5.0]) == 5.0


def test_a_disturbed_run_changes_nothing():
    quiet = Times([1.0] * 6, [1.0] * 6)
    loaded = Times([1.0] * 6, [1.0, 1.0, 1.0, 9.0, 9.0, 9.0])
    assert quiet.ratio == loaded.ratio == 1.0


def test_the_ratio_is_the_speed_now_as_a_part_of_that_before():
    assert Times([2.0] * 4, [1.0] * 4).ratio == 2.0
    assert Times([1.0] * 4, [2.0] * 4).ratio == 0.5


def test_what_is_slower_than_the_limit_or_failed_does_not_pass():
    found = {
        "equal": Times([1.0] * 4, [1.0] * 4),
        "at the limit": Times([LIMIT] * 4, [1.0] * 4),
        "slower": Times([0.94] * 4, [1.0] * 4),
        "failed": Times([1.0], [], error="now: TypeError"),
    }
    assert too_slow(found) == ["slower", "failed"]
    assert too_slow(found, limit=0.9) == ["failed"]


def test_several_things_are_weighed_by_their_time():
    short, long = Times([1.0], [2.0]), Times([9.0], [9.0])
    assert together([short, long]) == pytest.approx(10 / 11)
    assert together([long, Times(error="before: no such game")]) == 1.0


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


def test_the_export_of_plays_is_one_that_ledger_imports(tmp_path):
    file = tmp_path / "plays.json"
    file.write_text(json.dumps(bgstats(7)))
    words = ["import", file, "--library", tmp_path / "library", "--json"]
    done = subprocess.run([Path(sys.executable).with_name("ledger"), *words], capture_output=True)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["new"] == 7
