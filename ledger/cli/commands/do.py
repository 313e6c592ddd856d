"""`ledger do`: one move at the table, checked by the rules."""

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
    from ledger.cli.given_chance import AtTable
    from ledger.kernel.game.interface import Game
    from ledger.kernel.play.table import Table
from ledger.cli.commands.new import Ask, Given, Seed
from ledger.cli.output.played_moves import print_played


def do(
    ctx: typer.Context,
    file: LogFile,
    move: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[MOVE]...",
            help="As in a session file: take R5. Or undo [LINE], abandon [WHY], "
            "adjust WHAT VALUE. Without it: who is asked, and what is legal.",
        ),
    ] = None,
    seat: Annotated[
        str | None,
        typer.Option(
            metavar="SEAT",
            help="Who moves.",
            show_default="who is asked",
            autocompletion=completion.seats,
        ),
    ] = None,
    waive: Annotated[
        list[str] | None,
        typer.Option(
            metavar="RULE",
            help="A rule the table waives for this move; recorded.",
            autocompletion=completion.rules,
        ),
    ] = None,
    note: Annotated[
        str | None,
        typer.Option(metavar="TEXT", help="Add a remark, with a move or without."),
    ] = None,
    note_for: Annotated[
        str | None,
        typer.Option(
            metavar="WHO",
            help="Who may read the remark: a seat, or recorder for you alone.",
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
    rule and what would be legal, and the exit code is 1. When the game ends, the log is sealed, and
    its fingerprint printed (see `ledger verify`).

    \b
    Example:
      ledger do evening.jsonl "take R5"
      ledger do evening.jsonl undo
      ledger do evening.jsonl 'adjust Ana tokens red 2 "we forgot one"'

    --json: {"file", "line", "turn", "over", "events": [as in `ledger replay --json`], "awaiting":
    [{"seat", "ask", "rule"}], "scores", "legal", "fingerprint"}; legal holds moves as they are
    typed, one way to pay for each; any other correct payment is accepted too; fingerprint is that
    of a sealed log.
    """
    from ledger.cli.files.logs import log_at
    from ledger.cli.files.plain_files import append_log
    from ledger.cli.given_chance import AtTable
    from ledger.kernel.errors import Illegal
    from ledger.kernel.log.assurance import unsealed
    from ledger.kernel.log.events import groups
    from ledger.kernel.log.viewers import find_reader, find_seat
    from ledger.kernel.play.table import Table
    from ledger.kernel.times import now
    from ledger.store.log_writer import damaged

    with log_at(file) as reading:
        if reading.opened.view is not None:
            raise Illegal("this log is what one seat saw; play on the full log")
        if reading.error is not None and reading.error.problem != "torn":
            raise damaged(reading.error)
        table = Table(reading.game, reading.lines, reading.head)
        names = [s.name for s in reading.opened.seats]
        who = None if seat is None else find_seat(names, seat)
        over = False
        if move:
            text, results = _inline(table.game, " ".join(move))
            chance = AtTable(table.game, names, [*results, *(given or [])], seed=seed, ask=ask)
            if table.over and not table.head.sealed and not text.startswith("undo"):
                raise Illegal(unsealed(str(file)))
            over = _play(table, text, who, tuple(waive or ()), chance)
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


def _inline(game: Game, text: str) -> tuple[str, list[str]]:
    """Split off what was drawn or rolled with a move: `reroll 1 3 -> G B`."""
    move, arrow, result = text.partition(" -> ")
    return (
        (move, [f"{game.inline_slots[0]} {result}"]) if arrow and game.inline_slots else (text, [])
    )


def _play(
    table: Table, text: str, seat: int | None, waive: tuple[str, ...], chance: AtTable
) -> bool:
    """Do what was typed; return whether that ended the game."""
    from ledger.kernel.errors import Malformed
    from ledger.kernel.session.lines.adjust_lines import read_adjust
    from ledger.kernel.session.words.quoting import unescape
    from ledger.kernel.session.words.typed_words import split_words
    from ledger.kernel.times import now

    word, _, rest = text.strip().partition(" ")
    if word == "undo":
        if rest and not rest.strip().isdecimal():
            raise Malformed("write undo, or undo N to go back to line N of the log", source=text)
        table.undo(int(rest) if rest else None, at=now())
    elif word == "abandon":
        table.abandon(unescape(rest), at=now())
        return True
    elif word == "adjust":
        patches, reason, from_box = read_adjust(table.position, split_words(text)[0], text)
        table.adjust(patches, reason, from_box=from_box, by=seat, at=now())
    else:
        _move(table, text, seat, waive, chance)
    chance.finish(text)
    return table.over


def _move(
    table: Table, text: str, seat: int | None, waive: tuple[str, ...], chance: AtTable
) -> None:
    """Play a move, unless it says what followed by itself; a refusal says what would be legal."""
    from ledger.kernel.errors import LedgerError
    from ledger.kernel.times import now
    from ledger.recorder.typed_moves import followed_by_itself, read_answer, told_what_is_legal

    try:
        command, waived = read_answer(table.position, text, seat)
    except LedgerError:
        if waive or not followed_by_itself(table, text, seat):
            raise
        return
    waive = (*waive, *waived)
    with told_what_is_legal(table.position, command, waive):
        table.do(command, chance, waive=waive, at=now())
