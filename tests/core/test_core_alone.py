"""The core needs msgspec and nothing else: what runs in a browser's tab."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parent
REPLAYS = HERE.parent.parent / "replays"


@pytest.mark.parametrize("game", ["century", "istanbul", "klongs", "osaka"])
def test_a_game_is_loaded_verified_recorded_corrected_and_drawn_with_msgspec_alone(game):
    log, session = REPLAYS / f"{game}-2p.jsonl", REPLAYS / f"{game}-2p.session"
    words = [sys.executable, HERE / "core_alone.py", game, log, session]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip() == "[]", "only msgspec and the standard library were loaded"


def test_what_is_outside_the_core_is_refused_there():
    code = "import core_alone, sys; sys.meta_path.insert(0, core_alone.OnlyTheCore()); import rich"
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=HERE, capture_output=True, text=True, check=False
    )
    assert "rich is blocked" in done.stderr
