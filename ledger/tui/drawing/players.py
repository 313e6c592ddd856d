"""The players: their points, what they hold, and how their points grew."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.cells import cell_len

from ledger.kernel.narration.narrate import own_word
from ledger.kernel.text.tones import seat_style
from ledger.tui.model import Model

from .paint import Painter, Rows, ink

if TYPE_CHECKING:
    from collections.abc import Sequence

SPARK = 12
"""The narrowest width for a curve."""
NAME = 16
LABEL = 9


def players(model: Model, paint: Painter, width: int) -> Rows:
    """Return one row per player, below the column headings."""
    signs, game = paint.signs, model.game
    names = [paint.fit(paint.clean(n), NAME) for n in model.names]
    players = model.t("Players")
    first = max([cell_len(players), *(cell_len(n) + 4 for n in names)])
    kept = [(i, r) for i, r in enumerate(game.holdings.resources) if not r.is_score]
    labels = [paint.fit(paint.clean(model.heads[r.key]), LABEL) for _, r in kept]
    wide = [max(cell_len(x), 4) + 2 for x in labels]
    while wide and first + 8 + sum(wide) > width:
        wide.pop()
    head = ink(f"{signs.rule} ", "dim").append(players, "bold")
    score = paint.fit(paint.clean(_score_name(model)), 8)
    head.append(" " * max(first - head.cell_len, 0)).append(score.rjust(8), "dim")
    for label, w in zip(labels, wide, strict=False):
        head.append(" " * (w - cell_len(label)) + label, "dim")
    room = width - head.cell_len - 2
    if room >= SPARK:
        room = min(room, 60)
        fewest = "" if game.meta.highest_wins else f", {model.t('fewest points win')}"
        so_far = model.t("{score} so far", score=paint.clean(_score_name(model)))
        head.append("  ").append(so_far + fewest, "dim")
    out = [paint.row(head, width)]
    answering = model.answering()
    changed = {(c.seat, c.resource) for c in model.row(model.pos).changes}
    known = model.scores()
    top = max([1, *(s for p in model.curve.points[-1:] for s in p.scores if s is not None)])
    holdings = dict(enumerate(model.held(), 1))
    for seat, name in enumerate(names, 1):
        style = seat_style(game.pictures.seat_tones, seat)
        line = ink(f"{signs.turn if seat in answering else ' '} ", "bold")
        line.append(f"{seat} {name}", style)
        line.append(" " * max(first - line.cell_len, 0))
        line.append(_amount(known[seat - 1] if seat <= len(known) else None).rjust(8), "bold")
        held = holdings.get(seat, ())
        for (i, resource), w in zip(kept if held else (), wide, strict=False):
            amount, fresh = held[i], (seat, resource.key) in changed
            line.append(_amount(amount).rjust(w), "bold" if fresh else "dim" if not amount else "")
        if room >= SPARK:
            curve = model.curve.series(seat, model.pos, room)
            line.append("  ").append(spark(curve, top, signs.bars), style)
        out.append(paint.row(line, width))
    return out


def _score_name(model: Model) -> str:
    """Return the game's own word for points."""
    found = next((r for r in model.game.holdings.resources if r.is_score), None)
    return own_word(model.game, "points" if found is None else found.name, model.lang)


def _amount(amount: int | None) -> str:
    return "?" if amount is None else str(amount)


def spark(values: Sequence[int | None], top: int, bars: str) -> str:
    """Return numbers as a row of bars, with gaps for unknown ones."""
    out = []
    for v in values:
        if v is None:
            out.append(" ")
        else:
            out.append(bars[min(max(v, 0) * (len(bars) - 1) // max(top, 1), len(bars) - 1)])
    return "".join(out)
