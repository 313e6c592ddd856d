"""The board of a game that draws none: tables are tables, cards have outlines, many are counted."""

from __future__ import annotations

from typing import Any

import pytest
from rich.cells import cell_len

from ledger.boards.picture import Board
from ledger.boards.plain_board import PlainBoard
from ledger.kernel.game.views import SeatView, TableView, view_type
from ledger.testing.screens import screen


def drawn(width: int, seat: dict[str, Any] | None = None, **table: Any) -> list[str]:
    """Return the lines of a board of two players."""
    seats = seat or {}
    seat_type = view_type("Seat", SeatView, dict.fromkeys(seats, Any))
    view = view_type("View", TableView, {"seats": Any, **dict.fromkeys(table, Any)})(
        viewer=1,
        phase="",
        turn=4,
        round=2,
        active=1,
        asked=(),
        over=False,
        ranking=(),
        seats=tuple(seat_type(seat=n, place=None, **seats) for n in (1, 2)),
        **table,
    )
    text = screen(Board(PlainBoard, view, width, ["Ana", "Bo"]), width)
    assert max(map(cell_len, text.splitlines())) <= width
    return [line.rstrip() for line in text.splitlines()[1:]]


def test_a_table_has_its_keys_above_its_values() -> None:
    above, below, *_ = drawn(80, market={"red": 3, "blue": 0, "yellow": 12})
    assert above.split() == ["Market", "red", "blue", "yellow"]
    assert below.split() == ["3", "0", "12"]
    assert above.index("blue") == below.index("0")


def test_a_table_that_is_too_wide_is_a_list() -> None:
    lines = drawn(40, market={f"colour{n}": n for n in range(12)})
    assert lines[0].startswith("Market colour0 0 colour1 1")
    assert "colour11 11" in " ".join(lines)


def test_a_table_of_several_things_has_a_line_for_each_key() -> None:
    title, first, second, *_ = drawn(60, columns={2: ("Ana", "Bo"), 12: ()})
    assert title == "Columns"
    assert first.split() == ["2", "[Ana]", "[Bo]"]
    assert second.split()[0] == "12"
    assert "[" not in second


def test_cards_have_outlines_and_numbers_have_none() -> None:
    cards, heaps, *_ = drawn(80, cards=("R5", None, "B2"), heaps=(0, 0, 0, 0, 5))
    assert cards.split() == ["Cards", "[R5]", "[?]", "[B2]"]
    assert heaps.split() == ["Heaps", "0", "0", "0", "0", "5"]


@pytest.mark.parametrize("count", [4, 11, 200])
def test_many_cards_that_nobody_sees_are_counted(count: int) -> None:
    lines = drawn(80, {"hand": (None,) * count})
    assert any(f"[?]×{count}" in line for line in lines)


def test_names_in_braces_or_with_markup_are_only_text() -> None:
    lines = drawn(80, market={"[red]": "[bold]x[/bold]", "{a}": "b"})
    assert "[[bold]x[/bold]]" in lines[1]
