"""The Black Tide: players insure goods, uninsured goods are lost, and ships go back."""

from __future__ import annotations

from collections import Counter

from ledger.sdk import N_, Decision, clockwise, move

from .. import commands as c
from .. import events as e
from ..state import Player, State
from .cards import absent
from .turn import close


@move(c.Insure, "OSA-41", e.Insured, answers="insurance", button=N_("insure goods"))
def insure(d: Decision[State], s: State, p: Player, x: c.Insure) -> None:
    """OSA-41 to OSA-43, A-OSA-09, A-OSA-31: insure one good per icon on the discarded cards."""
    d.must("OSA-41", x.cards and x.goods, "name the cards to discard and the goods to insure")
    missing = absent(p.hand, x.cards)
    d.must(
        "OSA-41",
        not missing,
        "you can only discard cards from your hand; {missing} isn't there",
        missing=missing,
    )
    missing = absent(p.goods, x.goods)
    d.must("A-OSA-29", not missing, "{missing} isn't an uninsured good of yours", missing=missing)
    cards = Counter(s.setup.colour[k] for k in x.cards)
    icons: Counter[str] = Counter()
    for k in x.cards:
        d.need("OSA-11", s.setup.icons[k], "the {card} has no insurance icon", card=k)
        icons[s.setup.colour[k]] += s.setup.icons[k]
    goods = Counter(s.setup.colour[k] for k in x.goods)
    allowed = set(s.sinking) if s.setup.options.insurance_scope == "sinking" else set(s.ships)
    for name in goods:
        d.need("A-OSA-07", name in allowed, "the {colour} ship isn't sinking", colour=name)
        d.need("OSA-43", cards[name], "only {colour} cards insure {colour} goods", colour=name)
        enough = goods[name] <= icons[name] or not cards[name]
        d.need(
            "OSA-41",
            enough,
            "{goods} {colour} goods need {goods} icons, but your cards have {icons}",
            goods=goods[name],
            colour=name,
            icons=icons[name],
        )
    for name in cards:
        spare = cards[name] <= goods[name]
        d.need(
            "A-OSA-29",
            spare,
            "each discarded {colour} card must insure at least one good",
            colour=name,
        )
    d.emit(e.Insured(seat=x.seat, cards=x.cards, goods=x.goods))
    after_tide(d, s)


@move(
    c.Decline, "OSA-41", e.Declined, answers="insurance", declines=True, button=N_("insure nothing")
)
def decline(d: Decision[State], s: State, x: c.Decline) -> None:
    """OSA-41: insure nothing, which is always allowed."""
    d.emit(e.Declined(seat=x.seat))
    after_tide(d, s)


def after_tide(d: Decision[State], s: State) -> None:
    """OSA-40, OSA-44: lose uninsured goods, send the ships back, and end the turn."""
    if s.asked:
        return  # A-OSA-10: losses come after everybody has decided
    for seat in clockwise(s.active, s.setup.players):
        if gone := sorted(x for x in s.players[seat - 1].goods if s.setup.colour[x] in s.sinking):
            d.emit(e.Lost(seat=seat, cards=tuple(gone)))
    sunk, goal = set(s.sinking), s.setup.goal
    for name in s.setup.colours:
        if (at := s.ships[name]) == goal or name in sunk:
            d.emit(e.Returned(colour=name, start=at, end=0 if at == goal else s.setup.anchor))
    close(d, s)
