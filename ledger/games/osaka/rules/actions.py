"""The rules: what a command needs, and what follows from it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

from ledger.kernel.game.interface import Command, Question
from ledger.kernel.game.outcome import Outcome
from ledger.kernel.log.events import Event
from ledger.kernel.play.decide import Decision
from ledger.kernel.play.piles import copy_pile

from .. import commands as c
from .. import events as e
from ..lookups import buyable, can_act, holders, is_free, lacking, worth
from ..state import State
from .sale import after_answer, sale_round
from .turn import close, deal, next_turn, refill, start_turn

RULE_OF = {"starting token": "OSA-09", "insurance": "OSA-41"}


def awaiting(s: State) -> tuple[Question, ...]:
    """Who is asked for what."""
    if s.phase == "action":
        return (Question(s.active, "action", "OSA-12"),)
    return tuple(Question(seat, s.phase, RULE_OF[s.phase]) for seat in s.asked)


# --- set-up ---------------------------------------------------------------------------------


def begin(d: Decision) -> None:
    """OSA-03, OSA-04, OSA-08: deal Market, Farm and hands, and find the first player."""
    s: State = d.state
    limits = s.setup.limits
    deal(d, "market", limits.market, "OSA-04")
    deal(d, "farm", limits.farm, "OSA-04")
    for seat in range(1, s.setup.players + 1):  # A-OSA-22
        d.emit(e.Shown(seat=seat, cards=starting_hand(d, seat)))
    tied = lowest_hands(s)
    lot: tuple[str, ...] = ()
    if len(tied) > 1:
        lot = tuple(d.chance.roll([str(seat) for seat in tied], 1, "first", None, "OSA-08"))
    d.emit(e.First(first=int(lot[0]) if lot else tied[0], lot=lot))


def starting_hand(d: Decision, seat: int) -> tuple[str, ...]:
    """Cards one by one until they are worth 8 (OSA-06)."""
    s: State = d.state
    pile, cards, total = copy_pile(s.pile), [], 0
    while total < s.setup.limits.hand_sum and pile.size:
        (card,) = d.seen(pile, 1, "hand", rule="OSA-06", seat=seat)
        pile.take(card)
        cards.append(card)
        total += s.setup.value[card]
    return tuple(cards)


def lowest_hands(s: State) -> list[int]:
    """The seats with the lowest sum, of these the ones with the fewest cards (OSA-08)."""
    hands = [(worth(s, p.hand), len(p.hand)) for p in s.players]
    return [i for i, hand in enumerate(hands, 1) if hand == min(hands)]


# --- decisions ------------------------------------------------------------------------------


def claim(d: Decision, x: c.Claim) -> None:
    """OSA-09: a token of any colour; then the first player begins."""
    s: State = d.state
    d.must("OSA-09", x.colour in s.ships, f"there is no colour {x.colour!r}")
    d.emit(e.Claimed(seat=x.seat, colour=x.colour))
    if not s.asked:
        start_turn(d, s.first)


def buy(d: Decision, x: c.Buy) -> None:
    """OSA-13 to OSA-17: pay, take the goods, move the ships, settle the sale."""
    s: State = d.state
    setup = s.setup
    p = s.players[x.seat - 1]
    cards = tuple(buyable(s, x.seat))
    d.must("A-OSA-14", cards, "there is nothing in the Market that you could buy")
    if missing := lacking(p.hand, x.pay):
        d.must("OSA-13", False, f"you pay with cards of your hand; {_list(missing)} is not there")
    cost, paid = worth(s, cards), worth(s, x.pay)
    d.need("OSA-14", paid >= cost, f"the Market costs {cost}, you paid {paid}")
    freed = p.row == "market"
    d.emit(e.Bought(seat=x.seat, paid=x.pay, cards=cards, cost=cost, freed=freed))
    colours = [setup.colour[k] for k in cards]
    arrived = False
    for name in setup.colours:
        if name in colours:
            start = s.ships[name]
            steps = 1 if colours.count(name) == 1 else 2  # OSA-16
            end = min(start + steps, setup.goal)  # A-OSA-01
            d.emit(e.Sailed(colour=name, start=start, end=end))
            arrived = arrived or end == setup.goal
    if setup.options.refill_timing == "after_purchase":  # A-OSA-02
        refill(d)
    if arrived:
        sale_round(d)
    else:
        close(d)


def take(d: Decision, x: c.Take) -> None:
    """OSA-18, OSA-24: an unreserved Market card or the own reserved one becomes coins."""
    s: State = d.state
    p = s.players[x.seat - 1]
    d.must("OSA-18", x.card in s.market, f"there is no {x.card} in the Market")
    own = p.row == "market" and p.piece == x.card
    if x.reserved:
        d.must("OSA-24", own, f"your piece does not lie on a {x.card} in the Market")
    elif not is_free(s, "market", x.card):
        d.must("OSA-24", not own, f"the only {x.card} for you is the one under your piece")
        d.need("OSA-22", False, f"the {x.card} is reserved")
    robbed = holders(s, x.card) if d.waived else ()
    d.emit(e.Took(seat=x.seat, card=x.card, freed=x.reserved))
    for seat in robbed:  # a house rule took the card away from under the piece
        d.emit(e.Freed(seat=seat))
    next_turn(d)


def reserve(d: Decision, x: c.Reserve) -> None:
    """OSA-19, OSA-20: the piece goes on a card that nobody has reserved."""
    s: State = d.state
    p = s.players[x.seat - 1]
    d.must("OSA-19", x.row in ("market", "farm"), f"there is no row {x.row!r}")
    row = s.market if x.row == "market" else s.farm
    d.must("OSA-19", x.card in row, f"there is no {x.card} in the {x.row.title()}")
    d.must("OSA-20", p.piece is None, f"your reservation piece lies on the {p.piece}")
    d.must("OSA-20", is_free(s, x.row, x.card), f"the {x.card} is reserved already")
    d.emit(e.Reserved(seat=x.seat, card=x.card, row=x.row))
    next_turn(d)


def pass_(d: Decision, x: c.Pass) -> None:
    """A-OSA-17, A-OSA-27: only when nothing else can be done; all in a row end the game."""
    s: State = d.state
    d.need("A-OSA-27", not can_act(s, x.seat), "you must buy, take or reserve while you can")
    d.emit(e.Passed(seat=x.seat))
    if s.passes >= s.setup.players:
        d.end()
    else:
        next_turn(d)


def insure(d: Decision, x: c.Insure) -> None:
    """OSA-41 to OSA-43, A-OSA-09, A-OSA-31: each icon of a discarded card insures a good."""
    s: State = d.state
    setup = s.setup
    p = s.players[x.seat - 1]
    d.must("OSA-41", x.cards and x.goods, "name the cards to discard and the goods to insure")
    if missing := lacking(p.hand, x.cards):
        d.must("OSA-41", False, f"you discard cards of your hand; {_list(missing)} is not there")
    if missing := lacking(p.goods, x.goods):
        d.must("A-OSA-29", False, f"{_list(missing)} is no uninsured good of yours")
    cards, icons = Counter(setup.colour[k] for k in x.cards), Counter[str]()
    for k in x.cards:
        d.need("OSA-11", setup.icons[k], f"the {k} has no insurance icon")
        icons[setup.colour[k]] += setup.icons[k]
    goods = Counter(setup.colour[k] for k in x.goods)
    allowed = set(s.sinking) if setup.options.insurance_scope == "sinking" else set(s.ships)
    for name in goods:
        d.need("A-OSA-07", name in allowed, f"the {name} ship is not sinking")
        d.need("OSA-43", cards[name], f"only {name} cards insure {name} goods")
        enough = goods[name] <= icons[name] or not cards[name]
        need = f"{goods[name]} {name} goods need {goods[name]} icons"
        d.need("OSA-41", enough, f"{need}, your cards have {icons[name]}")
    for name in cards:
        spare = cards[name] <= goods[name]
        d.need("A-OSA-29", spare, f"each discarded {name} card must insure at least one good")
    d.emit(e.Insured(seat=x.seat, cards=x.cards, goods=x.goods))
    after_answer(d)


def decline(d: Decision, x: c.Decline) -> None:
    """OSA-41: insuring is a choice."""
    d.emit(e.Declined(seat=x.seat))
    after_answer(d)


DECIDE: dict[type, Callable[[Decision, Any], None]] = {
    c.Claim: claim,
    c.Buy: buy,
    c.Take: take,
    c.Reserve: reserve,
    c.Pass: pass_,
    c.Insure: insure,
    c.Decline: decline,
}


def command_of(events: Sequence[Event]) -> Command:
    """The inverse: the first event of a group carries every choice."""
    x = events[0]
    if isinstance(x, e.Took):
        return c.Take(seat=x.seat, card=x.card, reserved=x.freed)
    if isinstance(x, e.Reserved):
        return c.Reserve(seat=x.seat, card=x.card, row=x.row)
    if isinstance(x, e.Bought):
        return c.Buy(seat=x.seat, pay=x.paid)
    if isinstance(x, e.Insured):
        return c.Insure(seat=x.seat, cards=x.cards, goods=x.goods)
    if isinstance(x, e.Declined):
        return c.Decline(seat=x.seat)
    if isinstance(x, e.Claimed):
        return c.Claim(seat=x.seat, colour=x.colour)
    if isinstance(x, e.Passed):
        return c.Pass(seat=x.seat)
    raise ValueError(f"{type(x).__name__} begins no move")


def outcome(s: State) -> Outcome | None:
    """OSA-02, OSA-46, OSA-47, A-OSA-21: most VP, then most tokens; who is still tied shares."""
    ended = any(p.all_tokens >= s.setup.limits.end_tokens for p in s.players)
    if not ended and s.passes < s.setup.players:
        return None
    keys = [(p.vp, p.all_tokens) for p in s.players]
    ranking = tuple(
        tuple(i for i, k in enumerate(keys, 1) if k == key) for key in sorted(set(keys))[::-1]
    )
    tie = len({vp for vp, _ in keys}) < len(keys)
    return Outcome(
        reason="tokens" if ended else "all passed",
        ranking=ranking,
        scores=tuple(p.vp for p in s.players),
        rule="OSA-47" if tie else "OSA-46",
    )


def _list(cards: list[str]) -> str:
    return " ".join(card or "''" for card in cards)
