"""How a game ended: the places, with what each player has, and the moments that decided it."""

from __future__ import annotations

from itertools import pairwise
from typing import NamedTuple

from rich.cells import cell_len
from rich.text import Text

from ledger.kernel.log.events import Ended
from ledger.kernel.text.tones import seat_style
from ledger.tui.model import Model

from .paint import Painter, ink

MOMENTS = 6
"""The maximum number of key moments listed."""


class Moment(NamedTuple):
    """The end of a turn that changed a lot: a new leader, or many points at once."""

    seq: int
    seat: int
    gain: int
    leads: bool


def end_of_game(model: Model) -> tuple[int, Ended] | None:
    """Return the line where the game ended and its event, unless it was taken back."""
    for seq in range(model.last, 0, -1):
        event = model.event(seq)
        if isinstance(event, Ended) and model.counts(seq):
            return seq, event
    return None


def key_moments(model: Model) -> list[Moment]:
    """Return the turns in which the lead changed, and those with the largest gains, in order."""
    points = model.curve.points
    seats = range(len(model.names))
    found: list[Moment] = []
    leader: int | None = None
    for before, after in pairwise(points):
        known = [s for s in after.scores if s is not None]
        if len(known) < len(model.names) or None in before.scores or not before.scores:
            continue
        gains = [(after.scores[i] or 0) - (before.scores[i] or 0) for i in seats]
        seat = max(seats, key=lambda i: gains[i])
        top = [i for i in seats if after.scores[i] == max(known)]
        leads = len(top) == 1 and leader is not None and top[0] != leader
        if len(top) == 1:
            leader = top[0]
        if leads or gains[seat] > 0:
            who = top[0] if leads else seat
            found.append(Moment(after.seq, who + 1, gains[who], leads))
    largest = sorted(found, key=lambda m: (m.leads, m.gain), reverse=True)[:MOMENTS]
    return sorted(largest)


def result_lines(model: Model, paint: Painter, width: int) -> list[Text]:
    """Return the result in words and numbers; say so if the game isn't over."""
    found = end_of_game(model)
    if found is None:
        return [ink(model.t("The game isn't over."), "dim")]
    seq, ended = found
    opened = model.source.opened
    title = model.game.meta.titles.get(model.lang, model.game.meta.title)
    about = [title, *((opened.started or "")[:10].split()), opened.place or ""]
    out = [ink(paint.clean(f" {paint.signs.dot} ".join(x for x in about if x)), "bold"), Text()]
    words = Text(paint.clean(model.row(seq).words))
    out += [*words.wrap(paint.console, max(width, 8), overflow="fold"), Text()]
    if not ended.broken_off:
        out += [*_places(model, paint, ended), Text()]
    if moments := key_moments(model):
        out.append(ink(model.t("Key moments"), "bold underline"))
        out += [_moment(model, paint, m) for m in moments]
        out.append(Text())
    keys = model.t("Home replays from the start, ← goes back, c shows the curve of scores")
    return [*out, *Text(keys, "dim").wrap(paint.console, max(width, 8))]


def _places(model: Model, paint: Painter, ended: Ended) -> list[Text]:
    """Return the seats from first to last place; partners and tied seats share a number."""
    names = [paint.clean(name) for name in model.names]
    wide = max(map(cell_len, names))
    numbers = ["?" if s is None else str(s) for s in ended.scores]
    right = max(map(len, numbers), default=0)
    out: list[Text] = []
    for tied in ended.ranking:
        for seat in tied:
            first = seat in ended.winners
            style = seat_style(model.game.pictures.seat_tones, seat)
            line = ink(f"{ended.places.get(seat, ''):>3}  ", "bold" if first else "")
            line.append(names[seat - 1], f"bold {style}" if first else style)
            line.append(" " * (wide - cell_len(names[seat - 1]) + 2))
            out.append(line.append(f"{numbers[seat - 1]:>{right}}", "bold" if first else ""))
    return out


def _moment(model: Model, paint: Painter, moment: Moment) -> Text:
    number = model.source.turns[model.source.turn_index(moment.seq)].number
    name = paint.clean(model.names[moment.seat - 1])
    line = ink(f"  {model.t('turn {n}', n=number):>9}  ", "dim")
    line.append(name, seat_style(model.game.pictures.seat_tones, moment.seat))
    line.append(f"  {moment.gain:+d}", "bold")
    if moment.leads:
        line.append(f"  {model.t('takes the lead')}")
    return line
