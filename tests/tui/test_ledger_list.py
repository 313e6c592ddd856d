"""The ledger tells the sentence first and whole; changes get the room that is left."""

from __future__ import annotations

import pytest

from ledger.tui.drawing.ledger_list import ROOMY, event_rows, ledger
from ledger.tui.drawing.paint import Painter, plain_text
from ledger.tui.log_source import LogSource
from ledger.tui.model import Model

from .conftest import GAMES, sample

PAINT = Painter()


@pytest.fixture
def model(request, tmp_path):
    source = LogSource(tmp_path / "game.jsonl", data=sample(request.param))
    source.read_all()
    return Model(source)


@pytest.mark.parametrize("model", GAMES, indirect=True)
@pytest.mark.parametrize("width", [75, 120])
def test_no_sentence_is_cut_where_rows_may_be_added(model, width):
    for told in model.rows(2, model.last):
        text = " ".join(plain_text(event_rows(model, PAINT, told, width, tall=9)).split())
        assert " ".join(told.words.split()) in text


@pytest.mark.parametrize("model", ["klongs"], indirect=True)
def test_changes_never_shorten_a_sentence(model):
    long = next(r for r in model.rows(2, model.last) if len(r.words) > 50 and len(r.changes) > 2)
    width = len(long.words) + 40
    assert long.words in plain_text(event_rows(model, PAINT, long, width))


@pytest.mark.parametrize("model", ["klongs"], indirect=True)
def test_the_cursor_stays_in_sight_below_long_sentences(model):
    for pos in range(30, 60):
        model.go(pos)
        for height in (4, ROOMY, 20):
            listed = ledger(model, PAINT, 75, pos - height + 1, height)
            whole = event_rows(model, PAINT, model.row(pos), 75, tall=3)
            assert len(listed.rows) == len(listed.lines) == height
            assert listed.lines.count(pos) == len(whole)


@pytest.mark.parametrize("model", ["klongs"], indirect=True)
def test_scrolled_by_hand_it_begins_where_it_was_put(model):
    model.go(60)
    assert ledger(model, PAINT, 75, 41, ROOMY, keep_cursor=False).lines[0] == 41
