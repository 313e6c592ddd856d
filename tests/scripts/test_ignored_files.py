"""What git is told to ignore: a wheel leaves it out, so nothing of the program may be among it."""

from __future__ import annotations

import subprocess
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_no_file_of_the_project_is_ignored():
    found = subprocess.run(
        ["git", "check-ignore", "--no-index", "--stdin"],
        input="\n".join(str(p.relative_to(ROOT)) for p in ROOT.glob("ledger/**/*.*")),
        cwd=ROOT,
        capture_output=True,
        text=True,
    )
    assert found.returncode in (0, 1), found.stderr
    assert [line for line in found.stdout.splitlines() if "__pycache__" not in line] == []
