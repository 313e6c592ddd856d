"""Tables as people make them: each is read rightly, asked about or refused, never silently wrong.

A play is written in one line: `2026-03-01 Go 45m: Ann 5 (1)*, Bob 3 (2)-`, with its minutes, places
in brackets, `*` after who won and `-` after who didn't, and `@1` after the members of team 1.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from importers.reading import found, records, told
from ledger.importers.records import UnclearSheet
from ledger.kernel.errors import LedgerError
from ledger.kernel.results import PlayRecord, Standing

from .kept_tables import KEPT
from .odd import Odd, table

TABLES = {
    "numbered": Odd(
        "read",
        table(
            "Date,Game,Player 1,Score 1,Player 2,Score 2",
            "2026-03-01,Go,Ann,5,Bob,3",
            "2026-03-02,Go,Bob,7,Cid,9",
        ),
        ("2026-03-01 Go: Ann 5, Bob 3", "2026-03-02 Go: Bob 7, Cid 9"),
    ),
    "numbered, with seats that nobody took": Odd(
        "read",
        table(
            "date,game,winner,p1,p1 score,p2,p2 score,p3,p3 score",
            "2026-03-01,Go,Bob,Ann,5,Bob,13,,",
            "2026-03-02,Go,Cid,Ann,4,Bob,3,Cid,0",
        ),
        ("2026-03-01 Go: Ann 5-, Bob 13*", "2026-03-02 Go: Ann 4-, Bob 3-, Cid 0*"),
    ),
    "numbers beside the players that nobody scored": Odd(
        "asked",
        table(
            "Date,Game,Ann,Bob,Pints,Snacks,Winner",
            "2026-03-01,Go,5,2,21,3,Ann",
            "2026-03-02,Go,3,4,19,6,Bob",
        ),
        (
            "2026-03-01 Go: Ann 5*, Bob 2-, Pints 21-, Snacks 3-",
            "2026-03-02 Go: Ann 3-, Bob 4*, Pints 19-, Snacks 6-",
        ),
        (
            (
                {"players": ("Ann", "Bob")},
                ("2026-03-01 Go: Ann 5*, Bob 2-", "2026-03-02 Go: Ann 3-, Bob 4*"),
            ),
        ),
    ),
    "a list of players under one person's heading": Odd(
        "asked",
        table(
            "Date,Game,Who,Points",
            '2026-03-01,Go,"Ann, Bob, Cid","5, 3, 1"',
            '2026-03-02,Go,"Bob, Cid, Dan","7, 9, 2"',
        ),
        ("2026-03-01 Go: Ann, Bob, Cid", "2026-03-02 Go: Bob, Cid, Dan"),  # names with commas
        options=(
            (
                {"columns": {"players": "Who"}},
                ("2026-03-01 Go: Ann 5, Bob 3, Cid 1", "2026-03-02 Go: Bob 7, Cid 9, Dan 2"),
            ),
        ),
    ),
    "names with the last one first": Odd(
        "read",
        table(
            "Date,Game,Player,Score",
            '2026-03-01,Go,"Doe, Jane",5',
            '2026-03-01,Go,"Roe, John",3',
        ),
        ("2026-03-01 Go: Doe, Jane 5, Roe, John 3",),
    ),
    "won and lost together": Odd(
        "asked",
        table(
            "Date,Game,Players,Result",
            '2026-03-01,Pandemic,"Ann, Bob",Lost',
            '2026-03-02,Pandemic,"Ann, Bob, Cid",Won',
        ),
        ("2026-03-01 Pandemic: Ann-, Bob-", "2026-03-02 Pandemic: Ann*, Bob*, Cid*"),
    ),
    "a player called Max, who won": Odd(
        "read",
        table("Date,Game,Kim,Max,Winner", "2026-03-01,Go,5,8,Max", "2026-03-02,Go,7,6,Kim"),
        ("2026-03-01 Go: Kim 5-, Max 8*", "2026-03-02 Go: Kim 7*, Max 6-"),
    ),
    "as pandas writes columns of one name": Odd(
        "read",
        table("date,game,Player,Score,Player.1,Score.1", "2026-03-01,Go,Ann,5,Bob,3"),
        ("2026-03-01 Go: Ann 5, Bob 3",),
    ),
    "names only, and who won": Odd(
        "read",
        table("Data;Gra;Gracz 1;Gracz 2;Zwycięzca", "01.03.2026;Go;Ola;Jan;Jan"),
        ("2026-03-01 Go: Ola-, Jan*",),
    ),
    "winners by the numbers of their seats": Odd(
        "read",
        table(
            "Date,Game,Player 1,Player 2,Winner",
            *("2026-03-01,Go,Ann,Bob,1", "2026-03-02,Go,Ann,Bob,2"),
        ),
        ("2026-03-01 Go: Ann*, Bob-", "2026-03-02 Go: Ann-, Bob*"),
    ),
    "winners by what their seats are called": Odd(
        "read",
        table("Date,Game,Player 1,Player 2,Winner", "2026-03-01,Go,Ann,Bob,Player 2"),
        ("2026-03-01 Go: Ann-, Bob*",),
    ),
    "members of teams": Odd(
        "read",
        table(
            "date,game,TEAM1_MEMBER1,TEAM1_MEMBER2,RANK1,TEAM2_MEMBER1,TEAM2_MEMBER2,RANK2",
            "2026-03-01,Tichu,Ann,Bob,2,Cid,Dan,1",
        ),
        ("2026-03-01 Tichu: Ann (2)- @1, Bob (2)- @1, Cid (1)* @2, Dan (1)* @2",),
    ),
    "teams in cells": Odd(
        "asked",
        table(
            "date,game,Team 1,Score 1,Team 2,Score 2", "2026-03-01,Tichu,Ann & Bob,5,Cid & Dan,8"
        ),
        ("2026-03-01 Tichu: Ann 5 @1, Bob 5 @1, Cid 8 @2, Dan 8 @2",),
        (
            (
                {"wins": {"*": "high"}},
                ("2026-03-01 Tichu: Ann 5- @1, Bob 5- @1, Cid 8* @2, Dan 8* @2",),
            ),
        ),
    ),
    "columns for places": Odd(
        "read",
        table("Date,Game,1st,2nd,3rd", "2026-03-01,Go,Ann,Bob,Cid", "2026-03-02,Go,Cid,Ann,"),
        ("2026-03-01 Go: Ann (1)*, Bob (2)-, Cid (3)-", "2026-03-02 Go: Cid (1)*, Ann (2)-"),
    ),
    "columns for places, with points": Odd(
        "read",
        table("Data;Gra;1. miejsce;2. miejsce;Punkty 1;Punkty 2", "2026-03-01;Go;Ola;Jan;51;43"),
        ("2026-03-01 Go: Ola 51 (1)*, Jan 43 (2)-",),
    ),
    "winner and loser": Odd(
        "read",
        table("Date,Game,Winner,Winner score,Loser,Loser score", "2026-03-01,Go,Ann,9,Bob,5"),
        ("2026-03-01 Go: Ann 9 (1)*, Bob 5 (2)-",),
    ),
    "initials": Odd(
        "read",
        table(
            "Date,Game,SB Score,AV Score,Winner",
            "2026-03-01,Go,5,3,SB",
            "2026-03-02,Go,5,8,AV",
        ),
        ("2026-03-01 Go: SB 5*, AV 3-", "2026-03-02 Go: SB 5-, AV 8*"),
    ),
    "initials without a winner": Odd(
        "asked",
        table("Date,Game,SB Score,AV Score", "2026-03-01,Go,5,3"),
        ("2026-03-01 Go: SB 5, AV 3",),
    ),
    "parts of a score": Odd(
        "asked",
        table("Date,Game,Military Score,Science Score", "2026-03-01,7 Wonders,5,3"),
        ("2026-03-01 7 Wonders: Military 5, Science 3",),
    ),
    "flags beside players": Odd(
        "asked",
        table(
            "Date,Game,Ann,Bob,Deck Building,Worker Placement",
            "2026-03-01,Dominion,45,50,1,0",
            "2026-03-02,Agricola,33,20,0,1",
        ),
        ("2026-03-01 Dominion: Ann 45, Bob 50", "2026-03-02 Agricola: Ann 33, Bob 20"),
    ),
    "places in players' columns": Odd(
        "asked",
        table(
            "Date,Game,Ann,Bob,Cid",
            "2026-03-01,Go,1,2,3",
            "2026-03-02,Go,3,1,2",
            "2026-03-03,Go,2,,1",
        ),
        (
            "2026-03-01 Go: Ann (1)*, Bob (2)-, Cid (3)-",
            "2026-03-02 Go: Ann (3)-, Bob (1)*, Cid (2)-",
            "2026-03-03 Go: Ann (2)-, Cid (1)*",
        ),
        (
            (
                {"cells": "scores"},
                (
                    "2026-03-01 Go: Ann 1, Bob 2, Cid 3",
                    "2026-03-02 Go: Ann 3, Bob 1, Cid 2",
                    "2026-03-03 Go: Ann 2, Cid 1",
                ),
            ),
        ),
    ),
    "places in players' columns, and who won": Odd(
        "read",
        table("Date,Game,Ann,Bob,Winner", "2026-03-01,Go,1,2,Ann", "2026-03-02,Go,2,1,Bob"),
        ("2026-03-01 Go: Ann (1)*, Bob (2)-", "2026-03-02 Go: Ann (2)-, Bob (1)*"),
    ),
    "small scores, and who won": Odd(
        "read",
        table("Date,Game,Ann,Bob,Winner", "2026-03-01,Go,1,2,Bob", "2026-03-02,Go,2,1,Ann"),
        ("2026-03-01 Go: Ann 1-, Bob 2*", "2026-03-02 Go: Ann 2*, Bob 1-"),
    ),
    "ordinals in players' columns": Odd(
        "read",
        table("Date,Game,Ann,Bob", "2026-03-01,Go,1st,2nd", "2026-03-02,Go,2nd,1st"),
        ("2026-03-01 Go: Ann (1)*, Bob (2)-", "2026-03-02 Go: Ann (2)-, Bob (1)*"),
    ),
    "W and L": Odd(
        "read",
        table("Date,Game,Ann,Bob,Cid", "2026-03-01,Go,W,L,L", "2026-03-02,Go,L,W,"),
        ("2026-03-01 Go: Ann*, Bob-, Cid-", "2026-03-02 Go: Ann-, Bob*"),
    ),
    "1 for who won": Odd(
        "asked",
        table("Date,Game,Ann,Bob,Cid", "2026-03-01,Go,1,0,0", "2026-03-02,Go,0,1,"),
        ("2026-03-01 Go: Ann*, Bob-, Cid-", "2026-03-02 Go: Ann-, Bob*"),
        (
            (
                {"cells": "scores"},
                ("2026-03-01 Go: Ann 1, Bob 0, Cid 0", "2026-03-02 Go: Ann 0, Bob 1"),
            ),
        ),
    ),
    "crosses for who took part": Odd(
        "read",
        table("Date,Game,Ann,Bob,Cid,Winner", "2026-03-01,Go,x,x,,Ann", "2026-03-02,Go,x,,x,Cid"),
        ("2026-03-01 Go: Ann*, Bob-", "2026-03-02 Go: Ann-, Cid*"),
    ),
    "crosses that say nothing more": Odd(
        "asked",
        table("Date,Game,Ann,Bob,Cid", "2026-03-01,Go,x,x,", "2026-03-02,Go,x,,x"),
        ("2026-03-01 Go: Ann, Bob", "2026-03-02 Go: Ann, Cid"),
        (({"cells": "wins"}, ("2026-03-01 Go: Ann*, Bob*", "2026-03-02 Go: Ann*, Cid*")),),
    ),
    "lists in lists": Odd(
        "asked",
        table("Date,Game,Players,Winner", '2026-03-01,Tichu,"Ann,Bob;Cid,Dan",Cid & Dan'),
        ("2026-03-01 Tichu: Ann- @1, Bob- @1, Cid* @2, Dan* @2",),
        (({"lists": "teams"}, ("2026-03-01 Tichu: Ann- @1, Bob- @1, Cid* @2, Dan* @2",)),),
    ),
    "names with commas": Odd(
        "asked",
        table("Date,Game,Players", '2026-03-01,Go,"Smith, Ann; Doe, Bob"'),
        ("2026-03-01 Go: Smith, Ann, Doe, Bob",),
        (({"lists": "teams"}, ("2026-03-01 Go: Smith @1, Ann @1, Doe @2, Bob @2",)),),
    ),
    "one side against another": Odd(
        "read",
        table("Date,Game,Players,Winner", "2026-03-01,Tichu,Ann & Bob vs. Cid & Dan,Ann and Bob"),
        ("2026-03-01 Tichu: Ann* @1, Bob* @1, Cid- @2, Dan- @2",),
    ),
    "a list with and": Odd(
        "asked",
        table("Date,Game,Players,Winner", '2026-03-01,Go,"Ann, Bob and Cid",Cid'),
        ("2026-03-01 Go: Ann-, Bob-, Cid*",),
    ),
    "scores after names": Odd(
        "asked",
        table("Date,Game,Scores", '2026-03-01,Go,"Ann 54, Bob 40"'),
        ("2026-03-01 Go: Ann 54, Bob 40",),
    ),
    "stars after names": Odd(
        "asked",
        table("Date,Game,Players", '2026-03-01,Go,"Ann*, Bob"'),
        ("2026-03-01 Go: Ann*, Bob-",),
    ),
    "the winner only": Odd(
        "asked",
        table("Date,Game,Winner", "2026-03-01,Go,Ann"),
        ("2026-03-01 Go: Ann*, ?-",),
    ),
    "the winner, and how many played": Odd(
        "read",
        table("Date,Game,Players,Winner", "2026-03-01,Go,3,Ann", "2026-03-02,Go,2,Bob"),
        ("2026-03-01 Go: Ann*, ?-, ?-", "2026-03-02 Go: Bob*, ?-"),
    ),
    "players and winner": Odd(
        "read",
        table("Date,Game,Players,Winner", '2026-03-01,Go,"Ann, Bob",Bob'),
        ("2026-03-01 Go: Ann-, Bob*",),
    ),
    "against an opponent": Odd(
        "read",
        table(
            "Date,Game,Player,Opponent,Result", "2026-03-01,Go,Ann,Bob,W", "2026-03-02,Go,Ann,Cid,L"
        ),
        ("2026-03-01 Go: Ann*, Bob", "2026-03-02 Go: Ann-, Cid*"),
    ),
    "W and L row by row": Odd(
        "read",
        table("Date,Game,Player,Result", "2026-03-01,Go,Ann,W", "2026-03-01,Go,Bob,L"),
        ("2026-03-01 Go: Ann*, Bob-",),
    ),
    "a rank that is the order of the seats": Odd(
        "asked",
        table(
            "Date,Game,Player,Score,Rank,Winner",
            "2026-03-01,Go,Ann,5,1,0",
            "2026-03-01,Go,Bob,8,2,1",
            "2026-03-02,Go,Bob,4,1,0",
            "2026-03-02,Go,Ann,9,2,1",
        ),
        ("2026-03-01 Go: Ann 5-, Bob 8*", "2026-03-02 Go: Bob 4-, Ann 9*"),
        (
            (
                {"columns": {"rank": "Rank"}},
                ("2026-03-01 Go: Ann 5 (1)-, Bob 8 (2)*", "2026-03-02 Go: Bob 4 (1)-, Ann 9 (2)*"),
            ),
        ),
    ),
    "rows that nothing tells apart": Odd(
        "asked",
        table("Game,Player,Score,Won", "Go,Ann,5,1", "Go,Bob,4,0", "Go,Ann,3,0", "Go,Bob,6,1"),
        ("None Go: Ann 5*, Bob 4-", "None Go: Ann 3-, Bob 6*"),
    ),
    "words about a play": Odd(
        "asked",
        table("Date,Game,Ann,Bob,Cost per play", "2026-03-01,Go,45,50,1.20"),
        ("2026-03-01 Go: Ann 45, Bob 50, Cost per play 1.2",),
        (({"players": ("Ann", "Bob")}, ("2026-03-01 Go: Ann 45, Bob 50",)),),
    ),
    "the questions of a form": Odd(
        "asked",
        table(
            "Timestamp,What game did you play?,Who played?,Who won?,How long did it take?",
            '3/14/2024 18:30:05,Go,"Ann, Bob",Bob,1h 30m',
        ),
        ("2024-03-14 18:30 Go 90m: Ann-, Bob*",),
    ),
    "the questions of a Polish form": Odd(
        "asked",
        table(
            "Sygnatura czasowa;W co graliście?;Kto grał?;Kto wygrał?",
            "2024-03-14 18:30:05;Go;Ola, Jan;Jan",
        ),
        ("2024-03-14 18:30 Go: Ola-, Jan*",),
    ),
    "questions that name the winner only": Odd(
        "asked",
        table(
            "Timestamp,Which game was played?,Winner's name,Number of players",
            "3/14/2024 18:30:05,Go,Ann,3",
        ),
        ("2024-03-14 18:30 Go: Ann*, ?-, ?-",),
    ),
    "numbers of a book-keeper": Odd(
        "read",
        table("Data;Gra;Ola;Jan", "3 marca 2024;Brass;1.234,5;987,0"),
        ("2024-03-03 Brass: Ola 1234.5, Jan 987",),
    ),
    "a thousand or a little more than one": Odd(
        "asked",
        table("Date,Game,Ann,Bob", "2026-03-01,Brass,1.234,987"),
        ("2026-03-01 Brass: Ann 1.234, Bob 987",),
        (({"decimals": "comma"}, ("2026-03-01 Brass: Ann 1234, Bob 987",)),),
    ),
    "years of two digits": Odd(
        "read",
        table("Date,Game,Ann,Bob", "14/03/24,Go,5,8", "02/04/24,Go,6,3"),
        ("2024-03-14 Go: Ann 5, Bob 8", "2024-04-02 Go: Ann 6, Bob 3"),
    ),
    "a date of three orders": Odd("refused", table("Date,Game,Ann,Bob", "03/04/05,Go,5,8")),
    "minutes under a name of its own": Odd(
        "read",
        table("date,game,time_in_min,Ann,Bob", "March 3 2024,Go,95,5,8"),
        ("2024-03-03 Go 95m: Ann 5, Bob 8",),
    ),
    "a time that may be how long it took": Odd(
        "asked",
        table("date,game,time,Ann,Bob", "2026-03-01,Go,1:30,5,8", "2026-03-02,Go,0:45,5,8"),
        ("2026-03-01 Go 90m: Ann 5, Bob 8", "2026-03-02 Go 45m: Ann 5, Bob 8"),
        (
            (
                {"columns": {"time": "time"}},
                ("2026-03-01 01:30 Go: Ann 5, Bob 8", "2026-03-02 00:45 Go: Ann 5, Bob 8"),
            ),
        ),
    ),
    "what wins, row by row": Odd(
        "read",
        table(
            "Date,Game,Highest wins,Ann,Bob",
            "2026-03-01,Go,yes,5,8",
            "2026-03-02,Golf,no,70,68",
        ),
        ("2026-03-01 Go: Ann 5-, Bob 8*", "2026-03-02 Golf: Ann 70-, Bob 68*"),
    ),
    "what wins, in words": Odd(
        "read",
        table("Date,Game,Scoring,Ann,Bob", "2026-03-01,Golf,lowest score wins,70,68"),
        ("2026-03-01 Golf: Ann 70-, Bob 68*",),
    ),
    "a table of standings": Odd(
        "asked",
        table("Player,Game,Wins,Points", "Ann,Go,5,15", "Bob,Go,3,9"),
        ("None Go: Ann 15, Bob 9",),
    ),
    "stars in rows": Odd(
        "asked",
        table("Date,Game,Player,Score", "2026-03-01,Go,Ann*,50", "2026-03-01,Go,Bob,40"),
        ("2026-03-01 Go: Ann 50*, Bob 40-",),
    ),
    "stars after scores": Odd(
        "asked",
        table("Date,Game,Ann,Bob", "2026-03-01,Go,50*,40"),
        ("2026-03-01 Go: Ann 50*, Bob 40-",),
    ),
    "dashes for who wasn't there": Odd(
        "read",
        table("Date,Game,Ann,Bob,Cid", "2026-03-01,Go,50,40,-", "2026-03-02,Go,50,n/a,30"),
        ("2026-03-01 Go: Ann 50, Bob 40", "2026-03-02 Go: Ann 50, Cid 30"),
    ),
    "months": Odd("refused", table("Game,Jan,Feb,Mar", "Go,5,8,3", "Azul,1,0,2")),
    "a name that is a month": Odd(
        "read", table("Data;Gra;Jan;Ola", "2026-03-01;Go;5;8"), ("2026-03-01 Go: Jan 5, Ola 8",)
    ),
    "a table on its side": Odd(
        "refused", table("Game,Go,Azul", "Date,2026-03-01,2026-03-02", "Ann,5,8", "Bob,3,9")
    ),
    "home and away": Odd(
        "read",
        table("Date,Game,Home,Away,Home Score,Away Score", "2026-03-01,Crokinole,Ann,Bob,3,1"),
        ("2026-03-01 Crokinole: Ann 3, Bob 1",),
    ),
    "a result between two": Odd(
        "read",
        table("Date,Game,White,Black,Result", "2026-03-01,Chess,Ann,Bob,1-0"),
        ("2026-03-01 Chess: Ann 1, Bob 0",),
    ),
    "games that are only counted": Odd(
        "asked",
        table("Game,Date,Ann,Bob", "1,2026-03-01,5,8", "2,2026-03-02,6,7"),
        ("2026-03-01 1: Ann 5, Bob 8", "2026-03-02 2: Ann 6, Bob 7"),
    ),
    "links and shares": Odd(
        "read",
        table("Date,Game,Ann,Bob,Photo 1,Win %", "2026-03-01,Go,5,8,http://x/1,40%"),
        ("2026-03-01 Go: Ann 5, Bob 8",),
    ),
    "ranks that follow no score": Odd(
        "asked",
        table(
            "Date,Game,Player,Score,Rank",
            *("2026-03-01,Go,Ann,5,1", "2026-03-01,Go,Bob,8,2"),
            *("2026-03-02,Go,Ann,9,1", "2026-03-02,Go,Bob,4,2"),
            *("2026-03-03,Go,Ann,9,2", "2026-03-03,Go,Bob,7,1"),
            *("2026-03-04,Go,Ann,6,2", "2026-03-04,Go,Bob,7,1"),
        ),
        (
            "2026-03-01 Go: Ann 5, Bob 8",
            "2026-03-02 Go: Ann 9, Bob 4",
            "2026-03-03 Go: Ann 9, Bob 7",
            "2026-03-04 Go: Ann 6, Bob 7",
        ),
    ),
    "no players at all": Odd(
        "refused", table("Date,Game,Weather", "2026-03-01,Go,sun", "2026-03-02,Go,rain")
    ),
    "scores of nobody": Odd(
        "refused", table("Date,Game,Score 1,Score 2", "2026-03-01,Go,5,8", "2026-03-02,Go,7,3")
    ),
    "a host beside the players": Odd(
        "read",
        table(
            "Host,Date,Game,Player,Score,Winner",
            *("Zoe,2026-03-01,Go,Ann,5,", "Zoe,2026-03-01,Go,Bob,8,x"),
            *("Library,2026-03-02,Go,Ann,7,x", "Library,2026-03-02,Go,Zoe,6,"),
        ),
        ("2026-03-01 Go: Ann 5, Bob 8*", "2026-03-02 Go: Ann 7*, Zoe 6"),
    ),
    "a host beside ranked names": Odd(
        "read",
        table(
            "Host,Date,Game,Rank,Name,VP,Tiebreak",
            *("Zoe,2026-03-01,Go,1,Zoe,9,", "Zoe,2026-03-01,Go,2,Ann,7,5"),
            "Zoe,2026-03-01,Go,3,Bob,7,3",
        ),
        ("2026-03-01 Go: Zoe 9 (1)*, Ann 7 (2)-, Bob 7 (3)-",),
    ),
    "a guest beside a player": Odd(
        "asked",
        table("Date,Game,Player,Guest,Result", "2026-03-01,Go,Ann,Bob,2-1"),
        ("2026-03-01 Go: Ann 2, Bob 1",),
    ),
    "scores in a cell that look sorted": Odd(
        "asked",
        table(
            "Date,Game,Players,Winner,Scores",
            '2026-03-01,Catan,"Ann, Bob, Cid",Cid,"10, 8, 6"',
            '2026-03-02,Catan,"Cid, Ann, Bob",Bob,"10, 9, 5"',
        ),
        (
            "2026-03-01 Catan: Ann 10-, Bob 8-, Cid 6*",
            "2026-03-02 Catan: Cid 10-, Ann 9-, Bob 5*",
        ),
        (
            (
                {"columns": {"comment": "Scores"}},
                ("2026-03-01 Catan: Ann-, Bob-, Cid*", "2026-03-02 Catan: Cid-, Ann-, Bob*"),
            ),
        ),
    ),
    "scores in a cell whose winner is in the middle": Odd(
        "asked",
        table(
            "Date,Game,Players,Winner,Scores",
            '2026-03-01,Catan,"Me, Ann, Bob",Ann,10-8-7',
            '2026-03-02,Azul,"Me, Ann",Me,23-14',
        ),
        ("2026-03-01 Catan: Me 10-, Ann 8*, Bob 7-", "2026-03-02 Azul: Me 23*, Ann 14-"),
    ),
    "scores in a cell in the players' order": Odd(
        "read",
        table(
            "Date,Game,Players,Winner,Scores",
            '2026-03-01,Go,"Ann, Bob, Cid",Bob,"6, 10, 8"',
            '2026-03-02,Golf,"Ann, Bob",Ann,"68, 70"',
        ),
        ("2026-03-01 Go: Ann 6-, Bob 10*, Cid 8-", "2026-03-02 Golf: Ann 68*, Bob 70-"),
    ),
    "a pair among players": Odd(
        "asked",
        table(
            "Date,Game,Player,Score",
            *("2026-03-01,Go,Ann,5", "2026-03-01,Go,Bob,3"),
            *("2026-03-02,Tichu,Ann & Bob,16", "2026-03-02,Tichu,Cid & Dan,18"),
        ),
        ("2026-03-01 Go: Ann 5, Bob 3", "2026-03-02 Tichu: Ann & Bob 16, Cid & Dan 18"),
    ),
    "teams that are always teams": Odd(
        "read",
        table(
            "Date,Game,Player,Score",
            *("2026-03-02,Tichu,Ann & Bob,16", "2026-03-02,Tichu,Cid & Dan,18"),
        ),
        ("2026-03-02 Tichu: Ann & Bob 16, Cid & Dan 18",),
    ),
    "scores after the names of some plays": Odd(
        "asked",
        table(
            "Date,Game,Players,Won by",
            *('2026-03-01,Go,"me, Ann",me', '2026-03-02,Go,"me, Bob",Bob'),
            '2026-03-03,Everdell,"me 61, Ann 58, Bob 49",me',
        ),
        (
            "2026-03-01 Go: me*, Ann-",
            "2026-03-02 Go: me-, Bob*",
            "2026-03-03 Everdell: me 61*, Ann 58-, Bob 49-",
        ),
    ),
    "ties in an order": Odd(
        "asked",
        table(
            "Date,Game,Players",
            *("2026-03-01,Go,A > C > B", "2026-03-02,Go,B > A = C", "2026-03-03,Go,C > B"),
            "2026-03-04,Go,A = B",
        ),
        (
            "2026-03-01 Go: A (1)*, C (2)-, B (3)-",
            "2026-03-02 Go: B (1)*, A (2)-, C (2)-",
            "2026-03-03 Go: C (1)*, B (2)-",
            "2026-03-04 Go: A (1)*, B (1)*",
        ),
    ),
    "two who share a place and its score": Odd(
        "asked",
        table(
            "Date,Game,1st,2nd,3rd",
            "2026-03-01,Go,Ann and Bob (9),,Cid (7)",
            "2026-03-02,Go,Ann (8),Cid (6),",
        ),
        (
            "2026-03-01 Go: Ann 9 (1)*, Bob 9 (1)*, Cid 7 (3)-",
            "2026-03-02 Go: Ann 8 (1)*, Cid 6 (2)-",
        ),
    ),
    "names with several notes, in rows": Odd(
        "asked",
        table(
            "Date,Game,Player,Score",
            *("2026-03-01,Root,Ann (Cats),5", "2026-03-01,Root,Bob (Birds),3"),
            *("2026-03-02,Root,Ann (Birds),4", "2026-03-02,Root,Bob (Cats),9"),
        ),
        (
            "2026-03-01 Root: Ann (Cats) 5, Bob (Birds) 3",
            "2026-03-02 Root: Ann (Birds) 4, Bob (Cats) 9",
        ),
    ),
    "names with several notes, in lists": Odd(
        "asked",
        table(
            "Date,Game,Players",
            *('2026-03-01,Root,"Ann (Cats), Bob (Birds)"', '2026-03-02,Root,"Ann (Birds), Bob"'),
        ),
        ("2026-03-01 Root: Ann (Cats), Bob (Birds)", "2026-03-02 Root: Ann (Birds), Bob"),
    ),
    "names with several notes, in seats": Odd(
        "asked",
        table(
            "Date,Game,Player 1,Player 2,Winner",
            "2026-03-01,Root,Ann (Cats),Bob (Birds),1",
            "2026-03-02,Root,Ann (Birds),Bob (Cats),2",
        ),
        (
            "2026-03-01 Root: Ann (Cats)*, Bob (Birds)-",
            "2026-03-02 Root: Ann (Birds)-, Bob (Cats)*",
        ),
    ),
    "several games in a row": Odd(
        "refused",
        table(
            "Date,Who came,Game 1,Winner 1,Game 2,Winner 2",
            '2026-01-02,"Ann, Bob, Cid",Azul,Ann,Heat,Bob',
            '2026-01-09,"Ann, Cid",Patchwork,Cid,,',
        ),
        said={"columns": {"game": "Game 1"}},
    ),
    "numbers of rounds before the dates": Odd(
        "read",
        table(
            "Stufe;Data;Gra;Ola;Jan",
            "1ª;2026-01-05;Azul;66;71",
            "2ª;2026-01-12;Azul;44;51",
            "3ª;2026-01-19;Azul;80;31",
        ),
        (
            "2026-01-05 Azul: Ola 66, Jan 71",
            "2026-01-12 Azul: Ola 44, Jan 51",
            "2026-01-19 Azul: Ola 80, Jan 31",
        ),
    ),
    "a result of two sides that is no player": Odd(
        "read",
        table(
            "Date,Game,Ann,Bob,Between",
            "2026-03-01,Darts,41,39,3:2",
            "2026-03-02,Darts,33,45,1:3",
        ),
        ("2026-03-01 Darts: Ann 41, Bob 39", "2026-03-02 Darts: Ann 33, Bob 45"),
    ),
    "places with points behind them, and who was away": Odd(
        "asked",
        table(
            "Etapa,Date,Game,Ann,Bob,Cid,Winner",
            "1ª,2026-01-05,Azul,1º (25),3º (15),2º (18),Ann",
            "2ª,2026-01-12,Azul,2º (18),1º (25),F,Bob",
        ),
        (
            "2026-01-05 Azul: Ann 25 (1)*, Bob 15 (3)-, Cid 18 (2)-",
            "2026-01-12 Azul: Ann 18 (2)-, Bob 25 (1)*",
        ),
    ),
    "goals of home and away": Odd(
        "asked",
        table(
            "Date,Game,Home,Away,HG,AG,Notes",
            "2026-03-01,Blood Bowl,Ann,Bob,2,1,",
            "2026-03-02,Blood Bowl,Cid,Ann,0,0,dull",
            "2026-03-03,Blood Bowl,Cid,Bob,,,postponed",
        ),
        ("2026-03-01 Blood Bowl: Ann, Bob", "2026-03-02 Blood Bowl: Cid, Ann"),
    ),
    "goals of home and away without headings": Odd(
        "asked",
        table("Date,Game,Home,,,Away", "2026-03-01,Blood Bowl,Ann,2,1,Bob"),
        ("2026-03-01 Blood Bowl: Ann, Bob",),
    ),
    "legs of home and away": Odd(
        "asked",
        table(
            "Wk;Datum;Spiel;Heim;Gast;Legs;Ø Heim;Ø Gast",
            "1;07.01.26;Darts;Ann;Bob;3:2;41,2;39,9",
            "2;14.01.26;Darts;Cid;Ann;1:3;33,0;45,5",
        ),
        ("2026-01-07 Darts: Ann, Bob", "2026-01-14 Darts: Cid, Ann"),
        (
            (
                {"columns": {"score": "Legs"}},
                ("2026-01-07 Darts: Ann 3, Bob 2", "2026-01-14 Darts: Cid 1, Ann 3"),
            ),
        ),
    ),
    "a play that was put off, and then won": Odd(
        "read",
        table("Date,Game,Players,Winner,Notes", '2026-03-01,Go,"Ann, Bob",Bob,postponed'),
        ("2026-03-01 Go: Ann-, Bob*",),
    ),
    "players below their roles": Odd(
        "asked",
        table(
            "Date,Game,Austria,England,France",
            "2026-02-28,Diplomacy,Nell 0,Gus 6,Ivy 18",
            "2026-04-25,Diplomacy,Ivy 11,Max 10,Nell 2",
        ),
        (
            "2026-02-28 Diplomacy: Austria, England, France",
            "2026-04-25 Diplomacy: Austria, England, France",
        ),
    ),
    "W beside scores": Odd(
        "asked",
        table("Date,Game,Ann,Bob,Cid", "2026-03-01,Go,45,W 61,52", "2026-03-02,Go,58 (W),50,"),
        ("2026-03-01 Go: Ann 45-, Bob 61*, Cid 52-", "2026-03-02 Go: Ann 58*, Bob 50-"),
    ),
    "a guest who has a name": Odd(
        "asked",
        table("Date,Game,Ann,Guest,Guest name", "2026-03-01,Go,61,70,Kim", "2026-03-02,Go,6,7,Lou"),
        ("2026-03-01 Go: Ann 61, Guest 70", "2026-03-02 Go: Ann 6, Guest 7"),
    ),
    "winners of other columns": Odd(
        "refused", table("Date,Game,Winner,Gold,Wood", "2026-03-01,Go,Ann,5,8")
    ),
}


TABLES |= KEPT


def line(played: PlayRecord) -> str:
    """Return a play in one line."""
    head = [str(played.date), (played.time or "")[:5], played.title]
    head.append("" if played.minutes is None else f"{played.minutes}m")
    return " ".join(filter(None, head)) + ": " + ", ".join(map(seat, played.standings))


def seat(s: Standing) -> str:
    score = "" if s.total is None else f" {s.total}"
    place = "" if s.place is None else f" ({s.place})"
    won = {True: "*", False: "-", None: ""}[s.won]
    return f"{s.person.name}{score}{place}{won}{'' if s.team is None else f' @{s.team}'}"


def lines(text: str, **options: Any) -> tuple[str, ...]:
    return tuple(map(line, found(text, **options)))


def verdict(text: str, said: Mapping[str, Any]) -> str:
    try:
        plays = found(text, **said)
    except UnclearSheet as e:
        return "refused" if e.preview.wrong else "asked"
    except LedgerError:
        return "refused"
    return "read" if plays else "refused"


@pytest.mark.parametrize("name", TABLES)
def test_an_odd_table_is_read_asked_about_or_refused(name):
    odd = TABLES[name]
    assert verdict(odd.rows, odd.said) == odd.verdict
    if odd.verdict != "refused":
        assert lines(odd.rows, sure=True, **odd.said) == odd.plays
    for options, plays in odd.options:
        assert lines(odd.rows, **{"sure": "wins" in options, **odd.said, **options}) == plays


@pytest.mark.parametrize("name", [n for n, odd in TABLES.items() if odd.verdict == "asked"])
def test_every_choice_that_is_offered_settles_its_doubt(name):
    odd = TABLES[name]
    with pytest.raises(UnclearSheet) as e:
        records(odd.rows, **odd.said)
    first = e.value.preview
    assert first.doubts and (first.plays or first.players)
    for choice in first.choices:
        asked = []

        def confirm(preview, choice=choice, asked=asked):
            asked.append(preview)
            return choice if len(asked) == 1 else True

        assert found(odd.rows, confirm=confirm, **odd.said)
        assert all(choice not in preview.choices for preview in asked[1:])


@pytest.mark.parametrize("other", ["2026-03-02,Go,9,9", "2026-03-02,Go,DNF,9"])
def test_a_play_that_has_no_winner_although_it_is_known_what_wins_is_told(other):
    text = table("Date,Game,Ann,Bob", "2026-03-01,Go,5,8", other)
    assert lines(text, wins={"*": "low"})[0] == "2026-03-01 Go: Ann 5*, Bob 8-"
    assert "*" not in lines(text, wins={"*": "low"})[1]
    assert any("'Go'" in remark and "1;" in remark for remark in told(text, wins={"*": "low"}))


def test_no_play_is_said_to_lack_a_winner_if_each_has_one():
    text = table("Date,Game,Ann,Bob", "2026-03-01,Go,5,8", "2026-03-02,Go,7,9")
    assert told(text, wins={"*": "low"}) == []


def test_a_refused_table_names_the_options_that_would_say_it():
    with pytest.raises(UnclearSheet) as e:
        records(TABLES["places in players' columns"].rows)
    assert "--cells places" in str(e.value) and "--cells scores" in str(e.value)


@pytest.mark.parametrize(
    ("title", "word"),
    [
        ("Go", "--wins Go=high"),
        ("7 Wonders", '--wins "7 Wonders=high"'),
        ('x"; rm -rf $HOME `id`', '--wins "x…; rm -rf …HOME …id…=high"'),
        ("a%PATH%!b", '--wins "a…PATH…b=high"'),
    ],
)
def test_a_command_that_is_proposed_runs_nothing_of_a_table(title, word):
    cell = title.replace('"', '""')
    (remark,) = told(f'date,game,Ann,Bob\n2026-03-01,"{cell}",5,8\n')
    assert word in remark
