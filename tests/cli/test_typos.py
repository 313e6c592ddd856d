"""What newcomers typed: each leads to the right command, or to the right form of it."""

import shlex
import shutil
from pathlib import Path

import pytest

from ledger.cli.command_list import COMMANDS, OLD_NAMES, SAME_AS

from .conftest import spawn

REPLAYS = Path(__file__).parents[2] / "replays"
LOG = "osaka-2p.jsonl"
ROUTES = {
    # another word for a command
    "rply": "`ledger replay`",
    "view": "`ledger replay`",
    "open": "`ledger replay`",
    "start": "`ledger record`",
    "edit": "`ledger record`",
    "stats": "`ledger report`",
    "search": "`ledger list TEXT`",
    "undo": "`ledger do FILE undo`",
    "delete": "`ledger remove`",
    "rm": "`ledger remove`",
    "convert": "ledger convert FILE --out game.jsonl",
    "games/x.jsonl": "`ledger replay games/x.jsonl`",
    # the right command, given something else than it takes
    "notation klong": "klongs",
    f"log {LOG} --as Anna": "1 Ana",
    "record osaka-2p.session": "`ledger import osaka-2p.session --out game.jsonl`",
    "record chess": "osaka",
    "rules osaka 14": "OSA-14",
    "query 'select * from gams'": "games",
    "query select 1": 'ledger query "select …"',
    "report players --param gme=osaka": "game, min",
    "report players --param game=chess": "`ledger list`",
    "report players --game osakka": "osaka",
    f"replay {LOG} --turn 999": "0 to 67",
    f"replay {LOG} --turn x": "`last`",
    f"replay {LOG} --turn 5 --at 7": "not both",
    "replay games": "games/osaka-3p.jsonl",
    f"export {LOG} --to session --out osaka-2p.session": "--force",
    f"export {LOG} --to pdf": "html",
    f"export {LOG} game.html": "--out 'game.html'",
    f"import {LOG} --out y.jsonl": "`ledger replay`",
    "import README.md": ".session",
    "players merge Ana Anna": "did you mean Ana",
    "query 'select 1' --library nolib": "`ledger import`",
    "replay empty.jsonl": "empty",
    "simulate osaka --players 7 --out there": "2 to 4",
    f"play {LOG}": "`ledger replay FILE`",
    f"tail {LOG}": "`ledger replay FILE`",
    "host": "GAME",
    "cards osaka purple": "`ledger cards osaka`",
}
WORKS = {
    "rules OSA-14": "OSA-14",
    "replay osaka": "303",
    "list osaka": "osaka-2p-7-0001",
    "list Bartek": "osaka-2p-7-0001",
    "report players --game Traders": "Ana",
    "report players --game 'kupcy z osaki'": "Ana",
    "report": "players",
    "replay osaka-2p.session --turn last": "303",
    f"open {LOG} --turn last": "303",
    "log osaka-2p.session": "Ana",
    "query 'select count(*) as n from games' osaka-2p.jsonl": "1",
    "query --csv 'select count(*) as n from games' osaka-2p.jsonl games": "2",
    "query --tables seats": "player",
    "convert osaka-2p.session --out new.jsonl": "new.jsonl",
    f"convert {LOG} --out new.html": "new.html",
    "-h": "Usage",
    "-V": "ledger",
    "": "Usage",
}
"""What they typed and what now works."""


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """A folder with a log, its session, a folder of logs, and a library that has the log."""
    folder = tmp_path_factory.mktemp("room")
    (folder / "games").mkdir()
    for name in (LOG, "osaka-2p.session"):
        shutil.copy(REPLAYS / name, folder / name)
    shutil.copy(REPLAYS / "osaka-3p.jsonl", folder / "games")
    (folder / "empty.jsonl").write_text("")
    (folder / "README.md").write_text("# Games")
    done = spawn("--library", "library", "import", LOG, cwd=folder)
    assert done.code == 0
    return folder


@pytest.fixture
def typed(run, made, monkeypatch):
    monkeypatch.chdir(made)
    monkeypatch.setenv("LEDGER_LIBRARY", "library")
    return lambda line: run(*shlex.split(line))


@pytest.mark.parametrize("line", ROUTES)
def test_what_can_t_be_done_leads_to_what_can(typed, line):
    result = typed(line)
    said = " ".join((result.out + result.err).split())
    assert ROUTES[line] in said
    assert result.code in (1, 2) or line.startswith("cards ")
    assert len(said) < 500, "an answer, not a lecture"


@pytest.mark.parametrize("line", WORKS)
def test_what_people_type_works(typed, line):
    result = typed(line)
    assert result.code == 0, result.err
    assert WORKS[line] in result.out


@pytest.mark.parametrize("name", [*OLD_NAMES, *SAME_AS])
def test_an_old_or_another_name_does_the_same_and_says_so(run, name):
    instead = (OLD_NAMES | SAME_AS)[name]
    same = run(*instead, "--help")
    other = run(name, "--help")
    assert (other.code, other.out) == (0, same.out)
    assert f"`ledger {' '.join(instead)}`" in other.err
    assert name not in COMMANDS


def test_what_0_2_called_otherwise_gives_the_same_answers(typed):
    pairs = {
        "reports --json": "report --json",
        "tables seats --json": "query --tables seats --json",
        "sql-memory osaka-2p.jsonl -q 'select max(seq) from events'": (
            "query osaka-2p.jsonl 'select max(seq) from events'"
        ),
        "sql-memory games --sql 'select 1' --json": "query 'select 1' games --json",
    }
    for old, new in pairs.items():
        assert typed(old)[:2] == typed(new)[:2]
        assert "0.5" in typed(old).err
