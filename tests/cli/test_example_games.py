"""Every command, with the games of examples/games: what an author gets for one file."""

from __future__ import annotations

import io
import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from client.real_server import RealServer
from common.examples import examples_installed
from common.refusals import tells
from ledger.cli.command_list import COMMANDS
from ledger.client.client import Client


class Typed(NamedTuple):
    """How a game is typed: its players, a move that is refused with this code, and a session."""

    players: str
    wrong: str
    code: int
    move: str
    session: str


TYPED = {
    "nim": Typed("Ana,Bo", "take 3 9", 1, "take 3 7", "take 1 3\nBo takes 2 4\n"),
    "nothanks": Typed("Ana,Bo,Cy", "fly", 2, "pay", "card 7\npay\nBo takes\ncard 9\n"),
    "goofspiel": Typed(
        "Ana,Bo", "bid 14", 1, "bid 4", "prize 7\nbid ?\nbid 2\nAna shows 3\nBo shows 2\nprize 9\n"
    ),
}
NOT_ABOUT_A_GAME = {"help", "imports", "new-game", "remove", "samples", "store", "token"}
every_game = pytest.mark.parametrize("game", TYPED)


@pytest.fixture(scope="module", autouse=True)
def installed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    with examples_installed(tmp_path_factory.mktemp("site")):
        yield


@pytest.fixture
def ledger(run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """Call a command that must do, with a library of its own; return what it prints."""
    monkeypatch.setenv("LEDGER_LIBRARY", str(tmp_path / "library"))
    monkeypatch.chdir(tmp_path)

    def go(line: str, stdin: str = "", code: int = 0) -> str:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin.encode())))
        result = run(*line.split())
        assert result.code == code, f"{line}\n{result.out}{result.err}"
        return str(result.out)

    return go


@pytest.mark.parametrize("game", ["nim", "nothanks"])  # test_check.py checks all
def test_a_game_is_known_by_its_file_alone(game: str, ledger) -> None:
    assert game in ledger("games")
    assert tells(ledger(f"games {game}"), f"{game}-standard")
    first = json.loads(ledger(f"rules {game} --json").splitlines()[0])
    assert (first["kind"], first["id"][-3:]) == ("rule", "-01")
    assert tells(ledger(f"rules {game} {first['id']}"), first["title"])
    assert tells(ledger(f"notation {game}"), "`take")
    assert ledger(f"cards {game}")
    assert json.loads(ledger(f"schema {game}"))
    assert tells(ledger(f"check {game}"), game)
    assert tells(ledger(f"texts {game} --into pl --check", code=1), f"{game}.po")
    Path("own.toml").write_text(ledger(f"box {game}"))
    assert tells(ledger(f"box {game} --check own.toml"), game)


@every_game
def test_a_game_is_played_and_told(game: str, ledger) -> None:
    typed = TYPED[game]
    ledger(f"new {game} --players {typed.players} --out t.jsonl --seed 1")
    ledger(f"do t.jsonl {typed.wrong}", code=typed.code)
    ledger(f"do t.jsonl {typed.move} --seed 1")
    assert tells(ledger("log t.jsonl"), "Turn 1 | Ana")
    assert tells(ledger("replay t.jsonl"), "Round 1 | Bo on turn")
    lines = len(Path("t.jsonl").read_text().splitlines())
    ledger(f"branch t.jsonl --at {lines} --out b.jsonl")
    assert "legal" in ledger("verify t.jsonl b.jsonl")


@every_game
def test_a_game_is_recorded_and_typed_again(game: str, ledger) -> None:
    ledger(f"record {game} --players {TYPED[game].players} --out r.jsonl", TYPED[game].session)
    session = ledger("export r.jsonl --to session")
    Path("r.session").write_text(session)
    assert ledger("export r.jsonl --to session --as Ana").splitlines()[-1]
    assert tells(ledger("import r.session"), "1")


@pytest.mark.parametrize("game", ["nothanks"])  # an index takes seconds
def test_a_library_of_a_game(game: str, ledger) -> None:
    players = TYPED[game].players.count(",") + 1
    ledger(f"simulate {game} --players {players} --games 3 --seed 7 --out games")
    assert "legal" in ledger("verify games")
    ledger("import games")
    ledger("index")
    ask = f"select count(*) as n from {game}_took"  # noqa: S608
    (row,) = json.loads(ledger("query --json", ask))
    assert row["n"] >= 3
    assert json.loads(ledger("query games --json", ask)) == [row]
    assert tells(ledger("list"), game)
    assert ledger("players")
    assert tells(ledger("query --tables"), f"{game}_took")
    assert ledger(f"report players --game {game}")
    assert ledger("library")
    first = json.loads(ledger("list --json").splitlines()[0])
    assert tells(ledger(f"show {first['id']}"), first["id"])
    (log, *_) = sorted(Path("games").glob("*.jsonl"))
    for kind in ("html", "svg", "jsonl"):
        ledger(f"export {log} --to {kind} --out page.{kind} --as 1")
        assert Path(f"page.{kind}").stat().st_size
    rows = ledger(f"export {log} --to csv").splitlines()
    assert len(rows) == players + 1
    assert ledger("backup copy") is not None
    ledger("restore copy again")


@every_game
def test_a_game_on_a_server(
    game: str, ledger, server: RealServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    admin = server.folder / "library" / ".service" / "admin-token"
    made = json.loads(
        ledger(
            f"host {game} --players {TYPED[game].players} --server {server.url} --tokens tokens "
            f"--token-file {admin} --json"
        )
    )
    tokens = " ".join(f"--token-file {seat['file']}" for seat in made["seats"])
    with Client(made["url"], Path(made["seats"][0]["file"]).read_text().strip()) as client:
        assert client.game().facts().seats[0].name == "Ana"
    url = made["url"]
    monkeypatch.setenv("LEDGER_TOKEN", Path(made["seats"][0]["file"]).read_text().strip())
    ledger(f"play {url}", f"{TYPED[game].move}\n")
    monkeypatch.delenv("LEDGER_TOKEN")
    ledger(f"bot {url} {tokens} --seed 1")
    told = ledger(f"tail {url} --token-file {made['spectator']}")
    assert tells(told, "Ana | ends")


@pytest.fixture(scope="module")
def server(installed: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[RealServer]:
    made = RealServer(tmp_path_factory.mktemp("server"))
    yield made
    made.stop()


def test_every_command_is_called_here() -> None:
    called = set(re.findall(r'\bledger\(\s*f?"([a-z-]+)', Path(__file__).read_text("utf-8")))
    assert COMMANDS.keys() - called - {"serve"} == NOT_ABOUT_A_GAME
