"""A game in which everything happens to cards that some seats know is held to the laws."""

from __future__ import annotations

from common.wells import GAME
from ledger.testing import laws
from ledger.testing.worlds import shares_secrets

TestWells = laws(GAME)
delattr(TestWells, "test_every_rule_ruling_and_example_is_claimed_by_a_test")  # laws are its tests


def test_it_shares_secrets():
    assert shares_secrets(GAME)
