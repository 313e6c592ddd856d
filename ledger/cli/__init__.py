"""The `ledger` command, which ends without looking for garbage.

Python looks for garbage once more when it ends, though everything goes in a moment. Without that,
`ledger log` and `ledger replay --turn` take two thirds of the processor time. Tests call `run` of
`app.py`, which has nothing of this.
"""

from __future__ import annotations


def main() -> None:
    """Run the command and exit; every error ends in a message, never in a traceback."""
    import gc
    import sys

    from .app import run

    try:
        run()
    finally:
        if "duckdb" not in sys.modules:  # DuckDB complains of what is left at the end
            gc.freeze()
