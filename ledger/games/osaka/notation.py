"""Moves as they are typed: `take R5`, `buy R5 Y3`, `insure B5 B3 with B2`."""

from __future__ import annotations

from typing import Any

from ledger.sdk import Message
from ledger.sdk.kit import (
    Form,
    FormPart,
    Notation,
    RestOfLine,
    Word,
    expect,
    name_by_start,
    nothing_more,
    unglued,
    unknown,
)

from . import commands as c
from .rules.cards import free
from .state import State

ROWS = {"market": "market", "m": "market", "farm": "farm", "f": "farm", "production": "farm"}


def _card(s: State, word: Word) -> str:
    text = word.text.upper()
    for card in (text, text[::-1]):
        if card in s.setup.value:
            return card
    raise unknown(word, "card", s.setup.value)


def _cards(s: State, word: Word) -> list[str]:
    """Read cards, including several without a space in between, such as `R5R3`."""
    return unglued(word.text.replace("+", ""), s.setup.value) or [_card(s, word)]


def _take(s: State, seat: int, line: RestOfLine) -> dict[str, Any]:
    word = line.take("a card")
    card = _card(s, Word(word.text.rstrip("*"), word.column))
    p = s.players[seat - 1]
    own = p.piece == card and p.row == "market" and card not in free(s, "market")
    return {"card": card, "reserved": own or word.text.endswith("*")}


def _reserve(s: State, seat: int, line: RestOfLine) -> dict[str, Any]:
    words = line.rest("a card")
    rows = [w for w in words if w.text.lower() in ROWS]
    line.words = [w for w in words if w.text.lower() not in ROWS]
    card = _card(s, line.take("a card"))
    nothing_more(line.rest() + rows[1:])
    row = "market" if card in s.market or card not in s.farm else "farm"
    return {"card": card, "row": ROWS[rows[0].text.lower()] if rows else row}


def _insure(s: State, seat: int, line: RestOfLine) -> dict[str, Any]:
    words = line.rest("a card")
    at = next((i for i, w in enumerate(words) if w.text.lower() in ("with", "by")), 0)
    say = Message("goods and the cards that insure them are written like `insure B5 B3 with B2`")
    expect(0 < at < len(words) - 1, line.last, say)
    return {"goods": PAY.values(s, words[:at]), "cards": PAY.values(s, words[at + 1 :])}


PAY = FormPart("pay", _cards, several=True)
"""The payment. It can be empty, because a table can waive the price."""
COLOUR = FormPart("colour", lambda s, w: name_by_start(w, s.setup.colours, "colour"), "a colour")
GOODS = FormPart("goods", several=True)
CARDS = FormPart("cards", key="with", several=True)
CARD = FormPart("card")
ROW = FormPart("row", write=lambda row: "farm" if row == "farm" else "")
"""The row, written only for the Farm: `reserve R5` means a card in the Market if there is one."""
FORMS = {
    "claim": Form(c.Claim, ("token", "c"), (COLOUR,)),
    "buy": Form(c.Buy, ("buys", "b"), (PAY,)),
    "take": Form(
        c.Take, ("takes", "t"), rest=_take, write=lambda x: f"take {x.card}{'*' * x.reserved}"
    ),
    "reserve": Form(c.Reserve, ("reserves", "r"), rest=_reserve, written=(CARD, ROW)),
    "insure": Form(c.Insure, ("insures", "i"), rest=_insure, written=(GOODS, CARDS)),
    "decline": Form(c.Decline, ("declines", "no")),
    "pass": Form(c.Pass, ("passes",)),
}
NOTATION = Notation(FORMS)
