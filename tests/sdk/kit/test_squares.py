"""Boards of squares: names, neighbours, groups and corners of their fields."""

from __future__ import annotations

from ledger.sdk.kit.squares import AROUND, SIDES, corners, fields_around, fields_together, squares


def test_fields_are_named_row_by_row_and_always_by_the_same_object() -> None:
    board = squares(2, 3)
    assert [*board] == ["a1", "b1", "c1", "a2", "b2", "c2"]
    assert (board["a1"], board["c1"], board["b2"]) == ((0, 0), (0, 2), (1, 1))
    assert all(a is b for a, b in zip(board, squares(3, 3), strict=False))
    assert [*squares(12, 26)][-1] == "z12"


def test_fields_share_a_side_or_a_corner() -> None:
    board = squares(3, 3)
    near = fields_around(board)
    assert near["b2"] == ("a1", "b1", "c1", "a2", "c2", "a3", "b3", "c3")
    assert near["a1"] == ("b1", "a2", "b2")
    assert fields_around(board, SIDES)["b1"] == ("a1", "c1", "b2")
    assert set(SIDES) < set(AROUND)
    knight = fields_around(board, ((i, j) for i in (-2, 2) for j in (-1, 1)))
    assert (knight["a1"], knight["b2"]) == (("b3",), ())


def test_fields_of_a_group_know_each_other() -> None:
    board = squares(2, 4)
    assert fields_together({x: row for x, (row, _) in board.items()})["b1"] == ("a1", "c1", "d1")
    blocks = fields_together({x: column // 2 for x, (_, column) in board.items()})
    assert blocks["c2"] == ("c1", "d1", "d2")


def test_four_fields_meet_at_a_corner() -> None:
    assert corners(squares(3, 2)) == {
        "ab12": ("a1", "b1", "a2", "b2"),
        "ab23": ("a2", "b2", "a3", "b3"),
    }
    assert corners(squares(10, 2))["ab910"] == ("a9", "b9", "a10", "b10")
    assert not corners(squares(1, 5))
