"""A person at the table of a server: what was typed goes there, what happens comes back."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import TYPE_CHECKING

from rich.text import Text

from ledger.client.remote_game import RemoteGame
from ledger.kernel.errors import Illegal, LedgerError, Malformed, Stale
from ledger.kernel.log.events import Line, Noted, Sealed
from ledger.kernel.session.keywords import in_english
from ledger.kernel.session.words import split_words
from ledger.kernel.text.narrate import own_word, questions, rows, spoken
from ledger.kernel.text.safe import safe
from ledger.protocol.errors import AccessDenied
from ledger.recorder.keywords import Entry
from ledger.recorder.pending import Pending
from ledger.recorder.side_commands import about_rule

from .commands.tail import notice
from .output.console import console, say
from .output.event_rows import label, print_rows

if TYPE_CHECKING:
    from ledger.client.client import TableClient

WORDS = (
    Entry("undo", "", "take back your last move, if it showed nothing new"),
    Entry("note", "TEXT", "add a remark for everybody; so does # TEXT, also behind a move"),
    Entry("legal", "", "list what may be played now"),
    Entry("board", "", "show the board"),
    Entry("rules", "RULE", "show a rule"),
    Entry("help", "", "show this (also: ?)"),
    Entry("quit", "", "leave the table; the game waits (also: Ctrl-D)"),
)
JUDGES = ("referee", "admin")
ALIASES = {"exit": "quit", "?": "help", "rule": "rules"}
_BY_NAME = {entry.name: entry for entry in WORDS}
_LATE = 10.0
"""Seconds in which the stream should show what was just played."""


class Guest:
    """A game on a server, followed in the background; `changed` is called after each change."""

    def __init__(self, table: TableClient, *, lang: str, board: bool) -> None:
        self.table, self.lang, self.board = table, lang, board
        self.words = tuple(entry.name for entry in WORDS)
        self.pending: Pending | None = None  # a server draws and rolls by itself
        self.yes_or_no = False
        self.changed: Callable[[], None] = lambda: None
        self.over = False
        self.error: Exception | None = None
        self._seen = RemoteGame()
        self._news = threading.Condition(threading.RLock())
        me = table.client.whoami()
        self._role, self._seat = me.role, me.seat

    # --- following --------------------------------------------------------------------------

    def sit_down(self) -> None:
        """Follow the game; returns when everything that has happened is known."""
        due = self.table.facts().version
        threading.Thread(target=self._follow, args=(due,), daemon=True).start()
        self._wait(lambda: self._seen.version >= due)
        self.game, self.names = self._seen.game, self._seen.names

    def _follow(self, due: int) -> None:
        try:
            for group in self.table.stream(notice=notice):
                with self._news:
                    new = self._seen.take(group)
                    if self._seen.version > due:
                        self._show(new)
                    elif self._seen.version == due:
                        self.show_board()
                    self._news.notify_all()
                self.changed()
        except Exception as e:  # told by whoever waits for news
            self.error = e
        self.over = True
        with self._news:
            self._news.notify_all()
        self.changed()

    def _wait(self, known: Callable[[], bool], seconds: float | None = None) -> None:
        with self._news:
            self._news.wait_for(lambda: self.over or known(), seconds)
        if self.error is not None:
            raise self.error

    def wait_for_turn(self) -> None:
        """Wait until this seat is asked, or the game is over."""
        self._wait(lambda: self._role != "seat" or self._asked)

    @property
    def _asked(self) -> bool:
        asked = self._seen.asked
        return asked is not None and asked.seat == self._seat

    # --- showing ----------------------------------------------------------------------------

    @property
    def prompt(self) -> str:
        """Who is asked for what."""
        with self._news:
            ask = self._seen.asked
            if ask is None:
                return "the game is over> "
            name = self.names[ask.seat - 1]
            what = own_word(self.game, ask.ask, self.lang)
            waiting = "" if self._asked or self._role in JUDGES else "waiting for "
            return f"{waiting}{name}, {what}> "

    def legal(self) -> list[str]:
        """Return what may be played from here now, as it is typed."""
        with self._news:
            if not self._asked and self._role not in JUDGES:
                return []  # another's moves depend on what only they see
            return [self._seen.game.write(c) for c in self._seen.legal()]

    def show_board(self) -> None:
        """Draw the position, with the last move."""
        from .commands.replay import Watched, show

        with self._news:
            seen = self._seen
            shown = Watched("", seen.replay, seen.names, seen.viewer, self.lang, None)
            show(shown, seen.version)

    def _show(self, new: list[Line]) -> None:
        """Show what has just happened."""
        seen = self._seen
        if isinstance(new[0].data, Sealed):
            say(Text(spoken("The game is over.", self.lang), "bold"))
        elif self.board and not isinstance(new[0].data, Noted):
            self.show_board()
        else:
            told = rows(seen.replay, new[0].seq, new[-1].seq, seen.names, seen.viewer, self.lang)
            print_rows(told, seen.names, seen.game, console().width, self.lang)
            for ask in list(questions(seen.game, seen.state, seen.names, self.lang))[:1]:
                say(label("next", self.lang).append(ask))

    # --- what is typed ----------------------------------------------------------------------

    def is_move(self, text: str) -> bool:
        """Whether a line is none of our words."""
        words, _ = split_words(text)
        return bool(words) and self._word(text) is None

    def _word(self, text: str) -> str | None:
        words, _ = split_words(text)
        if not words:
            return None
        first = in_english(words[0], self.game).text.lower()
        name = ALIASES.get(first, first)
        entry = _BY_NAME.get(name)
        return name if entry is not None and (len(words) == 1 or entry.rest) else None

    def enter(self, text: str) -> bool:
        """Do what a line says; False: leave."""
        words, remark = split_words(text)
        name = self._word(text)
        rest = text.strip()[len(words[0].text) :].strip() if words else ""
        if name == "quit":
            return False
        if name == "help":
            for entry in WORDS:
                say(f"{f'{entry.name} {entry.rest}':<12}  {entry.about}")
        elif name == "board":
            self.show_board()
        elif name == "legal":
            say(safe("; ".join(self.legal()) or "nothing: you are not asked"))
        elif name == "rules":
            self._rules(rest)
        elif name == "undo":
            self._reach(self.table.undo(version=self._seen.version).version)
        elif name == "note":
            self._note(rest)
        elif words:
            self._move(text)
        if remark and name != "note":
            self._note(remark)
        return True

    def _rules(self, rest: str) -> None:
        if not rest:
            raise Malformed("write `rules` and the id of a rule")
        for id in rest.split():
            for line in about_rule(self.game, id):
                say(Text(safe(line.text), line.style), indent=line.indent)

    def _note(self, text: str) -> None:
        if not text:
            raise Malformed("write `note` and the remark")
        self._reach(self.table.note(text).version)

    def _move(self, text: str) -> None:
        if self._role == "spectator":
            raise AccessDenied("you watch this game: only who has the token of a seat can play")
        asked = self._seen.asked
        if asked is None:
            raise Illegal("the game is over")
        seat = None if self._role == "seat" else asked.seat
        try:
            done = self.table.play(text, version=self._seen.version, seat=seat)
        except Stale as e:
            self._reach(e.seq)
            raise Illegal("something happened at the table just before this: look again") from None
        except LedgerError as e:
            if e.column is not None:
                e.source, e.line = text, None
            raise
        self._reach(done.version)

    def _reach(self, version: int) -> None:
        """Wait until what was done is also shown."""
        self._wait(lambda: self._seen.version >= version, _LATE)
