"""The games that tests are tried on: all that are installed, and our own."""

from __future__ import annotations

import pytest

import ledger

OURS = {k: g for k, g in ledger.installed().items() if g.package.startswith("ledger.")}
every_game = pytest.mark.parametrize("game", ledger.installed().values(), ids=ledger.installed())
each_of_ours = pytest.mark.parametrize("game", OURS.values(), ids=OURS)
