"""Components are data with provenance; what a player replaces is their own."""

from __future__ import annotations

import tomllib
from importlib import resources
from typing import Any, get_type_hints

import msgspec
import pytest

from ledger.kernel.errors import Malformed
from ledger.kernel.game.interface import Game
from ledger.kernel.game.provenance import OWN, Sourced
from ledger.kernel.play.opening import open_game

from .play import NAMES, every_game


def builtin(game: Game) -> dict[str, Any]:
    text = resources.files(game.package).joinpath("box.toml").read_text("utf-8")
    return tomllib.loads(text)


def parts(value: Any, path: str = "box") -> list[tuple[str, Sourced]]:
    """Every table of a box with its path."""
    out = [(path, value)] if isinstance(value, Sourced) else []
    if isinstance(value, msgspec.Struct):
        for name in value.__struct_fields__:
            out += parts(getattr(value, name), f"{path}.{name}")
    elif isinstance(value, tuple | list):
        for i, x in enumerate(value):
            out += parts(x, f"{path}[{i}]")
    return out


@every_game
def test_every_table_of_a_built_in_box_says_where_it_comes_from(game: Game) -> None:
    found = parts(game.box)
    assert found
    assert [path for path, part in found if part.provenance.status == "own"] == []
    ours = game.package.startswith("ledger.")
    known = game.rules().get("source", {})
    for path, part in found:
        assert part.provenance.source or part.provenance.status == "default" or not ours, path
        assert all(s in known for s in part.provenance.source), path


@every_game
def test_a_part_of_a_box_is_completed_by_the_built_in_one(game: Game) -> None:
    box, kinds = builtin(game), get_type_hints(game.box_type)
    tables = [k for k, v in box.items() if isinstance(v, dict) and issubclass(kinds[k], Sourced)]
    assert tables
    for key in tables:
        table = {k: v for k, v in box[key].items() if k != "provenance"}
        opened = open_game(game, NAMES[: game.meta.players[0]], box={key: table})
        assert opened.box_data == {**box, "id": f"{box['id']}+own", key: table}
        assert getattr(game.box_of(opened), key).provenance == OWN


@every_game
def test_a_table_that_no_box_has_is_refused(game: Game) -> None:
    with pytest.raises(Malformed, match="`nonsense`"):
        open_game(game, NAMES[: game.meta.players[0]], box={"nonsense": {}})
