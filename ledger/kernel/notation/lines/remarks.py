"""Remarks that aren't for everyone: `for Ana # text`, `for recorder # text`."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import NamedTuple

from ledger.kernel.errors import LedgerError
from ledger.kernel.log.events import RECORDER, Reader
from ledger.kernel.notation.words.quoting import unescape
from ledger.kernel.words.typed_words import Word, needs, split_words

from .players import no_player, take_player

FOR = "for"
"""The word that introduces such a remark."""


class Remark(NamedTuple):
    """The author of a remark that isn't for everyone, and who may read it."""

    seat: int | None
    to: Reader


def find_private(words: list[Word], comment: str | None, names: Sequence[str]) -> Remark | None:
    """Return the author and the reader of a remark, if the line is one that isn't for everyone.

    A player may be called "For", and a game may have a move with that name.
    """
    if comment is None or not words:
        return None
    if _says_for(words):
        try:
            return Remark(None, read_reader(words, names))
        except LedgerError:
            if FOR not in (name.lower() for name in names):
                raise
    try:
        seat, rest = take_player(words, names)
        if seat is not None and _says_for(rest):
            return Remark(seat, read_reader(rest, names))
    except LedgerError:
        pass  # then the line is something else
    return None


def _says_for(words: Sequence[Word]) -> bool:
    return bool(words) and words[0].text.lower() == FOR


def read_reader(words: list[Word], names: Sequence[str]) -> Reader:
    """Parse `for` followed by a player, or by `recorder`."""
    if len(words) == 1:
        raise needs(words[0], "a player, or `recorder`,")
    if len(words) == 2 and words[1].text.lower() == RECORDER:
        return RECORDER
    seat, rest = take_player(words[1:], names)
    if seat is None or rest:
        no_player(rest[0], [*names, RECORDER])
    return seat


def write_reader(to: Reader, names: Sequence[str]) -> str:
    """Return the text before the # of a remark; the names are already quoted."""
    if to == RECORDER:
        return f"{FOR} {RECORDER} "
    name = names[int(to) - 1]
    return f"{FOR} {json.dumps(name) if name.lower() == RECORDER else name} "


def read_remark(text: str, names: Sequence[str]) -> tuple[str, Reader | None]:
    """Return a remark, typed as `text` or `for Ana # text`, and who may read it."""
    words, comment = split_words(text)
    if comment is None or not _says_for(words):
        return text, None
    return unescape(comment), read_reader(words, names)
