"""Continuing after an error: what a misspelt line clearly meant."""

from __future__ import annotations

from ledger.kernel.notation.lines.typed_line import TypedLine
from ledger.kernel.notation.moves.move_reader import can_be_read, legal_moves
from ledger.kernel.play.position import Position
from ledger.kernel.text.suggest import nearest
from ledger.kernel.words.typed_words import Word


def as_meant(line: TypedLine, position: Position) -> TypedLine | None:
    """Return what a misspelt line meant, or None if that isn't clear."""
    asked, names = position.asked, position.names
    if not asked or not line.words:
        return None
    if line.seat is None:
        if can_be_read(position, asked[0].seat, line.words):
            return line._replace(seat=asked[0].seat, keyword=None)
        name = nearest(line.words[0].text, names)
        if name is None or not line.words[1:]:
            return None
        return line._replace(seat=names.index(name) + 1, words=line.words[1:], keyword=None)
    text = " ".join(w.text for w in line.words)
    near = (nearest(text, legal_moves(position, line.seat)) or "").split()
    typed = [w.text.lower() for w in line.words]
    other = [a for a, b in zip(near, typed, strict=False) if a.lower() != b]
    if len(near) != len(typed) or len(other) != 1:
        return None  # only one word may be misspelt
    return line._replace(words=[Word(x, 1) for x in near])
