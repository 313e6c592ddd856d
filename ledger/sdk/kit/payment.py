"""Paying: with things of certain kinds, which jokers can replace, or with values that add up."""

from __future__ import annotations

import random
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import TypeVar

from ledger.kernel.state.copying import Lookup

T = TypeVar("T")
Purse = dict[str, list[T]]
"""What a player can pay with, by kind, without jokers; the things to spend first come first."""


class Price(Lookup):
    """A number of things of each kind, some of any kind, and some that must be jokers.

    A joker can replace a thing of any kind, but nothing else can replace a joker.
    """

    def __init__(self, need: Mapping[str, int], any: int = 0, jokers: int = 0) -> None:
        self.need, self.any, self.jokers = dict(need), any, jokers
        self.total = sum(self.need.values()) + any + jokers

    def fits(self, kinds: Sequence[str], joker: str) -> bool:
        """Whether things of these kinds pay exactly this price."""
        if len(kinds) != self.total:
            return False
        jokers = kinds.count(joker)
        others = self.total - jokers
        for kind, n in self.need.items():
            others -= min(kinds.count(kind), n)
        # these pay for any kind; as the total is right, jokers make up the rest
        return jokers >= self.jokers and others <= self.any

    def payment(self, purse: Purse[T], joker: T, rest: Callable[[Purse[T]], list[T]]) -> list[T]:
        """Return the payment that uses the fewest jokers, provided the price can be paid.

        `rest` takes what is left in the purse and returns it in the order in which it is spent as
        "any kind". The purse is left with what isn't spent on the kinds that the price names.
        """
        out: list[T] = []
        for kind, n in self.need.items():
            out += purse[kind][:n]
            purse[kind] = purse[kind][n:]
        if self.any:
            out += rest(purse)[: self.any]
        return out + [joker] * (self.total - len(out))

    def random_payment(
        self, purse: Purse[T], joker: T, spare: int, short: int, rng: random.Random
    ) -> list[T]:
        """Return a random way to pay.

        `spare` is how many jokers there are beyond those that the price demands, and `short` how
        many of them have to replace kinds that the purse lacks.
        """
        out = [joker] * self.jokers
        for kind, n in self.need.items():
            mine = purse[kind]
            least = max(n - len(mine), 0)
            short -= least
            most = min(n, spare - short)  # the rest is needed for later kinds
            jokers = least + int(rng.random() * (most - least + 1)) if spare else 0
            if jokers < n and mine[0] != mine[-1]:
                rng.shuffle(mine)
            out += [joker] * jokers + mine[: n - jokers]
            purse[kind] = mine[n - jokers :]
            spare -= jokers
        if not self.any:
            return out
        rest = [thing for mine in purse.values() for thing in mine] + [joker] * spare
        return out + rng.sample(rest, self.any)


def least_sum(things: Collection[str], value: Mapping[str, int], cost: int) -> list[str] | None:
    """Return the things with the lowest sum that covers a cost; None if there aren't enough.

    Of several such selections, the one with the fewest things is returned.
    """
    if sum(map(value.__getitem__, things)) < cost:
        return None
    best: dict[int, list[str]] = {0: []}
    for thing in sorted(things, key=lambda x: (-value[x], x)):
        for have, chosen in sorted(best.items(), reverse=True):
            new = have + value[thing]
            if have < cost and (new not in best or len(best[new]) > len(chosen) + 1):
                best[new] = [*chosen, thing]
    return sorted(best[min(n for n in best if n >= cost)])


def lacking(have: Iterable[T], wanted: Iterable[T]) -> list[T]:
    """Return what is wanted but missing, each thing as often as it is missing."""
    rest, missing = list(have), []
    for thing in wanted:
        if thing in rest:
            rest.remove(thing)
        else:
            missing.append(thing)
    return missing
