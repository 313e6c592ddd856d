"""Programs for working on Ledger: `scripts/NAME`, and the laboratory at `scripts/lab NAME`.

Each program's module reads its arguments before it imports what only the environment has, so
that `--help` needs none (see `scripts/run`).
"""

from __future__ import annotations

import socket
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
"""The checkout in which these programs are."""


def free_port() -> int:
    """Return a port of this machine at which nobody listens."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        return int(taken.getsockname()[1])
