"""`ledger play`: a person, or a script, at the table of a server."""

from __future__ import annotations

import io
import os
import subprocess
import sys
import threading
import time

import msgspec
import pytest

from cli.conftest import checked as no_crash
from common.forgotten import PSEUDO, forgotten
from common.refusals import tells
from common.terminal import Terminal
from ledger.cli.language import speak
from ledger.cli.prompts.remote_table import KEYWORDS
from ledger.client.bot_player import BotPlayer
from ledger.client.client import Client
from ledger.kernel.log.fingerprint import fingerprint
from ledger.kernel.replay.log_reader import read
from ledger.kernel.verify.verify import has_fingerprint


@pytest.fixture
def piped(run, monkeypatch):
    """Play lines from a pipe."""

    def go(url, token, text):
        monkeypatch.setenv("LEDGER_TOKEN", token)
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode())))
        return run("play", url)

    return go


# --- from a pipe ------------------------------------------------------------------------------


def test_a_script_plays_its_seat(faulty, piped):
    """Each move waits for its turn; words are obeyed at once."""
    server = faulty()
    token = server.game.words.write(next(server.game.rules.legal_moves(server.table.state, 1)))
    other = threading.Thread(
        target=BotPlayer(Client(server.url, "seat-2").game(), bot="greedy", seed=1).play,
        daemon=True,
    )
    other.start()
    result = piped(
        server.url,
        "seat-1",
        f"{token} # mine\nlegal\nnote hello all\nfor Bartek # psst\nboard\nquit\n",
    )
    assert result.code == 0, result.err
    notes = [x.data.text for x in server.table.lines if x.type == "noted"]
    assert notes == ["mine", "hello all", "psst"]
    assert [x.data.to for x in server.table.lines if x.type == "noted"][2:] == [2]
    assert [x.by for x in server.table.lines if x.by and x.type != "noted"][:1] == [1]
    assert "hello all" in result.out
    assert "Market" in result.out  # the board


def test_a_script_may_number_its_lines_and_use_keywords_of_any_language(faulty, piped):
    server = faulty()
    token = server.game.words.write(next(server.game.rules.legal_moves(server.table.state, 1)))
    result = piped(
        server.url,
        "seat-1",
        f"1. {token} # mine\n2. nota ciao\n3) notatka for Bartek # psst\nAna # me\nmosse\nesci\n",
    )
    assert result.code == 0, result.err
    notes = [x.data for x in server.table.lines if x.type == "noted"]
    assert [x.text for x in notes] == ["mine", "ciao", "psst", "me"]
    assert [x.to for x in notes][2] == 2
    result = piped(server.url, "seat-1", "cofnij\n")
    assert [x.type for x in server.table.lines][-1] == "retracted", result.err


def test_nobody_speaks_for_another_player(faulty, piped):
    server = faulty()
    before = server.table.head.seq
    result = piped(server.url, "seat-1", "Bartek # hello\n")
    assert (result.code, server.table.head.seq) == (1, before)
    assert tells(result.err, "stdin:1:1")


def test_a_result_is_compared_with_that_of_the_server(faulty, piped):
    result = piped(faulty().url, "seat-1", "wynik Ana 3\n")
    assert result.code == 1
    assert tells(result.err, "stdin:1:1")


def test_a_refused_line_of_a_script_ends_it(faulty, piped):
    server = faulty()
    before = server.table.head.seq
    for text, code, why in (
        ("take X9\n", 2, "stdin:1"),
        ("\n\nrules OSA-9999\n", 2, "stdin:3 | OSA-9999"),
        ("note\n", 2, "stdin:1:1 | note"),
    ):
        result = piped(server.url, "seat-1", text)
        assert (result.code, tells(result.err, why)) == (code, True), result.err
    assert server.table.head.seq == before


def test_a_table_over_the_network_is_not_left_in_english(faulty, piped, run, monkeypatch):
    """The words of the prompt, refusals of the rules and of a spectator, a server that is gone."""
    server = faulty()
    monkeypatch.setenv("LEDGER_LANG", PSEUDO)
    words = [keyword.name for keyword in KEYWORDS]
    typed = "TEXT NAME RULE LINE SCORES WHY recorder stdin legal claim red blue yellow green take"
    places = "Osaka Oshima Anori Enshunada Edo Traders of Ana Bartek"
    for token, text in (
        ("seat-1", "help\nboard\nnote\n"),
        ("seat-1", "claim purple\n"),
        ("watching", "legal\ntake R5\n"),
    ):
        said = piped(server.url, token, text)
        assert not forgotten(said.out + said.err, words, typed, places, "purple"), text
    gone = run("play", "http://127.0.0.1:9/games/one")
    assert not forgotten(gone.err)
    speak("en")


def test_a_spectator_only_watches(faulty, piped):
    server = faulty()
    result = piped(server.url, "watching", "legal\ntake R5\n")
    assert result.code == 1
    assert tells(result.err, "stdin:2:1")


def test_a_whole_game_by_scripts(faulty):
    """Two scripts that only know the moves of their seats."""
    first = faulty("splash", seed="3")
    moves = {1: [], 2: []}
    players = [
        BotPlayer(
            Client(first.url, f"seat-{n}").game(),
            seed=n,
            on_move=lambda move: moves[move.seat].append(move.move),
        )
        for n in (1, 2)
    ]
    threads = [threading.Thread(target=p.play, daemon=True) for p in players]
    for one in threads:
        one.start()
    for one in threads:
        one.join(30)
    again = faulty("splash", seed="3")
    scripts = [
        subprocess.Popen(
            [sys.executable, "-m", "ledger.cli", "play", again.url],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
            env={**os.environ, "LEDGER_TOKEN": f"seat-{n}"},
        )
        for n in (1, 2)
    ]  # fmt: skip
    for n, script in enumerate(scripts, 1):
        script.stdin.write("".join(f"{move}\n" for move in moves[n]))
        script.stdin.close()
    for script in scripts:
        assert script.wait(60) == 0, script.stderr.read()
    assert again.table.head.sealed
    assert [x.data for x in again.table.lines[:-1]] == [x.data for x in first.table.lines[:-1]]


# --- at a terminal ----------------------------------------------------------------------------


NAMES = ("Ana", "Bartek")


def at_a_table(terminal, token, *args) -> Terminal:
    """Start a command with a token."""
    return terminal(*args, size=(160, 50), env={"NO_COLOR": "1", "LEDGER_TOKEN": token})


def prompt(table, me: int) -> str:
    """Return the prompt that a seat has now."""
    seat, ask, _ = msgspec.structs.astuple(table.facts().awaiting[0])
    return f"{'' if seat == me else 'waiting for '}{NAMES[seat - 1]}, {ask}>"


def test_a_person_plays_at_the_real_server(real_server, terminal):
    table = real_server.table("osaka")
    me = table.facts().awaiting[0].seat
    mine, other = (Client(table.url, real_server.token(table, n)).game() for n in (me, 3 - me))
    screen = at_a_table(terminal, real_server.token(table, me), "play", table.url)
    asked = prompt(table, me)
    screen.sees(asked)
    screen.enter("pass")  # not what is asked
    screen.sees("[OSA-")
    screen.sees(asked)
    screen.enter("rules OSA-09")
    screen.sees("OSA-09  ")
    screen.sees(asked)
    screen.enter("legal")
    first, second = (x.move for x in mine.legal().moves[:2])
    screen.sees(f"{first}; {second}")
    screen.sees(asked)
    word, _, rest = first.partition(" ")
    screen.type(f"{word} {rest[:2]}\t")
    screen.sees(rest[2:])  # Tab has completed it
    screen.enter("")
    _wait_for(table, 3 - me)
    screen.sees(prompt(table, me))
    screen.type("note hal")  # begun when the other moves
    screen.sees("hal")
    other.play(other.legal().moves[0].move)
    screen.sees(f"{prompt(table, me)} note hal")  # a new prompt around what was typed
    screen.enter("f done")
    screen.sees("half done")
    screen.sees(prompt(table, me))
    assert b"half done" in table.events()[-1]
    screen.enter("undo")  # the other has moved since
    screen.sees("referee")
    screen.sees(prompt(table, me))
    screen.enter("quit")
    assert screen.end()[0] == 0


def _wait_for(table, seat: int) -> None:
    """Wait until a seat is asked."""
    for _ in range(500):
        if table.facts().awaiting[0].seat == seat:
            return
        time.sleep(0.02)
    raise AssertionError("the move was not played")


def test_the_end_of_the_game_ends_it(real_server, terminal):
    table = real_server.table("osaka")
    screen = at_a_table(terminal, real_server.token(table, 0), "play", table.url, "--no-board")
    screen.sees(prompt(table, 0))
    table.abandon("the light is out")
    assert "the light is out" in screen.sees("The game is over.")
    screen.sees("fingerprint ")
    mark = screen.sees(" (")
    assert screen.end()[0] == 0
    full = read(table.export())
    assert mark != fingerprint(full.head.digest)
    assert has_fingerprint(full, mark)
    facts, verified = table.facts(), table.verify()
    assert facts.result is not None and not facts.result.finished
    assert verified.assurance is not None and verified.assurance.end == "broken off"


def test_the_viewer_follows_a_game_on_the_server(real_server, terminal):
    table = real_server.table("osaka")
    screen = at_a_table(terminal, real_server.token(table, 0), "replay", table.url, "--follow")
    screen.sees("? help")
    table.note("look at this remark")
    screen.sees("look at this remark")
    screen.type("q")
    assert screen.end()[0] == 0


def test_a_server_that_is_not_there(run, monkeypatch):
    monkeypatch.setenv("LEDGER_TOKEN", "x")
    result = no_crash(run("play", "http://127.0.0.1:9/games/one"))
    assert result.code == 2
    assert tells(result.err, "ledger serve")
