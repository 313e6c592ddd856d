"""The `ledger` command, which looks for garbage less often, and not at all when it ends.

Most of what a command makes is modules, which are never garbage. Looking for it less often saves a
tenth of the processor time of `ledger log` and `ledger replay --turn`. Python also looks once more
when it ends, though everything goes in a moment: without that, these take two thirds of the time.
Tests call `run` of `app.py`, which has nothing of this.
"""

from __future__ import annotations


def main() -> None:
    """Run the command and exit; every error ends in a message, never in a traceback."""
    import gc
    import sys

    gc.set_threshold(50_000)

    from .app import run

    try:
        run()
    finally:
        if "duckdb" not in sys.modules:  # DuckDB complains of what is left at the end
            gc.freeze()
