"""A box is what anybody sends: something extreme in it is refused in words, or costs little.

`scripts/lab hostile-boxes` tries every field of every game; here is a fair sample of it.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from common.examples import examples_installed
from common.paths import ROOT
from ledger.testing.effort import effort

EXAMPLES = ("nim", "crowns", "goofspiel", "nothanks", "splash")


def tried(*games: str, sample: int, mixtures: int) -> str:
    """Try boxes of games in a process with little memory; return what is said of each game."""
    words = ["--here", "--seed", "5", "--sample", sample, "--mixtures", mixtures]
    words += [word for game in games for word in ("--game", game)]
    command = [sys.executable, "-m", "scripts.laboratory", "hostile-boxes", *map(str, words)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=900)
    assert (done.returncode, done.stderr) == (0, "--seed 5\n"), done.stdout + done.stderr
    return done.stdout


@pytest.mark.skipif(sys.platform != "linux", reason="it asks Linux how much memory is used")
@pytest.mark.parametrize("game", ["osaka", "istanbul", "century", "klongs"])
def test_an_extreme_box_is_refused_in_words_or_served_in_little_memory(game: str) -> None:
    said = tried(game, sample=effort(12, 10_000), mixtures=effort(3, 300))
    assert " refused anew" in said
    assert " in logs" in said


@pytest.mark.skipif(sys.platform != "linux", reason="it asks Linux how much memory is used")
def test_so_is_one_of_a_plug_in_that_says_nothing_of_bounds(tmp_path: Path) -> None:
    with examples_installed(tmp_path):
        said = tried(*EXAMPLES, sample=effort(6, 10_000), mixtures=effort(2, 30))
    assert [line.partition(":")[0] for line in said.splitlines()] == list(EXAMPLES)
