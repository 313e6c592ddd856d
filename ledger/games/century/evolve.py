"""What each event does to the position.

Each function trusts its event: the rules checked it before it was written down.
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
    """Cards come from the box into a hand."""
    p = s.players[x.seat - 1]
    p.cards.hand += x.cards
    p.known.news.append(x.cards)


@FOLDS.on(e.RowFilled)
def row_filled(s: State, x: e.RowFilled) -> None:
    """Cards leave the deck for the right end of the row, with no cubes on them."""
    s.deck.take_all(x.cards)
    for card in x.cards:
        s.row.append(card)
        s.laid.append([])


@FOLDS.on(e.Removed)
def removed(s: State, x: e.Removed) -> None:
    """Tiles leave the game."""
    s.sorted[x.symbol].take_all(x.tiles)
    s.removed += x.tiles


@FOLDS.on(e.Shuffled)
def shuffled(s: State, x: e.Shuffled) -> None:
    """The market tiles that are left and the sea tiles become one pile."""
    s.sorted = {}
    s.market.shuffle_in(x.tiles)


@FOLDS.on(e.Mapped)
def mapped(s: State, x: e.Mapped) -> None:
    """The pile is used up: its tiles make the map."""
    s.tiles = dict(zip(x.cells, x.tiles, strict=True))
    s.market = Pile()


@FOLDS.on(e.PortFilled)
def port_filled(s: State, x: e.PortFilled) -> None:
    """A tile leaves the stack for a port."""
    s.stack.take(x.tile)
    s.ports[x.port] = x.tile


@FOLDS.on(e.Embarked)
def embarked(s: State, x: e.Embarked) -> None:
    """A player has cubes and a place on the map; the next one chooses (CEN-A39)."""
    p = s.players[x.seat - 1]
    for cube in x.got:
        p.hold[cube] += x.got[cube]
    p.ship = x.to
    s.sets.remove(x.set)
    del s.asked[0]


@FOLDS.on(e.Returned)
def returned(s: State, x: e.Returned) -> None:
    """The cubes go to the supply, which is not counted (CEN-45)."""
    s.sets = []


@FOLDS.on(e.Turned)
def turned(s: State, x: e.Turned) -> None:
    """The next turn begins."""
    s.phase, s.active = "turn", x.seat
    s.turn += 1


# --- cards ----------------------------------------------------------------------------------


@FOLDS.on(e.Acquired)
def acquired(s: State, x: e.Acquired) -> None:
    """A cube goes onto each card to the left; the card and the cubes on it are taken."""
    p = s.players[x.seat - 1]
    for i, cube in enumerate(x.paid):
        p.hold[cube] -= 1
        s.laid[i].append(cube)
    _take_card(s, p, x.card, x.got)


def _take_card(s: State, p: Player, card: str, got: Mapping[str, int]) -> None:
    """A card leaves the row for a hand, with the cubes that were on it."""
    place = s.row.index(card)
    del s.row[place], s.laid[place]
    p.cards.hand.append(card)
    p.known.news.append((card,))
    for cube in got:
        p.hold[cube] += got[cube]


@FOLDS.on(e.Gathered, e.Upgraded, e.Traded)
def gathered(s: State, x: e.Gathered | e.Upgraded | e.Traded) -> None:
    """A card is played face up, cubes are given and taken."""
    p, card, got = s.players[x.seat - 1], x.card, x.got
    cards, hold = p.cards, p.hold
    if cards.layers:
        cards.take(card)
    else:  # usually the whole hand is known
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
    """All cards are in the hand again, and everybody knows it (CEN-A34)."""
    p = s.players[x.seat - 1]
    p.cards.rest(p.played)
    p.known.news.append(p.played)
    p.played = []


# --- the ship -------------------------------------------------------------------------------


@FOLDS.on(e.Sailed)
def sailed(s: State, x: e.Sailed) -> None:
    """Cards are discarded, those from the hand unseen by others, and the ship moves."""
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
    """A cube changes hands at once (CEN-A16)."""
    s.players[x.seat - 1].hold[x.cube] -= 1
    s.players[x.opponent - 1].hold[x.cube] += 1


@FOLDS.on(e.Built)
def built(s: State, x: e.Built) -> None:
    """An outpost is paid for and goes from the player's board to the map."""
    p = s.players[x.seat - 1]
    for cube in x.gave:
        p.hold[cube] -= x.gave[cube]
    p.outposts[x.symbol] -= 1
    s.posts.setdefault(x.cell, []).append(x.seat)


@FOLDS.on(e.ColumnEmptied)
def column_emptied(s: State, x: e.ColumnEmptied) -> None:
    """The player is asked for a reward, if any is left (CEN-A08)."""
    if x.rewards:
        s.phase, s.column = "reward", x.column


@FOLDS.on(e.CardRewarded)
def card_rewarded(s: State, x: e.CardRewarded) -> None:
    """A card of the row is taken, then the market may be used (CEN-A11)."""
    _take_card(s, s.players[x.seat - 1], x.card, x.got)
    s.phase, s.column = "market", 0


@FOLDS.on(e.BonusTaken)
def bonus_taken(s: State, x: e.BonusTaken) -> None:
    """A bonus tile is taken, then the market may be used (CEN-A11)."""
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
    """Cubes are given and taken."""
    hold, gave, got = s.players[x.seat - 1].hold, x.gave, x.got
    for cube in gave:
        hold[cube] -= gave[cube]
    for cube in got:
        hold[cube] += got[cube]


@FOLDS.on(e.Declined)
def declined(s: State, x: e.Declined) -> None:
    """Nothing changes."""


@FOLDS.on(e.TileTaken)
def tile_taken(s: State, x: e.TileTaken) -> None:
    """A tile is paid for and taken; its port is empty for the moment."""
    p, gave = s.players[x.seat - 1], x.gave
    for cube in gave:
        p.hold[cube] -= gave[cube]
    p.tiles.append(x.tile)
    s.ports[x.port] = ""


@FOLDS.on(e.ClosedMoved)
def closed_moved(s: State, x: e.ClosedMoved) -> None:
    """One port opens, another is closed."""
    s.ports |= {x.start: "", x.to: CLOSED}


# --- the end of a turn ----------------------------------------------------------------------


@FOLDS.on(e.Overflowed)
def overflowed(s: State, x: e.Overflowed) -> None:
    """These players are asked one after the other (CEN-A20)."""
    s.phase, s.asked = "hold", list(x.seats)


@FOLDS.on(e.Discarded)
def discarded(s: State, x: e.Discarded) -> None:
    """Cubes go back to the supply; the next player is asked."""
    hold = s.players[x.seat - 1].hold
    for cube in x.cubes:
        hold[cube] -= 1
    del s.asked[0]


@FOLDS.on(e.Finished)
def finished(s: State, x: e.Finished) -> None:
    """No more turns are taken."""
    s.phase = "over"
