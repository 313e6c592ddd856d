"""How a game ended: the places, with what each player has, and the moments that decided it."""

from __future__ import annotations

from rich.cells import cell_len
from rich.text import Text

from ledger.kernel.log.events import Ended
from ledger.kernel.narration.summary import Moment, Summary, key_moments
from ledger.kernel.text.tones import seat_style
from ledger.tui.model import Model

from .paint import Painter, ink


def result_lines(model: Model, paint: Painter, width: int) -> list[Text]:
    """Return the result in words and numbers; say so if the game isn't over."""
    summary = model.summary
    if summary is None:
        return [ink(model.t("The game isn't over."), "dim")]
    ended: Ended = summary.line.data
    opened = model.source.opened
    title = model.game.meta.titles.get(model.lang, model.game.meta.title)
    about = [title, *((opened.started or "")[:10].split()), opened.place or ""]
    out = [ink(paint.clean(f" {paint.signs.dot} ".join(x for x in about if x)), "bold"), Text()]
    words = Text(paint.clean(model.row(summary.line.seq).words))
    out += [*words.wrap(paint.console, max(width, 8), overflow="fold"), Text()]
    if not ended.broken_off:
        out += [*_places(model, paint, ended), Text()]
        out += _sources(model, paint, summary, width)
    if moments := key_moments((p.seq, p.scores) for p in model.curve.points):
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


def _sources(model: Model, paint: Painter, summary: Summary, width: int) -> list[Text]:
    """Return what broke a tie, in numbers, and where the points come from."""
    out: list[Text] = []
    rows = [(model.t("tie"), [(one.seat, one.number) for one in summary.tied])] * bool(summary.tied)
    rows += [(s.what, [(i, str(n)) for i, n in enumerate(s.points, 1)]) for s in summary.sources]
    for what, numbers in rows:
        line = ink(f"{paint.clean(what)}: ", "dim")
        for i, (seat, number) in enumerate(numbers):
            line.append(", " if i else "")
            line.append(
                f"{paint.clean(model.names[seat - 1])} {number}",
                seat_style(model.game.pictures.seat_tones, seat),
            )
        out += line.wrap(paint.console, max(width, 8), overflow="fold")
    return [*out, Text()] if out else []


def _moment(model: Model, paint: Painter, moment: Moment) -> Text:
    number = model.source.turns[model.source.turn_index(moment.seq)].number
    name = paint.clean(model.names[moment.seat - 1])
    line = ink(f"  {model.t('turn {n}', n=number):>9}  ", "dim")
    line.append(name, seat_style(model.game.pictures.seat_tones, moment.seat))
    line.append(f"  {moment.gain:+d}", "bold")
    if moment.leads:
        line.append(f"  {model.t('takes the lead')}")
    return line
