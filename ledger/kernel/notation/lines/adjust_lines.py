"""Lines that correct the position: by name, `adjust Ola lira 5`, or by paths in the state."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

import msgspec

from ledger.kernel.errors import Ambiguous, Illegal, LedgerError, Malformed
from ledger.kernel.game.game import Game
from ledger.kernel.log.events import Patch
from ledger.kernel.message import Message
from ledger.kernel.notation.words.keywords import in_english
from ledger.kernel.notation.words.quoting import unescape
from ledger.kernel.play.corrections import Change, correct
from ledger.kernel.play.position import Position
from ledger.kernel.state.zones import Zone, look
from ledger.kernel.text.reasons import why
from ledger.kernel.words.typed_words import Word, needs, read_number, unglued, unknown

from .keyword_lines import rest_of
from .players import take_player

BY_PATH = 'adjust "why" [{"path": "/…", "value": …}]'
NOTHING = "-"
_BY_PATH = re.compile(r'"(?:[^"\\]|\\.)*"\s*(?:from\s+box\s*)?[\[{]', re.IGNORECASE)
_FROM_BOX = re.compile(r"\s*from\s+box", re.IGNORECASE)


class Correction(NamedTuple):
    """The corrected values and the reason; `from_box`: pieces entered or left the game."""

    patches: tuple[Patch, ...]
    reason: str
    from_box: bool


class Typed(NamedTuple):
    """A correction as it was typed: patches by path, or changes by name."""

    patches: tuple[Patch, ...] | None
    changes: list[Change]
    reason: str
    from_box: bool


def read_adjust(position: Position, words: Sequence[Word], source: str) -> Correction:
    """Read a correction and work out what it changes.

    Raises `Malformed` if it can't be read, and `Illegal` if it changes nothing.
    """
    typed = read_typed(position, words, source)
    patches = typed.patches
    if patches is None:
        patches = correct(position, typed.changes, from_box=typed.from_box)
        if not patches:
            raise Illegal("nothing would change: it's already like that", column=words[0].column)
    return Correction(patches, typed.reason, typed.from_box)


def read_typed(position: Position, words: Sequence[Word], source: str) -> Typed:
    """Read a correction without regard to its effect in this position."""
    text = rest_of(words, source)
    if not position.game.corrections.zones or _BY_PATH.match(text):
        return _by_path(text, words[0].column)
    reader = _Clauses(position, _split(words[1:]))
    reader.read()
    if not reader.changes:
        raise Malformed(_form(position), column=words[0].column)
    return Typed(None, reader.changes, reader.reason or "", reader.from_box)


def zone_words(game: Game, *, personal: bool) -> list[str]:
    """Return the words for zones that can be corrected: those of a player, or the shared ones."""
    return list(dict.fromkeys(z.word for z in game.corrections.zones if z.personal == personal))


def expected(game: Game, setup: Any, words: Sequence[Word], names: Sequence[str]) -> list[str]:
    """Return the words that can follow in a correction."""
    quoted = [f'"{name}"' if " " in name else name for name in names]
    zone: Zone | None = None
    seat, given = None, 0  # whose zone it is, and how many words followed its name
    rest = _split(words)
    while rest:
        text = in_english(rest[0], game).text.lower()
        found = next(
            (z for z in game.corrections.zones if z.word == text and z.personal == bool(seat)), None
        )
        try:
            who, behind = take_player(rest, names)
        except LedgerError:
            who, behind = None, rest
        if found is not None and (zone is None or given):
            zone, given, rest = found, 0, rest[1:]
        elif who is not None and (zone is None or given):
            zone, seat, given, rest = None, who, 0, behind
        else:
            given, rest = given + 1, rest[1:]
    starts = [*quoted, *zone_words(game, personal=False), "from box"]
    if zone is None:
        return zone_words(game, personal=True) if seat is not None else starts
    if zone.keys is not None and not given:
        return [*zone.keys(setup)]
    if zone.seats:
        values = quoted
    else:
        values = [] if zone.names is None else [*zone.names(setup)]
    if given == (zone.keys is not None):
        return [*values, NOTHING] if values else []
    return [*values, *starts] if zone.several or zone.keys is None else starts


def _form(position: Position) -> Message:
    own = ", ".join(zone_words(position.game, personal=True))
    shared = ", ".join(zone_words(position.game, personal=False))
    return Message(
        "write a correction as `adjust {name} {word} …`; players have {own}, and all share "
        "{shared}",
        name=position.names[0],
        word=position.game.corrections.zones[0].word,
        own=own,
        shared=shared,
    )


def _by_path(text: str, column: int) -> Typed:
    """Parse `"why" [patches]`."""
    try:
        reason, end = json.JSONDecoder().raw_decode(text)
        from_box = _FROM_BOX.match(text, end)
        rest = text[from_box.end() if from_box else end :]
        patches = msgspec.json.decode(rest, type=tuple[Patch, ...])
    except (ValueError, msgspec.DecodeError, RecursionError) as e:
        message = Message("write a correction as `{form}`", form=BY_PATH)
        if isinstance(e, msgspec.ValidationError):
            message = Message.join(": ", (message, why(e)))
        raise Malformed(message, column=column) from None
    return Typed(patches, [], str(reason), from_box is not None)


def _split(words: Iterable[Word]) -> list[Word]:
    """Split words at commas, except in quotes."""
    out: list[Word] = []
    for w in words:
        if w.text.startswith('"'):
            out.append(Word(w.text.rstrip(",;"), w.column))
        else:
            found = re.finditer(r"[^,;]+", w.text)
            out += [Word(m.group(), w.column + m.start()) for m in found]
    return out


class _Clauses:
    """Parses `Ola lira 5, Piotr tiles lira-r "why" from box`, clause by clause."""

    def __init__(self, position: Position, words: list[Word]) -> None:
        self.game, self.state, self.names = position
        self.words = words
        self.changes: list[Change] = []
        self.reason: str | None = None
        self.from_box = False
        self.seat: int | None = None

    def read(self) -> None:
        """Parse all clauses."""
        while self.words:
            if self._is_reason(self.words[0]) and self.reason is None:
                self.reason = unescape(self.words.pop(0).text)
            elif self._is_from_box(self.words):
                self.from_box = True
                del self.words[:2]
            else:
                self._clause()

    def _clause(self) -> None:
        first = self.words[0]
        own, shared = self._zone(first, personal=True), self._zone(first, personal=False)
        named = self.seat if own is not None else None
        if shared is not None and named is not None:
            name = self.names[named - 1]
            raise Ambiguous(
                "whose {word}? write `{name} {word}`, or put what everybody shares first",
                column=first.column,
                word=shared.word,
                name=name,
            )
        if shared is not None:
            self.words.pop(0)
            self._change(shared, None, first)
            return
        if named is None:
            named, self.words = take_player(self.words, self.names)
        if named is None:
            known = [*self.names, *zone_words(self.game, personal=False)]
            raise unknown(first, "player or something that all players share", known)
        if not self.words:
            raise needs(first, "what is wrong")
        word = self.words.pop(0)
        zone = self._zone(word, personal=True)
        if zone is None:
            known = zone_words(self.game, personal=True)
            raise unknown(word, "thing that a player can have", known)
        self.seat = named
        self._change(zone, named, word)

    def _change(self, zone: Zone, seat: int | None, word: Word) -> None:
        key: str | None = None
        value = look(self.state, zone.of(seat))
        if zone.keys is not None:
            said = self._next(word)
            found = self._named(said, zone.keys(self.state.setup))
            if found is None:
                what = Message("part of `{word}`", word=zone.word)
                raise unknown(said, what, zone.keys(self.state.setup))
            key, word = found, said
            value = [] if zone.several else None
        self.changes.append(Change(zone, seat, key, self._value(zone, value, word)))

    def _value(self, zone: Zone, old: Any, word: Word) -> Any:
        """Parse the correct value of a zone; `old` is the current one, if that is a list."""
        first = self._next(word)
        if isinstance(old, list):
            self.words.insert(0, first)
            return self._several(zone, word)
        if first.text == NOTHING and (zone.seats or zone.names is not None):
            return zone.empty
        if zone.seats or zone.names is not None:
            self.words.insert(0, first)
            return self._one(zone)[0]
        if isinstance(old, bool):
            if first.text.lower() not in ("yes", "no"):
                raise unknown(first, "answer", ("yes", "no"))
            return first.text.lower() == "yes"
        return read_number(first)

    def _several(self, zone: Zone, word: Word) -> Any:
        if self.words[0].text == NOTHING:
            self.words.pop(0)
            return zone.empty if zone.keys is not None else []
        out: list[Any] = []
        while self.words and not (out and self._starts(zone)):
            out += self._one(zone)
        return out

    def _one(self, zone: Zone) -> list[Any]:
        """Parse the name of a piece or a player; several pieces can be written without spaces."""
        first = self.words[0]
        if zone.seats:
            seat, self.words = take_player(self.words, self.names)
            if seat is None:
                raise unknown(first, "player", self.names)
            return [seat]
        known = [] if zone.names is None else [*zone.names(self.state.setup)]
        found = self._named(first, known)
        several = [found] if found is not None else unglued(first.text, known)
        if several is None or not known:
            raise unknown(first, Message("piece for `{word}`", word=zone.word), known)
        self.words.pop(0)
        return several

    def _starts(self, zone: Zone) -> bool:
        """Whether a new clause starts here, rather than another piece for the same zone."""
        first = self.words[0]
        if self._is_reason(first) or self._is_from_box(self.words):
            return True
        if zone.seats:
            return self._zone(first, personal=False) is not None
        if zone.names is not None and self._named(first, zone.names(self.state.setup)) is not None:
            return False
        if self._zone(first, personal=True) or self._zone(first, personal=False):
            return True
        try:
            return take_player(self.words, self.names)[0] is not None
        except LedgerError:
            return False

    def _next(self, word: Word) -> Word:
        if not self.words:
            raise needs(word, "the correct value")
        return self.words.pop(0)

    def _zone(self, word: Word, *, personal: bool) -> Zone | None:
        text = in_english(word, self.game).text.lower()
        fits = (z for z in self.game.corrections.zones if z.personal == personal and z.word == text)
        return next(fits, None)

    def _named(self, word: Word, known: Iterable[str]) -> str | None:
        """Return the name that a word matches, ignoring case; None if there is none."""
        low = {word.text.lower(), in_english(word, self.game).text.lower()}
        return next((name for name in known if name.lower() in low), None)

    def _is_reason(self, word: Word) -> bool:
        return word.text.startswith('"') and unescape(word.text) not in self.names

    @staticmethod
    def _is_from_box(words: Sequence[Word]) -> bool:
        return [w.text.lower() for w in words[:2]] == ["from", "box"]
