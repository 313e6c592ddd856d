"""The example notebooks run in marimo, whole, and show what they say."""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys

from common.paths import EXAMPLES

NOTEBOOKS = EXAMPLES / "notebooks"


def run(name):
    """Run a notebook in marimo, and return what its cells defined."""
    spec = importlib.util.spec_from_file_location(name, NOTEBOOKS / f"{name}.py")
    notebook = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(notebook)
    _, defined = notebook.app.run()
    return defined


def test_the_library(shelf, games, monkeypatch):
    monkeypatch.setenv("LEDGER_LIBRARY", str(shelf.folder))
    known = run("library")
    played = {g.game for g in games if g.game}
    assert [g["game"] for g in known["games"]] == sorted(played)
    assert known["choice"].value == min(played)
    assert {row["who"] for row in known["curve"]} == {"winners", "others"}
    assert known["chart"].to_dict()["mark"]["type"] == "line"
    assert known["ratings"][0]["rating"] > 1500 > known["ratings"][-1]["rating"]


def test_random_against_greedy():
    known = run("random_against_greedy")
    assert known["won"] > len(known["runs"]) / 2
    assert known["verdicts"] == {"legal"}
    assert {row["who"] for row in known["curves"]} == {"greedy", "random"}
    assert known["how_many"].to_dict()["mark"]["type"] == "line"


def test_a_notebook_runs_as_a_script(shelf):
    done = subprocess.run(
        [sys.executable, str(NOTEBOOKS / "library.py")],
        env={**os.environ, "LEDGER_LIBRARY": str(shelf.folder)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")


def test_what_a_change_of_a_box_does():
    known = run("designer")
    shorter = next(m for m in known["found"]["measures"] if m["measure"] == "turns")
    assert shorter["difference"]["high"] < 0, "with fewer tokens to win, games are shorter"
    assert {row["box"] for row in known["scores"]} == {"changed", "standard"}
    assert sum(row["games"] for row in known["turns"]) == 2 * 20
