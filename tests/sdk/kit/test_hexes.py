"""Maps of hexes: neighbours, distances, and what makes a map whole."""

from __future__ import annotations

import pytest

from common.refusals import refuses
from ledger.kernel.boxes.box import WrongBox
from ledger.sdk.kit.hexes import Hex, check_hexes, distances, neighbours

ROW = (Hex("A1", 0, 0), Hex("B1", 1, 1), Hex("C1", 2, 0), Hex("C2", 2, 2))


def test_who_touches_whom_and_how_far_it_is() -> None:
    check_hexes("map", ROW)
    assert neighbours(ROW)["B1"] == ("A1", "C1", "C2")
    assert distances(ROW)["A1"] == {"A1": 0, "B1": 1, "C1": 2, "C2": 2}


@pytest.mark.parametrize(
    ("wrong", "facts"),
    [
        (Hex("b1", 1, 3), "map | B1"),
        (Hex("D 1", 1, 3), "map | D 1"),
        (Hex("D1", 2, 2), "map | C2 | D1 | column 2, line 2"),
        (Hex("D1", 3, 2), "map | D1 | column 3, line 2"),
        (Hex("D1", 9, 1), "map | A1 | D1"),
    ],
)
def test_a_map_that_does_not_hold_together_is_refused(wrong: Hex, facts: str) -> None:
    with refuses(WrongBox, facts):
        check_hexes("map", (*ROW, wrong))
