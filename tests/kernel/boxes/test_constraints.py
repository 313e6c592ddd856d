"""What fields of a box say of their values, and how a box is refused that breaks it."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
import pytest

from common.refusals import refuses
from ledger.kernel.boxes.box import WrongBox, read_as
from ledger.kernel.boxes.common_sections import Letters, Players
from ledger.kernel.boxes.constraints import (
    among,
    amounts_of,
    check_marks,
    different,
    each_of,
    enough_for_all,
    for_each_count,
    named,
)

GOODS = ("tea", "silk")
CARD = named("[A-Z][a-z]*", like="Fan", taken=("pay",))


class Card(msgspec.Struct):
    id: Annotated[str, CARD]
    cost: Annotated[dict[str, int], amounts_of(*GOODS, most=9)]
    ways: tuple[Annotated[dict[str, int], amounts_of(*GOODS)], ...] = ()


class Limits(msgspec.Struct):
    colours: Annotated[tuple[str, ...], different, enough_for_all]
    hand: Annotated[dict[str, int], for_each_count()]
    spare: Annotated[dict[str, int], for_each_count(0)]
    prices: Annotated[dict[str, int], each_of(*GOODS)]
    joker: Annotated[str, among(*GOODS)] | None = None


class Box(msgspec.Struct):
    players: Players
    limits: Limits
    notation: Letters
    card: tuple[Card, ...]
    promo: tuple[Card, ...] = ()


RIGHT: dict[str, Any] = {
    "players": {"counts": [2, 3]},
    "limits": {
        "colours": ["red", "blue", "green"],
        "hand": {"2": 5, "3": 4},
        "spare": {"2": 0, "3": 0},
        "prices": {"silk": 3, "tea": 2},
        "joker": "tea",
    },
    "notation": {"letters": {"tea": "T", "silk": "$"}},
    "card": [{"id": "Fan", "cost": {"tea": 9}}, {"id": "Vase", "cost": {}, "ways": [{"tea": 1}]}],
    "promo": [{"id": "Bell", "cost": {}}],
}


def read(**tables: Any) -> None:
    data: dict[str, Any] = {
        name: {**RIGHT[name], **table} for name, table in tables.items() if name != "card"
    }
    if "card" in tables:
        data["card"] = [RIGHT["card"][0], {**RIGHT["card"][1], **tables["card"]}]
    check_marks(read_as(Box, RIGHT | data), (2, 3, 4))


def test_a_box_that_keeps_its_word() -> None:
    read()
    read(limits={"joker": None})


@pytest.mark.parametrize(
    ("table", "change", "facts"),
    [
        ("players", {"counts": [2, 5]}, "players.counts | 5"),
        ("limits", {"colours": []}, "limits.colours"),
        ("limits", {"colours": ["red", "blue", "red"]}, "limits.colours"),
        ("limits", {"colours": ["red", "blue"]}, "limits.colours | 2 | 3"),
        ("limits", {"hand": {"2": 5}}, "limits.hand | 3"),
        ("limits", {"hand": {"2": 5, "3": 0}}, "limits.hand | 3"),
        ("limits", {"spare": {"2": 0, "3": -1}}, "limits.spare | 3"),
        ("limits", {"prices": {"tea": 1}}, "limits.prices | tea | silk"),
        ("limits", {"prices": {"tea": 1, "silk": 1, "rice": 1}}, "limits.prices | tea | silk"),
        ("limits", {"joker": "rice"}, "limits.joker | rice | tea | silk"),
        ("notation", {"letters": {"tea": "T", "silk": "T"}}, "notation.letters"),
        ("notation", {"letters": {"tea": "TE"}}, "notation.letters.tea"),
        ("notation", {"letters": {"tea": "t"}}, "notation.letters.tea"),
        ("notation", {"letters": {"tea": "#"}}, "notation.letters.tea"),
        ("card", {"id": "vase"}, "card vase | vase | Fan"),
        ("card", {"id": "Pay"}, "card Pay"),
        ("card", {"id": "Fan"}, "card Fan | two Fan"),
        ("card", {"id": "Bell"}, "promo Bell | two Bell"),
        ("card", {"cost": {"rice": 1}}, "card Vase | cost | rice | tea | silk"),
        ("card", {"cost": {"tea": 0}}, "card Vase | cost | tea"),
        ("card", {"cost": {"tea": 10}}, "card Vase | cost | 10 tea"),
        ("card", {"ways": [{"tea": 1}, {"rice": 1}]}, "card Vase | ways | rice"),
    ],
)
def test_a_box_that_breaks_it_is_refused(table: str, change: dict[str, Any], facts: str) -> None:
    with refuses(WrongBox, facts):
        read(**{table: change})
