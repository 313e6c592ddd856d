"""The prompt for playing on a server: it takes keywords and moves, and prints what happens."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from rich.text import Text

from ledger.cli.commands.tail import notice
from ledger.cli.language import message, t
from ledger.cli.output.assurance import print_fingerprint
from ledger.cli.output.console import console, say
from ledger.cli.output.event_rows import label, print_rows
from ledger.client.table_session import TableSession
from ledger.kernel.errors import Illegal, Malformed
from ledger.kernel.log.codec import Head
from ledger.kernel.log.events import Line, Noted, Sealed
from ledger.kernel.narration.narrate import own_word, questions, rows
from ledger.kernel.notation.driver.driver import NO, YES
from ledger.kernel.notation.driver.keyword_actions import line_before_undo
from ledger.kernel.notation.driver.pending_move import PendingMove
from ledger.kernel.notation.driver.questions import Question
from ledger.kernel.notation.lines.keyword_lines import check_result, read_undo
from ledger.kernel.notation.lines.remarks import read_remark
from ledger.kernel.notation.lines.typed_line import TypedLine, read_line
from ledger.kernel.notation.words.keywords import BY_WORD
from ledger.kernel.notation.words.keywords import KEYWORDS as ALL_KEYWORDS
from ledger.kernel.notation.words.quoting import unescape
from ledger.kernel.play.position import Position
from ledger.kernel.text.accents import unaccented
from ledger.kernel.text.safe import safe
from ledger.kernel.words.sentences import N_
from ledger.recorder import prompts as wording
from ledger.recorder.displays import component_lines, rule_text
from ledger.recorder.keyword_help import KeywordHelp as Keyword

if TYPE_CHECKING:
    from ledger.client.client import TableClient
    from ledger.kernel.game.game import Game

KEYWORDS = (
    Keyword("undo", "[LINE]", N_("take back your last move, unless it revealed something")),
    Keyword("redo", "", N_("take back an undo (referees)")),
    Keyword(
        "note",
        "TEXT",
        N_(
            "add a remark for everybody (# TEXT does the same, even after a move); for NAME # "
            "TEXT and for recorder # TEXT are private"
        ),
    ),
    Keyword("result", "SCORES", N_("compare the result with yours")),
    Keyword("abandon", "[WHY]", N_("end the game unfinished (referees)")),
    Keyword("legal", "", N_("list the moves you can make now")),
    Keyword("board", "", N_("show the board")),
    Keyword("cards", "", N_("list cards, tiles and dice and explain them")),
    Keyword("rules", "RULE", N_("show a rule")),
    Keyword("help", "", N_("show this (also: ?)")),
    Keyword("quit", "", N_("leave the table; the game waits (also: Ctrl-D)")),
)
"""The keywords that mean something on a server; all other lines are moves."""
_NAMES = {BY_WORD[keyword.name].name for keyword in KEYWORDS}


class TablePrompt:
    """Handles what the user types, and prints what happens; completion uses it as well."""

    def __init__(self, table: TableClient, *, lang: str, board: bool, live: bool = False) -> None:
        self.session = TableSession(table, arrived=self._show, notice=notice)
        self.lang, self.board, self.live = lang, board, live
        own = (w for x in ALL_KEYWORDS if x.name in _NAMES for w in x.words_in(lang))
        self.words = (*(keyword.name for keyword in KEYWORDS), *own)
        self.pending: PendingMove | None = None  # the server draws and rolls by itself
        self.setup = None  # only a recorder can correct the position
        self._ending: str | None = None

    @property
    def game(self) -> Game:
        """The game being played."""
        return self.session.game

    @functools.cached_property
    def box(self) -> Any:
        """The box that the game is being played with."""
        return self.game.boxes.of_log(self.session.seen.opened)

    @property
    def names(self) -> list[str]:
        """The players' names, safe to print."""
        return self.session.seen.names

    @property
    def yes_or_no(self) -> bool:
        """Whether the prompt is waiting for a yes or no."""
        return self._ending is not None

    @property
    def prompt(self) -> str:
        """The prompt: whose turn it is, and what they have to do."""
        if self._ending is not None:
            return wording.prompt(Question("end"), self.game, self.names, self.lang)
        with self.session.lock:
            ask = self.session.question
            if ask is None:
                return f"{t('the game is over')}> "
            name, what = self.names[ask.seat - 1], own_word(self.game, ask.ask, self.lang)
            if self.session.may_answer:
                return f"{name}, {what}> "
            return t("waiting for {name}, {what}> ", name=name, what=what)

    def legal(self) -> list[str]:
        """Return the legal moves for this seat now, the way they are typed."""
        return self.session.legal()

    # --- printing ---------------------------------------------------------------------------

    def show_board(self) -> None:
        """Draw the position, with the last move."""
        from ledger.cli.commands.replay import ShownLog, show

        with self.session.lock:
            seen = self.session.seen
            shown = ShownLog("", seen.replay, seen.names, seen.viewer, self.lang, None)
            show(shown, seen.version)

    def _show(self, new: list[Line]) -> None:
        """Show what has just happened; anything before we joined is shown as a board."""
        seen = self.session.seen
        if new[0].seq == 1:
            self.show_board()
        elif isinstance(new[0].data, Sealed):
            say(Text(t("The game is over."), "bold"))
            print_fingerprint(Head.of(new[0]), of=t("the log of what you saw"))
        elif self.board and not isinstance(new[0].data, Noted):
            self.show_board()
        else:
            events = rows(seen.replay, new[0].seq, new[-1].seq, seen.names, seen.viewer, self.lang)
            print_rows(events, seen.names, seen.game, console().width, self.lang)
            for ask in list(questions(seen.game, seen.state, seen.names, self.lang))[:1]:
                say(label(t("next")).append(ask))

    # --- what is typed ----------------------------------------------------------------------

    def is_move(self, text: str) -> bool:
        """Whether a line is a move: neither a keyword nor a remark."""
        line = self._line(text)
        return bool(line.words) and line.keyword is None

    def _line(self, text: str) -> TypedLine:
        """Take a line apart; keywords that a server doesn't support are left to the game."""
        seen = self.session.seen
        names = [seat.name for seat in seen.opened.seats]
        line = read_line(text, names, seen.game, taken=self._is_own_word, sure=False)
        known = line.keyword is not None and line.keyword.name in _NAMES
        return line if known else line._replace(keyword=None)

    def _is_own_word(self, word: str) -> bool:
        return any(move.split()[0].lower() == word for move in self.legal())

    def enter(self, text: str) -> bool:
        """Do what a line says; return False to leave."""
        if self._ending is not None:
            reason, self._ending = self._ending, None
            if unaccented(text.strip()) in YES:
                self.session.abandon(reason)
                return True
            say(wording.notice("game_goes_on", self.lang))
            if unaccented(text.strip()) in ("", *NO):
                return True
        line = self._line(text)
        if line.keyword is not None:
            if line.keyword.effect == "leaves":
                return False
            _ACTIONS[line.keyword.name](self, line)
            remark = None if line.keyword.name == "note" else line.comment
        elif line.to is not None or line.is_remark:
            self._remark(line)
            remark = None
        else:
            if line.words:
                self.session.play(_move_of(line))
            remark = line.comment
        if remark:
            self._say(remark)
        return True

    def _remark(self, line: TypedLine) -> None:
        """Add a remark, which can only be the user's own here."""
        if line.seat not in (None, self.session.seat):
            raise Illegal("a remark here is always your own: leave the name out")
        if line.to is not None:
            self.session.note(unescape(line.comment or ""), line.to)
        else:
            self._say(line.comment or "")

    def _say(self, text: str) -> None:
        """Add a remark for everybody, or for one reader (`for Ana # text`)."""
        remark, to = read_remark(text, [seat.name for seat in self.session.seen.opened.seats])
        self.session.note(remark if to is not None else unescape(remark), to)

    def _help(self, line: TypedLine) -> None:
        for keyword in KEYWORDS:
            say(f"{f'{keyword.name} {keyword.rest}':<14}  {t(keyword.about)}")

    def _board(self, line: TypedLine) -> None:
        self.show_board()

    def _cards(self, line: TypedLine) -> None:
        for text in component_lines(self.game.components(self.lang, self.box)):
            say(text)

    def _legal(self, line: TypedLine) -> None:
        say(safe("; ".join(self.legal()) or t("nothing: it isn't your turn")))

    def _rules(self, line: TypedLine) -> None:
        if not line.rest:
            raise Malformed("write `rules` and the id of a rule")
        for id in line.rest.split():
            for told in rule_text(self.game, id, self.lang):
                say(Text(safe(message(told.text)), told.style), indent=told.indent)

    def _undo(self, line: TypedLine) -> None:
        self.session.undo(read_undo(line.words))

    def _redo(self, line: TypedLine) -> None:
        to = line_before_undo(self.session.seen.lines)
        if to is None:
            raise Illegal("there is nothing to redo: nothing was undone just before this")
        self.session.undo(to)

    def _note(self, line: TypedLine) -> None:
        text = line.source[line.words[0].end - 1 :].strip()
        self.session.note(*read_remark(text, [x.name for x in self.session.seen.opened.seats]))

    def _result(self, line: TypedLine) -> None:
        seen = self.session.seen
        check_result(Position(seen.game, seen.state, self.names), line.words[1:])
        say(wording.notice("result_is_right", self.lang))

    def _abandon(self, line: TypedLine) -> None:
        """End the game, after asking first if the user is at a terminal."""
        reason = unescape(line.rest)
        if self.live:
            self._ending = reason
        else:
            self.session.abandon(reason)


def _move_of(line: TypedLine) -> str:
    """Return a move the way the server gets it: without a time, keeping the columns as typed."""
    if line.time is not None:
        return line.source
    start = line.typed[0].column - 1
    return " " * start + line.source[start:]


_ACTIONS: dict[str, Callable[[TablePrompt, TypedLine], None]] = {
    "undo": TablePrompt._undo,
    "redo": TablePrompt._redo,
    "note": TablePrompt._note,
    "result": TablePrompt._result,
    "abandon": TablePrompt._abandon,
    "legal": TablePrompt._legal,
    "board": TablePrompt._board,
    "cards": TablePrompt._cards,
    "rules": TablePrompt._rules,
    "help": TablePrompt._help,
}
