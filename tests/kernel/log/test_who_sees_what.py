"""Which seats see a field of an event: `hidden`, `seen_by` and `hidden_from`."""

from __future__ import annotations

from typing import Annotated

import msgspec
import pytest

from ledger.kernel.errors import DeclarationError
from ledger.kernel.game.parts import redact_hidden
from ledger.kernel.log.events import Event, SeatEvent, fields, rule
from ledger.kernel.rules.rules import _check_events


class Dealt(SeatEvent):
    card: Annotated[str | None, rule("X-01", hidden=True)]


class Saw(SeatEvent):
    other: int | None
    cards: Annotated[tuple[str | None, ...], rule("X-01", seen_by=("seat", "other"))]


class Held(SeatEvent):
    card: Annotated[str | None, rule("X-01", hidden_from="seat")]


class Whispered(Event):
    seats: tuple[int, ...]
    word: Annotated[str | None, rule("X-01", seen_by="seats")]


@pytest.mark.parametrize(
    ("event", "seeing"),
    [
        (Dealt(seat=2, card="Fox"), {2}),
        (Saw(seat=1, other=3, cards=("Fox", "Owl")), {1, 3}),
        (Saw(seat=1, other=None, cards=("Fox", "Owl")), {1}),
        (Held(seat=2, card="Fox"), {1, 3}),
        (Whispered(seats=(2, 3), word="Fox"), {2, 3}),
        (Whispered(seats=(), word="Fox"), set()),
    ],
)
def test_those_who_are_named_see_it_and_a_spectator_sees_nothing(event: Event, seeing: set[int]):
    for viewer in range(4):
        shown = redact_hidden(event, viewer)
        assert (shown == event) is (viewer in seeing)
        assert ("Fox" in str(shown)) is (viewer in seeing)
        assert redact_hidden(shown, viewer) == shown
        assert msgspec.json.decode(msgspec.json.encode(shown), type=type(event)) == shown


def test_a_tuple_keeps_its_length():
    saw, unseen = (Saw(seat=1, other=3, cards=x) for x in (("Fox", "Owl"), (None, None)))
    assert redact_hidden(saw, 2) == unseen


def test_a_field_knows_who_sees_it():
    (_, _, cards) = fields(Saw)
    assert (cards.hidden, cards.seen_by, cards.hidden_from) == (True, ("seat", "other"), ())
    (_, card) = fields(Held)
    assert (card.hidden, card.hidden_from) == (True, ("seat",))


def test_a_secret_of_which_nobody_can_tell_who_sees_it_is_refused():
    class Nowhere(SeatEvent):
        card: Annotated[str | None, rule("X-01", seen_by=("seat", "other"))]

    class Both(SeatEvent):
        other: int
        card: Annotated[str | None, rule("X-01", seen_by="other", hidden_from="seat")]

    class Secret(SeatEvent):
        other: Annotated[int | None, rule("X-01", hidden=True)]
        card: Annotated[str | None, rule("X-01", seen_by="other")]

    class Plain(SeatEvent):
        card: Annotated[str, rule("X-01", hidden_from="seat")]

    for kind, named in (
        (Nowhere, "'other'"),
        (Both, "both"),
        (Secret, "can't be"),
        (Plain, "None"),
    ):
        with pytest.raises(DeclarationError) as e:
            _check_events([kind])
        assert named in str(e.value)
    _check_events([Dealt, Saw, Held, Whispered])
