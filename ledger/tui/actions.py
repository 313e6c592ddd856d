"""What each action in the key table does, and how responses to prompts are handled."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from ledger.kernel.errors import LedgerError
from ledger.kernel.message import Message
from ledger.kernel.text.reasons import why

from . import jumps, saving
from .model import END, Model
from .screen_state import HELP, RESULT

if TYPE_CHECKING:
    from .controller import Controller
    from .prompts import PromptAnswer

SPEEDS = (0.25, 0.5, 1.0, 2.0, 4.0, 8.0, 16.0, 32.0)
ZOOMS = ("", "board", "ledger")
PAGE_EDGES = 6
"""Screen rows that an overlay's page can't use: frame, timeline, status, and one row of overlap."""


class Press(NamedTuple):
    """How an action was triggered: its direction, the key, and the number typed before it."""

    way: int = 1
    key: str = ""
    digits: str = ""


ONCE = Press()
Action: TypeAlias = "Callable[[Controller, Press], None]"


# --- moving -----------------------------------------------------------------------------------


def step(c: Controller, press: Press) -> None:
    """Go to the next or previous event."""
    c.move(min(max(c.model.pos + press.way, 1), c.model.last))


def to_first(c: Controller, press: Press) -> None:
    """Go to the first line."""
    c.move(1)


def to_last(c: Controller, press: Press) -> None:
    """Go to the last line."""
    c.move(END)


def to_last_or_line(c: Controller, press: Press) -> None:
    """Go to the line whose number was typed or, without a number, to the last one."""
    if press.digits:
        go_to(c, press.digits)
    else:
        c.move(END)


def to_tenth(c: Controller, press: Press) -> None:
    """Go to a tenth of the game; the digit may turn out to be the start of a number."""
    c.screen.digits = (press.digits + press.key)[-9:]
    c.move(jumps.tenth(c.model, int(press.key)))


def jump_by(find: Callable[[Model, int], int | None], later: Message, earlier: Message) -> Action:
    """Return the action that goes to the next place that `find` returns.

    `later` says that there is no such place after this one, `earlier` that there is none before it.
    """

    def jump(c: Controller, press: Press) -> None:
        model = c.model
        seq = find(model, press.way)
        if seq is not None:
            c.move(seq, by_turns=find is jumps.by_turn)
            return
        none = later if press.way > 0 else earlier
        ready = model.source.done and model.curve.ready and model.full.ready
        c.screen.say(none if ready else Message("{none} yet: still reading", none=none))

    return jump


_by_turn = jump_by(
    jumps.by_turn, Message("there is no later turn"), Message("there is no earlier turn")
)


def turn_or_page(c: Controller, press: Press) -> None:
    """Go to the end of the next or previous turn; in the help, turn the page."""
    if c.screen.overlay == HELP:
        c.scroll_overlay(press.way * max(c.size[1] - PAGE_EDGES, 1))
    else:
        _by_turn(c, press)


def play(c: Controller, press: Press) -> None:
    """Play or pause; at the end, play from the start again."""
    if not c.screen.playing and c.model.at_end and c.model.source.done:
        c.move(1)
    c.screen.playing = not c.screen.playing


def change_speed(c: Controller, press: Press) -> None:
    """Play faster or slower."""
    screen = c.screen
    faster = [s for s in SPEEDS if s > screen.speed]
    slower = [s for s in SPEEDS if s < screen.speed]
    if press.way > 0 and faster:
        screen.speed = faster[0]
    elif press.way < 0 and slower:
        screen.speed = slower[-1]
    one = screen.speed == 1
    say = Message(
        "{speed} event a second" if one else "{speed} events a second", speed=f"{screen.speed:g}"
    )
    screen.say(say)


# --- finding ----------------------------------------------------------------------------------


def begin_search(c: Controller, press: Press) -> None:
    """Ask what to search for; hits are shown as the user types."""
    c.screen.search_from = c.model.pos
    c.prompts.ask_search()


def copy_line(c: Controller, press: Press) -> None:
    """Copy the event at the cursor, in words, to the terminal's clipboard."""
    c.to_copy = c.model.row(c.model.pos).words
    c.screen.say(Message("copied: {text}", text=c.to_copy))


def search_again(c: Controller, press: Press) -> None:
    """Repeat the last search."""
    if c.screen.needle:
        c.search(c.screen.needle, press.way)
    else:
        c.screen.say(Message("you haven't searched for anything yet: press /"))


def mark(c: Controller, press: Press) -> None:
    """Set or clear a mark here."""
    pos = c.model.pos
    c.model.marks ^= {pos}
    marked = pos in c.model.marks
    c.screen.say(
        Message("line {line} marked" if marked else "line {line} is no longer marked", line=pos)
    )


def first_difference(c: Controller, press: Press) -> None:
    """Go to the line where the two logs begin to differ."""
    comparison = c.comparison
    if comparison is None:
        c.screen.say(
            Message("there is nothing to compare with: ledger replay A.jsonl --compare B.jsonl")
        )
    elif comparison.other_players:
        c.screen.say(comparison.parted())
    elif comparison.first is None:
        c.screen.say(Message("both logs show the same game"))
    else:
        c.move(min(comparison.first, c.model.last))
        c.screen.say(comparison.parted())


# --- looking ----------------------------------------------------------------------------------


def change_viewer(c: Controller, press: Press) -> None:
    """Show the game as the next viewer sees it."""
    model = c.model
    choices = model.viewers
    if len(choices) == 1:
        seat = choices[0]
        c.screen.say(
            Message(
                "this file contains only what seat {seat} saw"
                if seat
                else "this file contains only what a spectator saw",
                seat=seat,
            )
        )
    else:
        at = choices.index(model.viewer)
        model.look(choices[(at + press.way) % len(choices)])
        c.screen.say(
            Message("everything is shown")
            if model.viewer is None
            else Message("as {viewer} saw it", viewer=model.viewer_name())
        )
    if c.comparison is not None:
        c.comparison.look(model.viewer)


def toggle_overlay(kind: str) -> Action:
    """Return the action that opens or closes an overlay."""

    def toggle(c: Controller, press: Press) -> None:
        c.screen.overlay = "" if c.screen.overlay == kind else kind
        c.screen.overlay_top = 0

    return toggle


def scroll_list(c: Controller, press: Press) -> None:
    """Scroll the ledger, or the overlay if one is open."""
    if c.screen.overlay:
        c.scroll_overlay(press.way)
    else:
        c.scroll_list(press.way)


def scroll_board(c: Controller, press: Press) -> None:
    """Scroll the board."""
    c.scroll_board(press.way)


def zoom(c: Controller, press: Press) -> None:
    """Show only the board, only the ledger, or both."""
    c.screen.zoom = ZOOMS[(ZOOMS.index(c.screen.zoom) + 1) % len(ZOOMS)]


def leave(c: Controller, press: Press) -> None:
    """Close whatever is open; quit if nothing is."""
    c.screen.needle = ""
    c.quit = not c.close()


ACTIONS: dict[str, Action] = {
    "step": step,
    "turn": turn_or_page,
    "round": jump_by(
        jumps.by_round,
        Message("there is no later round"),
        Message("there is no earlier round"),
    ),
    "first": to_first,
    "last": to_last,
    "last_or_line": to_last_or_line,
    "tenth": to_tenth,
    "goto": lambda c, press: c.prompts.ask_place(),
    "play": play,
    "speed": change_speed,
    "search": begin_search,
    "search_again": search_again,
    "decision": jump_by(
        jumps.by_decision,
        Message("there is no later decision of this player"),
        Message("there is no earlier decision of this player"),
    ),
    "scoring": jump_by(
        jumps.by_scoring,
        Message("there is no later scoring"),
        Message("there is no earlier scoring"),
    ),
    "same_type": jump_by(
        jumps.by_type,
        Message("there is no later event of this type"),
        Message("there is no earlier event of this type"),
    ),
    "mark": mark,
    "next_mark": jump_by(
        jumps.by_mark,
        Message("there is no later mark or note"),
        Message("there is no earlier mark or note"),
    ),
    "difference": first_difference,
    "viewer": change_viewer,
    "changes": toggle_overlay("changes"),
    "curve": toggle_overlay("curve"),
    "result": toggle_overlay(RESULT),
    "rule": toggle_overlay("rule"),
    "raw": toggle_overlay("raw"),
    "scroll_list": scroll_list,
    "scroll_board": scroll_board,
    "zoom": zoom,
    "note": lambda c, press: c.prompts.ask_note(),
    "save": lambda c, press: c.prompts.ask_picture_name(),
    "copy": copy_line,
    "branch": lambda c, press: c.prompts.ask_branch_name(),
    "help": toggle_overlay(HELP),
    "quit": leave,
}
"""What each action in the key table does, by its name."""


# --- answers to prompts -----------------------------------------------------------------------


def take_answer(c: Controller, answer: PromptAnswer) -> None:
    """Act on what was typed at a prompt."""
    kind, text = answer
    if not text.strip():
        if kind == "search":
            search_again(c, ONCE)
    elif kind == "search":
        c.search(text, 1)
    elif kind == "goto":
        go_to(c, text)
    elif c.files is None:
        c.screen.say(Message("nothing can be saved here"), bad=True)
    else:
        try:
            c.screen.say(_keep(c, c.files, kind, text.strip()))
        except LedgerError as e:
            c.screen.say(e.text, bad=True)
        except OSError as e:
            c.screen.say(why(e), bad=True)


def go_to(c: Controller, text: str) -> None:
    """Go to the place that was typed, such as `120`, `t12` or `50%`."""
    found = jumps.line_meant(c.model, text)
    if isinstance(found, str):
        c.screen.say(found, bad=True)
    else:
        c.move(found)


def _keep(c: Controller, files: saving.Files, kind: str, text: str) -> Message:
    """Write a note, a picture or a branch, and return a message saying where it went."""
    model, path = c.model, Path(text).expanduser()
    if kind == "note":
        destination = saving.add_note(files, model, text)
        c.read_notes()
        model.source.poll()
        return destination
    if kind == "save":
        saving.save_screen(files, path, c.draw(*c.size).rows, model.source.path.name)
        return Message("saved as {path}", path=path)
    count = saving.save_branch(files, path, model, model.source.group_end(model.pos))
    return Message("{path}: {lines} lines; play on there with ledger do", path=path, lines=count)
