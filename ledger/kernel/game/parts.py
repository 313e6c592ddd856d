"""Parts of a game that are derived from the fields of its state unless the game declares them."""

from __future__ import annotations

import dataclasses
import functools
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

import msgspec

from ledger.kernel.log.events import Event, Shared, Still, fields
from ledger.kernel.message import Text
from ledger.kernel.rules.rules import Rules
from ledger.kernel.scene.builder import SceneBuilder
from ledger.kernel.scene.plain_scene import plain_scene
from ledger.kernel.scene.shapes import Scene
from ledger.kernel.state import field_marks as marks
from ledger.kernel.state.field_marks import Resource
from ledger.kernel.state.zones import Zone
from ledger.kernel.text.tones import SEAT_TONES


@dataclass(frozen=True, kw_only=True, eq=False)
class Holdings:
    """What each player has, counted: a column in the ledger and in SQL for each resource.

    `count` returns a seat's amounts, in the order of `resources`; with it, events that change what
    other seats have, too, must be `Shared`. `count_all` returns the amounts of all seats. Without
    either, a player's fields that are marked as a `resource` are counted.
    """

    resources: tuple[Resource, ...] = ()
    count: Callable[[Any, int], tuple[int, ...]] | None = None
    count_all: Callable[[Any], list[tuple[int, ...]]] | None = None

    unchanged: frozenset[type[Event]] = field(default=frozenset(), init=False, repr=False)
    """The events that leave everyone with what they had before (`Still`)."""
    own: frozenset[type[Event]] = field(default=frozenset(), init=False, repr=False)
    """The events that can change only what their own seat has."""
    declared: Holdings | None = field(default=None, init=False, repr=False)
    """What the game declared itself, if the rest is derived from its state."""

    def of(self, rules: Rules[Any]) -> Holdings:
        """Return these holdings bound to the rules of a game."""
        said = self.declared or self
        count, count_all = said.count, said.count_all
        if count is None and count_all is None:
            count_all = marks.holdings_of(rules.state)
        resources = said.resources_in(rules.state)
        holdings = dataclasses.replace(said, resources=resources, count=count, count_all=count_all)
        put = functools.partial(object.__setattr__, holdings)
        put("declared", said)
        still = frozenset(kind for kind in rules.events if issubclass(kind, Still))
        put("unchanged", still)
        own = (
            kind
            for kind in rules.events
            if "seat" in kind.__struct_fields__ and not issubclass(kind, Still | Shared)
        )
        put("own", frozenset(own if count else ()))
        return holdings

    def resources_in(self, state: type) -> tuple[Resource, ...]:
        """Return the resources that are counted in a state of this type."""
        return (self.declared or self).resources or marks.resources_of(state)

    def __call__(self, state: Any) -> list[tuple[int, ...]]:
        """Count what each seat has."""
        if self.count_all is not None:
            return self.count_all(state)
        return [self.seat(state, seat) for seat in range(1, state.setup.players + 1)]

    def seat(self, state: Any, seat: int) -> tuple[int, ...]:
        """Count what a seat has."""
        return self(state)[seat - 1] if self.count is None else self.count(state, seat)


def redact_hidden(event: Event, viewer: int) -> Event:
    """Return an event without the hidden fields that the viewer (0: a spectator) couldn't see."""
    secret = [f.name for f in fields(type(event)) if f.hidden and not f.shown_to(event, viewer)]
    if not secret:
        return event
    blank: dict[str, Any] = {}
    for name in secret:
        value = getattr(event, name)
        blank[name] = (None,) * len(value) if isinstance(value, tuple) else None
    return msgspec.structs.replace(event, **blank)


def forget_hidden(state: Any, viewer: int) -> None:
    """Remove from a state the values of `hidden` fields that a seat (0: a spectator) can't see."""
    kind: type = type(state)
    marks.forget_of(kind)(state, viewer)


@dataclass(frozen=True, kw_only=True, eq=False)
class Secrets:
    """What others can't know.

    `forget` removes from a state what a seat (0: a spectator) didn't see, and `redact` does so for
    an event; without them, these are the fields marked `hidden`, or `seen_by` some seats. `unknown`
    names the fields of the state that say which cards may be hidden where: as long as they don't
    change, nothing hidden has been shown. `changed` names the fields of the state that a `forget`
    of the game's own changes: bots are given a copy of these alone, which takes less time; without
    it, of all of them.
    """

    forget: Callable[[Any, int], None] = forget_hidden
    redact: Callable[[Event, int], Event] = redact_hidden
    unknown: tuple[str, ...] = ("pools", "layers", "least", "known_to")
    changed: tuple[str, ...] | None = None


@dataclass(frozen=True, kw_only=True, eq=False)
class Corrections:
    """What players may correct by hand.

    `pieces` counts everything that came out of the box by kind, wherever it is now; the total must
    never change. `zones` are what can be corrected with a word (`adjust Ola lira 5`); by default,
    these are the fields marked as a `zone`. `faults` takes the state and the players' names, and
    returns what else is wrong with a corrected position.
    """

    pieces: Callable[[Any], dict[str, int]] = lambda state: {}
    zones: tuple[Zone, ...] = ()
    faults: Callable[[Any, Sequence[str]], Iterable[Text]] = lambda state, names: ()

    declared: Corrections | None = field(default=None, init=False, repr=False)
    """What the game declared itself, if the rest is derived from its state."""

    def of(self, rules: Rules[Any]) -> Corrections:
        """Return these corrections bound to the rules of a game."""
        said = self.declared or self
        if said.zones:
            return said
        corrections = dataclasses.replace(said, zones=marks.zones_of(rules.state))
        object.__setattr__(corrections, "declared", said)
        return corrections


@dataclass(frozen=True, kw_only=True, eq=False)
class Pictures:
    """What a game looks like.

    `board` draws a view for a terminal: a `Picture`, or a function of the view, the width and the
    players' names. It is usually given as a path, `".drawing:NimPicture"`, so that Rich is imported
    only when a board is drawn. `empty_board` is the path of the picture of the empty board, if a
    box can change it. `scene` says what is where on a browser page, with the symbols in the
    package's `skin.svg`. Without them, everything in a view is shown as rows. `seat_tones` are the
    players' colours wherever they are shown.
    """

    board: Callable[[Any, int, Sequence[str]], Any] | str | None = None
    empty_board: str = ""
    scene: Callable[[Any, SceneBuilder], Scene] = plain_scene
    seat_tones: Sequence[str] = SEAT_TONES
