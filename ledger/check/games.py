"""The games that `ledger check` plays: one for every number of players."""

from __future__ import annotations

import random
from contextlib import AbstractContextManager, nullcontext
from functools import partial

from ledger.kernel.errors import EventFault, GameFault, Illegal
from ledger.kernel.game.game import Game
from ledger.kernel.play.simulate import play as simulate
from ledger.kernel.play.table import Table
from ledger.kernel.rules.chance import Seeded
from ledger.kernel.rules.watch import watching
from ledger.testing.lawbook.checked.boards import a_board_fits, a_scene_can_be_made
from ledger.testing.lawbook.checked.breach import (
    NEW,
    Breach,
    Broken,
    during,
    not_in_the_log,
)
from ledger.testing.lawbook.checked.events import EVENTS, steps
from ledger.testing.lawbook.checked.logs import (
    LOGS,
    a_finished_game_has_an_outcome,
    a_stream_is_possible,
    a_stream_shows_what_its_seat_may_know,
)
from ledger.testing.lawbook.checked.positions import (
    POSITIONS,
    Sample,
    a_start_holds_everything_once,
    refused,
    written,
)
from ledger.testing.lawbook.checked.secrets import (
    legal_moves_need_no_secret,
    private_amounts_stay_private,
    worlds_look_the_same,
)
from ledger.testing.playing import Habits, Script, mutations, opening, play
from ledger.testing.worlds import (
    another_world,
    has_secrets,
    other_amounts,
    shares_secrets,
    viewers,
)

from .findings import Findings

WIDTHS = (40, 80, 120)
BOTS_TURNS = 60
CLOSELY = 20
"""How many moves of a game are examined closely; the rest are only played."""
TRIED = 6
"""At how many positions of a game the moves that are tried are watched for what they do."""
LONGEST = 1500
"""A game with more moves than this is considered endless."""
VIEWERS = (0, 1)
QUIET = Habits(undo=0, note=0)


def play_games(game: Game, findings: Findings) -> int:
    """Play a game with every number of players, even if some fail; return how many were played."""
    played = 0
    for seed, count in enumerate(game.meta.players):
        table: Table | None = None
        with findings.going_on(f"playing a game of {count} players"):
            chance = Seeded(f"{seed}/check")
            findings.add(a_start_holds_everything_once(game, opening(game, seed, count)))
            with during(f"starting a game of {count} players"), watched(game, findings):
                table = Table.open(game, opening(game, seed, count), chance)
            played += 1
            _play_to_the_end(table, chance, random.Random(seed), findings)
            _look_at_the_log(table, findings)
        if table is not None and shares_secrets(game):
            with findings.going_on("hiding what a seat didn't see"):
                for viewer in viewers(table.lines):
                    findings.add(a_stream_shows_what_its_seat_may_know(table, viewer))
    return played


def watched(game: Game, findings: Findings) -> AbstractContextManager[None]:
    """Watch what decisions do beside their events."""
    return watching(partial(_report, game, findings))


def _report(game: Game, findings: Findings, fault: EventFault) -> None:
    """Stop at what a log doesn't say; a game of 0.2 is only warned of it, and goes on."""
    if not game.of_0_2:
        raise fault
    findings.add([not_in_the_log(fault)])


def look_for_secrets(game: Game, findings: Findings) -> None:
    """Look for anything that a player can see although it is hidden from them."""
    with findings.going_on("playing with secrets"):
        for seed, count in enumerate(game.meta.players) if has_secrets(game) else ():
            _look_at_other_worlds(play(game, Script(seed, 12, count), QUIET), seed, findings)
    private = not all(resource.public for resource in game.holdings.resources)
    with findings.going_on("playing with what only its owner counts"):
        for seed, count in enumerate(game.meta.players) if private else ():
            state = play(game, Script(seed, 8, count), QUIET).state
            for owner, more in other_amounts(game, state) if not state.over else ():
                viewer = owner % count + 1
                breaches = private_amounts_stay_private(game, (state, more), owner, viewer)
                findings.add(breaches)


def let_bots_play(game: Game, findings: Findings) -> None:
    """Let each bot of a game play against itself for a while."""
    for name, bot in game.bots.items():
        count = game.meta.players[0]
        with findings.going_on(f"letting the bot {name} play"):
            try:
                simulate(game, opening(game, 0, count), [bot] * count, 0, max_turns=BOTS_TURNS)
            except EventFault:
                raise
            except GameFault as e:
                at = (e.__cause__, type(bot).choose, type(bot))
                expected = "one of the legal moves of its seat"
                raise Broken(Breach("bot", e.message, expected, at, new=NEW)) from e


def _play_to_the_end(table: Table, chance: Seeded, rng: random.Random, findings: Findings) -> None:
    game, rules = table.game, table.game.rules
    _look_at_events(table, 0, findings)
    while _is_going_on(table):
        n, before = table.head.cmd, table.head.seq
        if n < CLOSELY:
            with watched(game, findings) if n < TRIED else nullcontext():
                _look_at_position(table, findings)
        with during("choosing any move", rules.sample):
            command = rules.random_move(table.state, rng)
        with during(f"playing `{written(game, command)}`"):
            try:
                with watched(game, findings):
                    table.do(command, chance)
            except Illegal as e:
                raise Broken(refused(game, command, e)) from e
        if n < CLOSELY:
            _look_at_events(table, before, findings)
        if n > LONGEST:
            players = len(table.lines[0].data.seats)
            message = f"a game of {players} players goes on after {LONGEST} random moves"
            at = (rules.outcome, rules.ending.ended)
            raise Broken(Breach("end", message, "a game that ends", at))


def _is_going_on(table: Table) -> bool:
    with during("asking who is to move", table.game.rules.awaiting):
        return not table.over


def _look_at_position(table: Table, findings: Findings) -> None:
    sample = Sample(table, listed=200, tried=4, changed=4)
    now = table.head.cmd < 4 or table.head.cmd % 3 == 0  # it takes a while
    if now and has_secrets(table.game):
        findings.add(legal_moves_need_no_secret(table, random.Random(table.head.seq)))
    for law in POSITIONS:
        findings.add(law(sample))
    names = table.position.names
    for viewer in (None, *VIEWERS) if table.head.cmd % 4 == 0 else ():
        for width in WIDTHS:
            findings.add(a_board_fits(table.game, table.state, viewer, names, width))
        a_scene_can_be_made(table.game, table.state, viewer, names)


def _look_at_events(table: Table, after: int, findings: Findings) -> None:
    for step in steps(table, after):
        for law in EVENTS:
            findings.add(law(step))


def _look_at_the_log(table: Table, findings: Findings) -> None:
    findings.add(a_finished_game_has_an_outcome(table))
    table.seal()
    for law in LOGS:
        findings.add(law(table))
    for viewer in VIEWERS if not shares_secrets(table.game) else ():
        findings.add(a_stream_shows_what_its_seat_may_know(table, viewer))
    for viewer in VIEWERS if has_secrets(table.game) else ():
        findings.add(a_stream_is_possible(table, viewer))


def _look_at_other_worlds(table: Table, seed: int, findings: Findings) -> None:
    for viewer in viewers(table.lines) if shares_secrets(table.game) else VIEWERS:
        other = another_world(table, viewer, random.Random(seed), tries=6)
        if other is not None:
            moves = [x for x in mutations(table, random.Random(0), 4) if x.seat == viewer]
            findings.add(worlds_look_the_same(table, other, viewer, moves))
