"""Programs for those who work on Ledger; `demo`, `test` and `bench` are for everybody.

Each program's module reads its arguments before it imports what only the environment has, so
that `--help` needs none (see `scripts/run`).
"""

from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
