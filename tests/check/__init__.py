"""Tests of `ledger check`."""
