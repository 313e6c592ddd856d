"""The start of a turn, and bazaar cards, which can come up both then and in an action."""

from __future__ import annotations

from ledger.sdk import N_, Decision, clockwise, move
from ledger.sdk.kit import portions

from .. import commands as c
from .. import events as e
from ..state import Player, State
from .effects import able, gain, make_deal, open_gains
from .payment import PAID

# --- the start of a turn --------------------------------------------------------------------


def start_turn(d: Decision[State], s: State, seat: int) -> None:
    """IST-15, IST-45: start a turn; the tiles that the player owns by now take effect."""
    owned = s.players[seat - 1].owned
    due = [tile for tile in s.setup.order if tile in owned] if owned else ()  # IST-A10
    d.emit(e.Turned(seat=seat, income=tuple(due)))
    go_on(d, s)


def go_on(d: Decision[State], s: State) -> None:
    """IST-A10: use the tiles that are due, asking the player only if the order can matter."""
    if s.phase != "income":
        return  # a card has to be chosen, or its use has already done all of this
    if not s.income:
        roll(d, s)
    elif len({s.setup.tiles[tile].reveal for tile in s.income}) == 1:
        use_tile(d, s, s.income[0])


def use_tile(d: Decision[State], s: State, tile: str) -> None:
    """IST-46 to IST-48: give lira or crystals, or reveal a bazaar card without a die."""
    d.emit(e.TileUsed(seat=s.active, tile=tile))
    effect = s.setup.tiles[tile]
    gain(d, s.active, *effect.income.items())
    if effect.reveal:
        reveal(d, s, effect.reveal)
    go_on(d, s)


def next_due(s: State, seat: int) -> c.Income:
    """IST-A10: return the default command, which uses the next tile in the usual order."""
    return c.Income(seat=seat, tile=s.income[0])


@move(c.Income, "IST-A10", e.TileUsed, answers="income", declines=next_due, button=N_("use a tile"))
def income(d: Decision[State], s: State, p: Player, x: c.Income) -> None:
    """IST-A10: use the tile that the player chose from those that are due."""
    if x.tile in p.fresh and x.tile in s.setup.order:
        d.need("IST-45", False, "the {tile} can't be used before your next turn", tile=x.tile)
    else:
        d.must(
            "IST-A10",
            x.tile in s.income,
            "{tile!r} isn't one of your tiles due now",
            tile=x.tile,
        )
    use_tile(d, s, x.tile)


def roll(d: Decision[State], s: State) -> None:
    """IST-04, IST-16: roll the common dice and those of usable die tiles."""
    n = s.setup.limits.dice
    for tile in s.players[s.active - 1].tiles:
        n += s.setup.tiles[tile].dice
    faces = d.roll(s.setup.faces, n, "roll", rule="IST-16", seat=s.active)
    d.emit(e.Rolled(seat=s.active, faces=faces))


# --- bazaar cards ---------------------------------------------------------------------------


def reveal(d: Decision[State], s: State, count: int) -> None:
    """IST-28, IST-29: reveal cards, reshuffling the discards if the deck runs out (IST-A09)."""
    for n in portions(s.deck, count, lambda: reshuffle(d, s)):
        d.emit(e.Revealed(cards=d.seen(s.deck, n, "reveal", rule="IST-28")))
    if len(s.shown) == 1:  # IST-A08: don't ask if there is nothing to choose
        (card,) = s.shown
        deal = s.setup.cards[card]
        if deal.simple:
            use(d, s, c.Use(seat=s.active, card=card))
        elif not able(s, s.active, deal):
            otherwise(d, s, c.Otherwise(seat=s.active, card=card))


def reshuffle(d: Decision[State], s: State) -> None:
    """IST-29: turn the discards, if there are any, into the deck."""
    if s.discard:
        d.emit(e.Reshuffled(cards=tuple(sorted(s.discard))))


@move(c.Use, "IST-28", e.CardUsed, answers="card", called=PAID, button=N_("use a card"))
def use(d: Decision[State], s: State, x: c.Use) -> None:
    """IST-28, IST-52: use the active part of one revealed card."""
    d.must("IST-28", x.card in s.shown, "{card} isn't one of the revealed cards", card=x.card)
    make_deal(d, x, s.setup.cards[x.card], x.card)
    offer(d, s, x.card)


@move(
    c.Otherwise,
    "IST-28",
    e.CardDeclined,
    answers="card",
    button=N_("use a card without its condition"),
)
def otherwise(d: Decision[State], s: State, x: c.Otherwise) -> None:
    """IST-56: use a card without its condition, for 1 lira if it says so (IST-A08)."""
    d.must("IST-28", x.card in s.shown, "{card} isn't one of the revealed cards", card=x.card)
    deal = s.setup.cards[x.card]
    free = deal.conditional or not open_gains(s, deal)
    d.must("IST-A08", free, "{card} has no condition to skip", card=x.card)
    d.emit(e.CardDeclined(seat=x.seat, card=x.card))
    gain(d, x.seat, *s.setup.otherwise[x.card])
    offer(d, s, x.card)


def offer(d: Decision[State], s: State, card: str) -> None:
    """IST-53, IST-A11: offer a card, clockwise, to the other players who can meet its condition."""
    deal = s.setup.others.get(card)
    others = clockwise(s.active, s.setup.players)[1:] if deal else ()
    if seats := [seat for seat in others if able(s, seat, deal)]:
        d.emit(e.Offered(card=card, seats=tuple(seats)))
    else:
        clear(d, s)


@move(c.Accept, "IST-A11", e.Accepted, answers="offer", called=PAID, button=N_("accept"))
def accept(d: Decision[State], s: State, x: c.Accept) -> None:
    """IST-53: use the others' part of a card."""
    make_deal(d, x, s.setup.others[s.card], s.card)
    next_offer(d, s)


@move(c.Refuse, "IST-A11", e.Refused, answers="offer", declines=True, button=N_("refuse"))
def refuse(d: Decision[State], s: State, x: c.Refuse) -> None:
    """IST-A11: decline the others' part, as any player can."""
    d.emit(e.Refused(seat=x.seat))
    next_offer(d, s)


def next_offer(d: Decision[State], s: State) -> None:
    """IST-A11: ask the next player, skipping those who no longer meet the condition."""
    deal = s.setup.others.get(s.card)
    while s.asked and not able(s, s.asked[0], deal):
        d.emit(e.Skipped(seat=s.asked[0]))
    if not s.asked:
        clear(d, s)


def clear(d: Decision[State], s: State) -> None:
    """IST-28: discard all revealed cards, and resume the start of a turn, if any (IST-15)."""
    d.emit(e.Cleared(cards=tuple(s.shown)))
    go_on(d, s)
