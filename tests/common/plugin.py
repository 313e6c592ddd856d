"""The game of tests/plugin, found by its entry point though nobody has installed it."""

from __future__ import annotations

import os
import sys
import tomllib
from importlib import metadata
from pathlib import Path
from tempfile import TemporaryDirectory

from .paths import TESTS

PLUGIN = TESTS / "plugin"
_metadata: TemporaryDirectory[str] | None = None
"""What pip would write when it installs the game; gone when the process ends."""


def offer_plugin() -> None:
    """Let this process and the ones it starts find the game; do nothing where they do."""
    global _metadata
    project = tomllib.loads((PLUGIN / "pyproject.toml").read_text("utf-8"))["project"]
    group = "ledger.games"
    games = project["entry-points"][group]
    if metadata.entry_points(group=group).names.issuperset(games):
        return  # it is installed, or the process that started this one offers it
    _metadata = TemporaryDirectory(prefix="ledger-plugin-")
    name, version = project["name"], project["version"]
    info = Path(_metadata.name) / f"{name.replace('-', '_')}-{version}.dist-info"
    info.mkdir()
    head = f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n"
    (info / "METADATA").write_text(head, "utf-8")
    lines = [f"[{group}]", *(f"{game} = {where}" for game, where in games.items())]
    (info / "entry_points.txt").write_text("\n".join(lines) + "\n", "utf-8")
    added = [_metadata.name, str(PLUGIN)]
    sys.path += added
    known = os.environ.get("PYTHONPATH")
    os.environ["PYTHONPATH"] = os.pathsep.join([*added, *([known] if known else [])])
