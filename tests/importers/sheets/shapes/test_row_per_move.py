"""Tables of moves become sessions; errors point at the row."""

from common.refusals import all_tell, tells
from importers.reading import counted, found, records, said
from ledger.importers.pipeline import run_import
from ledger.importers.records import SheetSession
from ledger.library.library import Library


def test_rows_become_a_session_in_the_order_of_seq():
    (moves,) = [r for r in records("moves.csv") if isinstance(r, SheetSession)]
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
    assert all_tell(
        said("moves.csv"),
        [
            "malformed | moves.csv:4 nothing-1 | `game` | game_id",
            "malformed | moves.csv:6 osaka-x | seq | 1 | 5 | 6",
            "malformed | moves.csv:7 osaka-y",
            "malformed | moves.csv:9 | game_id",
        ],
    )
    assert counted(records("moves.csv")) == 5


def test_the_game_has_a_column_and_players_their_order():
    data = (
        "game_id,game,players,seq,player,action,args\n"
        '1,Kupcy z Osaki,"Bartek, ""Bo, jr.""",1,"Bo, jr.",take,1\n'
    )
    (moves,) = records(data)
    assert isinstance(moves, SheetSession)
    assert moves.game == "osaka" and moves.players == ("Bartek", "Bo, jr.")
    assert moves.lines == ((2, '"Bo, jr." take 1'),)


def test_chance_has_no_player():
    data = "game_id,seq,player,action,args\nosaka-1,1,,market,R5 Y3\nosaka-1,3,Ana,take,1\n"
    (moves,) = records(data)
    assert isinstance(moves, SheetSession)
    assert [text for _, text in moves.lines] == ["market R5 Y3", "Ana take 1"]
    (problem,) = moves.problems
    assert tells(problem, "seq | 1")


def test_rows_that_cannot_be_moves():
    head = "game_id,seq,player,action,args,at,players\n"
    cases = {
        "osaka-1,x,Ana,take,1,,": "seq | x",
        "osaka-1,1,Ana,,,,": "action",
        "osaka-1,1,Ana,take,1,noon,": "noon | 18:30:05",
        "osaka-1,1,Zenon,take,1,,Ana": "Zenon | Ana",
    }
    for row, why in cases.items():
        assert all_tell(said(head + row + "\n"), [f"malformed | x.csv:2 osaka-1 | {why}"])


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
    assert [(item.place(x), x.source) for x in item.more] == [
        (f"{file}:8", "Bartek take Q9"),
        (f"{file}:9", "Ana juggle R2"),
    ]
    assert tells(item.more[0].message, "Q9") and tells(item.more[1].message, "juggle")
