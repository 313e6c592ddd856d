"""The board in the browser shows what the view says, no more and no less."""

from __future__ import annotations

from collections import Counter

import pytest

from common.paths import REPLAYS
from ledger.games.klongs import GAME
from ledger.games.klongs.view import View
from ledger.kernel.replay.log_reader import read
from ledger.kernel.replay.replay import Replay
from ledger.kernel.scene.shapes import Piece, Scene


def _positions(players: int, viewer: int | None) -> list[tuple[View, Scene]]:
    lines = read((REPLAYS / f"klongs-{players}p.jsonl").read_bytes()).lines
    replay = Replay(GAME, lines)
    views = (GAME.view(replay.at(n), viewer) for n in range(1, len(lines) + 1, 9))
    return [(view, GAME.scene(view, ["Ana", "Bartek", "Celina", "Dario"])) for view in views]


def _in(scene: Scene, name: str, owner: int = 0) -> list[Piece]:
    known = {r.id for r in scene.regions if r.name == name and r.owner == owner}
    return [p for p in scene.pieces.values() if p.region in known]


@pytest.mark.parametrize("players", [2, 4])
@pytest.mark.parametrize("viewer", [None, 0, 1])
def test_everything_on_the_table_is_shown(players: int, viewer: int | None) -> None:
    for view, scene in _positions(players, viewer):
        afloat = Counter(f.boat.id for f in view.water.fields if f.boat)
        water = _in(scene, "water")
        shown = [p for p in water if p.same]
        assert Counter(p.same.removeprefix("boat-") for p in shown) == afloat
        owners = Counter(f.owner for f in view.water.fields if f.owner)
        on_board = [p for p in scene.pieces.values() if p.on and p.same.startswith("trader-")]
        assert Counter(int(p.text) for p in on_board) == owners
        assert [p.value for p in water if p.id.startswith("field-")] == [
            f.name for f in view.water.fields
        ]
        assert len([p for p in water if p.id.startswith("mooring-")]) == len(view.water.moorings)
        for seat in view.seats:
            hand = _in(scene, "hand", seat.seat)
            assert [p.value for p in hand if p.value] == [b.id for b in seat.hand]
            assert sum(p.face == "back" for p in hand) == sum(seat.hidden.values())
            assert len(_in(scene, "traders", seat.seat)) == seat.traders
            assert len(_in(scene, "moves", seat.seat)) == seat.cards
            goods = [p.text for p in _in(scene, "warehouse", seat.seat) if p.text]
            assert goods == [f"{x.count}→{x.points}" for x in seat.stores]


def test_the_marker_stands_on_its_step_and_those_before_it_are_faded() -> None:
    for view, scene in _positions(3, None):
        assert scene.pieces["luk-phat"].on == f"step-{view.marker}"
        assert sum(p.faded for p in _in(scene, "track")) == view.marker


def test_a_mooring_shows_what_each_trader_there_would_bring() -> None:
    for view, scene in _positions(3, None):
        worth = {m.name: m.worth for m in view.water.moorings}
        shown = {p.value: p.text for p in _in(scene, "water") if p.id.startswith("mooring-")}
        assert shown == {k: "" if n is None else str(n) for k, n in worth.items()}
