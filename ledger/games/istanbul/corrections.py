"""What no correction can bring about."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from .state import State


def faults(s: State, names: Sequence[str]) -> Iterator[str]:
    """Yield what is wrong: rubies that an area doesn't have, missing dice, cards and players."""
    setup = s.setup
    for area, prices in setup.prices.items():
        if s.taken.get(area, 0) > len(prices):
            yield f"{len(prices)} rubies can be taken from the area {area}"
    if sum(p.mosque for p in s.players) + s.mosque > setup.mosque_rubies:
        yield f"the mosque has {setup.mosque_rubies} rubies, with those that players took there"
    for name, p in zip(names, s.players, strict=True):
        dice = sum(setup.tiles[tile].dice for tile in p.owned)
        if p.dice != dice:
            yield f"{name}'s tiles give {dice} extra dice: `adjust {name} dice {dice}`"
    if len(s.dice) + len(s.used) > setup.box.supply.dice:
        yield f"there are {setup.box.supply.dice} dice"
    if s.card and s.card not in s.shown:
        yield f"the card {s.card} isn't one of those that were revealed"
    if (s.phase in ("card", "offer")) != bool(s.shown) or (s.phase == "offer") != bool(s.card):
        yield "cards are revealed when one has to be chosen or is offered, and only then"
    early = s.phase == "action" and not s.rolled
    if early or (s.phase == "income" and (s.rolled or not s.income)):
        yield "dice are rolled for actions, after the tiles have brought their income"
    owned = s.players[s.active - 1].owned
    if any(tile not in owned or tile not in setup.order for tile in s.income):
        yield "income comes from tiles of the active player"
    if not {*s.asked} <= {*range(1, setup.players + 1)} - {s.active}:
        yield "the others are offered a card"
