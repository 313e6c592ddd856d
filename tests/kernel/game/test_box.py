"""Bounds that the types of a box declare: a refusal names the place without its index."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from ledger.kernel.errors import Malformed
from ledger.kernel.game.box import Above0, NotEmpty, NotNegative, misfit, require_amounts


class Limits(msgspec.Struct):
    hand: Above0 = 1
    spare: NotNegative = 0
    faces: NotEmpty[tuple[NotNegative, ...]] = (0,)
    copies: NotEmpty[dict[str, Above0]] = msgspec.field(default_factory=lambda: {"a": 1})


class Box(msgspec.Struct):
    limits: Limits


@pytest.mark.parametrize(
    ("limits", "place"),
    [
        ({"hand": 0}, "limits.hand must"),
        ({"spare": -1}, "limits.spare cannot"),
        ({"faces": []}, "limits.faces is"),
        ({"faces": [3, -1]}, "limits.faces cannot"),
        ({"copies": {}}, "limits.copies is"),
        ({"copies": {"a": 0}}, "limits.copies must"),
        ({"hand": "3"}, "`limits.hand` must"),
    ],
)
def test_a_bound_that_a_type_declares(limits: dict[str, Any], place: str) -> None:
    with pytest.raises(msgspec.ValidationError) as caught:
        msgspec.convert({"limits": limits}, Box)
    assert misfit(caught.value).startswith(place)


def test_the_bounds_themselves_are_allowed() -> None:
    least = {"hand": 1, "spare": 0, "faces": [0], "copies": {"a": 1}}
    assert msgspec.convert({"limits": least}, Box) == Box(Limits())


@pytest.mark.parametrize(("amounts", "told"), [({"blue": 1}, "'blue'"), ({"red": 0}, "red")])
def test_amounts_are_of_known_kinds_and_above_0(amounts: dict[str, int], told: str) -> None:
    require_amounts("cost", {"red": 1}, ("red", "green"))
    with pytest.raises(Malformed) as caught:
        require_amounts("cost", amounts, ("red", "green"))
    assert f"cost: {told} " in caught.value.message
