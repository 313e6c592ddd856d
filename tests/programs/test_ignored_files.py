"""What git is told to ignore: a wheel leaves it out, so nothing of the program may be among it."""

from __future__ import annotations

from fnmatch import fnmatch
from pathlib import Path

ROOT = Path(__file__).parents[2]
MADE = ("__pycache__", "*.egg-info")
"""What may lie in the package, but is no part of it."""


def test_no_file_of_the_program_is_ignored():
    lines = (ROOT / ".gitignore").read_text("utf-8").splitlines()
    patterns = [line.rstrip("/") for line in lines if line and line[0] not in "#!/"]
    names = {name for p in ROOT.glob("ledger/**/*") for name in p.relative_to(ROOT).parts}
    ours = {name for name in names if not any(fnmatch(name, made) for made in MADE)}
    assert "index" in ours
    assert [(n, p) for n in sorted(ours) for p in patterns if fnmatch(n, p)] == []
