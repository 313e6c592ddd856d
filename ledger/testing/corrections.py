"""Impossible corrections: typed ones, and those in logs that were never checked."""

from __future__ import annotations

import random
from typing import Any

import pytest

from ledger.kernel.errors import Illegal, LedgerError
from ledger.kernel.log.codec import stamp
from ledger.kernel.log.events import Adjusted, Entry, Patch
from ledger.kernel.narration.narrate import words
from ledger.kernel.notation.lines.adjust_lines import read_adjust
from ledger.kernel.play.table import Table
from ledger.kernel.replay.log_reader import read
from ledger.kernel.state.patch import plain
from ledger.kernel.verify.verify import verify_bytes
from ledger.kernel.words.typed_words import split_words

from .facts import tells
from .forge import judge


def unchecked(table: Table, *patches: Patch, **more: Any) -> bytes:
    """Return a table's log with an unchecked correction added; the chain of digests is valid."""
    state = table.game.rules.copy(table.state)
    event = Adjusted(patches=patches, reason="forged", **more)
    table.game.rules.evolvers[Adjusted](state, event)  # something that doesn't fold can't be a log
    _, raw, _ = stamp(table.head, [Entry(data=event, turn=table.game.rules.turn(state))])
    return table.bytes() + raw


def patch(path: str, value: Any = None) -> Patch:
    """Return a patch that sets the value at a path or, without a value, removes what is there."""
    return Patch(path=path, value=value, gone=value is None)


def impossible(table: Table, facts: str, *patches: Patch, **more: Any) -> None:
    """Assert that a correction is refused, for a reason that mentions these facts.

    A log that already contains the correction must be illegal for the same reason, but still
    readable.
    """
    with pytest.raises(Illegal) as e:
        table.adjust(patches, "why", **more)
    assert tells(e.value.message, facts), e.value.message
    data = unchecked(table, *patches, **more)
    _, problem = judge(data)
    assert (problem.line, problem.kind) == (len(table.lines) + 1, "illegal")
    assert tells(problem.message, facts), problem.message
    again = read(data)
    assert again.error is None
    assert len(Table.of(again).lines) == len(table.lines) + 1


def adjust(table: Table, line: str) -> str:
    """Type a correction and return its sentence; assert that it loses no pieces.

    A correction that takes pieces from the box, or puts them back, may change their number.
    """
    game, before = table.game, table.game.corrections.pieces(table.state)
    patches, reason, from_box = read_adjust(table.position, split_words(line)[0], line)
    table.adjust(patches, reason, from_box=from_box)
    assert from_box or game.corrections.pieces(table.state) == before
    assert verify_bytes(table.bytes()).verdict in ("legal", "possible")
    return words(game, table.lines[-1].data, table.position.names, "en")


def wrong(table: Table, line: str) -> LedgerError:
    """Assert that a typed correction is refused and changes nothing, and return the error."""
    before, lines = plain(table.state), len(table.lines)
    with pytest.raises(LedgerError) as e:
        adjust(table, line)
    assert (plain(table.state), len(table.lines)) == (before, lines)
    return e.value


def random_patch(state: Any, rng: random.Random) -> Patch:
    """Return a random change to some part of a state."""
    data = plain(state)
    words = [*sorted({x for x in _leaves(data) if isinstance(x, str)}), "hugo", ""]
    path, node = "", data
    while True:
        keys = list(node) if isinstance(node, dict) else list(range(len(node)))
        if path == "" and rng.random() < 0.95:
            keys.remove("setup")
        if not keys:
            break
        key = rng.choice(keys)
        path, node = f"{path}/{key}", node[key]
        if not isinstance(node, dict | list | tuple) or rng.random() < 0.15:
            break
    if rng.random() < 0.05:
        return Patch(path=path, gone=True)
    return Patch(path=path, value=_other(node, rng, words))


def _leaves(node: Any) -> list[Any]:
    if isinstance(node, dict):
        return [y for x in node.values() for y in _leaves(x)] + list(node)
    return [y for x in node for y in _leaves(x)] if isinstance(node, list | tuple) else [node]


def _other(node: Any, rng: random.Random, words: list[str]) -> Any:
    """Return another value of the same type, or of a similar one."""
    if isinstance(node, bool):
        return not node
    if isinstance(node, int):
        return rng.choice((node + 1, node - 1, 0, 1, 2, 3, -5, 9, 1000, 2**40))
    if isinstance(node, str) or node is None:
        return rng.choice(words)
    if isinstance(node, list | tuple):
        node = list(node)
        odd = [] if not node else [node[:-1], node + node[:1], rng.sample(node, len(node))]
        if not node or isinstance(node[0], str):
            odd.append([*node, rng.choice(words)])
        return rng.choice([[], *odd])
    keys = list(node)
    if not keys:
        return {rng.choice(words): rng.choice((0, 1, rng.choice(words)))}
    key = rng.choice(keys)
    return rng.choice(({**node, rng.choice(words): node[key]}, {k: node[k] for k in keys[1:]}))
