"""A hand and a discard pile that nobody can tell apart for sure."""

from __future__ import annotations

import copy
import itertools
import pickle
import random
from types import SimpleNamespace

import pytest

from ledger.sdk.kit.pack_knowledge import PackKnowledge
from ledger.sdk.kit.packs import Pack


def worlds(discards: list[tuple[int, list[str]]]) -> list[frozenset[str]]:
    """Return every set of cards that can lie in the discard pile: brute force.

    Each item is how many cards are discarded unseen, and which cards come before that.
    """
    found = {(frozenset[str](), frozenset[str]())}
    for n, fresh in discards:
        found = {
            (hand.union(fresh) - set(gone), down.union(gone))
            for hand, down in found
            for gone in itertools.combinations(sorted(hand.union(fresh)), n)
        }
    return [down for _, down in found]


@pytest.mark.parametrize("sizes", list(itertools.product((1, 2, 3), (0, 2), (0, 1), (1, 2))))
def test_what_can_be_in_hand_is_exactly_what_some_world_allows(sizes: tuple[int, ...]) -> None:
    names = iter("ABCDEFGHIJ")
    history = []
    pack, size = Pack(), 0
    for n in sizes:
        fresh = [next(names) for _ in range(n)]
        size += n
        gone = 1 if size else 0
        size -= gone
        history.append((gone, fresh))
        pack.hand += fresh
        pack.discard([None] * gone)
    everything = sorted([*pack.hand, *pack.down, *pack.maybe])
    there = worlds(history)
    assert pack.in_hand == size
    assert (sorted(pack.all), pack.size) == (everything, len(everything))
    assert pack.sound
    assert set(pack.down) == set.intersection(*map(set, there))
    for n in range(size + 1):
        for cards in itertools.combinations(everything, n):
            right = any(not down.intersection(cards) for down in there)
            assert pack.can_hold(cards) is right, (pack, cards)
    for card in everything:
        if pack.can_hold((card,)):
            after = pack.copy()
            after.take(card)
            left = [down for down in there if card not in down]
            assert set(after.down) == set.intersection(*map(set, left))


@pytest.mark.parametrize(
    "pack",
    [
        Pack(layers=[["A"]], least=[]),
        Pack(layers=[["A"]], least=[2]),
        Pack(layers=[["A", "B"], ["C"]], least=[2, 1]),
    ],
)
def test_layers_that_no_discard_makes_are_not_sound(pack: Pack) -> None:
    assert not pack.sound


def _pickled(known: PackKnowledge) -> PackKnowledge:
    return pickle.loads(pickle.dumps(known))  # noqa: S301


@pytest.mark.parametrize("again", [copy.deepcopy, PackKnowledge.copy, _pickled])
def test_a_copy_knows_the_news_once(again) -> None:
    known = PackKnowledge(["A", "B"], [])
    known.news.append("A")
    other = again(known)
    assert other == known
    assert (other.hand, known.hand) == (["B"], ["B"])
    known.news.append(("C",))
    assert (other.hand, known.hand) == (["B"], ["B", "C"])


@pytest.mark.parametrize("seed", range(20))
def test_what_everybody_knows_is_what_a_plain_pack_says(seed: int) -> None:
    rng, names = random.Random(seed), iter(f"{n}" for n in range(1000))
    known, plain, played = PackKnowledge(), Pack(), list[str]()
    for _ in range(60):
        what = rng.choice(["come", "come", "play", "rest", "sail", "look"])
        seen = [x for x in plain.all if plain.can_hold((x,))]
        if what == "come":
            cards = tuple(itertools.islice(names, rng.randint(1, 3)))
            known.news.append(cards)
            plain.hand += cards
        elif what == "play" and seen:
            played.append(rng.choice(seen))
            known.news.append(played[-1])
            plain.take(played[-1])
        elif what == "rest":
            known.news.append(played)
            plain.rest(played)
            played = []
        elif what == "sail":
            unseen = rng.randint(0, plain.in_hand)
            up, played = tuple(played[:1]), played[1:]
            known.news.append(SimpleNamespace(hand=(None,) * unseen, played=up))
            plain.discard([None] * unseen)
            plain.down += up
        elif what == "look":
            assert known.pack() == plain
            known = known.copy()
    assert known.pack() == plain
