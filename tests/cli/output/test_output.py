"""Terminals, pipes, encodings, and players with hostile names."""

import json
import os
import pty
import re
import subprocess
import sys

import pytest

from ledger import Seeded, Table, load, open_game
from ledger.games.osaka import GAME
from ledger.kernel.play.simulate import play

from ..conftest import spawn

HOSTILE = [
    "[bold red]Ana[/bold red]",
    "\x1b]52;c;aGk=\x07\x1b[2J",
    "../../etc/passwd",
    "Ev\u202ee\x9b31m[/]\n: x",
]
OBEYED = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")


@pytest.fixture(scope="module")
def hostile(tmp_path_factory):
    opened = open_game(GAME, HOSTILE, place="\x1b[31m", id="[/x]")
    path = tmp_path_factory.mktemp("hostile") / "h.jsonl"
    bots = [GAME.bots["random"]] * 4
    path.write_bytes(play(GAME, opened, bots, 3, max_turns=30).table.bytes())
    return path


@pytest.fixture
def running(tmp_path):
    table = Table.open(GAME, open_game(GAME, HOSTILE), Seeded(1))
    table.note("\x1b[31mred\x1b[0m [/bold] \u202e")
    path = tmp_path / "r.jsonl"
    path.write_bytes(table.bytes())
    return path


@pytest.mark.parametrize(
    "args",
    [
        ("replay",),
        ("replay", "--at", 9),
        ("replay", "--as", 2),
        ("replay", "--as", "[nobody]\x1b"),
        ("replay", "--json"),
        ("log",),
        ("log", "--as", "spectator"),
        ("log", "--json"),
        ("verify",),
        ("verify", "--json"),
        ("do", "take R5"),
    ],
)
def test_hostile_names_do_nothing(run, hostile, args):
    result = run(args[0], hostile, *args[1:])
    assert not OBEYED.search(result.out + result.err)


def test_hostile_names_at_the_table(run, running):
    for args in ((), ("--json",), ("claim red",), ("tkae",), ("--seat", "\x1b", "claim red")):
        result = run("do", running, *args)
        assert not OBEYED.search(result.out + result.err)
    assert run("replay", running).code == 0
    assert not OBEYED.search(run("log", running).out)


def test_hostile_names_survive_a_session(run, hostile, tmp_path):
    session, back = tmp_path / "h.session", tmp_path / "back.jsonl"
    assert run("export", hostile, "--to", "session", "--out", session).code == 0
    assert run("import", session, "--out", back).code == 0
    assert [s.name for s in load(back).opened.seats] == HOSTILE


def test_a_hostile_file_name(run, game, tmp_path):
    path = tmp_path / "a\x1b[31m\u202eb[bold].jsonl"
    path.write_bytes(game.read_bytes())
    for args in (("verify", tmp_path), ("verify", path), ("log", f"{path}x"), ("replay", path)):
        result = run(*args)
        assert not OBEYED.search(result.out + result.err)


def test_a_file_name_that_is_no_text(game, tmp_path):
    path = os.fsencode(tmp_path) + b"/\xff.jsonl"
    with open(path, "wb") as file:  # noqa: PTH123
        file.write(game.read_bytes())
    assert spawn("verify", tmp_path).code == 0
    report = spawn("verify", tmp_path, "--json").json
    assert report["file"].endswith("/\\xff.jsonl")


def test_arguments_that_are_no_text(run, running, tmp_path):
    bad = "A\udcff"  # how Python hands over a byte that is not UTF-8
    for args in (
        ("do", running, "--note", bad),
        ("new", "osaka", "--players", f"{bad},B", "--out", tmp_path / "x.jsonl"),
        ("do", running, f"claim {bad}"),
        ("replay", running, "--as", bad),
        ("rules", "osaka", bad),
        ("games", bad),
        ("simulate", bad, "--out", tmp_path / "out"),
    ):
        assert run(*args).code == 2
    assert [p.name for p in tmp_path.iterdir() if p.suffix == ".jsonl"] == ["r.jsonl"]


def test_no_escapes_in_a_pipe(game):
    for command in ("replay", "log", "verify"):
        assert "\x1b" not in spawn(command, game).out


def test_ascii_only(game):
    for args in (("replay", game, "--at", 4), ("log", game), ("rules", "osaka")):
        result = spawn(*args, env={"PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"})
        assert result.code == 0
        assert result.out.isascii()
        assert args[0] != "replay" or "->" in result.out


def test_json_is_json_in_any_encoding(game):
    result = spawn("games", "--json", env={"PYTHONIOENCODING": "ascii"})
    titles = [game["titles"].get("de") for game in result.jsons]
    assert "Die Händler von Osaka" in titles


def on_a_terminal(*args, **env):
    """Run on a pseudo-terminal and return what it showed."""
    lead, follow = pty.openpty()
    done = subprocess.Popen(
        [sys.executable, "-m", "ledger.cli", *map(str, args)],
        stdout=follow,
        stderr=follow,
        stdin=follow,
        env={**os.environ, "TERM": "xterm-256color", "COLUMNS": "80", **env},
    )
    os.close(follow)
    out = b""
    try:
        while block := os.read(lead, 65536):
            out += block
    except OSError:
        pass
    os.close(lead)
    assert done.wait(20) == 0
    return out.decode()


def test_colours_on_a_terminal_and_none_with_no_color(game):
    colour = re.compile(r"\x1b\[[0-9;]*(?:3[0-7]|38;5|38;2|48;2|48;5|4[0-7])[0-9;]*m")
    assert colour.search(on_a_terminal("replay", game, "--at", 40))
    assert not colour.search(on_a_terminal("replay", game, "--at", 40, NO_COLOR="1"))


def test_a_bar_on_a_terminal_leaves_the_results_whole(games):
    shown = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", on_a_terminal("verify", games))
    assert shown.count("legal") == 3 + 1
    assert "verifying" not in spawn("verify", games).err


def test_results_go_to_stdout_even_while_a_bar_is_shown(games):
    lead, follow = pty.openpty()
    done = subprocess.run(
        [sys.executable, "-m", "ledger.cli", "verify", games, "--json"],
        stdout=subprocess.PIPE,
        stderr=follow,
        env={**os.environ, "TERM": "xterm"},
        check=True,
    )
    os.close(follow)
    os.close(lead)
    assert len([json.loads(x) for x in done.stdout.splitlines()]) == 3


@pytest.mark.parametrize("command", ["log", "replay"])
def test_a_reader_that_stops_reading_is_no_error(game, command):
    done = subprocess.Popen(
        [sys.executable, "-m", "ledger.cli", command, game],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    done.stdout.close()
    assert done.stderr.read() == b""
    assert done.wait(20) == 141


def test_a_full_disk(game):
    with open("/dev/full", "wb") as full:  # noqa: PTH123
        done = subprocess.run(
            [sys.executable, "-m", "ledger.cli", "log", game],
            stdout=full,
            stderr=subprocess.PIPE,
            check=False,
        )
    assert done.returncode == 2
    assert done.stderr.startswith(b"error: ")
    assert b"Traceback" not in done.stderr
