"""Whole games by the API alone: each seat plays with its own token and keeps its own stream."""

from __future__ import annotations

import random
from pathlib import Path

import msgspec
import pytest

import ledger
from ledger.kernel.play.table import Table
from ledger.kernel.replay.log_reader import read
from ledger.kernel.replay.redact import redact
from ledger.kernel.verify.verify import compare_stream, verify_bytes
from ledger.testing.worlds import another_world, has_secrets

from ..in_process_service import InProcessService, StreamReader, lines


@pytest.mark.parametrize("name", ["osaka", "istanbul", "century", "klongs", "splash"])
def test_every_seat_plays_a_whole_game_and_sees_its_own(name: str, tmp_path: Path) -> None:
    game = ledger.installed()[name]
    players = min(4, game.meta.players[-1])
    rng = random.Random(11)
    bot = game.bots.get("greedy", game.bots["random"])
    with InProcessService(tmp_path / "library") as s:
        id = s.create(name, players)
        tokens = [s.viewer(id, seat) for seat in range(players + 1)]

        async def listen(token: str) -> StreamReader:
            return StreamReader(s.app, f"/games/{id}/stream", token)

        readers = [s.run(listen(token)) for token in tokens]
        for reader in readers:
            s.run(reader.until(lambda body: body.startswith(b"id: ")))
        facts = s.get(f"/games/{id}", tokens[0]).json()
        while facts["status"] == "running":
            seat = facts["awaiting"][0]["seat"]
            # a bot that knows what the seat's own stream tells, and nothing else
            seen = game.rules.copy(s.app.registry.open_games[id].viewers[seat].state)
            command = bot.choose(game, seen, seat, rng)
            typed = {"move": game.words.write(command)}
            sent = {"command": msgspec.to_builtins(command)}
            done = s.post(
                f"/games/{id}/commands",
                tokens[seat],
                headers={"If-Match": f'"{facts["version"]}"'},
                **(sent if rng.random() < 0.5 else typed),
            )
            assert done.status_code == 201, (command, done.text)
            facts = s.get(f"/games/{id}", tokens[0]).json()
        assert facts["status"] == "over"
        assert facts["result"]["scores"] == facts["scores"]
        for reader in readers:
            s.run(reader.until(lambda body: body.endswith(b"event: end\ndata: {}\n\n")))
        data = (tmp_path / "library" / "games" / f"{id}.jsonl").read_bytes()
    assert verify_bytes(data).verdict == "legal"
    full = read(data)
    table = Table(game, full.lines)
    for viewer, reader in enumerate(readers):
        stream = lines(reader.body)
        assert compare_stream(full, stream) is None
        assert verify_bytes(stream).verdict == "possible"
        other = another_world(table, viewer, random.Random(viewer), tries=12)
        if other is not None:
            assert has_secrets(game)
            assert redact(game, other.lines, viewer)[1] == stream
