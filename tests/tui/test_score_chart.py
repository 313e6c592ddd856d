"""The chart of scores: who has how much, in rows, up to the cursor and no further."""

from __future__ import annotations

from ledger.tui.drawing.paint import Painter
from ledger.tui.drawing.score_chart import LOWEST, score_chart
from ledger.tui.log_source import LogSource
from ledger.tui.model import Model

from .conftest import sample

PAINT = Painter()


def counted(name, tmp_path, **how):
    """Return a model that has counted every score."""
    source = LogSource(tmp_path / "game.jsonl", data=sample(name))
    source.read_all()
    model = Model(source, **how)
    while model.full.advance() or model.curve.advance():
        pass
    return model


def test_each_curve_ends_at_its_score_beside_the_name(tmp_path):
    model = counted("klongs", tmp_path)
    model.go(model.last)
    rows = [line.plain for line in score_chart(model, PAINT, 80, 12)]
    scores = model.scores()
    for seat, name in enumerate(model.names, 1):
        (row,) = [row for row in rows if f"{seat} {name} {scores[seat - 1]}" in row]
        assert "━" in row
    best = max(range(2), key=lambda i: scores[i])
    assert rows[0].startswith(str(max(scores)))
    assert f"{best + 1} {model.names[best]}" in rows[0]
    assert all(len(row) <= 80 for row in rows)


def test_the_seats_have_the_colours_of_the_board(tmp_path):
    model = counted("klongs", tmp_path)
    model.go(model.last)
    styles = {str(s.style) for line in score_chart(model, PAINT, 80, 12) for s in line.spans}
    assert {f"bold {tone}" for tone in model.game.pictures.seat_tones[:2]} <= styles


def test_the_curve_stops_at_the_cursor(tmp_path):
    model = counted("klongs", tmp_path)
    model.go(5)
    rows = [line.plain for line in score_chart(model, PAINT, 80, 12)]
    assert "━" not in "".join(rows[:-1])


def test_a_seat_does_not_see_points_it_may_not_know(tmp_path):
    model = counted("century", tmp_path, viewer=1)
    model.go(model.last // 2)
    text = "\n".join(line.plain for line in score_chart(model, PAINT, 80, 12))
    assert f"1 {model.names[0]}" in text
    assert f"2 {model.names[1]}" not in text


def test_too_little_room_makes_no_chart(tmp_path):
    model = counted("klongs", tmp_path)
    model.go(model.last)
    assert score_chart(model, PAINT, 80, LOWEST - 1) == []
    assert score_chart(model, PAINT, 12, 12) == []
