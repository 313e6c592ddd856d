"""The `ledger` command."""

from __future__ import annotations


def main() -> None:
    """Run the command and exit; every error ends in a message, never in a traceback."""
    from .app import run

    run()
