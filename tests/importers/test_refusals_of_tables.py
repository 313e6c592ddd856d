"""Every refusal of a table of results or moves, and what it tells (see `common.refusals`)."""

from __future__ import annotations

import pytest

from common.refusals import Trigger
from importers.reading import reads

TALL = "date,game,player,score\n"
MOVES = "game_id,seq,player,action,args\n"

REFUSALS: list[tuple[str, Trigger]] = [
    ("problem | x.csv:2 | Istanbul | istanbul", reads(TALL + "2026-03-01,Istanbul,Ana,5\n")),
    # --- tables ---
    ("ambiguous | x.csv:1 | Ana =>", reads("date,game,Ana,Ana\n2026-03-01,osaka,1,2\n")),
    (
        "malformed | x.csv | gamer | source | players",
        reads(TALL + "2026-03-01,osaka,Ana,5\n", columns={"gamer": "player"}),
    ),
    (
        "malformed | x.csv:1 | Spieler | date | score",
        reads(TALL + "2026-03-01,osaka,Ana,5\n", columns={"player": "Spieler"}),
    ),
    (
        "ambiguous | x.csv:2 | 1/3/26 | 2026-03-01 | 2026-01-03 | --dates dmy or mdy",
        reads(TALL + "1/3/26,osaka,Ana,5\n"),
    ),
    (
        "ambiguous | x.csv:2 | 26-03-01 | 2001-03-26 | 2026-03-01 | --dates dmy, mdy or ymd",
        reads(TALL + "26-03-01,osaka,Ana,5\n"),
    ),
    (
        "ambiguous | x.csv:1 => --cells places | --cells scores | --yes",
        reads("date,game,Ana,Bo,Cy\n2026-03-01,Go,1,2,3\n"),
    ),
    (
        "ambiguous | x.csv:1 | Ana,Bo | players => --lists teams | --lists names | --yes",
        reads('date,game,players\n2026-03-01,Go,"Ana,Bo; Cy"\n'),
    ),
    (
        "ambiguous | x.csv:1 | 1.234 => --decimals comma | --decimals point",
        reads("date,game,Ana,Bo\n2026-03-01,Go,1.234,2\n"),
    ),
    (
        "ambiguous | x.csv:1 | rank | 1 => --column seat=rank | --column rank=rank",
        reads("date,game,player,rank,winner\n2026-03-01,Go,Ana,1,0\n2026-03-01,Go,Bo,2,1\n"),
    ),
    (
        "ambiguous | x.csv:1 | Deck Building => --yes | --player NAME",
        reads("date,game,Ana,Bo,Deck Building\n2026-03-01,Go,45,50,1\n"),
    ),
    (
        "ambiguous | x.csv:1 | 2 | date | round | id => --yes",
        reads("game,player,score\nGo,Ana,5\nGo,Bo,4\nGo,Ana,3\n"),
    ),
    (
        "problem | x.csv:2",
        reads("date,game,highest wins,lowest wins,Ana,Bo\n2026-03-01,Go,1,1,5,6\n"),
    ),
    (
        "remark | x.csv | 2 | Go | --wins Go=high | --wins Go=low",
        reads("date,game,Ana,Bo\n2026-03-01,Go,5,6\n2026-03-02,Go,7,6\n"),
    ),
    ("malformed | x.csv:2 | soon | 2026-03-01", reads(TALL + "soon,osaka,Ana,5\n")),
    (
        "malformed | x.csv:2 | 2026-02-30 | 2026-03-01",
        reads(TALL + "2026-02-30,osaka,Ana,5\n"),
    ),
    (
        "malformed | x.csv:2 | 2026-03-01 25:00 | 18:30",
        reads(TALL + "2026-03-01 25:00,osaka,Ana,5\n"),
    ),
    (
        "ambiguous | x.csv:2 | 03/04/2026 | 3 | 4 | --dates dmy | mdy",
        reads(TALL + "03/04/2026,osaka,Ana,5\n"),
    ),
    (
        "problem | x.csv:2 | late | 18:30",
        reads("date,time,game,player,score\n2026-03-01,late,osaka,Ana,5\n"),
    ),
    ("malformed | x.csv:2 | 0", reads(TALL + "x" * 99, "x.csv", {"sheets.grid.MAX_LINE": 50})),
    ("malformed | x.csv:2", reads(TALL + '2026-03-01,osaka,"Ana,5\n')),
    ("malformed | x.csv:2 | 1048576", reads(TALL + "2026-03-01,osaka," + "x" * 1_100_000 + ",1\n")),
    ("malformed | x.csv:2", reads(TALL + '2026-03-01,osaka,"A"na,5\n')),
    ("malformed | x.csv | 0", reads(TALL, "x.csv", {"sheets.grid.MAX_ROWS": 0})),
    (
        "malformed | x.csv:1 | 3",
        reads(TALL + "2026-03-01,osaka,Ana,5\n", limits={"sheets.grid.MAX_CELLS": 3}),
    ),
    ("malformed | x.csv:1 | 3", reads(TALL, "x.csv", {"sheets.grid.MAX_COLUMNS": 3})),
    ("malformed | x.csv:2", reads(TALL + "2026-03-01,,Ana,5\n")),
    (
        "malformed | x.csv:2 a | Ana",
        reads("id," + TALL + "a,2026-03-01,osaka,Ana,5\na,2026-03-01,osaka,Ana,6\n"),
    ),
    (
        "problem | x.csv:2 | comment | 3 | rain",
        reads("comment," + TALL + "sun,2026-03-01,osaka,Ana,5\nrain,2026-03-01,osaka,Bo,6\n"),
    ),
    (
        "problem | x.csv:2 | 2 | rank | 0 | 1",
        reads("rank," + TALL + "0,2026-03-01,osaka,Ana,5\n"),
    ),
    (
        "problem | x.csv:2 | 2 | winner | perhaps",
        reads("winner," + TALL + "perhaps,2026-03-01,osaka,Ana,5\n"),
    ),
    ("remark | x.csv:1 | weather", reads("date,game,weather,Ana\n2026-03-01,osaka,sun,5\n")),
    (
        "ambiguous | x.csv:1 => --column OURS=THEIRS | --player NAME",
        reads("date,game,weather\n2026-03-01,osaka,sun\n", players=[]),
    ),
    ("malformed | x.csv | Bo", reads("date,game,Ana\n2026-03-01,osaka,5\n", players=["Bo"])),
    ("malformed | x.csv:2", reads("date,game,Ana\n2026-03-02,osaka,\n", players=["Ana"])),
    (
        "problem | x.csv:2 | winner | Bo",
        reads("date,game,winner,Ana\n2026-03-01,osaka,Bo,5\n2026-03-02,osaka,Ana,5\n"),
    ),
    (
        "ambiguous | x.csv:1 | winner | Bo | Ana => --player NAME",
        reads("date,game,winner,Ana\n2026-03-01,osaka,Bo,5\n"),
    ),
    (
        "ambiguous | x.csv:1 | ana => --yes | --column OURS=THEIRS | --player NAME",
        reads("date,game,ana\n2026-03-01,osaka,5\n"),
    ),
    (
        "ambiguous | x.csv:1 | id => --yes | --column OURS=THEIRS",
        reads(
            "id,date,game,Ana\n1,2026-03-01,Go,5\n1,2026-03-02,Go,5\n2,2026-03-01,Catan,5\n"
            "2,2026-03-02,Catan,5\n"
        ),
    ),
    (
        "malformed | x.csv:3 1 | 2 | 1",
        reads("id,date,game,Ana\n1,2026-03-01,Go,5\n1,2026-03-02,Go,5\n2,2026-03-03,Go,1\n"),
    ),
    (
        "malformed | x.csv:2 1 | 3 | 1",
        reads(
            "id,date,game,player\n1,2026-03-01,Go,Ana\n1,2026-03-02,Chess,Bo\n2,2026-03-03,Go,Bo\n"
        ),
    ),
    ("malformed | x.csv:2", reads("date,game,players\n2026-03-01,Go,\n")),
    ("malformed | x.csv:2 | Ana", reads("date,game,players\n2026-03-01,Go,Ana; Ana\n")),
    (
        "problem | x.csv:2 | score | 5;4 | 3",
        reads("date,game,players,score\n2026-03-01,Go,Ana|Bo|Cy,5;4\n"),
    ),
    (
        "problem | x.csv:2 | winner | Dan",
        reads("date,game,players,winner\n2026-03-01,Go,Ana; Bo,Dan\n"),
    ),
    (
        "ambiguous | x.csv:1 | / | players => --yes",
        reads("date,game,players\n2026-03-01,Go,Ana / Bo\n"),
    ),
    (
        "ambiguous | x.csv:1 | players => --yes",
        reads("date,game,players\n2026-03-01,Go,Ana (5); Bo (4)\n"),
    ),
    ("remark | x.csv:1 | game_id", reads("game_id,game,player\n1,Go,Ana\n2,Go,Ana\n")),
    ("malformed | x.csv:1 => date | score | --column player=Spieler", reads("a,b\n1,2\n")),
    (
        "malformed | x.csv:1 => --column game=Spiel | --game osaka",
        reads("date,player,score\n2026-03-01,Ana,5\n"),
    ),
    (
        "remark | x.csv | 0xb3 | 2 | cp1250",
        reads(b"date,game,player,score\n2026-03-01,osaka,\xb3,5\n"),
    ),
    ("malformed | x.csv:2 | 0xff => UTF-8", reads(b"date,game,player\n\xff\0\n")),
    ("malformed | x.csv | klingon", reads(TALL, encoding="klingon")),
    (
        "malformed | x.csv:2 | 0xc5 | ascii => UTF-8",
        reads(TALL + "2026-03-01,osaka,\u0141,5\n", encoding="ascii"),
    ),
    # --- what is no result ---
    (
        "problem | x.csv:3 | round | id | Ana",
        reads(TALL + "2026-03-01,osaka,Ana,5\n2026-03-01,osaka,Ana,6\n"),
    ),
    ("malformed | x.csv:2 | 51,5", reads("date,game,Ana,Bo\n2026-03-01,osaka,51,5,43\n")),
    ("remark | x.csv:3 | Razem", reads(TALL + "2026-03-01,osaka,Ana,5\nRazem,,,5\n")),
    ("remark | x.csv:2 | 3", reads("date,game,,Ana\n2026-03-01,osaka,rain,5\n")),
    (
        "remark | x.csv:1 | Miejsce | --column rank=Miejsce",
        reads("Data,Gra,Miejsce,Ana\n2026-03-01,osaka,Kuchnia,5\n"),
    ),
    ("remark | x.csv:1 | Totale", reads("date,game,Ana,Bo,Totale\n2026-03-01,osaka,5,6,11\n")),
    ("remark | x.csv:2", reads(MOVES + "osaka-1,1,Ana,take,R5,R6\n")),
    # --- moves in tables ---
    ("malformed | x.csv:2 | game_id", reads(MOVES + ",1,Ana,take,1\n")),
    (
        "malformed | x.csv:2 osaka-1 | Bo | Ana",
        reads("players," + MOVES + "Ana,osaka-1,1,Bo,take,1\n"),
    ),
    ("malformed | x.csv:2 osaka-1", reads(MOVES + 'osaka-1,1,Ana,take,"1\n2"\n')),
    ("malformed | x.csv:2 osaka-1", reads(MOVES + "osaka-1,1,Ana,,1\n")),
    (
        "malformed | x.csv:2 g | g | klongs | osaka",
        reads("game," + MOVES + "osaka,g,1,Ana,take,1\nklongs,g,2,Ana,take,1\n"),
    ),
    ("malformed | x.csv:2 chess-1 | game | chess-1", reads(MOVES + "chess-1,1,Ana,take,1\n")),
    ("malformed | x.csv:2 osaka-1 | seq | one", reads(MOVES + "osaka-1,one,Ana,take,1\n")),
    (
        "malformed | x.csv:3 osaka-1 | seq | 1 | 2 | 3",
        reads(MOVES + "osaka-1,1,Ana,take,1\nosaka-1,1,Bo,take,1\n"),
    ),
    ("problem | x.csv:2 | seq | 1", reads(MOVES + "osaka-1,1,Ana,take,1\nosaka-1,3,Bo,take,1\n")),
    ("remark | x.csv:1 | team", reads("mood,team," + MOVES + "good,red,osaka-1,1,Ana,take,1\n")),
    ("remark | x.csv:1 | mood", reads("mood,team," + MOVES + "good,red,osaka-1,1,Ana,take,1\n")),
    (
        "malformed | x.csv:2 osaka-1 | soon | 18:30:05",
        reads("at," + MOVES + "soon,osaka-1,1,Ana,take,1\n"),
    ),
    ("malformed | x.csv:2", reads("table_id,move,player\n,1,Ana\n")),
]


@pytest.mark.parametrize(("facts", "trigger"), REFUSALS)
def test_each_tells_what_is_wrong_and_where(facts, trigger, tmp_path, monkeypatch):
    said = trigger(tmp_path, monkeypatch)
    assert any(x.tells(facts) for x in said), said
