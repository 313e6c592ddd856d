"""The laws: what is true of every game, no matter who wrote it.

Each is written once. `as_tests` makes tests of them, and `checked` has those that `ledger check`
looks at too.
"""
