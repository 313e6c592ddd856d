"""Two logs side by side."""

import random

import pytest

from common.refusals import tells
from ledger import Seeded, Table, branch, installed, load
from ledger.kernel.errors import Malformed
from ledger.testing.golden import Screen
from ledger.tui.comparison import Comparison
from ledger.tui.controller import Controller
from ledger.tui.drawing.paint import plain_text
from ledger.tui.log_source import LogSource
from ledger.tui.model import Model

from .conftest import GAMES


def compared(model, other):
    """Return a controller on two logs that have been read and compared."""
    made = Controller(model, comparison=Comparison(model, other))
    made.work(60)
    return made


@pytest.fixture
def pair(log, tmp_path):
    """Return a controller on a sample and another game that parts from it at a line."""

    def make(name="osaka", at=100):
        path = log(name)
        reading = load(path)
        end = next(x.seq for x in reading.lines[at - 1 :] if not x.more)
        lines, _ = branch(reading.game, reading.lines, end)
        table = Table(reading.game, lines)
        rng = random.Random(5)
        while not table.over and table.head.seq < len(reading.lines) + 50:
            table.do(table.game.rules.random_move(table.state, rng), Seeded(rng))
        other = tmp_path / "other.jsonl"
        other.write_bytes(table.bytes())
        c = compared(Model(LogSource(path)), Model(LogSource(other)))
        return c, end

    return make


@pytest.mark.parametrize("name", GAMES)
def test_the_first_difference_is_found_and_shown(pair, name):
    c, end = pair(name, 40)
    first = c.comparison.first
    assert first > end
    a, b = c.model.lines, c.comparison.other.lines
    assert [x.data for x in a[1 : first - 1]] == [x.data for x in b[1 : first - 1]]
    assert (a[first - 1].data, a[first - 1].turn) != (b[first - 1].data, b[first - 1].turn)
    assert c.model.pos == first
    parted = c.comparison.parted()
    assert tells(parted, f"line {first}")
    assert parted[:40] in plain_text(c.show(120, 40).rows)
    c.press("g")
    c.press("x")
    assert c.model.pos == first


def test_they_go_in_step_by_turn(pair):
    c, _ = pair()
    other = c.comparison.other
    c.move(50)
    assert other.pos == 50
    c.move(c.comparison.first)
    for _ in range(12):
        c.press("pagedown")
        assert other.line.turn == c.model.line.turn
        assert other.pos == other.source.turns[other.source.turn_index(other.pos)].last
    c.press("tab")
    assert other.viewer == c.model.viewer == 1


@pytest.mark.parametrize("size", [(80, 24), (120, 40), (200, 50)], ids=lambda c: f"{c[0]}x{c[1]}")
def test_golden(pair, snapshot, size):
    c, _ = pair()
    rows = c.show(*size).rows
    assert {sum(x.cell_length for x in row) for row in rows} == {size[0]}
    assert len(rows) == size[1]
    assert plain_text(rows) == snapshot(extension_class=Screen)


def test_the_same_game_differs_nowhere(log):
    c = compared(Model(LogSource(log())), Model(LogSource(log())))
    assert c.comparison.first is None
    c.press("x")
    assert c.screen.message


def test_a_shorter_log_ends_where_they_part(log, tmp_path):
    path = log()
    short = tmp_path / "short.jsonl"
    end = next(x.seq for x in load(path).lines[90:] if not x.more)
    short.write_bytes(b"".join(path.read_bytes().splitlines(keepends=True)[:end]))
    c = compared(Model(LogSource(path)), Model(LogSource(short)))
    assert c.comparison.first == end + 1
    assert tells(c.comparison.parted(), f"line {end + 1}")
    assert c.model.row(end + 1).words in c.comparison.parted()
    c.press("end")
    assert c.comparison.other.pos == end


def test_two_games_cannot_be_compared(log):
    names = [n for n in GAMES if n in installed()][:2]
    models = [Model(LogSource(log(n))) for n in names]
    with pytest.raises(Malformed):
        Comparison(*models)
