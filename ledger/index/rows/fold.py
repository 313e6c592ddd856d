"""Folding one log into rows: every change of holdings, every move, every turn."""

from __future__ import annotations

import functools
from array import array
from collections.abc import Iterable
from typing import Any

from msgspec import UNSET

from ledger.index.types import Rows
from ledger.kernel.game.game import Game
from ledger.kernel.log.events import GENERIC, Line, line_type, tag
from ledger.kernel.replay.log_reader import Reading
from ledger.kernel.rules.command import State
from ledger.kernel.rules.turns import round_at, rounds

_MOVELESS = frozenset(line_type(cls) for cls in GENERIC)
_name = functools.cache(tag)


def add_folded(reading: Reading, kept: list[Line], cut: int, out: Rows) -> dict[str, Any]:
    """Fold a log once and add its rows, with times as they are in the log.

    Return its facts for `games`: turns, rounds and moves.
    """
    game, opened = reading.game, reading.opened
    keys = [r.key for r in game.holdings.resources]
    evolve, holdings, holding = game.rules.evolvers, game.holdings, game.holdings.seat
    command_of, write = game.rules.command_of, game.words.write
    still, own, state = game.holdings.unchanged, game.holdings.own, game.start(opened)
    before = dict.fromkeys(range(1, len(opened.seats) + 1), (0,) * len(keys))
    now: Iterable[tuple[int, tuple[int, ...]]]
    deltas: list[tuple[Any, ...]] = []
    moves: list[tuple[Any, ...]] = []
    turns: list[tuple[Any, ...]] = []
    clock = kept[0].at
    turn, turn_start, turn_moves, group_start = kept[0].turn, 0, 0, 0
    round_of, turn_round = game.rules.round, 0
    for i, line in enumerate(kept):
        if line.turn != turn:
            turns.append(_turn(game, kept[turn_start:i], turn_moves, turn_round, state))
            turn, turn_start, turn_moves = line.turn, i, 0
        kind = line.data.__class__
        if i:
            evolve[kind](state, line.data)
        if i == turn_start:  # the next round may begin before the next turn does
            turn_round = round_of(state)
        if kind not in still:
            if kind in own and (seat := line.data.seat) in before:
                now = ((seat, holding(state, seat)),)
            else:
                now = enumerate(holdings(state), 1)
            for seat, new in now:
                if new != (old := before[seat]):
                    for key, a, b in zip(keys, old, new):  # noqa: B905 # half the time
                        if a != b:
                            deltas.append((line.seq, turn, seat, key, b - a, b))
                    before[seat] = new
        if line.more:
            continue
        first = kept[group_start]
        if first.__class__ not in _MOVELESS:
            command = command_of((first.data,))
            turn_moves += 1
            at = first.at
            moves.append(
                (first.cmd, first.seq, line.seq, first.turn, command.seat,
                 _name(command.__class__), write(command), at, clock,
                 None if first.waived is UNSET else ",".join(first.waived))
            )  # fmt: skip
            clock = at
        group_start = i + 1
    turns.append(_turn(game, kept[turn_start:], turn_moves, turn_round, state))
    array("q", [row[4] for row in deltas])  # raises if a number is too large for its column
    array("q", [row[5] for row in deltas])
    array("q", [x for row in turns for x in row[-1] if x is not None])
    out.deltas.extend([row for row in deltas if row[0] > cut] if cut else deltas)
    out.moves.extend([row for row in moves if row[1] > cut] if cut else moves)
    out.turns.extend(turns)
    return {"turns": turn, "rounds": turns[-1][2], "moves": len(moves)}


def facts_from_lines(reading: Reading, kept: list[Line]) -> dict[str, Any]:
    """Return the same facts as `add_folded`, as far as they can be had without folding."""
    moves, begins = 0, False
    for line in kept:
        if begins and line.__class__ not in _MOVELESS:
            moves += 1
        begins = not line.more
    facts = {"turns": kept[-1].turn, "moves": moves}
    if reading.game.rules.round is rounds:
        facts["rounds"] = round_at(kept[-1].turn, len(reading.opened.seats))
    return facts


def last_round(reading: Reading, kept: list[Line]) -> int:
    """Fold a log only to count its rounds."""
    game = reading.game
    evolve, state = game.rules.evolvers, game.start(reading.opened)
    for line in kept[1:]:
        evolve[line.data.__class__](state, line.data)
    return game.rules.round(state)


def _turn(game: Game, lines: list[Line], moves: int, round: int, state: State) -> tuple[Any, ...]:
    """Return the row of a finished turn: the round it began in, and the scores at its end."""
    first, last = lines[0], lines[-1]
    turn = first.turn
    return (
        turn, seat_of(lines) if turn else None, round, first.seq, last.seq,
        moves, len(lines), first.at, last.at, list(game.rules.scores(state)),
    )  # fmt: skip


def seat_of(lines: list[Line]) -> int | None:
    """Return whose turn it is: the first seat named by an event of the turn."""
    for line in lines:
        if (seat := getattr(line.data, "seat", None)) is not None:
            return seat  # type: ignore[no-any-return]
    return None
