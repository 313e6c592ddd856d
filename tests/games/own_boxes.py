"""Boxes that tests change, and what is asked of the boxes of each of our games."""

from __future__ import annotations

from typing import Any

import msgspec

from common.refusals import tells
from ledger.kernel.boxes.box import digest_box
from ledger.kernel.game.game import Game
from ledger.kernel.notation.session.session_reader import read_session
from ledger.kernel.notation.session.session_writer import write_session
from ledger.kernel.play.table import Table
from ledger.kernel.verify.verify import verify_bytes
from ledger.testing.forge import forge

GONE = object()
"""In place of a value: the box is to be without it."""


def changed(box: dict[str, Any], path: str, value: object) -> dict[str, Any]:
    """Return a box in which the value at a path, like `card.0.id`, is replaced or gone."""
    *keys, last = path.split(".")
    node: Any = box
    for key in keys:
        node = node[int(key)] if isinstance(node, list) else node[key]
    if value is GONE:
        del node[last]
    else:
        node[int(last) if isinstance(node, list) else last] = value
    return box


def travels_with_its_log(game: Game, table: Table, box: dict[str, Any]) -> None:
    """A game with a box of one's own has it in its log, is legal, and survives as a session."""
    opened = table.lines[0].data
    assert (opened.box_data, opened.box) == (box, digest_box(box))
    assert opened.box not in game.boxes.digests
    assert verify_bytes(table.bytes()).verdict == "legal"
    assert read_session(write_session(game, table.lines)).bytes() == table.bytes()


def is_refused_without_its_box(table: Table, other: dict[str, Any], missing: str) -> None:
    """Another box than the digest says is damage, and so is none; facts are named then."""
    opened = table.lines[0].data
    for box, facts in ((other, ""), (None, missing)):
        forged = msgspec.structs.replace(opened, box_data=box)
        report = verify_bytes(forge(table.lines, {1: [forged]}))
        assert report.verdict == "damaged"
        assert [(p.line, p.kind) for p in report.problems] == [(1, "schema")]
        assert tells(report.problems[0].message, facts)
