"""The board in the browser shows what the view says, no more and no less."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from collections import Counter
from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any

import msgspec
import pytest
from syrupy.assertion import SnapshotAssertion

from common.paths import REPLAYS
from ledger.games.century import GAME
from ledger.games.century.scene.seats import COLUMNS, places_in_hold
from ledger.games.century.state import State
from ledger.games.century.view import Card, Seat, View
from ledger.kernel.play.opening import open_game
from ledger.kernel.play.table import Table
from ledger.kernel.replay.log_reader import read
from ledger.kernel.replay.replay import Replay
from ledger.kernel.rules.chance import Seeded
from ledger.kernel.scene.shapes import Piece, Scene
from ledger.testing.golden import Screen
from ledger.web.picture import svg

from .scenario import NAMES, standard_box
from .test_board import midgame, opening, overflow, strip, the_end

COLOURS = ("yellow", "red", "green", "brown")


def drawn(state: State, viewer: int | None) -> tuple[View, Scene]:
    """What a viewer knows of a position, and the board made of it."""
    view = GAME.view(state if viewer is None else GAME.mask(state, viewer), viewer)
    return view, GAME.scene(view, NAMES)


@cache
def states(players: int) -> list[State]:
    """Positions of a whole game."""
    lines = read((REPLAYS / f"century-{players}p.jsonl").read_bytes()).lines
    replay = Replay(GAME, lines)
    return [replay.at(n) for n in (*range(1, len(lines) + 1, 13), len(lines))]


def inside(scene: Scene, name: str, owner: int = 0) -> list[Piece]:
    """The pieces of a region."""
    known = {r.id for r in scene.regions if r.name == name and r.owner == owner}
    return [p for p in scene.pieces.values() if p.region in known]


def values(pieces: Iterable[Piece]) -> list[str]:
    """What picking these pieces would say."""
    return [p.value for p in pieces if p.value]


def some(cubes: Mapping[str, int]) -> Counter[str]:
    """Cubes, without colours that are not there."""
    return +Counter(cubes)


def names(cards: Iterable[Card]) -> list[str]:
    """The names of cards."""
    return [x.id for x in cards]


# --- everything is there ------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 4])
@pytest.mark.parametrize("viewer", [None, 0, 1])
def test_everything_on_the_table_is_shown(players: int, viewer: int | None) -> None:
    for state in states(players):
        view, scene = drawn(state, viewer)
        shows_the_map(view, scene)
        shows_the_offers(view, scene)
        for seat in view.seats:
            shows_what_a_player_has(view, scene, seat)


@pytest.mark.parametrize("position", [midgame, opening, overflow, the_end])
@pytest.mark.parametrize("viewer", [None, 0, 2])
def test_rare_positions_are_shown_whole(position: Any, viewer: int | None) -> None:
    view, scene = drawn(position(), viewer)
    shows_the_map(view, scene)
    shows_the_offers(view, scene)
    for seat in view.seats:
        shows_what_a_player_has(view, scene, seat)


def shows_the_map(view: View, scene: Scene) -> None:
    pieces = {p.id: p for p in inside(scene, "map")}
    for c in view.cells:
        cell = pieces.pop(f"{'slot' if c.kind == 'slot' else 'cell'}-{c.name}")
        assert cell.value == cell.text == c.name
        here = {f"post-{c.name}-{n}" for n in c.outposts} | {f"ship-{n}" for n in c.ships}
        here |= {f"vp-{c.vp.id}"} if c.vp else {"closed-port"} if c.closed else set()
        for id in here:
            assert pieces.pop(id).value == c.name, "whoever picks it means the cell"
    assert not pieces


def shows_the_offers(view: View, scene: Scene) -> None:
    row = inside(scene, "row")
    assert values(row) == names(view.row)
    for piece, card in zip(row, view.row, strict=True):
        laid = Counter(
            p.same.removeprefix("cube-") for p in scene.pieces.values() if p.on == piece.id
        )
        assert laid == some(card.cubes)
    for name, count in (("deck", view.deck), ("stack", view.stack)):
        assert [p.text for p in inside(scene, name)] == ([str(count)] if count else [])
    assert values(inside(scene, "start")) == [*view.sets]
    bonus = {p.id: p for p in inside(scene, "bonus")}
    assert bonus.pop("bonus-move").text == f"×{view.moves}"
    assert bonus.pop("bonus-hold").text == f"×{view.holds}"
    assert {p.face for p in bonus.values()} == {f"bonus-vp-{n}" for n in view.bonus}
    top = [p.face for p in bonus.values() if p.value == "vp"]
    assert top == [f"bonus-vp-{n}" for n in view.bonus[:1]], "only the top one can be taken"


def shows_what_a_player_has(view: View, scene: Scene, seat: Seat) -> None:
    n = seat.seat
    hold = inside(scene, "hold", n)
    assert Counter(values(hold)) == some(seat.hold)
    assert [p.text for p in hold if not p.value] == [f"{sum(seat.hold.values())} / {seat.limit}"]
    posts = [p for p in inside(scene, "outposts", n) if p.same]
    assert len(posts) == sum(len(view.values) - built for built in seat.outposts.values())
    for name, cards, size in (
        ("hand", seat.hand, seat.hand_size),
        ("played", seat.played, len(seat.played)),
        ("discard", seat.discard, seat.discard_size),
        ("either", seat.either, len(seat.either)),
    ):
        pieces = inside(scene, name, n)
        assert values(pieces) == names(cards)
        assert [p.i for p in pieces] == [*range(size)]
        assert sum(p.face == "back" for p in pieces) == size - len(cards)
    won = Counter(p.same for p in inside(scene, "won", n))
    tiles = Counter(f"vp-{x.id}" if x else "vp-back" for x in seat.tiles)
    tiles += Counter({"bonus-move": seat.moves, "bonus-hold": seat.holds})
    assert won == tiles + Counter(f"bonus-vp-{points}" for points in seat.bonus)


def test_the_middle_of_a_game_looks_like_this(snapshot: SnapshotAssertion) -> None:
    _, scene = drawn(midgame(3), 1)
    lines = [scene.caption, *(f"{p.name}: {p.points}; {p.note}" for p in scene.panels)]
    for p in scene.pieces.values():
        place = f"{p.region or p.on} {p.i} {p.x},{p.y}"
        lines.append(" | ".join((p.id, p.face, place, p.value, p.text, p.say)))
    assert "\n".join(lines) == snapshot(extension_class=Screen)


def test_words_of_a_board_are_told_in_every_language() -> None:
    view = GAME.view(midgame(), 1)
    told = {lang: GAME.scene(view, NAMES, lang).pieces for lang in ("en", "pl", "it")}
    assert told["en"]["cell-C4"].say == "market C4, cloves: 1 brown for 2 green"
    assert told["pl"]["cell-C4"].say == "rynek C4, goździki: brązowy ×1 na zielony ×2"
    assert told["it"]["ship-1"].say == "nave di Ana"
    for id, piece in told["en"].items():
        if not piece.face.startswith("board"):
            assert piece.say, id
            assert "{" not in piece.say + told["pl"][id].say + told["it"][id].say


# --- from scene to scene ------------------------------------------------------------------------


@pytest.mark.parametrize("viewer", [None, 0, 1])
def test_a_piece_stays_what_it_is(viewer: int | None) -> None:
    known: dict[str, tuple[str, str]] = {}
    for state in states(3):
        for id, p in drawn(state, viewer)[1].pieces.items():
            if not id.startswith(("hand", "discard", "laid", "bonus-vp")):  # places, not pieces
                assert known.setdefault(id, (p.face, p.same)) == (p.face, p.same)


def test_cubes_stay_where_they_are_when_others_come() -> None:
    few = {"yellow": 2, "red": 3, "green": 1, "brown": 2}
    before = {(colour, k): (x, y) for colour, k, x, y in places_in_hold(few, COLOURS)}
    for colour in COLOURS:
        more = places_in_hold(few | {colour: few[colour] + 2}, COLOURS)
        after = {(colour, k): (x, y) for colour, k, x, y in more}
        assert before.items() < after.items()


@pytest.mark.parametrize("cubes", [{"yellow": 9}, {"yellow": 4, "red": 5, "brown": 30}, {}])
def test_more_cubes_than_a_row_holds_still_have_a_place_each(cubes: dict[str, int]) -> None:
    places = [(x, y) for _, _, x, y in places_in_hold(cubes, COLOURS)]
    assert len(places) == len(set(places)) == sum(cubes.values())
    assert all(0 <= x <= COLUMNS * 36 and 0 <= y <= 40 for x, y in places)


# --- boxes of one's own -------------------------------------------------------------------------


def own_box() -> dict[str, Any]:
    """A box with other symbols, numbers and names."""
    box = standard_box()
    box["symbols"] = box["symbols"] | {"names": ["Ж", "[b]", "tea", "cloves"]}
    for tile in box["market"]:
        tile["symbol"] = {"ginger": "Ж", "chili": "[b]"}.get(tile["symbol"], tile["symbol"])
    box["market"][0]["give"] = {"brown": 12}
    box["market"][0]["get"] = {"yellow": 10, "red": 11, "green": 12}
    box["card"][0] = box["card"][0] | {"id": "Mine", "gain": {"brown": 99}}
    box["vp"][0] = box["vp"][0] | {"points": 123}
    box["board"] = box["board"] | {"values": [1, 2, 3, 4, 5]}
    box["column"] = [*box["column"], box["column"][3] | {"number": 5}]
    box["bonus"] = box["bonus"] | {"vp": [9, 8, 7, 6, 5, 4, 3]}
    return box


@pytest.mark.parametrize("columns", [1, 6, 24])
def test_a_box_of_ones_own_is_drawn(columns: int) -> None:
    box = own_box() | {"map": strip(columns)}
    state = Table.open(GAME, open_game(GAME, NAMES[:2], box=box), Seeded(1)).state
    state.row = ["Mine", *state.row[1:]]
    state.laid[0] = ["yellow"] * 5 + ["red"] * 4
    view, scene = drawn(state, None)
    shows_the_map(view, scene)
    shows_the_offers(view, scene)
    for width in (360, 1280):
        ET.fromstring(svg(GAME, scene, width))  # noqa: S314 - we made it


def test_what_a_card_or_trade_of_ones_own_does_is_written_on_it() -> None:
    box = own_box()
    state = Table.open(GAME, open_game(GAME, NAMES[:2], box=box), Seeded(1)).state
    cell = state.setup.slots[0]
    state.row, state.tiles[cell] = ["Mine", *state.row[1:]], "YY-G"
    faces = drawn(state, 1)[1].faces
    assert [p.text for p in faces["card-Mine"].parts if p.text] == ["99B", "Mine"]
    market = [p.text for p in faces[f"market-{cell}"].parts if p.text]
    assert market == ["Ж", "12B", "10Y", "11R", "12G"], "an odd symbol shows its mark"


@pytest.mark.parametrize("columns", [1, 4, 6, 24])
def test_no_tile_of_a_map_of_ones_own_lies_over_another(columns: int) -> None:
    box = standard_box() | {"map": strip(columns)}
    state = Table.open(GAME, open_game(GAME, NAMES[:2], box=box), Seeded(1)).state
    view, scene = drawn(state, 1)
    board = next(r for r in scene.regions if r.name == "map")
    places = {p.value: (p.x, p.y) for p in inside(scene, "map") if p.id.startswith("cell-")}
    cells = {c.name: c for c in view.cells}
    for name, (x, y) in places.items():
        assert 0 <= x <= board.w - 144
        assert 0 <= y <= board.h - 144
        for other, (u, v) in places.items():
            apart = cells[name].column - cells[other].column, cells[name].line - cells[other].line
            assert (x - u, y - v) == (apart[0] * 108, apart[1] * 72)


def test_a_scene_knows_the_view_alone() -> None:
    view = GAME.view(midgame(), 3)
    again = msgspec.json.decode(msgspec.json.encode(view), type=View)
    assert GAME.scene(again, NAMES) == GAME.scene(view, NAMES)
