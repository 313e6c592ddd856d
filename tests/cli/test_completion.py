"""What a shell offers after Tab, asked for as bash, zsh and fish ask."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from ledger.cli.completion import COMPLETING, TAIL, is_harmless
from ledger.testing.hostile import HOSTILE

HEAVY = (
    "rich",
    "duckdb",
    "litestar",
    "textual",
    "ledger.kernel.log.codec",
    "ledger.games.osaka.game",
)
"""What no Tab has to wait for."""


def journal(folder, *people, first="{}", ids=("evening", "morning")):
    """Write the journal of a library in which these people played."""
    (folder / "games").mkdir(parents=True)
    standings = [{"person": {"name": name, "ids": {}}} for name in people]
    lines = [first]
    for id in ids:
        fact = {"id": id, "log": {"game": "osaka", "standings": standings}}
        lines.append(json.dumps({"type": "log_added", "data": fact}))
        seats = [{"name": name} for name in people]
        opened = {"type": "opened", "data": {"game": "osaka", "seats": seats}}
        (folder / "games" / f"{id}.jsonl").write_text(json.dumps(opened) + "\n", "utf-8")
    (folder / "library.jsonl").write_text("\n".join(lines) + "\n", "utf-8")
    return folder


@pytest.fixture
def library(tmp_path, monkeypatch):
    folder = tmp_path / "library"
    monkeypatch.setenv("LEDGER_LIBRARY", str(folder))
    monkeypatch.chdir(tmp_path)
    return folder


@pytest.fixture
def tab(run, monkeypatch):
    """Press Tab after some words, in bash."""

    def go(typed: str) -> list[str]:
        words = typed.split(" ")
        monkeypatch.setenv(COMPLETING, "complete_bash")
        monkeypatch.setenv("COMP_WORDS", f"ledger {typed}")
        monkeypatch.setenv("COMP_CWORD", str(len(words)))
        found = run()
        assert found.err == ""
        return [line for line in found.out.splitlines() if line]

    return go


@pytest.mark.parametrize(
    ("typed", "first"),
    [
        ("sim", "simulate"),
        ("notation o", "osaka"),
        ("rules osaka OSA-1", "OSA-10"),
        ("rules splash ", "PLG-01"),
        ("report klongs-b", "klongs-boats"),
        ("simulate istanbul --bot greedy,r", "greedy,random"),
        ("simulate century --box century-standard-", "century-standard-2"),
        ("box century-standard-", "century-standard-2"),
        ("export x --to c", "cast"),
    ],
)
def test_names_that_need_no_library(tab, library, typed, first):
    assert tab(typed)[:1] == [first]


def test_every_command_is_offered(tab):
    from ledger.cli.command_list import COMMANDS

    assert tab("") == list(COMMANDS)


def test_the_games_and_the_players_of_the_library(tab, library):
    journal(library, "Ana", "Bartek", first='ut off"}}')
    assert sorted(tab("replay ")) == ["evening", "morning"]
    assert tab("show m") == ["morning"]
    assert tab("list --player ") == ["Ana", "Bartek"]
    assert tab("new osaka --players Bartek,") == ["Bartek,Ana"]
    assert tab("log evening --as ") == ["Ana", "Bartek", "spectator"]
    assert tab("do evening --waive OSA-14") == ["OSA-14"]


def test_logs_here_are_offered_beside_those_of_the_library(tab, library):
    (library.parent / "more.jsonl").write_text("")
    assert tab("replay mo") == []  # the shell's own names of files
    journal(library, "Ana")
    assert tab("replay mo") == ["morning", "more.jsonl"]
    assert tab("replay ./m") == []


def test_only_the_end_of_a_long_journal_is_read(tab, library):
    journal(library, "Ana", first='{"x": "' + "y" * TAIL + '"}')
    assert tab("list --player ") == ["Ana"]


def test_a_name_of_two_words_is_one_word_for_the_shell(tab, library):
    journal(library, "Anna Maria")
    assert tab("list --player A") == [r"Anna\ Maria"]


def test_nothing_is_said_about_a_library_that_is_not_there_or_broken(tab, library):
    assert tab("show ") == []
    library.mkdir()
    (library / "library.jsonl").write_bytes(b'\xff\xfe{"data": 5}\n[]\n{"data": {"log": []}}\n')
    assert tab("list --player ") == []
    assert tab("rules nosuchgame ") == []


# --- hostile names ----------------------------------------------------------------------------

EVIL = (
    *(
        "$(touch pwned)",
        "`touch pwned`",
        'a";touch pwned;"',
        "a';touch pwned;'",
        "\\$(touch pwned)",
    ),
    *(
        "a\ntouch pwned",
        "a|b",
        "a&b",
        "a>pwned",
        "*",
        "?",
        "~root",
        "-rf",
        "a:b",
        "a\tb",
        "!!",
        "{a,b}",
    ),
    *HOSTILE,
)


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_a_shell_is_offered_no_name_that_it_would_obey(run, library, monkeypatch, shell):
    journal(library, *EVIL, "Zoë", "李")
    monkeypatch.setenv(COMPLETING, f"complete_{shell}")
    monkeypatch.setenv("COMP_WORDS", "ledger list --player ")
    monkeypatch.setenv("COMP_CWORD", "3")
    monkeypatch.setenv("_TYPER_COMPLETE_ARGS", "ledger list --player ")
    monkeypatch.setenv("_TYPER_COMPLETE_FISH_ACTION", "get-args")
    found = run().out.replace("'*: :((", "")
    assert "Zoë" in found
    assert "李" in found
    assert "touch" not in found
    assert not set(found) & set("$`\\;|&<>*~!{}")


def test_bash_itself_runs_nothing_of_what_it_is_offered(library, tmp_path):
    """The script that `--show-completion` prints, in a real shell, with a hostile library."""
    journal(library, *EVIL, "Zoë")
    script = f"""
        ledger() {{ {sys.executable} -m ledger.cli "$@"; }}
        eval "$({sys.executable} -m ledger.cli --show-completion bash)"
        COMP_WORDS=(ledger list --player ""); COMP_CWORD=3
        env() {{ command env "${{@:1:$#-1}}" {sys.executable} -m ledger.cli; }}
        _ledger_completion ledger
        printf '%s\\n' "${{COMPREPLY[@]}}"
    """
    told = subprocess.run(
        ["bash", "--norc", "-c", script], capture_output=True, text=True, cwd=tmp_path, check=True
    )
    assert "Zoë" in told.stdout
    assert not (tmp_path / "pwned").exists()


@pytest.mark.parametrize(("name", "fine"), [("Ana", True), ("Zoë-2", True), ("a$b", False)])
def test_what_is_harmless(name, fine):
    assert is_harmless(name) == fine


# --- speed ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "typed", ["notation ", "replay ", "list --player ", "report ", "rules osaka "]
)
def test_a_tab_waits_for_nothing_heavy(library, typed):
    journal(library, "Ana")
    words = typed.split(" ")
    code = (
        "import os, sys, atexit\n"
        f"os.environ.update({COMPLETING}='complete_bash', COMP_WORDS={'ledger ' + typed!r}, "
        f"COMP_CWORD='{len(words)}')\n"
        f"atexit.register(lambda: print([x for x in {HEAVY} if x in sys.modules]))\n"
        "from ledger.cli import main; main()\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    *offered, heavy = done.stdout.splitlines()
    assert offered
    assert heavy == "[]"
