"""Scenes are consistent in every game: everything that they refer to exists."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator

import pytest

from ledger.kernel.game.game import Game
from ledger.kernel.play.table import Table
from ledger.kernel.replay.replay import Replay
from ledger.kernel.rules.command import State
from ledger.kernel.scene.plain_scene import plain_scene
from ledger.kernel.scene.shapes import Scene, apply_step, step_between
from ledger.testing.effort import effort
from ledger.testing.hostile import HOSTILE
from ledger.testing.lawbook.law import law
from ledger.testing.playing import NAMES, some_games, whole_game
from ledger.web.layout import lay_out, spots
from ledger.web.picture import skin, svg

WIDTHS = (360, 390, 768, 1280)
LANGUAGES = ("en", "pl", "it")


def scenes_of(table: Table, viewer: int | None, step: int = 1) -> Iterator[Scene]:
    """Yield the scenes of a game, one for each line or for every `step` lines."""
    for n, (_, state) in enumerate(Replay(table.game, table.lines).walk()):
        if n % step == 0:
            yield scene_of(table.game, state, viewer)


def scene_of(game: Game, state: State, viewer: int | None, lang: str = "en") -> Scene:
    """Return the scene of a position as a viewer sees it."""
    known = state if viewer is None else game.mask(state, viewer)
    return game.scene(game.view(known, viewer), NAMES, lang)


@law()
@pytest.mark.parametrize("viewer", [None, 0, 1])
def test_what_a_scene_names_is_there(game: Game, viewer: int | None) -> None:
    symbols = set(re.findall(r'id="s-([^"]+)"', skin(game)))
    tables = some_games(game, 1)
    for scene in (s for table in tables for s in scenes_of(table, viewer, effort(3, 1))):
        regions = {r.id: r for r in scene.regions}
        for face in scene.faces.values():
            assert {p.symbol for p in face.parts if not p.text} <= symbols
        for region in scene.regions:
            assert not region.ground or region.ground in scene.faces
        for id, piece in scene.pieces.items():
            assert piece.id == id
            assert piece.face in scene.faces
            assert re.fullmatch(r"[A-Za-z0-9_-]+", id)
            if piece.on:
                assert piece.on in scene.pieces
                assert not piece.region
            else:
                assert piece.region in regions
        assert {p.seat for p in scene.panels} >= {r.owner for r in scene.regions} - {0}
        assert scene.caption


@law()
def test_every_piece_has_a_spot_at_every_width(game: Game) -> None:
    last = scene_of(game, whole_game(game, 2, max(game.meta.players)).state, 1)
    for width in WIDTHS:
        layout = lay_out(last.regions, width)
        for id, spot in spots(last, layout).items():
            assert 0 <= spot.x < width, id
            assert 0 <= spot.y < layout.height, id
        assert len(spots(last, layout)) == len(last.pieces)


@law(when=lambda game: game.pictures.scene is not plain_scene)
def test_boxes_stay_where_they_are_once_the_set_up_is_over(game: Game) -> None:
    for table in some_games(game, 3):
        lines = zip(table.lines[1:], scenes_of(table, 1), strict=True)
        assert len({scene.regions for line, scene in lines if line.turn > 0}) == 1


@law()
def test_steps_lead_from_scene_to_scene(game: Game) -> None:
    for table in some_games(game, 4):
        every = scenes_of(table, 0)
        before = next(every)
        for scene in every:
            made = apply_step(before, step_between(before, scene))
            assert made.pieces == scene.pieces
            assert made.panels == scene.panels
            assert made.regions == scene.regions
            assert made.caption == scene.caption
            assert scene.faces.items() <= made.faces.items()
            before = made


@law()
@pytest.mark.parametrize("lang", LANGUAGES)
def test_pictures_are_well_formed_and_refer_to_nothing_outside(game: Game, lang: str) -> None:
    last = scene_of(game, whole_game(game, 5, max(game.meta.players)).state, None, lang)
    for dark in (False, True):
        text = svg(game, last, 390, dark=dark)
        ids = set(re.findall(r' id="([^"]+)"', text))
        assert len(ids) == text.count(' id="')
        for element in ET.fromstring(text).iter():  # noqa: S314 - we made it
            href = element.get("href")
            assert href is None or href.removeprefix("#") in ids
            assert element.get("style") is None
        assert "var(" not in text
        assert "http" not in text.replace("http://www.w3.org/2000/svg", "")


@law()
def test_hostile_names_are_only_text_in_pictures(game: Game) -> None:
    lines = whole_game(game, 1).lines
    state = Replay(game, lines).at(len(lines) // 2)
    for name in (*HOSTILE, "</text><script>alert(1)</script>", '"><&'):
        scene = game.scene(game.view(state, None), [name] * max(game.meta.players))
        tree = ET.fromstring(svg(game, scene, 390))  # noqa: S314 - we made it
        tags = {element.tag.rpartition("}")[2] for element in tree.iter()}
        assert "script" not in tags, ascii(name)
