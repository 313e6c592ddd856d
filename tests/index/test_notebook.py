"""The example notebook runs: every cell here, and as a script where marimo is installed."""

from __future__ import annotations

import importlib.util
import inspect
import os
import subprocess
import sys
from types import ModuleType, SimpleNamespace

from common.paths import EXAMPLES

NOTEBOOK = EXAMPLES / "library_notebook.py"


class App:
    """Runs cells in the order they stand in, each with what those before returned."""

    def __init__(self, **_):
        self.cells = []

    def cell(self, function):
        self.cells.append(function)
        return function

    def run(self):
        known = {}
        for function in self.cells:
            wanted = inspect.signature(function).parameters
            found = function(**{name: known[name] for name in wanted})
            last = inspect.getsource(function).split("return ")[-1].strip().strip("(),")
            known |= dict(zip(last.replace(" ", "").split(","), found, strict=True))
        return known


def stand_in() -> ModuleType:
    """Return just enough of marimo for the cells of the notebook."""
    made = ModuleType("marimo")
    made.App = App
    made.md = made.vstack = lambda x: x
    made.output = SimpleNamespace(replace=lambda x: x)
    made.ui = SimpleNamespace(
        table=lambda rows: rows,
        dropdown=lambda options, value, label: SimpleNamespace(value=value, options=options),
    )
    return made


def test_every_cell_runs(shelf, games, monkeypatch):
    monkeypatch.setenv("LEDGER_LIBRARY", str(shelf.folder))
    monkeypatch.setitem(sys.modules, "marimo", stand_in())
    spec = importlib.util.spec_from_file_location("library_notebook", NOTEBOOK)
    notebook = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(notebook)
    known = notebook.app.run()
    played = {g.game for g in games if g.game}
    assert [g["game"] for g in known["games"]] == sorted(played)
    assert known["choice"].value == min(played)
    assert {row["who"] for row in known["curve"]} == {"winners", "others"}
    assert known["chart"].to_dict()["mark"]["type"] == "line"
    assert known["ratings"][0]["rating"] > 1500 > known["ratings"][-1]["rating"]


def test_it_runs_as_a_script(shelf):
    """With marimo itself, or with its message that it is missing."""
    done = subprocess.run(
        [sys.executable, str(NOTEBOOK)],
        env={**os.environ, "LEDGER_LIBRARY": str(shelf.folder)},
        capture_output=True,
        text=True,
        check=False,
    )
    if importlib.util.find_spec("marimo"):
        assert (done.returncode, done.stderr) == (0, "")
    else:
        assert "No module named 'marimo'" in done.stderr
