"""How moves are typed."""

from __future__ import annotations

from ledger.sdk import Form, Line, Notation, Part, Word, name_of, read_number

from . import commands as c
from .state import State


def _goods(s: State, word: Word) -> str:
    return name_of(word, s.setup.goods, "kind of goods")


def _rest(s: State, seat: int, line: Line) -> dict[str, object]:
    return {"coins": read_number(line.take("how many coins"))}


NOTATION = Notation(
    {
        "load": Form(
            c.Load,
            ("loads",),
            (Part("goods", _goods, "what"), Part("count", lambda s, w: read_number(w), "how many", write=str)),
        ),
        "tip": Form(c.Tip, ("tips",), rest=_rest, written=(Part("coins", write=str),)),
        "keep": Form(c.Keep, ("keeps",)),
    }
)
