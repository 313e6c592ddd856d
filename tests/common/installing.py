"""Projects put where pip would put them; a real build needs the network."""

from __future__ import annotations

import shutil
import tomllib
from pathlib import Path


def install(project: Path, site: Path) -> Path:
    """Install a project into a folder, by what its pyproject.toml says; return the folder."""
    said = tomllib.loads((project / "pyproject.toml").read_text("utf-8"))
    wheel = said["tool"]["hatch"]["build"]["targets"]["wheel"]
    site.mkdir(exist_ok=True)
    for name in wheel.get("packages") or wheel["include"]:
        if (project / name).is_dir():
            unread = shutil.ignore_patterns("__pycache__")
            shutil.copytree(project / name, site / name, ignore=unread)
        else:
            shutil.copy(project / name, site / name)
    about = said["project"]
    info = site / f"{about['name'].replace('-', '_')}-{about['version']}.dist-info"
    info.mkdir()
    head = f"Metadata-Version: 2.1\nName: {about['name']}\nVersion: {about['version']}\n"
    (info / "METADATA").write_text(head, "utf-8")
    games = about["entry-points"]["ledger.games"].items()
    lines = ["[ledger.games]", *(f"{game} = {where}" for game, where in games)]
    (info / "entry_points.txt").write_text("\n".join(lines) + "\n", "utf-8")
    return site
