"""Pictures of any game, on terminals that know only ASCII."""

from __future__ import annotations

from rich.cells import cell_len
from rich.table import Table

from ledger.boards.legible import Legible
from ledger.testing import screen


def table() -> Table:
    out = Table(width=20)
    out.add_column("a long heading of a column", no_wrap=True)
    out.add_row("日本 · × 3")
    return out


def test_other_terminals_get_the_picture_as_it_is() -> None:
    assert screen(Legible(table()), 40) == screen(table(), 40)


def test_an_ascii_terminal_gets_ascii_that_is_as_wide() -> None:
    text = screen(Legible(table()), 40, encoding="ascii")
    assert text.isascii()
    assert "???? - x 3" in text
    assert {cell_len(line) for line in text.splitlines()} == {20}
