"""The benchmark asks raw files the same questions: its answers are those of the index."""

from __future__ import annotations

import pytest

from ledger.index.library_index import Index
from ledger.index.query.ask import ask
from ledger.index.reports.catalogue import find_report, reports
from ledger.library.library import Library
from ledger.testing.effort import sample
from scripts.benchmarks.folds import FOLDS
from scripts.benchmarks.raw import asking, twin
from scripts.simulated_library import GAMES, game_of

from .sample_library import NAMES, add

OURS = [
    name
    for name, r in reports().items()
    if (r.game is None or r.game in GAMES) and name != "cooperative"  # logs have none of these
]
SOME = sample(OURS, 20)
"""What is held against the index here; all of them in a campaign."""


@pytest.fixture(scope="module")
def simulated(tmp_path_factory):
    """A library of logs only, some with moves taken back: all that raw files can tell."""
    library = Library(tmp_path_factory.mktemp("raw") / "library")
    for n in range(12):
        add(library, *game_of(n, 3, NAMES, GAMES, undo=0.5))
    return library


def close(a, b):
    if isinstance(a, float) or isinstance(b, float):
        return a is not None and b is not None and abs(float(a) - float(b)) < 0.11
    return str(a) == str(b)


def order(row):
    return [str(v) for v in row if not isinstance(v, float)]


@pytest.mark.parametrize("name", SOME)
def test_raw_files_give_the_same_answer(simulated, name):
    report = find_report(name)
    with Index(simulated).reading() as con:
        want = ask(con, report.sql, report.values({})).rows()
    got = asking(report, sorted((simulated.folder / "games").glob("*.jsonl")))()
    assert want
    assert len(got) == len(want)
    for a, b in zip(sorted(got, key=order), sorted(want, key=order), strict=True):
        assert all(map(close, a, b)), (a, b)
        assert len(a) == len(b)


def test_only_what_needs_the_rules_is_folded():
    assert {name for name in OURS if twin(find_report(name)) == "fold"} == FOLDS.keys()
