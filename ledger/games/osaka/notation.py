"""Moves as people type them: `take R5`, `buy R5 Y3`, `insure B5 B3 with B2`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ledger.sdk import (
    Command,
    Malformed,
    Word,
    apart,
    needs,
    nothing_more,
    read_verb,
    unglued,
    unknown,
)

from . import commands as c
from .rules.cards import is_free
from .state import State

VERBS = {
    "claim": ("claim", "token", "c"),
    "buy": ("buy", "buys", "b"),
    "take": ("take", "takes", "t"),
    "reserve": ("reserve", "reserves", "r"),
    "insure": ("insure", "insures", "i"),
    "decline": ("decline", "declines", "no"),
    "pass": ("pass", "passes"),
}
ROWS = {"market": "market", "m": "market", "farm": "farm", "f": "farm", "production": "farm"}


def read(s: State, seat: int, words: Sequence[Word]) -> Command:
    """Read a move; errors carry the column."""
    first, rest = words[0], apart(words[1:])
    verb = read_verb(first, VERBS)
    if verb in ("decline", "pass"):
        nothing_more(rest)
        return c.Pass(seat=seat) if verb == "pass" else c.Decline(seat=seat)
    if verb == "buy":  # what is paid may be nothing: a table can waive the price
        return c.Buy(seat=seat, pay=_cards(s, rest))
    if not rest:
        raise needs(first, "a colour" if verb == "claim" else "a card")
    if verb == "claim":
        colour = _colour(s, rest[0])
        nothing_more(rest[1:])
        return c.Claim(seat=seat, colour=colour)
    if verb == "insure":
        return _insure(s, seat, rest)
    if verb == "take":
        star = rest[0].text.endswith("*")
        card = _card(s, Word(rest[0].text.rstrip("*"), rest[0].column))
        nothing_more(rest[1:])
        p = s.players[seat - 1]
        own = p.piece == card and p.row == "market"
        return c.Take(
            seat=seat, card=card, reserved=star or (own and not is_free(s, "market", card))
        )
    rows = [w for w in rest if w.text.lower() in ROWS]
    cards = [w for w in rest if w.text.lower() not in ROWS]
    if not cards:
        raise needs(rest[-1], "a card")
    card = _card(s, cards[0])
    nothing_more(cards[1:] + rows[1:])
    row = "market" if card in s.market or card not in s.farm else "farm"
    return c.Reserve(seat=seat, card=card, row=ROWS[rows[0].text.lower()] if rows else row)


def _insure(s: State, seat: int, words: list[Word]) -> Command:
    at = next((i for i, w in enumerate(words) if w.text.lower() in ("with", "by")), None)
    if at is None or at == 0 or at == len(words) - 1:
        raise Malformed(
            "goods and the cards that insure them are written as `insure B5 B3 with B2`",
            column=words[-1].column,
        )
    goods, cards = (_cards(s, part) for part in (words[:at], words[at + 1 :]))
    return c.Insure(seat=seat, cards=cards, goods=goods)


def _cards(s: State, words: Sequence[Word]) -> tuple[str, ...]:
    """Read cards, also `R5R3` without a blank."""
    out: list[str] = []
    for w in words:
        out += unglued(w.text.replace("+", ""), s.setup.value) or [_card(s, w)]
    return tuple(out)


def _card(s: State, word: Word) -> str:
    text = word.text.upper()
    for card in (text, text[::-1]):
        if card in s.setup.value:
            return card
    raise unknown(word, "card", s.setup.value)


def _colour(s: State, word: Word) -> str:
    text = word.text.lower()
    hits = [name for name in s.setup.colours if name.startswith(text)]
    if text in hits:
        return text
    if len(hits) != 1:
        raise unknown(word, "colour", s.setup.colours)
    return hits[0]


def write(x: Any) -> str:
    """Write a move."""
    if isinstance(x, c.Claim):
        return f"claim {x.colour}"
    if isinstance(x, c.Buy):
        return " ".join(("buy", *x.pay))
    if isinstance(x, c.Take):
        return f"take {x.card}{'*' if x.reserved else ''}"
    if isinstance(x, c.Reserve):
        return f"reserve {x.card}{' farm' if x.row == 'farm' else ''}"
    if isinstance(x, c.Insure):
        return " ".join(("insure", *x.goods, "with", *x.cards))
    return "pass" if isinstance(x, c.Pass) else "decline"
