"""Dock, a game in a folder, whose parts are found by their names."""

from __future__ import annotations

from ledger.sdk import Game, Meta

GAME = Game(
    meta=Meta(name="dock", title="Dock", players=(2, 3)),
    modules=("ledger_dock",),
    asks={"load": "DOC-02", "tip the foreman": lambda s: "DOC-04"},
    to_active=("load", "tip the foreman"),
    ranked_by=("DOC-05", "DOC-06"),
    seat_rule="DOC-01",
    draw=".drawing:DockPicture",
)
