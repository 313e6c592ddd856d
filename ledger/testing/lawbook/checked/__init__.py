"""The laws that `ledger check` looks at as well: each yields what breaks it.

Tests hold a game to them with `hold`, and `ledger check` names a line of the game for each breach.
Players have `ledger check` too, so nothing here imports pytest.
"""
