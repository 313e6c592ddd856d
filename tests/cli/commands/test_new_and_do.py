"""new and do: a game at the table."""

import json
import subprocess
import sys

import pytest

from common.refusals import tells
from ledger import load
from ledger.store.files import RealFiles
from ledger.store.log_writer import LogWriter


def types(path):
    return [line.type for line in load(path).lines]


def play_on(run, path, turns):
    """Play the first legal move again and again."""
    for _ in range(turns):
        facts = run("do", path, "--json").json
        assert run("do", path, facts["legal"][0], "--seed", 1).code == 0


def test_a_new_game_is_set_up(run, tmp_path):
    path = tmp_path / "folder" / "My evening.jsonl"
    result = run("new", "osaka", "--players", "Ana, Bartek", "--place", "kitchen", "--out", path)
    assert result.code == 0
    assert "next " in result.out
    assert "claim red" in result.out
    opened = load(path).opened
    assert [s.name for s in opened.seats] == ["Ana", "Bartek"]
    assert opened.place == "kitchen"
    assert opened.started is not None
    assert run("verify", path).code == 0


def test_chance_is_new_each_time_unless_seeded(run, tmp_path):
    for name in ("a", "b", "c", "d"):
        seed = ("--seed", 4) if name in "cd" else ()
        out = tmp_path / f"{name}.jsonl"
        run("new", "osaka", "--players", "A,B", "--out", out, *seed)

    def cards(name):
        return [line.data for line in load(tmp_path / f"{name}.jsonl").lines[1:5]]

    assert cards("a") != cards("b")
    assert cards("c") == cards("d")


def test_given_results_are_used_and_the_rest_is_drawn(run, tmp_path):
    path = tmp_path / "x.jsonl"
    args = ("new", "osaka", "--players", "A,B", "--out", path)
    assert run(*args, "--given", "market r2, r2 b3 y5 5g").code == 1
    assert run(*args, "--given", "market r2, r2 b3 y5 g5").code == 0
    assert load(path).lines[1].data.cards == ("R2", "R2", "B3", "Y5", "G5")
    assert len(load(path).lines[2].data.cards) == 3


def test_with_ask_what_is_not_given_is_named(run, tmp_path):
    path = tmp_path / "x.jsonl"
    args = ["new", "osaka", "--players", "Ana,Bartek", "--out", path, "--ask"]
    result = run(*args)
    assert result.code == 2
    assert tells(result.err, "5")
    args += ["--given", "market R2 R2 B3 Y5 G5", "--given", "farm R5 R5 R5"]
    result = run(*args)
    assert 'add --given "Ana hand ' in result.err
    args += ["--given", "Ana hand Y5 Y5", "--given", "Bartek hand Y5 Y5"]
    result = run(*args)
    assert "possible: Ana, Bartek" in result.err
    assert not path.exists()
    assert run(*args, "--given", "first Bartek").code == 0


@pytest.mark.parametrize(
    ("given", "code", "message"),
    [
        ("R5", 2, ""),
        ("", 2, ""),
        ("market R5", 2, "5 | 1"),
        ("market R2 R2 B3 Y5 X1", 1, "X1"),
        ("market R2 R2 B3 Y5 ?", 1, ""),
        ("market R2 R2 B3 Y5 G5 G5", 1, ""),
        ("first Ana", 1, ""),
        ("Zoe hand R5", 2, ""),
    ],
)
def test_wrong_results_are_refused(run, tmp_path, given, code, message):
    path = tmp_path / "x.jsonl"
    result = run(
        "new", "osaka", "--players", "Ana,Bartek", "--seed", 1, "--out", path, "--given", given
    )
    assert result.code == code
    assert tells(result.err, message)
    assert not path.exists()


@pytest.mark.parametrize(
    ("args", "code", "message"),
    [
        (("osaka", "--players", "Ana"), 1, "2 | 4"),
        (("osaka", "--players", "Ana,Ana"), 1, "same name"),
        (("chess", "--players", "A,B"), 2, "chess"),
        (("osaka", "--players", "A,B", "--option", "x=1"), 2, "x"),
    ],
)
def test_games_that_cannot_be_started(run, tmp_path, args, code, message):
    path = tmp_path / "x.jsonl"
    result = run("new", *args, "--out", path)
    assert result.code == code
    assert tells(result.err, message)
    assert not path.exists()


def test_a_name_that_is_taken_or_wrong(run, table, tmp_path):
    before = table.read_bytes()
    result = run("new", "osaka", "--players", "A,B", "--out", table)
    assert result.code == 1
    assert table.read_bytes() == before
    assert run("new", "osaka", "--players", "A,B", "--out", tmp_path / "x.txt").code == 2


def test_a_move(run, table):
    result = run("do", table, "claim red")
    assert result.code == 0
    assert "next    Ana: starting token" in result.out
    assert types(table)[-1] == "claimed"
    assert run("do", table, "Ana", "claim", "blue").code == 0
    assert run("do", table, "Bartek: take R2").code == 0
    assert run("do", table, "take R2", "--seat", "Ana").code == 0
    assert run("verify", table).code == 0


def test_without_a_move_it_says_who_is_asked(run, table):
    before = table.read_bytes()
    result = run("do", table)
    assert result.code == 0
    assert result.out.splitlines() == [
        "next    Bartek: starting token [OSA-09]",
        "legal   claim red; claim blue; claim yellow; claim green",
    ]
    assert table.read_bytes() == before


def test_json(run, table):
    facts = run("do", table, "claim red", "--json").json
    assert list(facts) == [
        "file", "line", "turn", "over", "events", "awaiting", "scores", "legal",
        "fingerprint",
    ]  # fmt: skip
    assert facts["line"] == len(load(table).lines)
    assert facts["events"][0]["type"] == "claimed"
    assert facts["awaiting"] == [{"seat": 1, "ask": "starting token", "rule": "OSA-09"}]


@pytest.mark.parametrize(
    ("move", "code", "rule", "message"),
    [
        ("take G2", 1, "OSA-18", "G2"),
        ("buy Y3", 1, "OSA-14", "costs"),
        ("claim red", 1, "OSA-12", "Bartek"),
        ("Ana take R2", 1, "OSA-12", "Bartek"),
        ("tkae R2", 2, None, "tkae"),
        ("take", 2, None, "take"),
        ("undo 3", 1, None, ""),
        ("undo never", 2, None, "undo N"),
        ("take R2 G2", 2, None, ""),
    ],
)
def test_a_refused_move_changes_nothing(run, table, move, code, rule, message):
    run("do", table, "claim red")
    run("do", table, "claim red")
    before = table.read_bytes()
    result = run("do", table, move)
    assert result.code == code
    assert tells(result.err, message)
    if rule:
        assert f"[{rule}]" in result.err
        assert tells(result.err, "take R2")
    assert result.out == ""
    assert table.read_bytes() == before


def test_a_house_rule_is_recorded(run, table):
    run("do", table, "claim red")
    run("do", table, "claim red")
    assert run("do", table, "buy Y3", "--waive", "OSA-14", "--seed", 1).code == 0
    waived = [line.waived for line in load(table).lines if line.waived]
    assert waived == [("OSA-14",)]
    assert run("verify", table).code == 0


def test_undo(run, table):
    run("do", table, "claim red")
    result = run("do", table, "undo")
    assert result.code == 0
    assert "next    Bartek: starting token" in result.out
    assert types(table)[-1] == "retracted"
    result = run("do", table, "undo")
    assert result.code == 1
    assert run("do", table, "undo 7").code == 0


def test_notes(run, table):
    assert run("do", table, "--note", "we begin").code == 0
    assert run("do", table, "claim red", "--note", "why red?").code == 0
    assert types(table)[-3:] == ["noted", "claimed", "noted"]
    assert load(table).lines[-1].data.text == "why red?"


SECRET = "Ana looked at the pile"


def test_a_remark_for_one_reader(run, table, tmp_path):
    """Nobody else's log, position or export holds it, whatever is made of the log."""
    before = tmp_path / "before.jsonl"
    before.write_bytes(table.read_bytes())
    for who, to in (("recorder", "recorder"), ("bartek", 2)):
        done = run("do", table, "--note", SECRET, "--note-for", who)
        assert (done.code, load(table).lines[-1].data.to) == (0, to)
    assert run("do", table, "--note", SECRET, "--note-for", "Zoe").code == 2
    assert run("do", table, "--note-for", "Bartek").code == 2
    assert run("log", table).out.count(SECRET) == 2
    for who, count in (("Ana", 0), ("spectator", 0), ("Bartek", 1)):
        out = tmp_path / f"{who}.html"
        assert (
            run("export", table, "--as", who, "--to", "html", "--terminal", "--out", out).code == 0
        )
        texts = [run("log", table, "--as", who).out, out.read_text("utf-8")]
        texts += [run("export", table, "--as", who, "--to", x).out for x in ("session", "jsonl")]
        assert [SECRET in text for text in texts] == [bool(count)] * 4, who
        if not count:
            for args in (["log"], ["replay", "--at", "7", "--json"], ["export", "--to", "jsonl"]):
                one, other = (
                    run(args[0], path, *args[1:], "--as", who).out.replace(str(path), "")
                    for path in (before, table)
                )
                assert one == other, args


@pytest.mark.parametrize(
    ("typed", "added"),
    [
        (["claim red", "cofnij"], ["claimed", "retracted"]),
        (["claim red", "undo", "redo"], ["claimed", "retracted", "retracted"]),
        (["claim red", "annulla", "ponów"], ["claimed", "retracted", "retracted"]),
        (["note a fine evening"], ["noted"]),
        (["nota bella serata", "notatka zimno"], ["noted", "noted"]),
        (["1. claim red", "2) Ana claim blue # well"], ["claimed", "claimed", "noted"]),
        (['popraw Ana tokens red 2 "forgotten"'], ["adjusted"]),
        (["przerwij późno"], ["ended", "sealed"]),
        (["abbandona"], ["ended", "sealed"]),
    ],
)
def test_keywords_of_every_language_and_numbered_lines(run, table, typed, added):
    before = len(load(table).lines)
    for line in typed:
        done = run("do", table, line)
        assert done.code == 0, done.err
    assert [x for x in types(table)[before:] if x != "turned"] == added
    assert run("verify", table).code == 0


@pytest.mark.parametrize("word", ["board", "plansza", "legal", "rules OSA-14", "help", "quit"])
def test_what_only_shows_something_is_refused(run, table, word):
    before = table.read_bytes()
    done = run("do", table, word)
    assert (done.code, done.out) == (2, "")
    assert tells(done.err, f"`{word.split()[0]}`")
    assert table.read_bytes() == before


def test_a_result_is_compared_and_changes_nothing(run, game, table, tmp_path):
    assert run("do", table, "wynik Ana 3").code == 1
    lines = game.read_bytes().splitlines(keepends=True)
    path = tmp_path / "end.jsonl"
    path.write_bytes(b"".join(lines[:-1]))  # over, but not sealed
    opened, ended = load(path).opened, load(path).lines[-1].data
    names = [seat.name for seat in opened.seats]
    right = ", ".join(f"{n} {s}" for n, s in zip(names, ended.scores, strict=True))
    before = path.read_bytes()
    assert run("do", path, f"risultato {right}").code == 0
    assert run("do", path, f"result {names[0]} 999").code == 1
    assert path.read_bytes() == before
    assert run("do", path, "note that was close").code == 0
    assert types(path)[-1] == "noted"


def test_given_needs_a_move(run, table):
    assert run("do", table, "--given", "market R2").code == 2


def test_chance_from_the_table_in_a_move(run, table):
    run("do", table, "claim red")
    run("do", table, "claim red")
    for _ in range(2):
        run("do", table, "take R2")
    run("do", table, "take B3")
    result = run("do", table, "buy Y5 Y5", "--ask")
    assert result.code == 2
    assert tells(result.err, "2")
    given = ("--given", "market B2 B2", "--given", "farm G2 G2 G2")
    assert run("do", table, "buy Y5 Y5", "--ask", *given).code == 0
    assert [x.data.cards for x in load(table).lines if x.type == "dealt"][-2:] == [
        ("B2", "B2"),
        ("G2", "G2", "G2"),
    ]
    assert run("verify", table).code == 0


def test_a_game_that_ends_is_sealed(run, game, tmp_path):
    last = max(x.cmd for x in load(game).lines if x.type != "sealed")
    before = max(x.seq for x in load(game).lines if x.cmd == last - 1)
    path = tmp_path / "end.jsonl"
    run("branch", game, "--at", before, "--out", path)
    session = run("export", game, "--to", "session", "--no-times").out.splitlines()
    names = ("Ana ", "Bartek ")
    move = [x for x in session if x.startswith(names)][-1]
    result = run("do", path, move, "--note", "good game", "--seed", 1)
    assert result.code == 0
    assert types(path)[-3:] == ["ended", "noted", "sealed"]
    assert run("verify", path).code == 0
    result = run("do", path, "undo")
    assert result.code == 1
    assert "sealed" in result.err


def test_abandon(run, table):
    assert run("do", table, "abandon", "it", "is", "late").code == 0
    assert types(table)[-2:] == ["ended", "sealed"]
    assert load(table).lines[-2].data.reason == "it is late"
    assert run("verify", table).code == 0


def test_a_torn_end_is_moved_aside_by_the_next_move(run, table):
    good = table.read_bytes()
    table.write_bytes(good + b'{"type":"claimed","seq":7,')
    assert run("do", table, "claim purple").code == 2
    assert table.read_bytes() != good
    result = run("do", table, "claim red")
    assert result.code == 0
    assert "warning" in result.err
    assert table.read_bytes().startswith(good)
    assert run("verify", table).code == 0
    (torn,) = table.parent.glob("table.torn-*")
    assert torn.read_bytes() == b'{"type":"claimed","seq":7,'


def test_a_damaged_log_is_not_played_on(run, table):
    run("do", table, "claim red")
    run("do", table, "claim red")
    lines = table.read_bytes().splitlines(keepends=True)
    lines[6] = lines[6].replace(b"red", b"rod")
    table.write_bytes(b"".join(lines))
    before = table.read_bytes()
    assert run("do", table, "take R2").code == 1
    assert table.read_bytes() == before


def test_what_a_seat_saw_is_not_played_on(run, table, tmp_path):
    stream = tmp_path / "ana.jsonl"
    run("export", table, "--to", "jsonl", "--as", "Ana", "--out", stream)
    result = run("do", stream, "claim red")
    assert result.code == 1
    assert "full log" in result.err


def test_somebody_else_is_writing(run, table):
    writer = LogWriter.open(RealFiles(), table.parent, table.stem)
    try:
        result = run("do", table, "claim red")
    finally:
        writer.close()
    assert result.code == 1
    assert run("do", table, "claim red").code == 0


def test_two_at_once_never_both_play_the_same_turn(run, table):
    command = [sys.executable, "-m", "ledger.cli", "do", table, "Bartek claim red"]
    both = [
        subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        for _ in range(3)
    ]
    assert sorted(p.wait(60) for p in both) == [0, 1, 1]
    assert types(table).count("claimed") == 1
    assert run("verify", table).code == 0


def test_many_moves(run, table):
    play_on(run, table, 12)
    assert run("verify", table).code == 0
    assert json.loads(table.read_bytes().splitlines()[-1])["turn"] > 3


def test_what_was_rolled_may_stand_behind_the_move(run, tmp_path):
    path = tmp_path / "dice.jsonl"
    assert run("new", "istanbul", "--players", "Ana,Bartek", "--seed", 4, "--out", path).code == 0
    assert run("do", path, "reroll 1 3 -> G B").code == 0
    assert load(path).lines[-1].data.faces == ("G", "B")
    assert run("do", path, "end", "--given", "Bartek roll R R R R C").code == 0
    wrong = run("do", path, "reroll 1 -> Q")
    assert (wrong.code, types(path)[-1]) == (1, "rolled")
    assert "Q" in wrong.err


def test_istanbul_works_with_every_command(run, tmp_path):
    log = tmp_path / "games" / "istanbul-3p-5-0001.jsonl"
    simulate = ("simulate", "istanbul", "--players", 3, "--seed", 5, "--out", log.parent)
    assert run(*simulate).code == 0
    for command in ("replay", "log", "verify"):
        assert run(command, log).code == 0
        assert run(command, log, "--json").code == 0
    assert run("replay", log, "--turn", 3, "--as", "2").code == 0
    session = tmp_path / "game.session"
    again = tmp_path / "again.jsonl"
    assert run("export", log, "--to", "session", "--out", session).code == 0
    assert run("import", session, "--out", again).code == 0
    assert again.read_bytes() == log.read_bytes()
    assert "IST-45" in run("rules", "istanbul", "IST-45").out
    assert '"rerolled"' in run("schema", "istanbul").out


def test_a_torn_end_is_kept_and_told(run, tmp_path):
    path = tmp_path / "cut.jsonl"
    assert run("new", "osaka", "--players", "Ana,Bartek", "--seed", 4, "--out", path).code == 0
    whole = path.read_bytes()
    path.write_bytes(whole + b'{"type":"claimed","seq":7')
    done = run("do", path, "claim red")
    assert done.code == 0
    assert "cut.torn-1" in done.err
    assert (tmp_path / "cut.torn-1").read_bytes() == b'{"type":"claimed","seq":7'


@pytest.mark.parametrize("text", ["", "  ", "@2026-01-01T10:00:00Z"])
def test_a_line_that_says_nothing_lacks_a_move(run, tmp_path, text):
    path = tmp_path / "game.jsonl"
    assert run("new", "osaka", "--players", "Ana, Bartek", "--out", path, "--seed", 1).code == 0
    before = path.read_bytes()
    assert run("do", path, text).code == 2
    assert path.read_bytes() == before


def test_a_typed_remark_has_the_author_that_was_named(run, tmp_path):
    path = tmp_path / "game.jsonl"
    assert run("new", "osaka", "--players", "Ana, Bartek", "--out", path, "--seed", 1).code == 0
    assert run("do", path, "note", "well", "--seat", "Bartek").code == 0
    assert load(path).lines[-1].data.seat == 2
