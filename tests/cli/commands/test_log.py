"""log: the game in words."""

import re

from ledger import load

from .test_import import SETUP


def test_every_event_has_its_line_under_a_heading(run, game):
    result = run("log", game)
    lines = load(game).lines
    text = result.out.splitlines()
    assert result.code == 0
    assert text[0].startswith("Set-up")
    headings = [x for x in text if x.startswith("Turn ")]
    assert len(headings) == lines[-1].turn
    assert len([x for x in text if x and x not in headings]) == len(lines) + 1
    assert headings[0].split(" · ")[1] in ("Ana", "Bartek")


def test_json(run, game):
    facts = run("log", game, "--json").jsons
    lines = load(game).lines
    assert len(facts) == len(lines)
    assert list(facts[0]) == [
        "seq", "cmd", "turn", "by", "at", "type", "live", "words", "waived",
    ]  # fmt: skip
    assert [f["type"] for f in facts] == [line.type for line in lines]
    assert all(f["live"] for f in facts)


def test_what_was_taken_back_is_marked(run, table):
    run("do", table, "claim red")
    run("do", table, "undo")
    run("do", table, "claim blue")
    facts = run("log", table, "--json").jsons
    assert [(f["type"], f["live"]) for f in facts[-3:]] == [
        ("claimed", False),
        ("retracted", False),
        ("claimed", True),
    ]
    marked = [x for x in run("log", table).out.splitlines() if x.endswith("(taken back)")]
    assert len(marked) == 1


def test_as_a_seat(run, game):
    assert run("log", game, "--as", "Ana").code == 0
    assert len(run("log", game, "--as", "spectator", "--json").jsons) == len(load(game).lines)


def test_the_language(run, game, monkeypatch):
    english = run("log", game).out
    assert run("log", game, "--lang", "en").out == english
    polish = run("log", game, "--lang", "pl").out
    assert run("--lang", "pl", "log", game).out == polish
    monkeypatch.setenv("LEDGER_LANG", "pl")
    from ..conftest import spawn

    assert spawn("log", game).out == polish
    assert run("log", game, "--lang", "xx").code == 2


def test_lines_are_not_wrapped_in_a_pipe(run, game, monkeypatch):
    wide = run("log", game).out
    monkeypatch.setenv("COLUMNS", "30")
    assert run("log", game).out == wide


def test_remarks_stand_where_they_were_made_in_the_order_of_the_lines(run, tmp_path):
    session, log = tmp_path / "s.session", tmp_path / "s.jsonl"
    moves = """\
@2026-03-01T19:42 Bartek take B3
Ana take Y5 # a long think
# coffee
@19:50 Bartek take G5
Ana # my turn
Ana take R2
"""
    session.write_text(SETUP + moves)
    assert run("import", session, "--out", log).code == 0
    whole = run("log", log).out
    numbers = [int(n) for n in re.findall(r"^ *(\d+)  ", whole, re.M)]
    assert numbers == list(range(1, len(numbers) + 1))
    told = whole.split("Turn 1", 1)[1].splitlines()
    assert [x.split("  ", 1)[-1] for x in told if x] == [
        " · Bartek · 19:42",
        "It is Bartek's turn",
        "Bartek takes B3 as coins",
        "Turn 2 · Ana",
        "It is Ana's turn",
        "Ana takes Y5 as coins",
        "Turn 3 · Bartek · 19:50",
        "It is Bartek's turn",
        "Note: a long think",
        "Note: coffee",
        "Bartek takes G5 as coins",
        "Turn 4 · Ana",
        "It is Ana's turn",
        "Note by Ana: my turn",
        "Ana takes R2 as coins",
        "Turn 5 · Bartek",
        "It is Bartek's turn",
    ]
