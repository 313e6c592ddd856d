"""Errors planted into sessions are blamed where they are, nearly all; a campaign plants 208."""

from __future__ import annotations

from ledger.testing.effort import effort

from .planting import GAMES, KINDS, Planted, blamed, planted

FLOOR = 0.95


def test_errors_are_blamed_where_they_stand() -> None:
    seeds = range(effort(6, 52))
    files = [
        planted(game, KINDS[(seed + i) % len(KINDS)], seed, max_turns=16)
        for seed in seeds
        for i, game in enumerate(GAMES)
    ]
    assert {file.kind for file in files} == set(KINDS)
    wrong = [file for file in files if not _right(file)]
    assert len(files) - len(wrong) >= FLOOR * len(files), [x[:2] + x[3:] for x in wrong]


def _right(file: Planted) -> bool:
    line, column = blamed(file)
    return line == file.line and file.column in (None, column)
