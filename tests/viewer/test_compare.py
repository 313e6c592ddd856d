"""Two logs side by side."""

import random

import pytest

from common.screens import Screen
from ledger import Seeded, Table, branch, installed, load
from ledger.kernel.errors import Malformed
from ledger.kernel.log.codec import encode
from ledger.viewer.compare import Versus
from ledger.viewer.drawing.paint import plain_text
from ledger.viewer.log_source import Source
from ledger.viewer.model import Model

from .conftest import GAMES


@pytest.fixture
def pair(log, tmp_path):
    """Return a session on a sample and on another game that parts from it at a line."""

    def make(name="osaka", at=100):
        path = log(name)
        reading = load(path)
        end = next(x.seq for x in reading.lines[at - 1 :] if not x.more)
        lines, _ = branch(reading.game, reading.lines, end)
        table = Table(reading.game, lines)
        rng = random.Random(5)
        while not table.over and table.head.seq < len(reading.lines) + 50:
            table.do(table.game.sample(table.state, rng), Seeded(rng))
        other = tmp_path / "other.jsonl"
        other.write_bytes(encode(lines) + table.bytes())
        s = Versus(Model(Source(path)), Model(Source(other)))
        s.work(60)
        return s, end

    return make


@pytest.mark.parametrize("name", GAMES)
def test_the_first_difference_is_found_and_shown(pair, name):
    s, end = pair(name, 40)
    assert s.first > end
    a, b = s.model.lines, s.other.lines
    assert [x.data for x in a[1 : s.first - 1]] == [x.data for x in b[1 : s.first - 1]]
    assert (a[s.first - 1].data, a[s.first - 1].turn) != (b[s.first - 1].data, b[s.first - 1].turn)
    assert s.model.pos == s.first
    assert f"first difference, line {s.first}" in plain_text(s.draw(120, 40))
    s.press("g")
    s.press("x")
    assert s.model.pos == s.first


def test_they_go_in_step_by_turn(pair):
    s, _ = pair()
    s.move(50)
    assert s.other.pos == 50
    s.move(s.first)
    for _ in range(12):
        s.press("pagedown")
        assert s.other.line.turn == s.model.line.turn
        runs = s.other.source.turns
        assert s.other.pos == runs[s.other.source.run_at(s.other.pos)].last
    s.press("tab")
    assert s.other.viewer == s.model.viewer == 1


@pytest.mark.parametrize("size", [(80, 24), (120, 40), (200, 50)], ids=lambda s: f"{s[0]}x{s[1]}")
def test_golden(pair, snapshot, size):
    s, _ = pair()
    rows = s.draw(*size)
    assert {sum(x.cell_length for x in row) for row in rows} == {size[0]}
    assert len(rows) == size[1]
    assert plain_text(rows) == snapshot(extension_class=Screen)


def test_the_same_game_differs_nowhere(log):
    s = Versus(Model(Source(log())), Model(Source(log())))
    s.work(60)
    assert s.first is None
    s.press("x")
    assert s.message == "these logs tell the same game"


def test_a_shorter_log_ends_where_they_part(log, tmp_path):
    path = log()
    short = tmp_path / "short.jsonl"
    end = next(x.seq for x in load(path).lines[90:] if not x.more)
    short.write_bytes(b"".join(path.read_bytes().splitlines(keepends=True)[:end]))
    s = Versus(Model(Source(path)), Model(Source(short)))
    s.work(60)
    assert s.first == end + 1
    assert "| the log ends" in s.parted()
    s.press("end")
    assert s.other.pos == end


def test_two_games_cannot_be_compared(log):
    names = [n for n in GAMES if n in installed()][:2]
    models = [Model(Source(log(n))) for n in names]
    with pytest.raises(Malformed, match="cannot be compared"):
        Versus(*models)
