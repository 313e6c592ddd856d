"""Examples played to the end: by bots in the service, typed as sessions, and asked in SQL."""

from __future__ import annotations

import asyncio
import json
import random
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from common.examples import example_games, examples_installed
from ledger.cli.app import run
from ledger.kernel.game.game import Game
from ledger.kernel.game.registry import find_game
from ledger.kernel.log.events import tag
from ledger.kernel.notation.session.session_writer import write_session
from ledger.kernel.play.opening import open_game
from ledger.kernel.play.table import Table
from ledger.kernel.replay.log_reader import read
from ledger.kernel.rules.chance import Seeded
from ledger.kernel.verify.verify import verify_bytes
from ledger.testing.effort import CAMPAIGN
from service.in_process_service import InProcessService

EVERY = list(example_games())
SECONDS = 60

ASKED = {
    "scramble": ("scramble_rolled", "scramble_slipped", "scramble_topped"),
    "heirlooms": ("heirlooms_raised", "heirlooms_passed", "heirlooms_took"),
    "fens": ("fens_laid", "fens_kept", "fens_scored"),
}
"""Tables that SQL has of the events of a game."""


@pytest.fixture(scope="module", autouse=True)
def installed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    with examples_installed(tmp_path_factory.mktemp("site")):
        yield


def bot_of(game: Game) -> str:
    """Return the best bot of a game."""
    return next((name for name in game.bots if name != "random"), "random")


@pytest.mark.parametrize("name", EVERY)
def test_the_service_has_bots_play_it(name: str, tmp_path: Path) -> None:
    game = find_game(name)
    seats = [{"name": f"Bot {n}", "bot": bot_of(game)} for n in range(game.meta.players[0])]
    with InProcessService(tmp_path / "library") as s:
        made = s.post("/games", s.token("admin"), game=name, seats=seats)
        assert made.status_code == 201, made.text
        id, end = made.json()["id"], time.monotonic() + SECONDS
        while s.get(f"/games/{id}", s.token("admin")).json()["status"] != "over":
            assert time.monotonic() < end, "it did not end in time"
            s.run(asyncio.sleep(0.01))
        log = (s.folder / "games" / f"{id}.jsonl").read_bytes()
    assert verify_bytes(log).verdict == "legal"


def whole_game(game: Game, seed: int, players: int) -> Table:
    """Return a game that the best bot plays against one that plays at random."""
    rng, chance = random.Random(seed), Seeded(seed)
    opened = open_game(game, ["Ana", "Bo", "Cy", "Di", "Ed"][:players], recorded=True)
    table = Table.open(game, opened, chance)
    while not table.over:
        seat = game.rules.awaiting(table.state)[0].seat
        bot = game.bots[bot_of(game) if seat == 1 else "random"]
        state = game.shown_to(bot, table.state, seat)
        table.do(bot.choose(game, state, seat, rng), chance)
    table.seal()
    return table


@pytest.mark.parametrize("name", ASKED)
def test_a_typed_game_is_imported_and_asked_in_sql(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game = find_game(name)
    for players in game.meta.players if CAMPAIGN else game.meta.players[-1:]:
        table = whole_game(game, 3, players)
        typed, log = tmp_path / "typed.session", tmp_path / "logs" / f"{players}.jsonl"
        typed.write_text(write_session(game, table.lines), "utf-8")
        log.parent.mkdir(exist_ok=True)
        ledger("import", str(typed), "--out", str(log))
        happened = Counter(f"{name}_{tag(type(x.data))}" for x in read(log.read_bytes()).lines)
        assert set(ASKED[name]) <= happened.keys()
        capsys.readouterr()
        counts = ", ".join(f"(select count(*) from {x}) as {x}" for x in ASKED[name])  # noqa: S608
        query = f"select {counts}, (select list(score order by seat) from seats) as scores"  # noqa: S608
        ledger("sql-memory", str(log.parent), "--json", "-q", query)
        (told,) = json.loads(capsys.readouterr().out)
        assert told.pop("scores") == list(game.rules.scores(table.state))
        assert told == {x: happened[x] for x in ASKED[name]}
        log.unlink()


def ledger(*words: str) -> None:
    """Run a command that has to succeed."""
    with pytest.raises(SystemExit) as done:
        run(list(words))
    assert not done.value.code


@pytest.mark.parametrize("name", ASKED)
def test_its_bot_is_better_than_chance(name: str) -> None:
    game = find_game(name)
    players = game.meta.players[0]
    games = [whole_game(game, seed, players) for seed in range(20 if CAMPAIGN else 5)]
    won = sum(game.rules.outcome(t.state).ranking[0] == (1,) for t in games)
    assert won > len(games) * 3 // 5
