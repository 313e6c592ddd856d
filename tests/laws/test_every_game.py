"""Every installed game is held to the laws, and so are the examples; each in a class of its own."""

from __future__ import annotations

import sys

import ledger
from common.examples import GAMES
from ledger.testing import laws
from ledger.testing.effort import CAMPAIGN

sys.path.append(str(GAMES))

from ledger_crowns import GAME as CROWNS
from ledger_fens import GAME as FENS
from ledger_goofspiel import GAME as GOOFSPIEL
from ledger_heirlooms import GAME as HEIRLOOMS
from ledger_nim import GAME as NIM
from ledger_nothanks import GAME as NO_THANKS
from ledger_scramble import GAME as SCRAMBLE

for _game in (
    *ledger.installed().values(),
    CROWNS,
    GOOFSPIEL,
    NIM,
    NO_THANKS,
    SCRAMBLE,
    HEIRLOOMS,
    FENS,
):
    globals()[f"Test{_game.meta.name.title()}"] = laws(_game)

DRAWN = ("boards", "pages", "scenes")
"""Laws about pictures, to which Crowns holds whatever draws the secrets of a plain game, too."""

_goofspiel: type = globals()["TestGoofspiel"]
for _name, _law in () if CAMPAIGN else tuple(vars(_goofspiel).items()):
    if getattr(_law, "__module__", "").endswith(DRAWN):
        delattr(_goofspiel, _name)
