"""Plays without an id of their own: told apart within a file, corrected and not lost across."""

from __future__ import annotations

import itertools
from pathlib import Path

import pytest

from common.refusals import tells
from ledger.importers.pipeline import run_import
from ledger.importers.report import Report
from ledger.library.library import Library

HEAD = "date,game,location,player,score\n"
WIDE = "date,game,Ana,Bartek\n"
SAME = "Ana: score {} → {} | Bartek: score {} → {} | `round` | `id`"


@pytest.fixture
def library(tmp_path: Path) -> Library:
    return Library(tmp_path / "lib")


def tall(*scores: tuple[int, int]) -> str:
    return HEAD + "".join(
        f"2026-03-01,osaka,Home,Ana,{a}\n2026-03-01,osaka,Home,Bartek,{b}\n" for a, b in scores
    )


def wide(*scores: tuple[int, int]) -> str:
    return WIDE + "".join(f"2026-03-01,osaka,{a},{b}\n" for a, b in scores)


def go(library: Library, text: str, name: str = "a.csv") -> Report:
    file = library.folder.parent / name
    file.write_text(text)
    return run_import(library, [file])


def statuses(report: Report) -> list[str]:
    return [item.status for item in report.items]


def now(library: Library) -> list[tuple[str | None, ...]]:
    """The results that the library shows, without their order."""
    return sorted(tuple(s.total for s in e.standings) for e in library.results())


X, Y, Z = (51, 43), (30, 31), (7, 8)


@pytest.mark.parametrize("table", [tall, wide])
def test_two_results_of_one_file_are_two_plays(library, table):
    assert statuses(go(library, table(X, Y))) == ["new", "new"]
    assert now(library) == [("30", "31"), ("51", "43")]
    assert statuses(go(library, table(X, Y))) == ["known", "known"]


@pytest.mark.parametrize("table", [tall, wide])
def test_equal_results_of_one_file_are_two_plays_too(library, table):
    assert statuses(go(library, table(X, X))) == ["new", "new"]
    assert statuses(go(library, table(X, X))) == ["known", "known"]
    assert len(library.results()) == 2


@pytest.mark.parametrize("order", list(itertools.permutations([X, Y, Z])))
def test_the_order_of_the_rows_means_nothing(library, order):
    go(library, tall(X, Y, Z))
    assert statuses(go(library, tall(*order))) == ["known"] * 3
    assert now(library) == [("30", "31"), ("51", "43"), ("7", "8")]


def test_a_row_that_is_inserted_above_is_the_new_one(library):
    go(library, tall(X))
    assert statuses(go(library, tall(Y, X))) == ["new", "known"]
    assert statuses(go(library, tall(Z, Y, X))) == ["new", "known", "known"]


def test_a_correction_is_told_with_its_place_and_how_to_say_otherwise(library):
    go(library, tall(X))
    (item,) = go(library, tall(Y), "b.csv").items
    assert (item.status, item.revision, item.line) == ("changed", 2, 2)
    assert item.file.endswith("b.csv")
    assert tells(item.message, SAME.format(51, 30, 43, 31))
    # the first file comes again: the correction is taken back
    (item,) = go(library, tall(X)).items
    assert (item.status, item.revision) == ("changed", 3)
    assert tells(item.message, SAME.format(30, 51, 31, 43))
    assert statuses(go(library, tall(X))) == ["known"]
    assert now(library) == [("51", "43")]


def test_of_several_the_one_that_is_left_is_corrected(library):
    go(library, tall(X, Y))
    report = go(library, tall(Z, X))
    assert statuses(report) == ["changed", "known"]
    assert now(library) == [("51", "43"), ("7", "8")]


def test_which_of_several_is_corrected_is_not_guessed(library):
    first = go(library, tall(X, Y))
    (item,) = go(library, tall(Z), "b.csv").items
    one, two = (i.id for i in first.items)
    assert (item.status, item.error) == ("refused", "ambiguous")
    assert tells(item.message, f"round | id | {one} | {two} | 1 | 2")
    assert now(library) == [("30", "31"), ("51", "43")]


@pytest.mark.parametrize("column", ["round", "id"])
def test_a_round_or_an_id_makes_it_another_play(library, column):
    go(library, tall(X))
    text = tall(Y).replace(HEAD, HEAD.replace("score", f"score,{column}"))
    text = text.replace(",30\n", ",30,2\n").replace(",31\n", ",31,2\n")
    assert statuses(go(library, text, "b.csv")) == ["new"]
    assert now(library) == [("30", "31"), ("51", "43")]


def test_other_players_are_another_play(library):
    go(library, tall(X))
    assert statuses(go(library, tall(X).replace("Bartek", "Celina"), "b.csv")) == ["new"]


def test_the_same_play_tall_and_wide_is_one(library):
    go(library, wide(X))
    assert statuses(go(library, tall(X).replace("Home", ""), "b.csv")) == ["known"]


@pytest.mark.parametrize("name", ["A/B", "A+B", "A#2", "A%2FB"])
def test_signs_in_names_do_not_mix_up_plays(library, name):
    go(library, tall(X).replace("Ana", name))
    for other in ("A", "B", "A/B/C", "A+", "A%2"):
        assert statuses(go(library, tall(X).replace("Ana", other), "b.csv")) == ["new"]


def test_a_change_of_a_play_with_an_id_says_what_is_new(library):
    text = "id,date,game,player,score,comment\nx7,2026-03-01,osaka,Ana,5,sun\n"
    go(library, text)
    (item,) = go(library, text.replace(",5,sun", ",6,rain")).items
    assert tells(item.message, "sheet | x7 | Ana | 5 | 6 | comment")
    more = (
        "id,date,time,game,location,board,player,score,rank\nx7,2026-03-01,18:00,Go,H,b,Ana,1,1\n"
    )
    (item,) = go(library, more).items
    assert tells(item.message, "sheet | x7 | title osaka → Go | 3")
