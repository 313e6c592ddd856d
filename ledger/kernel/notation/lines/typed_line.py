"""The grammar of typed lines, wherever they are typed: time, number, player, keyword, remark."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import NamedTuple

from ledger.kernel.errors import LedgerError
from ledger.kernel.game.game import Game
from ledger.kernel.log.events import Reader
from ledger.kernel.notation.words.keywords import (
    AFTER_NAMES,
    BY_WORD,
    RESERVED,
    Keyword,
    find_keyword,
    in_english,
)
from ledger.kernel.words.typed_words import Word, needs, split_words

from .keyword_lines import rest_of
from .players import is_player, take_player
from .remarks import find_private

_NUMBERED = re.compile(r"\d+[.)]\Z")
"""How people number their lines; a player's name that looks like this has to be quoted."""
_RESERVED = frozenset(RESERVED.values())


class TypedLine(NamedTuple):
    """A line, split into its components.

    `typed` are its words as they were typed, without the time and the number; `words` come after
    the player (`seat`), translated into the notation. `to` is the only reader of its remark.
    """

    source: str
    time: Word | None
    typed: list[Word]
    seat: int | None
    words: list[Word]
    comment: str | None
    to: Reader | None = None
    keyword: Keyword | None = None

    @property
    def rest(self) -> str:
        """The text after the keyword, without a comment."""
        return rest_of(self.words, self.source)

    @property
    def first(self) -> str:
        """The first word after the player, in lower case."""
        return self.words[0].text.lower() if self.words else ""

    @property
    def is_remark(self) -> bool:
        """Whether it is only a remark, perhaps by a player."""
        return not self.words and self.comment is not None


def split_line(text: str) -> tuple[Word | None, list[Word], str | None]:
    """Return the time at the start of a line, its words without a number, and its remark."""
    words, comment = split_words(text)
    time = words.pop(0) if words and words[0].text.startswith("@") else None
    if len(words) > 1 and _NUMBERED.match(words[0].text):
        del words[0]
    return time, words, comment


def read_line(
    text: str,
    names: Sequence[str],
    game: Game,
    *,
    taken: Callable[[str], bool],
    sure: bool = True,
) -> TypedLine:
    """Parse a line into its components.

    `taken` says whether a word is one of the game's own here, and thus not a keyword. Raises
    `LedgerError` if it isn't clear which player is named first; without `sure`, that name can be
    part of a move instead.
    """
    time, words, comment = split_line(text)
    line = TypedLine(text, time, words, None, [], comment)
    if not words:
        return line
    if (private := find_private(words, comment, names)) is not None:
        return line._replace(seat=private.seat, to=private.to)
    first = in_english(words[0], game).text.lower()
    if (keyword := _first_keyword(line, first, names, game, taken)) is not None:
        return line._replace(words=words, keyword=keyword)
    seat, rest = _player(words, first, names, game, sure=sure)
    english = _english(rest, game)
    if seat is not None and english and (after := english[0].text.lower()) in AFTER_NAMES[:2]:
        return line._replace(seat=seat, words=rest, keyword=BY_WORD[after])
    return line._replace(seat=seat, words=english)


def _first_keyword(
    line: TypedLine,
    first: str,
    names: Sequence[str],
    game: Game,
    taken: Callable[[str], bool],
) -> Keyword | None:
    """Return the keyword that starts a line, unless the word is a player's name or the game's."""
    words = line.typed
    alone = len(words) == 1
    keyword = find_keyword(first, alone=alone)
    if keyword is None or first in game.words.slots or is_player(words, names, game):
        return None
    if first in _RESERVED:
        return keyword
    if not (alone and line.comment is None) and _starts_with_player(words, names):
        return None
    return None if taken(first) else keyword


def keyword_after_name(line: TypedLine, *also: str) -> Keyword | None:
    """Return the keyword after a player's name, for a line that can't be read as a move.

    `also` are keywords to accept in addition to those that can have an author.
    """
    if line.seat is None or not line.words:
        return None
    keyword = find_keyword(line.words[0].text, alone=len(line.words) == 1)
    return keyword if keyword is not None and keyword.name in (*AFTER_NAMES, *also) else None


def split_inline(words: list[Word]) -> tuple[list[Word], list[Word]]:
    """Split off the results of draws and rolls, with their arrow: `reroll 1 3 -> G B`."""
    for i, word in enumerate(words):
        if word.text == "->":
            if i + 1 == len(words):
                raise needs(word, "what was drawn or rolled")
            return words[:i], words[i:]
    return words, []


def _starts_with_player(words: list[Word], names: Sequence[str]) -> bool:
    try:
        return take_player(words, names)[0] is not None
    except LedgerError:
        return False


def _player(
    words: list[Word], first: str, names: Sequence[str], game: Game, *, sure: bool
) -> tuple[int | None, list[Word]]:
    """Split off the player; a line that starts with a slot or a keyword has none."""
    if (first in _RESERVED or first in game.words.slots) and not is_player(words, names, game):
        return None, words
    try:
        return take_player(words, names)
    except LedgerError:
        if sure:
            raise
        return None, words


def _english(words: list[Word], game: Game) -> list[Word]:
    """Translate a move into the notation's own words, except for players' names."""
    out = [in_english(w, game) for w in words]
    first = out[0].text.lower() if out else ""
    return [out[0], *words[1:]] if first in _RESERVED or first in game.words.seat_slots else out
