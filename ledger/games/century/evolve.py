"""The effect of each event on the position.

These functions don't check their event; the rules did that before it was written.
"""

from __future__ import annotations

from collections.abc import Mapping

from ledger.sdk import Folds, Pile

from . import events as e
from .box import CLOSED
from .state import Player, State

FOLDS = Folds[State]()

# --- set-up ---------------------------------------------------------------------------------


@FOLDS.on(e.Dealt)
def dealt(s: State, x: e.Dealt) -> None:
    """Deal the starting cards to a hand."""
    p = s.players[x.seat - 1]
    p.cards.hand += x.cards
    p.known.news.append(x.cards)


@FOLDS.on(e.RowFilled)
def row_filled(s: State, x: e.RowFilled) -> None:
    """Move cards from the deck to the right end of the row, with no cubes on them."""
    s.deck.take_all(x.cards)
    for card in x.cards:
        s.row.append(card)
        s.laid.append([])


@FOLDS.on(e.Removed)
def removed(s: State, x: e.Removed) -> None:
    """Remove tiles from the game."""
    s.sorted[x.symbol].take_all(x.tiles)
    s.removed += x.tiles


@FOLDS.on(e.Shuffled)
def shuffled(s: State, x: e.Shuffled) -> None:
    """Shuffle the remaining market tiles and the sea tiles into one pile."""
    s.sorted = {}
    s.market.shuffle_in(x.tiles)


@FOLDS.on(e.Mapped)
def mapped(s: State, x: e.Mapped) -> None:
    """Lay out the map, which uses up the pile of tiles."""
    s.tiles = dict(zip(x.cells, x.tiles, strict=True))
    s.market = Pile()


@FOLDS.on(e.PortFilled)
def port_filled(s: State, x: e.PortFilled) -> None:
    """Move a tile from the stack to a port."""
    s.stack.take(x.tile)
    s.ports[x.port] = x.tile


@FOLDS.on(e.Embarked)
def embarked(s: State, x: e.Embarked) -> None:
    """Give the player cubes and a place on the map, and ask the next player (CEN-A39)."""
    p = s.players[x.seat - 1]
    for cube in x.got:
        p.hold[cube] += x.got[cube]
    p.ship = x.to
    s.sets.remove(x.set)
    del s.asked[0]


@FOLDS.on(e.Returned)
def returned(s: State, x: e.Returned) -> None:
    """Return the unclaimed cubes to the supply, which isn't counted (CEN-45)."""
    s.sets = []


@FOLDS.on(e.Turned)
def turned(s: State, x: e.Turned) -> None:
    """Start the next turn."""
    s.phase, s.active = "turn", x.seat
    s.turn += 1


# --- cards ----------------------------------------------------------------------------------


@FOLDS.on(e.Acquired)
def acquired(s: State, x: e.Acquired) -> None:
    """Put a cube on each card to the left, then take the card with the cubes on it."""
    p = s.players[x.seat - 1]
    for i, cube in enumerate(x.paid):
        p.hold[cube] -= 1
        s.laid[i].append(cube)
    _take_card(s, p, x.card, x.got)


def _take_card(s: State, p: Player, card: str, got: Mapping[str, int]) -> None:
    """Move a card from the row to a hand, with the cubes that were on it."""
    place = s.row.index(card)
    del s.row[place], s.laid[place]
    p.cards.hand.append(card)
    p.known.news.append((card,))
    for cube in got:
        p.hold[cube] += got[cube]


@FOLDS.on(e.Gathered, e.Upgraded, e.Traded)
def gathered(s: State, x: e.Gathered | e.Upgraded | e.Traded) -> None:
    """Play a card face up, and give and take its cubes."""
    p, card, got = s.players[x.seat - 1], x.card, x.got
    cards, hold = p.cards, p.hold
    if cards.layers:
        cards.take(card)
    else:  # the usual case: the whole hand is known
        cards.hand.remove(card)
    p.known.news.append(card)
    p.played.append(card)
    if type(x) is not e.Gathered:  # quicker than isinstance
        for cube in x.gave:
            hold[cube] -= x.gave[cube]
    for cube in got:
        hold[cube] += got[cube]


@FOLDS.on(e.Rested)
def rested(s: State, x: e.Rested) -> None:
    """Return all cards to the hand; everybody then knows what is in it (CEN-A34)."""
    p = s.players[x.seat - 1]
    p.cards.rest(p.played)
    p.known.news.append(p.played)
    p.played = []


# --- the ship -------------------------------------------------------------------------------


@FOLDS.on(e.Sailed)
def sailed(s: State, x: e.Sailed) -> None:
    """Discard cards (those from the hand unseen by others), and move the ship."""
    p = s.players[x.seat - 1]
    if x.hand:
        p.cards.discard(x.hand)
    if played := x.played:
        for card in played:
            p.played.remove(card)
        p.cards.down += played
    p.known.news.append(x)
    p.ship = x.to


@FOLDS.on(e.TollPaid)
def toll_paid(s: State, x: e.TollPaid) -> None:
    """Hand over a cube right away (CEN-A16)."""
    s.players[x.seat - 1].hold[x.cube] -= 1
    s.players[x.opponent - 1].hold[x.cube] += 1


@FOLDS.on(e.Built)
def built(s: State, x: e.Built) -> None:
    """Pay for an outpost, and move it from the player's board to the map."""
    p = s.players[x.seat - 1]
    for cube in x.gave:
        p.hold[cube] -= x.gave[cube]
    p.outposts[x.symbol] -= 1
    s.posts.setdefault(x.cell, []).append(x.seat)


@FOLDS.on(e.ColumnEmptied)
def column_emptied(s: State, x: e.ColumnEmptied) -> None:
    """Ask the player to choose a reward, if there are any left (CEN-A08)."""
    if x.rewards:
        s.phase, s.column = "reward", x.column


@FOLDS.on(e.CardRewarded)
def card_rewarded(s: State, x: e.CardRewarded) -> None:
    """Take a card from the row; after that, the market can be used (CEN-A11)."""
    _take_card(s, s.players[x.seat - 1], x.card, x.got)
    s.phase, s.column = "market", 0


@FOLDS.on(e.BonusTaken)
def bonus_taken(s: State, x: e.BonusTaken) -> None:
    """Take a bonus tile; after that, the market can be used (CEN-A11)."""
    p = s.players[x.seat - 1]
    p.bonus.append(x.bonus)
    if x.bonus == "vp":
        p.bonus_vp.append(x.points)
        del s.bonus_vp[0]
    else:
        s.bonus[x.bonus] -= 1
    s.phase, s.column = "market", 0


@FOLDS.on(e.Exchanged)
def exchanged(s: State, x: e.Exchanged) -> None:
    """Give cubes and take others for them."""
    hold, gave, got = s.players[x.seat - 1].hold, x.gave, x.got
    for cube in gave:
        hold[cube] -= gave[cube]
    for cube in got:
        hold[cube] += got[cube]


@FOLDS.on(e.Declined)
def declined(s: State, x: e.Declined) -> None:
    """Do nothing: the position doesn't change."""


@FOLDS.on(e.TileTaken)
def tile_taken(s: State, x: e.TileTaken) -> None:
    """Pay for a tile and take it; its port is empty for the moment."""
    p, gave = s.players[x.seat - 1], x.gave
    for cube in gave:
        p.hold[cube] -= gave[cube]
    p.tiles.append(x.tile)
    s.ports[x.port] = ""


@FOLDS.on(e.ClosedMoved)
def closed_moved(s: State, x: e.ClosedMoved) -> None:
    """Open one port and close another."""
    s.ports |= {x.start: "", x.to: CLOSED}


# --- the end of a turn ----------------------------------------------------------------------


@FOLDS.on(e.Overflowed)
def overflowed(s: State, x: e.Overflowed) -> None:
    """Ask these players to discard, one after the other (CEN-A20)."""
    s.phase, s.asked = "hold", list(x.seats)


@FOLDS.on(e.Discarded)
def discarded(s: State, x: e.Discarded) -> None:
    """Return cubes to the supply, and ask the next player."""
    hold = s.players[x.seat - 1].hold
    for cube in x.cubes:
        hold[cube] -= 1
    del s.asked[0]


@FOLDS.on(e.Finished)
def finished(s: State, x: e.Finished) -> None:
    """End the game; no more turns are taken."""
    s.phase = "over"
