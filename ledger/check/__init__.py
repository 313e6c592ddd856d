"""Finding mistakes in a game without pytest: `ledger check GAME`."""
