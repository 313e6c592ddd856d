"""Every installed game is held to the laws, and so are the examples; each in a class of its own."""

from __future__ import annotations

import ledger
from common.examples import example_games
from ledger.testing import laws
from ledger.testing.effort import CAMPAIGN

for _game in (*ledger.installed().values(), *example_games().values()):
    globals()[f"Test{_game.meta.name.title()}"] = laws(_game)

DRAWN = ("boards", "pages", "scenes")
"""Laws about pictures, to which Crowns holds whatever draws the secrets of a plain game, too."""

_goofspiel: type = globals()["TestGoofspiel"]
for _name, _law in () if CAMPAIGN else tuple(vars(_goofspiel).items()):
    if getattr(_law, "__module__", "").endswith(DRAWN):
        delattr(_goofspiel, _name)
