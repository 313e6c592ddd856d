"""Drawing is a pure function of the model, the state of the screen and the size."""

import copy

import pytest

from ledger.testing.effort import CAMPAIGN
from ledger.tui.comparison import Comparison
from ledger.tui.controller import Controller
from ledger.tui.log_source import LogSource
from ledger.tui.model import Model

from .conftest import GAMES, sample

SIZES = ((80, 24), (120, 40), (200, 50), (40, 9))
WAYS = [
    (),
    ("help",),
    ("rule",),
    ("raw",),
    ("changes",),
    ("zoom",),
    ("zoom", "zoom"),
    ("viewer",),
    ("viewer", "changes"),
    ("search",),
    ("scroll_list",),
]
MEMO = {"_memo", "_file", "_repeats", "replay", "game"}
"""What holds no state of its own, or is the kernel's."""


def fresh(name, tmp_path):
    """Return a model whose log is not a file, so that it can be copied."""
    source = LogSource(tmp_path / f"{name}.jsonl", data=sample(name))
    source.read_all()
    return Model(source)


def facts(model):
    """Return a deep copy of all that a model and its log know."""
    kept = {k: v for k, v in vars(model).items() if k not in MEMO | {"source", "_curves"}}
    read = {k: v for k, v in vars(model.source).items() if k not in MEMO}
    curves = {
        viewer: {k: v for k, v in vars(curve).items() if k != "source"}
        for viewer, curve in model._curves.items()
    }
    return copy.deepcopy((kept, read, curves))


def check(c, models, sizes=SIZES):
    """Draw at some sizes, twice over; nothing may have changed."""
    before = [facts(m) for m in models]
    for size in sizes:
        screen = copy.deepcopy(c.screen)
        frame = c.draw(*size)
        assert c.draw(*size) == frame
        assert c.screen == screen
        shown, c.frame = c.frame, None  # what an earlier frame saves changes nothing
        assert c.draw(*size) == frame
        c.frame = shown
        assert (frame.size, len(frame.rows)) == (size, size[1])
        assert c.show(*size) == frame
        assert c.show(*size) == frame  # it stays where it was scrolled to
    assert [facts(m) for m in models] == before


@pytest.mark.parametrize("name", GAMES)
def test_drawing_changes_nothing(name, tmp_path):
    ways = WAYS if CAMPAIGN or name == "splash" else [(), ("viewer",)]
    for i, actions in enumerate(ways):
        sizes = SIZES if CAMPAIGN else (SIZES[i % 4], SIZES[(i + 1) % 4])
        c = Controller(fresh(name, tmp_path))
        c.work(60)
        c.move(c.model.last // 2)
        c.screen.board_top = 3
        for action in actions:
            c.do(action)
        c.work(60)
        check(c, [c.model], sizes)


@pytest.mark.parametrize("actions", [(), ("help",), ("viewer",), ("zoom",)], ids=str)
def test_drawing_two_logs_changes_nothing(actions, tmp_path):
    model, other = fresh("osaka", tmp_path), fresh("osaka", tmp_path)
    c = Controller(model, comparison=Comparison(model, other))
    c.work(60)
    c.move(100)
    for action in actions:
        c.do(action)
    check(c, [model, other])


def test_a_position_half_read_is_drawn_without_reading_on(tmp_path):
    path = tmp_path / "long.jsonl"
    path.write_bytes(sample("osaka"))
    source = LogSource(path)
    source.done = False
    c = Controller(Model(source))
    lines = len(source.lines)
    frame = c.draw(120, 40)
    assert (c.draw(120, 40), len(source.lines), source.done) == (frame, lines, False)
