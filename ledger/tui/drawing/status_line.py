"""The last line of the screen: the current place, who is looking, and messages or prompts."""

from __future__ import annotations

from rich.cells import cell_len
from rich.text import Text

from ledger.kernel.verify.assurance import unsealed
from ledger.tui.model import Model
from ledger.tui.screen_state import ScreenState
from ledger.tui.text_input import TextInput

from .paint import Painter, ink


def status_line(
    model: Model, screen: ScreenState, paint: Painter, width: int, otherwise: str = ""
) -> Text:
    """Return the status line; `otherwise` is its text if there is nothing else to say."""
    if screen.prompt is not None:
        return _prompt_line(screen.prompt, paint, width)
    dot = f" {paint.signs.dot} "
    line = model.line
    where = [f"{model.pos}/{model.last}", model.t("turn {n}", n=line.turn)]
    if (number := model.round()) and width >= 60:
        where.append(model.t("round {n}", n=number))
    where.append(paint.fit(paint.clean(model.viewer_name()), 16))
    if width >= 110:
        where.insert(0, paint.fit(paint.clean(model.source.path.name), 32))
    if screen.playing:
        where.append(f"{paint.signs.turn} {screen.speed:g}/s")
    elif screen.following:
        where.append(_connection(model, screen))
    left = ink(" " + dot.join(where) + " ", "reverse")
    said, style = news(model, screen)
    said = said or otherwise
    right = ink(f"{model.t('? help')} ", "dim")
    if said:
        shown = paint.clean(said)
        if cell_len(shown) > width - left.cell_len - right.cell_len - 4:
            # keep the place short to leave room for the message
            left, right = ink(f" {where[0] if width < 110 else where[1]} ", "reverse"), ink("", "")
        shown = paint.fit(shown, max(width - left.cell_len - right.cell_len - 4, 0))
        left.append("  ").append(shown, style)
    gap = width - left.cell_len - right.cell_len
    if gap > 0:
        left.append(" " * gap).append_text(right)
    return left


def news(model: Model, screen: ScreenState) -> tuple[str, str]:
    """Return the message to show, and its style."""
    source = model.source
    if screen.message:
        return model.message(screen.message), "bold red" if screen.bad else "bold"
    if screen.digits:
        text = model.t("{typed} G goes to line {n}", typed=screen.digits, n=int(screen.digits))
        return text, "dim"
    if screen.searching:
        return model.t("searching"), "dim"
    if screen.trouble:
        return model.message(screen.trouble), "red"
    if not source.done:
        part = f"{source.part:.0%}"
        if model.goal:
            return model.t("reading {part}, then on to where you want to go", part=part), "dim"
        return model.t("reading {part}", part=part), "dim"
    if source.error:
        said = model.message(source.error)
        return model.t("only the intact part is shown; {error}", error=said), "red"
    if notes := model.notes.get(model.pos):
        return notes[-1], "yellow"
    if model.at_end and not (source.sealed or screen.following) and model.state().over:
        return model.message(unsealed(str(source.path))), "dim"
    return "", ""


def _connection(model: Model, screen: ScreenState) -> str:
    """Return whether a growing log is being followed, in words."""
    if screen.trouble:
        return model.t("disconnected")
    return model.t("live") if model.at_end else model.t("live, paused")


def _prompt_line(prompt: TextInput, paint: Painter, width: int) -> Text:
    """Return the prompt, with the cursor where the next character goes."""
    out = ink(f" {prompt.label} ", "reverse").append(" ")
    room = max(width - out.cell_len - 1, 4)
    before = paint.clean(prompt.text[: prompt.cursor])
    while cell_len(before) > room - 1:
        before = before[max(len(before) // 8, 1) :]
    at = paint.clean(prompt.text[prompt.cursor : prompt.cursor + 1]) or " "
    out.append(before).append(at, "reverse")
    return out.append(paint.clean(prompt.text[prompt.cursor + 1 :]))
