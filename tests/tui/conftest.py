"""One sample log of every installed game, and controllers on them."""

from __future__ import annotations

import functools
from pathlib import Path

import pytest

from common.paths import REPLAYS
from common.terminal import terminal  # noqa: F401
from ledger import installed, open_game
from ledger.kernel.play.simulate import play
from ledger.tui.controller import Controller
from ledger.tui.log_source import LogSource
from ledger.tui.model import Model

GAMES = sorted(installed())
NAMES = ("Ana", "Bartek", "Celina", "Dario")


@functools.cache
def sample(name: str) -> bytes:
    """Return a whole game: the sample in replays/ with the fewest players, else one of bots."""
    game = installed()[name]
    players = game.meta.players[0]
    kept = REPLAYS / f"{name}-{players}p.jsonl"
    if kept.exists():
        return kept.read_bytes()
    opened = open_game(game, NAMES[:players])
    return play(game, opened, [game.bots["random"]] * players, 7).table.bytes()


@pytest.fixture
def log(tmp_path):
    """Write a sample to a file of its own."""

    def make(name: str = "osaka", data: bytes | None = None) -> Path:
        path = tmp_path / f"{name}.jsonl"
        path.write_bytes(sample(name) if data is None else data)
        return path

    return make


@pytest.fixture
def model(log):
    """Return a model of a sample that has been read and counted."""

    def make(name: str = "osaka", **more) -> Model:
        source = LogSource(log(name))
        source.read_all()
        return Model(source, **more)

    return make


@pytest.fixture
def controller(model):
    """Return a controller on a sample, with nothing left to read or to count."""

    def make(name: str = "osaka", **more) -> Controller:
        of_model = {k: more.pop(k) for k in ("viewer", "lang") if k in more}
        made = Controller(model(name, **of_model), **more)
        made.work(60)
        return made

    return make
