"""Which pieces a move has moved, so that a picture can mark them."""

from __future__ import annotations

from collections.abc import Iterable

from ledger.kernel.scene.shapes import Piece, Scene, step_between


def moved_pieces(before: Scene, after: Scene) -> tuple[str, ...]:
    """Return the ids of the pieces that were moved, turned over or added.

    When a copy is taken from a row of copies, the others close up; they don't count as moved.
    Neither does a piece that looks the same in the same place but now means something else.
    """
    step = step_between(before, after)
    gone = [before.pieces[id] for id in step.gone]
    moved: list[str] = []
    fresh: list[Piece] = []
    for piece in step.put:
        old = before.pieces.get(piece.id)
        if old is None:
            fresh.append(piece)
        elif old.same != piece.same:
            gone.append(old)
            fresh.append(piece)
        elif not _stays(old, piece):
            moved.append(piece.id)
    for piece in fresh:
        old = _copy_of(piece, gone)
        if old is not None:
            gone.remove(old)
        if old is None or not _stays(old, piece):
            moved.append(piece.id)
    return tuple(moved)


def _copy_of(piece: Piece, among: Iterable[Piece]) -> Piece | None:
    """Return the old piece that this one is a copy of, from the same place if possible."""
    copies = [old for old in among if piece.same and old.same == piece.same]
    near = (old for old in copies if (old.region, old.on) == (piece.region, piece.on))
    return next(near, copies[0] if copies else None)


def _stays(old: Piece, new: Piece) -> bool:
    """Whether a piece looks the same in the same place; in a row, it may have closed up."""
    return _place(old) == _place(new) and (not new.on or new.i == old.i)


def _place(piece: Piece) -> tuple[object, ...]:
    return (
        *(piece.region, piece.on, piece.x, piece.y),
        *(piece.face, piece.turned, piece.faded, piece.text),
    )
