"""Sample evenings, typed into `ledger record` as people type."""
