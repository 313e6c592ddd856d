"""A sale round: scoring, tokens, the Black Tide, ships return."""

from __future__ import annotations

from collections.abc import Sequence

from ledger.kernel.play.decide import Decision

from .. import events as e
from ..lookups import clockwise, set_vp
from ..state import State
from .turn import close, renewed


def sale_round(d: Decision) -> None:
    """OSA-32, OSA-34: scoring, tokens, end check, then the Black Tide and who can insure.

    Each colour is settled by itself, in the order of the box and clockwise from the active
    player (A-OSA-03, A-OSA-04); what ends here has neither tide nor refill (A-OSA-20).
    """
    s: State = d.state
    setup = s.setup
    arrived = [name for name in setup.colours if s.ships[name] == setup.goal]
    sellers = [(name, seat) for name in arrived for seat in clockwise(s) if sell(d, name, seat)]
    for name, seat in sellers:  # OSA-39; every sale earns at least 1 VP (A-OSA-18)
        d.emit(e.Earned(seat=seat, colour=name))
    if any(p.all_tokens >= setup.limits.end_tokens for p in s.players):  # OSA-45
        d.end()
        return
    sinking = tuple(x for x in setup.colours if s.ships[x] in setup.waves)  # OSA-40, A-OSA-05
    if sinking:
        s_asked = tuple(i for i in clockwise(s) if _may_insure(s, i, sinking))
        d.emit(e.Sank(colours=sinking, asked=s_asked))
    if not s.asked:
        after_tide(d)


def _may_insure(s: State, seat: int, sinking: Sequence[str]) -> bool:
    p, setup = s.players[seat - 1], s.setup
    goods = {setup.colour[x] for x in p.goods}
    if setup.options.insurance_scope == "sinking":
        goods &= set(sinking)
    return any(setup.icons[x] and setup.colour[x] in goods for x in p.hand)


def sell(d: Decision, colour: str, seat: int) -> bool:
    """OSA-33 to OSA-38: a player's whole set of one colour, new goods included (A-OSA-28)."""
    s: State = d.state
    setup = s.setup
    p = s.players[seat - 1]
    cards = [x for x in p.goods + p.insured if setup.colour[x] == colour]
    if not cards:
        return False
    cards.sort(key=lambda x: (setup.value[x], x))  # OSA-36, A-OSA-25
    price = setup.value[cards[-1]] + p.tokens[colour]
    vp = set_vp(s, len(cards), price)
    kept = min(vp, len(cards))
    d.emit(
        e.Sold(
            seat=seat,
            colour=colour,
            cards=tuple(cards),
            price=price,
            value=vp * setup.limits.set_round,
            vp=vp,
            kept=tuple(cards[:kept]),
            discarded=tuple(cards[kept:]),
        )
    )
    owed = vp - kept
    while owed and (size := renewed(d)):
        n = min(owed, size)
        d.emit(e.Drew(seat=seat, count=n, substitutes=0))
        owed -= n
    if owed:  # A-OSA-16
        d.emit(e.Drew(seat=seat, count=0, substitutes=owed))
    return True


def after_answer(d: Decision) -> None:
    """A-OSA-10: losses come after everybody has decided."""
    if not d.state.asked:
        after_tide(d)


def after_tide(d: Decision) -> None:
    """OSA-40, OSA-44: uninsured goods are lost, ships go back; then the turn ends."""
    s: State = d.state
    setup = s.setup
    for seat in clockwise(s):
        gone = sorted(x for x in s.players[seat - 1].goods if setup.colour[x] in s.sinking)
        if gone:
            d.emit(e.Lost(seat=seat, cards=tuple(gone)))
    sunk = set(s.sinking)
    for name in setup.colours:
        if s.ships[name] == setup.goal:
            d.emit(e.Returned(colour=name, start=setup.goal, end=0))
        elif name in sunk:
            d.emit(e.Returned(colour=name, start=s.ships[name], end=setup.anchor))
    close(d)
