"""Reading moves typed at a prompt or after `ledger do`, and checking that they are asked for."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

from ledger.kernel.errors import Illegal, LedgerError
from ledger.kernel.session.lines.players import take_player
from ledger.kernel.session.lines.waivers import explain_waivers
from ledger.kernel.session.moves.move_reader import check_answer, done_already, hint, read_move
from ledger.kernel.session.words.keywords import in_english
from ledger.kernel.session.words.typed_words import Word, split_words

if TYPE_CHECKING:
    from pathlib import Path

    from ledger.kernel.game.interface import Command
    from ledger.kernel.play.position import Position
    from ledger.kernel.play.table import Table


def read_answer(
    position: Position, text: str, seat: int | None = None, tail: str = ""
) -> tuple[Command, tuple[str, ...]]:
    """Read a move that answers the current question, and the rules waived in it."""
    command, waived = read_move(position, text, seat, tail)
    with told_what_is_legal(position, command):
        try:
            check_answer(position, command)
        except Illegal as e:
            explain_waivers(e, waived, order=True)
            raise
    return command, waived


def followed_by_itself(table: Table, text: str, seat: int | None = None) -> bool:
    """Whether a typed move says what followed by itself from the last one."""
    position = table.position
    words, _ = split_words(text)
    try:
        found, rest = take_player(words, position.names)
    except LedgerError:
        found, rest = None, words
    english = [in_english(w, position.game) for w in rest]
    who = found or seat
    seats = range(1, len(position.names) + 1) if who is None else (who,)
    return any(done_already(position, table.lines, one, english) is not None for one in seats)


@contextmanager
def told_what_is_legal(
    position: Position, command: Command, waive: Sequence[str] = ()
) -> Iterator[None]:
    """Add to a refusal what was probably meant, what is legal, and why a waiver doesn't help."""
    try:
        yield
    except Illegal as e:
        if e.source is None:
            seat = position.asked[0].seat
            typed = [Word(position.game.write(command), 1)]
            e.hint = e.hint or hint(position, seat, typed, by=command.seat)
        explain_waivers(e, waive)
        raise


def game_id(path: Path, started: str) -> str:
    """Return the id of a new game, made from the name of its file and when it began."""
    when = started[:19].replace(":", "").replace("T", "-")
    return f"{path.stem}-{when}"
