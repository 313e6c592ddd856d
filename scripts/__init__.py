"""Programs for those who work on Ledger; `demo`, `test` and `bench` are for everybody."""
