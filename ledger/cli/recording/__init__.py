"""`ledger record`: the shell around `ledger.recorder`, its screen, and the log on the disk."""
