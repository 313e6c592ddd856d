"""Tests of `ledger.testing`."""
