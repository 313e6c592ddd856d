"""What each event does to the position: the function for its type.

It trusts the event, which the rules checked.
"""

from __future__ import annotations

from ledger.sdk import Pile

from . import events as e
from .box import CLOSED
from .state import State

# --- set-up ---------------------------------------------------------------------------------


def dealt(s: State, x: e.Dealt) -> None:
    """Cards come out of the box into a hand."""
    p = s.players[x.seat - 1]
    p.cards.hand += x.cards
    p.known.news.append(x.cards)


def row_filled(s: State, x: e.RowFilled) -> None:
    """Cards leave the deck and lie face up, without cubes."""
    s.deck.take_all(x.cards)
    for card in x.cards:
        s.row.append(card)
        s.laid.append([])


def removed(s: State, x: e.Removed) -> None:
    """Tiles are out of the game."""
    s.sorted[x.symbol].take_all(x.tiles)
    s.removed += x.tiles


def shuffled(s: State, x: e.Shuffled) -> None:
    """What is left of the symbols and the sea tiles become one pile."""
    s.sorted = {}
    s.market.shuffle_in(x.tiles)


def mapped(s: State, x: e.Mapped) -> None:
    """The tiles lie on the map, the pile is used up."""
    s.tiles = dict(zip(x.cells, x.tiles, strict=True))
    s.market = Pile()


def port_filled(s: State, x: e.PortFilled) -> None:
    """A tile leaves the stack and lies on a port."""
    s.stack.take(x.tile)
    s.ports[x.port] = x.tile


def embarked(s: State, x: e.Embarked) -> None:
    """The next one chooses (CEN-A39)."""
    p = s.players[x.seat - 1]
    for cube in x.got:
        p.hold[cube] += x.got[cube]
    p.ship = x.to
    s.sets.remove(x.set)
    del s.asked[0]


def returned(s: State, x: e.Returned) -> None:
    """The cubes are in the supply, which is not counted (CEN-45)."""
    s.sets = []


def turned(s: State, x: e.Turned) -> None:
    """The next turn begins."""
    s.phase, s.active = "turn", x.seat
    s.turn += 1


# --- cards ----------------------------------------------------------------------------------


def acquired(s: State, x: e.Acquired | e.CardRewarded) -> None:
    """Cubes lie on the cards to the left, the card and what lay on it are taken."""
    p, card, row = s.players[x.seat - 1], x.card, s.row
    if type(x) is e.CardRewarded:  # a reward, after which the market may be used (CEN-A11)
        s.phase, s.column = "market", 0
    elif x.paid:  # often a card costs nothing
        for i, cube in enumerate(x.paid):
            p.hold[cube] -= 1
            s.laid[i].append(cube)
    i = row.index(card)
    del row[i], s.laid[i]
    p.cards.hand.append(card)
    p.known.news.append((card,))
    if x.got:
        for cube in x.got:
            p.hold[cube] += x.got[cube]


def gathered(s: State, x: e.Gathered | e.Upgraded | e.Traded) -> None:
    """A card lies face up, cubes go and come."""
    p, card, got = s.players[x.seat - 1], x.card, x.got
    cards, hold = p.cards, p.hold
    if cards.layers:
        cards.take(card)
    else:  # mostly all is known
        cards.hand.remove(card)
    p.known.news.append(card)
    p.played.append(card)
    if type(x) is not e.Gathered:  # quicker than isinstance
        for cube in x.gave:
            hold[cube] -= x.gave[cube]
    for cube in got:
        hold[cube] += got[cube]


def rested(s: State, x: e.Rested) -> None:
    """All cards are in hand, and everybody knows it (CEN-A34)."""
    p = s.players[x.seat - 1]
    p.cards.rest(p.played)
    p.known.news.append(p.played)
    p.played = []


# --- the ship -------------------------------------------------------------------------------


def sailed(s: State, x: e.Sailed) -> None:
    """Cards are discarded, those of the hand unseen by the others; the ship stands elsewhere."""
    p = s.players[x.seat - 1]
    if x.hand:
        p.cards.discard(x.hand)
    if played := x.played:
        for card in played:
            p.played.remove(card)
        p.cards.down += played
    p.known.news.append(x)
    p.ship = x.to


def toll_paid(s: State, x: e.TollPaid) -> None:
    """A cube changes hands at once (CEN-A16)."""
    s.players[x.seat - 1].hold[x.cube] -= 1
    s.players[x.opponent - 1].hold[x.cube] += 1


def built(s: State, x: e.Built) -> None:
    """An outpost leaves the board."""
    p = s.players[x.seat - 1]
    if x.gave:  # often it costs nothing
        for cube in x.gave:
            p.hold[cube] -= x.gave[cube]
    p.outposts[x.symbol] -= 1
    s.posts.setdefault(x.cell, []).append(x.seat)


def column_emptied(s: State, x: e.ColumnEmptied) -> None:
    """A reward is due if there is one (CEN-A08)."""
    if x.rewards:
        s.phase, s.column = "reward", x.column


def bonus_taken(s: State, x: e.BonusTaken) -> None:
    """The tile is taken, the market may be used (CEN-A11)."""
    p = s.players[x.seat - 1]
    p.bonus.append(x.bonus)
    if x.bonus == "vp":
        p.bonus_vp.append(x.points)
        del s.bonus_vp[0]
    else:
        s.bonus[x.bonus] -= 1
    s.phase, s.column = "market", 0


def exchanged(s: State, x: e.Exchanged) -> None:
    """Cubes go and come."""
    hold, gave, got = s.players[x.seat - 1].hold, x.gave, x.got
    for cube in gave:
        hold[cube] -= gave[cube]
    for cube in got:
        hold[cube] += got[cube]


def declined(s: State, x: e.Declined) -> None:
    """Nothing changes."""


def tile_taken(s: State, x: e.TileTaken) -> None:
    """Cubes go, the port is empty for the moment."""
    p, gave = s.players[x.seat - 1], x.gave
    for cube in gave:
        p.hold[cube] -= gave[cube]
    p.tiles.append(x.tile)
    s.ports[x.port] = ""


def closed_moved(s: State, x: e.ClosedMoved) -> None:
    """Another port is closed."""
    s.ports |= {x.start: "", x.to: CLOSED}


# --- the end of a turn ----------------------------------------------------------------------


def overflowed(s: State, x: e.Overflowed) -> None:
    """They are asked one after the other (CEN-A20)."""
    s.phase, s.asked = "hold", list(x.seats)


def discarded(s: State, x: e.Discarded) -> None:
    """Cubes go back to the supply; the next one is asked."""
    hold = s.players[x.seat - 1].hold
    for cube in x.cubes:
        hold[cube] -= 1
    del s.asked[0]


def finished(s: State, x: e.Finished) -> None:
    """Nobody has a turn any more."""
    s.phase = "over"
