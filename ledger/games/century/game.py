"""Century: Sand to Sea as the rest of the program sees it."""

from __future__ import annotations

from ledger.sdk import Game, Meta, Resource

from .box import CUBES
from .rules.market import reward_rule
from .state import State
from .view import View

RULES = {"start": "CEN-12", "turn": "CEN-13", "market": "CEN-38", "hold": "CEN-44"}
GAME: Game[State, View] = Game(
    meta=Meta(
        name="century",
        title="Century: Sand to Sea",
        players=(2, 3, 4),
        titles={"pl": "Century: Przez Piaski i Morza"},
        designer="Emerson Matsuuchi",
        year=2018,
    ),
    modules=(__package__, f"{__package__}.rules", f"{__package__}.bots"),
    asks={**RULES, "reward": reward_rule},
    to_active=("turn", "reward", "market"),
    resources=(
        *(Resource(k, k) for k in CUBES),
        Resource("hand", "cards in hand", short="hand"),
        Resource("cards", "cards"),
        Resource("outposts", "outposts built", short="outposts"),
        Resource("bonus", "bonus tiles", short="bonus"),
        Resource("tiles", "VP tiles"),
        Resource("points", "points", public=False, is_score=True),
    ),
    draw=".drawing.board:CenturyPicture",
    picture=".drawing.board:MapPicture",
    most_moves=512,
)
