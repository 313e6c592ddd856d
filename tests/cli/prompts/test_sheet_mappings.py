"""A table whose reading isn't certain: shown and asked about, or refused with the same picture."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from common.refusals import tells
from common.terminal import Terminal
from ledger.library.library import Library

SMALL = "Wann,game,ana,bo,mood\n2026-03-01,Go,5,6,good\n2026-03-02,Go,7,3,\n"


@pytest.fixture
def table(tmp_path: Path) -> Path:
    (tmp_path / "small.csv").write_text(SMALL)
    return tmp_path / "small.csv"


class Asked(Terminal):
    """`ledger import` in a terminal."""

    def __init__(self, table: Path, *more: str) -> None:
        self.library = table.parent / "lib"
        args = ("import", table, "--library", self.library, *more)
        super().__init__(*args, size=(300, 40), env={"NO_COLOR": "1", "COLUMNS": "300"})

    def answer(self, question: str, text: str) -> str:
        shown = self.sees(question)
        self.enter(text)
        return shown


@pytest.fixture
def ask(terminal):
    """Import a table in a terminal."""

    def start(*args: Any) -> Asked:
        return terminal(*args, kind=Asked)

    return start


def test_it_is_shown_asked_about_and_saved(run, ask, table):
    asked = ask(table, "--column", "date=Wann")
    picture = asked.answer("Import it like this?", "y")
    assert tells(picture, "small.csv | Wann | date | mood | ana 5 | bo 6 | 2026-03-02")
    asked.answer("Name to save this under", "Club B")
    asked.answer("Name (Enter", "club-b")
    assert tells(asked.answer("What wins at Go", "high"), "ana 5 | bo 6")
    code, out = asked.end()
    assert (code, "2 new" in out) == (0, True)
    saved = Library(asked.library).catalogue.mappings["club-b"]
    assert saved.columns == {"date": "Wann", "game": "game"}
    assert saved.players == ("ana", "bo")
    plays = [e.played for e in Library(asked.library).results()]
    assert [[s.won for s in p.standings] for p in plays] == [[False, True], [True, False]]
    # next time, nobody has to be asked
    table.write_text(SMALL.replace("2026-03", "2026-04"))
    result = run("import", table, "--library", asked.library, "--mapping", "club-b")
    assert (result.code, "2 new" in result.out) == (0, True)
    assert all(any(s.won for s in e.standings) for e in Library(asked.library).results())


def test_who_says_no_takes_nothing(ask, table):
    asked = ask(table, "--column", "date=Wann")
    asked.answer("Import it like this?", "")
    code, out = asked.end()
    assert (code, "1 refused" in out) == (1, True)
    assert Library(asked.library).games() == []


PLACES = "date,game,Ana,Bo,Cy\n2026-03-01,Go,1,2,3\n2026-03-02,Go,3,1,2\n"


def test_another_reading_is_chosen_shown_and_saved(run, ask, table):
    table.write_text(PLACES)
    asked = ask(table)
    picture = asked.answer("Import it like this? y, n, or a number", "2")
    assert tells(picture, "Ana (1)* | --cells places | --cells scores")
    picture = asked.answer("Import it like this?", "y")
    assert tells(picture, "Ana 1 | Bo 2")
    asked.answer("Name to save this under", "tuesday")
    asked.answer("What wins at Go", "low")
    assert asked.end()[0] == 0
    library = Library(asked.library)
    assert [s.total for s in library.results()[0].standings] == ["1", "2", "3"]
    assert [s.won for s in library.results()[0].standings] == [True, False, False]
    assert library.catalogue.sheet_options["tuesday"] == {"cells": "scores"}
    table.write_text(PLACES.replace("2026-03", "2026-04"))
    result = run("import", table, "--library", asked.library, "--mapping", "tuesday")
    assert (result.code, "2 new" in result.out) == (0, True)
    assert all(s.total for e in Library(asked.library).results() for s in e.standings)


def test_a_reading_that_was_confirmed_stays_the_same_for_other_rows(run, ask, table):
    table.write_text(PLACES)
    asked = ask(table)
    asked.answer("Import it like this?", "y")
    asked.answer("Name to save this under", "tuesday")
    assert asked.end()[0] == 0
    table.write_text(PLACES.replace("2026-03", "2026-04") + "2026-04-03,Go,1,4,4\n")
    assert run("import", table, "--library", asked.library, "--mapping", "tuesday").code == 0
    places = [[s.place for s in e.standings] for e in Library(asked.library).results()]
    assert [1, 4, 4] in places


# --- what wins ----------------------------------------------------------------------------------

SCORES = "date,game,Ana,Bo\n2026-03-01,Golf,70,68\n2026-03-02,Golf,71,75\n2026-03-03,Go,5,6\n"


def winners(library: Path) -> list[str | None]:
    return [
        next((s.person.name for s in e.standings if s.won), None)
        for e in sorted(Library(library).results(), key=lambda e: e.date or "")
    ]


def test_what_wins_is_said_once_and_remembered(run, table):
    table.write_text(SCORES)
    lib = table.parent / "lib"
    result = run("import", table, "--library", lib)
    assert result.code == 0
    assert tells(result.out, "2 | Golf | --wins Golf=high | --wins Golf=low")
    assert winners(lib) == [None] * 3
    result = run("import", table, "--library", lib, "--wins", "Golf=low")  # that mends it
    assert tells(result.out, "2 changed | 1 known")
    assert winners(lib) == ["Bo", "Ana", None]
    assert not any(e.played.highest_wins for e in Library(lib).results() if e.title == "Golf")
    assert tells(run("import", table, "--library", lib).out, "3 known")
    table.write_text(SCORES.replace("2026-03", "2026-04"))
    run("import", table, "--library", lib)
    assert winners(lib) == ["Bo", "Ana", None] * 2
    run("import", table, "--library", lib, "--wins", "high")
    assert winners(lib) == ["Bo", "Ana", None, "Bo", "Ana", "Bo"]
    assert Library(lib).catalogue.scoring == {"Golf": "low", "Go": "high"}


def test_a_dry_run_remembers_nothing(run, table):
    table.write_text(SCORES)
    lib = table.parent / "lib"
    assert run("import", table, "--library", lib, "--wins", "high", "--dry-run").code == 0
    assert Library(lib).catalogue.scoring == {}


def test_each_title_is_asked_about_once_until_it_is_enough(ask, table):
    table.write_text(SCORES + "2026-03-04,Azul,60,50\n")
    asked = ask(table)
    assert tells(asked.answer("What wins at Golf", "low"), "Ana 70 | Bo 68")
    asked.answer("What wins at Go", "stop")
    code, out = asked.end()
    assert code == 0 and tells(out, "--wins Go=high | --wins Azul=high")
    assert winners(asked.library) == ["Bo", "Ana", None, None]


@pytest.mark.parametrize("said", ["most", "Golf=most", "=high", ""])
def test_what_wins_is_high_or_low(run, table, said):
    result = run("import", table, "--library", table.parent / "lib", "--wins", said)
    assert result.code == 2
    assert "--wins" in result.err


def test_without_a_terminal_it_is_refused_with_the_same_picture(run, table):
    where = ("--library", table.parent / "lib", "--column", "date=Wann")
    result = run("import", table, *where)
    assert result.code == 1
    assert tells(result.out, "small.csv:1 | --yes | Wann | mood | ana 5 | bo 6 | 2026-03-02")
    (item,) = run("import", table, *where, "--json").json["items"]
    assert [c["heading"] for c in item["reading"]["columns"]] == SMALL.split("\n")[0].split(",")
    assert item["reading"]["players"] == ["ana", "bo"]
    assert run("import", table, *where, "--yes").code == 0


def test_a_mapping_that_is_not_there(run, table):
    result = run("import", table, "--library", table.parent / "lib", "--mapping", "club-b")
    assert result.code != 0
    assert tells(result.err, "club-b")


@pytest.mark.parametrize("name", ["bgg", "Club B", "ledger", "../x", ""])
def test_names_that_a_sheet_cannot_have(run, table, name):
    result = run("import", table, "--library", table.parent / "lib", "--source", name)
    assert result.code == 2


def test_a_sheet_with_a_name_keeps_its_ids_apart(run, tmp_path):
    (tmp_path / "x.csv").write_text("id,date,game,player\n1,2026-03-01,Go,Ana\n")
    where = ("--library", tmp_path / "lib")
    assert run("import", tmp_path / "x.csv", *where).code == 0
    assert run("import", tmp_path / "x.csv", *where, "--source", "club-b").code == 0
    ids = [e.id for e in Library(tmp_path / "lib").games()]
    assert ids == ["sheet-1", "club-b-1"]


def test_what_a_table_says_is_printed_safely(run, tmp_path):
    (tmp_path / "x.csv").write_text("date,game,an\x1b[31ma,bo\n2026-03-01,G\x07o,5,6\n")
    result = run("import", tmp_path / "x.csv", "--library", tmp_path / "lib")
    assert result.code == 1
    assert "\x1b" not in result.out and "\x07" not in result.out
