"""The table in the browser shows what the view says, no more and no less."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from syrupy.assertion import SnapshotAssertion

from common.paths import REPLAYS
from ledger.games.istanbul import GAME
from ledger.games.istanbul.box import KINDS
from ledger.games.istanbul.view import View
from ledger.kernel.replay.log_reader import read
from ledger.kernel.replay.replay import Replay
from ledger.kernel.scene.shapes import Piece, Scene
from ledger.web.picture import svg

from .scenario import random_game, standard_box

NAMES = ("Ana", "Bartek", "Celina", "Dario")


def replayed(players: int, viewer: int | None = None, lang: str = "en") -> list[tuple[View, Scene]]:
    """Positions of a whole game."""
    lines = read((REPLAYS / f"istanbul-{players}p.jsonl").read_bytes()).lines
    replay = Replay(GAME, lines)
    views = (GAME.view(replay.at(n), viewer) for n in range(1, len(lines) + 1, 7))
    return [(view, GAME.scene(view, NAMES, lang)) for view in views]


def lying(scene: Scene, name: str, owner: int = 0) -> list[Piece]:
    """The pieces of the regions of a name, in their order."""
    known = {r.id for r in scene.regions if r.name == name and r.owner == owner}
    found = (p for p in scene.pieces.values() if p.region in known)
    return sorted(found, key=lambda p: (p.region, p.i))


@pytest.mark.parametrize("players", [2, 4])
@pytest.mark.parametrize("viewer", [None, 0, 1])
def test_everything_on_the_table_is_shown(players: int, viewer: int | None) -> None:
    for view, scene in replayed(players, viewer):
        dice = [p for p in lying(scene, "dice") if p.same]
        assert [(p.face, p.faded) for p in dice] == [(f"die-{d.face}", d.used) for d in view.dice]
        assert [p.value for p in lying(scene, "tiles")] == [t.id for t in view.tiles]
        assert [p.value for p in lying(scene, "cards")] == [c.id for c in view.shown]
        assert {p.value: int(p.text) for p in lying(scene, "bank")} == {
            kind: view.bank[kind] for kind in KINDS
        }
        for name, left in (("deck", view.deck), ("discard", view.discard), ("stack", view.stack)):
            assert [p.text or "0" for p in lying(scene, name)] == [str(left)]
        on = Counter(p.on for p in scene.pieces.values() if p.same == "ruby" and p.on)
        areas = {f"area-{a.name}": len(a.prices) - a.taken for a in view.areas}
        assert on == +Counter({**areas, "mosque": view.mosque})
        for seat in view.seats:
            purse = lying(scene, "purse", seat.seat)
            assert sum(p.same == "ruby" for p in purse) == seat.rubies
            money = {p.value: p.text for p in purse if p.value}
            assert money == {"lira": str(seat.lira), "crystal": str(seat.crystals)}
            goods = Counter(p.value for p in lying(scene, "goods", seat.seat))
            assert goods == +Counter(seat.tokens)
            tiles = [p.value for p in lying(scene, "own-tiles", seat.seat)]
            assert tiles == [t.id for t in seat.tiles]


def test_the_next_ruby_of_each_area_shows_its_price() -> None:
    for view, scene in replayed(3):
        shown = {id: p.text for id, p in scene.pieces.items() if id.startswith("next-")}
        assert shown == {
            f"next-{a.name}": ("+" if a.name == "left" else "") + str(a.prices[a.taken])
            for a in view.areas
            if a.taken < len(a.prices)
        }


def test_only_dice_that_can_be_rolled_again_have_numbers() -> None:
    for view, scene in replayed(4):
        dice = [p for p in lying(scene, "dice") if p.same]
        open_dice = sum(not d.used for d in view.dice)
        assert [p.value for p in dice if p.value] == [str(n + 1) for n in range(open_dice)]


def test_actions_that_are_done_are_marked() -> None:
    for view, scene in replayed(4):
        done = [p.face == "done" for id, p in scene.pieces.items() if id.startswith("action-")]
        if view.active and not view.over:
            assert sum(done) == view.actions
            assert len(done) == max(view.allowed, view.actions)
        else:
            assert not done


def test_tiles_keep_their_ids_when_a_player_takes_them() -> None:
    seen: dict[str, set[str]] = {}
    for _, scene in replayed(4):
        for id, piece in scene.pieces.items():
            if id.startswith("tile-"):
                seen.setdefault(id, set()).add(scene.pieces[id].region)
                assert id == f"tile-{piece.value}"
    assert any(len(regions) > 1 for regions in seen.values())


def test_new_tiles_and_those_to_be_used_are_marked() -> None:
    found = set()
    for view, scene in replayed(4):
        for tile in (t for seat in view.seats for t in seat.tiles):
            face = scene.pieces[f"tile-{tile.id}"].face
            assert face.endswith("-fresh") == tile.fresh
            assert face.endswith("-due") == tile.due
            found |= {(tile.fresh, tile.due)}
    assert len(found) == 3


def test_a_box_with_other_letters_prices_tiles_and_cards_is_drawn() -> None:
    box: dict[str, Any] = standard_box()
    box["notation"]["letters"] |= {"red": "Ż", "brown": "<", "card": "&"}
    for track in box["track"]:
        track["prices"] = [1, 2, 3, 3, 4, 4, 5, 6]
    box["supply"]["ruby"] = 99
    box["tile"][0]["cost"] = {"red": 2, "any": 4}
    box["tile"][4]["effect"] = {"income": {"crystal": 1, "lira": 12}}
    for card in box["card"]:
        card["active"] = {
            "pay": {"lira": 1, "crystal": 1, "red": 1},
            "choose": [{"lira": 10}, {"any": 1, "blue": 2}, {"crystal": 1}],
        }
    lines = random_game(3, "other box", box=box).lines
    replay = Replay(GAME, lines)
    text = ""
    for n in range(1, len(lines), 9):
        scene = GAME.scene(GAME.view(replay.at(n), None), NAMES)
        text = svg(GAME, scene, 390)
    assert ">Ż<" in text
    assert ">&lt;<" in text


@pytest.mark.parametrize("lang", ["en", "pl", "it"])
def test_what_is_read_aloud(lang: str, snapshot: SnapshotAssertion) -> None:
    scene = next(s for v, s in replayed(4, 1, lang) if v.shown and v.dice and v.actions)
    said = {p.say: None for p in scene.pieces.values() if p.say}
    assert "\n".join((scene.caption, *said)) == snapshot


def test_where_everything_lies(snapshot: SnapshotAssertion) -> None:
    scene = next(s for v, s in replayed(4, 1) if v.shown and v.dice and v.actions)
    where = (
        f"{p.id}: {p.face} at {p.i} ({p.x}, {p.y}) of {p.region or p.on}"
        for p in scene.pieces.values()
    )
    assert "\n".join(where) == snapshot
