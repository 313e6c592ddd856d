"""Tables as data frames and strangers write them: read rightly, or refused with a picture."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from common.refusals import tells
from importers.reading import found, records, told
from ledger.importers.pipeline import run_import
from ledger.importers.records import Options, SheetPreview, UnclearSheet
from ledger.kernel.results import PlayRecord
from ledger.library.library import Library

FRAME = (
    ",game_id,player_name,corporation,total_points,place,is_winner\n"
    "0,1,Ann,Ecoline,50,1.0,1.0\n1,1,Bob,Credicor,40,2.0,0.0\n2,1,Cid,Helion,30,3.0,0.0\n"
    "3,2,Ann,Helion,20,2.0,0.0\n4,2,Bob,Ecoline,31,1.0,1.0\n"
    "5,3,Bob,Ecoline,31,,1.0\n7,3,Cid,Ecoline,,2.0,\n"
)
FIELDS = (
    "id,playDate,bggName,durationMin,gameRefId,number_players,scores difference,bggYear,winner\n"
    "101,2026-03-01,Catan,45,101,2,12,2017,Ann\n101,2026-03-02,Catan,40,101,2,3,2017,Bob\n"
    "102,2026-03-02,Azul,30,102,2,5,2018,Ann\n102,2026-03-09,Azul,35,102,2,1,2018,Ann\n"
)
LISTED = (
    "date,game,winner,players\n2026-03-01,Catan,b,a; b; c\n2026-03-02,Go,a,a; b\n"
    "2026-03-03,Go,a; c,c; a\n2026-03-04,Go,draw,c; a\n"
)


def wins(plays: list[PlayRecord]) -> Counter[str]:
    return Counter(s.person.name for p in plays for s in p.standings if s.won)


def picture(text: str, **options: object) -> SheetPreview:
    """Return the preview of a refused sheet."""
    with pytest.raises(UnclearSheet) as e:
        records(text, **options)
    return e.value.preview


def meanings(preview: SheetPreview) -> dict[str, str | None]:
    return {c.heading: "player" if c.player else c.field for c in preview.columns}


# --- data frames ------------------------------------------------------------------------------


def test_a_data_frame_is_read_as_it_is_meant():
    one, two, three = found(FRAME, game="Terraforming Mars")
    assert wins([one, two, three]) == {"Ann": 1, "Bob": 2}
    assert [(s.person.name, s.total, s.place) for s in one.standings] == [
        *(("Ann", "50", 1), ("Bob", "40", 2), ("Cid", "30", 3)),
    ]
    assert one.place is None and one.standings[0].extra == {"corporation": "Ecoline"}
    assert [s.won for s in three.standings] == [True, None]
    assert [text for text in told(FRAME, game="Terraforming Mars") if "problem" in text] == []


@pytest.mark.parametrize("heading", ["", "Unnamed: 0", "index", "level_0"])
def test_the_numbers_of_rows_are_nobody(heading):
    text = f"{heading},date,game,Ana,Bo,winner\n0,2026-03-01,Go,5,6,Bo\n"
    (play,) = found(text)
    assert [s.person.name for s in play.standings] == ["Ana", "Bo"] and play.extra == {}
    assert told(text) == []


@pytest.mark.parametrize("heading", ["won", "is_winner", "isWinner", "Winner"])
@pytest.mark.parametrize(
    ("yes", "no"), [("1.0", "0.0"), ("True", "False"), ("won", "lost"), ("W", "L"), ("1", "0")]
)
def test_flags_are_understood_however_they_are_written(heading, yes, no):
    text = f"date,game,player,{heading}\n2026-03-01,Go,Ana,{no}\n2026-03-01,Go,Bo,{yes}\n"
    assert [s.won for s in found(text)[0].standings] == [False, True]
    assert told(text) == []


def test_a_column_of_winners_may_name_them_in_every_row():
    text = "date,game,player,winner\n2026-03-01,Go,Ana,Bo\n2026-03-01,Go,Bo,Bo\n"
    assert wins(found(text)) == {"Bo": 1}
    assert told(text) == []


@pytest.mark.parametrize("number", ["3", "3.0", "3,0", "3.00"])
def test_floats_are_whole_numbers(number):
    text = f'date,game,player,rank,minutes\n2026-03-01,Go,Ana,"{number}","{number}"\n'
    (play,) = found(text)
    assert (play.minutes, play.standings[0].place) == (3, 3)


def test_a_thousand_is_not_one():
    (play,) = found('date,game,player,minutes\n2026-03-01,Go,Ana,"1,000"\n')
    assert play.minutes is None


def test_a_game_id_that_numbers_the_games_people_own_is_no_id():
    text = "game_id,game,player\n7,Go,Ana\n7,Go,Bo\n7,Go,Ana\n8,Chess,Ana\n"
    assert tells(picture(text).doubts[0], "3 | date | round | id")
    assert [p.extra.get("game_id") for p in found(text, sure=True)] == ["7", "7", "8"]


# --- what can be a player -----------------------------------------------------------------------


def test_fields_of_a_program_are_nobody_and_its_winners_are():
    reading = picture(FIELDS)  # as one id is there for several plays
    assert meanings(reading) == {
        "id": None,
        "playDate": "date",
        "bggName": "game",
        "durationMin": "minutes",
        "gameRefId": None,
        "number_players": None,
        "scores difference": None,
        "bggYear": None,
        "winner": "winner",
    }
    assert reading.players == ("Ann", "?", "Bob")
    assert wins(found(FIELDS, sure=True)) == {"Ann": 3, "Bob": 1}


def test_so_they_do_if_a_column_could_be_somebody():
    text = FIELDS.replace("scores difference", "Difference to second")
    reading = picture(text)
    assert tells(reading.wrong, "winner | Ann | Bob | Difference to second")
    # confirming it doesn't make it right
    assert picture(text, sure=True) == reading
    assert picture(text, confirm=lambda reading: True) == reading


def test_a_winner_without_a_column_is_told_if_the_others_have_one():
    rows = [f"2026-03-0{n},Go,{who},5,6\n" for n, who in enumerate(("Ana", "Bo", "Ana", "Zed"), 1)]
    text = "date,game,winner,Ana,Bo\n" + "".join(rows)
    assert wins(found(text)) == {"Ana": 2, "Bo": 1}
    (problem,) = told(text)
    assert tells(problem, "x.csv:5 | winner | Zed")


@pytest.mark.parametrize(
    "heading",
    ["durationMinutes", "num_turns", "Level", "Year", "bggYear", "scoreDifference", "Rok", "Anno"],
)
def test_numbers_of_something_else_are_no_player(heading):
    (play,) = found(f"date,game,Ana,Bo,{heading}\n2026-03-01,Go,5,6,7\n")
    assert [s.person.name for s in play.standings] == ["Ana", "Bo"]


@pytest.mark.parametrize("cell", ["2026-03-01 20:02:11", "18:30", "01.03.2026"])
def test_dates_are_no_scores(cell):
    (play,) = found(f"date,game,Ana,Bo,Entered\n2026-03-01,Go,5,6,{cell}\n")
    assert [s.person.name for s in play.standings] == ["Ana", "Bo"]
    assert play.extra == {"Entered": cell}


@pytest.mark.parametrize("name", ["McDonald", "Player 1", "Łukasz", "O'Neil", "Anne-Marie", "王"])
def test_names_are_players(name):
    (play,) = found(f"date,game,{name},Bo\n2026-03-01,Go,5,6\n")
    assert [s.person.name for s in play.standings] == [name, "Bo"]


def test_small_letters_leave_a_doubt():
    text = "date,game,ana,bo,mood\n2026-03-01,Go,5,6,good\n"
    reading = picture(text)
    assert reading.wrong is None and tells(reading.doubts[0], "ana, bo")
    assert meanings(reading) == {
        "date": "date",
        "game": "game",
        "ana": "player",
        "bo": "player",
        "mood": None,
    }
    assert (reading.players, len(reading.plays)) == (("ana", "bo"), 1)
    assert tells(reading.plays[0], "2026-03-01 | Go | ana 5 | bo 6")
    assert len(found(text, sure=True)) == len(found(text, players=["ana", "bo"])) == 1


def test_a_winner_with_a_small_letter_leaves_none():
    text = "date,game,ana,bo,winner\n2026-03-01,Go,5,6,bo\n"
    assert wins(found(text)) == {"bo": 1}


def test_the_picture_shows_three_plays_and_says_no_more_than_it_must():
    rows = "".join(f"2026-03-{n:02},Go,5,6\n" for n in range(1, 9))
    assert len(picture("date,game,ana,bo\n" + rows).plays) == 3


@pytest.mark.parametrize("answer", [True, False])
def test_who_confirms_a_reading_gets_it(answer):
    asked: list[SheetPreview] = []

    def confirm(reading: SheetPreview) -> bool:
        asked.append(reading)
        return answer

    text = "date,game,ana,bo\n2026-03-01,Go,5,6\n"
    if answer:
        assert len(found(text, confirm=confirm)) == 1
    else:
        assert picture(text, confirm=confirm) == asked[0]
    assert len(asked) == 1


def test_others_may_write_while_the_user_thinks(tmp_path: Path):
    library = Library(tmp_path / "lib")
    (tmp_path / "small.csv").write_text("date,game,ana,bo\n2026-03-01,Go,5,6\n")
    (tmp_path / "clear.csv").write_text("date,game,Ana,Bo\n2026-03-02,Go,5,6\n")

    def confirm(reading: SheetPreview) -> bool:
        assert run_import(library, [tmp_path / "clear.csv"]).total()["new"] == 1
        return True

    options = Options(confirm=confirm)
    report = run_import(library, [tmp_path / "small.csv"], options=options)
    assert report.total()["new"] == 1
    assert len(Library(library.folder).games()) == 2
    assert Library(library.folder).troubles() == []


# --- lists in a cell ----------------------------------------------------------------------------


def test_players_in_one_cell():
    plays = found(LISTED)
    assert wins(plays) == {"a": 2, "b": 1, "c": 1}
    assert [len(p.standings) for p in plays] == [3, 2, 2, 2]
    assert [s.won for s in plays[3].standings] == [None, None]
    assert told(LISTED) == []


def test_a_column_named_by_the_user_may_hold_lists_too():
    plays = found(LISTED.replace("players", "Wer"), columns={"player": "Wer"})
    assert wins(plays) == {"a": 2, "b": 1, "c": 1}


@pytest.mark.parametrize(
    "cell",
    [
        *("Ana; Bo", "Ana | Bo", '"Ana, Bo"', "\"['Ana', 'Bo']\"", '"[""Ana"", ""Bo""]"'),
        *('"Ana\nBo"', "\"('Ana', 'Bo')\""),
    ],
)
def test_lists_are_written_in_many_ways(cell):
    (play,) = found(f"date,game,players,winner\n2026-03-01,Go,{cell},Bo\n")
    assert [(s.person.name, s.won) for s in play.standings] == [("Ana", False), ("Bo", True)]


@pytest.mark.parametrize(
    "cells",
    [
        '"Ana; Bo",51; 43',
        "\"['Ana', 'Bo']\",\"[51, 43.0]\"",
        "\"{'Ana': 51, 'Bo': 43}\",",
        "Ana: 51; Bo: 43,",
        "Ana = 51; Bo = 43,",
    ],
)
def test_so_are_their_scores(cells):
    (play,) = found(f"date,game,players,scores\n2026-03-01,Go,{cells}\n")
    assert [(s.person.name, s.total) for s in play.standings] == [("Ana", "51"), ("Bo", "43")]


def test_ranks_colours_and_flags_can_be_lists():
    (play,) = found("date,game,players,rank,colour,winner\n2026-03-01,Go,Ana|Bo,2|1,red|blue,0|1\n")
    assert [(s.place, s.colour, s.won) for s in play.standings] == [
        *((2, "red", False), (1, "blue", True)),
    ]


def test_the_number_of_players_is_no_list():
    (play,) = found("date,game,players,Ana,Bo\n2026-03-01,Go,2,5,6\n")
    assert [s.person.name for s in play.standings] == ["Ana", "Bo"]
    assert play.extra == {"players": "2"}


@pytest.mark.parametrize("cell", ["Ana / Bo", "Ana & Bo", "Ana (5); Bo (6)"])
def test_lists_that_could_be_something_else_leave_a_doubt(cell):
    text = f"date,game,players\n2026-03-01,Go,{cell}\n"
    assert picture(text).doubts
    assert [s.person.name for s in found(text, sure=True)[0].standings] == ["Ana", "Bo"]


@pytest.mark.parametrize(
    "cell", ["[" * 5000 + "]" * 5000, "[__import__('os')]", "{[]}", "(((())))"]
)
def test_what_only_looks_like_a_list_is_a_text(cell):
    (play,) = found(f'date,game,players\n2026-03-01,Go,"{cell}; Bo"\n')
    assert [s.person.name for s in play.standings][-1] == "Bo"


# --- in the library -----------------------------------------------------------------------------


def test_a_refused_table_leaves_nothing_behind(tmp_path: Path):
    library = Library(tmp_path / "lib")
    for name, text in (("b.csv", FIELDS), ("c.csv", LISTED)):
        (tmp_path / name).write_text(text)
    report = run_import(library, [tmp_path / "b.csv", tmp_path / "c.csv"])
    assert report.exit_code == 1
    (refused,) = [item for item in report.items if item.status == "refused"]
    assert refused.reading is not None and refused.reading.table == str(tmp_path / "b.csv")
    assert len(library.games()) == 4
