"""Every trap that the files of other programs are known for, one by one, through an import."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from common.refusals import tells
from importers.reading import FIXTURES
from ledger.importers.pipeline import run_import
from ledger.importers.records import Options
from ledger.importers.report import STATUSES, Report
from ledger.kernel.results import PlayRecord
from ledger.library.library import Library


@pytest.fixture
def library(tmp_path: Path) -> Library:
    return Library(tmp_path / "lib")


def take(library: Library, name: str, data: Any, **options: Any) -> Report:
    """Import a file; what is new, known, changed and refused are all its records."""
    file = library.folder.parent / name
    text = data if isinstance(data, str | bytes) else json.dumps(data)
    file.write_bytes(text if isinstance(text, bytes) else text.encode())
    report = run_import(library, [file], options=Options(**options))
    total = report.total()
    parts = sum(total[s] for s in STATUSES)
    assert parts == total["records"] == sum(f.records for f in report.files)
    return report


def only(library: Library) -> PlayRecord:
    (entry,) = library.results()
    assert entry.played is not None
    return entry.played


# --- BG Stats ---------------------------------------------------------------------------------


def backup(play: dict[str, Any] | None = None, *scores: dict[str, Any], **top: Any) -> Any:
    one = {
        "uuid": "5D0E6B1A-0000-4000-8000-000000000101",
        "gameRefId": 7,
        "playDate": "2026-03-01 18:30:00",
        "playerScores": list(scores),
    }
    return {
        "userInfo": {"meRefId": 40},
        "players": [
            {"id": 41, "uuid": "P-B", "name": "Bartek", "isAnonymous": False},
            {"id": 40, "uuid": "P-A", "name": "Ana", "isAnonymous": 0, "bggUsername": "ana_k"},
        ],
        "locations": [{"id": 9, "uuid": "L", "name": "Kuchnia"}],
        "games": [
            {"id": 8, "uuid": "G8", "name": "Golf", "highestWins": 0, "isBaseGame": True},
            {"id": 7, "uuid": "G7", "name": "Kupcy z Osaki", "bggId": 0, "isBaseGame": 1},
        ],
        "plays": [{**one, **(play or {})}],
        **top,
    }


def test_numbers_of_a_backup_are_no_indexes(library):
    take(library, "b.json", backup({"locationRefId": 9}, {"playerRefId": 40}))
    play = only(library)
    assert (play.game, play.place, play.standings[0].person.name) == ("osaka", "Kuchnia", "Ana")


def test_the_numbers_of_another_file_mean_others(library):
    take(library, "b.json", backup({"uuid": "A"}, {"playerRefId": 40}))
    other = backup({"uuid": "B"}, {"playerRefId": 40})
    other["players"] = [{"id": 40, "uuid": "P-B", "name": "Bartek"}]
    take(library, "c.json", other)
    assert [p.name for p in library.players()] == ["Ana", "Bartek"]


@pytest.mark.parametrize(("yes", "no"), [(True, False), (1, 0), ("1", "0"), ("true", "false")])
def test_yes_and_no_are_also_numbers(library, yes, no):
    scores = [{"playerRefId": 40, "winner": yes, "newPlayer": no, "startPlayer": yes}]
    take(library, "b.json", backup(None, *scores))
    (ana,) = only(library).standings
    assert (ana.won, ana.first_time, ana.began) == (True, False, True)


@pytest.mark.parametrize(
    ("score", "parts", "total"),
    [
        ("16+1-3+10", ("16", "1", "-3", "10"), "24"),
        ("20\u22123", ("20", "-3"), "17"),
        ("7.5", (), "7.5"),
        ("7,5+1", ("7.5", "1"), "8.5"),
        ("-4", (), "-4"),
        ("", (), None),
        (None, (), None),
        (12, (), "12"),
    ],
)
def test_scores_are_sums_and_never_evaluated(library, score, parts, total):
    take(library, "b.json", backup(None, {"playerRefId": 40, "score": score}))
    (ana,) = only(library).standings
    assert (ana.parts, ana.total) == (parts, total)


@pytest.mark.parametrize("score", ["__import__('os')", "2**99", "1e9", "0x10", "(1+2)*3"])
def test_what_is_no_sum_is_kept_and_told(library, score):
    report = take(library, "b.json", backup(None, {"playerRefId": 40, "score": score}))
    (ana,) = only(library).standings
    assert (ana.score, ana.total) == (score, None)
    (note,) = report.items[0].notes
    assert tells(note, f"Ana | {score}")


def test_zero_is_how_the_app_says_that_there_is_none(library):
    zero = {"durationMin": 0, "rounds": 0, "locationRefId": 0, "board": "", "comments": None}
    score = {"playerRefId": 40, "rank": 0, "seatOrder": 0, "team": "0", "role": ""}
    take(library, "b.json", backup(zero, score))
    play = only(library)
    assert (play.minutes, play.rounds, play.place, play.board) == (None, None, None, None)
    (ana,) = play.standings
    assert (ana.place, ana.seat, ana.team, ana.role) == (None, None, None, None)


def test_json_in_a_string_is_opened(library):
    take(library, "b.json", backup({"metaData": '{"mood":"good"}', "playImages": "[]"}))
    assert only(library).extra == {"metaData": {"mood": "good"}}


def test_what_is_no_play_is_told(library):
    top = {"tags": [{"id": 1}], "groups": [], "challenges": [{"id": 1}]}
    report = take(library, "b.json", backup(**top))
    (remark,) = report.files[0].remarks
    assert tells(remark, "tags (1), challenges (1)")


def test_a_play_that_the_app_posted_to_bgg_is_one_game(library, tmp_path):
    """BG Stats knows more than BGG: whichever came first, its play is the game."""
    posted = backup({"bggId": 900000001}, {"playerRefId": 40, "score": "24+27"})
    bgg = (FIXTURES / "plays.xml").read_bytes()
    take(library, "b.json", posted)
    report = take(library, "p.xml", bgg)
    assert (report.items[0].status, report.items[0].id) == ("joined", library.games()[0].id)
    other = Library(tmp_path / "other" / "lib")
    other.folder.parent.mkdir()
    take(other, "p.xml", bgg)
    report = take(other, "b.json", posted)
    assert report.items[0].status == "joined"
    assert tells(report.items[0].message, "bgg-900000001")
    first, second = ({e.id: e.played for e in x.games()} for x in (library, other))
    assert first == second
    assert {p.name for p in library.players()} == {p.name for p in other.players()}
    for x in (library, other):
        assert take(x, "p.xml", bgg).total()["new"] == 0
        assert take(x, "b.json", posted).total()["known"] == 1
        assert {e.id: e.played for e in x.games()} == first


# --- BGG --------------------------------------------------------------------------------------


def page(inside: str, **attributes: str) -> str:
    own = " ".join(f'{k}="{v}"' for k, v in {"id": "1", "date": "2026-03-01", **attributes}.items())
    return f'<plays total="1"><play {own}><item name="Golf" objectid="7"/>{inside}</play></plays>'


def test_bgg_plays_may_have_neither_players_nor_comments(library):
    take(library, "p.xml", page(""))
    play = only(library)
    assert (play.standings, play.comment, play.time) == ((), None, None)


def test_bgg_counts_several_games_in_one_record(library):
    take(library, "p.xml", page("", quantity="2"))
    assert only(library).quantity == 2


def test_bgg_writes_an_unknown_date_as_zeros(library):
    take(library, "p.xml", page("", date="0000-00-00"))
    assert only(library).date is None


def test_bgg_scores_may_be_empty_and_names_too(library):
    who = '<players><player username="ana_k" name="" score="" win="1"/></players>'
    take(library, "p.xml", page(who))
    (ana,) = only(library).standings
    assert (ana.person.name, ana.person.ids) == ("ana_k", {"bgg": "ana_k"})
    assert (ana.score, ana.total, ana.won) == (None, None, True)


def test_bgg_by_game_names_the_user_on_the_play(library):
    take(library, "p.xml", page("", userid="100001"))
    assert only(library).extra == {"userid": "100001"}


def test_bgg_says_how_many_plays_are_on_other_pages(library):
    text = page("").replace('total="1"', 'total="250" page="1"')
    (remark,) = take(library, "p.xml", text).files[0].remarks
    assert tells(remark, "1 | 250")


def test_bgg_without_a_token_answers_with_words(library):
    report = take(
        library, "p.xml", "<errors><error><message>Unauthorized</message></error></errors>"
    )
    assert report.exit_code == 2
    assert tells(report.items[0].message, "Unauthorized")


# --- BGA --------------------------------------------------------------------------------------


def table(**more: Any) -> Any:
    one = {"table_id": "5", "game_name": "golf", "players": "1,2", "player_names": "a,b"}
    return {"status": 1, "data": {"tables": [{**one, **more}]}}


def test_bga_joins_lists_by_commas_and_leaves_out_scores(library):
    take(library, "t.json", table(scores=None, ranks=None, normalend="0", start="1772386200"))
    play = only(library)
    assert [(s.person.name, s.person.ids["bga"]) for s in play.standings] == [
        ("a", "1"),
        ("b", "2"),
    ]
    assert [(s.total, s.place) for s in play.standings] == [(None, None)] * 2
    assert (play.complete, play.date, play.time) == (False, "2026-03-01", "17:30:00")


@pytest.mark.parametrize("kind", [str, int])
def test_bga_ids_are_texts_or_numbers(library, kind):
    take(library, "t.json", table(table_id=kind(5), start=kind(1772386200)))
    assert (only(library).key, only(library).date) == ("5", "2026-03-01")


def packet(kind: Any = "takeCard", channel: str = "/table/t5", **args: Any) -> Any:
    data = [{"uid": "1", "type": kind, "log": "${player_name} <b>takes</b>", "args": args}]
    head = {"channel": channel, "table_id": 5, "packet_id": "1", "packet_type": "resend"}
    return head | {"move_id": "3", "time": "1772386200", "data": data}


@pytest.mark.parametrize("wrapped", [False, True])
def test_bga_packets_are_kept_as_they_are(library, wrapped):
    packets = [
        packet(player_id="11", player_name="Ana"),
        packet("newPrivateState", "/player/p11"),
        packet("gameStateChange", id=99),
    ]
    inner = {"data": packets} if wrapped else {"logs": packets}
    take(library, "l.json", {"status": 1, "data": inner}, game="osaka")
    play = only(library)
    assert play.extra["packets"] == packets
    assert play.extra["timing"] == [[3, 1772386200]]  # several packets share a move
    assert (play.complete, play.standings[0].person.name) == (True, "Ana")


def test_bga_errors_are_saved_in_the_same_file(library):
    answer = {"status": "0", "error": "You have reached a limit (replay)"}
    report = take(library, "l.json", answer)
    assert report.exit_code == 2


# --- tables -----------------------------------------------------------------------------------

TALL = """date,game,location,player,score,rank,winner,start
2026-03-01,osaka,Kuchnia,Ana,51,1,1,1
2026-03-01,osaka,Kuchnia,Bartek,43,2,0,0
"""
WIDE = "date,game,Ana,Bartek,Celina\n2026-03-01,osaka,51,43,\n2026-03-08,istanbul-dice,6,5,6\n"


@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
@pytest.mark.parametrize("mark", ["", "\ufeff"])
def test_tall_tables(library, delimiter, mark):
    take(library, "t.csv", mark + TALL.replace(",", delimiter))
    assert [(s.person.name, s.total, s.won) for s in only(library).standings] == [
        ("Ana", "51", True),
        ("Bartek", "43", False),
    ]


def test_wide_tables(library):
    take(library, "t.csv", WIDE)
    plays = {e.game: [s.person.name for s in e.standings] for e in library.results()}
    assert plays == {"osaka": ["Ana", "Bartek"], "istanbul": ["Ana", "Bartek", "Celina"]}


def test_european_dates_and_decimal_commas(library):
    take(library, "t.csv", "date;game;player;score\n01.03.2026;osaka;Ana;7,5\n")
    assert (only(library).date, only(library).standings[0].total) == ("2026-03-01", "7.5")


def test_dates_of_excel_with_a_decimal_comma(library):
    text = (
        "table_id;game;move;datetime;excel_date;player;remaining\n"
        "77;tradersofosaka;1;46082,770833;46082,770833;Ana;120\n"
    )
    take(library, "t.csv", text)
    play = only(library)
    assert (play.game, play.date, play.time) == ("osaka", "2026-03-01", "18:30:00")


def test_parts_of_a_date_may_be_unknown(library):
    take(library, "t.csv", "date,game,player,score\n2026.03.??,osaka,Ana,5\n")
    assert only(library).date == "2026-03-??"


def test_a_table_of_moves_becomes_a_log(library):
    rows = ["market,B5 R5 Y3 Y3 Y2", "farm,R2 G3 B2", "hand,R5 R3", "hand,B5 B5", "claim,red"]
    who = ["", "", "Ana", "Bartek", "Ana"]
    text = "game_id,seq,player,players,action,args\n" + "".join(
        f'osaka-2026-03-01,{n},{p},"Ana, Bartek",{row}\n'
        for n, (p, row) in enumerate(zip(who, rows, strict=True), 1)
    )
    assert take(library, "m.csv", text).total()["new"] == 1
    (entry,) = library.games()
    assert (entry.id, entry.kind, entry.game) == ("osaka-2026-03-01", "log", "osaka")
