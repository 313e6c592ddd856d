"""The effect of each event on the position: one function per type of event.

These functions don't check their event; the rules have already done so.
"""

from __future__ import annotations

from ledger.sdk import Folds

from . import events as e
from .state import State

FOLDS = Folds[State]()
"""The functions below, by the type of event they handle."""


@FOLDS.on(e.Displayed)
def displayed(s: State, x: e.Displayed) -> None:
    """Move tiles from the stack and put them face up (IST-10, IST-31)."""
    s.stack.take_all(x.tiles)
    s.tiles += x.tiles


@FOLDS.on(e.Gained)
def gained(s: State, x: e.Gained) -> None:
    """Move things from the supply to a player (IST-22)."""
    s.players[x.seat - 1].have[x.what] += x.count
    s.bank[x.what] -= x.count


@FOLDS.on(e.Levied)
def levied(s: State, x: e.Levied) -> None:
    """Return one thing from each of these players to the supply (IST-22)."""
    for seat in x.seats:
        s.players[seat - 1].have[x.what] -= 1
    s.bank[x.what] += len(x.seats)


@FOLDS.on(e.Missed)
def missed(s: State, x: e.Missed) -> None:
    """Do nothing: the event only says what the player didn't get (IST-A19)."""


@FOLDS.on(e.Turned)
def turned(s: State, x: e.Turned) -> None:
    """Start the next turn; tiles gained before it can now be used (IST-45)."""
    p = s.players[x.seat - 1]
    if p.fresh:
        p.tiles += p.fresh
        p.fresh = []
    s.active = x.seat
    s.turn += 1
    s.phase, s.income = "income", list(x.income)
    s.rolled, s.actions = False, 0
    s.dice, s.used = [], []


@FOLDS.on(e.TileUsed)
def tile_used(s: State, x: e.TileUsed) -> None:
    """Mark an effect as used; a card that it reveals counts as revealed by no dice (IST-67)."""
    if x.tile in s.income:
        s.income.remove(x.tile)
    s.card_dice = 0


@FOLDS.on(e.Rolled)
def rolled(s: State, x: e.Rolled) -> None:
    """Set the dice of a turn, and start its actions (IST-16)."""
    s.phase, s.rolled, s.dice = "action", True, list(x.faces)


@FOLDS.on(e.Rerolled)
def rerolled(s: State, x: e.Rerolled) -> None:
    """Change the faces of some dice, and return the price to the supply (IST-17)."""
    have = s.players[x.seat - 1].have
    for what, n in x.spent.items():
        have[what] -= n
        s.bank[what] += n
    for i, face in zip(x.dice, x.faces, strict=True):
        s.dice[i - 1] = face


@FOLDS.on(e.Paired, e.Mixed)
def exchanged(s: State, x: e.Paired | e.Mixed) -> None:
    """Discard goods for an action (IST-18); what they bring follows in later events."""
    _discard_goods(s, x.seat, x.paid)
    s.actions += 1


@FOLDS.on(e.Cashed)
def cashed(s: State, x: e.Cashed) -> None:
    """Use up the coin dice (IST-27)."""
    _use(s, s.setup.coin, x.dice)


@FOLDS.on(e.Visited)
def visited(s: State, x: e.Visited) -> None:
    """Use up card dice; only these count for a card that requires two (IST-A33)."""
    _use(s, s.setup.card_face, x.dice)
    s.card_dice = x.dice


@FOLDS.on(e.Revealed)
def revealed(s: State, x: e.Revealed) -> None:
    """Turn up cards from the deck, one of which has to be chosen (IST-28)."""
    s.deck.take_all(x.cards)
    s.shown += x.cards
    s.phase = "card"


@FOLDS.on(e.Reshuffled)
def reshuffled(s: State, x: e.Reshuffled) -> None:
    """Turn the discards into the new deck (IST-29)."""
    s.deck.shuffle_in(s.discard)
    s.discard = []


@FOLDS.on(e.CardUsed)
def card_used(s: State, x: e.CardUsed) -> None:
    """Choose the card, and pay tokens for it (IST-28, IST-54)."""
    s.card = x.card
    _discard_goods(s, x.seat, x.paid)


@FOLDS.on(e.CardDeclined)
def card_declined(s: State, x: e.CardDeclined) -> None:
    """Choose the card without its condition (IST-56)."""
    s.card = x.card


@FOLDS.on(e.Offered)
def offered(s: State, x: e.Offered) -> None:
    """Ask the other players, one after the other (IST-A11)."""
    s.phase, s.asked = "offer", list(x.seats)


@FOLDS.on(e.Accepted)
def accepted(s: State, x: e.Accepted) -> None:
    """Pay tokens for the others' part, and ask the next player (IST-53)."""
    _discard_goods(s, x.seat, x.paid)
    del s.asked[0]


@FOLDS.on(e.Refused, e.Skipped)
def refused(s: State, x: e.Refused | e.Skipped) -> None:
    """Ask the next player (IST-A11)."""
    del s.asked[0]


@FOLDS.on(e.Cleared)
def cleared(s: State, x: e.Cleared) -> None:
    """Discard the revealed cards, and resume the turn where it was (IST-28)."""
    s.discard += x.cards
    s.shown, s.card = [], ""
    s.phase = "action" if s.rolled else "income"


@FOLDS.on(e.Spent)
def spent(s: State, x: e.Spent) -> None:
    """Return things to the supply (IST-54)."""
    s.players[x.seat - 1].have[x.what] -= x.count
    s.bank[x.what] += x.count


@FOLDS.on(e.Bought)
def bought(s: State, x: e.Bought) -> None:
    """Discard goods for an action (IST-18); the tile follows in the next event."""
    _discard_goods(s, x.seat, x.paid)
    s.actions += 1


@FOLDS.on(e.TileTaken)
def tile_taken(s: State, x: e.TileTaken) -> None:
    """Give a tile to a player, who can use it from the next turn on (IST-45)."""
    p = s.players[x.seat - 1]
    s.tiles.remove(x.tile)
    p.fresh.append(x.tile)
    p.dice += x.dice
    s.spare -= x.dice


@FOLDS.on(e.TileReturned)
def tile_returned(s: State, x: e.TileReturned) -> None:
    """Put a tile under the stack for all to see; any effect still due is lost (IST-A29)."""
    p = s.players[x.seat - 1]
    (p.tiles if x.tile in p.tiles else p.fresh).remove(x.tile)
    s.income = [tile for tile in s.income if tile != x.tile]
    p.dice -= x.dice
    s.spare += x.dice
    s.stack.put_under(x.tile)


@FOLDS.on(e.RubyBought)
def ruby_bought(s: State, x: e.RubyBought) -> None:
    """Pay goods or lira for an action (IST-34, IST-38); the ruby follows in the next event."""
    _discard_goods(s, x.seat, x.paid)
    s.players[x.seat - 1].have["lira"] -= x.lira
    s.bank["lira"] += x.lira
    s.actions += 1


@FOLDS.on(e.RubyTaken)
def ruby_taken(s: State, x: e.RubyTaken) -> None:
    """Give a player the nearest ruby of an area, where the next one then comes up (IST-33)."""
    s.taken[x.area] += 1
    s.players[x.seat - 1].rubies += 1


@FOLDS.on(e.MosqueRuby)
def mosque_ruby(s: State, x: e.MosqueRuby) -> None:
    """Take a ruby from the mosque, which each player can do once per game (IST-32)."""
    p = s.players[x.seat - 1]
    s.mosque -= 1
    p.mosque = True
    p.rubies += 1


@FOLDS.on(e.Finished)
def finished(s: State, x: e.Finished) -> None:
    """Discard all dice of the turn (IST-19)."""
    s.phase, s.dice, s.used = "turn over", [], []


def _discard_goods(s: State, seat: int, paid: tuple[str, ...]) -> None:
    """Set used dice aside and return tokens to the supply (IST-18, IST-A30)."""
    items, have, bank = s.setup.items, s.players[seat - 1].have, s.bank
    for item in paid:
        die, kind, face = items[item]
        if die:
            s.dice.remove(face)
            s.used.append(face)
        else:
            have[kind] -= 1
            bank[kind] += 1


def _use(s: State, face: str, count: int) -> None:
    """Use up dice that show a face, for an action."""
    for _ in range(count):
        s.dice.remove(face)
    s.used += [face] * count
    s.actions += 1
