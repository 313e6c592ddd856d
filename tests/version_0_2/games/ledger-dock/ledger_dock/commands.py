"""What a player can ask for."""

from __future__ import annotations

from typing import Annotated

from ledger.sdk import Command, name_in, one_of, read_number, typed


class Load(Command):
    """Load crates of a kind."""

    goods: Annotated[str, one_of(lambda s, x: sorted({*s.quay})), name_in("goods", "kind of goods")]
    count: Annotated[
        int,
        one_of(lambda s, x: range(1, min(2, s.quay.count(x.goods)) + 1)),
        typed(lambda s, word: read_number(word), "a number", write=str),
    ]


class Tip(Command):
    """Tip the foreman."""

    coins: Annotated[int, one_of(lambda s, x: range(1, min(2, s.players[x.seat - 1].coins) + 1))]


class Keep(Command):
    """Keep your coins."""
