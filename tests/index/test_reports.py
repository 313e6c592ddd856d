"""Every report says what a plain fold over the same games says; `test_results` has imports."""

from __future__ import annotations

import pytest

from common.refusals import refuses
from ledger.index.library_index import Index
from ledger.index.query.ask import ask
from ledger.index.reports.report import find_report, read_report, reports
from ledger.kernel.errors import Malformed
from ledger.kernel.game.registry import installed

from .answers import ANSWERS, Near

MADE = {name: r for name, r in reports().items() if r.game is None or r.game in installed()}


def same(got, want):
    """Compare rows in any order; the columns that are not rounded tell which row is which."""

    def key(row):
        return [(v is None, str(v)) for v, n in zip(row, near, strict=False) if not n]

    near = [any(isinstance(row[i], Near) for row in want) for i in range(len(want[0]))]
    assert len(got) == len(want)
    for a, b in zip(sorted(got, key=key), sorted(want, key=key), strict=True):
        for x, y in zip(a, b, strict=True):
            assert (x is not None and y.fits(x)) if isinstance(y, Near) else x == y, (a, b)


def asked(con, name, **given):
    report = find_report(name)
    return ask(con, report.sql, report.values(given))


@pytest.fixture(scope="module")
def con(shelf):
    with Index(shelf).reading() as con:
        yield con


@pytest.mark.parametrize("name", [name for name in MADE if name != "cooperative"])
def test_reports_are_right(con, games, name):
    want = ANSWERS[name](games)
    got = asked(con, name).rows()
    assert want, "nothing to compare"
    if name == "records":  # of equals any one may be named
        for row in got:
            (fits,) = [w for w in want if w[:2] == row[:2]]
            assert fits[2].fits(row[2])
            assert row[4] in fits[3]
        assert len(got) == len(want)
        return
    if name == "streaks":
        got = [row[:2] for row in got]
    same(got, want)


@pytest.mark.parametrize("name", MADE)
def test_headers_tell_the_truth(con, name):
    """Documented columns exist, and the plot names columns."""
    report = MADE[name]
    columns = asked(con, name).columns
    assert report.columns.keys() <= set(columns)
    assert report.about
    if report.plot:
        drawn = {
            *report.plot.x.split("+"),
            report.plot.y,
            *([report.plot.by] if report.plot.by else []),
        }
        assert drawn <= set(columns)


def test_there_are_many():
    assert len(MADE) >= 20


def test_parameters_choose(con, games):
    only = asked(con, "players", game="istanbul").rows()
    same(only, ANSWERS["players"]([g for g in games if g.game == "istanbul"]))
    assert all(row[1] >= 12 for row in asked(con, "players", min=12))
    osaka = asked(con, "ratings", game="osaka").rows()
    alone = ANSWERS["ratings"]([g for g in games if g.game == "osaka"])
    same([row[1:] for row in osaka], [row[1:] for row in alone])
    assert {row[2] for row in asked(con, "ratings", player="ewa")} == {"Ewa"}
    pairs = asked(con, "head-to-head", player="ana").rows()
    assert {row[0] for row in pairs} == {"Ana"}
    assert len(pairs) >= 4


def test_totals_agree_with_independent_counts(con, games):
    logs = [g for g in games if g.live]
    rows = asked(con, "moves").rows()
    assert sum(r[2] for r in rows) == sum(len(g.moves) for g in logs)
    assert sum(r[2] for r in asked(con, "h-index")) == sum(g.players for g in games)
    assert sum(r[2] for r in asked(con, "margins")) == sum(g.finished for g in games)


def test_an_unknown_report_and_parameter():
    with refuses(Malformed, "playrs") as e:
        find_report("playrs")
    assert "players" in e.value.hint
    with refuses(Malformed, "gam") as e:
        find_report("players").values({"gam": 1})
    assert "game, min" in e.value.hint


def test_own_reports(tmp_path, con):
    (tmp_path / "mine.sql").write_text(
        "-- title: Mine\n-- about: of my own\n-- param n = 2: how many\nselect $n as n"
    )
    mine = find_report("mine", [tmp_path])
    assert mine.own
    assert ask(con, mine.sql, mine.values({})).rows() == [(2,)]
    assert ask(con, mine.sql, mine.values({"n": 5})).rows() == [(5,)]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("select 1", ""),
        ("-- title: x\n-- nonsense\nselect 1", ""),
        ("-- title: x\n-- plot: pie a b\nselect 1", ""),
    ],
)
def test_wrong_headers(text, message):
    with refuses(Malformed, message):
        read_report("x", text, file="x.sql")
