"""How a scene is drawn, beyond what the browser is compared with."""

from __future__ import annotations

import re

import pytest

from ledger.kernel.scene.shapes import Panel, Region, Scene
from ledger.web.drawing import draw
from ledger.web.layout import lay_out


def head_of(panel: Panel, width: int = 390) -> dict[str, str]:
    """Return the texts in the head of a player's panel, by what they are."""
    hand = Region(id="hand", name="hand", kind="row", area="seat", owner=1, w=60, h=90)
    scene = Scene(caption="", regions=(hand,), faces={}, panels=(panel,), pieces={})
    drawn = draw(scene, lay_out(scene.regions, width))
    return dict(re.findall(r'<text class="(\w+)"[^>]*>([^<]*)<', drawn))


def panel(name: str, note: str, points: str) -> Panel:
    return Panel(seat=1, name=name, note=note, points=points, tone="#fff")


@pytest.mark.parametrize(
    ("name", "note", "points"),
    [("Bartek", "umieszczenie łodzi", "42 +2"), ("Ana", "posizionare una barca", "105")],
)
def test_a_note_has_all_the_room_that_name_and_points_leave(
    name: str, note: str, points: str
) -> None:
    found = head_of(panel(name, note, points))
    assert (found["name"], found["note"], found["points"]) == (name, note, points)


def test_a_note_is_cut_where_name_and_points_are_long() -> None:
    found = head_of(panel("Maximiliane-Antoinette", "posizionare una barca", "105 +12"))
    assert found["name"].endswith("…")
    assert found["note"].endswith("…")
    assert found["points"] == "105 +12"


def test_where_there_is_no_note_nothing_is_cut() -> None:
    assert head_of(panel("Maximiliane-Antoinette", "", "1000000 +1000000"), 200)["note"] == ""
