"""Measure the peers and print a JSON report: python -m scripts.benchmarks.peers --seconds 0.5."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from tempfile import TemporaryDirectory

from . import boardgame_io, run, versions


def main() -> None:
    """Run from the command line."""
    parser = argparse.ArgumentParser(description="Measure the peers of the benchmark.")
    parser.add_argument("--seconds", type=float, default=0.5, help="per repeat and metric")
    parser.add_argument("--repeats", type=int, default=3, help="the best of these counts")
    parser.add_argument(
        "--install-node", action="store_true", help="npm install boardgame.io in a temp folder"
    )
    args = parser.parse_args()
    with TemporaryDirectory() as folder:
        if args.install_node:
            boardgame_io.install(Path(folder))
        report = {"versions": versions(), "results": run(args.seconds, args.repeats)}
    print(json.dumps(report, indent=2))


if __name__ == "__main__":
    main()
