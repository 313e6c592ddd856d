"""What each event does to the position: the function for its type.

It trusts the event, which the rules checked.
"""

from __future__ import annotations

from . import events as e
from .state import State


def discard_goods(s: State, seat: int, paid: tuple[str, ...]) -> None:
    """Used dice are put aside, tokens go back to the supply (IST-18, IST-A30)."""
    items, have, bank = s.setup.items, s.players[seat - 1].have, s.bank
    for item in paid:
        die, kind, face = items[item]
        if die:
            s.dice.remove(face)
            s.used.append(face)
        else:
            have[kind] -= 1
            bank[kind] += 1


def displayed(s: State, x: e.Displayed) -> None:
    """Tiles leave the stack and lie face up."""
    s.stack.take_all(x.tiles)
    s.tiles += x.tiles


def gained(s: State, x: e.Gained) -> None:
    """Things leave the supply."""
    s.players[x.seat - 1].have[x.what] += x.count
    s.bank[x.what] -= x.count


def levied(s: State, x: e.Levied) -> None:
    """One each goes back to the supply (IST-22)."""
    for seat in x.seats:
        s.players[seat - 1].have[x.what] -= 1
    s.bank[x.what] += len(x.seats)


def missed(s: State, x: e.Missed) -> None:
    """Tell what did not happen."""


def turned(s: State, x: e.Turned) -> None:
    """The next turn begins; tiles gained before it can be used now (IST-45)."""
    p = s.players[x.seat - 1]
    if p.fresh:
        p.tiles += p.fresh
        p.fresh = []
    s.active = x.seat
    s.turn += 1
    s.phase, s.income = "income", list(x.income)
    s.rolled, s.actions = False, 0
    s.dice, s.used = [], []


def tile_used(s: State, x: e.TileUsed) -> None:
    """An effect is no longer due; a card it reveals was revealed by no dice (IST-67)."""
    if x.tile in s.income:
        s.income.remove(x.tile)
    s.card_dice = 0


def rolled(s: State, x: e.Rolled) -> None:
    """The dice lie on the table."""
    s.phase, s.rolled, s.dice = "action", True, list(x.faces)


def rerolled(s: State, x: e.Rerolled) -> None:
    """Some dice show something else; the price goes back to the supply."""
    have = s.players[x.seat - 1].have
    for what, n in x.spent.items():
        have[what] -= n
        s.bank[what] += n
    for i, face in zip(x.dice, x.faces, strict=True):
        s.dice[i - 1] = face


def paid_for(s: State, x: e.Paired | e.Mixed | e.Bought) -> None:
    """Goods are discarded for an action (IST-18)."""
    discard_goods(s, x.seat, x.paid)
    s.actions += 1


def cashed(s: State, x: e.Cashed) -> None:
    """The coin dice are used (IST-27)."""
    _use(s, s.setup.coin, x.dice)


def visited(s: State, x: e.Visited) -> None:
    """Card dice are used; only these count for a card that asks for two (IST-A33)."""
    _use(s, s.setup.card_face, x.dice)
    s.card_dice = x.dice


def _use(s: State, face: str, count: int) -> None:
    """Dice of a face are used for an action."""
    for _ in range(count):
        s.dice.remove(face)
    s.used += [face] * count
    s.actions += 1


def revealed(s: State, x: e.Revealed) -> None:
    """Cards leave the deck and lie face up."""
    s.deck.take_all(x.cards)
    s.shown += x.cards
    s.phase = "card"


def reshuffled(s: State, x: e.Reshuffled) -> None:
    """The deck is empty: the discards are the new one (IST-29)."""
    s.deck.shuffle_in(s.discard)
    s.discard = []


def card_used(s: State, x: e.CardUsed) -> None:
    """Tokens are paid for a card."""
    s.card = x.card
    discard_goods(s, x.seat, x.paid)


def card_declined(s: State, x: e.CardDeclined) -> None:
    """The card is chosen, its condition is not met."""
    s.card = x.card


def offered(s: State, x: e.Offered) -> None:
    """The others are asked one after the other (IST-A11)."""
    s.phase, s.asked = "offer", list(x.seats)


def accepted(s: State, x: e.Accepted) -> None:
    """Tokens are paid for the others' part; the next one is asked."""
    discard_goods(s, x.seat, x.paid)
    del s.asked[0]


def refused(s: State, x: e.Refused | e.Skipped) -> None:
    """The next one is asked."""
    del s.asked[0]


def cleared(s: State, x: e.Cleared) -> None:
    """The cards are discarded, the turn goes on where it was."""
    s.discard += x.cards
    s.shown, s.card = [], ""
    s.phase = "action" if s.rolled else "income"


def spent(s: State, x: e.Spent) -> None:
    """Things go back to the supply."""
    s.players[x.seat - 1].have[x.what] -= x.count
    s.bank[x.what] += x.count


def tile_taken(s: State, x: e.TileTaken) -> None:
    """A tile is owned; it can be used from the owner's next turn on (IST-45)."""
    p = s.players[x.seat - 1]
    s.tiles.remove(x.tile)
    p.fresh.append(x.tile)
    p.dice += x.dice
    s.spare -= x.dice


def tile_returned(s: State, x: e.TileReturned) -> None:
    """A tile goes under the stack, known to all; what it was still to do is lost (IST-A29)."""
    p = s.players[x.seat - 1]
    (p.tiles if x.tile in p.tiles else p.fresh).remove(x.tile)
    s.income = [tile for tile in s.income if tile != x.tile]
    p.dice -= x.dice
    s.spare += x.dice
    s.stack.put_under(x.tile)


def ruby_bought(s: State, x: e.RubyBought) -> None:
    """Goods or lira are paid for an action."""
    discard_goods(s, x.seat, x.paid)
    s.players[x.seat - 1].have["lira"] -= x.lira
    s.bank["lira"] += x.lira
    s.actions += 1


def ruby_taken(s: State, x: e.RubyTaken) -> None:
    """The area moves on to its next price."""
    s.taken[x.area] += 1
    s.players[x.seat - 1].rubies += 1


def mosque_ruby(s: State, x: e.MosqueRuby) -> None:
    """Only once per game (IST-32)."""
    p = s.players[x.seat - 1]
    s.mosque -= 1
    p.mosque = True
    p.rubies += 1


def finished(s: State, x: e.Finished) -> None:
    """Unused dice are lost (IST-19)."""
    s.phase, s.dice, s.used = "turn over", [], []
