"""The start of a turn, and bazaar cards, which can come up then and in an action."""

from __future__ import annotations

from ledger.sdk import N_, Decision, clockwise, move, portions

from .. import commands as c
from .. import events as e
from ..state import Player, State
from .effects import able, gain, make_deal, open_gains
from .payment import PAID

# --- the start of a turn --------------------------------------------------------------------


def start_turn(d: Decision[State], s: State, seat: int) -> None:
    """IST-15, IST-45: a turn begins with the tiles that the player has by now."""
    owned = s.players[seat - 1].owned
    due = [tile for tile in s.setup.order if tile in owned] if owned else ()  # IST-A10
    d.emit(e.Turned(seat=seat, income=tuple(due)))
    go_on(d, s)


def go_on(d: Decision[State], s: State) -> None:
    """IST-A10: tiles are a duty; the player is asked for the order only where it can matter."""
    if s.phase != "income":
        return  # a card is to be chosen, or it led through all of this already
    if not s.income:
        roll(d, s)
    elif len({s.setup.tiles[tile].reveal for tile in s.income}) == 1:
        use_tile(d, s, s.income[0])


def use_tile(d: Decision[State], s: State, tile: str) -> None:
    """IST-46 to IST-48: lira, crystals, or a bazaar card revealed by no die."""
    d.emit(e.TileUsed(seat=s.active, tile=tile))
    effect = s.setup.tiles[tile]
    gain(d, s.active, *effect.income.items())
    if effect.reveal:
        reveal(d, s, effect.reveal)
    go_on(d, s)


def next_due(s: State, seat: int) -> c.Income:
    """IST-A10: the usual order of tiles need not be said."""
    return c.Income(seat=seat, tile=s.income[0])


@move("IST-A10", e.TileUsed, answers="income", declines=next_due, button=N_("use a tile"))
def income(d: Decision[State], s: State, p: Player, x: c.Income) -> None:
    """IST-A10: the player chooses the order of the tiles that are due."""
    if x.tile in p.fresh and x.tile in s.setup.order:
        d.need("IST-45", False, f"the {x.tile} can't be used before your next turn")
    else:
        d.must("IST-A10", x.tile in s.income, f"{x.tile!r} is not a tile of yours that is due now")
    use_tile(d, s, x.tile)


def roll(d: Decision[State], s: State) -> None:
    """IST-04, IST-16: the common dice and those of usable die tiles."""
    n = s.setup.limits.dice
    for tile in s.players[s.active - 1].tiles:
        n += s.setup.tiles[tile].dice
    faces = d.chance.roll(s.setup.faces, n, "roll", s.active, "IST-16")
    d.emit(e.Rolled(seat=s.active, faces=tuple(faces)))


# --- bazaar cards ---------------------------------------------------------------------------


def reveal(d: Decision[State], s: State, count: int) -> None:
    """IST-28, IST-29: from the deck, renewed only when the next card is due (IST-A09)."""
    for n in portions(s.deck, count, lambda: reshuffle(d, s)):
        d.emit(e.Revealed(cards=d.seen(s.deck, n, "reveal", rule="IST-28")))
    if len(s.shown) == 1:  # IST-A08: nobody is asked where there is nothing to choose
        (card,) = s.shown
        deal = s.setup.cards[card]
        if deal.simple:
            use(d, s, c.Use(seat=s.active, card=card))
        elif not able(s, s.active, deal):
            otherwise(d, s, c.Otherwise(seat=s.active, card=card))


def reshuffle(d: Decision[State], s: State) -> None:
    """IST-29: the discards, if there are any, become the deck."""
    if s.discard:
        d.emit(e.Reshuffled(cards=tuple(sorted(s.discard))))


@move("IST-28", e.CardUsed, answers="card", called=PAID, button=N_("use a card"))
def use(d: Decision[State], s: State, x: c.Use) -> None:
    """IST-28, IST-52: the active part of one revealed card."""
    d.must("IST-28", x.card in s.shown, f"{x.card} is not one of the revealed cards")
    make_deal(d, x, s.setup.cards[x.card], x.card)
    offer(d, s, x.card)


@move("IST-28", e.CardDeclined, answers="card", button=N_("use a card without its condition"))
def otherwise(d: Decision[State], s: State, x: c.Otherwise) -> None:
    """IST-56: without its condition a card gives 1 lira, if it shows that (IST-A08)."""
    d.must("IST-28", x.card in s.shown, f"{x.card} is not one of the revealed cards")
    deal = s.setup.cards[x.card]
    free = deal.conditional or not open_gains(s, deal)
    d.must("IST-A08", free, f"{x.card} has no condition that you could skip")
    d.emit(e.CardDeclined(seat=x.seat, card=x.card))
    gain(d, x.seat, *s.setup.otherwise[x.card])
    offer(d, s, x.card)


def offer(d: Decision[State], s: State, card: str) -> None:
    """IST-53, IST-A11: then the others, clockwise, as far as they can meet the condition."""
    deal = s.setup.others.get(card)
    others = clockwise(s.active, s.setup.players)[1:] if deal else ()
    if seats := [seat for seat in others if able(s, seat, deal)]:
        d.emit(e.Offered(card=card, seats=tuple(seats)))
    else:
        clear(d, s)


@move("IST-A11", e.Accepted, answers="offer", called=PAID, button=N_("accept"))
def accept(d: Decision[State], s: State, x: c.Accept) -> None:
    """IST-53: the others' part."""
    make_deal(d, x, s.setup.others[s.card], s.card)
    next_offer(d, s)


@move("IST-A11", e.Refused, answers="offer", declines=True, button=N_("refuse"))
def refuse(d: Decision[State], s: State, x: c.Refuse) -> None:
    """IST-A11: every player may refuse."""
    d.emit(e.Refused(seat=x.seat))
    next_offer(d, s)


def next_offer(d: Decision[State], s: State) -> None:
    """IST-A11: who can no longer meet the condition is not asked."""
    deal = s.setup.others.get(s.card)
    while s.asked and not able(s, s.asked[0], deal):
        d.emit(e.Skipped(seat=s.asked[0]))
    if not s.asked:
        clear(d, s)


def clear(d: Decision[State], s: State) -> None:
    """IST-28: all revealed cards are discarded; a turn that has not rolled goes on (IST-15)."""
    d.emit(e.Cleared(cards=tuple(s.shown)))
    go_on(d, s)
