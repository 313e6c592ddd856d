"""Every report about results says what a plain count over the imported files says."""

from __future__ import annotations

from collections import Counter

import pytest

from common.refusals import refuses
from ledger.importers.pipeline import run_import
from ledger.index.library_index import Index
from ledger.index.query.ask import ask
from ledger.index.reports.report import find_report
from ledger.kernel.errors import Illegal
from ledger.library.library import Library
from ledger.testing.effort import effort

from . import plain_results as plain
from .results_files import write_exports
from .test_reports import same

PLAYS = effort(160, 6000)


@pytest.fixture(scope="module")
def club(tmp_path_factory):
    """A library of imported results, and the same results read from the files by hand."""
    folder = tmp_path_factory.mktemp("club")
    files = write_exports(folder / "files", 17, PLAYS)
    library = Library(folder / "library")
    report = run_import(library, files)
    assert not [item for item in report.items if item.kind == "refused"]
    with Index(library).reading() as con:
        yield con, plain.read_files(*files)


def asked(con, name, **given):
    report = find_report(name)
    return ask(con, report.sql, report.values(given)).rows()


REPORTS = {
    "players": plain.players,
    "player-counts": plain.player_counts,
    "seats": plain.seats,
    "first-player": plain.first_player,
    "head-to-head": plain.head_to_head,
    "margins": plain.margins,
    "streaks": plain.streaks,
    "activity": plain.activity,
    "h-index": plain.h_index,
    "game-length": plain.game_length,
    "cooperative": plain.cooperative,
    "records": plain.records,
    "ratings": plain.ratings,
    "rating-list": plain.rating_list,
    "standings": plain.standings,
}
WIDTH = {"streaks": 2, "records": 3}
"""The columns that are compared, if not all: of equal records, any one may be named."""


@pytest.mark.parametrize("name", REPORTS)
def test_reports_equal_a_plain_count(club, name):
    con, plays = club
    got = [row[: WIDTH.get(name)] for row in asked(con, name)]
    same(got, REPORTS[name](plays))


@pytest.mark.parametrize("name", ["players", "head-to-head", "margins", "ratings", "standings"])
@pytest.mark.parametrize("game", ["Golf", "Tichu", "osaka"])
def test_of_one_game(club, name, game):
    """By its title, or by the name of an installed one."""
    con, plays = club
    got, want = asked(con, name, game=game), REPORTS[name]([p for p in plays if p.kind == game])
    if name == "ratings":  # they are numbered among all
        got, want = [row[1:] for row in got], [row[1:] for row in want]
    same(got, want)


@pytest.mark.parametrize(
    ("given", "want"),
    [
        ({"period": "quarter"}, {"season": lambda d: f"{d[:4]}-Q{(int(d[5:7]) + 2) // 3}"}),
        ({"period": "month", "best": 3}, {"season": lambda d: d[:7], "best": 3}),
        (
            {"period": "all", "points": "5,3,2,1"},
            {"season": lambda d: "all", "points": [5, 3, 2, 1]},
        ),
        (
            {"starts": 9, "points": "4,2.5", "best": 4},
            {
                "season": lambda d: f"{(y := int(d[:4]) - (int(d[5:7]) < 9))}/{(y + 1) % 100:02}",
                "points": [4, 2.5],
                "best": 4,
            },
        ),
    ],
)
def test_seasons_and_ways_to_count_points(club, given, want):
    con, plays = club
    same(asked(con, "standings", **given), plain.standings(plays, **want))


def test_one_season_and_enough_plays(club):
    con, plays = club
    rows = plain.standings(plays)
    last = max(row[0] for row in rows)
    assert {row[0] for row in asked(con, "standings", season=int(last))} == {last}
    most = max(row[3] for row in rows)
    assert {row[3] for row in asked(con, "standings", min=most)} == {most}
    with refuses(Illegal, "quarter"):
        asked(con, "standings", period="week")


LEFT_OUT = {
    "players": ("any",),
    "ratings": ("any", "no date"),
    "standings": ("any", "no date"),
    "records": ("ignored", "not finished"),
    "activity": ("ignored", "no date"),
    "h-index": ("ignored",),
}


@pytest.mark.parametrize("name", LEFT_OUT)
def test_reports_say_what_they_leave_out(club, name):
    con, plays = club
    report = find_report(name)
    sql = report.left_out_query()
    only = {"game": None} if "$game" in sql else {}
    assert dict(ask(con, sql, only).rows()) == plain.left_out(plays, *LEFT_OUT[name])
    if only:
        alone = [p for p in plays if p.title == "Pandemic"]
        found = dict(ask(con, sql, {"game": "Pandemic"}).rows())
        assert found == plain.left_out(alone, *LEFT_OUT[name])


def test_columns_say_what_the_files_say(club):
    con, plays = club
    got = ask(con, """
        select title, date::varchar, plays, location, players, solo, ignored, uncounted, unrated
        from games""").rows()  # fmt: skip
    assert Counter(got) == Counter(
        (
            p.title,
            p.date,
            p.plays,
            p.location,
            p.players,
            p.players == 1,
            p.ignored,
            p.why,
            p.unrated,
        )
        for p in plays
    )
    games, times = Counter(), Counter()
    for p in plays:
        games.update(s.name for s in p.seats)
        times.update({s.name: p.plays for s in p.seats})
    assert sorted(ask(con, "select name, games, plays from players").rows()) == [
        (name, n, times[name]) for name, n in sorted(games.items())
    ]
    seats = ask(con, """
        select name, score, place, won from seats join games using (game_id)
        where uncounted is null""").rows()  # fmt: skip
    assert Counter(seats) == Counter(
        (s.name, s.score, s.place, s.won) for p, s in plain.counted(plays)
    )
