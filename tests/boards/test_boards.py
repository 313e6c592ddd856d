"""Building blocks of boards, as they look in a terminal."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

import pytest
from rich.text import Text

from ledger.boards.frames import CardFace, aligned, card_row, sections, track
from ledger.boards.grids import Grid, GridSheet
from ledger.boards.hexes import HexMap
from ledger.boards.picture import Pen


def drawn(lines: Iterable[Text]) -> list[str]:
    return [line.plain.rstrip() for line in lines]


class Tile(NamedTuple):
    name: str
    column: int
    line: int


class Island(HexMap[Tile]):
    def ground(self, tile: Tile) -> str:
        return "#103060"

    def told(self, tile: Tile, room: int, half: int) -> list[Text]:
        return [Text(tile.name), Text()]

    def in_a_line(self, tile: Tile, room: int) -> Text:
        return Text("sea")

    def legend(self) -> str:
        return "^ ships"


TILES = [Tile("A1", 0, 1), Tile("B1", 1, 0), Tile("B2", 1, 2)]


def test_hexes_stand_in_shifted_columns_and_else_in_a_list() -> None:
    chart = Island(TILES, Pen(plain=True))
    assert drawn(chart.lines(40, notes=[Text("Bonus")])) == [
        "Bonus           ______________",
        " ______________/ B1           \\",
        "/ A1           \\______________/",
        "\\______________/ B2           \\",
        "^ ships        \\______________/",
    ]
    assert drawn(chart.lines(20, notes=[Text("Bonus")])) == [
        "A1 sea      B2 sea",
        "B1 sea",
        "Bonus",
    ]


@pytest.mark.parametrize(("room", "wide"), [(40, 7), (17, 4), (12, 3), (1, 1)])
def test_a_grid_is_as_wide_as_there_is_room(room: int, wide: int) -> None:
    assert Grid(2, 3, 1, 3).widest(room) == wide


def test_a_grid_has_walls_names_and_fields() -> None:
    sheet = GridSheet(Grid(2, 4, 2, 2), 2)
    sheet.walls("-|123456789", "", "")
    sheet.names("bold", lambda col, name: name.upper() if col == 1 else name)
    sheet.field(1, 3, "x", "")
    x, y = sheet.corner(1, 2)
    sheet.put(x, y, "o", "")
    assert drawn(sheet.lines()) == [
        " 1a-B-2c-d-3",
        "1|    |    |",
        " |    o    |",
        "2|    |  x |",
        " 7----8----9",
    ]


def test_sections_have_their_titles_in_one_frame() -> None:
    parts = [("Rubies", [Text("one"), Text("two")]), ("None", []), ("Tiles", [Text("three")])]
    assert drawn(sections(Pen(plain=True), parts, 16)) == [
        "+- Rubies -----+",
        "| one          |",
        "| two          |",
        "+- Tiles ------+",
        "| three        |",
        "+--------------+",
    ]


def test_dots_stand_between_what_there_is() -> None:
    assert Pen(plain=True).dotted("", "deck 3", "", "discard 2") == "deck 3 - discard 2"


def test_columns_are_as_wide_as_their_widest_cell() -> None:
    rows = [(Text("a"), Text("bbb"), Text("c")), (Text("aaa"), Text("b"), Text("ccc"))]
    assert drawn(aligned(rows)) == ["a    bbb  c", "aaa  b    ccc"]


def test_a_track_lies_flat_or_is_a_list() -> None:
    def ship(place: int, room: int) -> Text:
        return Text("<>" if place == 1 else "")

    pen = Pen(plain=True)
    assert drawn(track(pen, ["Port", "Sea"], 17, 2, ship)) == [
        "+-Port--+-Sea---+",
        "|       |  <>   |",
        "+-------+-------+",
    ]
    assert drawn(track(pen, ["Port", "Sea"], 8, 2, ship)) == ["Port", "Sea  <>"]


def test_cards_stand_beside_each_other_in_as_many_rows_as_needed() -> None:
    cards = [CardFace("R5", "", "", above="*"), CardFace("B3", "", "", below="!2")]
    pen = Pen(plain=True)
    assert drawn(card_row(pen, "Market", cards, 6, 14)) == [
        "Market",
        "+--*-++----+",
        "| R5 || B3 |",
        "+----++!2--+",
    ]
    assert len(card_row(pen, "Market", cards, 6, 8)) == 7
