"""Peer: boardgame.io on node. Replaying tic-tac-toe moves through its game reducer."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from pathlib import Path

ENV = "LEDGER_BENCH_NODE_MODULES"
PACKAGE = "boardgame.io@0.50.2"
SCRIPT = Path(__file__).with_name("boardgame_io.mjs")


def node_modules() -> Path | None:
    """The directory named by the environment (or its node_modules) that holds the package."""
    named = os.environ.get(ENV)
    if not named:
        return None
    for folder in (Path(named), Path(named, "node_modules")):
        if (folder / "boardgame.io" / "package.json").is_file():
            return folder.resolve()
    return None


def available() -> str | None:
    """None when the peer can be measured, else why it cannot."""
    if not shutil.which("node"):
        return "node is not installed"
    if node_modules() is None:
        return f"npm package 'boardgame.io' is not in the directory named by {ENV}"
    return None


def install(folder: Path) -> Path:
    """Install the package with npm into `folder`, and let this process use it from there."""
    npm = shutil.which("npm")
    if npm is None:
        raise RuntimeError("npm is not installed")
    flags = ["--no-audit", "--no-fund", "--ignore-scripts", "--loglevel=error"]
    # The package's tools for servers and browsers come along; only its core is used.
    command = [npm, "install", "--prefix", str(folder), *flags, PACKAGE]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    os.environ[ENV] = str(folder / "node_modules")
    return folder / "node_modules"


def version() -> str:
    """The peer's version and that of node."""
    folder = node_modules()
    found = "unknown"
    if folder is not None:
        text = (folder / "boardgame.io" / "package.json").read_text(encoding="utf-8")
        found = json.loads(text)["version"]
    node = subprocess.run(["node", "--version"], check=True, capture_output=True, text=True)
    return f"boardgame.io {found} on node {node.stdout.strip()}"


def measure(seconds: float, repeats: int = 3) -> dict[str, float]:
    """Moves per second through the reducer, timed inside node."""
    folder = node_modules()
    if folder is None:
        raise RuntimeError(available())
    done = subprocess.run(
        ["node", str(SCRIPT), str(folder), str(seconds), str(repeats)],
        check=True,
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "NODE_ENV": "production"},
    )
    return {name: float(rate) for name, rate in json.loads(done.stdout).items()}
