"""What is hidden from somebody affects nothing that they see."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any

from ledger.boards.draw import board_of, draw_board
from ledger.kernel.errors import LedgerError
from ledger.kernel.game.game import Game
from ledger.kernel.log.events import Adjusted
from ledger.kernel.play.table import Table
from ledger.kernel.rules.chance import Seeded
from ledger.kernel.rules.command import Command
from ledger.testing.playing import NAMES, accepts
from ledger.testing.screens import screen
from ledger.testing.worlds import another_world

from .breach import NEW, Breach, during


def worlds_look_the_same(
    table: Table, other: Table, viewer: int, moves: Sequence[Command]
) -> Iterator[Breach]:
    """Two games that a seat can't tell apart look the same to it and refuse the same moves."""
    game, who = table.game, f"seat {viewer}" if viewer else "a spectator"
    with during("showing what a seat may see", game.view):
        both = zip(_seen(table, viewer, moves), _seen(other, viewer, moves), strict=True)
        different = [(part, at) for (part, at, one), (_, _, two) in both if one != two]
    for part, at in different[:1]:
        message = f"what is hidden from {who} changes the {part} that they get"
        expected = "nothing that tells hidden things"
        new = ("check",) if part in ("view", "outcome", "turn") else ()
        yield Breach("secret", message, expected, (at, game.view), new=new)


def _seen(
    table: Table, viewer: int, moves: Sequence[Command]
) -> Iterator[tuple[str, object, object]]:
    """Yield everything a game shows a viewer, and the function that produced it.

    The game gets the whole truth here, as it does on a computer that everybody shares.
    """
    game, state, names = table.game, table.state, table.position.names
    view = game.view(state, viewer)
    yield "view", game.view, view
    yield "board", board_of(game), screen(draw_board(game, view, 80, names), 80)
    events = [x.data for x in table.lines[1:] if not isinstance(x.data, Adjusted)]
    blanked = [game.secrets.redact(event, viewer) for event in events]
    yield "words", game.words, [game.words(event, names) for event in blanked]
    answers = [accepts(game, state, x, Seeded(1)) for x in moves]
    yield "refusals", None, [str(x) if isinstance(x, LedgerError) else "" for x in answers]
    offered = islice(game.rules.legal_moves(state, viewer), 60)
    yield "moves", game.rules.legal, [game.words.write(x) for x in offered]


def legal_moves_need_no_secret(table: Table, rng: random.Random) -> Iterator[Breach]:
    """The moves that a seat is offered follow from what it knows."""
    game, state = table.game, table.state
    for question in game.rules.awaiting(state)[:1]:
        seat, at = question.seat, (game.rules.legal, *game.rules.answers.get(question.ask, ()))
        expected = "moves that follow from what their seat can see"
        known = game.mask(state, seat)
        with during(f"listing the moves of seat {seat} from what it knows", *at):
            possible = set(islice(game.rules.legal_moves(known, seat), 20_000))
        legal = islice(game.rules.legal_moves(state, seat), 200)
        if (hidden := next((x for x in legal if x not in possible), None)) is not None:
            move = game.words.write(hidden)
            message = f"`{move}` is legal, but by what seat {seat} can see it isn't possible"
            yield Breach("secret", message, expected, at, new=NEW)
            return
        tries = 24 if len(table.lines) < 12 else 6  # short games are played again in no time
        other = another_world(table, seat, rng, tries=tries)
        if other is None:
            continue
        here, there = (_written(game, world, seat) for world in (state, other.state))
        if here != there:
            move = next(iter(sorted({*here} ^ {*there})), "")
            message = (
                f"the legal moves of seat {seat} depend on what is hidden from it: `{move}` is "
                "offered in only one of two games that it can't tell apart"
            )
            yield Breach("secret", message, expected, at, new=NEW)


def _written(game: Game, state: Any, seat: int) -> list[str]:
    return [game.words.write(x) for x in islice(game.rules.legal_moves(state, seat), 200)]


def private_amounts_stay_private(
    game: Game, states: tuple[Any, Any], owner: int, viewer: int
) -> Iterator[Breach]:
    """Two positions that differ only in what their owner may count look alike to all others."""
    with during("showing what a seat may see", board_of(game), game.view):
        views = [game.view(state, viewer) for state in states]
        boards = [screen(draw_board(game, view, 80, NAMES), 80) for view in views]
    if views[0] != views[1] or boards[0] != boards[1]:
        who = f"seat {viewer}" if viewer else "a spectator"
        message = f"{who} sees what only seat {owner} may count"
        yield Breach("secret", message, "`?` or nothing in its place", (game.view, board_of(game)))
