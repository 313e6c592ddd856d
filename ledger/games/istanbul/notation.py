"""Moves as people type them: `reroll 1 3`, `pair R`, `ruby green pay d:G d:G t:G t:N`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

import msgspec

from ledger.sdk import (
    Command,
    Word,
    apart,
    needs,
    nothing_more,
    read_number,
    read_verb,
    unglued,
    unknown,
)

from . import commands as c
from .box import AREAS, GOODS, KEYWORDS, TOKENS
from .legal import best_payment
from .state import State

NOTHING = "nothing"
"""How an empty payment is written, which only a waived rule can allow."""
MIX = {"two": 2, "three": 3, "four": 4}
FIELDS = {"pay": "pay", "discard": "discard", "take": "take", "ruby": "areas", "tile": "tiles"}
"""The field of a command that stands behind each keyword."""


class Form(NamedTuple):
    """How a command is written: other verbs, fields behind the verb, those behind keywords."""

    command: Any
    also: tuple[str, ...] = ()
    fields: tuple[str, ...] = ()
    keywords: tuple[str, ...] = ()


FORMS = {
    "income": Form(c.Income, (), ("tile",)),
    "reroll": Form(c.Reroll, ("rerolls", "re-roll"), ("dice",)),
    "pair": Form(c.Pair, ("pairs",), ("colour",), ("pay",)),
    **{verb: Form(c.Mix, (f"mix{n}",), (), ("pay", "take")) for verb, n in MIX.items()},
    "lira": Form(c.Lira, ("coins",)),
    "bazaar": Form(c.Bazaar, ("cards",), ("dice",)),
    "mosque": Form(c.Mosque, (), ("tile",), ("pay",)),
    "ruby": Form(c.Ruby, ("rubies",), ("area",), ("pay",)),
    "use": Form(c.Use, ("uses",), ("card", "choice"), KEYWORDS),
    "otherwise": Form(c.Otherwise, (), ("card",)),
    "accept": Form(c.Accept, ("accepts", "yes"), ("choice",), KEYWORDS),
    "refuse": Form(c.Refuse, ("refuses", "no")),
    "end": Form(c.End, ("ends", "pass")),
}
VERBS = {verb: (verb, *form.also) for verb, form in FORMS.items()}
WANTED = {
    "reroll": "the number of a die (1, 2, …)",
    "bazaar": "a number of dice",
    "colour": "a colour",
    "tile": "the name of a tile",
    "area": "the area of the ruby",
    "card": "the name of a card",
    "pay": "a good to pay with",
    "discard": "the name of a tile",
    "take": "a colour",
}
"""What is missing behind a verb or a keyword."""


def read(s: State, seat: int, words: Sequence[Word]) -> Command:
    """Read a move; errors carry the column."""
    verb = read_verb(words[0], VERBS)
    command, _, fields, keywords = FORMS[verb]
    plain, keys, parts = _sorted(apart(words[1:]))
    if fields and fields[0] != "choice" and not plain:
        raise needs(words[0], WANTED.get(verb) or WANTED[fields[0]])
    for w in keys:
        if _key(w) not in keywords:
            nothing_more([w])
        if not parts[_key(w)]:
            raise needs(w, WANTED[_key(w)])
    if verb == "reroll":
        return c.Reroll(seat=seat, dice=tuple(n for w in plain for n in _dice(w)))
    nothing_more(plain[len(fields) :])
    said: dict[str, Any] = {"goods": MIX[verb]} if verb in MIX else {}
    said |= {field: _value(s, field, w) for field, w in zip(fields, plain, strict=False)}
    for key in keywords:
        said[FIELDS[key]] = tuple(x for w in parts.get(key, ()) for x in _values(s, key, w))
    move: Command = command(seat=seat, **said)
    if "pay" not in parts and (best := best_payment(s, move)) is not None:
        return msgspec.structs.replace(move, pay=best)
    return move


def _sorted(words: list[Word]) -> tuple[list[Word], list[Word], dict[str, list[Word]]]:
    """Return the plain words, the keywords, and the words behind each keyword."""
    plain: list[Word] = []
    keys: list[Word] = []
    parts: dict[str, list[Word]] = {}
    names = [_key(w) for w in words]
    here = plain
    for i, w in enumerate(words):
        if names[i] in KEYWORDS and not _is_choice(names[i:]):
            here = parts.setdefault(names[i], [])
            keys.append(w)
        else:
            here.append(w)
    return plain, keys, parts


def _is_choice(names: list[str]) -> bool:
    """Whether `ruby` or `tile` names what is gained: then no ruby or tile follows it."""
    return names[0] in ("ruby", "tile") and (len(names) == 1 or names[1] in KEYWORDS)


def _key(word: Word) -> str:
    return word.text.lower().rstrip(":")


def _dice(word: Word) -> Iterable[int]:
    """Read dice by their numbers; nobody has ten, so `13` are the first and the third."""
    glued = word.text.isdecimal() and len(word.text) < 10
    return map(int, word.text) if glued else [read_number(word)]


def _value(s: State, field: str, word: Word) -> str | int:
    """Read a field that is written behind the verb."""
    if field == "dice":
        return read_number(word)
    if field == "choice":
        return word.text.lower()
    if field == "area":
        return _area(word)
    if field == "colour":
        letters = unglued(word.text, map(s.setup.letter.__getitem__, GOODS)) or []
        twice = len(letters) == 2 and letters[0] == letters[1]  # `pair RR`
        return _colour(s, Word(letters[0], word.column) if twice else word, GOODS)
    return _named(word, s.setup.tiles if field == "tile" else s.setup.cards, field)


def _values(s: State, key: str, word: Word) -> Iterable[str]:
    """Read what a word behind a keyword stands for."""
    if key == "pay":
        return _goods(s, word)
    if key == "take":  # also `RB` without a blank
        glued = unglued(word.text, [s.setup.letter[name] for name in TOKENS]) or [word.text]
        return [_colour(s, Word(x, word.column), TOKENS) for x in glued]
    return [_area(word) if key == "ruby" else _named(word, s.setup.tiles, "tile")]


def _goods(s: State, word: Word) -> list[str]:
    if word.text.lower() == NOTHING:
        return []
    kind, colon, letter = word.text.partition(":")
    item = f"{kind.lower()}:{letter.upper()}" if colon else word.text
    if item not in s.setup.items:
        raise unknown(word, "good to pay with", s.setup.items)
    return [item]


def _named(word: Word, known: dict[str, Any], what: str) -> str:
    text = word.text.lower()
    if text not in known:
        raise unknown(word, what, known)
    return text


def _colour(s: State, word: Word, names: Sequence[str]) -> str:
    for name in names:
        if word.text.lower() == name or word.text.upper() == s.setup.letter[name]:
            return name
    raise unknown(word, "colour", names)


def _area(word: Word) -> str:
    text = word.text.lower()
    hits = [name for name in (*AREAS, "mosque") if name.startswith(text)]
    if text in hits:
        return text
    if len(hits) != 1:
        raise unknown(word, "ruby area", AREAS)
    return hits[0]


VERB_OF = {form.command: verb for verb, form in FORMS.items()}
MIX_VERBS = {n: verb for verb, n in MIX.items()}


def write(x: Any) -> str:
    """Write a move."""
    verb = MIX_VERBS.get(x.goods, "two") if isinstance(x, c.Mix) else VERB_OF[type(x)]
    _, _, fields, keywords = FORMS[verb]
    words = [verb]
    for field in fields:
        value = getattr(x, field)
        if value != "" or field != "choice":
            words += map(str, value) if isinstance(value, tuple) else [str(value)]
    if verb == "ruby" and x.area == "right":
        return " ".join(words)
    for key in keywords:
        values = getattr(x, FIELDS[key])
        if values or (key == "pay" and keywords is not KEYWORDS):
            words += [key, *(values or (NOTHING,))]
    return " ".join(words)
