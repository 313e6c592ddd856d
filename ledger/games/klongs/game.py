"""Bangkok Klongs as the rest of the program sees it."""

from __future__ import annotations

from ledger.sdk import Game, Meta, Resource

from .rules.market_day import day_rule
from .state import State
from .view import View

GAME: Game[State, View] = Game(
    meta=Meta(
        name="klongs",
        title="Bangkok Klongs",
        players=(2, 3, 4),
        designer="Martin Schlegel",
        year=2010,
        bgg=82424,
    ),
    modules=(__package__, f"{__package__}.rules", f"{__package__}.bots"),
    asks={"place": "KLO-07", "end of turn": "A-KLO-27", "market day": day_rule},
    to_active=("place", "end of turn"),
    seat_rule="KLO-03",
    resources=(
        Resource("points", "points", is_score=True),
        Resource("hand", "boats in hand", short="boats"),
        Resource("traders", "traders in the pool", short="traders"),
        Resource("on_board", "traders on the board", short="on board"),
        Resource("cards", "move cards", short="moves"),
        Resource("warehouse", "boats in the warehouse", short="stored"),
    ),
    draw=".drawing.board:KlongsPicture",
    picture=".drawing.board:EmptyPicture",
    most_moves=65_536,
)
