"""Components are data with a recorded source; whatever a player replaces counts as their own."""

from __future__ import annotations

from typing import Any, get_type_hints

import msgspec
import pytest

from ledger.kernel.boxes.changes import field_type, row_keys
from ledger.kernel.boxes.provenance import OWN, Sourced
from ledger.kernel.errors import Malformed
from ledger.kernel.game.game import Game
from ledger.kernel.play.opening import open_game
from ledger.testing.playing import NAMES

from .law import law


def builtin(game: Game) -> dict[str, Any]:
    """Return the standard box as plain data."""
    return game.boxes[game.boxes.standard_id]


@law()
def test_a_part_of_a_box_is_completed_by_the_built_in_one(game: Game) -> None:
    box, kinds = builtin(game), get_type_hints(game.boxes.type)
    for key in (k for k, v in box.items() if isinstance(v, dict) and issubclass(kinds[k], Sourced)):
        table = {k: v for k, v in box[key].items() if k != "provenance"}
        opened = open_game(game, NAMES[: game.meta.players[0]], box={key: table})
        assert opened.box_data == {**box, "id": f"{box['id']}+own", key: table}
        assert getattr(game.boxes.of_log(opened), key).provenance == OWN


@law()
def test_a_table_that_no_box_has_is_refused(game: Game) -> None:
    with pytest.raises(Malformed, match="`nonsense`"):
        open_game(game, NAMES[: game.meta.players[0]], box={"nonsense": {}})


def lists(game: Game) -> list[tuple[str, ...]]:
    """Return the paths of a box's lists of named components: `card`, or `fleet.boats`."""
    out: list[tuple[str, ...]] = [(name,) for name in row_keys(game.boxes.type)]
    for name in get_type_hints(game.boxes.type):
        table = field_type(game.boxes.type, name)
        out += [(name, field) for field in row_keys(table)] if table else []
    return out


def put(path: tuple[str, ...], rows: list[Any], box: dict[str, Any]) -> dict[str, Any]:
    """Return the box with these rows in place of a list's own."""
    name, *rest = path
    return {**box, name: {**box.get(name, {}), rest[0]: rows} if rest else rows}


def rows_of(path: tuple[str, ...], box: dict[str, Any]) -> list[Any]:
    """Return the rows of a list."""
    found: Any = box
    for name in path:
        found = found[name]
    return found  # type: ignore[no-any-return]


@law()
def test_a_row_of_a_list_is_changed_by_its_name_and_no_other_row_is(game: Game) -> None:
    box = builtin(game)
    for path in lists(game):
        rows = rows_of(path, box)
        first = {k: v for k, v in rows[0].items() if k != "provenance"}
        whole = game.boxes.whole(put(path, [first], {}))
        assert rows_of(path, whole) == [first, *rows[1:]]
        assert {k: v for k, v in whole.items() if k not in ("id", path[0])} == {
            k: v for k, v in box.items() if k not in ("id", path[0])
        }


@law()
def test_what_is_different_in_a_box_makes_the_same_box_again(game: Game) -> None:
    box = {**builtin(game), "id": f"{game.boxes.standard_id}+own"}
    changed = [box, {**box, "id": "mine"}, {**box, "title": "Mine"}, {**box, "more": 1}]
    for path in lists(game):
        rows = rows_of(path, box)
        bare = [{k: v for k, v in row.items() if k != "provenance"} for row in rows]
        new = {**bare[0], **{k: f"{v}9" for k, v in bare[0].items() if isinstance(v, str)}}
        for own in (
            bare,
            rows[1:],
            rows[::-1],
            [*rows, new],
            [*rows[:-1], new],
            [bare[0], *rows[1:]],
        ):
            changed.append(put(path, own, box))
    for data in changed:
        part = game.boxes.part_of(data)
        assert msgspec.json.encode(game.boxes.whole(part)) == msgspec.json.encode(data)


@law()
def test_the_boxes_of_a_package_can_be_played_with(game: Game) -> None:
    assert next(iter(game.boxes)) == game.boxes.standard.id == game.boxes.standard_id
    for id, data in game.boxes.items():
        assert data["id"] == id
        game.boxes.read_new(data)
        opened = open_game(game, NAMES[: game.meta.players[0]], box={"base": id})
        assert (opened.box_data, game.boxes.of_log(opened).id) == (None, id)
