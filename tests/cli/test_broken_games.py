"""Broken plug-ins at the command line: one warning, everything else works, and who is to blame."""

from __future__ import annotations

import io
from collections.abc import Iterator
from pathlib import Path

import pytest

from common.plugin_folder import CODE, line_of, plugins_in, write_plugin
from common.refusals import tells
from ledger.kernel.game.registry import forget_games

BROKEN = "import nonsense_module" + CODE
FACTS = "heap | ledger-heap 1.2 | ModuleNotFoundError | nonsense_module | heap_game/__init__.py"


@pytest.fixture(scope="module")
def log(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A log of the game as it should be."""
    from ledger import Table, find_game, open_game
    from ledger.kernel.play.simulate import play

    folder = tmp_path_factory.mktemp("right")
    write_plugin(folder)
    path = folder / "heap.jsonl"
    with plugins_in(folder):
        game = find_game("heap")
        opened = open_game(game, ["Ana", "Bo"], started="2026-03-01")
        table: Table = play(game, opened, [game.bots["random"]] * 2, 1).table
        path.write_bytes(table.bytes())
        # and the same game before its end
        end = next(line.seq for line in table.lines if line.type == "took") + 1
        (folder / "open.jsonl").write_bytes(table.back_to(end).bytes())
    return path


@pytest.fixture
def broken(tmp_path: Path) -> Iterator[None]:
    write_plugin(tmp_path / "site", BROKEN)
    with plugins_in(tmp_path / "site"):
        yield


def buggy(folder: Path, before: str, bug: str = "raise KeyError('R5')") -> int:
    """Write the game with a bug before a line; return where it is."""
    indent = " " * (len(before) - len(before.lstrip()))
    code = CODE.replace(before, f"{indent}{bug}\n{before}")
    write_plugin(folder, code)
    return line_of(bug, code)


COMMANDS = (
    ["games"],
    ["import", "GAME"],
    ["list"],
    ["query", "select count(*) from games"],
    ["report", "players"],
    ["query", "--tables"],
    ["new", "Traders of Osaka", "--players", "Ana,Bo", "--seed", "1", "--out", "x.jsonl"],
)


def test_every_command_works_beside_a_broken_game(
    run, game: Path, broken: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("LEDGER_LIBRARY", str(tmp_path / "library"))
    for command in COMMANDS:
        forget_games()  # each command is a process of its own
        result = run(*(game if word == "GAME" else word for word in command))
        assert result.code == 0, result
        warned = [line for line in result.err.splitlines() if line.startswith("warning: ")]
        asks_for_all = command[0] in ("games", "new") or "--tables" in command
        assert len(warned) == asks_for_all, (command, result)
        assert all(tells(line, FACTS) for line in warned)


def test_a_command_that_needs_no_other_game_says_nothing(run, game: Path, broken: None) -> None:
    result = run("verify", game)
    assert (result.code, result.err) == (0, "")


def test_asking_for_a_broken_game_says_why(run, broken: None, tmp_path: Path) -> None:
    result = run("new", "heap", "--players", "Ana,Bo", "--out", tmp_path / "x.jsonl")
    assert result.code == 2
    assert tells(result.err, f"{FACTS} | line 1 | LEDGER_DEBUG=1")
    assert "bug in Ledger" not in result.err


def test_a_log_of_a_broken_game_is_not_called_damaged(run, log: Path, broken: None) -> None:
    shown = run("replay", log)
    assert shown.code == 2
    assert tells(shown.err, FACTS)
    verified = run("verify", log, "--json").json
    assert verified["verdict"] == "unchecked"
    assert verified["problems"][0]["kind"] == "game-fault"
    assert tells(verified["problems"][0]["message"], FACTS)


def test_the_index_says_what_is_wrong_with_a_game(
    run, log: Path, game: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LEDGER_LIBRARY", str(tmp_path / "library"))
    right, wrong = log.parent, tmp_path / "site"
    with plugins_in(right):
        assert run("import", log, game).code == 0
    write_plugin(wrong, BROKEN)
    ask = "select g.game, p.kind, p.message from problems p join games g using (game_id)"
    with plugins_in(wrong):
        assert run("index", "--rebuild").code == 0
        ((found,),) = run("query", ask, "--json").jsons
    assert (found["game"], found["kind"]) == ("heap", "game-fault")
    assert tells(found["message"], FACTS)


def test_a_fold_that_fails_is_in_the_index_as_the_game_s(
    run, log: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LEDGER_LIBRARY", str(tmp_path / "library"))
    with plugins_in(log.parent):
        assert run("import", log).code == 0
    line = buggy(tmp_path / "site", "    return [(n,) for n in s.taken]")
    with plugins_in(tmp_path / "site"):
        assert run("index", "--rebuild").code == 0
        ask = "select kind, message from problems"
        ((found,),) = run("query", ask, "--json").jsons
    assert found["kind"] == "game-fault"
    assert tells(found["message"], f"heap | KeyError | R5 | heap_game/__init__.py | line {line}")


# --- exceptions in a game's code --------------------------------------------------------------

DECIDE = "    d.emit(Took(seat=x.seat, count=x.count))"
DRAW = '    return Text(f"{v.stones} stones")'


def test_a_move_that_meets_a_bug(run, log: Path, tmp_path: Path) -> None:
    line = buggy(tmp_path / "site", DECIDE)
    path = tmp_path / "open.jsonl"
    path.write_bytes(before := (log.parent / "open.jsonl").read_bytes())
    with plugins_in(tmp_path / "site"):
        result = run("do", path, "take", "1")
    assert result.code == 2
    facts = f"heap | ledger-heap 1.2 | KeyError | R5 | heap_game/__init__.py | line {line}"
    assert tells(result.err, f"{facts} | LEDGER_DEBUG=1")
    assert "bug in Ledger" not in result.err
    assert path.read_bytes() == before


def test_a_simulation_that_meets_a_bug(run, tmp_path: Path) -> None:
    line = buggy(tmp_path / "site", DECIDE, "nonsense()")
    with plugins_in(tmp_path / "site"):
        result = run("simulate", "heap", "--games", "1", "--out", tmp_path / "games")
    assert result.code == 2
    assert tells(result.err, f"heap | NameError | nonsense | line {line}")


def test_a_session_that_meets_a_bug(run, tmp_path: Path) -> None:
    line = buggy(tmp_path / "site", DECIDE)
    session = tmp_path / "evening.session"
    session.write_text("game: heap\nplayers: Ana, Bo\n\nAna take 2\n", "utf-8")
    with plugins_in(tmp_path / "site"):
        result = run("import", session, "--library", tmp_path / "library", "--json")
    told = result.out + result.err
    assert tells(told, f"game-fault | heap | KeyError | line {line}"), told
    assert "bug in Ledger" not in told


def test_a_board_that_can_t_be_drawn_is_replaced_by_the_reason(run, log: Path, tmp_path) -> None:
    line = buggy(tmp_path / "site", DRAW)
    with plugins_in(tmp_path / "site"):
        result = run("replay", log, "--at", "3")
    assert result.code == 2
    assert tells(result.out, f"heap | KeyError | R5 | heap_game/__init__.py | line {line}")
    assert "Ana takes" in result.out, "the rest is told as ever"


def test_what_was_recorded_before_a_bug_is_safe(
    run, log: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    line = buggy(tmp_path / "site", DECIDE, "1 / (x.count - 3)")
    path = tmp_path / "open.jsonl"
    path.write_bytes((log.parent / "open.jsonl").read_bytes())
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"take 1\ntake 3\n")))
    with plugins_in(tmp_path / "site"):
        result = run("record", path)
    assert tells(result.out + result.err, f"heap | ZeroDivisionError | line {line}"), result
    assert path.read_text().count('"took"') == 2


def test_a_user_s_box_that_a_game_can_t_handle(run, tmp_path: Path) -> None:
    write_plugin(tmp_path / "site")
    box = tmp_path / "own.toml"
    box.write_text(
        'id = "own"\ntitle = "Own"\n[stones]\ncounts = { "2" = 9 }\n'
        'provenance = { status = "fact", source = [] }\n',
        "utf-8",
    )
    line = line_of("box.stones.counts[str(players)]")
    with plugins_in(tmp_path / "site"):
        out = tmp_path / "x.jsonl"
        result = run("new", "heap", "--players", "A,B,C", "--box", box, "--out", out)
        checked = run("box", "heap", "--check", box)
    for said in (result, checked):
        assert said.code == 2
        assert tells(said.err, f"heap | KeyError | 3 | heap_game/__init__.py | line {line}"), said


def test_the_traceback_is_shown_on_request(
    run, log: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys
) -> None:
    from ledger.cli.app import run as run_command

    buggy(tmp_path / "site", "    s.stones -= e.count")
    monkeypatch.setenv("LEDGER_DEBUG", "1")
    with plugins_in(tmp_path / "site"), pytest.raises(SystemExit):
        run_command(["log", str(log), "--as", "Ana"])
    with plugins_in(tmp_path / "site"), pytest.raises(SystemExit):
        run_command(["replay", str(log)])
    err = capsys.readouterr().err
    assert "Traceback" in err
    assert "raise KeyError('R5')" in err


EXIT = "raise SystemExit(0)"


@pytest.mark.parametrize(
    ("place", "words"),
    [
        (DECIDE, ("verify", "LOG")),
        ("    s.stones -= e.count", ("replay", "LOG", "--turn", "2")),
        (DRAW, ("replay", "LOG", "--turn", "2")),
        (DECIDE, ("simulate", "heap", "--games", "1", "--out", "OUT")),
        ("    return [(n,) for n in s.taken]", ("import", "LOG", "--library", "OUT")),
    ],
)
def test_a_game_that_exits_does_not_end_a_command_in_silence(
    run, log: Path, tmp_path: Path, place: str, words: tuple[str, ...]
) -> None:
    line = buggy(tmp_path / "site", place, EXIT)
    files = {"LOG": log, "OUT": tmp_path / "out"}
    with plugins_in(tmp_path / "site"):
        said = run(*(files.get(word, word) for word in words))
    text = said.out + said.err
    if words[0] != "import":  # what is imported isn't counted yet
        assert said.code
        assert tells(text, f"heap | SystemExit | line {line}")
    assert "Traceback" not in text


def test_ctrl_c_in_the_code_of_a_game_is_still_ctrl_c(run, log: Path, tmp_path: Path) -> None:
    buggy(tmp_path / "site", "    s.stones -= e.count", "raise KeyboardInterrupt")
    with plugins_in(tmp_path / "site"):
        said = run("replay", log, "--turn", "2")
    assert said.code
    assert "game-fault" not in said.err
