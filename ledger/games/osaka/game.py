"""Traders of Osaka as the rest of the program sees it."""

from __future__ import annotations

from ledger.sdk import Game, Meta, Resource

from .state import State
from .view import View

GAME: Game[State, View] = Game(
    meta=Meta(
        name="osaka",
        title="Traders of Osaka",
        players=(2, 3, 4),
        titles={"pl": "Kupcy z Osaki", "it": "Traders of Osaka", "de": "Die Händler von Osaka"},
        designer="Susumu Kawasaki",
        year=2006,
        bgg=24827,
    ),
    modules=(__package__, f"{__package__}.rules", f"{__package__}.bots"),
    asks={"starting token": "OSA-09", "action": "OSA-12", "insurance": "OSA-41"},
    to_active=("action",),
    ranked_by=("OSA-46", "OSA-47"),
    seat_rule="OSA-05",
    resources=(
        Resource("hand", "hand"),
        Resource("coins", "coins", public=False),
        Resource("goods", "goods"),
        Resource("insured", "insured"),
        Resource("tokens", "tokens"),
        Resource("vp", "VP", public=False, is_score=True),
    ),
    slots=("market", "farm", "hand", "first"),
    seat_slots=("first",),
    draw=".drawing.board:OsakaPicture",
    most_moves=128,
)
