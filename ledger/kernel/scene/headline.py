"""The position in one line, and what each player is asked, as the terminal says it too."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ledger.kernel.text.sentences import N_

from .builder import SceneBuilder, asked_of


def headline(view: Any, builder: SceneBuilder, asks: Mapping[str, str]) -> str:
    """Return the round, the turn, and who is asked what; `asks` says it in words."""
    tell, news = builder.tell, _news(view, builder, asks)
    if not view.turn:
        return news
    line = tell(N_("Round {round} · turn {turn} · {news}"))
    return line.format(round=view.round, turn=view.turn, news=news)


def seat_notes(view: Any, builder: SceneBuilder, asks: Mapping[str, str]) -> dict[int, str]:
    """Return what stands beside each player's name: what they are asked, or their place."""
    asked = asked_of(view.asked)
    return {
        seat.seat: builder.tell(N_("place {place}")).format(place=seat.place)
        if seat.place
        else builder.tell(asks.get(asked.get(seat.seat, ""), asked.get(seat.seat, "")))
        for seat in view.seats
    }


def _news(view: Any, builder: SceneBuilder, asks: Mapping[str, str]) -> str:
    tell = builder.tell
    if view.over:
        return _end(builder, view.ranking[0] if view.ranking else ())
    if view.asked:
        first = view.asked[0]
        what = tell(asks.get(first.ask, first.ask))
        return tell(N_("{name} {ask}")).format(name=builder.name(first.seat), ask=what)
    if not view.turn:
        return tell(N_("setting up"))
    return tell(N_("{name}'s turn goes on")).format(name=builder.name(view.active))


def _end(builder: SceneBuilder, winners: Sequence[int]) -> str:
    tell = builder.tell
    *others, last = (builder.name(seat) for seat in winners) if winners else ("",)
    if not last:
        return tell(N_("game over, broken off"))
    if not others:
        return tell(N_("game over, {name} wins")).format(name=last)
    names = tell("{some} and {last}").format(some=", ".join(others), last=last)
    return tell(N_("game over, {names} win together")).format(names=names)
