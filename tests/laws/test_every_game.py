"""Every installed game is held to the laws, and so are the examples; each in a class of its own."""

from __future__ import annotations

import sys

import ledger
from common.examples import GAMES
from ledger.testing import laws

sys.path.append(str(GAMES))

from ledger_crowns import GAME as CROWNS
from ledger_nim import GAME as NIM
from ledger_nothanks import GAME as NO_THANKS

for _game in (*ledger.installed().values(), CROWNS, NIM, NO_THANKS):
    globals()[f"Test{_game.meta.name.title()}"] = laws(_game)
