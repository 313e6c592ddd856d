"""Every installed game is held to the laws, each in a class of its own."""

from __future__ import annotations

import ledger
from ledger.testing import laws

for _name, _game in ledger.installed().items():
    globals()[f"Test{_name.title()}"] = laws(_game)
