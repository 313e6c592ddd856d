"""`ledger bot`: whole games by bots that know only what their seats know."""

from __future__ import annotations

import threading

import pytest

from common.games import change_game
from common.refusals import tells
from ledger.client.bot_player import BotPlayer
from ledger.client.client import Client
from ledger.kernel.game.game import Bot
from ledger.kernel.game.registry import find_game
from ledger.kernel.verify.verify import verify_bytes
from ledger.protocol.errors import AccessDenied


@pytest.fixture
def tokens(tmp_path):
    """Files with the tokens of both seats."""
    paths = []
    for name in ("seat-1", "seat-2"):
        paths.append(tmp_path / name)
        paths[-1].write_text(name + "\n")
    return ["--token-file", paths[0], "--token-file", paths[1]]


def checked(server) -> None:
    assert server.table.head.sealed
    assert verify_bytes(server.table.bytes()).verdict == "legal"


@pytest.mark.parametrize("game", ["splash", "klongs"])
def test_bots_play_a_whole_game_however_often_the_line_breaks(run, faulty, tokens, game):
    server = faulty(game)
    server.cuts, server.lose, server.repeat = [3000, 500, 20, 4000], 2, 2
    result = run("bot", server.url, *tokens, "--seed", 3, "--json")
    assert result.code == 0, result.err
    checked(server)
    ends = {x["seat"]: x for x in result.jsons}
    assert sorted(ends) == [1, 2]
    moves = [x for x in server.table.lines if x.by and (x.seq == 1 or x.cmd)]
    for seat, end in ends.items():
        assert end["moves"] == len({x.cmd for x in moves if x.by == seat})
        assert end["lines"] == len(server.table.lines)
    assert server.game.rules.outcome(server.table.state).reason == ends[1]["reason"]


def test_the_same_seed_gives_the_same_game_and_each_move_is_told(run, faulty, tokens):
    logs, told = [], []
    for _ in range(2):
        server = faulty("splash")
        result = run("bot", server.url, *tokens, "--seed", 3, "--bot", "random")
        assert result.code == 0, result.err
        logs.append(server.table.bytes())
        told.append(result.out.splitlines())
    assert logs[0] == logs[1]
    commands = {x.cmd for x in server.table.lines if x.by}
    assert len(told[0]) == len(commands) + 2
    assert any(line.startswith("one: Ana: ") for line in told[0][-2:])


def test_quiet_bots_tell_only_the_end(run, faulty, tokens):
    result = run("bot", faulty("splash").url, *tokens, "--seed", 3, "--quiet")
    assert len(result.out.splitlines()) == 2


def test_a_bot_of_a_name_that_the_game_has_not(run, faulty, tokens):
    result = run("bot", faulty().url, *tokens, "--bot", "deep-blue")
    assert result.code == 2
    assert tells(result.err, "osaka | deep-blue | greedy | random")


def test_a_token_without_a_seat_cannot_play(run, faulty, tmp_path, monkeypatch):
    monkeypatch.setenv("LEDGER_TOKEN", "watching")
    result = run("bot", faulty().url)
    assert result.code == 1
    with pytest.raises(AccessDenied):
        BotPlayer(Client(faulty().url, "judging").game())


def test_a_bot_that_guesses_wrong_plays_any_move(faulty, monkeypatch):
    server = faulty("osaka")
    game = find_game("osaka")
    tried = []

    class Wrong(Bot):
        """Declines, whatever is asked."""

        def choose(self, game, state, seat, rng):
            tried.append(seat)
            return {c.__name__: c for c in game.rules.commands}["Decline"](seat=seat)

    change_game(monkeypatch, game, bots={**game.bots, "wrong": Wrong()})
    first = BotPlayer(Client(server.url, "seat-1").game(), bot="wrong", seed=1)
    second = BotPlayer(Client(server.url, "seat-2").game(), bot="greedy", seed=1)
    thread = threading.Thread(target=second.play, daemon=True)
    thread.start()
    end = first.play()
    thread.join(10)
    checked(server)
    assert tried.count(1) >= end.moves > 3


def test_a_bot_that_comes_late_or_is_overtaken_goes_on(faulty):
    server = faulty("splash")
    told = []

    def note(move):
        if move.seat == 1:
            told.append(move)
            server.note(None, _note("hm"))

    players = [
        BotPlayer(Client(server.url, f"seat-{n}").game(), seed=n, on_move=note) for n in (1, 2)
    ]
    threads = [threading.Thread(target=p.play, daemon=True) for p in players]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(20)
        assert not thread.is_alive()
    checked(server)
    late = BotPlayer(Client(server.url, "seat-1").game()).play()
    assert late.moves == 0
    assert late.lines == len(server.table.lines)


def _note(text):
    from ledger.protocol import schemas as shapes

    return shapes.Note(text=text)


def test_the_token_file_must_hold_one_token(run, faulty, tmp_path):
    for data in (b"", b"a b", b"\xff\xfe", b"x" * 5000):
        file = tmp_path / "token"
        file.write_bytes(data)
        result = run("bot", faulty().url, "--token-file", file)
        assert result.code == 2


def test_without_the_extra_it_is_told_what_to_install(run, faulty, monkeypatch):
    import sys

    for name in [n for n in sys.modules if n.startswith("ledger.client")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "httpx", None)
    monkeypatch.setenv("LEDGER_TOKEN", "seat-1")
    for command in ("bot", "tail", "play", "replay"):
        result = run(command, "http://127.0.0.1:1/games/one")
        assert result.code == 2
        assert tells(result.err, "httpx")
        assert "-m pip install '" in result.err
        assert "[serve]'" in result.err
