"""A scene of any view: what it says can be read on a phone, and it says nothing that is not so."""

from __future__ import annotations

import itertools

import pytest

from ledger.kernel.rules.command import Question
from ledger.kernel.scene.builder import SceneBuilder
from ledger.kernel.scene.plain_scene import plain_scene
from ledger.web.layout import lay_out, spots

PHONE = 360


@pytest.mark.parametrize("count", [1, 7, 8, 24, 60])
def test_many_cards_with_short_names_do_not_hide_each_other(count: int) -> None:
    pond = tuple(f"S{n % 9}" if n % 5 else None for n in range(count))
    scene = plain_scene({"turn": 3, "pond": pond}, SceneBuilder(["Ana"]))
    layout = lay_out(scene.regions, PHONE)
    cards = sorted((spot.y, spot.x) for spot in spots(scene, layout).values())
    assert len(cards) == count
    letters = 24
    apart = [b[1] - a[1] for a, b in itertools.pairwise(cards) if a[0] == b[0]]
    assert all(gap >= letters for gap in apart)
    assert max(x for _, x in cards) < PHONE


@pytest.mark.parametrize(
    ("view", "caption"), [({"turn": 7}, "Turn 7"), ({"turn": 7, "round": 3}, "Round 3, turn 7")]
)
def test_a_round_is_told_where_there_is_one(view: dict[str, int], caption: str) -> None:
    assert plain_scene(view, SceneBuilder(["Ana"])).caption == caption


@pytest.mark.parametrize(
    ("at_once", "asks", "active", "caption"),
    [
        ((), ("bid", "bid"), [1], "Turn 7 · Ana: bid"),
        (("bid",), ("bid", "bid"), [1, 3], "Turn 7 · Ana, Cy: bid"),
        (("bid",), ("bid", "pass"), [1, 3], "Turn 7 · Ana: bid · Cy: pass"),
        (("pass",), ("bid", "pass"), [1], "Turn 7 · Ana: bid"),
        (("bid",), (), [], "Turn 7 · Bo"),
    ],
)
def test_whoever_may_answer_now_is_told(
    at_once: tuple[str, ...], asks: tuple[str, ...], active: list[int], caption: str
) -> None:
    asked = tuple(Question(seat, ask, "R-1") for seat, ask in zip((1, 3), asks, strict=False))
    view = {"turn": 7, "active": 2, "asked": asked, "seats": ({}, {}, {})}
    scene = plain_scene(view, SceneBuilder(["Ana", "Bo", "Cy"], at_once=at_once))
    assert [panel.seat for panel in scene.panels if panel.active] == active
    assert [panel.note for panel in scene.panels] == ([asks[0], "", asks[1]] if asks else [""] * 3)
    assert scene.caption == caption
