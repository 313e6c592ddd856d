"""Matching plays that differ only in their results with those in the library."""

from __future__ import annotations

import itertools
import unicodedata
from collections.abc import Sequence

import msgspec

from ledger.kernel.errors import Ambiguous
from ledger.kernel.message import Message
from ledger.kernel.results import PlayRecord
from ledger.library.journal.catalogue import Catalogue, identity_of

HOW_TO_DISTINGUISH = Message(
    "if it's a different play, tell them apart with a column `round` (1, 2, …) or `id`"
)


def number_alike(plays: Sequence[PlayRecord], catalogue: Catalogue) -> list[PlayRecord | Ambiguous]:
    """Give plays in a file that share a key the numbers that they have in the library.

    Their order in the file doesn't matter. Plays that are in the library are matched first; the
    others are corrections of the library's remaining plays, and any left after that are new. If it
    isn't clear which play one of them corrects, it becomes `Ambiguous`.
    """
    key, known = plays[0].key, known_plays(plays[0], catalogue)
    content = [_content(play) for play in plays]
    number: dict[int, int] = {}
    taken: set[int] = set()
    for newest in (True, False):  # current revisions come before old ones
        where: dict[str, list[int]] = {}
        for n in reversed(range(len(known))):
            for said in known[n][-1:] if newest else known[n]:
                where.setdefault(_content(said), []).append(n)
        for i, said_now in enumerate(content):
            fits = where.get(said_now, []) if i not in number else []
            while fits and fits[-1] in taken:
                fits.pop()
            if fits:
                number[i] = fits.pop()
                taken.add(number[i])
    free = [n for n in range(len(known)) if n not in taken]
    left = [i for i in range(len(plays)) if i not in number]
    if 0 < len(left) < len(free):
        unsure = ", ".join(_id(plays[0], numbered_key(key, n), catalogue) for n in free)
        why = Ambiguous(
            "it could be a correction of any of {unsure}: they have the same date, "
            "game, place, players and round",
            hint=HOW_TO_DISTINGUISH,
            unsure=unsure,
        )
        return [with_number(plays[i], number[i]) if i in number else why for i in range(len(plays))]
    number |= zip(left, itertools.chain(free, itertools.count(len(known))), strict=False)
    return [with_number(play, number[i]) for i, play in enumerate(plays)]


def _content(play: PlayRecord) -> str:
    """Return a play's content without its key, for lookups."""
    text = msgspec.json.encode(msgspec.structs.replace(play, key=""), order="sorted").decode()
    return text if text.isascii() else unicodedata.normalize("NFC", text)


def known_plays(play: PlayRecord, catalogue: Catalogue) -> list[list[PlayRecord]]:
    """Return the revisions of every play in the library that has this key."""
    out: list[list[PlayRecord]] = []
    while id := _id(play, numbered_key(play.key, len(out)), catalogue):
        out.append(catalogue.results[id])
    return out


def _id(play: PlayRecord, key: str, catalogue: Catalogue) -> str:
    return catalogue.by_identity.get(identity_of(play.source, key), "")


def with_number(play: PlayRecord, n: int) -> PlayRecord:
    """Return a play with the key of the one that has this number among those sharing its key."""
    return play if n == 0 else msgspec.structs.replace(play, key=numbered_key(play.key, n))


def numbered_key(key: str, n: int) -> str:
    """Return the key of the play that has this number among those sharing a key."""
    return f"{key}#{n + 1}" if n else key
