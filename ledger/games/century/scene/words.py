"""Descriptions of the pieces in words, for people who listen to a board rather than see it."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from ledger.sdk.scene import SceneBuilder

from ..view import View

Amounts = tuple[tuple[str, int], ...]
Names = tuple[tuple[str, str], ...]


class Phrases(NamedTuple):
    """Titles, and phrases with gaps, in one language."""

    merchants: str
    bonus: str
    deck: str
    stack: str
    hold: str
    outposts: str
    won: str
    hand: str
    either: str
    played: str
    discard: str
    points: str
    ship: str
    outpost: str
    cube: str
    cubes: str
    market: str
    sea: str
    port: str
    slot: str
    gain: str
    trade: str
    upgrade: str
    tile: str
    closed: str
    hidden_card: str
    hidden_tile: str
    deck_left: str
    stack_left: str
    moves_left: str
    holds_left: str
    move: str
    room: str
    bonus_points: str
    start: str
    limit: str


class Words:
    """The phrases of a language, its names for colours and symbols, and the letters for cubes.

    There is one instance per language and box, so that cached results are found again.
    """

    def __init__(self, phrases: Phrases, names: Names, letters: Names) -> None:
        self.phrases, self.letters = phrases, letters
        self.names = dict(names)

    def cubes(self, have: Amounts) -> str:
        """Describe cubes in words, colour by colour."""
        say = self.phrases.cubes
        return ", ".join([say.format(count=n, colour=self.names.get(k, k)) for k, n in have])


def words_of(view: View, builder: SceneBuilder) -> Words:
    """Return the words for the builder's language."""
    tell, title = builder.tell, builder.title
    phrases = Phrases(
        merchants=tell("Merchants"),
        bonus=title("bonus tiles"),
        deck=title("deck"),
        stack=tell("VP"),
        hold=title("hold"),
        outposts=title("outposts"),
        won=tell("Tiles won"),
        hand=title("hand"),
        either=tell("Hand or discard"),
        played=tell("Played"),
        discard=tell("Discard"),
        points=tell("{points} VP"),
        ship=tell("ship of {name}"),
        outpost=tell("outpost of {name}"),
        cube=tell("{colour} cube"),
        cubes=tell("{count} {colour}"),
        market=tell("market {cell}, {symbol}: {give} for {get}"),
        sea=tell("sea {cell}"),
        port=tell("port {cell}"),
        slot=tell("{cell}, no tile yet"),
        gain=tell("card {card}: take {get}"),
        trade=tell("card {card}: {give} for {get}"),
        upgrade=tell("card {card}: upgrade cubes, steps: {steps}"),
        tile=tell("VP tile: {points} VP for {cost}"),
        closed=tell("closed port"),
        hidden_card=tell("card, face down"),
        hidden_tile=tell("VP tile, face down"),
        deck_left=tell("deck, cards left: {count}"),
        stack_left=tell("VP tiles left: {count}"),
        moves_left=tell("bonus tiles for an extra step, left: {count}"),
        holds_left=tell("bonus tiles for a larger hold, left: {count}"),
        move=tell("bonus tile for an extra step"),
        room=tell("bonus tile for a larger hold"),
        bonus_points=tell("bonus tile for points: {points}"),
        start=tell("starting cubes: {cubes}"),
        limit=tell("cubes in the hold: {count} of {limit}"),
    )
    names = tuple([(x, tell(x)) for x in (*view.letters, *view.marks)])
    return _words(phrases, names, tuple(view.letters.items()))


_words = lru_cache(maxsize=64)(Words)


def card_words(words: Words, id: str, give: Amounts, get: Amounts, steps: int) -> str:
    """Describe what a card does."""
    phrase = words.phrases.upgrade if steps else words.phrases.trade if give else words.phrases.gain
    return phrase.format(card=id, give=words.cubes(give), get=words.cubes(get), steps=steps)


def tile_words(words: Words, points: int, cost: Amounts) -> str:
    """Describe what a VP tile costs and brings."""
    return words.phrases.tile.format(points=points, cost=words.cubes(cost))
