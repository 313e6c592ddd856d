"""Run the command as `python -m ledger.cli`."""

from . import main

main()
