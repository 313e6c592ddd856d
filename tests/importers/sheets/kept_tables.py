"""Tables that were misread once, in the words of test_odd_tables."""

from __future__ import annotations

from .odd import Odd, table

KEPT = {
    "merged date": Odd(
        "asked",
        table(
            "Date,Game,Ana,Bo",
            "2026-03-01,Azul,50,43",
            ",Azul,38,61",
            ",Brass,120,99",
            "2026-03-08,Azul,55,51",
        ),
        (
            "2026-03-01 Azul: Ana 50, Bo 43",
            "2026-03-01 Azul: Ana 38, Bo 61",
            "2026-03-01 Brass: Ana 120, Bo 99",
            "2026-03-08 Azul: Ana 55, Bo 51",
        ),
    ),
    "merged date and game": Odd(
        "asked",
        table(
            "Date,Game,Ana,Bo",
            "2026-03-01,Azul,50,43",
            ",,38,61",
            "2026-03-08,Brass,155,51",
        ),
        (
            "2026-03-01 Azul: Ana 50, Bo 43",
            "2026-03-01 Azul: Ana 38, Bo 61",
            "2026-03-08 Brass: Ana 155, Bo 51",
        ),
    ),
    "merged date tall": Odd(
        "asked",
        table(
            "Date,Game,Player,Score",
            "2026-03-01,Azul,Ana,50",
            ",Azul,Bo,43",
            "2026-03-08,Azul,Ana,55",
            ",Azul,Bo,51",
        ),
        (
            "2026-03-01 Azul: Ana 50, Bo 43",
            "2026-03-08 Azul: Ana 55, Bo 51",
        ),
    ),
    "merged date in lists": Odd(
        "asked",
        table(
            "Date,Game,Players,Winner",
            '2026-03-01,Azul,"Ana, Bo",Bo',
            ',Go,"Ana, Bo",Ana',
        ),
        (
            "2026-03-01 Azul: Ana-, Bo*",
            "2026-03-01 Go: Ana*, Bo-",
        ),
    ),
    "headings again": Odd(
        "read",
        table(
            "Date,Game,Ana,Bo",
            "2026-03-01,Azul,50,43",
            "Date,Game,Ana,Bo",
            "2026-04-01,Azul,38,61",
        ),
        (
            "2026-03-01 Azul: Ana 50, Bo 43",
            "2026-04-01 Azul: Ana 38, Bo 61",
        ),
    ),
    "headings again tall": Odd(
        "read",
        table(
            "Date,Game,Player,Score",
            "2026-03-01,Azul,Ana,50",
            "2026-03-01,Azul,Bo,43",
            "Date,Game,Player,Score",
            "2026-04-01,Azul,Ana,38",
            "2026-04-01,Azul,Bo,61",
        ),
        (
            "2026-03-01 Azul: Ana 50, Bo 43",
            "2026-04-01 Azul: Ana 38, Bo 61",
        ),
    ),
    "other headings below": Odd(
        "read",
        table(
            "Date,Game,Ana,Bo",
            "2026-03-01,Azul,50,43",
            "Date,Game,Ana,Cy",
            "2026-04-01,Azul,38,61",
        ),
        (
            "2026-03-01 Azul: Ana 50, Bo 43",
            "2026-04-01 Azul: Ana 38, Cy 61",
        ),
    ),
    "units below headings": Odd(
        "read",
        table(
            "Date,Game,Ana,Bo,Time",
            ",,pts,pts,min",
            "2026-03-01,Azul,50,43,45",
        ),
        ("2026-03-01 Azul 45m: Ana 50, Bo 43",),
    ),
    "two levels": Odd(
        "asked",
        table(
            ",,Ana,,Bo,",
            "Date,Game,Score,Role,Score,Role",
            "2026-03-01,Root,30,Cats,22,Birds",
        ),
        ("2026-03-01 Root: Ana 30, Bo 22",),
    ),
    "players over names": Odd(
        "asked",
        table(
            "Date,Game,Players,,,Winner",
            ",,Ana,Bo,Cy,",
            "2026-03-01,Azul,50,43,,Ana",
            "2026-03-02,Azul,,41,60,Cy",
        ),
        (
            "2026-03-01 Azul: Ana 50*, Bo 43-",
            "2026-03-02 Azul: Bo 41-, Cy 60*",
        ),
    ),
    "scores over names": Odd(
        "asked",
        table(
            "Date,Game,Score,,",
            ",,Ana,Bo,Cy",
            "2026-03-01,Azul,50,43,",
            "2026-03-02,Azul,,41,60",
        ),
        (
            "2026-03-01 Azul: Ana 50, Bo 43",
            "2026-03-02 Azul: Bo 41, Cy 60",
        ),
    ),
    "players in cell and columns": Odd(
        "read",
        table(
            "Date,Game,Players,Ana,Bo,Cy",
            '2026-03-01,Azul,"Ana, Bo",50,43,',
            '2026-03-02,Azul,"Bo, Cy",,41,60',
        ),
        (
            "2026-03-01 Azul: Ana 50, Bo 43",
            "2026-03-02 Azul: Bo 41, Cy 60",
        ),
    ),
    "players in cell, winner score": Odd(
        "read",
        table(
            "Date,Game,Players,Winner,Winning score,Second",
            '2026-03-01,Azul,"Ana, Bo",Ana,50,Bo',
        ),
        ("2026-03-01 Azul: Ana 50 (1)*, Bo (2)-",),
    ),
    "pair with result": Odd(
        "asked",
        table(
            "Data;Mecz;Wynik",
            "01.03.2026;Ana - Bo;10:8",
            "08.03.2026;Bo - Cy;7:11",
        ),
        (
            "2026-03-01 Ping: Ana 10, Bo 8",
            "2026-03-08 Ping: Bo 7, Cy 11",
        ),
        said={"game": "Ping"},
    ),
    "pair with result, players": Odd(
        "asked",
        table(
            "Data;Gra;Gracze;Wynik",
            "01.03.2026;Cymbergaj;Ana - Bo;10:8",
            "08.03.2026;Cymbergaj;Bo - Cy;7:11",
        ),
        (
            "2026-03-01 Cymbergaj: Ana 10, Bo 8",
            "2026-03-08 Cymbergaj: Bo 7, Cy 11",
        ),
    ),
    "pair with result, comma": Odd(
        "read",
        table(
            "Date,Game,Players,Score",
            '2026-03-01,Go,"Ana, Bo",10:8',
        ),
        ("2026-03-01 Go: Ana 10, Bo 8",),
    ),
    "home away result": Odd(
        "read",
        table(
            "Date,Home,Away,Result",
            "2026-03-01,Ana,Bo,2-1",
            "2026-03-02,Bo,Cy,0-0",
        ),
        (
            "2026-03-01 Subbuteo: Ana 2, Bo 1",
            "2026-03-02 Subbuteo: Bo 0, Cy 0",
        ),
        said={"game": "Subbuteo"},
    ),
    "home away result colon": Odd(
        "read",
        table(
            "Date,Game,Home,Away,Result",
            "2026-03-01,Subbuteo,Ana,Bo,2:1",
        ),
        ("2026-03-01 Subbuteo: Ana 2, Bo 1",),
    ),
    "half time": Odd(
        "read",
        table(
            "Date,Game,Home,Away,Result",
            "2026-03-01,Subbuteo,Ana,Bo,2:1 (1:0)",
            "2026-03-02,Subbuteo,Bo,Ana,3:3 (1:2)",
        ),
        (
            "2026-03-01 Subbuteo: Ana 2, Bo 1",
            "2026-03-02 Subbuteo: Bo 3, Ana 3",
        ),
    ),
    "home away HT columns": Odd(
        "read",
        table(
            "Date,Game,Home,Away,Result,HT",
            "2026-03-01,Subbuteo,Ana,Bo,2-1,1-0",
        ),
        ("2026-03-01 Subbuteo: Ana 2, Bo 1",),
    ),
    "1. 2. 3.": Odd(
        "asked",
        table(
            "Data;Gra;1.;2.;3.",
            "01.03.2026;Azul;Ana;Bo;Cy",
            "08.03.2026;Azul;Cy;Ana;",
        ),
        (
            "2026-03-01 Azul: Ana (1)*, Bo (2)-, Cy (3)-",
            "2026-03-08 Azul: Cy (1)*, Ana (2)-",
        ),
    ),
    "1 2 3": Odd(
        "asked",
        table(
            "Date,Game,1,2,3",
            "2026-03-01,Azul,Ana,Bo,Cy",
            "2026-03-08,Azul,Cy,Ana,",
        ),
        (
            "2026-03-01 Azul: Ana (1)*, Bo (2)-, Cy (3)-",
            "2026-03-08 Azul: Cy (1)*, Ana (2)-",
        ),
    ),
    "1. 2. in a cell": Odd(
        "asked",
        table(
            "Date,Game,Players",
            '2026-03-01,Azul,"1. Ana, 2. Bo, 3. Cy"',
            '2026-03-08,Azul,"1. Cy, 2. Ana"',
        ),
        (
            "2026-03-01 Azul: Ana (1)*, Bo (2)-, Cy (3)-",
            "2026-03-08 Azul: Cy (1)*, Ana (2)-",
        ),
    ),
    "draw in winner": Odd(
        "read",
        table(
            "Date,Game,Ana,Bo,Winner",
            "2026-03-01,Azul,50,43,Ana",
            "2026-03-08,Azul,40,40,Draw",
        ),
        (
            "2026-03-01 Azul: Ana 50*, Bo 43-",
            "2026-03-08 Azul: Ana 40, Bo 40",
        ),
    ),
    "draw both": Odd(
        "read",
        table(
            "Date,Game,Ana,Bo,Winner",
            "2026-03-01,Azul,50,43,Ana",
            "2026-03-08,Azul,40,40,both",
            "2026-03-09,Azul,40,40,Ana/Bo",
        ),
        (
            "2026-03-01 Azul: Ana 50*, Bo 43-",
            "2026-03-08 Azul: Ana 40*, Bo 40*",
            "2026-03-09 Azul: Ana 40*, Bo 40*",
        ),
    ),
    "WDL": Odd(
        "read",
        table(
            "Date,Game,Ana,Bo",
            "2026-03-01,Go,W,L",
            "2026-03-08,Go,D,D",
        ),
        (
            "2026-03-01 Go: Ana*, Bo-",
            "2026-03-08 Go: Ana, Bo",
        ),
    ),
    "half half": Odd(
        "read",
        table(
            "Round,White,Black,Result",
            "1,Ana,Bo,½-½",
            "2,Bo,Ana,1/2-1/2",
            "3,Ana,Bo,0-1",
            "4,Ana,Bo,1/2",
        ),
        (
            "None Chess: Ana 0.5, Bo 0.5",
            "None Chess: Bo 0.5, Ana 0.5",
            "None Chess: Ana 0, Bo 1",
            "None Chess: Ana 0.5, Bo 0.5",
        ),
        said={"game": "Chess"},
    ),
    "draw tall": Odd(
        "read",
        table(
            "Date,Game,Player,Result",
            "2026-03-01,Go,Ana,Draw",
            "2026-03-01,Go,Bo,Draw",
            "2026-03-02,Go,Ana,Win",
            "2026-03-02,Go,Bo,Loss",
        ),
        (
            "2026-03-01 Go: Ana, Bo",
            "2026-03-02 Go: Ana*, Bo-",
        ),
    ),
    "tally": Odd(
        "asked",
        table(
            "Game,Ana,Bo,Cy",
            "Azul,5,3,1",
            "Brass,2,0,4",
            "Catan,10,7,8",
        ),
        (
            "None Azul: Ana 5, Bo 3, Cy 1",
            "None Brass: Ana 2, Bo 0, Cy 4",
            "None Catan: Ana 10, Bo 7, Cy 8",
        ),
    ),
    "tally named": Odd(
        "refused",
        table(
            "Player,Wins",
            "Ana,5",
            "Bo,3",
        ),
    ),
    "tally named game": Odd(
        "refused",
        table(
            "Name,Games,Wins,Win %",
            "Ana,10,5,50%",
            "Bo,10,3,30%",
        ),
        said={"game": "Azul"},
    ),
    "tally wins cols": Odd(
        "refused",
        table(
            "Game,Ana wins,Bo wins",
            "Azul,5,3",
            "Brass,2,0",
        ),
    ),
    "tally year": Odd(
        "refused",
        table(
            "Year,Ana,Bo,Cy",
            "2024,15,13,11",
            "2025,22,10,4",
        ),
        said={"game": "Azul"},
    ),
    "tally months": Odd(
        "refused",
        table(
            "Month,Ana,Bo,Cy",
            "2026-01,5,3,1",
            "2026-02,2,2,4",
        ),
        said={"game": "Azul"},
    ),
    "tally pl": Odd(
        "refused",
        table(
            "Gracz;Wygrane;Przegrane",
            "Ana;5;2",
            "Bo;3;4",
        ),
        said={"game": "Azul"},
    ),
    "sections by evening": Odd(
        "asked",
        table(
            "Wieczór 01.03.2026;;;",
            "Gra;Ola;Jan;Kasia",
            "Azul;45;50;38",
            "Brass;120;99;",
            "",
            "Wieczór 08.03.2026;;;",
            "Gra;Ola;Jan;Kasia",
            "Azul;55;51;60",
        ),
        (
            "2026-03-01 Azul: Ola 45, Jan 50, Kasia 38",
            "2026-03-01 Brass: Ola 120, Jan 99",
            "2026-03-08 Azul: Ola 55, Jan 51, Kasia 60",
        ),
    ),
    "totals averages wins rows": Odd(
        "read",
        table(
            "Date,Game,Ann,Bob,Cid",
            "2026-01-03,Azul,45,50,38",
            "2026-01-10,Azul,60,55,41",
            "Total,,105,105,79",
            "Average,,52.5,52.5,39.5",
            "Wins,,1,1,0",
        ),
        (
            "2026-01-03 Azul: Ann 45, Bob 50, Cid 38",
            "2026-01-10 Azul: Ann 60, Bob 55, Cid 41",
        ),
    ),
    "game first, summary rows": Odd(
        "read",
        table(
            "Game,Date,Ann,Bob",
            "Azul,2026-01-03,45,50",
            "Azul,2026-01-10,60,55",
            "Average,,52.5,52.5",
            "Wins,,1,1",
            "Best,,60,55",
        ),
        (
            "2026-01-03 Azul: Ann 45, Bob 50",
            "2026-01-10 Azul: Ann 60, Bob 55",
        ),
    ),
    "averages at the right": Odd(
        "asked",
        table(
            "Date,Game,Ann,Bob,Mean score,Best,Spread",
            "2026-01-03,Azul,45,50,47.5,50,5",
            "2026-01-10,Azul,60,55,57.5,60,5",
        ),
        (
            "2026-01-03 Azul: Ann 45, Bob 50",
            "2026-01-10 Azul: Ann 60, Bob 55",
        ),
    ),
    "pivot players by dates": Odd(
        "refused",
        table(
            "Player,2026-03-01,2026-03-08,2026-03-15",
            "Ann,45,50,",
            "Bob,38,61,44",
        ),
        said={"game": "Azul"},
    ),
    "pivot players by games": Odd(
        "refused",
        table(
            "Player,Azul,Brass,Catan,Total",
            "Ann,45,120,10,175",
            "Bob,38,99,8,145",
        ),
    ),
    "two games side by side": Odd(
        "refused",
        table(
            "Azul,,,,Brass,,",
            "Date,Ann,Bob,,Date,Ann,Bob",
            "2026-03-01,45,50,,2026-03-02,120,99",
            "2026-03-08,41,52,,,,",
        ),
    ),
    "form with a grid": Odd(
        "asked",
        table(
            "Timestamp,Game,Score [Ann],Score [Bob],Score [Cid],Comments",
            "3/14/2026 21:30:05,Azul,45,50,,close!",
            "3/21/2026 22:10:00,Brass,120,99,87,",
        ),
        (
            "2026-03-14 21:30 Azul: Ann 45, Bob 50",
            "2026-03-21 22:10 Brass: Ann 120, Bob 99, Cid 87",
        ),
    ),
    "league table": Odd(
        "refused",
        table(
            "Pos,Team,P,W,D,L,GF,GA,Pts",
            "1,Lions,10,7,2,1,20,9,23",
            "2,Tigers,10,6,1,3,18,12,19",
        ),
        said={"game": "Blood Bowl"},
    ),
    "crosstable": Odd(
        "refused",
        table(
            ",Ann,Bob,Cid,Total",
            "Ann,x,1,0.5,1.5",
            "Bob,0,x,1,1",
            "Cid,0.5,0,x,0.5",
        ),
        said={"game": "Chess"},
    ),
    "best of three": Odd(
        "read",
        table(
            "Date,Game,Player 1,Player 2,Set 1,Set 2,Set 3,Winner",
            "2026-03-01,Ping Pong,Ann,Bob,11-8,9-11,11-5,Ann",
            "2026-03-02,Ping Pong,Cid,Bob,11-8,11-6,,Cid",
        ),
        (
            "2026-03-01 Ping Pong: Ann*, Bob-",
            "2026-03-02 Ping Pong: Cid*, Bob-",
        ),
    ),
    "coop": Odd(
        "asked",
        table(
            "Date,Game,Players,Won?,Difficulty",
            '2026-03-01,Pandemic,"Ann, Bob",yes,4 epidemics',
            '2026-03-02,Pandemic,"Ann, Bob, Cid",no,5 epidemics',
        ),
        (
            "2026-03-01 Pandemic: Ann*, Bob*",
            "2026-03-02 Pandemic: Ann-, Bob-, Cid-",
        ),
    ),
    "coop columns": Odd(
        "asked",
        table(
            "Date,Game,Ann,Bob,Cid,Result",
            "2026-03-01,Pandemic,x,x,,Win",
            "2026-03-02,Pandemic,x,x,x,Loss",
        ),
        (
            "2026-03-01 Pandemic: Ann*, Bob*",
            "2026-03-02 Pandemic: Ann-, Bob-, Cid-",
        ),
    ),
    "teams and scores": Odd(
        "asked",
        table(
            "Date,Game,Team A,Team B,Score A,Score B",
            "2026-03-01,Tichu,Ann & Bob,Cid & Dan,1005,870",
            "2026-03-08,Tichu,Ann & Cid,Bob & Dan,640,1100",
        ),
        (
            "2026-03-01 Tichu: Ann 1005 @1, Bob 1005 @1, Cid 870 @2, Dan 870 @2",
            "2026-03-08 Tichu: Ann 640 @1, Cid 640 @1, Bob 1100 @2, Dan 1100 @2",
        ),
    ),
    "dropped out": Odd(
        "read",
        table(
            "Date,Game,Ann,Bob,Cid",
            "2026-03-01,Twilight Imperium,10,DNF,8",
            "2026-03-08,Twilight Imperium,7,10,left early",
            "2026-03-15,Twilight Imperium,7,8,10",
        ),
        (
            "2026-03-01 Twilight Imperium: Ann 10, Bob, Cid 8",
            "2026-03-08 Twilight Imperium: Ann 7, Bob 10, Cid",
            "2026-03-15 Twilight Imperium: Ann 7, Bob 8, Cid 10",
        ),
    ),
    "half points": Odd(
        "read",
        table(
            "Data;Gra;Ola;Jan",
            "01.03.2026;Szachy;½;½",
            "08.03.2026;Szachy;1;0",
            "15.03.2026;Szachy;1½;½",
        ),
        (
            "2026-03-01 Szachy: Ola 0.5, Jan 0.5",
            "2026-03-08 Szachy: Ola 1, Jan 0",
            "2026-03-15 Szachy: Ola 1.5, Jan 0.5",
        ),
    ),
    "thousands with spaces": Odd(
        "read",
        table(
            "Date;Game;Ann;Bob",
            "2026-03-01;Brass;1 234;987",
            "2026-03-08;Brass;12 050;9 800",
        ),
        (
            "2026-03-01 Brass: Ann 1234, Bob 987",
            "2026-03-08 Brass: Ann 12050, Bob 9800",
        ),
    ),
    "euros and units": Odd(
        "read",
        table(
            "Date,Game,Ann,Bob",
            "2026-03-01,Power Grid,€45,€50",
            "2026-03-08,Azul,45 pts,50 pts",
        ),
        (
            "2026-03-01 Power Grid: Ann 45, Bob 50",
            "2026-03-08 Azul: Ann 45, Bob 50",
        ),
    ),
    "places with scores in cells": Odd(
        "asked",
        table(
            "Date,Game,1st,2nd,3rd",
            "2026-03-01,Azul,Ann (45),Bob (38),Cid (30)",
            "2026-03-08,Azul,Bob (55),Cid (41),",
        ),
        (
            "2026-03-01 Azul: Ann 45 (1)*, Bob 38 (2)-, Cid 30 (3)-",
            "2026-03-08 Azul: Bob 55 (1)*, Cid 41 (2)-",
        ),
    ),
    "German": Odd(
        "read",
        table(
            "Datum;Spiel;Spieler;Punkte;Sieger;Dauer",
            "01.03.2026;Skat;Anna;120;ja;45",
            "01.03.2026;Skat;Ben;98;nein;45",
            "08.03.2026;Skat;Anna;80;nein;50",
            "08.03.2026;Skat;Ben;101;ja;50",
        ),
        (
            "2026-03-01 Skat 45m: Anna 120*, Ben 98-",
            "2026-03-08 Skat 50m: Anna 80-, Ben 101*",
        ),
    ),
    "Spanish": Odd(
        "asked",
        table(
            "Fecha;Juego;Jugadores;Ganador;Duración",
            "01/03/2026;Catan;Ana, Luis y Eva;Luis;90",
            "15/03/2026;Azul;Ana, Luis;Ana;45",
        ),
        (
            "2026-03-01 Catan 90m: Ana-, Luis*, Eva-",
            "2026-03-15 Azul 45m: Ana*, Luis-",
        ),
    ),
    "French": Odd(
        "read",
        table(
            "Date;Jeu;Joueur;Points;Gagnant",
            "01/03/2026;Azul;Anne;45;non",
            "01/03/2026;Azul;Luc;50;oui",
            "15/03/2026;Azul;Anne;61;oui",
            "15/03/2026;Azul;Luc;50;non",
        ),
        (
            "2026-03-01 Azul: Anne 45-, Luc 50*",
            "2026-03-15 Azul: Anne 61*, Luc 50-",
        ),
    ),
    "dates as rows of their own": Odd(
        "asked",
        table(
            "Game,Ann,Bob",
            "1 March 2026,,",
            "Azul,45,50",
            "Brass,120,99",
            "8 March 2026,,",
            "Azul,50,61",
        ),
        (
            "2026-03-01 Azul: Ann 45, Bob 50",
            "2026-03-01 Brass: Ann 120, Bob 99",
            "2026-03-08 Azul: Ann 50, Bob 61",
        ),
    ),
    "rounds of one play": Odd(
        "refused",
        table(
            "Round,Ann,Bob,Cid",
            "1,10,20,15",
            "2,5,12,18",
            "3,22,9,11",
            "Total,37,41,44",
        ),
        said={"game": "Wizard"},
    ),
    "score sheet by category": Odd(
        "refused",
        table(
            "Category,Ann,Bob",
            "Cities,10,20",
            "Roads,5,8",
            "Farms,12,3",
            "Total,27,31",
        ),
        said={"game": "Carcassonne"},
    ),
    "dates without years": Odd(
        "refused",
        table(
            "Partite 2026;;;",
            "Data;Gioco;Anna;Luca",
            "1/3;Azul;45;50",
            "8/3;Azul;41;52",
        ),
    ),
    "winner and loser": Odd(
        "read",
        table(
            "Date,Winner,Loser,Score",
            "2026-03-01,Ann,Bob,21-15",
            "2026-03-02,Bob,Ann,21-19",
        ),
        (
            "2026-03-01 Darts: Ann 21 (1)*, Bob 15 (2)-",
            "2026-03-02 Darts: Bob 21 (1)*, Ann 19 (2)-",
        ),
        said={"game": "Darts"},
    ),
    "one cell with slashes": Odd(
        "asked",
        table(
            "Date,Game,Results",
            "2026-03-01,Azul,Ann 45 / Bob 50 / Cid 38",
            "2026-03-08,Azul,Bob 55 / Ann 50",
        ),
        (
            "2026-03-01 Azul: Ann 45, Bob 50, Cid 38",
            "2026-03-08 Azul: Bob 55, Ann 50",
        ),
    ),
    "elo beside": Odd(
        "asked",
        table(
            "Date,Game,Ann,Ann Elo,Bob,Bob Elo",
            "2026-03-01,Go,1,1512,0,1488",
            "2026-03-02,Go,0,1500,1,1500",
        ),
        (
            "2026-03-01 Go: Ann*, Bob-",
            "2026-03-02 Go: Ann-, Bob*",
        ),
    ),
    "tiebreaks": Odd(
        "read",
        table(
            "Date,Game,Ann,Bob,Winner",
            "2026-03-01,Concordia,120 (3),120 (1),Ann",
            "2026-03-08,Concordia,99,101,Bob",
        ),
        (
            "2026-03-01 Concordia: Ann 120*, Bob 120-",
            "2026-03-08 Concordia: Ann 99-, Bob 101*",
        ),
    ),
    "listed and first two": Odd(
        "read",
        table(
            "Date,Game,Players,Winner,Second",
            '2026-03-01,Azul,"Ana, Bo, Cy",Ana,Bo',
        ),
        ("2026-03-01 Azul: Ana (1)*, Bo (2)-, Cy",),
    ),
    "listed and columns": Odd(
        "read",
        table(
            "Date,Game,Players,Ana,Bo",
            '2026-03-01,Azul,"Ana, Bo, Cy",50,43',
            '2026-03-02,Azul,"Ana, Bo",40,44',
        ),
        (
            "2026-03-01 Azul: Ana 50, Bo 43, Cy",
            "2026-03-02 Azul: Ana 40, Bo 44",
        ),
    ),
    "me centric": Odd(
        "refused",
        table(
            "Date,Game,Opponents,Result",
            '2026-03-01,Azul,"Bo, Cy",Won',
            "2026-03-02,Azul,Bo,Lost",
        ),
    ),
    "listed and sides": Odd(
        "read",
        table(
            "Date,Game,Players,Ana,Bo",
            "2026-03-01,Azul,Ana - Bo,50,43",
            "2026-03-02,Azul,Ana - Bo,40,44",
        ),
        (
            "2026-03-01 Azul: Ana 50, Bo 43",
            "2026-03-02 Azul: Ana 40, Bo 44",
        ),
    ),
    "weekdays before dates": Odd(
        "read",
        table(
            "Datum;Spiel;Anna;Ben",
            "Sa 01.03.2026;Azul;45;50",
            "So, 02.03.2026;Azul;61;50",
        ),
        (
            "2026-03-01 Azul: Anna 45, Ben 50",
            "2026-03-02 Azul: Anna 61, Ben 50",
        ),
    ),
    "from until": Odd(
        "read",
        table(
            "Date,Time,Game,Ann,Bob",
            "2026-03-01,19:30-21:15,Brass,120,99",
            "2026-03-08,18:00-19:00,Azul,45,50",
        ),
        (
            "2026-03-01 Brass: Ann 120, Bob 99",
            "2026-03-08 Azul: Ann 45, Bob 50",
        ),
    ),
    "factions after scores": Odd(
        "read",
        table(
            "Date,Game,Ann,Bob,Cid",
            "2026-03-01,Root,30 (Cats),22 (Birds),18 (Alliance)",
            "2026-03-08,Root,12 (Birds),30 (Vagabond),25 (Cats)",
        ),
        (
            "2026-03-01 Root: Ann 30, Bob 22, Cid 18",
            "2026-03-08 Root: Ann 12, Bob 30, Cid 25",
        ),
    ),
    "places with scores behind": Odd(
        "asked",
        table(
            "Date,Game,Ann,Bob,Cid",
            "2026-03-01,Azul,1 (50),2 (45),3 (38)",
            "2026-03-08,Azul,3 (31),1 (66),2 (60)",
            "2026-03-15,Azul,2 (44),3 (40),1 (51)",
        ),
        (
            "2026-03-01 Azul: Ann 50 (1)*, Bob 45 (2)-, Cid 38 (3)-",
            "2026-03-08 Azul: Ann 31 (3)-, Bob 66 (1)*, Cid 60 (2)-",
            "2026-03-15 Azul: Ann 44 (2)-, Bob 40 (3)-, Cid 51 (1)*",
        ),
    ),
    "plus and minus": Odd(
        "read",
        table(
            "Datum;Spiel;Anna;Ben;Cem;Dora",
            "01.03.2026;Doppelkopf;+2;-2;+2;-2",
            "01.03.2026;Doppelkopf;-1;-1;+3;-1",
        ),
        (
            "2026-03-01 Doppelkopf: Anna 2, Ben -2, Cem 2, Dora -2",
            "2026-03-01 Doppelkopf: Anna -1, Ben -1, Cem 3, Dora -1",
        ),
    ),
    "Italian teams": Odd(
        "asked",
        table(
            "Data;Gioco;Squadra 1;Squadra 2;Punti squadra 1;Punti squadra 2",
            "01/03/2026;Briscola;Anna e Luca;Marco e Giulia;65;55",
            "14/03/2026;Briscola;Anna e Marco;Luca e Giulia;40;80",
        ),
        (
            "2026-03-01 Briscola: Anna 65 @1, Luca 65 @1, Marco 55 @2, Giulia 55 @2",
            "2026-03-14 Briscola: Anna 40 @1, Marco 40 @1, Luca 80 @2, Giulia 80 @2",
        ),
    ),
    "winner and losers": Odd(
        "asked",
        table(
            "Date,Game,Winner,Losers",
            '2026-03-01,Azul,Ann,"Bob, Cid"',
            "2026-03-08,Azul,Cid,Ann",
        ),
        (
            "2026-03-01 Azul: Ann*, Bob-, Cid-",
            "2026-03-08 Azul: Cid*, Ann-",
        ),
    ),
    "winner and others of a form": Odd(
        "asked",
        table(
            "Timestamp,What did you play?,Who won?,Who else played?",
            '3/14/2026 21:30:05,Azul,Ann,"Bob, Cid"',
            "3/21/2026 22:10:00,Brass,Bob,Ann",
        ),
        (
            "2026-03-14 21:30 Azul: Ann*, Bob-, Cid-",
            "2026-03-21 22:10 Brass: Bob*, Ann-",
        ),
    ),
    "the order of a list": Odd(
        "asked",
        table(
            "Date,Game,Result",
            "2026-03-01,Azul,Ann > Bob > Cid",
            "2026-03-08,Azul,Cid > Ann",
        ),
        (
            "2026-03-01 Azul: Ann (1)*, Bob (2)-, Cid (3)-",
            "2026-03-08 Azul: Cid (1)*, Ann (2)-",
        ),
    ),
    "ten by ten": Odd(
        "refused",
        table(
            "Game,1,2,3,4",
            "Azul,2026-01-03,2026-01-10,2026-02-01,",
            "Brass,2026-01-17,,,",
        ),
    ),
    "collection": Odd(
        "refused",
        table(
            "Game,Owned,Rating,Plays,Weight",
            "Azul,yes,8,12,1.8",
            "Brass,no,9,3,3.9",
        ),
    ),
    "BGG collection": Odd(
        "refused",
        table(
            "objectname,objectid,rating,numplays,weight,own,fortrade",
            "Azul,230802,8,12,1.8,1,0",
            "Brass,224517,9,3,3.9,1,0",
        ),
    ),
    "scores in one cell apart": Odd(
        "asked",
        table(
            "Data;Gra;Gracze;Punkty",
            "01.03.2026;Azul;Ola/Jan;45/50",
            "08.03.2026;Azul;Ola/Jan/Kasia;45/50/61",
        ),
        (
            "2026-03-01 Azul: Ola 45, Jan 50",
            "2026-03-08 Azul: Ola 45, Jan 50, Kasia 61",
        ),
    ),
    "an evening as wins": Odd(
        "read",
        table(
            "Date,Game,Ann,Bob",
            "2026-03-01,Air Hockey,3,1",
            "2026-03-08,Air Hockey,2,5",
        ),
        (
            "2026-03-01 Air Hockey: Ann 3, Bob 1",
            "2026-03-08 Air Hockey: Ann 2, Bob 5",
        ),
    ),
    "wins in words": Odd(
        "read",
        table(
            "Date,Game,Ann,Bob,Result",
            "2026-03-01,Azul,45,50,Bob wins",
            "2026-03-08,Azul,61,50,Ann wins",
        ),
        (
            "2026-03-01 Azul: Ann 45-, Bob 50*",
            "2026-03-08 Azul: Ann 61*, Bob 50-",
        ),
    ),
    "marked in a list": Odd(
        "asked",
        table(
            "Date,Game,Players",
            "2026-03-01,Azul,Ann 45 (winner); Bob 40",
            "2026-03-08,Azul,Bob 55 (winner); Ann 50",
        ),
        (
            "2026-03-01 Azul: Ann 45*, Bob 40-",
            "2026-03-08 Azul: Bob 55*, Ann 50-",
        ),
    ),
    "times of a game": Odd(
        "read",
        table(
            "Date,Game,Quantity,Ann,Bob",
            "2026-03-01,Love Letter,3,2,1",
            "2026-03-08,Azul,1,45,50",
        ),
        (
            "2026-03-01 Love Letter: Ann 2, Bob 1",
            "2026-03-08 Azul: Ann 45, Bob 50",
        ),
    ),
    "forfeits": Odd(
        "asked",
        table(
            "Round,White,Black,Result",
            "1,Ann,Bob,1-0",
            "1,Cid,Dan,+--",
            "2,Ann,Cid,0-1 ff",
        ),
        (
            "None Chess: Ann 1, Bob 0",
            "None Chess: Cid, Dan",
            "None Chess: Ann 0, Cid 1",
        ),
        said={"game": "Chess"},
    ),
    "name and score of each": Odd(
        "read",
        table(
            "Date,Game,Player1 Name,Player1 Score,Player2 Name,Player2 Score",
            "2026-03-01,Azul,Ann,45,Bob,50",
            "2026-03-08,Azul,Bob,61,Cid,50",
        ),
        (
            "2026-03-01 Azul: Ann 45, Bob 50",
            "2026-03-08 Azul: Bob 61, Cid 50",
        ),
    ),
    "question marks": Odd(
        "read",
        table(
            "Date,Game,Ann,Bob,Cid",
            "2026-03-01,Azul,45,?,38",
            "2026-03-08,Azul,?,?,?",
            "2026-03-15,Azul,41,44,",
        ),
        (
            "2026-03-01 Azul: Ann 45, Bob, Cid 38",
            "2026-03-08 Azul: Ann, Bob, Cid",
            "2026-03-15 Azul: Ann 41, Bob 44",
        ),
    ),
    "months as sections": Odd(
        "refused",
        table(
            "Date,Game,Ann,Bob",
            "January 2026,,,",
            "3,Azul,45,50",
            "10,Azul,61,50",
            "February 2026,,,",
            "7,Brass,120,99",
        ),
    ),
    "games as sections": Odd(
        "asked",
        table(
            "Date,Ann,Bob",
            "Azul,,",
            "2026-01-03,45,50",
            "2026-01-10,61,50",
            "Brass,,",
            "2026-01-17,120,99",
        ),
        (
            "2026-01-03 Azul: Ann 45, Bob 50",
            "2026-01-10 Azul: Ann 61, Bob 50",
            "2026-01-17 Brass: Ann 120, Bob 99",
        ),
    ),
    "two evenings, new player": Odd(
        "read",
        table(
            "Date,Game,Ann,Bob",
            "2026-01-03,Azul,45,50",
            "",
            "Date,Game,Ann,Bob,Cid",
            "2026-02-07,Brass,120,99,87",
            "",
            "Total plays: 2",
        ),
        (
            "2026-01-03 Azul: Ann 45, Bob 50",
            "2026-02-07 Brass: Ann 120, Bob 99, Cid 87",
        ),
    ),
    "standings beside plays": Odd(
        "read",
        table(
            "Date,Game,Ann,Bob,,Player,Wins",
            "2026-01-03,Azul,45,50,,Ann,1",
            "2026-01-10,Azul,61,50,,Bob,1",
            "2026-01-17,Azul,61,70,,,",
        ),
        (
            "2026-01-03 Azul: Ann 45, Bob 50",
            "2026-01-10 Azul: Ann 61, Bob 50",
            "2026-01-17 Azul: Ann 61, Bob 70",
        ),
    ),
    "rank and points side by side": Odd(
        "asked",
        table(
            "Date,Game,Ann pts,Ann pl.,Bob pts,Bob pl.",
            "2026-01-03,Azul,45,2,50,1",
            "2026-01-10,Azul,61,1,50,2",
        ),
        (
            "2026-01-03 Azul: Ann 45 (2)-, Bob 50 (1)*",
            "2026-01-10 Azul: Ann 61 (1)*, Bob 50 (2)-",
        ),
    ),
    "family yahtzee log": Odd(
        "read",
        table(
            "Kniffel-Abende;;;;",
            "Datum;Mama;Papa;Lena;Sieger",
            "05.01.2026;245;198;310;Lena",
            "12.01.2026;301;276;188;Mama",
            "Schnitt;273;237;249;",
        ),
        (
            "2026-01-05 Kniffel: Mama 245-, Papa 198-, Lena 310*",
            "2026-01-12 Kniffel: Mama 301*, Papa 276-, Lena 188-",
        ),
        said={"game": "Kniffel"},
    ),
    "rounds below a play": Odd(
        "asked",
        table(
            "Date,Game,Round,Ann,Bob",
            "2026-03-01,Wizard,1,20,-10",
            "2026-03-01,Wizard,2,30,40",
            "2026-03-01,Wizard,3,-10,20",
            "2026-03-01,Wizard,Total,40,50",
        ),
        ("2026-03-01 Wizard: Ann 40, Bob 50",),
    ),
    "Polish cooperative": Odd(
        "asked",
        table(
            "Data;Gra;Skład;Wynik",
            "01.03.2026;Pandemia;Ola, Jan;wygrana",
            "08.03.2026;Pandemia;Ola, Jan, Kasia;przegrana",
        ),
        (
            "2026-03-01 Pandemia: Ola*, Jan*",
            "2026-03-08 Pandemia: Ola-, Jan-, Kasia-",
        ),
        said={"columns": {"players": "Skład"}},
    ),
    "dates as headings of plays": Odd(
        "refused",
        table(
            "Gra;01.03.2026;08.03.2026",
            "Azul;Ola;Jan",
            "Brass;Jan;",
        ),
    ),
    "last and first names": Odd(
        "refused",
        table(
            "Date,Game,First name,Last name,Points",
            "2026-03-01,Azul,Ann,Smith,45",
            "2026-03-01,Azul,Ann,Jones,50",
        ),
    ),
    "names with notes": Odd(
        "asked",
        table(
            "Date,Game,Player,Score",
            "2026-03-01,Azul,Ann (new),45",
            "2026-03-01,Azul,Bob,50",
            "2026-03-08,Azul,Ann,61",
            "2026-03-08,Azul,Bob,50",
        ),
        (
            "2026-03-01 Azul: Ann (new) 45, Bob 50",
            "2026-03-08 Azul: Ann 61, Bob 50",
        ),
    ),
    "comma decimals in a comma file": Odd(
        "read",
        table(
            "Date,Game,Ann,Bob",
            '2026-03-01,Quiz,"12,5","9,75"',
            '2026-03-08,Quiz,"11,25",10',
        ),
        (
            "2026-03-01 Quiz: Ann 12.5, Bob 9.75",
            "2026-03-08 Quiz: Ann 11.25, Bob 10",
        ),
    ),
    "ratings of games": Odd(
        "asked",
        table(
            "Game,Ann,Bob,Cid",
            "Azul,8,7.5,9",
            "Brass,9,8,6.5",
            "Catan,5,6,4",
        ),
        (
            "None Azul: Ann 8, Bob 7.5, Cid 9",
            "None Brass: Ann 9, Bob 8, Cid 6.5",
            "None Catan: Ann 5, Bob 6, Cid 4",
        ),
    ),
    "ties marked with equals": Odd(
        "read",
        table(
            "Date,Game,Ann,Bob,Cid",
            "2026-03-01,Azul,1.,2.,2.",
            "2026-03-08,Azul,=1,=1,3",
        ),
        (
            "2026-03-01 Azul: Ann (1)*, Bob (2)-, Cid (2)-",
            "2026-03-08 Azul: Ann (1)*, Bob (1)*, Cid (3)-",
        ),
    ),
    "semicolons and quotes, empty tail": Odd(
        "read",
        table(
            '"Data";"Gioco";"Anna";"Luca";"";""',
            '"01/03/2026";"Azul";"45";"50";"";""',
            '"15/03/2026";"Azul";"61";"50";"";"bella partita"',
        ),
        (
            "2026-03-01 Azul: Anna 45, Luca 50",
            "2026-03-15 Azul: Anna 61, Luca 50",
        ),
    ),
}
