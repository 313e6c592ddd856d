"""`ledger tail`: what happens on a server, told as it happens."""

from __future__ import annotations

import json
import os
import random
import re
import signal
import subprocess
import sys

import pytest

from cli.conftest import spawn
from common.refusals import tells


@pytest.fixture(autouse=True)
def token(monkeypatch):
    monkeypatch.setenv("LEDGER_TOKEN", "seat-1")


def finish(server, commands=10_000):
    rng = random.Random(1)
    with server.news:
        while commands and not server.table.over:
            server.table.do(server.game.rules.random_move(server.table.state, rng), server.chance)
            commands -= 1
        if server.table.over:
            server.table.seal()
        server.news.notify_all()


def squeezed(text):
    return [re.sub(r"^ *\d+ +", "", line) for line in text.splitlines()]


def test_it_tells_what_the_log_tells(run, faulty, tmp_path):
    server = faulty("klongs")
    finish(server)
    file = tmp_path / "seat.jsonl"
    file.write_bytes(b"".join(x + b"\n" for x in server.stream(1)))
    told, log = run("tail", server.url), run("log", file)
    assert told.code == 0, told.err
    assert squeezed(told.out) == squeezed(log.out)
    assert told.err == ""


def test_it_tells_in_other_languages_and_from_any_line(run, faulty):
    server = faulty()
    finish(server)
    whole = run("tail", server.url, "--lang", "pl")
    assert "Tura 1" in whole.out
    part = run("tail", server.url, "--from", len(server.table.lines))
    assert len(part.out.splitlines()) == 2  # its heading and the seal


def test_json_is_the_stream_to_the_byte(run, faulty):
    server = faulty("klongs")
    finish(server)
    server.cuts = [500, 3000]
    result = run("tail", server.url, "--json")
    assert result.out.encode().splitlines() == server.stream(1)
    assert (
        run("tail", server.url, "--json", "--from", 9).out.encode().splitlines()
        == (server.stream(1)[8:])
    )


def test_text_of_players_is_harmless(run, faulty):
    server = faulty()
    server.table.note("\x1b]52;c;cm0=\x07 [/bold] \x9b2J", seat=2)
    server.table.abandon("\x1b[2Jbye")
    server.table.seal()
    out = run("tail", server.url).out
    assert "\x1b" not in out
    assert "\x9b" not in out
    assert "[/bold]" in out


@pytest.mark.parametrize(
    ("args", "code", "text"),
    [
        (["http://127.0.0.1:9/games/one"], 2, "127.0.0.1:9"),
        (["ftp://x/games/one"], 2, "127.0.0.1:8000"),
        (["{url}", "--as", "Zoe"], 2, "Zoe"),
        (["{url}x"], 2, ""),
    ],
)
def test_what_cannot_be_told_is_an_error(run, faulty, args, code, text):
    url = faulty().url
    result = run("tail", *[a.format(url=url) for a in args])
    assert result.code == code
    assert tells(result.err, text)


def test_without_a_token_or_with_a_wrong_one(run, faulty, monkeypatch):
    url = faulty().url
    monkeypatch.setenv("LEDGER_TOKEN", "guessed")
    refused = run("tail", url)
    assert refused.code == 1
    assert "a token is needed" in refused.err
    assert "guessed" not in refused.err
    monkeypatch.delenv("LEDGER_TOKEN")
    none = run("tail", url)
    assert none.code == 2
    assert "--token-file" in none.err


def test_a_referee_may_look_with_the_eyes_of_a_seat(run, real_server):
    table = real_server.table("klongs")
    table.abandon("enough")
    file = real_server.file(table, None)
    for eyes, view in (("Bartek", 2), ("2", 2), ("spectator", 0)):
        out = run("tail", table.url, "--as", eyes, "--json", "--token-file", file).out
        assert f'"view":{view}' in out.splitlines()[0]
    assert '"view":null' in run("tail", table.url, "--json", "--token-file", file).out
    seat = run("tail", table.url, "--as", "2", "--token-file", real_server.file(table, 1))
    assert seat.code == 1


def test_ctrl_c_ends_it_quietly(faulty):
    server = faulty()
    child = subprocess.Popen(
        [sys.executable, "-m", "ledger.cli", "tail", server.url],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=os.environ.copy(), text=True,
    )  # fmt: skip
    assert child.stdout.readline()
    child.send_signal(signal.SIGINT)
    _, err = child.communicate(timeout=20)
    assert child.returncode == 130
    assert "Traceback" not in err


# --- logs of a server in other commands -------------------------------------------------------


def test_logs_of_a_server_are_read_like_files(run, faulty, tmp_path):
    server = faulty("klongs")
    finish(server, 12)
    file = tmp_path / "one.jsonl"
    file.write_bytes(b"".join(x + b"\n" for x in server.stream(1)))
    for args in (("log",), ("replay", "--turn", 2), ("export", "--to", "session")):
        mine, theirs = run(args[0], server.url, *args[1:]), run(args[0], file, *args[1:])
        assert mine.code == 0, mine.err
        assert mine.out == theirs.out
    checked = run("verify", server.url)
    assert checked.code == 0
    assert "possible" in checked.out or "legal" in checked.out
    token = tmp_path / "token"
    token.write_text("watching")
    shown = run("replay", server.url, "--json", "--token-file", token).json
    assert shown["viewer"] == 0


def test_fetched_logs_do_not_stay(faulty, tmp_path):
    result = spawn("log", faulty().url, env={"TMPDIR": str(tmp_path)})
    assert result.code == 0, result.err
    assert list(tmp_path.iterdir()) == []


def test_all_games_of_a_server(real_server):
    """In words and as JSON, from the start and from a place on."""
    first, second = real_server.table("klongs"), real_server.table("osaka")
    first.note("hello")
    second.note("good evening")
    token = real_server.file(first, 1)

    def told(*args, until):
        child = subprocess.Popen(
            [sys.executable, "-m", "ledger.cli", "tail", real_server.url, "--all", *args],
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "LEDGER_TOKEN": "", "PYTHONUNBUFFERED": "1"},
        )
        lines = []
        for line in child.stdout:
            lines.append(line)
            if until in line:
                break
        child.send_signal(signal.SIGINT)
        child.wait(20)
        child.stdout.close()
        return lines

    own = told("--token-file", token, until="hello")
    assert own[0] == f"{first.id}\n"
    assert second.id not in "".join(own)
    admin = real_server.folder / "library" / ".service" / "admin-token"
    groups = [
        json.loads(line) for line in told("--json", "--token-file", admin, until="good evening")
    ]
    assert {first.id, second.id} <= {group["id"] for group in groups}
    place = next(g["cursor"] for g in groups if g["id"] == first.id)
    rest = told("--after", place, "--token-file", token, until="hello")
    assert [line for line in rest if "hello" in line]
    assert len(rest) < len(own)
    wrong = told("--as", "1", "--token-file", token, until="nothing")
    assert wrong == []
