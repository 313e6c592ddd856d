"""Tables of moves become sessions; errors point at the row."""

from importers.reading import counted, found, records, told
from ledger.importers.pipeline import run_import
from ledger.importers.records import Moves
from ledger.library.library import Library


def test_rows_become_a_session_in_the_order_of_seq():
    (moves,) = [r for r in records("moves.csv") if isinstance(r, Moves)]
    assert moves.session() == (
        "game: osaka\n"
        "players: Ana, Bartek\n"
        "id: osaka-2026-03-01\n"
        "\n"
        "@2026-03-01T18:30:00 Ana take 1\n"
        "@18:31:00 Bartek buy R5 # nice\n"
    )
    assert [moves.row(n) for n in (1, 5, 6, 99, None)] == [3, 3, 2, 2, 3]


def test_what_is_no_session_is_told():
    assert told("moves.csv") == [
        "moves.csv:4 nothing-1: malformed: 'nothing-1' names no installed game (add a column "
        "`game`, or let the game_id begin with its name)",
        "moves.csv:6 osaka-x: malformed: seq 1 stands in row 5 and in row 6",
        "moves.csv:7 osaka-y: malformed: a cell of this row holds a line break",
        "moves.csv:9 None: malformed: the row does not say which game it belongs to (game_id)",
    ]
    assert counted(records("moves.csv")) == 5


def test_the_game_has_a_column_and_players_their_order():
    data = (
        "game_id,game,players,seq,player,action,args\n"
        '1,Kupcy z Osaki,"Bartek, ""Bo, jr.""",1,"Bo, jr.",take,1\n'
    )
    (moves,) = records(data)
    assert isinstance(moves, Moves)
    assert moves.game == "osaka" and moves.players == ("Bartek", "Bo, jr.")
    assert moves.lines == ((2, '"Bo, jr." take 1'),)


def test_chance_has_no_player():
    data = "game_id,seq,player,action,args\nosaka-1,1,,market,R5 Y3\nosaka-1,3,Ana,take,1\n"
    (moves,) = records(data)
    assert isinstance(moves, Moves)
    assert [text for _, text in moves.lines] == ["market R5 Y3", "Ana take 1"]
    assert moves.problems == ("after seq 1 at least one row is missing",)


def test_rows_that_cannot_be_moves():
    head = "game_id,seq,player,action,args,at,players\n"
    cases = {
        "osaka-1,x,Ana,take,1,,": "seq 'x' is no whole number",
        "osaka-1,1,Ana,,,,": "the row has no action",
        "osaka-1,1,Ana,take,1,noon,": "'noon' is no time (write it like 18:30:05)",
        "osaka-1,1,Zenon,take,1,,Ana": "'Zenon' is not among the players Ana",
    }
    for row, why in cases.items():
        assert told(head + row + "\n") == [f"x.csv:2 osaka-1: malformed: {why}"]


def test_times_of_moves_are_kept():
    (play,) = found("times.csv")
    assert (play.source, play.key, play.game, play.time) == ("bga", "77", "osaka", "18:30:00")
    assert [s.person.name for s in play.standings] == ["Ana", "Bartek"]
    assert play.extra["moves"][0] == {
        "game_id": "77",
        "game": "tradersofosaka",
        "seq": "1",
        "at": "2026-03-01 18:30:00",
        "player": "Ana",
        "excel_date": "46082,7708",
        "remaining": "120",
    }


def test_every_error_of_a_game_stands_at_its_own_row(tmp_path):
    rows = [",market,R2 R2 B3 Y5 G5", ",farm,R5 R5 R5", "Ana,hand,Y5 Y5", "Bartek,hand,Y3 Y3 Y2"]
    rows += ["Bartek,clam,red", "Ana,claim,blue", "Bartek,take,Q9", "Ana,juggle,R2"]
    file = tmp_path / "moves.csv"
    file.write_text("game_id,player,action,args\n" + "".join(f"osaka-1,{r}\n" for r in rows))
    (item,) = run_import(Library(tmp_path / "lib"), [file]).items
    assert item.where == f"{file}:6" and item.source == "Bartek clam red"
    assert [(item.place(x), x.message.partition(";")[0], x.source) for x in item.more] == [
        (f"{file}:8", "'Q9' is no card", "Bartek take Q9"),
        (f"{file}:9", "'juggle' is no move", "Ana juggle R2"),
    ]
