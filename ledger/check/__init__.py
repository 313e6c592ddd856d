"""What authors of games get wrong, found without pytest: `ledger check GAME`."""
