"""The table in the browser shows what the view says, no more and no less."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from syrupy.assertion import SnapshotAssertion

from common.paths import REPLAYS
from ledger.games.osaka import GAME
from ledger.games.osaka.view import View
from ledger.kernel.replay.log_reader import read
from ledger.kernel.replay.replay import Replay
from ledger.kernel.scene.shapes import Piece, Scene
from ledger.web.picture import svg

from .scenario import random_game, standard_box
from .test_board import NAMES, midgame


def shown(viewer: int | None = None, lang: str = "en") -> Scene:
    """The position with something of everything."""
    state = midgame()
    known = state if viewer is None else GAME.mask(state, viewer)
    return GAME.scene(GAME.view(known, viewer), NAMES, lang)


def replayed(players: int, viewer: int | None) -> list[tuple[View, Scene]]:
    """Positions of a whole game."""
    lines = read((REPLAYS / f"osaka-{players}p.jsonl").read_bytes()).lines
    replay = Replay(GAME, lines)
    views = []
    for n in range(1, len(lines) + 1, 9):
        state = replay.at(n)
        views.append(GAME.view(state if viewer is None else GAME.mask(state, viewer), viewer))
    return [(view, GAME.scene(view, NAMES)) for view in views]


def lying(scene: Scene, name: str, owner: int = 0) -> list[Piece]:
    """The pieces of the regions of a name, from left to right."""
    known = {r.id for r in scene.regions if r.name == name and r.owner == owner}
    found = (p for p in scene.pieces.values() if p.region in known)
    return sorted(found, key=lambda p: (p.region, p.i))


@pytest.mark.parametrize("players", [2, 4])
@pytest.mark.parametrize("viewer", [None, 0, 1])
def test_everything_on_the_table_is_shown(players: int, viewer: int | None) -> None:
    for view, scene in replayed(players, viewer):
        for row, slots in (("market", view.market), ("farm", view.farm)):
            cards = [p for p in lying(scene, row) if p.same]
            assert [p.value for p in cards] == [slot.card for slot in slots]
        assert [p.text or "0" for p in lying(scene, "pile")] == [str(view.pile)]
        assert [p.text or "0" for p in lying(scene, "discard")] == [str(view.discard)]
        for seat in view.seats:
            n = seat.seat
            hand = lying(scene, "hand", n)
            assert len(hand) == seat.hand_size
            assert tuple(p.value for p in hand if p.value) == (seat.hand or ())
            goods = Counter((g.card, g.insured) for s in seat.sets for g in s.goods)
            faces = Counter(
                (p.value, p.face.startswith("insured")) for p in lying(scene, "goods", n)
            )
            assert faces == goods
            tokens = Counter({f"token-{s.colour}": s.tokens for s in seat.sets})
            assert Counter(p.same for p in lying(scene, "tokens", n)) == +tokens
            worth = {f"worth-{n}-{s.colour}": f"{s.worth} VP" for s in seat.sets if s.worth}
            found = {id: p.text for id, p in scene.pieces.items() if id.startswith(f"worth-{n}-")}
            assert found == worth


def test_hidden_hands_are_backs_that_say_nothing() -> None:
    for _, scene in replayed(3, 1):
        for seat in (2, 3):
            for piece in lying(scene, "hand", seat):
                assert (piece.face, piece.same, piece.value, piece.say) == ("back", "back", "", "")


def test_ships_sail_in_their_lanes_and_keep_their_ids() -> None:
    lanes = set()
    for view, scene in replayed(4, None):
        ships = {p.id: p for p in lying(scene, "route")}
        assert set(ships) == {f"ship-{ship.colour}" for ship in view.ships}
        lanes.add(tuple(p.y for p in ships.values()))
        wide = scene.regions[0].w // len(view.route)
        for ship in view.ships:
            piece = ships[f"ship-{ship.colour}"]
            assert piece.x // wide == ship.at
            assert piece.face.startswith("wreck-") == ship.sinking
    assert len(lanes) == 1


def test_pieces_lie_on_the_cards_that_they_reserve_or_before_their_owners() -> None:
    scene = shown()
    on = {seat: scene.pieces[f"piece-{seat}"] for seat in (1, 2, 3, 4)}
    assert scene.pieces[on[1].on].value == "G5"
    assert scene.pieces[on[1].on].region == "farm"
    assert scene.pieces[on[2].on].value == "R5"
    assert scene.pieces[on[4].on].value == "Y2"
    assert on[3].region == "home-3"
    assert NAMES[1] in scene.pieces[on[2].on].say


def test_the_price_is_that_of_whoever_is_on_turn() -> None:
    state = midgame()
    for state.active in (1, 2):
        view = GAME.view(state, None)
        cost = view.seats[state.active - 1].cost
        assert GAME.scene(view, NAMES).pieces["price"].text == str(cost)
    assert view.seats[0].cost != view.seats[1].cost


def test_a_card_that_stays_keeps_its_id() -> None:
    before: dict[str, Piece] = {}
    for _, scene in replayed(4, None):
        for id, piece in scene.pieces.items():
            if id in before and piece.same:
                assert before[id].same == piece.same
        before = scene.pieces


def test_a_box_with_other_colours_cards_and_places_is_drawn() -> None:
    box: dict[str, Any] = standard_box()
    names = ["violet", "red", "<b>", "ochre", "teal"]
    box["colours"]["names"] = names
    box["notation"]["letters"] = dict(zip(names, "VRBOT", strict=True))
    box["cards"]["copies"] = {"2": 9, "13": 9, "4": 7}
    box["insurance"]["icons"] = {"2": 3, "13": 0, "4": 1}
    far = {**box["route"][1], "name": "A <very> long name of a place"}
    box["route"].insert(1, far)
    for i, place in enumerate(box["route"]):
        place["index"] = i
    lines = random_game(3, "other box", box=box).lines
    replay = Replay(GAME, lines)
    for n in range(1, len(lines), 11):
        scene = GAME.scene(GAME.view(replay.at(n), None), NAMES)
        assert len([p for p in scene.pieces if p.startswith("ship-")]) == len(names)
    text = svg(GAME, scene, 390)
    assert "<b>" not in text
    assert "<very>" not in text


@pytest.mark.parametrize("lang", ["en", "pl", "it"])
def test_what_is_read_aloud(lang: str, snapshot: SnapshotAssertion) -> None:
    scene = shown(3, lang)
    said = (f"{id}: {p.say}" for id, p in scene.pieces.items() if p.say)
    assert "\n".join((scene.caption, *said)) == snapshot


def test_where_everything_lies(snapshot: SnapshotAssertion) -> None:
    scene = shown(3)
    where = (
        f"{p.id}: {p.face} at {p.i} ({p.x}, {p.y}) of {p.region or p.on}"
        for p in scene.pieces.values()
    )
    assert "\n".join(where) == snapshot
