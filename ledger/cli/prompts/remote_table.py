"""The prompt for playing on a server: it takes keywords and moves, and prints what happens."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any

from rich.text import Text

from ledger.cli.commands.tail import notice
from ledger.cli.language import t
from ledger.cli.output.assurance import tell_fingerprint
from ledger.cli.output.console import console, say
from ledger.cli.output.event_rows import label, print_rows
from ledger.client.table_session import TableSession
from ledger.kernel.errors import Malformed
from ledger.kernel.log.codec import Head
from ledger.kernel.log.events import Line, Noted, Sealed
from ledger.kernel.session.lines.remarks import FOR
from ledger.kernel.session.words.keywords import in_english
from ledger.kernel.session.words.typed_words import split_words
from ledger.kernel.text.narrate import own_word, questions, rows
from ledger.kernel.text.safe import safe
from ledger.kernel.text.sentences import N_
from ledger.recorder.keyword_actions import component_lines, rule_text
from ledger.recorder.keywords import Keyword
from ledger.recorder.pending_move import PendingMove

if TYPE_CHECKING:
    from ledger.client.client import TableClient
    from ledger.kernel.game.interface import Game

KEYWORDS = (
    Keyword("undo", "", N_("take back your last move, if it showed nothing new")),
    Keyword(
        "note",
        "TEXT",
        N_(
            "add a remark for everybody; so does # TEXT, also behind a move; for NAME # TEXT or "
            "for recorder # TEXT, which nobody else can read"
        ),
    ),
    Keyword("legal", "", N_("list what may be played now")),
    Keyword("board", "", N_("show the board")),
    Keyword("cards", "", N_("list cards, tiles and dice with what they are")),
    Keyword("rules", "RULE", N_("show a rule")),
    Keyword("help", "", N_("show this (also: ?)")),
    Keyword("quit", "", N_("leave the table; the game waits (also: Ctrl-D)")),
)
ALIASES = {"exit": "quit", "?": "help", "rule": "rules"}
_BY_NAME = {keyword.name: keyword for keyword in KEYWORDS}


class TablePrompt:
    """Handles what the user types, and prints what happens; also used by completion."""

    def __init__(self, table: TableClient, *, lang: str, board: bool) -> None:
        self.session = TableSession(table, arrived=self._show, notice=notice)
        self.lang, self.board = lang, board
        self.words = tuple(keyword.name for keyword in KEYWORDS)
        self.pending: PendingMove | None = None  # the server draws and rolls by itself
        self.yes_or_no = False
        self.setup = None  # only a recorder can correct the position

    @property
    def game(self) -> Game:
        """The game that is played."""
        return self.session.game

    @functools.cached_property
    def box(self) -> Any:
        """The box that the game is played with."""
        return self.game.box_of(self.session.seen.opened)

    @property
    def names(self) -> list[str]:
        """The players' names, safe to print."""
        return self.session.seen.names

    @property
    def prompt(self) -> str:
        """The prompt: who is asked, and for what."""
        with self.session.lock:
            ask = self.session.question
            if ask is None:
                return f"{t('the game is over')}> "
            name, what = self.names[ask.seat - 1], own_word(self.game, ask.ask, self.lang)
            if self.session.may_answer:
                return f"{name}, {what}> "
            return t("waiting for {name}, {what}> ", name=name, what=what)

    def legal(self) -> list[str]:
        """Return the legal moves for this seat now, as they are typed."""
        return self.session.legal()

    # --- printing ---------------------------------------------------------------------------

    def show_board(self) -> None:
        """Draw the position, with the last move."""
        from ledger.cli.commands.replay import Watched, show

        with self.session.lock:
            seen = self.session.seen
            shown = Watched("", seen.replay, seen.names, seen.viewer, self.lang, None)
            show(shown, seen.version)

    def _show(self, new: list[Line]) -> None:
        """Show what has just happened; what happened before we joined is shown as a board."""
        seen = self.session.seen
        if new[0].seq == 1:
            self.show_board()
        elif isinstance(new[0].data, Sealed):
            say(Text(t("The game is over."), "bold"))
            tell_fingerprint(Head.of(new[0]), of="the log of what you saw")
        elif self.board and not isinstance(new[0].data, Noted):
            self.show_board()
        else:
            told = rows(seen.replay, new[0].seq, new[-1].seq, seen.names, seen.viewer, self.lang)
            print_rows(told, seen.names, seen.game, console().width, self.lang)
            for ask in list(questions(seen.game, seen.state, seen.names, self.lang))[:1]:
                say(label(t("next")).append(ask))

    # --- what is typed ----------------------------------------------------------------------

    def is_move(self, text: str) -> bool:
        """Whether a line is a move: it doesn't start with a keyword."""
        words, _ = split_words(text)
        return bool(words) and self._keyword(text) is None

    def _keyword(self, text: str) -> str | None:
        words, _ = split_words(text)
        if not words:
            return None
        first = in_english(words[0], self.game).text.lower()
        name = ALIASES.get(first, first)
        keyword = _BY_NAME.get(name)
        return name if keyword is not None and (len(words) == 1 or keyword.rest) else None

    def enter(self, text: str) -> bool:
        """Do what a line says; return False to leave."""
        words, remark = split_words(text)
        name = self._keyword(text)
        rest = text.strip()[len(words[0].text) :].strip() if words else ""
        if name == "quit":
            return False
        if name == "help":
            for keyword in KEYWORDS:
                say(f"{f'{keyword.name} {keyword.rest}':<12}  {t(keyword.about)}")
        elif name == "board":
            self.show_board()
        elif name == "cards":
            for line in component_lines(self.game.components(self.lang, self.box)):
                say(line)
        elif name == "legal":
            say(safe("; ".join(self.legal()) or t("nothing: you are not asked")))
        elif name == "rules":
            self._rules(rest)
        elif name == "undo":
            self.session.undo()
        elif name == "note":
            self.session.note(rest)
        elif words and remark and words[0].text.lower() == FOR:
            self.session.note(text)
            return True
        elif words:
            self.session.play(text)
        if remark and name != "note":
            self.session.note(remark)
        return True

    def _rules(self, rest: str) -> None:
        if not rest:
            raise Malformed("write `rules` and the id of a rule")
        for id in rest.split():
            for line in rule_text(self.game, id):
                say(Text(safe(line.text), line.style), indent=line.indent)
