"""Small evenings as people import them: what the tables and reports make of each."""

from __future__ import annotations

import json
from contextlib import ExitStack

import pytest

from common.fewest import fewest_win
from ledger.importers.pipeline import run_import
from ledger.index.library_index import Index
from ledger.index.query.ask import ask
from ledger.index.reports.report import find_report
from ledger.library.library import Library

from .sample_library import NAMES, add, game_of

PEOPLE = ("Ann", "Bob", "Cid", "Dan")


def backup(*plays, games=({"name": "Azul"},)):
    """Return a BG Stats backup; a play is (game, scores, more), scores by name."""
    return {
        "players": [{"id": i, "uuid": f"P{i}", "name": n} for i, n in enumerate(PEOPLE, 1)],
        "games": [
            {"id": i, "uuid": f"G{i}", "bggId": 0, "highestWins": True, "cooperative": False, **g}
            for i, g in enumerate(games, 1)
        ],
        "locations": [{"id": 1, "uuid": "L1", "name": "Kitchen"}],
        "plays": [
            {
                "uuid": f"A{n}", "gameRefId": game, "playDate": f"2026-03-{n:02} 18:00:00",
                "usesTeams": False, "ignored": False, "expansionPlays": [],
                "playerScores": [
                    {"playerRefId": PEOPLE.index(name) + 1, "rank": 0, "team": "0", **said}
                    for name, said in scores.items()
                ],
                **more,
            }
            for n, (game, scores, more) in enumerate(plays, 1)
        ],
    }  # fmt: skip


def won(score="", **more):
    return {"score": score, "winner": True, **more}


def lost(score="", **more):
    return {"score": score, "winner": False, **more}


@pytest.fixture
def ask_about(tmp_path, monkeypatch):
    """Import a file and ask about it, in SQL or by the name of a report."""
    monkeypatch.setattr("ledger.index.build.metadata.made_views", list)  # nobody asks them
    with ExitStack() as stack:
        held = []

        def go(question, given=None, /, file=None, name="export.json", **params):
            if not held:
                path = tmp_path / name
                path.write_text(file or json.dumps(given), "utf-8")
                library = Library(tmp_path / "library")
                run_import(library, [path])
                held.append(stack.enter_context(Index(library).reading()))
            if " " in question:
                return ask(held[0], question).rows()
            report = find_report(question)
            return ask(held[0], report.sql, report.values(params)).rows()

        yield go


CHANGES = "select player, sign(overall_change)::int from ratings order by n, player"


# --- places -------------------------------------------------------------------------------------


def test_a_result_without_ranks_is_rated_and_compared(ask_about):
    file = backup((1, {"Ann": won("44"), "Bob": lost("35")}, {}))
    assert ask_about("select name, place, won from seats order by name", file) == [
        ("Ann", 1, True),
        ("Bob", 2, False),
    ]
    assert ask_about(CHANGES) == [("ann", 1), ("bob", -1)]
    assert ask_about("head-to-head", player="bob") == [("Bob", "Ann", 1, 0, 0, 1, -9.0)]


def test_the_fewest_points_win_where_the_file_says_so(ask_about):
    golf = {"name": "Golf", "highestWins": False}
    file = backup((1, {"Ann": won("3"), "Bob": lost("9"), "Cid": lost("5")}, {}), games=(golf,))
    seats = "select name, place from seats order by place"
    assert ask_about(seats, file) == [("Ann", 1), ("Cid", 2), ("Bob", 3)]
    assert ask_about("margins") == [("Golf", 2, 1)]
    assert ask_about("head-to-head", player="ann") == [
        ("Ann", "Bob", 1, 1, 0, 0, 6.0),
        ("Ann", "Cid", 1, 1, 0, 0, 2.0),
    ]
    records = {what: value for _, what, value, *_ in ask_about("records")}
    assert records == {"highest winning score": 3, "lowest winning score": 3, "biggest win": 2}


def test_winners_come_first_if_there_are_no_scores(ask_about):
    file = backup((1, {"Ann": lost(), "Bob": won(), "Cid": lost("7")}, {}))
    seats = "select name, place from seats order by name"
    assert ask_about(seats, file) == [("Ann", 2), ("Bob", 1), ("Cid", 2)]
    assert ask_about(CHANGES) == [("ann", -1), ("bob", 1), ("cid", -1)]


def test_a_rank_that_no_column_can_hold_is_not_known(ask_about):
    far = 10**12
    file = backup((1, {"Ann": won("4", rank=1), "Bob": lost("3", rank=far)}, {"rounds": far}))
    assert ask_about("select place from seats order by name", file) == [(1,), (None,)]
    assert ask_about("select rounds, unrated from games") == [(None, "places not known")]


def test_an_installed_game_in_which_the_fewest_win(fresh, monkeypatch):
    """Its results, its reports; halfway, who has fewest leads."""

    def asked(name):
        with Index(fresh).reading() as con:
            report = find_report(name)
            return ask(con, report.sql, report.values({"game": "osaka"})).rows()

    for n in range(2):
        add(fresh, f"osaka-{n}", game_of(n, 3, NAMES, ("osaka",))[1])
    usual = {name: asked(name) for name in ("margins", "records", "comebacks")}
    fewest_win(monkeypatch)
    Index(fresh).refresh(anew=True)
    with Index(fresh).reading() as con:
        rows = ask(con, """
            select game_id, -max(score) filter (won) + min(score) filter (not won)
            from seats join games using (game_id, game)
            where game = 'osaka' and score is not null
            group by game_id""").rows()  # fmt: skip
        flags = ask(con, "select distinct game, highest_wins from games order by all").rows()
    assert ("osaka", False) in flags
    assert ("klongs", True) in flags
    assert sorted(m for _, m, n in asked("margins") for _ in range(n)) == sorted(
        round(m) for _, m in rows
    )
    widest = {what: value for _, what, value, *_ in asked("records")}["biggest win"]
    assert widest == max(m for _, m in rows)
    for name, before in usual.items():
        assert asked(name) != before, name


# --- playing together ---------------------------------------------------------------------------

TOGETHER = {"name": "First Orchard", "cooperative": True}


def test_partners_in_a_cooperative_game_do_not_move_each_other(ask_about):
    both = {"Ann": won(rank=1), "Bob": won(rank=1)}
    file = backup(
        (1, {"Ann": won("1"), "Bob": lost("0")}, {}),
        (2, both, {}),
        games=({"name": "Chess"}, TOGETHER),
    )
    assert ask_about("select title, unrated from games order by title", file) == [
        ("Chess", None),
        ("First Orchard", "cooperative"),
    ]
    assert ask_about("select distinct n from ratings") == [(1,)]
    assert [row[:3] for row in ask_about("players")] == [("Ann", 1, 1), ("Bob", 1, 0)]
    assert ask_about("cooperative") == [("First Orchard", 2, 1, 1, 100.0, None)]


def test_playing_alone_beats_nobody(ask_about):
    file = backup((1, {"Ann": won("80")}, {}), (1, {"Ann": lost("20")}, {}))
    assert ask_about("select solo, uncounted from games", file) == [(True, "solo")] * 2
    assert ask_about("select count(*) from ratings") == [(0,)]
    assert ask_about("cooperative") == [("Azul", 1, 2, 1, 50.0, 50.0)]


def test_a_team_wins_and_loses_together(ask_about):
    four = {
        "Ann": won(team="1"),
        "Bob": lost(team="2"),
        "Cid": won(team="1"),
        "Dan": lost(team="2"),
    }
    file = backup((1, four, {"usesTeams": True}))
    assert ask_about(CHANGES, file) == [("ann", 1), ("bob", -1), ("cid", 1), ("dan", -1)]
    pairs = [row[:2] for row in ask_about("head-to-head")]
    assert pairs == [("Ann", "Bob"), ("Ann", "Dan"), ("Bob", "Cid"), ("Cid", "Dan")]
    assert {row[4] for row in ask_about("players")} == {50.0}, "one of two teams wins"
    assert ask_about("select sides, players from games") == [(2, 4)]


def test_one_against_the_others_is_even_at_first(ask_about):
    """Sides need not have the same size."""
    file = backup(
        (
            1,
            {"Ann": won(team="a"), "Bob": lost(team="b"), "Cid": lost(team="b")},
            {"usesTeams": True},
        )
    )
    change = ask_about("select overall_change from ratings order by player", file)
    assert change[0][0] == pytest.approx(-change[1][0])
    assert change[1] == change[2]


def test_what_the_app_ignores_does_not_count(ask_about):
    file = backup(
        (1, {"Ann": won("9"), "Bob": lost("3")}, {"ignored": True}),
        (1, {"Ann": lost("1"), "Bob": won("2")}, {}),
    )
    assert ask_about("select ignored, unrated from games order by date", file) == [
        (True, "ignored"),
        (False, None),
    ]
    assert [row[:3] for row in ask_about("players")] == [("Bob", 1, 1), ("Ann", 1, 0)]
    assert ask_about("activity") == [("2026-03", 1, 2, None)]


def test_uncertainty_shrinks_with_every_play(ask_about):
    file = backup(*[(1, {"Ann": won("9"), "Bob": lost("3")}, {})] * 6)
    sql = "select overall_uncertainty from ratings where player = 'ann' order by n"
    found = [unsure for (unsure,) in ask_about(sql, file)]
    assert len(found) == 6
    assert found == sorted(found, reverse=True)
    assert found[0] < 250
    (first, *_), (second, *_) = ask_about("rating-list")
    assert (first, second) == ("Ann", "Bob")


# --- standings ----------------------------------------------------------------------------------


def test_standings_of_a_season(ask_about):
    file = backup(
        (1, {"Ann": won("9"), "Bob": lost("3"), "Cid": lost("5")}, {}),
        (1, {"Ann": lost("1"), "Bob": won("2"), "Cid": lost("1")}, {}),
        (1, {"Ann": won("4"), "Bob": won("4")}, {"playDate": "2025-11-01 20:00:00"}),
    )
    assert ask_about("standings", file) == [
        ("2026", 1, "Ann", 2, 1, 2.5, 1.25),
        ("2026", 2, "Bob", 2, 1, 2.0, 1.0),
        ("2026", 3, "Cid", 2, 0, 1.5, 0.75),
        ("2025", 1, "Ann", 1, 1, 0.5, 0.5),
        ("2025", 1, "Bob", 1, 1, 0.5, 0.5),
    ]
    assert [row[:6] for row in ask_about("standings", starts=9, points="5,3,1")] == [
        ("2025/26", 1, "Ann", 3, 2, 11.0),
        ("2025/26", 2, "Bob", 3, 2, 10.0),
        ("2025/26", 3, "Cid", 2, 0, 5.0),
    ]
    best = ask_about("standings", period="all", points="5,3,1", best=1)
    assert [(row[1], row[2], row[5]) for row in best] == [
        (1, "Ann", 5.0),
        (1, "Bob", 5.0),
        (3, "Cid", 3.0),
    ]


# --- columns ------------------------------------------------------------------------------------


def test_columns_people_ask_for(ask_about):
    games = ({"name": "Catan", "bggId": 13}, {"name": "Seafarers", "bggId": 325})
    more = {
        "locationRefId": 1,
        "expansionPlays": [{"gameRefId": 2}],
        "board": "Big",
        "comments": "!",
    }
    seats = {"Ann": won("16+1-3", role="Red"), "Bob": lost("12", metaData='{"tokens": 2}')}
    file = backup((1, seats, more), games=games)
    assert ask_about(
        "select plays, cooperative, solo, ignored, bgg_id, expansions, location, board, comment "
        "from games", file,
    ) == [(1, False, False, False, 13, ["Seafarers"], "Kitchen", "Big", "!")]  # fmt: skip
    found = ask_about(
        "select score, score_text, score_parts, role, seat_extra from seats order by name"
    )
    assert found[0] == (14.0, "16+1-3", [16.0, 1.0, -3.0], "Red", "{}")
    assert json.loads(found[1][4]) == {"metaData": {"tokens": 2}}


def test_no_name_means_two_things_when_games_and_seats_are_joined(ask_about):
    file = backup((1, {"Ann": won("2"), "Bob": lost("1")}, {"locationRefId": 1}))
    joined = "select place, location from games join seats using (game_id) order by place"
    assert ask_about(joined, file) == [(1, "Kitchen"), (2, "Kitchen")]


def test_a_record_of_several_plays_counts_as_many(ask_about):
    xml = """<plays username="ann" total="1" page="1">
      <play id="9" date="2026-03-01" quantity="3" length="0" incomplete="0" nowinstats="0">
      <item name="Azul" objecttype="thing" objectid="230802"/><players>
      <player username="" name="Ann" score="7" win="1"/>
      <player username="" name="Bob" score="5" win="0"/></players></play></plays>"""
    assert ask_about("select plays, bgg_id from games", file=xml, name="plays.xml") == [(3, 230802)]
    assert [row[:3] for row in ask_about("players")] == [("Ann", 3, 3), ("Bob", 3, 0)]
    assert ask_about("select name, games, plays from players order by name") == [
        ("Ann", 1, 3),
        ("Bob", 1, 3),
    ]
    assert ask_about("select count(*) from ratings") == [(2,)], "it is one result"


# --- numbers ------------------------------------------------------------------------------------


def test_what_an_import_calls_no_number_is_none_in_sql(ask_about):
    table = (
        "date,game,player,score,winner\n"
        "2026-03-01,Go,Ann,1e3,1\n2026-03-01,Go,Bob,1_000,0\n2026-03-01,Go,Cid,٣,0\n"
        '2026-03-01,Go,Dan,"1.234,5",0\n'
    )
    rows = ask_about(
        "select name, score, score_text from seats order by name", file=table, name="x.csv"
    )
    assert rows == [
        ("Ann", None, "1e3"),
        ("Bob", None, "1_000"),
        ("Cid", None, "٣"),
        ("Dan", 1234.5, "1.234,5"),
    ]
