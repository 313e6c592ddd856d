"""A scene has no more pieces than can be drawn, whatever a game's code puts there."""

from __future__ import annotations

import pytest

from common.refusals import refuses
from ledger.kernel.errors import TooMuch
from ledger.kernel.scene.builder import MOST_PARTS, MOST_PIECES, SceneBuilder
from ledger.kernel.scene.shapes import Face, Part

FACE = Face(w=10, h=10, parts=(Part(symbol="chip"),))


def test_as_many_pieces_as_a_scene_can_have() -> None:
    builder = SceneBuilder(["Ana"])
    region = builder.region("row", "row", 10, 10)
    for i in range(MOST_PIECES):
        builder.put(f"p{i}", "chip", FACE, region, i=i)
    builder.put("p0", "chip", FACE, region)  # it is there already
    assert len(builder.scene().pieces) == MOST_PIECES
    with refuses(TooMuch, str(MOST_PIECES)):
        builder.put("more", "chip", FACE, region)


def test_a_game_that_never_stops_putting_pieces_is_stopped() -> None:
    builder = SceneBuilder(["Ana"])
    with pytest.raises(TooMuch):
        for i in range(10**9):
            builder.put(f"p{i}", "chip", FACE)
    with pytest.raises(TooMuch):
        for i in range(10**9):
            builder.region("row", "row", 10, 10, part=str(i))


def test_the_parts_of_all_faces_are_counted_once_each() -> None:
    builder = SceneBuilder(["Ana"])
    large = Face(w=10, h=10, parts=FACE.parts * (MOST_PARTS // 2))
    for i in range(9):
        builder.put(f"p{i}", "large", large)
        builder.put("again", "large", Face(w=10, h=10, parts=large.parts))
    builder.region("board", "board", 10, 10, ground=large)
    with refuses(TooMuch, ""):
        builder.put("more", "small", FACE)
