"""Bounds that the types of a box declare: a refusal names the place without its index."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from ledger.kernel.boxes.box import Above0, NotEmpty, NotNegative, WrongBox, misfit, read_as


class Limits(msgspec.Struct):
    hand: Above0 = 1
    spare: NotNegative = 0
    faces: NotEmpty[tuple[NotNegative, ...]] = (0,)
    copies: NotEmpty[dict[str, Above0]] = msgspec.field(default_factory=lambda: {"a": 1})


class Box(msgspec.Struct):
    limits: Limits


class Card(msgspec.Struct):
    id: str
    copies: Above0


class Deck(msgspec.Struct):
    cards: tuple[Card, ...]


@pytest.mark.parametrize(
    ("limits", "place"),
    [
        ({"hand": 0}, "limits.hand must"),
        ({"spare": -1}, "limits.spare can't"),
        ({"faces": []}, "limits.faces is"),
        ({"faces": [3, -1]}, "limits.faces can't"),
        ({"copies": {}}, "limits.copies is"),
        ({"copies": {"a": 0}}, "limits.copies must"),
        ({"hand": "3"}, "`limits.hand` must"),
    ],
)
def test_a_bound_that_a_type_declares(limits: dict[str, Any], place: str) -> None:
    with pytest.raises(msgspec.ValidationError) as caught:
        msgspec.convert({"limits": limits}, Box)
    assert str(misfit(caught.value, {})).startswith(place)


def test_the_bounds_themselves_are_allowed() -> None:
    least = {"hand": 1, "spare": 0, "faces": [0], "copies": {"a": 1}}
    assert msgspec.convert({"limits": least}, Box) == Box(Limits())


def test_a_row_is_called_by_its_id() -> None:
    with pytest.raises(WrongBox) as caught:
        read_as(Deck, {"cards": [{"id": "a", "copies": 1}, {"id": "b", "copies": 0}]})
    assert str(caught.value.what) == "cards b: copies must be above 0"
