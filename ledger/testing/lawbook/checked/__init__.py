"""The laws that `ledger check` looks at too: each one yields its breaches.

Tests apply them with `hold`, and `ledger check` names a line of the game for each breach. Players
have `ledger check` too, so nothing here imports pytest.
"""
