"""`ledger help`: the longer texts, wherever the program is installed."""

from __future__ import annotations

from common.paths import ROOT


def test_every_page_can_be_read(run):
    listed = run("help").out
    for page in (ROOT / "docs").glob("*.md"):
        if page.stem not in ("index", "messages"):
            assert f"{page.stem} " in listed
            assert run("help", page.stem).out == page.read_text("utf-8")


def test_a_command_is_told_as_its_own_help(run):
    assert run("help", "verify").out == run("verify", "--help").out


def test_a_text_that_is_not_there(run):
    done = run("help", "frist-evening")
    assert done.code == 2
    assert "first-evening" in done.err
