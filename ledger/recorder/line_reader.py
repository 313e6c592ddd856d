"""Reading a typed line: a keyword, a result, a remark or a move."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ledger.kernel.errors import Illegal, LedgerError, Malformed
from ledger.kernel.play.chance import Recorded
from ledger.kernel.play.decide import Decision, decide
from ledger.kernel.session.keywords import KEYWORDS, in_english
from ledger.kernel.session.moves import can_be_read
from ledger.kernel.session.players import take_player
from ledger.kernel.session.quoting import unescape
from ledger.kernel.session.remarks import find_private
from ledger.kernel.session.words import Word, needs, split_words
from ledger.kernel.times import local_time, read_time, utc_time

from .keyword_actions import KeywordLine, do_keyword, end_game
from .keywords import NO, YES, find_keyword
from .pending_move import Note, PendingMove, Waived
from .replies import Board, Say
from .translations import translated
from .typed_moves import read_answer

if TYPE_CHECKING:
    from .recorder import Recorder


def answer_yes_or_no(r: Recorder, text: str) -> bool:
    """Handle a line that answers yes or no; return False if it says something else."""
    low = text.lower()
    if r.offer is not None:
        (refused, error), r.offer = r.offer, None
        if low in YES:
            refused.waive = (*refused.waive, error.rule or "")
            r.go(refused)
        elif not r.live:
            raise error
        elif low in ("", *NO):
            r.out.append(Say(translated("Not recorded.", r.lang)))
        return low in ("", *YES, *NO)
    if r.ending is not None:
        said, r.ending = r.ending, None
        if low in YES:
            end_game(r, said)
        elif low in ("", *NO):
            r.out.append(Say(translated("The game goes on.", r.lang)))
            r.ask()
        return low in ("", *YES, *NO)
    p = r.pending
    if p is None or p.need is not None:
        return False
    if low in ("", *YES):
        r.record(p)
        r.out = [x for x in r.out if not isinstance(x, Board)]  # it was just shown
    elif low in NO and low != "back":
        p.step_back()
        r.ask()
    elif low.startswith("#") or find_keyword(low.split()[0], alone=len(low.split()) == 1):
        return False
    else:
        raise Malformed("write y, or n to change the last result, or back to start again")
    return True


def read_line(r: Recorder, text: str) -> None:
    """Do what a line says."""
    words, comment = split_words(text)
    at = None
    if words and words[0].text.startswith("@"):
        at = _time(r, words.pop(0))
    if not words:
        if comment is not None:
            r.note(_remark(comment), None, at)
        elif r.live:
            r.seal_if_over()
        return
    if (private := find_private(words, comment, r.names)) is not None:
        r.note(_remark(comment or ""), private.seat, at, private.to)
        return
    if _keyword(r, text, words, at, comment):
        return
    seat, rest = (None, words) if _is_keyword(r, words[0]) else _player(r, words)
    need = None if r.pending is None else r.pending.need
    is_name = need is not None and need.slot in r.game.seat_slots
    if not rest and comment is not None and not is_name:
        r.note(_remark(comment), seat, at)
    elif r.pending is not None:
        complete = _answered(r, r.pending, words, rest)
        if comment is not None:
            r.pending.notes.append(Note(_remark(comment), None, at or r.now()))
        if complete:
            r.complete(r.pending)
        else:
            r.ask()
    elif seat is not None and rest and _is_keyword(r, rest[0]):
        name = in_english(rest[0], r.game).text.lower()
        do_keyword(r, KeywordLine(name, text, rest, at or r.now(), seat))
        if comment is not None:
            r.note(_remark(comment), None, at)
    else:
        _move(r, text, words, at, comment)


def _answered(r: Recorder, p: PendingMove, words: list[Word], move: list[Word]) -> bool:
    """Take a result; if it is a move instead, say so."""
    try:
        return p.answer(words)
    except LedgerError:
        asked = r.asked_seat()
        if move and _is_move(r, asked, move):
            raise p.refuse_move(words[0].column) from None
        raise


def _is_move(r: Recorder, seat: int, words: list[Word]) -> bool:
    english = [in_english(w, r.game) for w in words]
    return can_be_read(r.position(), seat, english)


def _player(r: Recorder, words: list[Word]) -> tuple[int | None, list[Word]]:
    """Split off the player's name; if it isn't clear whose, the word may belong to a move."""
    try:
        return take_player(words, r.names)
    except LedgerError:
        return None, words


def _is_keyword(r: Recorder, word: Word) -> bool:
    return in_english(word, r.game).text.lower() in KEYWORDS


def _keyword(
    r: Recorder, text: str, words: list[Word], at: str | None, comment: str | None
) -> bool:
    """Do what a keyword says; return False if the line is a move or a result."""
    first = in_english(words[0], r.game).text.lower()
    alone = len(words) == 1
    name = find_keyword(first, alone=alone)
    if name is None:
        return False
    if first == "?" and r.pending is not None and r.pending.can_be([None]):
        return False
    if name not in KEYWORDS:
        if not alone and first in [n.lower() for n in r.names]:
            return False
        own = (
            r.legal() if r.pending is None or r.pending.need is None else r.pending.asked.choices()
        )
        if any(x.split()[0].lower() == first for x in own):
            return False  # the game's own words come first
    do_keyword(r, KeywordLine(name, text, words, at or r.now()))
    if name != "note" and comment is not None:
        r.note(_remark(comment), None, at)
    return True


def _move(r: Recorder, text: str, words: list[Word], at: str | None, comment: str | None) -> None:
    arrow = next((i for i, w in enumerate(words) if w.text == "->"), len(words))
    if arrow == len(words) - 1:
        raise needs(words[-1], "what was drawn or rolled")
    # replace all but the move with spaces, so that columns stay right
    end = words[arrow - 1].column - 1 + len(words[arrow - 1].text) if arrow else 0
    move = (" " * (words[0].column - 1) + text[words[0].column - 1 :])[:end]
    tail = text[end:].rstrip() if arrow < len(words) else ""
    command, waived = read_answer(r.playing.position, move, tail=tail)
    if waived and not r.house_rule:
        raise Illegal(
            f"waiving {', '.join(waived)} counts as a house rule",
            hint="`ledger record --house-rule` lets you record such moves",
        )

    def decided(chance: Recorded, waive: Waived) -> Decision:
        return decide(r.game, r.playing.state, command, chance, waive=waive)

    p = PendingMove(r.game, r.names, decided, command=command, waive=waived, at=at)
    p.inline = words[arrow + 1 :]
    p.remark = None if comment is None else _remark(comment)
    r.go(p)


def _remark(comment: str) -> str:
    """Unescape a remark; refuse it if the result can't be written to a file."""
    text = unescape(comment)
    try:
        text.encode()
    except UnicodeEncodeError:
        raise Malformed("this remark can't be written to a file") from None
    return text


def _time(r: Recorder, word: Word) -> str | None:
    """Read when something was played; a time without a date is never in the future here."""
    now, clock, began = r.now(), r.clock, None if r.table is None else r.table.lines[0].at
    own = r.local and not word.text.endswith("Z")
    if own:  # go by the clock on the wall
        now, clock, began = (None if x is None else local_time(x) for x in (now, clock, began))
    at = read_time(word.text, clock or now)
    for day in (now, began):
        if now is not None and day is not None and at > now:
            at = read_time(word.text, f"{day[:10]}T00:00:00.000Z")
    if now is not None and at > now:
        here = now[11:16] if own else f"{now[11:16]} UTC"
        say = f"{word.text} is still to come: it is {here} now"
        raise Malformed(say, column=word.column)
    r.clock = utc_time(at) if own else at
    return r.clock
