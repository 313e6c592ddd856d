"""Moves as people type them: `reroll 1 3`, `pair R`, `ruby green pay d:G d:G t:G t:N`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ledger.kernel.game.interface import Command
from ledger.kernel.session.words import (
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
from . import legal as moves
from .box import AREAS, GOODS, KEYWORDS
from .rules.payment import pay_different, pay_for
from .state import State

VERBS = {
    "income": ("income",),
    "reroll": ("reroll", "rerolls", "re-roll"),
    "pair": ("pair", "pairs"),
    "two": ("two", "mix2"),
    "three": ("three", "mix3"),
    "four": ("four", "mix4"),
    "lira": ("lira", "coins"),
    "bazaar": ("bazaar", "cards"),
    "mosque": ("mosque",),
    "ruby": ("ruby", "rubies"),
    "use": ("use", "uses"),
    "otherwise": ("otherwise",),
    "accept": ("accept", "accepts", "yes"),
    "refuse": ("refuse", "refuses", "no"),
    "end": ("end", "ends", "pass"),
}
NOTHING = "nothing"
"""How an empty payment is written, which only a waived rule can allow."""
_BEHIND = {"pay": "a good to pay with", "discard": "the name of a tile", "take": "a colour"}
_MIX = {"two": 2, "three": 3, "four": 4}
_ALONE = {"lira": c.Lira, "refuse": c.Refuse, "end": c.End}


def read(s: State, seat: int, words: Sequence[Word]) -> Command:
    """Read a move; errors carry the column."""
    first = words[0]
    return _Line(s, seat, first, words[1:]).read(read_verb(first, VERBS))


class _Line:
    """The words behind a verb: plain ones first, then those behind each keyword."""

    def __init__(self, s: State, seat: int, verb: Word, words: Sequence[Word]) -> None:
        self.s, self.seat, self.verb = s, seat, verb
        self.plain: list[Word] = []
        self.parts: dict[str, list[Word]] = {}
        self.keys: list[Word] = []
        words = apart(words)
        names = [_key(w) for w in words]
        here = self.plain
        for i, w in enumerate(words):
            if names[i] in KEYWORDS and not self.is_choice(names[i:]):
                here = self.parts.setdefault(names[i], [])
                self.keys.append(w)
            else:
                here.append(w)

    @staticmethod
    def is_choice(names: list[str]) -> bool:
        """Whether `ruby` or `tile` names what is gained: then no ruby or tile follows it."""
        return names[0] in ("ruby", "tile") and (len(names) == 1 or names[1] in KEYWORDS)

    def read(self, verb: str) -> Command:
        s, seat = self.s, self.seat
        if verb in _ALONE:
            self.only()
            return _ALONE[verb](seat=seat)
        if verb in _MIX:
            self.only("pay", "take")
            goods = _MIX[verb]
            pay = self.pay(pay_different(s, seat, goods))
            return c.Mix(seat=seat, goods=goods, pay=pay, take=self.take())
        if verb == "accept":
            deal = s.setup.others.get(s.card)
            self.only("pay", "discard", "take", "ruby", "tile", plain=1)
            choice = self.plain[0].text.lower() if self.plain else ""
            return c.Accept(seat=seat, choice=choice, **self.deal(deal))
        what = {
            "reroll": "the number of a die (1, 2, …)",
            "pair": "a colour",
            "bazaar": "a number of dice",
            "mosque": "the name of a tile",
            "income": "the name of a tile",
            "ruby": "the area of the ruby",
        }
        if not self.plain:
            raise needs(self.verb, what.get(verb, "the name of a card"))
        first = self.plain[0]
        if verb == "reroll":
            self.only(plain=99)
            return c.Reroll(seat=seat, dice=self.dice())
        if verb == "use":
            self.only("pay", "discard", "take", "ruby", "tile", plain=2)
            card = _named(first, s.setup.cards, "card")
            choice = self.plain[1].text.lower() if len(self.plain) > 1 else ""
            return c.Use(seat=seat, card=card, choice=choice, **self.deal(s.setup.cards[card]))
        if verb in ("pair", "mosque", "ruby"):
            self.only("pay", plain=1)
            return self.priced(verb, first)
        self.only(plain=1)
        if verb == "bazaar":
            return c.Bazaar(seat=seat, dice=read_number(first))
        if verb == "income":
            return c.Income(seat=seat, tile=_named(first, s.setup.tiles, "tile"))
        return c.Otherwise(seat=seat, card=_named(first, s.setup.cards, "card"))

    def dice(self) -> tuple[int, ...]:
        """Read dice by their numbers; nobody has ten, so `13` are the first and the third."""
        glued = (w.text if w.text.isdecimal() and len(w.text) < 10 else "" for w in self.plain)
        return tuple(
            number
            for w, digits in zip(self.plain, glued, strict=True)
            for number in (map(int, digits) if digits else [read_number(w)])
        )

    def priced(self, verb: str, first: Word) -> Command:
        s, seat = self.s, self.seat
        if verb == "pair":
            letters = unglued(first.text, map(s.setup.letter.__getitem__, GOODS)) or []
            twice = len(letters) == 2 and letters[0] == letters[1]  # `pair RR`
            colour = _colour(s, Word(letters[0], first.column) if twice else first)
            return c.Pair(
                seat=seat, colour=colour, pay=self.pay(moves.pair_payment(s, seat, colour))
            )
        if verb == "mosque":
            tile = _named(first, s.setup.tiles, "tile")
            pay = self.pay(pay_for(s, seat, s.setup.tiles[tile]))
            return c.Mosque(seat=seat, tile=tile, pay=pay)
        area = _area(first)
        best = moves.ruby_payment(s, seat, area) if area in AREAS else None
        return c.Ruby(seat=seat, area=area, pay=self.pay(best))

    def only(self, *keywords: str, plain: int = 0) -> None:
        """Refuse words that mean nothing here."""
        for w in self.keys:
            if _key(w) not in keywords:
                nothing_more([w])
            if not self.parts[_key(w)]:
                raise needs(w, _BEHIND[_key(w)])
        nothing_more(self.plain[plain:])

    def pay(self, best: tuple[str, ...] | None) -> tuple[str, ...]:
        """Read a payment; left out it is the canonical one."""
        if "pay" not in self.parts:
            return best or ()
        out = []
        for w in self.parts["pay"]:
            if w.text.lower() == NOTHING:
                continue
            kind, colon, letter = w.text.partition(":")
            item = f"{kind.lower()}:{letter.upper()}" if colon else w.text
            if item not in self.s.setup.items:
                raise unknown(w, "good to pay with", self.s.setup.items)
            out.append(item)
        return tuple(out)

    def take(self) -> tuple[str, ...]:
        """Read what is taken, also `RB` without a blank."""
        letters = [self.s.setup.letter[name] for name in (*GOODS, "brown")]
        out: list[str] = []
        for w in self.parts.get("take", ()):
            glued = unglued(w.text, letters) or [w.text]
            out += [_colour(self.s, Word(x, w.column), "brown") for x in glued]
        return tuple(out)

    def deal(self, deal: Any) -> dict[str, Any]:
        """Read the choices of a card."""
        s, parts = self.s, self.parts
        best = pay_for(s, self.seat, deal.cost, dice=False) if deal is not None else ()
        return {
            "pay": self.pay(best),
            "discard": tuple(_named(w, s.setup.tiles, "tile") for w in parts.get("discard", ())),
            "take": self.take(),
            "areas": tuple(_area(w) for w in parts.get("ruby", ())),
            "tiles": tuple(_named(w, s.setup.tiles, "tile") for w in parts.get("tile", ())),
        }


def _key(word: Word) -> str:
    return word.text.lower().rstrip(":")


def _named(word: Word, known: dict[str, Any], what: str) -> str:
    text = word.text.lower()
    if text not in known:
        raise unknown(word, what, known)
    return text


def _colour(s: State, word: Word, *more: str) -> str:
    names = (*GOODS, *more)
    text = word.text
    for name in names:
        if text.lower() == name or text.upper() == s.setup.letter[name]:
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


# --- writing --------------------------------------------------------------------------------

_NUMBER = {n: verb for verb, n in _MIX.items()}


def write(x: Any) -> str:
    """Write a move."""
    kind = type(x)
    if kind is c.Reroll:
        return " ".join(("reroll", *map(str, x.dice)))
    if kind is c.Pair:
        return " ".join(("pair", x.colour, "pay", *(x.pay or (NOTHING,))))
    if kind is c.Mix:
        take = ("take", *x.take) if x.take else ()
        return " ".join((_NUMBER.get(x.goods, "two"), "pay", *(x.pay or (NOTHING,)), *take))
    if kind is c.Bazaar:
        return f"bazaar {x.dice}"
    if kind is c.Mosque:
        return " ".join(("mosque", x.tile, "pay", *(x.pay or (NOTHING,))))
    if kind is c.Ruby:
        pay = () if x.area == "right" else ("pay", *(x.pay or (NOTHING,)))
        return " ".join(("ruby", x.area, *pay))
    if kind is c.Income:
        return f"income {x.tile}"
    if kind is c.Otherwise:
        return f"otherwise {x.card}"
    if kind in (c.Use, c.Accept):
        return _write_deal(x)
    return {c.Lira: "lira", c.End: "end"}.get(kind, "refuse")


def _write_deal(x: c.Use | c.Accept) -> str:
    words = ["use", x.card] if isinstance(x, c.Use) else ["accept"]
    if x.choice:
        words.append(x.choice)
    for key, values in (
        ("pay", x.pay),
        ("discard", x.discard),
        ("take", x.take),
        ("ruby", x.areas),
        ("tile", x.tiles),
    ):
        if values:
            words += [key, *values]
    return " ".join(words)
