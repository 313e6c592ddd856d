"""Tables as people keep them: sums, places, cells too many, and who won where nobody says it."""

from __future__ import annotations

import unicodedata
from pathlib import Path

import pytest

from common.refusals import tells
from importers.reading import found, said, told, zipped
from ledger.importers.pipeline import run_import
from ledger.library.library import Library

WIDE = "date,game,Ana,Bartek\n"


# --- places and ranks -------------------------------------------------------------------------


@pytest.mark.parametrize("heading", ["place", "Miejsce", "Luogo", "Posto"])
@pytest.mark.parametrize("cell", ["Kuchnia", "4"])
def test_a_place_in_a_wide_table_is_where_it_was(heading, cell):
    (play,) = found(f"date,game,{heading},Ana,Bartek\n2026-03-01,osaka,{cell},1,2\n")
    assert play.place == cell
    assert [s.person.name for s in play.standings] == ["Ana", "Bartek"]


@pytest.mark.parametrize(
    ("cells", "place", "ranks"),
    [(("Kuchnia", "Kuchnia"), "Kuchnia", [None, None]), (("1", "2."), None, [1, 2])],
)
def test_a_place_in_a_tall_table_is_a_rank_if_it_is_a_number(cells, place, ranks):
    one, two = cells
    text = f"date,game,place,player\n2026-03-01,Go,{one},Ana\n2026-03-01,Go,{two},Bartek\n"
    (play,) = found(text)
    assert play.place == place
    assert [s.place for s in play.standings] == ranks
    assert bool(told(text)) is (place is not None)


def test_a_rank_and_a_place_can_stand_side_by_side():
    (play,) = found("date,game,Ranking,Miejsce,player\n2026-03-01,Go,1,Kuchnia,Ana\n")
    assert (play.place, play.standings[0].place) == ("Kuchnia", 1)


def test_what_the_user_says_is_not_guessed():
    text = "date,game,place,player\n2026-03-01,Go,first,Ana\n"
    (play,) = found(text, columns={"rank": "place"})
    assert play.place is None
    (problem,) = said(text, columns={"rank": "place"})
    assert problem.tells("problem | x.csv:2 | rank | first")


# --- sums and surplus -------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["Razem", "Total", "TOTALE", "Suma"])
def test_sums_are_nobody(name):
    (play,) = found(f"date,game,Ana,Bartek,{name}\n2026-03-01,osaka,1,2,3\n{name},,1,2,3\n")
    assert {s.person.name for s in play.standings} == {"Ana", "Bartek"}
    remarks = said(f"date,game,player,score\n2026-03-01,osaka,Ana,1\n,,{name},1\n")
    assert all(x.tells(f"remark | x.csv:3 | {name}") for x in remarks)


def test_a_row_that_is_too_wide_is_refused_and_the_others_are_taken():
    text = WIDE + "2026-03-01,osaka,51,5,43\n2026-03-02,osaka,1,2,\n"
    assert [p.date for p in found(text)] == ["2026-03-02"]
    assert tells(told(text)[0], "x.csv:2 | malformed")


def test_a_tall_play_with_a_row_too_wide_is_refused_whole():
    text = "date,game,player,score\n2026-03-01,Go,Ana,1\n2026-03-01,Go,Bartek,51,5\n"
    assert found(text) == []
    assert tells(told(text)[0], "x.csv:3 | malformed")


# --- who won ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "scores", "won"),
    [
        ("osaka", (1, 2), [False, True]),
        ("osaka", (2, 2), [None, None]),  # the rules break the tie
        ("osaka", (2, ""), [None]),
        ("osaka", (2, "5?"), [None, None]),
        ("Golf", (1, 2), [None, None]),  # nobody knows whether the most points win
    ],
)
def test_a_score_tells_who_won_where_the_rules_leave_no_doubt(game, scores, won):
    (play,) = found(WIDE + f"2026-03-01,{game},{scores[0]},{scores[1]}\n")
    assert [s.won for s in play.standings] == won


@pytest.mark.parametrize(
    ("ranks", "won"),
    [("121", [True, False, True]), ("233", [None] * 3), ("12 ", [True, False, None])],
)
def test_who_is_ranked_first_won(ranks, won):
    rows = "".join(f"2026-03-01,Golf,{n},{name}\n" for n, name in zip(ranks, "ABC", strict=True))
    (play,) = found("date,game,rank,player\n" + rows)
    assert [s.won for s in play.standings] == won


def test_a_flag_counts_more_than_a_rank():
    text = "date,game,rank,player,winner\n2026-03-01,osaka,1,Ana,0\n2026-03-01,osaka,2,Bo,\n"
    assert [s.won for s in found(text)[0].standings] == [False, None]


# --- letters, files, folders ------------------------------------------------------------------


def test_letters_in_two_pieces_make_no_second_game(tmp_path: Path):
    library = Library(tmp_path / "lib")
    session = (
        "game: osaka\nplayers: Zoë, Józef\nplace: Łódź\n\nmarket R2 R2 B3 Y5 G5\nfarm R5 R5 R5\n"
        "Zoë hand Y5 Y5\nJózef hand Y3 Y3 Y2\nJózef claim red\n"
    )
    tall = "date,game,place,player,score\n2026-03-01,Gęś,Łódź,Józef,1\n"
    wide = "date,game,location,Józef,Zoë\n2026-03-02,Gęś,Łódź,1,2\n"
    for name, text in (("a.session", session), ("b.csv", tall), ("c.csv", wide)):
        for form in ("NFC", "NFD", "NFC"):
            (tmp_path / name).write_text(unicodedata.normalize(form, text), encoding="utf-8")
            report = run_import(library, [tmp_path / name])
            assert report.total()["refused"] == 0
            if name != "a.session" and form == "NFD":
                assert report.total()["known"] == 1
    assert len(library.games()) == 3
    assert len(library.players()) == 2


def test_ids_are_spelt_with_plain_letters(tmp_path: Path):
    (tmp_path / "x.csv").write_text("date,game,Łukasz,Żaneta\n2026-03-01,Gęś,1,2\n")
    run_import(Library(tmp_path / "lib"), [tmp_path / "x.csv"])
    (entry,) = Library(tmp_path / "lib").games()
    assert entry.id.startswith("sheet-2026-03-01-ges-lukasz-zaneta-")


def test_a_folder_that_cannot_be_read_does_not_stop_the_others(tmp_path: Path, monkeypatch):
    (tmp_path / "shut").mkdir()
    (tmp_path / "x.csv").write_text(WIDE + "2026-03-01,osaka,1,2\n")
    listing = Path.iterdir

    def denied(self):
        if self.name == "shut":
            raise PermissionError(13, "Permission denied", str(self))
        return listing(self)

    monkeypatch.setattr(Path, "iterdir", denied)
    files = [tmp_path / "gone.csv", tmp_path / "shut", tmp_path / "x.csv"]
    report = run_import(Library(tmp_path / "lib"), files)
    assert [i.status for i in report.items] == ["refused", "refused", "new"]
    assert all(i.message for i in report.items[:2])
    assert report.exit_code == 1


def test_a_text_for_people_is_left_where_it_is(tmp_path: Path):
    files = {"readme.txt": b"Hello, all.\n", "x.csv": b"date,game,Ana\n2026-03-01,osaka,1\n"}
    (tmp_path / "in").mkdir()
    for name, data in files.items():
        (tmp_path / "in" / name).write_bytes(data)
    (tmp_path / "in.zip").write_bytes(zipped(files))
    for source in ("in", "in.zip"):
        report = run_import(Library(tmp_path / f"lib-{source}"), [tmp_path / source])
        assert (report.total()["new"], report.total()["refused"]) == (1, 0)
        told = [*report.skipped, *report.files[0].remarks]
        assert [text for text in told if "readme.txt" in str(text)]
    (tmp_path / "alone.txt").write_bytes(files["readme.txt"])
    assert run_import(Library(tmp_path / "lib"), [tmp_path / "alone.txt"]).exit_code == 2
