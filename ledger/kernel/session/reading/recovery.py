"""Going on after an error: what a misspelt line clearly meant."""

from __future__ import annotations

from ledger.kernel.play.position import Position
from ledger.kernel.session.moves.move_reader import can_be_read, legal_moves
from ledger.kernel.session.words.suggest import nearest
from ledger.kernel.session.words.typed_words import Word

from .cursor import Move


def as_meant(move: Move, position: Position) -> Move | None:
    """Return what a misspelt line meant, or None if that isn't clear."""
    asked, names = position.asked, position.names
    if not asked or not move.words:
        return None
    if move.seat is None:
        if can_be_read(position, asked[0].seat, move.words):
            return move._replace(seat=asked[0].seat)
        name = nearest(move.words[0].text, names)
        if name is None or not move.words[1:]:
            return None
        return move._replace(seat=names.index(name) + 1, words=move.words[1:])
    text = " ".join(w.text for w in move.words)
    near = (nearest(text, legal_moves(position, move.seat)) or "").split()
    typed = [w.text.lower() for w in move.words]
    other = [a for a, b in zip(near, typed, strict=False) if a.lower() != b]
    if len(near) != len(typed) or len(other) != 1:
        return None  # only one word may be misspelt
    return move._replace(words=[Word(x, 1) for x in near])
