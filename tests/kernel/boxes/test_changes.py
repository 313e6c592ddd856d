"""What is different between two boxes, component by component."""

from __future__ import annotations

from typing import Any, ClassVar

import msgspec
import pytest

from ledger.games.istanbul import GAME
from ledger.kernel.boxes.changes import BoxChange, changes
from ledger.kernel.play.opening import open_game


class Card(msgspec.Struct):
    id: str
    cost: dict[str, int]


class Track(msgspec.Struct):
    KEY: ClassVar = ("area", "players")
    area: str
    players: int
    prices: tuple[int, ...]


class Boats(msgspec.Struct):
    boats: tuple[Card, ...]
    note: str = ""


class Box(msgspec.Struct):
    id: str
    card: tuple[Card, ...]
    track: tuple[Track, ...]
    fleet: Boats


def box(**tables: Any) -> dict[str, Any]:
    """Return a small box with some tables replaced."""
    return {
        "id": "small",
        "card": [{"id": "a", "cost": {"red": 1}}, {"id": "b", "cost": {"red": 2}}],
        "track": [{"area": "left", "players": n, "prices": [1, n]} for n in (2, 3)],
        "fleet": {"boats": [{"id": "S0", "cost": {}}], "note": "", "provenance": {}},
        **tables,
    }


@pytest.mark.parametrize(
    ("own", "found"),
    [
        ({"id": "other", "title": "Other"}, []),
        ({"card": box()["card"][::-1]}, []),
        ({"card": [{"id": "a", "cost": {"red": 1}}]}, [("card b", box()["card"][1], None)]),
        (
            {"card": [*box()["card"], {"id": "c", "cost": {}}]},
            [("card c", None, {"id": "c", "cost": {}})],
        ),
        (
            {"card": [{"id": "a", "cost": {"red": 3, "blue": 1}}, box()["card"][1]]},
            [("card a: cost.red", 1, 3), ("card a: cost.blue", None, 1)],
        ),
        (
            {"track": [box()["track"][0], {"area": "left", "players": 3, "prices": [9]}]},
            [("track left 3: prices", [1, 3], [9])],
        ),
        (
            {"fleet": {"boats": [{"id": "S0", "cost": {"red": 1}}], "note": "", "provenance": 1}},
            [("fleet.boats S0: cost.red", None, 1)],
        ),
        (
            {"card": ["a"]},
            [("card ?", None, "a"), *(("card " + x["id"], x, None) for x in box()["card"])],
        ),
    ],
)
def test_what_is_different(own: dict[str, Any], found: list[tuple[str, Any, Any]]) -> None:
    assert sorted(changes(Box, box(), box(**own))) == sorted(BoxChange(*x) for x in found)


def test_a_log_says_what_is_different_in_its_box() -> None:
    names = ["Ana", "Bartek"]
    assert GAME.boxes.changes_in(open_game(GAME, names)) == []
    box = GAME.boxes.whole({})
    box["limits"]["lira_per_die"] = 3
    opened = open_game(GAME, names, box=box)
    assert GAME.boxes.changes_in(opened) == [BoxChange("limits.lira_per_die", 2, 3)]
