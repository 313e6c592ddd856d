"""`ledger serve`: what its options say to the service."""

from __future__ import annotations

import io

import pytest

from common.refusals import tells


@pytest.fixture
def served(monkeypatch):
    """Return what would have been served."""
    seen = []
    monkeypatch.setattr("ledger.service.run.run", lambda options, say: seen.append(options))
    return seen


class Terminal(io.StringIO):
    """A person who types."""

    def isatty(self):
        return True


def test_the_limit_of_open_games_is_an_option(run, monkeypatch, tmp_path):
    seen = []
    monkeypatch.setattr("ledger.service.run.run", lambda options, say: seen.append(options))
    for given in ((), ("--max-open-games", 7)):
        assert run("serve", "--library", tmp_path / "lib", *given).code == 0
    assert [options.max_open_games for options in seen] == [1000, 7]
    assert run("serve", "--library", tmp_path / "lib", "--max-open-games", 0).code == 2


def test_the_local_network_is_opened_only_when_somebody_says_yes(
    run, served, monkeypatch, tmp_path
):
    monkeypatch.setattr("ledger.system.network.lan_address", lambda: "192.168.7.20")
    lan = ("serve", "--library", tmp_path / "lib", "--lan")
    silent = run(*lan)
    assert (silent.code, served) == (2, [])
    assert "192.168.7.20" in silent.err  # it says first what it would open
    assert tells(silent.err, "--yes")
    for typed, code in (("n\n", 1), ("\n", 1), ("y\n", 0)):
        monkeypatch.setattr("sys.stdin", Terminal(typed))
        assert run(*lan).code == code
    assert run(*lan, "--yes").code == 0
    assert [options.lan for options in served] == ["192.168.7.20"] * 2
    assert served[0].qr is None  # nobody looks at a pipe


def test_the_local_network_needs_a_network_and_no_other_address(run, served, monkeypatch, tmp_path):
    monkeypatch.setattr("ledger.system.network.lan_address", lambda: None)
    lan = ("serve", "--library", tmp_path / "lib", "--lan", "--yes")
    assert run(*lan).code == 2
    monkeypatch.setattr("ledger.system.network.lan_address", lambda: "192.168.7.20")
    assert run(*lan, "--host", "10.0.0.1").code == 2
    assert served == []


def test_a_yes_to_nothing_is_refused(run, served, tmp_path):
    result = run("serve", "--library", tmp_path / "lib", "--yes")
    assert (result.code, served) == (2, [])
    assert tells(result.err, "--yes | --lan")


@pytest.mark.parametrize("option", ["--rate", "--bot-delay"])
@pytest.mark.parametrize("number", ["nan", "inf"])
def test_what_cannot_be_counted_is_refused(run, tmp_path, option, number):
    result = run("serve", "--library", tmp_path, option, number)
    assert result.code == 2
    assert option in result.err
