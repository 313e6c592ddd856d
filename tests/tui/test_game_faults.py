"""A game whose code fails in the viewer: the reason stands where the board was, and keys work."""

from __future__ import annotations

import pytest

import ledger
from common.plugin_folder import CODE, line_of, plugins_in, write_plugin
from common.refusals import tells
from ledger.kernel.play.simulate import play
from ledger.tui.controller import Controller
from ledger.tui.log_source import LogSource
from ledger.tui.model import Model

BUGS = {
    "draw": '    return Text(f"{v.stones} stones")',
    "view": "    return View(s.stones, tuple(s.taken))",
    "scores": "    return tuple(s.taken)",
    "awaiting": (
        '    return () if s.over or not s.stones else (Question(s.active, "take", "HEP-01"),)'
    ),
}


@pytest.fixture(scope="module")
def data(tmp_path_factory):
    folder = tmp_path_factory.mktemp("right")
    write_plugin(folder)
    with plugins_in(folder):
        game = ledger.find_game("heap")
        opened = ledger.open_game(game, ["Ana", "Bo"])
        return play(game, opened, [game.bots["random"]] * 2, 1).table.bytes()


def shown(controller):
    """Return the screen as text, words joined again that were broken at the edge."""
    rows = controller.draw(100, 40).rows
    return " ".join("".join(s.text for s in row) for row in rows)


@pytest.mark.parametrize("what", BUGS)
@pytest.mark.parametrize("bug", ["raise KeyError('R5')", "nonsense()"], ids=["data", "name"])
def test_the_viewer_stays_usable(what, bug, data, tmp_path):
    code = CODE.replace(BUGS[what], f"    {bug}\n{BUGS[what]}")
    write_plugin(tmp_path / "site", code)
    with plugins_in(tmp_path / "site"):
        source = LogSource(tmp_path / "heap.jsonl", data=data)
        source.read_all()
        controller = Controller(Model(source))
        before = shown(controller)
        controller.press("right")
        after = shown(controller)
    assert "Ana takes" in after
    assert before != after
    if what in ("draw", "view"):
        place = f"heap_game/__init__.py | line {line_of(bug, code)}"
        raised = "KeyError" if "KeyError" in bug else "NameError"
        assert tells(" ".join(after.split()), f"heap | {raised} | {place}"), after


def test_a_fold_that_fails_says_so_in_the_status(data, tmp_path):
    before = "    s.stones -= e.count"
    code = CODE.replace(before, f"    if s.turn == 3:\n        raise KeyError('R5')\n{before}")
    write_plugin(tmp_path / "site", code)
    with plugins_in(tmp_path / "site"):
        source = LogSource(tmp_path / "heap.jsonl", data=data)
        source.read_all()
        model = Model(source)
    line = line_of("raise KeyError", code)
    assert tells(str(source.error), f"heap | KeyError | R5 | heap_game/__init__.py | line {line}")
    assert "verify" not in str(source.error)
    assert model.last > 1
