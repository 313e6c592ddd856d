"""The law about the page on how a game is typed: it is about this game, as it is now."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator

from ledger.kernel.errors import LedgerError
from ledger.kernel.game.game import Game
from ledger.kernel.log.events import tag
from ledger.kernel.notation.session.session_reader import read_session
from ledger.kernel.notation.words.keywords import in_english
from ledger.kernel.packages import files_of
from ledger.kernel.play.position import Position
from ledger.kernel.rules.command import Command
from ledger.kernel.verify.verify import verify_bytes
from ledger.kernel.words.typed_words import split_words
from ledger.testing.lawbook.law import law

from .breach import Breach, InData, during, hold

PAGE = "notation.md"
_NEW = ("check",)


def own_page(game: Game) -> str:
    """Return the game's own page."""
    return files_of(game.package).joinpath(PAGE).read_text("utf-8")


def has_page(game: Game) -> bool:
    """Whether a game has a page of its own."""
    return files_of(game.package).joinpath(PAGE).is_file()


def examples(game: Game, table: str) -> list[str]:
    """Return the first cells of a table on the page, found by the heading of their column."""
    page = own_page(game)
    if f"| {table} |" not in page:
        return []
    rows = page[page.index(f"| {table} |") :].split("\n\n")[0].splitlines()[2:]
    return [m[1] for row in rows if (m := re.match(r"\| `([^`]+)` \|", row))]


def sessions(game: Game) -> list[str]:
    """Return the sessions on a game's page."""
    return re.findall(r"```session\n(.*?)```", own_page(game), re.DOTALL)


@functools.cache
def last_position(game: Game) -> Position:
    """Return the position at the end of the first session."""
    return read_session(sessions(game)[0]).position


def move_of(game: Game, text: str) -> Command:
    """Read a move from the page, in the position at the end of its first session."""
    _, state, names = last_position(game)
    words, _ = split_words(text.split(" -> ")[0])
    return game.words.read(state, 1, [in_english(w, game) for w in words], names)


def the_notation_page_is_about_this_game(game: Game) -> Iterator[Breach]:
    """Every session and move on a game's page can be typed, and every move and result is there."""
    if not has_page(game):
        return
    found = sessions(game)
    if not found:
        message = "the page has no session"
        yield _at(
            r"^#", message, "a game as people type it, in a block that begins with ```session"
        )
        return
    for text in found:
        wrong = _wrong_session(text)
        yield from wrong
        if wrong:
            return
    yield from _moves(game)
    shown = {word for text in examples(game, "result of chance") for word in text.split()}
    for slot in game.words.slots:
        if slot not in shown:
            message = f"the page shows no result of chance called {slot!r}"
            yield _at(r"^#", message, "a row in a table with the heading `| result of chance |`")


def _test(game: Game) -> None:
    hold(the_notation_page_is_about_this_game(game))


law(when=has_page, test=_test)(the_notation_page_is_about_this_game)


def _moves(game: Game) -> Iterator[Breach]:
    seen, wrong = set(), False
    for text in examples(game, "move"):
        try:
            with during(f"reading `{text}`"):
                seen.add(type(move_of(game, text)))
        except AssertionError as e:
            wrong = True
            why = e.__cause__.message if isinstance(e.__cause__, LedgerError) else str(e)
            yield _at(re.escape(f"`{text}`"), f"`{text}` can't be typed: {why}", "a move")
    shown = {tag(command) for command in seen}
    for command in game.rules.commands if not wrong else ():
        if tag(command) not in shown:
            message = f"the page shows no move that is a {command.__name__}"
            yield _at(
                r"^\| move \|", message, "a row for it in a table with the heading `| move |`"
            )


def _wrong_session(text: str) -> list[Breach]:
    """Return what is wrong with a session on the page, if anything."""
    try:
        verdict = verify_bytes(read_session(text).bytes()).verdict
    except LedgerError as e:
        lines = text.splitlines()
        line = lines[e.line - 1] if e.line and e.line <= len(lines) else lines[0]
        message = f"`{line}` on the page can't be typed: {e.message}"
        return [_at(f"^{re.escape(line)}$", message, e.hint or "a session that can be read")]
    if verdict in ("legal", "possible"):
        return []
    message = f"a session on the page is {verdict}"
    return [_at(f"^{re.escape(text.splitlines()[0])}$", message, "one that is legal")]


def _at(pattern: str, message: str, expected: str) -> Breach:
    return Breach("notation", message, expected, (InData(PAGE, pattern),), new=_NEW)
