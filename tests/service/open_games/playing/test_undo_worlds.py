"""What a seat may take back by itself told nobody anything."""

from __future__ import annotations

import random
from contextlib import suppress

import pytest

import ledger
from ledger.kernel.errors import LedgerError
from ledger.kernel.game.game import Game
from ledger.kernel.play.decide import decide
from ledger.kernel.play.table import Table
from ledger.kernel.rules.chance import Recorded, Seeded, outcomes
from ledger.service.open_games.playing.undo_policy import own_undo
from ledger.testing.effort import effort
from ledger.testing.playing import opening
from ledger.testing.worlds import another_world, has_secrets

SECRET = {name: game for name, game in ledger.installed().items() if has_secrets(game)}


def taken_back(game: Game, table: Table, seat: int) -> bool:
    """Whether the seat may take its move back without a referee."""
    with suppress(LedgerError):
        own_undo(game, table.replay(), seat)
        return True
    return False


@pytest.mark.parametrize("game", SECRET.values(), ids=SECRET)
def test_a_move_that_can_be_taken_back_shows_nothing(game: Game) -> None:
    worlds = allowed = 0
    for seed in range(effort(12, 60)):
        if allowed > effort(20, 10_000) and worlds > 6:
            break
        rng, chance = random.Random(seed), Seeded(seed)
        table = Table.open(game, opening(game, seed), chance)
        for n in range(25):
            if table.over:
                break
            before = Table(game, list(table.lines))
            command = game.rules.random_move(table.state, rng)
            group = table.do(command, chance)
            if not taken_back(game, table, command.seat):
                continue
            allowed += 1
            for viewer in range(len(before.lines[0].data.seats) + 1):
                other = another_world(before, viewer, rng, tries=6) if n % 3 == 0 else None
                if viewer == command.seat or other is None:
                    continue
                worlds += 1
                seen = [game.secrets.redact(line.data, viewer) for line in group]
                if seen == [line.data for line in group]:  # nothing of the move itself is hidden
                    results = Recorded(outcomes(line.data for line in group))
                    there = decide(game, other.state, command, results)
                    assert [game.secrets.redact(e, viewer) for e in there.events] == seen
    assert game.meta.name == "klongs" or allowed > 10  # there every placing draws or shows a boat
    assert game.meta.name == "klongs" or worlds > 3


def test_a_card_that_was_perhaps_discarded_is_shown_by_playing_it() -> None:
    """Century: all cards of a player are known, but not which of them lie face down."""
    game = ledger.installed()["century"]
    shown = 0
    for seed in range(16):
        rng, chance = random.Random(seed), Seeded(seed)
        table = Table.open(game, opening(game, seed), chance)
        for _ in range(60):
            if table.over:
                break
            pack = game.mask(table.state, 0).players[
                table.game.rules.awaiting(table.state)[0].seat - 1
            ]
            unsure = set(pack.known.maybe)
            group = table.do(command := game.rules.random_move(table.state, rng), chance)
            named = {w for line in group for w in _words(game.secrets.redact(line.data, 0))}
            if unsure & named and not outcomes(line.data for line in group):
                shown += 1
                assert not taken_back(game, table, command.seat), command
    assert shown > 2


def _words(event: object) -> list[str]:
    values = [getattr(event, name) for name in event.__struct_fields__]  # type: ignore[attr-defined]
    return [w for v in values for w in (v if isinstance(v, tuple) else (v,)) if isinstance(w, str)]
