"""Reading a typed line: a keyword, a result, a remark or a move."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ledger.kernel.errors import Illegal, LedgerError, Malformed, NeedsOutcome
from ledger.kernel.game.interface import Command, State
from ledger.kernel.play.chance import Recorded
from ledger.kernel.play.decide import Decision, decide
from ledger.kernel.session.lines.players import is_player, take_player
from ledger.kernel.session.lines.remarks import find_private
from ledger.kernel.session.moves.move_reader import can_be_read, check_answer, read_words
from ledger.kernel.session.words.keywords import KEYWORDS, in_english
from ledger.kernel.session.words.quoting import unescape
from ledger.kernel.session.words.typed_words import Word, needs, split_words
from ledger.kernel.times import local_time, read_time, utc_time

from .keyword_actions import KeywordLine, do_keyword, end_game
from .keywords import NO, YES, find_keyword
from .pending_move import Note, PendingMove, Waived, tells
from .replies import Board, Say
from .translations import translated
from .typed_moves import followed_by_itself, read_answer

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
    elif _next_move(r, p, *_player(r, split_words(text)[0])):
        r.record(p)
        return False
    else:
        raise Malformed("write y, or n to change the last result, or back to start again")
    return True


def _next_move(
    r: Recorder, p: PendingMove, seat: int | None, words: list[Word]
) -> tuple[State, Command] | None:
    """Return the move after this one, if the words say it; then nobody saw what is still needed."""
    decision = p.left_unseen()
    if decision is None or not words:
        return None
    position = r.position()._replace(state=decision.state)
    if not position.asked:
        return None
    english = [in_english(w, r.game) for w in words]
    try:
        move = read_words(position, seat or position.asked[0].seat, english)
        check_answer(position, move)
    except LedgerError:
        return None
    return position.state, move


def read_line(r: Recorder, text: str) -> None:
    """Do what a line says."""
    words, comment = split_words(text)
    at = None
    if words and words[0].text.startswith("@"):
        at = _time(r, words.pop(0))
    if not words:
        if comment is not None:
            r.note(_remark(comment), None, at)
        elif r.live and r.pending is not None and r.pending.may_be_unseen:
            _go_on(r, r.pending, complete=r.pending.leave_unseen())
        elif r.live:
            r.seal_if_over()
        return
    if (private := find_private(words, comment, r.names)) is not None:
        r.note(_remark(comment or ""), private.seat, at, private.to)
        return
    if _keyword(r, text, words, at, comment):
        return
    named = is_player(words, r.names, r.game)
    seat, rest = (None, words) if _is_keyword(r, words[0]) and not named else _player(r, words)
    need = None if r.pending is None else r.pending.need
    is_name = need is not None and need.slot in r.game.seat_slots
    if not rest and comment is not None and not is_name:
        r.note(_remark(comment), seat, at)
    elif r.pending is not None:
        complete = _answered(r, r.pending, words, seat, rest)
        if complete is None:
            read_line(r, text)
            return
        if comment is not None:
            r.pending.notes.append(Note(_remark(comment), None, at or r.now()))
        _go_on(r, r.pending, complete=complete)
    elif seat is not None and rest and _is_keyword(r, rest[0]):
        name = in_english(rest[0], r.game).text.lower()
        do_keyword(r, KeywordLine(name, text, rest, at or r.now(), seat))
        if comment is not None:
            r.note(_remark(comment), None, at)
    else:
        _move(r, text, words, at, comment)


def _go_on(r: Recorder, p: PendingMove, *, complete: bool) -> None:
    """Record a move whose results are complete, or ask for the next one."""
    if complete:
        r.complete(p)
    else:
        r.ask()


def _answered(
    r: Recorder, p: PendingMove, words: list[Word], seat: int | None, move: list[Word]
) -> bool | None:
    """Take a result; say whether that was the last.

    If the line is a move instead, what was needed is something that nobody saw, and the line is to
    be read again (None); if that can't be, say so.
    """
    try:
        return p.answer(words, partly=r.live)
    except LedgerError:
        if tells(p.certain, words, r.names, r.game):
            _say_known(r)
            return False
        if not move or not (_is_move(r, r.asked_seat(), move) or _next_move(r, p, seat, move)):
            raise
        if not unseen_if_left_out(r, p):
            raise p.refuse_move(words[0].column) from None
        return None


def _say_known(r: Recorder) -> None:
    r.out.append(Say(translated("That is recorded already: it followed by itself.", r.lang)))


def unseen_if_left_out(r: Recorder, p: PendingMove) -> bool:
    """Record a move, or the set-up, without results that nobody saw, if there are no others."""
    answers = p.answers
    if not p.leave_unseen(all_seats=True):
        p.go_back_to(answers)
        return False
    r.record(p)
    return True


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
    if name is None or is_player(words, r.names, r.game):
        return False
    if first == "?" and r.pending is not None:
        if r.pending.may_be_unseen:
            return False
        name = "cards" if r.pending.need is not None else name
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
    try:
        command, waived = read_answer(r.playing.position, move, tail=tail)
    except LedgerError:
        known = followed_by_itself(r.playing, move) or tells(r.certain, words, r.names, r.game)
        if not known and _declined(r, words[:arrow]):
            read_line(r, text)
            return
        if tail or not known:
            raise
        _say_known(r)
        if comment is not None:
            r.note(_remark(comment), None, at)
        return
    if waived and not r.house_rule:
        raise Illegal(
            f"waiving {', '.join(waived)} counts as a house rule",
            hint="`ledger record --house-rule` lets you record such moves",
        )

    p = _pending(r, command, waived, at)
    p.inline = words[arrow + 1 :]
    p.remark = None if comment is None else _remark(comment)
    r.go(p)


def _pending(r: Recorder, command: Command, waived: Waived, at: str | None) -> PendingMove:
    def decided(chance: Recorded, waive: Waived) -> Decision:
        return decide(r.game, r.playing.state, command, chance, waive=waive)

    return PendingMove(r.game, r.names, decided, command=command, waive=waived, at=at, box=r.box)


def _declined(r: Recorder, words: list[Word]) -> bool:
    """Decline the open question, if it may be left unanswered and the line is the move after."""
    no = None if r.over else r.game.decline(r.playing.state)
    if no is None:
        return False
    p = _pending(r, no, (), None)
    p.run()
    found = _next_move(r, p, *_player(r, words))
    if found is None:
        return False
    try:
        decide(r.game, *found, Recorded())
    except NeedsOutcome:
        pass
    except LedgerError:
        return False
    return unseen_if_left_out(r, p)


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
