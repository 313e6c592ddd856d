"""Istanbul: The Dice Game as the rest of the program sees it."""

from __future__ import annotations

from ledger.sdk import Game, Meta, Resource

from .box import TOKENS
from .state import State
from .view import View

GAME: Game[State, View] = Game(
    meta=Meta(
        name="istanbul",
        title="Istanbul: The Dice Game",
        players=(2, 3, 4),
        titles={"pl": "Istanbul: Gra kościana", "de": "Istanbul: Das Würfelspiel"},
        designer="Rüdiger Dorn",
        year=2017,
        bgg=229491,
        also=("Istanbul Dice", "Istanbul Dice Game"),
    ),
    modules=(__package__, f"{__package__}.rules", f"{__package__}.bots"),
    asks={"income": "IST-A10", "action": "IST-18", "card": "IST-28", "offer": "IST-A11"},
    to_active=("income", "action", "card"),
    resources=(
        Resource("rubies", "rubies", is_score=True),
        Resource("lira", "lira"),
        Resource("crystal", "crystals"),
        *(Resource(k, k) for k in TOKENS),
        Resource("tiles", "tiles"),
    ),
    slots=("roll", "reveal", "tile"),
    draw=".drawing.board:IstanbulPicture",
    most_moves=512,
)
