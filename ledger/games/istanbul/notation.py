"""Moves as they are typed: `reroll 1 3`, `pair R`, `ruby green pay d:G d:G t:G t:N`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from ledger.sdk import Command
from ledger.sdk.kit import (
    Form,
    FormPart,
    Notation,
    Word,
    apart,
    keyword,
    name_by_start,
    name_in,
    name_of,
    read_number,
    unglued,
    unknown,
    written,
)

from . import commands as c
from .box import AREAS, GOODS, TOKENS
from .legal import best_payment
from .state import State

MIX = {2: "two", 3: "three", 4: "four"}
NOTHING = "nothing"
"""How an empty payment is written; only a waived rule allows one."""


def _dice(s: State, word: Word) -> Iterable[int]:
    """Read dice by number: since nobody has ten, `13` means the first and the third."""
    glued = word.text.isdecimal() and len(word.text) < 10
    return map(int, word.text) if glued else [read_number(word)]


_tile = name_in("tiles", "tile")


def _area(s: State, word: Word) -> str:
    return name_by_start(word, AREAS, "ruby area", "mosque")


def _one_of(s: State, word: Word, names: Sequence[str]) -> str:
    for name in names:
        if word.text.lower() == name or word.text.upper() == s.setup.letter[name]:
            return name
    raise unknown(word, "colour", names)


def _colour(s: State, word: Word) -> str:
    letters = unglued(word.text, map(s.setup.letter.__getitem__, GOODS)) or []
    twice = len(letters) == 2 and letters[0] == letters[1]  # `pair RR`
    return _one_of(s, Word(letters[0], word.column) if twice else word, GOODS)


def _colours(s: State, word: Word) -> list[str]:
    """Read colours, including several without a space in between, such as `RB`."""
    glued = unglued(word.text, [s.setup.letter[name] for name in TOKENS]) or [word.text]
    return [_one_of(s, Word(x, word.column), TOKENS) for x in glued]


def _goods(s: State, word: Word) -> list[str]:
    if word.text.lower() == NOTHING:
        return []
    return [name_of(word, s.setup.items, "good to pay with")]


TILE = FormPart("tile", _tile, "the name of a tile")
CARD = FormPart("card", name_in("cards", "card"), "the name of a card")
AREA = FormPart("area", _area, "the area of the ruby")
CHOICE = FormPart("choice")
GOODS_PAID = FormPart("pay", _goods, "a good to pay with", key="pay", several=True)
PAY = GOODS_PAID._replace(write=lambda goods: " ".join(goods) or NOTHING)
TAKE = FormPart("take", _colours, "a colour", key="take", several=True)
DEAL = (
    GOODS_PAID,
    FormPart("discard", lambda s, w: [_tile(s, w)], TILE.missing, key="discard", several=True),
    TAKE,
    FormPart("areas", lambda s, w: [_area(s, w)], key="ruby", several=True),
    FormPart("tiles", lambda s, w: [_tile(s, w)], key="tile", several=True),
)
DICE = FormPart("dice", _dice, "the number of a die (1, 2, …)", several=True)
NUMBER = FormPart("dice", lambda s, word: read_number(word), "a number of dice", write=str)


def _write_ruby(x: c.Ruby) -> str:
    return written("ruby", (AREA,) if x.area == "right" else (AREA, PAY), x)


FORMS = {
    "income": Form(c.Income, (), (TILE,)),
    "reroll": Form(c.Reroll, ("rerolls", "re-roll"), (DICE,)),
    "pair": Form(c.Pair, ("pairs",), (FormPart("colour", _colour, "a colour"), PAY)),
    **{verb: Form(c.Mix, (f"mix{n}",), (PAY, TAKE), says={"goods": n}) for n, verb in MIX.items()},
    "lira": Form(c.Lira, ("coins",)),
    "bazaar": Form(c.Bazaar, ("cards",), (NUMBER,)),
    "mosque": Form(c.Mosque, (), (TILE, PAY)),
    "ruby": Form(c.Ruby, ("rubies",), (AREA, PAY), write=_write_ruby),
    "use": Form(c.Use, ("uses",), (CARD, CHOICE, *DEAL)),
    "otherwise": Form(c.Otherwise, (), (CARD,)),
    "accept": Form(c.Accept, ("accepts", "yes"), (CHOICE, *DEAL)),
    "refuse": Form(c.Refuse, ("refuses", "no")),
    "end": Form(c.End, ("ends", "pass")),
}


def _meant(s: State, move: Command, words: Sequence[Word]) -> Command:
    """Fill in the best payment if none was given."""
    if getattr(move, "pay", True) or any(keyword(w) == PAY.key for w in apart(words)):
        return move
    best = best_payment(s, move)
    return move if best is None else msgspec.structs.replace(move, pay=best)


NOTATION = Notation(FORMS, length_first=True, meant=_meant)
