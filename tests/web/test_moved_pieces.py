"""Which pieces a picture marks after a move, and that pages and pictures mark the same ones."""

from __future__ import annotations

import pytest

from common.paths import REPLAYS
from ledger.kernel.replay.log_reader import read
from ledger.kernel.replay.replay import Replay
from ledger.kernel.scene.shapes import Piece, Scene
from ledger.web.chapters import chapter_number, position, render_chapter
from ledger.web.moved_pieces import moved_pieces


def scene(*pieces: Piece) -> Scene:
    return Scene(caption="", regions=(), faces={}, panels=(), pieces={p.id: p for p in pieces})


def card(id: str, i: int, same: str = "", **more: object) -> Piece:
    return Piece(id=id, face="f", region="hand", i=i, same=same, **more)


def test_what_comes_goes_elsewhere_or_is_turned_over_has_moved() -> None:
    here = Piece(id="a", face="front", region="board", x=1)
    assert moved_pieces(scene(), scene(here)) == ("a",)
    for there in ({"x": 2}, {"region": "hand"}, {"face": "back"}, {"turned": 90}, {"text": "2"}):
        put = Piece(**{"id": "a", "face": "front", "region": "board", "x": 1, **there})
        assert moved_pieces(scene(here), scene(put)) == ("a",)
    assert moved_pieces(scene(here), scene(here)) == ()
    assert moved_pieces(scene(here), scene()) == ()


def test_what_closes_up_or_only_means_something_else_has_not() -> None:
    """Copies have the ids of their places: when the first goes, the others get other ids."""
    before = scene(card("h-0", 0, "R5"), card("h-1", 1, "B3"), card("h-2", 2, "B3"))
    after = scene(card("h-0", 0, "B3"), card("h-1", 1, "B3"))
    assert moved_pieces(before, after) == ()
    assert moved_pieces(after, before) == ("h-0",)  # it came
    assert moved_pieces(scene(card("a", 0)), scene(card("a", 1, value="x", say="y"))) == ()
    on = [Piece(id="a", face="f", on="b", i=i) for i in (0, 1)]
    assert moved_pieces(scene(on[0]), scene(on[1])) == ("a",)  # slots are places


@pytest.mark.parametrize("name", ["osaka-2p", "klongs-2p"])
def test_a_picture_marks_what_the_page_marks(name: str) -> None:
    log = read((REPLAYS / f"{name}.jsonl").read_bytes())
    replay = Replay(log.game, log.lines)
    marked = 0
    for n in (1, chapter_number(len(replay))):
        for line in render_chapter(replay, n, "en").lines[::7]:
            assert line.moved == position(replay, line.seq, "en").moved, line.seq
            marked += len(line.moved)
    assert marked
