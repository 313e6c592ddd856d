"""The states that a correction must not produce."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from ledger.sdk import Message

from .box import CUBES
from .state import State


def faults(s: State, names: Sequence[str]) -> Iterator[Message]:
    """Yield what is wrong: gaps in the map, outposts without a market, impossible hands."""
    setup, seats = s.setup, range(1, s.setup.players + 1)
    columns = len(setup.values)
    if len(s.laid) != len(s.row) or len(s.row) > setup.limits.row:
        yield Message(
            "the row has up to {cards} cards, each with its cubes in /laid", cards=setup.limits.row
        )
    if not {cube for laid in s.laid for cube in laid} <= {*CUBES}:
        yield Message("cubes can be {cubes}", cubes=Message.join(", ", CUBES))
    if {*s.tiles} != {*setup.slots} or {*s.ports} != {*setup.ports}:
        yield Message("every slot and every port of the map needs its tile")
    built: Counter[tuple[int, str]] = Counter()
    for cell, there in s.posts.items():
        market = setup.market.get(s.tiles.get(cell, ""))
        if market is None or len(set(there)) < len(there):
            yield Message(
                "outposts stand on market tiles, at most one for each player; {cell} has no room "
                "for one",
                cell=cell,
            )
        else:
            built.update((seat, market.symbol) for seat in there)
    for seat, (name, p) in enumerate(zip(names, s.players, strict=True), 1):
        for symbol, left in p.outposts.items():
            if left + built[seat, symbol] != columns:
                yield Message(
                    "{name} must have {columns} {symbol} outposts, counting both board and map",
                    name=name,
                    columns=columns,
                    symbol=symbol,
                )
        if p.bonus.count("vp") != len(p.bonus_vp):
            yield Message(
                "{name}'s VP bonus tiles need their points listed in /bonus_vp", name=name
            )
        if not p.ship and s.phase != "start":
            yield Message("{name}'s ship must be somewhere", name=name)
        sound = p.cards.sound and p.known.sound
        if not sound or sorted(p.cards.all) != sorted(p.known.all):
            yield Message("{name}'s cards must match what everybody knows about them", name=name)
    if (s.phase == "reward") != (str(s.column) in setup.rewards):
        yield Message("a reward comes from a column that has been emptied")
    if not {*s.sets} <= {*setup.sets} or (s.phase == "start" and len(s.sets) < len(s.asked)):
        yield Message("each player who has yet to start needs a set of cubes to choose")
    if not {*s.asked} <= {*seats} or (s.asked and s.phase not in ("start", "hold")):
        yield Message("players are numbered 1 to {players}", players=len(seats))
