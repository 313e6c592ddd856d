"""What changed shows on the board: in every game, and nothing else does."""

from __future__ import annotations

import pytest
from rich.segment import Segment
from rich.style import Style

from common.paths import REPLAYS
from ledger.tui.drawing.board import draw_viewed_board, drawn_at
from ledger.tui.drawing.change_marks import MARK, mark_changes
from ledger.tui.drawing.paint import Painter, Rows
from ledger.tui.jumps import by_turn
from ledger.tui.log_source import LogSource
from ledger.tui.model import Model

PAINT = Painter()


def model_of(log: str) -> Model:
    """Return a model of a log in replays/."""
    source = LogSource(REPLAYS / f"{log}.jsonl")
    while not source.done:
        source.read_on()
    return Model(source)


def marked(rows: Rows) -> list[str]:
    """Return the marked words, in reading order."""
    out: list[str] = []
    for row in rows:
        on = False
        for text, style, _ in row:
            if style is not None and style.reverse and style.underline:
                if on:
                    out[-1] += text
                else:
                    out.append(text)
                on = True
            else:
                on = False
    return out


def changes(model: Model, width: int = 100) -> list[str]:
    """Return the words that are marked on the board."""
    return marked(draw_viewed_board(model, PAINT, width, None).rows)


def board(*lines: str) -> Rows:
    """Return a board of plain text, below a row that says whose turn it is."""
    return [[Segment(text)] for text in ("header", *lines)]


@pytest.mark.parametrize(
    ("log", "seq", "seen"),
    [
        ("osaka-3p", 42, {"G2", "20"}),
        ("osaka-3p", 195, {"◥B◤"}),
        ("klongs-3p", 44, {"B2", "~"}),
        ("klongs-3p", 120, {"P0"}),
        ("istanbul-3p", 176, {"crystal-y", "YYY"}),
        ("century-3p", 40, {"YRRR", "YYYR"}),
    ],
)
@pytest.mark.parametrize("paint", [PAINT, Painter(ascii=True)])
def test_the_pieces_of_a_move_are_marked(
    log: str, seq: int, seen: set[str], paint: Painter
) -> None:
    model = model_of(log)
    model.go(seq)
    found = marked(draw_viewed_board(model, paint, 100, None).rows)
    wanted = {"\\B/" if x == "◥B◤" and paint.ascii else x for x in seen}
    assert wanted <= {word for text in found for word in text.split()}
    assert len(found) <= 25, "the board hasn't changed all over"


@pytest.mark.parametrize("paint", [PAINT, Painter(ascii=True)])
def test_a_move_is_marked_whole(paint: Painter) -> None:
    """OSA-22: a purchase that makes a ship sail and all sell; its last line shows all of it."""
    model = model_of("osaka-3p")
    last = next(
        line.seq
        for line in model.lines
        if not line.more and any(x.type == "sold" and x.cmd == line.cmd for x in model.lines)
    )
    first = next(line.seq for line in model.lines if line.cmd == model.lines[last - 1].cmd)
    model.go(last)
    assert model.since == first - 1
    at_once = marked(draw_viewed_board(model, paint, 100, None).rows)
    model.go(first)
    assert model.since == first - 1
    assert len(marked(draw_viewed_board(model, paint, 100, None).rows)) < len(at_once)


@pytest.mark.parametrize("paint", [PAINT, Painter(ascii=True)])
def test_cards_that_only_slid_along_a_row_are_not_marked(paint: Painter) -> None:
    """Ana takes B3, the first of the Market, and B2 and G2 move up."""
    model = model_of("osaka-3p")
    model.go(36)
    found = marked(draw_viewed_board(model, paint, 80, None).rows)
    assert "B3" in found
    assert not {"B2", "G2"} & {*found}


def test_by_turns_the_whole_turn_is_marked() -> None:
    model = model_of("klongs-3p")
    model.go(42)
    seq = by_turn(model, 1)
    assert seq is not None
    model.go(seq, by_turns=True)
    assert {"cook", "B2"} <= {word for text in changes(model) for word in text.split()}


def test_who_is_asked_is_not_a_change() -> None:
    model = model_of("century-3p")
    assert model.row(150).words == "It is Celina's turn"
    before, after = (PAINT.rows(drawn_at(model, seq, 100), 100) for seq in (149, 150))
    assert marked(mark_changes(before, after)) == []


def test_the_first_line_changes_nothing() -> None:
    model = model_of("osaka-3p")
    model.go(1)
    assert changes(model) == []


@pytest.mark.parametrize(
    ("before", "after", "seen"),
    [
        ("hand A B C", "hand A X B C", ["X"]),
        ("hand A B C", "hand A C", []),
        ("A     ~     B", "~     A     B", ["~", "A"]),
        ("9 coins    5 VP", "10 coins   5 VP", ["10"]),
        ("│ A │ B │", "│ A │ C │", ["C"]),
        ("日本 A", "日本 B", ["B"]),
    ],
)
def test_words_that_moved_over_are_not_marked(before: str, after: str, seen: list[str]) -> None:
    assert marked(mark_changes(board(before), board(after))) == seen


def test_a_row_that_came_in_between_is_marked_alone() -> None:
    assert marked(mark_changes(board("A", "B"), board("A", "new", "B"))) == ["new"]


def test_a_change_of_colour_is_marked() -> None:
    red, blue = ([[Segment("header")], [Segment("A", Style(color=c))]] for c in ("red", "blue"))
    assert marked(mark_changes(red, blue)) == ["A"]
    assert mark_changes(red, red) == red


def test_a_mark_shows_without_colours() -> None:
    assert MARK.color is None
    assert MARK.bgcolor is None
    assert MARK.reverse
