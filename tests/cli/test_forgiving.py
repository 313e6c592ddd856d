"""What people type who haven't read the help: it works, or the answer says what to type."""

import pytest

GAME = "replays/osaka-3p.jsonl"


@pytest.mark.parametrize("option", ["--turn", "--at"])
@pytest.mark.parametrize("word", ["last", "end", "LAST"])
def test_the_last_turn_and_line_have_a_name(run, option, word):
    assert run("replay", GAME, option, word, "--json").out == run("replay", GAME, "--json").out


@pytest.mark.parametrize("word", ["x", "-1", "1.5", "9" * 30, "\u0663"])
def test_other_words_are_no_turn(run, word):
    result = run("replay", GAME, f"--turn={word}")
    assert (result.code, result.out) == (2, "")
    assert "--turn" in result.err
    assert "`last`" in result.err


@pytest.mark.parametrize(
    ("name", "start"),
    [("a.html", b"<!doctype html"), ("a.SVG", b"<svg"), ("a.session", b"game: osaka")],
)
def test_the_name_of_the_output_tells_the_format(run, tmp_path, name, start):
    out = tmp_path / name
    assert run("export", GAME, "--out", str(out)).code == 0
    assert out.read_bytes().lower().startswith(start)


def test_a_format_that_is_said_wins_over_the_name(run, tmp_path):
    out = tmp_path / "a.html"
    assert run("export", GAME, "--to", "session", "--out", str(out)).code == 0
    assert out.read_text().startswith("game: osaka")


@pytest.mark.parametrize("more", [[], ["--out", "a.doc"], ["--out", "a"]])
def test_without_a_format_the_answer_names_the_endings(run, more):
    result = run("export", GAME, *more)
    assert (result.code, result.out) == (2, "")
    assert "--to" in result.err
    assert ".html" in result.err


def test_a_second_file_that_is_not_there_is_meant_as_the_output(run):
    result = run("export", GAME, "game.html")
    assert (result.code, result.out) == (2, "")
    assert "--out 'game.html'" in result.err


@pytest.mark.parametrize("command", ["replay", "log"])
def test_a_folder_or_a_game_leads_to_a_log(run, command):
    folder = run(command, "replays")
    assert (folder.code, folder.out) == (2, "")
    assert "replays/century-2p.jsonl" in folder.err
    game = run(command, "osaka")
    assert (game.code, game.out) == (2, "")
    assert "`ledger list --game osaka`" in game.err


def test_a_log_to_be_converted_is_called_a_log(run, tmp_path):
    out = tmp_path / "y.jsonl"
    result = run("import", GAME, "--out", str(out))
    assert (result.code, result.out) == (2, "")
    assert len(result.err.splitlines()) == 2
    assert "`ledger replay`" in result.err
    assert not out.exists()
