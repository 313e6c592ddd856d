"""The `ledger` command."""

from __future__ import annotations


def main() -> None:
    """Run the command and exit; every error ends in a message, never in a traceback."""
    import gc
    import sys

    gc.set_threshold(50_000)  # modules are no garbage, and most of what a command makes is modules

    from .app import run

    try:
        run()
    finally:
        # everything goes in a moment, so looking for garbage once more only takes time; DuckDB
        # alone complains of what is left
        if "duckdb" not in sys.modules:
            gc.freeze()
