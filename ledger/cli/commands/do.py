"""`ledger do`: play one move at the table, checked by the rules."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from ledger.cli import completion
from ledger.cli.language import language
from ledger.cli.options import (
    Json,
    LogFile,
)

if TYPE_CHECKING:
    from ledger.kernel.notation.driver.driver import Driver
from ledger.cli.commands.new import Ask, Given, Seed
from ledger.cli.output.played_moves import print_played


def do(
    ctx: typer.Context,
    file: LogFile,
    move: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[MOVE]...",
            help="A move as in a session file: take R5. Or undo [LINE], redo, note TEXT, abandon "
            "[WHY], adjust WHAT VALUE, result SCORES. Without a move, it shows whose turn it is "
            "and what is legal.",
        ),
    ] = None,
    seat: Annotated[
        str | None,
        typer.Option(
            metavar="SEAT",
            help="Who makes the move.",
            show_default="who is asked",
            autocompletion=completion.seats,
        ),
    ] = None,
    waive: Annotated[
        list[str] | None,
        typer.Option(
            metavar="RULE",
            help="A rule that the table waives for this move; the log records it.",
            autocompletion=completion.rules,
        ),
    ] = None,
    note: Annotated[
        str | None,
        typer.Option(metavar="TEXT", help="Add a remark, with or without a move."),
    ] = None,
    note_for: Annotated[
        str | None,
        typer.Option(
            metavar="WHO",
            help="Who may read the remark: a seat, or `recorder` for you alone.",
            show_default="everybody",
        ),
    ] = None,
    seed: Seed = None,
    given: Given = None,
    ask: Ask = False,
    json: Json = False,
) -> None:
    """Play one move, checked by the rules.

    The move is on the disk before anything is printed. A refused move changes nothing: you see the
    rule and what would be legal, and the exit code is 1. When the game ends, the log is sealed and
    its fingerprint is printed (see `ledger verify`).

    \b
    Example:
      ledger do evening.jsonl "take R5"
      ledger do evening.jsonl undo
      ledger do evening.jsonl 'adjust Ana tokens red 2 "we forgot one"'

    --json: {"file", "line", "turn", "over", "events": [as in `ledger replay --json`], "awaiting":
    [{"seat", "ask", "rule"}], "scores", "legal", "fingerprint"}; legal lists moves as they are
    typed, with one way to pay for each (any other correct payment is accepted too); fingerprint is
    that of a sealed log.
    """
    from ledger.cli.files.logs import log_at
    from ledger.cli.files.plain_files import append_log
    from ledger.cli.given_results import GivenResults
    from ledger.kernel.errors import Illegal
    from ledger.kernel.log.events import groups
    from ledger.kernel.log.seat_lookup import find_reader, find_seat
    from ledger.kernel.notation.driver.driver import Driver
    from ledger.kernel.notation.lines.draws import NothingDrawn
    from ledger.kernel.notation.moves.move_reader import read_answer
    from ledger.kernel.play.table import Table
    from ledger.kernel.times import now
    from ledger.kernel.verify.assurance import unsealed
    from ledger.store.log_writer import damaged

    with log_at(file) as reading:
        if reading.opened.view is not None:
            raise Illegal("this log contains only what one seat saw; play with the full log")
        if reading.error is not None and reading.error.problem != "torn":
            raise damaged(reading.error)
        reading.game.boxes.check_usable(reading.opened)
        table = Table(reading.game, reading.lines, reading.head)
        names = [s.name for s in reading.opened.seats]
        who = None if seat is None else find_seat(names, seat)
        over = False
        if move:
            text = " ".join(move)
            results = GivenResults(table.game, names, given or [], seed=seed, ask=ask)
            driver = Driver(table.game, table, now=now, house_rule=True, offers=False, eager=False)
            line = driver.typed_line(text)
            if not line.typed and line.comment is None:
                read_answer(table.position, text, who)  # it says that a move is missing
            ended = table.over
            if ended and not table.head.sealed and not _may_follow_end(driver, text):
                raise Illegal(unsealed(str(file)))
            try:
                driver.feed(text, seat=who, waive=tuple(waive or ()))
            except NothingDrawn as e:  # here an extra result breaks the rules
                raise Illegal(e.text, source=text, column=e.column) from None
            results.answer(driver, text)
            over = driver.over and not ended
        elif given or waive:
            raise typer.BadParameter("add a move", param_hint="--given, --waive")
        if note is not None:
            reader = None if note_for is None else find_reader(names, note_for)
            table.note(note, seat=who if not move else None, to=reader, at=now())
        elif note_for is not None:
            raise typer.BadParameter("add a remark with --note", param_hint="--note-for")
        if over:
            table.seal(at=table.lines[-1].at)
        if added := table.new_lines:
            append_log(file, reading.head, groups(added))
        print_played(table, file, added, language(), json=json)


def _may_follow_end(driver: Driver, text: str) -> bool:
    """Whether a line makes sense after the end of a game, such as taking back the last move."""
    keyword = driver.typed_line(text).keyword
    return keyword is not None and keyword.name in ("undo", "redo", "note", "result")
