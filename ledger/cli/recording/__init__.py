"""`ledger record`: a shell around `ledger.recorder`, its screen, and the log on disk."""
