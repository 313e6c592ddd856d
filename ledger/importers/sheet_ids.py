"""Ids in sheets: each sheet numbers its plays from 1, so one id can mean different plays."""

from __future__ import annotations

from typing import Literal, NamedTuple

from ledger.kernel.errors import Ambiguous
from ledger.kernel.message import Message
from ledger.kernel.results import PlayRecord
from ledger.library.journal.catalogue import Catalogue
from ledger.library.people.matching import is_nobody, loose

from .parsing.titles import squash
from .records import NO_DATE
from .weak_plays import known_plays, with_number


class UniqueId(NamedTuple):
    """A play with a unique id, and a note if it had a different one."""

    played: PlayRecord
    note: Message | None = None


def unique_id(played: PlayRecord, catalogue: Catalogue) -> UniqueId:
    """Return a play from a sheet with an id that no other play has.

    If the library has a play with its id, the two are considered the same play, perhaps corrected,
    when at most one of game, date and players differs. When the players and something else differ,
    the play is from another sheet. Raises `Ambiguous` when only the players are the same.
    """
    known = known_plays(played, catalogue)
    found = [_compare(played, revisions) for revisions in known]
    if "same" in found or not known:
        n = found.index("same") if known else 0
        return UniqueId(with_number(played, n))
    first = known[0][-1]
    if "unsure" in found:
        raise Ambiguous(
            "the library has another play with the id {key!r} ({title}, {date}), with "
            "some of the same players",
            hint="if this comes from another sheet, give that a name: --source NAME",
            key=played.key[:40],
            title=first.title,
            date=first.date or NO_DATE,
        )
    note = Message(
        "another play here already has the id {key!r} ({title}, {date}): both are kept",
        key=played.key[:40],
        title=first.title,
        date=first.date or NO_DATE,
    )
    return UniqueId(with_number(played, len(known)), note)


def _compare(played: PlayRecord, revisions: list[PlayRecord]) -> Literal["same", "other", "unsure"]:
    if played == revisions[-1]:
        return "same"
    different = [_different(played, one) for one in revisions]
    if any(len(facts) < 2 for facts in different):
        return "same"
    return "other" if all("players" in facts for facts in different) else "unsure"


def _different(a: PlayRecord, b: PlayRecord) -> set[str]:
    """Return which of game, date and players are known to differ."""
    out = set()
    if (a.game is None or a.game != b.game) and squash(a.title) != squash(b.title):
        out.add("game")
    if a.date and b.date and "?" not in a.date + b.date and a.date != b.date:
        out.add("date")
    one, two = _names(a), _names(b)
    if one and two and one.isdisjoint(two):
        out.add("players")
    return out


def _names(played: PlayRecord) -> set[str]:
    names = (s.person.name for s in played.standings)
    return {loose(name) for name in names if not is_nobody(name)}
