"""The states that a correction must not produce."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ledger.sdk import Message

from .state import State


def faults(s: State, names: Sequence[str]) -> Iterator[Message]:
    """Yield what is wrong: rubies an area doesn't have, or unknown dice, cards and players."""
    setup = s.setup
    for area, prices in setup.prices.items():
        if s.taken.get(area, 0) > len(prices):
            yield Message(
                "at most {rubies} rubies can be taken from the area {area}",
                rubies=len(prices),
                area=area,
            )
    if sum(p.mosque for p in s.players) + s.mosque > setup.mosque_rubies:
        yield Message(
            "the mosque has {rubies} rubies in all, counting those that players have taken from it",
            rubies=setup.mosque_rubies,
        )
    for name, p in zip(names, s.players, strict=True):
        dice = sum(setup.tiles[tile].dice for tile in p.owned)
        if p.dice != dice:
            yield Message(
                "{name}'s tiles give {dice} extra dice: use `adjust {name} dice {dice}`",
                name=name,
                dice=dice,
            )
    if len(s.dice) + len(s.used) > setup.box.supply.dice:
        yield Message("there are {dice} dice", dice=setup.box.supply.dice)
    if s.card and s.card not in s.shown:
        yield Message("the card {card} isn't one of those that were revealed", card=s.card)
    if (s.phase in ("card", "offer")) != bool(s.shown) or (s.phase == "offer") != bool(s.card):
        yield Message("cards can be face up only while one is being chosen or offered")
    early = s.phase == "action" and not s.rolled
    if early or (s.phase == "income" and (s.rolled or not s.income)):
        yield Message("dice are rolled for actions, once the tiles have given their income")
    owned = s.players[s.active - 1].owned
    if any(tile not in owned or tile not in setup.order for tile in s.income):
        yield Message("income can come only from the active player's tiles")
    if not {*s.asked} <= {*range(1, setup.players + 1)} - {s.active}:
        yield Message("a card can be offered only to the other players")
