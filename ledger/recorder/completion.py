"""Completing typed lines with whatever is legal or possible at the moment."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from ledger.kernel.errors import LedgerError
from ledger.kernel.notation.lines.adjust_lines import expected
from ledger.kernel.notation.lines.players import take_player
from ledger.kernel.notation.words.keywords import in_english
from ledger.kernel.text.accents import unaccented
from ledger.kernel.words.typed_words import Word, split_words

from .keyword_help import ADJUST

if TYPE_CHECKING:
    from ledger.kernel.game.game import Game
    from ledger.kernel.notation.driver.pending_move import PendingMove


class Asker(Protocol):
    """Whatever asks for a line, as far as completion needs it."""

    lang: str
    words: tuple[str, ...]

    @property
    def game(self) -> Game:
        """The game being played."""

    @property
    def names(self) -> list[str]:
        """The players' names."""

    @property
    def pending(self) -> PendingMove | None:
        """The move that needs chance results, if any."""

    @property
    def box(self) -> Any:
        """The box the game is being played with."""

    @property
    def setup(self) -> Any:
        """What the rules look up in this game; None if nothing can be corrected."""

    @property
    def yes_or_no(self) -> bool:
        """Whether the question is a yes-or-no question."""

    @property
    def prompt(self) -> str:
        """The prompt: whose answer is wanted, and to what."""

    def legal(self) -> list[str]:
        """Return the legal moves as they would be typed."""


class Choice(NamedTuple):
    """A completion: the text to replace the unfinished word `begun` with, and what it means."""

    text: str
    begun: str
    means: str = ""


def complete(r: Asker, text: str) -> list[Choice]:
    """Return what can replace the last word of a line, or come after it."""
    words, comment = split_words(text)
    if comment is not None:
        return []
    begun = words.pop().text if words and not text[-1].isspace() else ""
    if r.yes_or_no:
        found: Iterable[str] = () if words else ("yes", "no")
    elif r.pending is not None:
        found = _results(r.pending, words)
    elif words and words[0].text.lower() in ADJUST:
        found = _corrections(r, words[1:])
    else:
        found = _moves(r, words, begun)
    out = _matching(found, begun, r.game)
    if not words and begun:
        out += _matching(r.words, begun, r.game)
    elif len(words) == 1 and words[0].text.lower() == "rules":
        out = _matching(r.game.rulebook.ids, begun, r.game)
    slot = "" if r.pending is None or r.pending.need is None else r.pending.need.slot
    return [Choice(one, begun, _meaning(r, one, slot)) for one in dict.fromkeys(out)]


def _meaning(r: Asker, text: str, slot: str) -> str:
    """Return the name of the only component that the text mentions; "" if there are several."""
    known: dict[str, str] = {}
    for x in r.game.components(r.lang, r.box):
        if x.slot == slot or x.id not in known:
            known[x.id] = x.text
    told = [known[word] for word in text.split() if known.get(word)]
    return told[0] if len(told) == 1 else ""


def _moves(r: Asker, words: list[Word], begun: str) -> list[str]:
    """Return what can come next: the next word, or the whole rest if only one move is left."""
    try:
        _, words = take_player(words, r.names) if words else (None, words)
    except LedgerError:
        return []
    typed = [in_english(w, r.game).text.lower() for w in words]
    n = len(typed)
    rests: dict[str, list[str]] = {}
    for move in r.legal():
        parts = move.split()
        if [p.lower() for p in parts[:n]] == typed and len(parts) > n:
            rests.setdefault(parts[n], []).append(" ".join(parts[n:]))
    found = [rest[0] if len(rest) == 1 and n else word for word, rest in rests.items()]
    return _in_language(found, r.game, r.lang)


def _corrections(r: Asker, words: list[Word]) -> list[str]:
    """Return what can come next in a correction: the player, place, item, or its true value."""
    setup = r.setup
    if setup is None:
        return []
    return expected(r.game, setup, words, r.names)


def _results(p: PendingMove, words: Sequence[Word]) -> list[str]:
    """Return the possible results that haven't been typed yet."""
    need = p.need
    if need is None:
        return []
    if words and in_english(words[0], p.game).text.lower() == need.slot:
        words = words[1:]
    names = p.asked.choices()
    used = [w.text.strip(",").lower() for w in words]
    left = dict(zip(names, (n for n in need.options.values() if n), strict=True))
    if len(used) >= need.count > 1:
        return []
    if not need.rolled:
        names = [x for x in names if used.count(x.lower()) < left[x]]
    if p.may_be_unseen:
        names.append("?")
    return [f'"{x}"' if " " in x else x for x in names]


def _matching(found: Iterable[str], begun: str, game: Game) -> list[str]:
    """Return the words that begin with the typed text; it may be in another language."""
    low = unaccented(begun)
    out: list[str] = []
    for text in found:
        if unaccented(text).startswith(low):
            out.append(text)
        elif low:
            first, space, rest = text.partition(" ")
            own = [w for w, english in game.words.vocabulary.items() if english == first]
            out += [f"{w}{space}{rest}" for w in own if w.startswith(low)]
    return out


def _in_language(found: list[str], game: Game, lang: str) -> list[str]:
    """Translate verbs and colours into the screen's language, if the game can."""
    own = game.words.words_in(lang)
    return [" ".join(own.get(w, w) for w in text.split(" ")) for text in found] if own else found
