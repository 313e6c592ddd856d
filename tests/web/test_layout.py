"""Where everything goes at some width."""

from __future__ import annotations

import pytest

from ledger.kernel.scene.shapes import Face, Piece, Region, Scene
from ledger.web.layout import GAP, HEAD, NARROW, drawing_order, lay_out, spots


def region(name: str, kind: str = "row", w: int = 60, h: int = 90, **more: object) -> Region:
    given = {"area": "seat" if more.get("owner") else "side", **more}
    id = f"{name}-{more['owner']}" if more.get("owner") else name
    return Region(id=id, name=name, kind=kind, w=w, h=h, **given)


def scene_of(region: Region, count: int) -> Scene:
    pieces = {f"p{i}": Piece(id=f"p{i}", face="f", region=region.id, i=i) for i in range(count)}
    face = Face(w=region.w, h=region.h)
    return Scene(caption="", regions=(region,), faces={"f": face}, panels=(), pieces=pieces)


def test_a_row_takes_up_its_room_whatever_lies_there() -> None:
    row = region("market", room=5)
    assert lay_out([row], 600).rects["market"].h == 90
    few, many = (spots(scene_of(row, n), lay_out([row], 400)) for n in (2, 12))
    assert few["p1"].x - few["p0"].x == 64
    last = many["p11"]
    assert many["p1"].x - many["p0"].x < 60  # they overlap
    assert last.x + 60 <= 400


def test_a_grid_wraps_where_there_is_little_room() -> None:
    grid = region("cubes", "grid", 30, 30, room=10)
    assert lay_out([grid], 600).rects["cubes"].h == 30
    assert lay_out([grid], 200).rects["cubes"].h == 2 * 34 - 4


@pytest.mark.parametrize("width", [360, 390, 768, 1280, 2000])
def test_boxes_do_not_overlap(width: int) -> None:
    regions = [region("map", "board", 600, 700, area="main"), region("row", room=6)]
    regions += [region("hand", owner=seat, room=8) for seat in (1, 2, 3, 4)]
    regions += [region("hold", "grid", 30, 30, owner=seat, room=10) for seat in (1, 2, 3, 4)]
    found = lay_out(regions, width)
    rects = list(found.rects.values())
    for n, a in enumerate(rects):
        assert a.x >= 0
        assert a.x + a.w <= width
        assert a.y + a.h <= found.height
        for b in rects[n + 1 :]:
            apart = a.x + a.w <= b.x or b.x + b.w <= a.x or a.y + a.h <= b.y or b.y + b.h <= a.y
            assert apart
    for seat, panel in found.panels.items():
        for name in ("hand", "hold"):
            box = found.rects[f"{name}-{seat}"]
            assert panel.x < box.x
            assert box.x + box.w < panel.x + panel.w
            assert panel.y + HEAD <= box.y
            assert box.y + box.h <= panel.y + panel.h


def test_the_viewers_own_panel_comes_first_and_others_are_folded_on_a_phone() -> None:
    regions = [region("hand", owner=s, room=4) for s in (1, 2, 3)]
    regions += [region("goods", owner=s, room=4, brief=True) for s in (1, 2, 3)]
    wide, phone = lay_out(regions, NARROW, own=2), lay_out(regions, 390, own=2)
    assert set(wide.rects) == {r.id for r in regions}
    assert set(phone.rects) == {"hand-2", "goods-2", "goods-1", "goods-3"}
    assert phone.panels[2].y < phone.panels[3].y < phone.panels[1].y
    assert "hand-3" in lay_out(regions, 390, own=2, unfolded={3}).rects
    assert "hand-3" in lay_out(regions, 390).rects  # a spectator sees all


def test_a_tall_board_has_the_rest_beside_it_where_there_is_room() -> None:
    board = region("map", "board", 600, 700, area="main")
    regions = [board, region("row", room=3), region("hand", owner=1, room=3)]
    wide, phone = lay_out(regions, 1280), lay_out(regions, 390)
    assert wide.rects["row"].x > wide.rects["map"].x + wide.rects["map"].w
    assert phone.rects["row"].y > phone.rects["map"].y + phone.rects["map"].h
    assert phone.rects["map"].scale == (390 - 16) * 1000 // 600


@pytest.mark.parametrize(("w", "h", "beside"), [(600, 700, True), (700, 600, False)])
def test_on_a_tablet_only_a_high_board_has_the_rest_beside_it(w: int, h: int, beside: bool) -> None:
    board = region("map", "board", w, h, area="main")
    found = lay_out([board, region("row", room=3)], 768).rects
    assert (found["row"].x > found["map"].x + found["map"].w) == beside


def test_the_viewers_own_panel_stands_beside_what_lies_on_the_table() -> None:
    regions = [region("sea", "board", 600, 200, area="main"), region("row", room=5)]
    regions += [region("hand", owner=s, room=3) for s in (1, 2, 3, 4)]
    own, spectator = lay_out(regions, 880, own=3), lay_out(regions, 880)
    row, panel = own.rects["row"], own.panels[3]
    assert row.x + row.w < panel.x
    assert panel.y == row.y
    assert all(panel.y <= other.y for other in own.panels.values())
    assert all(other.y > spectator.rects["row"].y for other in spectator.panels.values())
    three = lay_out([r for r in regions if r.owner < 4], 880)  # else one would stand alone
    assert three.panels[1].x > three.rects["row"].x + three.rects["row"].w


def test_a_table_without_a_board_has_all_of_the_width() -> None:
    regions = [region("pond", room=12), *(region("hand", owner=s, room=3) for s in (1, 2))]
    found = lay_out(regions, 880, own=2)
    assert found.rects["pond"].w == 880 - 16
    assert found.panels[2].x < found.panels[1].x  # the viewer's own comes first


def test_boards_of_a_line_stand_in_its_middle() -> None:
    regions = [region("carpet", "board", 480, 200, area="main")]
    regions += [region("rubies", "board", 480, 264, area="main")]
    low, high = lay_out(regions, 880).rects.values()
    assert low.y - high.y == (high.h - low.h) // 2 > 0


def test_rows_of_a_line_share_what_is_left_over() -> None:
    regions = [region("a", room=2), region("pile", "pile"), region("b", room=3)]
    found = lay_out(regions, 616).rects
    assert found["pile"].w == 60
    spare = 600 - 124 - 60 - 188 - 2 * GAP
    assert (found["a"].w, found["b"].w) == (124 + spare // 2, 188 + spare // 2)


def test_panels_stand_in_lines_of_equal_length() -> None:
    regions = [region("hand", owner=s, room=3) for s in (1, 2, 3, 4)]
    panels = lay_out(regions, 1280).panels
    assert panels[1].y == panels[2].y < panels[3].y == panels[4].y
    assert lay_out(regions[:3], 1280).panels[3].y == panels[1].y


def test_boards_stand_side_by_side_but_not_on_a_phone() -> None:
    regions = [region(name, "board", 480, 200, area="main") for name in ("carpet", "rubies")]
    for width in (768, 880, 1280):
        found = lay_out(regions, width).rects
        assert found["carpet"].y == found["rubies"].y
        assert found["carpet"].scale == found["rubies"].scale
    phone = lay_out(regions, 390).rects
    assert phone["carpet"].y < phone["rubies"].y
    assert phone["carpet"].w == 373


def test_regions_keep_their_distance() -> None:
    found = lay_out([region("a", "pile"), region("b", "pile")], 400).rects
    assert found["b"].x - found["a"].x == 60 + GAP


def test_pieces_on_pieces_are_drawn_above_them_and_layers_above_all() -> None:
    row = region("row", room=3)
    pieces = {
        "top": Piece(id="top", face="f", region="row", i=0, layer=1),
        "on": Piece(id="on", face="f", on="b", x=5, y=7),
        "b": Piece(id="b", face="f", region="row", i=1),
        "a": Piece(id="a", face="f", region="row", i=0),
    }
    faces = {"f": Face(w=60, h=90)}
    scene = Scene(caption="", regions=(row,), faces=faces, panels=(), pieces=pieces)
    assert [p.id for p in drawing_order(scene)] == ["a", "b", "on", "top"]
    where = spots(scene, lay_out([row], 400))
    assert (where["on"].x - where["b"].x, where["on"].y - where["b"].y) == (5, 7)
