"""What each keyword does: undo and redo, notes, rules, corrections, results."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from ledger.kernel.errors import Illegal, Malformed
from ledger.kernel.game.components import Component
from ledger.kernel.log.events import Line, Retracted
from ledger.kernel.session.lines.keyword_lines import check_result, read_undo, rest_of
from ledger.kernel.session.lines.remarks import read_remark
from ledger.kernel.session.moves.move_reader import told_moves
from ledger.kernel.session.words.quoting import unescape
from ledger.kernel.session.words.suggest import did_you_mean
from ledger.kernel.session.words.typed_words import Word

from .corrections import adjust
from .keywords import help_lines
from .replies import Board, Say
from .translations import translated

LISTED = 40
"""How many legal moves `legal` lists."""

if TYPE_CHECKING:
    from ledger.kernel.game.interface import Game

    from .recorder import Recorder


class KeywordLine(NamedTuple):
    """A line that starts with a keyword, perhaps after a player's name."""

    name: str
    text: str
    words: list[Word]
    at: str | None
    seat: int | None = None

    @property
    def rest(self) -> str:
        """What comes after the keyword, without a comment."""
        return rest_of(self.words, self.text)


def do_keyword(r: Recorder, said: KeywordLine) -> None:
    """Do what a keyword says."""
    ACTIONS[said.name](r, said)


def _undo(r: Recorder, said: KeywordLine) -> None:
    to = read_undo(said.words)
    if r.pending is not None and to is None:
        if r.pending.step_back():
            r.ask()
        elif r.table is None:
            raise Illegal("there is nothing to take back yet")
        else:
            r.drop_pending()
        return
    first = r.playing.head.seq + 1
    if r.pending is not None:
        r.drop_pending()
    try:
        r.playing.undo(to, by=said.seat, at=said.at)
    except Illegal as e:
        if to is None:
            e.hint = "to correct a wrong set-up, use `adjust` (--house-rule) or start a new log"
        raise
    r.moved(first)


def _redo(r: Recorder, said: KeywordLine) -> None:
    to = line_before_undo(r.playing.lines)
    if to is None:
        raise Illegal("there is nothing to redo: nothing was undone just before this")
    first = r.playing.head.seq + 1
    r.playing.undo(to, at=said.at)
    r.moved(first)


def line_before_undo(lines: Sequence[Line]) -> int | None:
    """Return the line to go back to in order to undo the last undo; it is a retracted one."""
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


def _back(r: Recorder, said: KeywordLine) -> None:
    if r.pending is None:
        raise Illegal("no results are being asked for; `undo` takes back the last move")
    r.drop_pending()


def _note(r: Recorder, said: KeywordLine) -> None:
    text = said.text[said.words[0].column - 1 + len(said.words[0].text) :].strip()
    if not text:
        raise Malformed("write `note` followed by your remark", column=said.words[0].column)
    remark, to = read_remark(text, r.names)
    r.note(remark, said.seat, said.at, to)


def _legal(r: Recorder, said: KeywordLine) -> None:
    if r.pending is not None:
        r.ask()
    elif r.over:
        raise Illegal("the game is over")
    else:
        r.out.append(Say(told_moves(r.position(), r.position().asked[0].seat, LISTED)))


def _board(r: Recorder, said: KeywordLine) -> None:
    if r.pending is not None and r.pending.decision is not None:
        r.out.append(Board(r.pending.decision.state))
    else:
        r.out.append(Board(r.playing.state))


def _cards(r: Recorder, said: KeywordLine) -> None:
    """List what can come, if a result is asked for; otherwise everything in the box."""
    known = r.game.components(r.lang, r.box)
    if r.pending is not None and (need := r.pending.need) is not None:
        here = [x for x in known if need.options.get(x.id) and x.slot in ("", need.slot)]
        known = tuple(here) or tuple(Component(need.slot, x) for x in r.pending.asked.choices())
    r.out += [Say(line) for line in component_lines(known)]


def component_lines(known: Sequence[Component]) -> list[str]:
    """Return a list of components for a screen, with a heading for each sort."""
    width = max((len(x.id) for x in known), default=0)
    counts = 4 if any(x.copies > 1 for x in known) else 0
    out: list[str] = []
    sort = None
    for x in known:
        if x.sort != sort:
            sort = x.sort
            out.append(f"{sort}:")
        times = f"{x.copies} x" if x.copies > 1 else ""
        out.append(f"  {x.id:<{width}}  {times:>{counts}}  {x.text}".rstrip())
    return out


class Unexplained(Malformed):
    """No rule stands behind this refusal, so `why` can't explain it."""


def _why(r: Recorder, said: KeywordLine) -> None:
    if r.refused is None:
        raise Unexplained("nothing has been refused yet; `rules RULE` shows any rule")
    if r.refused.rule is None:
        raise Unexplained(f"no rule was behind that, only this: {r.refused.message}")
    _tell_rule(r, r.refused.rule)


def _rules(r: Recorder, said: KeywordLine) -> None:
    if not said.rest:
        raise Malformed("write `rules` followed by the id of a rule", column=said.words[0].column)
    for word in said.words[1:]:
        _tell_rule(r, word.text)


def _tell_rule(r: Recorder, id: str) -> None:
    r.out += rule_text(r.game, id)


def rule_text(game: Game, id: str) -> list[Say]:
    """Return a rule in our own words."""
    found = {rule["id"].lower(): rule for rule in game.rules().get("rule", ())}
    rule = found.get(id.lower())
    if rule is None:
        raise Malformed(
            f"{game.meta.name} has no rule {id!r}", hint=did_you_mean(id, game.rule_ids)
        )
    return [
        Say(f"{rule['id']}  {rule['title']}", "bold"),
        Say(" ".join(rule["text"].split()), indent=4),
    ]


def _result(r: Recorder, said: KeywordLine) -> None:
    check_result(r.playing.position, said.words[1:])
    r.out.append(Say(translated("That is the result here, too.", r.lang)))


def _abandon(r: Recorder, said: KeywordLine) -> None:
    if r.playing.over or not r.live:
        end_game(r, said)
    else:
        unescape(
            said.rest
        ).encode()  # what can't be written to a file is refused before anybody is asked
        r.ending = said


def end_game(r: Recorder, said: KeywordLine) -> None:
    """End a game unfinished; `said` may give the reason."""
    table = r.playing
    if r.pending is not None:
        r.drop_pending()
    first = table.head.seq + 1
    table.abandon(unescape(said.rest), at=said.at)
    r.moved(first)


def _pause(r: Recorder, said: KeywordLine) -> None:
    r.leave()


def _help(r: Recorder, said: KeywordLine) -> None:
    move = next(iter(r.legal()), "MOVE")
    name = r.names[r.asked_seat() - 1]
    game = r.game
    found = help_lines(game.meta.name, move, name, game.slots, game.inline_slots, local=r.local)
    width = min(max(len(left) for left, _ in found), 30)
    r.out += [Say(f"{left:<{width}}  {right}") for left, right in found]


ACTIONS = {
    "undo": _undo,
    "redo": _redo,
    "back": _back,
    "note": _note,
    "legal": _legal,
    "board": _board,
    "cards": _cards,
    "why": _why,
    "rules": _rules,
    "adjust": adjust,
    "result": _result,
    "abandon": _abandon,
    "pause": _pause,
    "help": _help,
}
