"""Tables of results: delimiters, encodings, headings, shapes."""

import pytest

from common.refusals import all_tell, refuses, tells
from importers.reading import counted, found, records, said, told
from ledger.importers.sheets import grid
from ledger.kernel.errors import Ambiguous, LedgerError, Malformed
from ledger.kernel.results import Person, PlayRecord, Standing

TALL = "date,game,player,score\n2026-03-01,osaka,Ana,51\n2026-03-01,osaka,Bartek,43\n"


def scores(play: PlayRecord) -> dict[str, str | None]:
    return {s.person.name: s.total for s in play.standings}


# --- tall -----------------------------------------------------------------------------------


def test_rows_of_one_play_are_one_game():
    assert found("tall.csv")[0] == PlayRecord(
        source="sheet",
        key="2026-03-01//osaka/Kuchnia//Ana+Bartek",
        title="osaka",
        game="osaka",
        date="2026-03-01",
        place="Kuchnia",
        standings=(
            Standing(
                person=Person(name="Ana"),
                score="51",
                total="51",
                place=1,
                won=True,
                began=True,
                extra={"mood": "good"},
            ),
            Standing(
                person=Person(name="Bartek"),
                score="24+19",
                parts=("24", "19"),
                total="43",
                place=2,
                won=False,
                began=False,
            ),
        ),
    )


def test_a_player_who_comes_again_plays_a_second_game():
    one, two, *_ = found("tall.csv")
    assert one.key == two.key  # which is which the library says
    assert scores(two) == {"Ana": "30", "Bartek": "31"}
    assert [s.place for s in two.standings] == [2, 1]


def test_a_row_with_only_a_player_belongs_to_the_play_above():
    golf = found("tall.csv")[2]
    assert scores(golf) == {"Celina": None, "Dawid": "71"}
    assert [s.score for s in golf.standings] == ["about 70", "71"]


def test_what_is_not_read_is_told_with_its_row():
    assert all_tell(
        said("tall.csv"),
        [
            "remark | tall.csv:1 | mood",
            "problem | tall.csv:4 | round | id | Ana",
            "problem | tall.csv:7 | Celina | about 70",
            "problem | tall.csv:7 | rank | x",
            "malformed | tall.csv:9 | soon | 2026-03-01",
            "malformed | tall.csv:10",
        ],
    )
    assert counted(records("tall.csv")) == 5


def test_dates_and_titles_that_mean_the_same_are_one_play():
    data = "date,game,player,score\n01.03.2026,Kupcy z Osaki,Ana,5\n46082,osaka,Bartek,4\n"
    (play,) = found(data)
    assert scores(play) == {"Ana": "5", "Bartek": "4"}
    assert told(data) == []


def test_rounds_and_places_tell_plays_apart():
    data = "date,game,round,player,score\n" + "".join(
        f"2026-03-01,osaka,{r},{p},{r}\n" for p in ("Ana", "Bartek") for r in (1, 2)
    )
    one, two = found(data)
    assert scores(one) == {"Ana": "1", "Bartek": "1"}
    assert (one.extra, two.extra) == ({"round": "1"}, {"round": "2"})


def test_what_rows_say_differently_is_kept_and_told():
    data = (
        "date,game,player,score,comment\n2026-03-01,osaka,Ana,5,sun\n2026-03-01,osaka,Bo,4,rain\n"
    )
    (play,) = found(data)
    assert play.comment == "sun" and play.standings[1].extra == {"comment": "rain"}
    assert all_tell(said(data), ["problem | x.csv:2 | 3 | rain | comment"])


def test_an_id_holds_a_play_together():
    data = "id,game,player,score\na,osaka,Ana,5\nb,osaka,Ana,6\na,osaka,Bo,4\nb,osaka,Ana,7\n"
    (play,) = found(data)
    assert (play.key, scores(play)) == ("a", {"Ana": "5", "Bo": "4"})
    assert all_tell(said(data), ["malformed | x.csv:3 b | Ana"])


# --- wide -----------------------------------------------------------------------------------


def test_a_column_per_player():
    one, two, three = found("wide.csv")
    assert scores(one) == {"Ana": "51", "Bartek": "43"}
    assert one.extra == {"Weather": "sun"}
    assert [s.won for s in one.standings] == [True, False]
    assert (two.game, [s.won for s in two.standings]) == ("istanbul", [True, False, True])
    assert three.extra == {"winner": "Zenon"}
    assert [s.won for s in three.standings] == [None, None]


def test_what_a_wide_table_does_not_say_is_told():
    assert all_tell(
        said("wide.csv"),
        [
            "remark | wide.csv:1 | Weather",
            "malformed | wide.csv:4",
            "problem | wide.csv:5 | winner | Zenon",
            "problem | wide.csv:5 | Bartek | x",
        ],
    )
    assert counted(records("wide.csv")) == 4


def test_the_players_columns_can_be_named():
    data = "date,game,Ana,Bo,Level\n2026-03-01,osaka,51,43,3\n"
    (play,) = found(data)
    assert scores(play) == {"Ana": "51", "Bo": "43"} and play.extra == {"Level": "3"}
    assert scores(found(data, players=["Ana", "Level"])[0]) == {"Ana": "51", "Level": "3"}
    (play,) = found(data, players=["Ana"])
    assert scores(play) == {"Ana": "51"} and play.extra == {"Bo": "43", "Level": "3"}
    with refuses(Malformed, "Zenon"):
        found(data, players=["Zenon"])


# --- headings -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "heading",
    [
        "Data;Gra;Gracz;Punkty;Zwycięzca;Lokalizacja",
        "data;gioco;giocatore;punteggio;vincitore;luogo",
        "DATE;Game;Player;Score;Winner;Location",
    ],
)
def test_headings_are_known_in_three_languages(heading):
    (play,) = found(heading + "\n01.03.2026;osaka;Ana;7,5;tak;Dom\n")
    (ana,) = play.standings
    assert (play.date, play.place, ana.total, ana.won) == ("2026-03-01", "Dom", "7.5", True)


def test_other_headings_are_named_by_the_user():
    data = "Tag,Spiel,Spieler,Punkte\n2026-03-01,osaka,Ana,5\n"
    columns = {"date": "Tag", "game": "Spiel", "player": "spieler", "score": "Punkte"}
    (play,) = found(data, columns=columns)
    assert (play.date, play.game, scores(play)) == ("2026-03-01", "osaka", {"Ana": "5"})


def test_a_named_column_stands_before_a_known_heading():
    data = "date,game,player,score,gross\n2026-03-01,osaka,Ana,5,7\n"
    (play,) = found(data, columns={"score": "gross"})
    assert scores(play) == {"Ana": "7"} and play.standings[0].extra == {"score": "5"}


def test_of_two_columns_the_plainer_heading_is_the_field():
    (play,) = found("date,game,player,total,score\n2026-03-01,osaka,Ana,9,5\n")
    assert scores(play) == {"Ana": "5"} and play.standings[0].extra == {"total": "9"}


def test_a_title_may_stand_above_the_headings():
    assert found("Our league,,,\n,,,\n" + TALL)[0].key == "2026-03-01//osaka///Ana+Bartek"


def test_the_game_can_be_given():
    assert found("date,player,score\n2026-03-01,Ana,5\n", game="osaka")[0].game == "osaka"


@pytest.mark.parametrize(
    ("data", "error"),
    [
        (
            "a,b\n1,2\n",
            "x.csv:1 | --column player=Spieler",
        ),
        (
            "date,player,score\n2026-03-01,Ana,5\n",
            "x.csv:1 | --column game=Spiel | --game",
        ),
        (
            "date,game,weather\n2026-03-01,osaka,sun\n",
            "x.csv:1",
        ),
        (
            'date,game,player,score\n2026-03-01,osaka,"Ana,5\n',
            "x.csv:2",
        ),
        (
            "date,game,Ana,Ana\n2026-03-01,osaka,1,2\n",
            "x.csv:1 | Ana",
        ),
        (
            "date,game,player,score\n2026-03-01,osaka," + "x" * 1_100_000 + ",1\n",
            "x.csv:2 | 1048576",
        ),
    ],
    ids=("headings", "game", "scores", "quote", "twice", "long"),
)
def test_a_table_that_says_too_little_is_refused(data, error):
    with pytest.raises(LedgerError) as e:
        records(data)
    assert tells(str(e.value), error)


def test_a_column_that_is_not_there():
    with pytest.raises(Malformed) as e:
        records(TALL, columns={"player": "Spieler"})
    assert tells(str(e.value), "x.csv:1 | Spieler | date")
    with refuses(Malformed, "gamer"):
        records(TALL, columns={"gamer": "player"})


def test_a_huge_table_is_refused(monkeypatch):
    with refuses(Malformed, "1000"):
        records(TALL + "x," * 1001 + "x\n")
    with refuses(Malformed, "x.csv:4 | 2"):
        records((TALL + "x," * 3_000_000).encode(), "x.csv")
    monkeypatch.setattr(grid, "MAX_ROWS", 2)
    with refuses(Malformed, "2"):
        records(TALL)


def test_a_stray_delimiter_does_not_mislead():
    data = TALL + '2026-03-02,osaka,Ana;B,5,\n2026-03-02,osaka,"C;D",5\n'
    assert [s.person.name for s in found(data)[1].standings] == ["Ana;B", "C;D"]


@pytest.mark.parametrize(
    "heading",
    [
        *("minutes", "time_in_min", "Duration (min)", "Length", "Play time", "playtime", "mins"),
        *("Game length", "Duration in minutes", "durationMin", "Czas trwania", "Durata (min)"),
    ],
)
@pytest.mark.parametrize("cell", ["95", "1:35", "1h 35m", "95 min", "1 h 35"])
def test_minutes_have_many_names(heading, cell):
    (play,) = found(f"date,game,{heading},player,winner\n2026-03-01,Go,{cell},Ana,1\n")
    assert play.minutes == 95
    assert told(f"date,game,{heading},player,winner\n2026-03-01,Go,{cell},Ana,1\n") == []


@pytest.mark.parametrize(("cell", "minutes"), [("1.5", 90), ("2", 120), ("0,75", 45)])
def test_hours_are_minutes_too(cell, minutes):
    (play,) = found(f'date,game,hours,player\n2026-03-01,Go,"{cell}",Ana\n')
    assert play.minutes == minutes


# --- dates ----------------------------------------------------------------------------------


def test_ambiguous_dates_are_listed_and_not_guessed():
    data = "date,game,player,score\n03/04/2026,osaka,Ana,5\n05/05/2026,osaka,Ana,5\n"
    assert [p.date for p in found(data)] == ["2026-05-05"]
    assert all_tell(said(data), ["ambiguous | x.csv:2 | 03/04/2026 | 3 | 4 | --dates dmy | mdy"])
    assert found(data, dates="mdy")[0].date == "2026-03-04"


def test_one_date_tells_the_order_of_all():
    data = "date,game,player,score\n03/04/2026,osaka,Ana,5\n14/04/2026,osaka,Ana,5\n"
    assert [p.date for p in found(data)] == ["2026-04-03", "2026-04-14"]


# --- bytes ----------------------------------------------------------------------------------


@pytest.mark.parametrize("delimiter", [",", ";", "\t", "|"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-be"])
def test_delimiters_and_encodings(delimiter, encoding):
    text = TALL.replace(",", delimiter).replace("Ana", "Żaneta")
    mark = b"\xfe\xff" if encoding == "utf-16-be" else b""
    (play,) = found(mark + text.encode(encoding), "x.csv")
    assert scores(play) == {"Żaneta": "51", "Bartek": "43"}
    assert told(mark + text.encode(encoding), "x.csv") == []


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
@pytest.mark.parametrize("name", ["Żaneta", "Ана", "王"])
def test_utf_16_needs_no_mark(encoding, name):
    data = TALL.replace("Ana", name).encode(encoding)
    assert scores(found(data, "x.csv")[0]) == {name: "51", "Bartek": "43"}
    assert scores(found(data, "x")[0]) == {name: "51", "Bartek": "43"}


@pytest.mark.parametrize(
    ("page", "name"), [("cp1250", "Żółć Gęślą"), ("cp1252", "Niccolò Müller"), ("cp1252", "Zoë")]
)
def test_old_code_pages_are_told(page, name):
    data = TALL.replace("Ana", name).encode(page)
    assert list(scores(found(data, "x.csv")[0])) == [name, "Bartek"]
    (remark,) = told(data, "x.csv")
    bad = next(b for b in name.encode(page) if b > 127)
    assert tells(remark, f"x.csv | remark | 0x{bad:02x} | 2 | {page}")


def test_the_encoding_can_be_given():
    assert scores(found(TALL.replace("Ana", "č").encode("cp1250"), encoding="cp1250")[0])["č"]
    with refuses(Malformed, "klingon"):
        records(TALL, encoding="klingon")
    with refuses(Malformed, "ascii"):
        records(TALL.replace("Ana", "Ł"), encoding="ascii")


def test_a_binary_file_is_no_table():
    with pytest.raises(LedgerError):
        records(b"date,game\n\xff\xfe\0\0", "x.csv")


def test_the_quote_that_guards_a_formula_is_taken_off():
    data = "date,game,player,score\n2026-03-01,osaka,'=1+1,'-3+4\n"
    (play,) = found(data)
    assert scores(play) == {"=1+1": "1"}


def test_ambiguous_is_an_error_of_its_own():
    with pytest.raises(Ambiguous):
        records("date,game,player,player\n1,2,3,4\n")
