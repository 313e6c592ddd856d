"""The laws: what holds for every game, no matter who wrote it.

Each law is written once. `as_tests` turns them all into tests, and `checked` has those that `ledger
check` looks at too.
"""
