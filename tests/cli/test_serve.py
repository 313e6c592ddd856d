"""`ledger serve`: what its options say to the service."""

from __future__ import annotations


def test_the_limit_of_open_games_is_an_option(run, monkeypatch, tmp_path):
    seen = []
    monkeypatch.setattr("ledger.service.run.run", lambda options, say: seen.append(options))
    for given in ((), ("--max-open-games", 7)):
        assert run("serve", "--library", tmp_path / "lib", *given).code == 0
    assert [options.max_open_games for options in seen] == [1000, 7]
    assert run("serve", "--library", tmp_path / "lib", "--max-open-games", 0).code == 2
