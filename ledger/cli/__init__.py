"""The `ledger` command, set up so that Python collects garbage less often, and never at exit.

Most of what a command creates is modules, which never become garbage. Collecting less often saves a
tenth of the processor time of `ledger log` and `ledger replay --turn`. Python would also collect
once more at exit, although all memory is about to be released: skipping that brings these commands
down to two thirds of their time. Tests call `run` in `app.py`, which does none of this.
"""

from __future__ import annotations


def main() -> None:
    """Run the command and exit; every error ends in a message rather than a traceback."""
    import gc
    import sys

    gc.set_threshold(50_000)

    from .app import run

    try:
        run()
    finally:
        if "duckdb" not in sys.modules:  # DuckDB complains about what is left at exit
            gc.freeze()
