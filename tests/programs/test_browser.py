"""Where a browser for the tests is looked for, and how one is brought."""

from __future__ import annotations

import pytest

from scripts import browser
from scripts.browser import find_browser


@pytest.fixture(autouse=True)
def path(tmp_path, monkeypatch):
    """A PATH with nothing on it, and nobody who names a browser."""
    folder = tmp_path / "bin"
    folder.mkdir()
    monkeypatch.setenv("PATH", str(folder))
    monkeypatch.delenv("LEDGER_TEST_BROWSER", raising=False)
    return folder


def program(file, code=0, then=""):
    """Make a program that ends with a code."""
    file.write_text(f"#!/bin/sh\n{then}\nexit {code}\n")
    file.chmod(0o755)
    return str(file)


def test_where_it_is_looked_for(tmp_path, path, monkeypatch):
    downloaded = tmp_path / "downloaded"
    assert find_browser(str(downloaded)) is None
    program(path / "chromium", code=127)  # as one that lacks a library
    assert find_browser(str(downloaded)) is None
    chrome = program(path / "google-chrome")
    assert find_browser(str(downloaded)) == chrome
    chromium = program(path / "chromium")
    assert find_browser(str(downloaded)) == chromium
    assert find_browser(program(downloaded)) == str(downloaded)
    monkeypatch.setenv("LEDGER_TEST_BROWSER", "/named")
    assert find_browser(str(downloaded)) == "/named"


@pytest.fixture
def bring(path, monkeypatch, capsys):
    """Run the program with the ways to bring a browser that are given."""
    monkeypatch.setattr("sys.argv", ["setup-browser"])
    monkeypatch.setattr(browser, "_found", find_browser)  # Playwright downloaded none

    def run(*ways):
        monkeypatch.setattr(browser, "_ways", lambda: [(way, ((way,),)) for way in ways])
        return browser.main(), capsys.readouterr()

    return run


def test_nothing_is_said_or_done_if_there_is_one(path, bring):
    program(path / "chromium")
    assert bring("/nowhere") == (0, ("", ""))


def test_one_way_after_the_other_is_tried(tmp_path, path, bring):
    fails = program(tmp_path / "fails", 3, "echo it is closed")
    browsers = f"{path}/chromium"
    brings = program(
        tmp_path / "brings", 0, f"echo '#!/bin/sh' > {browsers}\n/bin/chmod +x {browsers}"
    )
    code, said = bring(fails, brings, "/never")
    assert code == 0
    assert "it is closed" in said.err
    assert "/never" not in said.err


def test_what_brings_nothing_is_told(tmp_path, bring, monkeypatch):
    monkeypatch.setattr(browser, "LONGEST", 0.3)
    hangs = program(tmp_path / "hangs", 0, "/bin/sleep 60 & wait")
    code, said = bring(program(tmp_path / "lies"), hangs)
    assert code == 1
    assert "LEDGER_TEST_BROWSER" in said.err
    assert said.out == ""
