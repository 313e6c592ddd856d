"""Every message about a table of results or moves, word for word."""

from __future__ import annotations

import pytest

from common.messages import Trigger
from importers.saying import reads

TALL = "date,game,player,score\n"
MOVES = "game_id,seq,player,action,args\n"

CATALOGUE: list[tuple[str, Trigger]] = [
    (
        "x.csv:2 problem: 'Istanbul' may be another game than istanbul: write istanbul or its "
        "whole title if it is that one",
        reads(TALL + "2026-03-01,Istanbul,Ana,5\n"),
    ),
    # --- tables ---
    (
        ("x.csv:1: two columns are called 'Ana'\n    give each column a heading of its own"),
        reads("date,game,Ana,Ana\n2026-03-01,osaka,1,2\n"),
    ),
    (
        (
            "x.csv: no field is called 'gamer'; there are: source, id, date, time, game, "
            "bgg, place, round, rounds, minutes, board, comment, quantity, complete, "
            "highest_wins, cooperative, player, score, rank, winner, start, new, seat, "
            "colour, role, team, player_ids, extra, player_extra, installed, game_id, seq, action, "
            "args, at, players"
        ),
        reads(TALL + "2026-03-01,osaka,Ana,5\n", columns={"gamer": "player"}),
    ),
    (
        ("x.csv:1: no column is called 'Spieler'; the columns are date, game, player, score"),
        reads(TALL + "2026-03-01,osaka,Ana,5\n", columns={"player": "Spieler"}),
    ),
    (
        (
            "x.csv:2 None: malformed: the year of '1.3.26' has two digits (write dates like "
            "2026-03-01)"
        ),
        reads(TALL + "1.3.26,osaka,Ana,5\n"),
    ),
    (
        "x.csv:2 None: malformed: 'soon' is no date (write dates like 2026-03-01)",
        reads(TALL + "soon,osaka,Ana,5\n"),
    ),
    (
        ("x.csv:2 None: malformed: there is no day '2026-02-30' (write dates like 2026-03-01)"),
        reads(TALL + "2026-02-30,osaka,Ana,5\n"),
    ),
    (
        (
            "x.csv:2 None: malformed: there is no time of day '2026-03-01 25:00' (write "
            "times like 18:30)"
        ),
        reads(TALL + "2026-03-01 25:00,osaka,Ana,5\n"),
    ),
    (
        (
            "x.csv:2 None: ambiguous: '03/04/2026' is day 3 of month 4 or day 4 of month 3 "
            "(no other date of the file tells: say which order it has: --dates dmy or mdy)"
        ),
        reads(TALL + "03/04/2026,osaka,Ana,5\n"),
    ),
    (
        "x.csv:2 problem: 'late' is no time of day (write times like 18:30)",
        reads("date,time,game,player,score\n2026-03-01,late,osaka,Ana,5\n"),
    ),
    (
        "x.csv:2: a line is longer than 0 MiB: this is no table",
        reads(TALL + "x" * 99, "x.csv", {"tables.grid.MAX_LINE": 50}),
    ),
    (
        'x.csv:2: this row cannot be read: a cell that opens with a " is never closed',
        reads(TALL + '2026-03-01,osaka,"Ana,5\n'),
    ),
    (
        "x.csv:2: this row cannot be read: a cell is longer than 131072 characters",
        reads(TALL + "2026-03-01,osaka," + "x" * 200_000 + ",1\n"),
    ),
    (
        "x.csv:2: this row cannot be read: ',' expected after '\"'",
        reads(TALL + '2026-03-01,osaka,"A"na,5\n'),
    ),
    (
        "x.csv: this table has more than 0 rows",
        reads(TALL, "x.csv", {"tables.grid.MAX_ROWS": 0}),
    ),
    (
        "x.csv:1: this table has more than 3 filled cells, the most that is read",
        reads(TALL, "x.csv", {"tables.grid.MAX_CELLS": 3}),
    ),
    (
        "x.csv:1: this row has more than 3 columns",
        reads(TALL, "x.csv", {"tables.grid.MAX_COLUMNS": 3}),
    ),
    (
        "x.csv:2 None: malformed: the row does not say which game was played",
        reads(TALL + "2026-03-01,,Ana,5\n"),
    ),
    (
        "x.csv:2 a: malformed: 'Ana' stands twice in one play",
        reads("id," + TALL + "a,2026-03-01,osaka,Ana,5\na,2026-03-01,osaka,Ana,6\n"),
    ),
    (
        "x.csv:2 problem: comment: row 3 says 'rain', unlike those above",
        reads("comment," + TALL + "sun,2026-03-01,osaka,Ana,5\nrain,2026-03-01,osaka,Bo,6\n"),
    ),
    (
        "x.csv:2 problem: row 2 rank: '0' is no whole number from 1 on",
        reads("rank," + TALL + "0,2026-03-01,osaka,Ana,5\n"),
    ),
    (
        "x.csv:2 problem: row 2 winner: 'perhaps' is not yes or no",
        reads("winner," + TALL + "perhaps,2026-03-01,osaka,Ana,5\n"),
    ),
    (
        (
            "x.csv:1 remark: the column 'weather' holds no scores: it is kept as a remark, "
            "not as a player"
        ),
        reads("date,game,weather,Ana\n2026-03-01,osaka,sun,5\n"),
    ),
    (
        (
            "x.csv:1: no column holds the scores of a player\n    it needs headings like "
            "date, game, player, score (or date, game and a column per player)"
        ),
        reads("date,game,weather\n2026-03-01,osaka,sun\n", players=[]),
    ),
    (
        "x.csv: no column is called 'Bo'",
        reads("date,game,Ana\n2026-03-01,osaka,5\n", players=["Bo"]),
    ),
    (
        "x.csv:2 None: malformed: no player has a score in this row",
        reads("date,game,Ana\n2026-03-02,osaka,\n", players=["Ana"]),
    ),
    (
        "x.csv:2 problem: winner: 'Bo' has no score in this row",
        reads("date,game,winner,Ana\n2026-03-01,osaka,Bo,5\n"),
    ),
    (
        (
            "x.csv:1: no row has the headings of results or moves\n    it needs headings "
            "like date, game, player, score (or date, game and a column per player); other "
            "headings can be named: --column player=Spieler"
        ),
        reads("a,b\n1,2\n"),
    ),
    (
        (
            "x.csv:1: no column says which game was played\n    name the column, like "
            "--column game=Spiel, or the game itself, like --game osaka"
        ),
        reads("date,player,score\n2026-03-01,Ana,5\n"),
    ),
    (
        "x.csv remark: byte 0xb3 in line 2 is not UTF-8: the file is read as cp1250",
        reads(b"date,game,player,score\n2026-03-01,osaka,\xb3,5\n"),
    ),
    (
        "x.csv:2: byte 0xff is not UTF-8 text\n    save the file as UTF-8",
        reads(b"date,game,player\n\xff\0\n"),
    ),
    (
        "x.csv: there is no encoding called 'klingon'",
        reads(TALL, encoding="klingon"),
    ),
    (
        "x.csv:2: byte 0xc5 is not ascii text\n    save the file as UTF-8",
        reads(TALL + "2026-03-01,osaka,\u0141,5\n", encoding="ascii"),
    ),
    # --- what is no result ---
    (
        "x.csv:3 problem: 'Ana' has a row of this day and game above, so this is another play; a "
        "column `round` or `id` tells plays apart",
        reads(TALL + "2026-03-01,osaka,Ana,5\n2026-03-01,osaka,Ana,6\n"),
    ),
    (
        "x.csv:2 None: malformed: this row has more cells than there are headings (a cell that "
        'holds the sign between the cells needs quotes, like "51,5")',
        reads("date,game,Ana,Bo\n2026-03-01,osaka,51,5,43\n"),
    ),
    (
        "x.csv:3 remark: 'Razem' is a sum, not a play: this row is left out",
        reads(TALL + "2026-03-01,osaka,Ana,5\nRazem,,,5\n"),
    ),
    (
        "x.csv:2 remark: column 3 has no heading: what stands there is left out",
        reads("date,game,,Ana\n2026-03-01,osaka,rain,5\n"),
    ),
    (
        "x.csv:1 remark: the column 'Miejsce' is taken as the place where it was played; if it is "
        "a rank, say --column rank=Miejsce",
        reads("Data,Gra,Miejsce,Ana\n2026-03-01,osaka,Kuchnia,5\n"),
    ),
    (
        "x.csv:1 remark: the column 'Totale' is a sum, not a player: it is left out",
        reads("date,game,Ana,Bo,Totale\n2026-03-01,osaka,5,6,11\n"),
    ),
    (
        "x.csv:2 remark: cells stand beside the table, under no heading: they are left out",
        reads(MOVES + "osaka-1,1,Ana,take,R5,R6\n"),
    ),
    # --- moves in tables ---
    (
        ("x.csv:2 None: malformed: the row does not say which game it belongs to (game_id)"),
        reads(MOVES + ",1,Ana,take,1\n"),
    ),
    (
        "x.csv:2 osaka-1: malformed: 'Bo' is not among the players Ana",
        reads("players," + MOVES + "Ana,osaka-1,1,Bo,take,1\n"),
    ),
    (
        "x.csv:2 osaka-1: malformed: a cell of this row holds a line break",
        reads(MOVES + 'osaka-1,1,Ana,take,"1\n2"\n'),
    ),
    (
        "x.csv:2 osaka-1: malformed: the row has no action",
        reads(MOVES + "osaka-1,1,Ana,,1\n"),
    ),
    (
        "x.csv:2 g: malformed: the rows of 'g' are of several games: klongs, osaka",
        reads("game," + MOVES + "osaka,g,1,Ana,take,1\nklongs,g,2,Ana,take,1\n"),
    ),
    (
        (
            "x.csv:2 chess-1: malformed: 'chess-1' names no installed game (add a column "
            "`game`, or let the game_id begin with its name)"
        ),
        reads(MOVES + "chess-1,1,Ana,take,1\n"),
    ),
    (
        "x.csv:2 osaka-1: malformed: seq 'one' is no whole number",
        reads(MOVES + "osaka-1,one,Ana,take,1\n"),
    ),
    (
        "x.csv:3 osaka-1: malformed: seq 1 stands in row 2 and in row 3",
        reads(MOVES + "osaka-1,1,Ana,take,1\nosaka-1,1,Bo,take,1\n"),
    ),
    (
        "x.csv:2 problem: after seq 1 at least one row is missing",
        reads(MOVES + "osaka-1,1,Ana,take,1\nosaka-1,3,Bo,take,1\n"),
    ),
    (
        "x.csv:1 remark: the column 'team' is left out: it is none of a table of moves",
        reads("mood,team," + MOVES + "good,red,osaka-1,1,Ana,take,1\n"),
    ),
    (
        "x.csv:1 remark: the column 'mood' is left out: it is none of a table of moves",
        reads("mood,team," + MOVES + "good,red,osaka-1,1,Ana,take,1\n"),
    ),
    (
        "x.csv:2 osaka-1: malformed: 'soon' is no time (write it like 18:30:05)",
        reads("at," + MOVES + "soon,osaka-1,1,Ana,take,1\n"),
    ),
    (
        "x.csv:2 None: malformed: the row does not say which game it belongs to",
        reads("table_id,move,player\n,1,Ana\n"),
    ),
]


@pytest.mark.parametrize(("text", "trigger"), CATALOGUE)
def test_it_is_said_word_for_word(text, trigger, tmp_path, monkeypatch):
    assert text in trigger(tmp_path, monkeypatch)
