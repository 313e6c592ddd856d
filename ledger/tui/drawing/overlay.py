"""The overlays: help, the rules behind an event, the raw event, what changed."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest
from typing import Any

import msgspec
from rich.cells import cell_len
from rich.text import Text

from ledger.kernel.log.events import rules_behind
from ledger.kernel.text.tones import seat_style
from ledger.kernel.words.sentences import N_
from ledger.tui.keys import KEYS, MOUSE, SECTIONS
from ledger.tui.model import Model
from ledger.tui.screen_state import HELP, RESULT

from .board import legend_rows
from .change_text import change_text
from .layout import Rect
from .paint import Painter, Row, Rows, ink
from .result import result_lines
from .score_chart import score_chart

WIDEST, WIDEST_HELP = 96, 140
CHART = 16
"""The most rows that the chart of scores takes."""
CHANGED = N_("What changed since the last turn")


def help_lines(model: Model, paint: Painter, width: int) -> list[Text]:
    """Return the key table, in two columns if there is room, and the legend of the board."""
    move, find, look, keep = SECTIONS
    left, right = _keys((move, keep), model, paint), _keys((find, look), model, paint)
    half = max(t.cell_len for t in left) + 2
    if half + max(t.cell_len for t in right) > width:
        out = _keys(SECTIONS, model, paint)
    else:
        out = []
        for a, b in zip_longest(left, right, fillvalue=Text()):
            out.append(a.copy().append(" " * (half - a.cell_len)).append_text(b))
    mouse = _wrapped(paint, model.t(MOUSE), width)
    for line in mouse:
        line.stylize("dim")
    out += mouse
    rows = legend_rows(model, paint, width, whole=True)
    legend = [Text.assemble(*((s.text, s.style or "") for s in row)) for row in rows]
    head = ink(model.t("Symbols on the board"), "bold underline")
    return [*out, Text(), head, *legend] if any(legend) else out


def _keys(sections: Sequence[str], model: Model, paint: Painter) -> list[Text]:
    """Return some sections of the key table."""
    keys = [(key, _ascii_keys(key.shown, paint)) for key in KEYS if key.section in sections]
    wide = max(cell_len(shown) for _, shown in keys) + 2
    out: list[Text] = []
    for section in sections:
        out.append(ink(model.t(section), "bold underline"))
        for key, shown in keys:
            if key.section == section and shown:
                line = ink(shown + " " * (wide - cell_len(shown)), "bold cyan")
                out.append(line.append(model.t(key.help)))
        out.append(Text())
    return out


def _ascii_keys(shown: str, paint: Painter) -> str:
    if not paint.ascii:
        return shown
    for sign, name in (("→", "Right"), ("←", "Left"), ("↓", "Down"), ("↑", "Up"), ("…", "-")):
        shown = shown.replace(sign, name)
    return shown


def rule_lines(model: Model, paint: Painter, width: int) -> list[Text]:
    """Return the rules behind the event at the cursor: id, title, text."""
    out = [ink(paint.clean(model.row(model.pos).words), "bold"), Text()]
    waived = model.line.waived if isinstance(model.line.waived, tuple) else ()
    for id in rules_behind(model.line):
        rule = model.game.rulebook.rule(id, model.lang)
        head = ink(paint.clean(id), "bold cyan").append("  ")
        head.append(paint.clean(rule.title if rule else ""), "bold")
        if rule and rule.text and rule.lang != model.lang:
            head.append(f"  ({model.t('only in English')})", "dim")
        head.append(f"  ({model.t('waived here')})" if id in waived else "", "yellow")
        out.append(head)
        text = rule.text if rule else ""
        out += _wrapped(paint, text or model.t("this game has no text for this rule"), width)
        out.append(Text())
    if not rules_behind(model.line):
        out.append(
            ink(model.t("No rule applies to this event: it records what people did."), "dim")
        )
    return out


def raw_lines(model: Model, paint: Painter, width: int) -> list[Text]:
    """Return the line as it is in the log, or as much of it as the viewer may know."""
    line = model.line
    value: dict[str, Any] = {
        "type": line.type,
        **{k: getattr(line, k) for k in ("seq", "cmd", "more", "turn", "by", "at")},
        "data": msgspec.to_builtins(model.event(model.pos)),
    }
    if model.viewer is None or model.source.opened.view is not None:
        # in a seat's view, not even a digest may give away what is hidden
        for name in ("key", "waived", "digest"):
            if (found := getattr(line, name)) is not msgspec.UNSET:
                value[name] = found
    pretty = msgspec.json.format(msgspec.json.encode(value), indent=2).decode()
    return [t for x in pretty.splitlines() for t in _wrapped(paint, x, width)]


def change_lines(model: Model, paint: Painter, width: int) -> list[Text]:
    """Return what has happened since the end of the previous turn, and who gained or lost what."""
    signs = paint.signs
    since = _turn_before(model)
    out: list[Text] = []
    for row in model.rows(since + 1, model.pos):
        if model.counts(row.line.seq) or row.line.seq == model.pos:
            out += [*_wrapped(paint, row.words, width)]
    seat = 0
    changes = model.changes_since(since)
    for c in changes:
        if c.seat != seat:
            seat = c.seat
            style = seat_style(model.game.pictures.seat_tones, seat)
            out += [Text(), ink(paint.clean(f"{seat} {model.names[seat - 1]}"), style)]
        line = Text(f"  {paint.clean(model.labels[c.resource])} ")
        line.append(f"{c.change:+d}", "bold").append(f" {signs.arrow} {c.value}", "dim")
        out.append(line)
    if not changes:
        out += [Text(), ink(model.t("Nobody has more or less than before."), "dim")]
    return out


def _turn_before(model: Model) -> int:
    """Return the last line of the turn before the current one."""
    at = model.source.turn_index(model.pos)
    return model.source.turns[at - 1].last if at else 1


def changes_panel(
    lines: Sequence[Text], model: Model, paint: Painter, rect: Rect, top: int
) -> tuple[Rows, int]:
    """Return the panel of changes shown in place of the ledger, and how far it can be scrolled."""
    most = max(len(lines) - rect.height + 1, 0)
    top = min(top, most)
    foot = model.t("j k scroll, q closes") if most else model.t("q closes")
    rows = [paint.heading(model.t(CHANGED), rect.width, foot)]
    rows += [paint.row(ink(" ").append_text(t), rect.width) for t in lines[top:]]
    return (rows + [paint.blank(rect.width)] * rect.height)[: rect.height], most


def chart_lines(model: Model, paint: Painter, width: int) -> list[Text]:
    """Return a chart of the scores up to the cursor."""
    chart = score_chart(model, paint, width, CHART)
    return chart or [ink(model.t("There are no scores to show yet."), "dim")]


def _wrapped(paint: Painter, text: str, width: int) -> list[Text]:
    return list(Text(paint.clean(text)).wrap(paint.console, max(width, 8), overflow="fold"))


def detail(model: Model, paint: Painter, width: int, height: int) -> Rows:
    """Return the event at the cursor in full, with its notes and the rules behind it."""
    if height < 4:
        return [paint.blank(width)] * height
    line = model.line
    about = [line.type, *([line.at[:16].replace("T", " ")] if line.at else [])]
    out = [paint.heading(model.t("Event"), width, paint.clean(f" {paint.signs.dot} ".join(about)))]
    row = model.row(model.pos)
    lines = [Text(), *_wrapped(paint, row.words, width - 4)]
    changed = change_text(row.event, row.changes, model.names, model.labels, paint.signs.arrow)
    lines += changed.wrap(paint.console, max(width - 4, 8)) if changed else []
    for note in model.notes.get(model.pos, ()):
        lines += [ink(f"{paint.signs.note} {t.plain}", "yellow") for t in _wrapped(paint, note, 72)]
    rules = rules_behind(model.line)
    lines += [Text()] if rules else []
    for id in rules:
        rule = model.game.rulebook.rule(id, model.lang)
        title = paint.clean(rule.title if rule else "")
        lines.append(ink(paint.clean(id), "cyan").append(f"  {title}", "dim"))
    if rules:
        lines.append(ink(model.t("press r for their full text"), "dim"))
    out += [paint.row(Text("  ").append_text(t), width) for t in lines[: height - 1]]
    left = min(height - len(out) - 2, CHART)
    if chart := score_chart(model, paint, width - 2, left):
        out += [paint.blank(width), paint.heading(model.t("Scores so far"), width)]
        out += [paint.row(ink(" ").append_text(t), width) for t in chart]
    return out + [paint.blank(width)] * (height - len(out))


MAKERS = {
    HELP: (N_("Keys and symbols"), help_lines),
    "rule": (N_("The rules behind this event"), rule_lines),
    "raw": (N_("The event"), raw_lines),
    "changes": (CHANGED, change_lines),
    "curve": (N_("Scores so far"), chart_lines),
    RESULT: (N_("The result"), result_lines),
}


def overlay(
    kind: str, model: Model, paint: Painter, width: int, height: int, top: int
) -> tuple[Rows, int]:
    """Return an overlay of exactly this size, and how far it can be scrolled."""
    title, make = MAKERS[kind]
    inner = min(width - 4, WIDEST_HELP if kind == HELP else WIDEST)
    lines = make(model, paint, inner)
    room = height - 2
    most = max(len(lines) - room, 0)
    top = min(top, most)
    shown = lines[top : top + room]
    signs = paint.signs
    tl, tr, bl, br = tuple(signs.corners)
    pages = N_("j k PgDn PgUp scroll, q closes") if kind == HELP else N_("j k scroll, q closes")
    foot = model.t(pages if most else "q closes")
    rows = [_edge(paint, tl, tr, f" {model.t(title)} ", inner)]
    rows += [_framed(paint, t, inner) for t in shown]
    rows.append(_edge(paint, bl, br, f" {foot} ", inner))
    left = (width - inner - 4) // 2
    out = [paint.sized([*paint.blank(left), *row], width) for row in rows]
    return out + [paint.blank(width)] * (height - len(out)), most


def _edge(paint: Painter, a: str, b: str, title: str, inner: int) -> Row:
    rule = paint.signs.rule
    line = ink(f"{a}{rule}", "dim").append(title, "bold")
    line.append(rule * max(inner + 3 - line.cell_len, 0) + b, "dim")
    return paint.row(line, inner + 4)


def _framed(paint: Painter, text: Text, inner: int) -> Row:
    wall = paint.signs.wall
    line = ink(f"{wall} ", "dim").append_text(text)
    line.truncate(inner + 2)
    line.append(" " * (inner + 2 - line.cell_len)).append(f" {wall}", "dim")
    return paint.row(line, inner + 4)
