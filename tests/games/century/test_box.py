"""Boxes and maps of one's own: what is accepted, what is refused and why."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from importlib import resources
from typing import Any

import pytest

from common.refusals import refuses, tells
from ledger.games.century import GAME
from ledger.kernel.boxes.box import WrongBox, digest_box
from ledger.kernel.boxes.changes import changes
from ledger.kernel.errors import LedgerError, Malformed
from ledger.kernel.notation.session.session_reader import read_session
from ledger.kernel.notation.session.session_writer import write_session
from ledger.kernel.play.opening import open_game
from ledger.kernel.verify.verify import verify_bytes
from ledger.testing.effort import effort

from ..own_boxes import GONE, changed, is_refused_without_its_box, travels_with_its_log
from .scenario import NAMES, letters, no_session, random_game, standard_box

COLOURS = "yellow, red, green, brown"

WRONG: list[tuple[str, object, str]] = [
    ("players.counts", [], "players.counts"),
    ("players.counts", [2, 5], "players.counts | 5"),
    (
        "cubes.names",
        ["red", "yellow", "green", "brown"],
        f"cubes.names | {COLOURS}",
    ),
    ("cubes.spices.red", GONE, "cubes.spices"),
    ("cubes.points.pink", 1, "cubes.points"),
    ("cubes.points.red", -1, "cubes.points"),
    ("limits.row", 0, "limits.row"),
    ("limits.hold", -2, "limits.hold"),
    ("limits.end_tiles", 0, "limits.end_tiles"),
    ("limits.window", -1, "limits.window"),
    ("limits.outpost_cost.3", GONE, "limits.outpost_cost | 3"),
    ("limits.outpost_cost.3", -1, "limits.outpost_cost | 3"),
    ("limits.removed", 7, "market | 6 | ginger | 7"),
    ("limits.removed", 1, "market | 5 | ginger | 4"),
    ("limits.removed", 3, "market | 12 | 4 | 20"),
    ("limits.sea", 5, "market | 16 | 5 | 20"),
    ("bonus.move", -1, "bonus.move"),
    ("bonus.vp", [6, -5], "bonus.vp"),
    ("board.values", [], "board.values"),
    ("board.values", [1, -1, 2, 3], "board.values"),
    (
        "board.values",
        [1, 1, 2, 3, 5],
        "column | 5",
    ),
    (
        "column.0.number",
        2,
        "column | 4",
    ),
    ("column.0.rewards", [], "column | 1"),
    (
        "column.1.rewards",
        ["bonus", "bonus"],
        "column | 2",
    ),
    ("column.0.rewards", ["cube"], "column[0].rewards[0] | cube"),
    ("set.0.cubes", {}, "set YYYY | cubes"),
    ("set.0.cubes", {"pink": 4}, f"set YYYY | cubes | pink | {COLOURS}"),
    ("set.0.cubes", {"red": 0}, "set YYYY | cubes | red"),
    ("set.0.id", "RR", "set | RR"),
    ("card.0.id", "yr", "card | yr"),
    (
        "card.0.id",
        "A card",
        "card | A card",
    ),
    ("card.0.id", "YR", "card | YR"),
    ("card.0.id", "UP2", "card | UP2"),
    ("card.0.gain", {}, "card | G"),
    ("card.0.steps", 2, "card | G"),
    ("card.8.steps", -1, "card | UP3"),
    ("card.9.get", GONE, "card R-YYY | get"),
    ("card.9.give", {"blue": 1}, f"card R-YYY | give | blue | {COLOURS}"),
    (
        "card.9.get",
        {"yellow": 2, "red": 1},
        "card R-YYY | red",
    ),
    ("symbols.names", ["tea", "tea"], "symbols.names"),
    ("market.0.symbol", "salt", "market | YY-G | ginger | cloves"),
    ("market.0.symbol", "tea", "market | 5 | tea | 4"),
    ("market.0.id", "YY-RR", "market | YY-RR"),
    ("market.0.id", "SEA", "market | SEA"),
    ("market.0.get", {"yellow": 3}, "market YY-G | yellow"),
    ("vp.0.id", "Closed", "vp | Closed"),
    ("vp.0.cost", {}, "vp 11-YYGGG | cost"),
    ("vp.0.points", -1, "vp | 11-YYGGG"),
    ("limits.end_tiles", 8, "vp | 26 | 29"),
    ("limits.window", 23, "vp | 26 | 27"),
    ("limits.hold", "ten", "limits.hold"),
    ("limits.holds", 3, "holds | limits"),
    ("board.source", "mine", "source | board"),
]


@pytest.mark.parametrize(("path", "value", "message"), WRONG)
def test_a_wrong_box_is_refused_with_the_reason(path: str, value: object, message: str) -> None:
    with pytest.raises(Malformed) as refusal:
        open_game(GAME, ["Ana", "Bartek"], box=changed(standard_box(), path, value))
    assert tells(refusal.value.message, message)


@pytest.mark.parametrize(
    ("path", "value", "message"),
    [
        ("limits.row", 50, "limits.row | 50 | 43 | 4"),
        ("limits.row", 40, "limits.row | 40 | 43 | 4"),
        ("limits.hold", 3, "set YYYY | 4 | 3"),
        ("vp.0.cost", {"brown": 23}, "vp 11-YYGGG | 23 | 22"),
    ],
)
def test_no_new_game_has_a_box_that_leaves_something_unplayable(
    path: str, value: object, message: str
) -> None:
    box = changed(standard_box(), path, value)
    with refuses(WrongBox, message):
        open_game(GAME, ["Ana", "Bartek"], box=box)
    assert open_game(GAME, ["Ana", "Bartek"], box=box, recorded=True).box_data == box


def test_a_box_needs_a_set_for_every_player() -> None:
    box = standard_box()
    del box["set"][0]
    with refuses(Malformed, "4 | 3"):
        open_game(GAME, ["Ana", "Bartek"], box=box)
    box["players"]["counts"] = [2, 3]
    assert random_game(3, 1, box=box, turns=2).state.turn


@pytest.mark.parametrize("id", ["century-standard-2", "century-standard"])
def test_a_box_of_the_package_needs_no_copy_in_the_log(id: str) -> None:
    assert list(GAME.boxes) == ["century-standard-2", "century-standard"]
    whole = open_game(GAME, ["Ana", "Bartek"], box=GAME.boxes[id])
    assert whole.box_data is None
    assert whole == open_game(GAME, ["Ana", "Bartek"], box={"base": id})
    assert GAME.boxes.of_log(whole).id == id
    assert (whole == open_game(GAME, ["Ana", "Bartek"])) is (id == "century-standard-2")


def test_the_box_that_was_the_standard_one_before_is_unchanged() -> None:
    """Logs name it by this digest and have no copy of it."""
    assert digest_box(GAME.boxes["century-standard"]) == "adfe713b38a8f92d4917af37369e0f6f"
    opened = open_game(GAME, ["Ana", "Bartek"], box={"base": "century-standard"})
    assert GAME.boxes.of_log(opened).market[0].id == "YY-G"


def test_a_list_of_all_tiles_is_taken_as_it_is() -> None:
    """So a file from before lists were completed by id means what it did."""
    tiles = GAME.boxes["century-standard"]["market"]
    whole = GAME.boxes.whole({"market": tiles})
    assert whole == {
        **GAME.boxes[GAME.boxes.standard_id],
        "market": tiles,
        "id": "century-standard-2+own",
    }
    with refuses(WrongBox, "market MINE | add | whole"):
        GAME.boxes.whole({"market": [{**tiles[0], "id": "MINE"}]})


@pytest.mark.rule(
    "CEN-02", "CEN-03", "CEN-04", "CEN-05", "CEN-06", "CEN-08", "CEN-09", "CEN-11", "CEN-12",
    "CEN-17", "CEN-19", "CEN-20", "CEN-22", "CEN-31", "CEN-32", "CEN-33", "CEN-34", "CEN-35",
    "CEN-37", "CEN-39", "CEN-44", "CEN-45", "CEN-46", "CEN-47", "CEN-A05", "CEN-A06", "CEN-A07",
)  # fmt: skip
def test_only_the_market_tiles_are_others_than_in_the_box_before() -> None:
    """Rules are tested with that box, whose digest is fixed; so no other number can change."""
    standard, before = GAME.boxes.values()
    found = changes(GAME.boxes.type, before, standard)
    assert {x.place.split()[0] for x in found} == {"market"}


@pytest.mark.rule("CEN-38", "CEN-A04")
def test_a_market_tile_is_called_by_its_trade() -> None:
    for tile in GAME.boxes.standard.market:
        assert tile.id == f"{letters(tile.give)}-{letters(tile.get)}"


def test_every_market_tile_has_its_symbol_among_what_it_gives() -> None:
    assert [m.symbol for m in GAME.boxes.standard.market] == [
        s for s in GAME.boxes.standard.symbols.names for _ in "123456"
    ]
    for tile in GAME.boxes.standard.market:
        (cube,) = (
            k for k, spice in GAME.boxes.standard.cubes.spices.items() if spice == tile.symbol
        )
        assert cube in tile.get
        assert tile.provenance.status == "fact"
    unsure = [m.id for m in GAME.boxes.standard.market if "less sure" in m.provenance.note]
    assert unsure == ["B-YYYRR", "YRG-BB"]


def test_a_session_with_the_tiles_of_an_earlier_box_hears_of_it() -> None:
    text = write_session(GAME, random_game(2, "earlier", turns=4).lines)
    assert "box: century-standard\n" in text
    plain = text.replace("box: century-standard\n", "")
    with refuses(LedgerError, "`box: century-standard`"):
        read_session(plain)
    with pytest.raises(LedgerError) as also_wrong_there:
        read_session(plain.replace("remove ", "remove X-", 1))
    assert "century-standard" not in str(also_wrong_there.value)


# --- maps -------------------------------------------------------------------------------------


def cells() -> list[dict[str, Any]]:
    return standard_box()["map"]["cells"]


def cell(there: list[dict[str, Any]], name: str) -> dict[str, Any]:
    return next(c for c in there if c["name"] == name)


def _two_of_a_name(there: list[dict[str, Any]]) -> None:
    cell(there, "C3")["name"] = "c2"


def _bad_name(there: list[dict[str, Any]]) -> None:
    cell(there, "C3")["name"] = "3C"


def _slot_gone(there: list[dict[str, Any]]) -> None:
    there.remove(cell(there, "C3"))


def _slot_more(there: list[dict[str, Any]]) -> None:
    there.append({"name": "C0", "kind": "slot", "column": 3, "line": -2})


def _port_gone(there: list[dict[str, Any]]) -> None:
    cell(there, "A1")["kind"] = "slot"
    there.remove(cell(there, "C3"))


def _five_ports(there: list[dict[str, Any]]) -> None:
    there.append({"name": "C0", "kind": "port", "column": 3, "line": -2})


def _one_place(there: list[dict[str, Any]]) -> None:
    cell(there, "C3").update(column=4, line=3)


def _half_over(there: list[dict[str, Any]]) -> None:
    cell(there, "C6")["line"] = 11


def _far_port(there: list[dict[str, Any]]) -> None:
    cell(there, "A1").update(column=9, line=2)


def _island(there: list[dict[str, Any]]) -> None:
    cell(there, "C6").update(column=9, line=2)


MAPS: list[tuple[Callable[[list[dict[str, Any]]], None], str]] = [
    (_two_of_a_name, "C2"),
    (_bad_name, "cell | 3C"),
    (_slot_gone, "19 | 20"),
    (_slot_more, "21 | 20"),
    (_port_gone, "3 | 4"),
    (_five_ports, "5 | 4"),
    (_one_place, "C3 | D2 | 4 | 3"),
    (
        _half_over,
        "C6 | 3 | 11 | A1 | 1 | 2",
    ),
    (_far_port, "port | A1"),
    (_island, "A1 | C6"),
]


@pytest.mark.rule("CEN-A03", "CEN-49")
@pytest.mark.parametrize(("spoil", "message"), MAPS)
def test_a_wrong_map_is_refused_with_the_reason(
    spoil: Callable[[list[dict[str, Any]]], None], message: str
) -> None:
    box = standard_box()
    spoil(box["map"]["cells"])
    with pytest.raises(Malformed) as refusal:
        open_game(GAME, ["Ana", "Bartek"], box=box)
    assert tells(refusal.value.message, message)


def river() -> dict[str, Any]:
    """Return a map file: two columns of ten slots, a port at each end."""
    slots = [
        {"name": f"{name}{i}", "kind": "slot", "column": column, "line": 2 * i + column % 2}
        for column, name in ((1, "L"), (2, "R"))
        for i in range(1, 11)
    ]
    places = [("N", 1, 1), ("E", 2, 0), ("S", 1, 23), ("W", 2, 22)]
    ports = [{"name": n, "kind": "port", "column": x, "line": y} for n, x, y in places]
    return {"map": {"name": "river", "cells": slots + ports}}


@pytest.mark.rule("CEN-49", "CEN-A03", "CEN-05")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_map_of_ones_own_is_a_file_with_that_table_alone(players: int) -> None:
    table = random_game(players, "river", box=river(), turns=60)
    setup = table.state.setup
    assert setup.steps["E"]["W"] > 9
    assert set(table.state.tiles) == {f"{x}{i}" for x in "LR" for i in range(1, 11)}
    opened = table.lines[0].data
    right = {**standard_box(), **river(), "id": "century-standard+own"}
    assert (opened.box_data, opened.box) == (right, digest_box(right))
    assert verify_bytes(table.bytes()).verdict == "legal"
    assert read_session(write_session(GAME, table.lines)).bytes() == table.bytes()


# --- other boxes ------------------------------------------------------------------------------


def own_box() -> dict[str, Any]:
    """Return a box with new cards and tiles, other numbers and a small stack."""
    box = standard_box()
    box["id"] = "my-century"
    card = {**box["card"][-1], "id": "FEAST", "give": {"red": 1, "brown": 1}}
    box["card"].append({**card, "get": {"yellow": 3, "green": 2}})
    box["vp"] = [x for x in box["vp"] if x["points"] > 13]
    box["vp"][0] = {**box["vp"][0], "id": "GIFT", "cost": {"yellow": 1}}
    box["limits"] |= {"hold": 12, "window": 3, "row": 5}
    box["column"][0]["rewards"] = ["bonus"]
    return box


@pytest.mark.parametrize("players", [2, 3, 4])
def test_another_box_is_played_and_travels_with_its_log(players: int) -> None:
    box = own_box()
    for seed in range(effort(1, 3)):
        table = random_game(players, seed, box=box)
        assert table.over
        travels_with_its_log(GAME, table, box)


def test_a_box_for_two_is_for_two() -> None:
    box = standard_box()
    box["players"]["counts"] = [2]
    assert random_game(2, 1, box=box, turns=4).state.turn == 5
    with refuses(Malformed, "3"):
        GAME.start(open_game(GAME, NAMES[:3], box=box))


def test_a_box_that_does_not_fit_its_digest_is_refused() -> None:
    table = random_game(2, "own box", box=own_box(), turns=3)
    is_refused_without_its_box(table, standard_box(), "century")


def test_there_are_no_options() -> None:
    e = no_session("Ana, Bartek", "row YYY", option="colour=red")
    assert isinstance(e, Malformed)
    assert tells(e.message, "century | colour")


@pytest.mark.rule("CEN-49", "CEN-A03")
def test_two_cells_of_one_letter_are_two_of_a_name() -> None:
    text = resources.files(GAME.package).joinpath("box.toml").read_text("utf-8")
    text = text.replace('name = "A2"', 'name = "A"').replace('name = "A3"', 'name = "A"')
    with pytest.raises(Malformed):
        GAME.boxes.read(tomllib.loads(text))


def test_a_symbol_whose_markets_take_several_cubes_is_marked_by_its_first_letter() -> None:
    box = standard_box()
    box["market"][0]["give"] = {"red": 2}
    marks = GAME.view(random_game(2, 1, box=box, turns=0).state, 0).marks
    assert marks == {"ginger": "g", "chili": "R", "tea": "G", "cloves": "B"}
