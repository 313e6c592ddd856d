"""The keywords that change the log: undo and redo, remarks, corrections, results."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ledger.kernel.errors import Illegal, Malformed
from ledger.kernel.log.events import Line, Retracted
from ledger.kernel.message import Message
from ledger.kernel.notation.lines.adjust_lines import read_adjust
from ledger.kernel.notation.lines.keyword_lines import check_result, read_undo
from ledger.kernel.notation.lines.remarks import read_remark
from ledger.kernel.notation.lines.typed_line import TypedLine
from ledger.kernel.notation.words.quoting import unescape

from .command_driver import CommandDriver
from .replies import Notice


def undo(driver: CommandDriver, line: TypedLine, at: str | None) -> None:
    """Take back the last result given, or the last move, or go back to a line."""
    to = read_undo(line.words)
    p = driver.pending
    if p is not None and to is None:
        if p.take_back():
            driver.ask()
        elif driver.table is None:
            raise Illegal("there is nothing to take back yet")
        else:
            driver.drop_pending()
        return
    first = driver.playing.head.seq + 1
    if p is not None:
        driver.drop_pending()
    try:
        driver.playing.undo(to, by=line.seat, at=at)
    except Illegal as e:
        if to is None and driver.at_prompt:
            e.advice = Message(
                "to correct a wrong set-up, use `adjust` (--house-rule) or start a new log"
            )
        raise
    driver.moved(first)


def redo(driver: CommandDriver, line: TypedLine, at: str | None) -> None:
    """Restore what the last `undo` took back."""
    to = line_before_undo(driver.playing.lines)
    if to is None:
        raise Illegal("there is nothing to redo: nothing was undone just before this")
    if driver.pending is not None:
        driver.drop_pending()
    first = driver.playing.head.seq + 1
    driver.playing.undo(to, by=line.seat, at=at)
    driver.moved(first)


def line_before_undo(lines: Sequence[Line]) -> int | None:
    """Return the line that `redo` has to go back to; None if there is nothing to redo."""
    start = len(lines)
    while isinstance(lines[start - 1].data, Retracted):
        start -= 1
    before: list[int] = []
    for line in lines[start:]:
        if before and line.data.to == before[-1]:
            before.pop()  # this was a redo
        else:
            before.append(line.seq - 1)
    return before[-1] if before else None


def back(driver: CommandDriver, line: TypedLine, at: str | None) -> None:
    """Drop the move that is waiting for results."""
    if driver.pending is None:
        raise Illegal("no results are being asked for; `undo` takes back the last move")
    driver.drop_pending()


def note(driver: CommandDriver, line: TypedLine, at: str | None) -> None:
    """Add a remark: the text after the keyword, as it was typed."""
    text = line.source[line.words[0].end - 1 :].strip()
    if not text:
        raise Malformed("write `note` followed by your remark", column=line.words[0].column)
    remark, to = read_remark(text, driver.names)
    driver.note(remark, line.seat or driver.seat, at, to)


def adjust(driver: CommandDriver, line: TypedLine, at: str | None) -> None:
    """Correct the position by hand."""
    if not driver.house_rule:
        raise Illegal(
            "correcting the position by hand counts as a house rule",
            hint="`ledger record --house-rule` lets you record corrections",
        )
    driver.refuse_while_pending()
    said = read_adjust(driver.position, line.words, line.source)
    first = driver.playing.head.seq + 1
    by = line.seat or driver.seat
    driver.playing.adjust(said.patches, said.reason, from_box=said.from_box, by=by, at=at)
    driver.moved(first)


def result(driver: CommandDriver, line: TypedLine, at: str | None) -> None:
    """Compare a declared result with the computed one."""
    check_result(driver.playing.position, line.words[1:])
    driver.replies.append(Notice("result_is_right"))


def abandon(driver: CommandDriver, line: TypedLine, at: str | None) -> None:
    """End the game unfinished; at a prompt, ask for confirmation first."""
    reason = unescape(line.rest)
    if driver.playing.over or not driver.live:
        driver.end_game(reason, at)
    else:
        reason.encode()  # refuse what can't be written before asking
        driver.ending = reason


ACTIONS: dict[str, Callable[[CommandDriver, TypedLine, str | None], None]] = {
    "undo": undo,
    "redo": redo,
    "back": back,
    "note": note,
    "adjust": adjust,
    "result": result,
    "abandon": abandon,
}
