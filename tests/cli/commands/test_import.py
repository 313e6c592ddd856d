"""export, import, branch."""

import json
import subprocess
import sys

import pytest

from common.refusals import tells
from ledger import load


def test_a_session_and_back_gives_the_same_bytes(run, games, tmp_path):
    for game in games.iterdir():
        session, back = tmp_path / "s.session", tmp_path / "back.jsonl"
        assert run("export", game, "--to", "session", "--out", session, "--force").code == 0
        result = run("import", session, "--out", back, "--force")
        assert result.code == 0
        assert "finished" in result.out
        assert back.read_bytes() == game.read_bytes()


def test_a_session_on_the_screen(run, game):
    result = run("export", game, "--to", "session")
    assert result.out.startswith("game: osaka\n")
    assert "@18:" in result.out
    assert "@18:" not in run("export", game, "--to", "session", "--no-times").out


def test_a_log_comes_out_as_it_is(run, game, tmp_path):
    assert run("export", game, "--to", "jsonl").out.encode() == game.read_bytes()
    torn = tmp_path / "torn.jsonl"
    torn.write_bytes(game.read_bytes() + b'{"type":')
    result = run("export", torn, "--to", "jsonl")
    assert result.out.encode() == game.read_bytes()
    assert "warning" in result.err


def test_a_log_without_times(run, game, tmp_path):
    out = tmp_path / "timeless.jsonl"
    run("export", game, "--to", "jsonl", "--no-times", "--out", out)
    assert "2026" not in out.read_text()
    assert run("verify", out).code == 0
    assert [x.data for x in load(out).lines[1:-1]] == [x.data for x in load(game).lines[1:-1]]


def test_what_a_seat_saw_holds_no_digest_of_the_full_log(run, game, tmp_path):
    out = tmp_path / "bartek.jsonl"
    assert run("export", game, "--to", "jsonl", "--as", "Bartek", "--out", out).code == 0
    text = out.read_text()
    assert load(out).opened.view == 2
    assert not any(line.digest in text for line in load(game).lines)


def test_nothing_is_overwritten(run, game, tmp_path):
    taken = tmp_path / "taken.jsonl"
    session = tmp_path / "s.session"
    run("export", game, "--to", "session", "--out", session)
    taken.write_text("mine")
    for args in (
        ("export", game, "--to", "jsonl", "--out", taken),
        ("import", session, "--out", taken),
        ("branch", game, "--at", 6, "--out", taken),
    ):
        result = run(*args)
        assert result.code == 1
        assert taken.read_text() == "mine"
        assert run(*args, "--force").code == 0
        assert taken.read_text() != "mine"
        taken.write_text("mine")
    assert sorted(p.name for p in tmp_path.iterdir()) == ["s.session", "taken.jsonl"]


def test_a_failed_write_leaves_nothing(run, game, tmp_path):
    result = run("export", game, "--to", "jsonl", "--out", tmp_path / "no" / "such" / "x.jsonl")
    assert result.code == 2
    assert tells(result.err, "x.jsonl")
    result = run("export", game, "--to", "jsonl", "--out", tmp_path, "--force")
    assert result.code == 2
    assert list(tmp_path.iterdir()) == []


def test_branch_at_a_group_end(run, game, tmp_path):
    lines = load(game).lines
    end = next(x.seq for x in lines[30:] if not x.more)
    out = tmp_path / "b.jsonl"
    assert run("branch", game, "--at", end, "--out", out).code == 0
    assert len(load(out).lines) == end
    assert load(out).opened.origin.at == end
    assert run("verify", out).code == 0
    result = run("do", out, "--json")
    assert run("do", out, result.json["legal"][0]).code == 0


def test_branch_inside_a_group_names_the_ends(run, game, tmp_path):
    inside = next(x.seq for x in load(game).lines if x.more and x.cmd)
    result = run("branch", game, "--at", inside, "--out", tmp_path / "b.jsonl")
    assert result.code == 1
    assert tells(result.err, f"{inside} | {inside - 1}")
    result = run("branch", game, "--at", 99999, "--out", tmp_path / "b.jsonl")
    assert result.code in (1, 2)
    assert not (tmp_path / "b.jsonl").exists()


HEAD = "game: osaka\nplayers: Ana, Bartek\n\n"
SETUP = (
    HEAD + "market R2 R2 B3 Y5 G5\nfarm R5 R5 R5\nAna hand Y5 Y5\nBartek hand Y3 Y3 Y2\n"
    "Bartek claim red\nAna claim red\n"
)


@pytest.mark.parametrize(
    ("text", "code", "where", "message"),
    [
        ("", 2, "1", "game"),
        ("hello", 2, "1:1", "header"),
        (HEAD, 2, "", "market"),
        (HEAD + "market R2 R2 B3 Y5 Q5\n", 1, "4", "Q5"),
        (SETUP + "Bartek tkae R2\n", 2, "10:8", "tkae"),
        (SETUP + "Bartek take Y2\n", 1, "10:13", "Y2"),
        (SETUP + "Ana take R2\n", 1, "10:", "Bartek"),
        (SETUP + "Zoe take R2\n", 2, "10:1", "Zoe"),
    ],
)
def test_errors_of_a_session_point_at_their_place(run, tmp_path, text, code, where, message):
    session = tmp_path / "s.session"
    session.write_text(text)
    out = tmp_path / "out.jsonl"
    result = run("import", session, "--out", out)
    assert result.code == code
    assert tells(result.err, message)
    if where:
        assert f"{session}:{where}" in result.err
    assert not out.exists()


def test_the_caret_stands_under_the_word(run, tmp_path):
    session = tmp_path / "s.session"
    session.write_text(SETUP + "Bartek  take Y2\n")
    lines = run("import", session, "--out", tmp_path / "out.jsonl").err.splitlines()
    assert lines[1] == "    Bartek  take Y2"
    assert lines[2] == "                 ^"
    assert "legal here: " in lines[3]


def test_an_open_session_becomes_an_open_log(run, tmp_path):
    session, out = tmp_path / "s.session", tmp_path / "out.jsonl"
    session.write_text(SETUP + "# good start\nBartek take R2\n", encoding="utf-8-sig")
    result = run("import", session, "--out", out)
    assert result.code == 0
    assert "open" in result.out
    assert run("verify", out, "--json").json["open"] is True
    assert json.loads(out.read_text().splitlines()[0])["data"]["seats"][0]["name"] == "Ana"


def test_a_session_that_is_no_text(run, tmp_path):
    session = tmp_path / "s.session"
    session.write_bytes(b"game: osaka\nplayers: A\xff\0")
    result = run("import", session, "--out", tmp_path / "out.jsonl")
    assert result.code == 2
    assert tells(result.err, f"{session} | 2 | 0xff | UTF-8")


def test_a_correction_from_which_no_game_goes_on(run, tmp_path):
    session = tmp_path / "s.session"
    wrong = 'adjust "slip" [{"path": "/active", "value": 9}]'
    session.write_text(SETUP + f"{wrong}\nBartek take R2\n")
    result = run("import", session, "--out", tmp_path / "out.jsonl")
    assert result.code == 1
    assert f"{session}:" in result.err


@pytest.mark.parametrize("encoding", ["cp1250", "utf-16", "utf-16-le", "utf-8-sig", "iso8859-2"])
@pytest.mark.parametrize("out", [True, False], ids=["log", "library"])
def test_a_session_in_any_encoding(run, tmp_path, encoding, out):
    session, log = tmp_path / "s.session", tmp_path / "s.jsonl"
    text = SETUP.replace("Ana", "Łucja").replace("Bartek", "Świętosława")
    session.write_bytes(text.encode(encoding))
    given = ("--out", log) if out else ("--library", tmp_path / "lib")
    result = run("import", session, "--encoding", encoding, *given)
    assert result.code == 0, result.err + result.out
    (made,) = [log] if out else (tmp_path / "lib" / "games").glob("*.jsonl")
    assert [s.name for s in load(made).opened.seats] == ["Łucja", "Świętosława"]


def test_without_a_word_the_encoding_is_found_out_and_told(run, tmp_path):
    session, log = tmp_path / "s.session", tmp_path / "s.jsonl"
    text = SETUP.replace("Ana", "Łucja").replace("Bartek", "Świętosława")
    session.write_bytes(text.encode("utf-16"))
    assert run("import", session, "--out", log).code == 0
    session.write_bytes(text.encode("cp1250"))
    result = run("import", session, "--out", log, "--force")
    assert result.code == 0
    assert tells(result.err, "UTF-8 | cp1250")
    assert load(log).opened.seats[0].name == "Łucja"


@pytest.mark.parametrize("out", [True, False], ids=["log", "library"])
def test_an_encoding_that_does_not_exist(run, tmp_path, out):
    session, log = tmp_path / "s.session", tmp_path / "s.jsonl"
    session.write_text(SETUP)
    given = ("--out", log) if out else ("--library", tmp_path / "lib")
    result = run("import", session, "--encoding", "nonsense", *given)
    assert result.code == 2
    assert tells(result.err + result.out, "nonsense")
    assert not log.exists() and not list(tmp_path.glob("lib/games/*"))


def test_a_log_that_is_here_is_told_without_loading_its_game(run, game, tmp_path):
    library = tmp_path / "library"
    new = json.loads(run("import", game, "--library", library, "--json").out)["items"][0]
    known = json.loads(run("import", game, "--library", library, "--json").out)["items"][0]
    assert (new["status"], known["status"]) == ("new", "known")
    assert known["title"] == new["title"] == "Traders of Osaka"
    code = (
        "import sys, ledger.cli\n"
        f"sys.argv[1:] = ['import', {str(game)!r}, '--library', {str(library)!r}]\n"
        "try: ledger.cli.main()\n"
        "except SystemExit: pass\n"
        "print([m for m in sys.modules if m.startswith('ledger.games.') or m == 'rich.progress'])"
    )
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert out.stdout.splitlines() == [f"{library}: 1 record: 1 known", "[]"]
