"""Marks on the fields of a state, and what is derived from them: columns, secrets, a plain view.

    @dataclass(slots=True)
    class Player:
        chips: Annotated[int, resource("chips", public=False)] = 11
        cards: Annotated[list[int], resource("cards")] = field(default_factory=list)
        hand: Annotated[Hand, hidden("deck")] = field(default_factory=Hand)

Everyone sees a field without a mark. A `resource` is counted: it becomes a column in the ledger and
in SQL. A `private` field is shown only to its owner, although anyone who remembers every move could
work it out; a resource that isn't public is private, too. A `hidden` field can't be known to others
at all: it is left out of their logs, and removed from the position as they see it. Of a `SeenHand`
or a `SeenRow`, everybody sees the cards that they have seen. A `zone` can be corrected by name.
"""

from __future__ import annotations

import dataclasses
import functools
from collections.abc import Callable
from typing import Annotated, Any, NamedTuple, get_args, get_origin, get_type_hints

from ledger.kernel.errors import DeclarationError
from ledger.kernel.faults import place_of_class
from ledger.kernel.type_hints import hints_of

from .piles import Hand, Pile
from .seen import SeenHand, SeenPile, SeenRow
from .zones import Zone, ZoneMark

_SEEN = (SeenHand, SeenRow)
_FROM_A_PILE = (Hand, *_SEEN)


class Resource(NamedTuple):
    """Something a player has that can be counted: key, English name, whether everyone sees it."""

    key: str
    name: str
    public: bool = True
    short: str = ""
    """A shorter name for the heading of a narrow column, if the name is long."""
    is_score: bool = False
    """Whether this is the resource that `scores` counts."""


class Secret(NamedTuple):
    """A field shown only to its owner or, if `hidden`, known only to its owner."""

    hidden: bool
    pile: str = ""


class Internal(NamedTuple):
    """A field that isn't shown in any view."""


def resource(
    name: str = "", *, public: bool = True, short: str = "", is_score: bool = False
) -> Resource:
    """Declare that a player's field is counted: as a number, or how many things are in it.

    Of a table of numbers, it is their sum. Its name is that of the field unless another is given.
    If it isn't public, only its owner sees the amount.
    """
    return Resource("", name, public, short, is_score)


def hidden(pile: str = "") -> Secret:
    """Declare that others can't know what a player's field holds; everyone can count it.

    For a `Hand`, a `SeenHand` or a `SeenRow`, `pile` names the field of the state with the pile
    that its cards were drawn from.
    """
    return Secret(hidden=True, pile=pile)


private = Secret(hidden=False)
"""Marks a player's field whose contents aren't shown to others; everyone can count them.

>>> from dataclasses import dataclass, field
>>> @dataclass(slots=True)
... class Player:
...     won: Annotated[list[str], private] = field(default_factory=list)
"""
internal = Internal()
"""Marks a field that isn't shown in any view: it only helps the rules.

>>> from dataclasses import dataclass
>>> @dataclass(slots=True)
... class Player:
...     passes: Annotated[int, internal] = 0
"""


class Marked(NamedTuple):
    """A field of a state, with its marks."""

    name: str
    kind: Any
    counted: Resource | None
    secret: Secret | None
    internal: bool
    zones: tuple[ZoneMark, ...]

    @property
    def told(self) -> bool:
        """Whether everyone is shown what it holds."""
        return self.secret is None and (self.counted is None or self.counted.public)

    def seen(self, value: Any, own: bool, viewer: int | None) -> Any:
        """Return the field's value as a viewer sees it, who may be its owner (`own`)."""
        if isinstance(value, _SEEN):
            return value.seen_by(viewer)
        if isinstance(value, SeenPile):
            top = " ".join(card or "?" for card in value.seen_by(viewer))
            return {"cards": value.size, "top": top} if top else {"cards": value.size}
        if own or self.told:
            return shown(value)
        if self.counted is not None and not self.counted.public:
            return None
        if isinstance(value, Hand):
            return (None,) * value.size
        return (None,) * len(value) if isinstance(value, list | tuple) else None


def shown(value: Any) -> Any:
    """Return part of a state as data for a view: lists become tuples, piles their sizes."""
    if isinstance(value, Pile):
        return value.size
    if isinstance(value, Hand):
        return (*value.cards, *(None,) * value.unseen)
    if isinstance(value, _SEEN):
        return value.seen_by(0)
    if isinstance(value, list | tuple | set | frozenset):
        return tuple(map(shown, value))
    if isinstance(value, dict):
        return {k: shown(v) for k, v in value.items()}
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return {f.name: shown(getattr(value, f.name)) for f in dataclasses.fields(value)}
    return value


@functools.cache
def marked(kind: type) -> tuple[Marked, ...]:
    """Return the fields of a dataclass with their marks."""
    hints = hints_of(kind)
    out = []
    for field in dataclasses.fields(kind):
        hint = hints[field.name]
        marks = get_args(hint)[1:] if get_origin(hint) is Annotated else ()
        plain = get_args(hint)[0] if marks else hint
        secret = next((m for m in marks if isinstance(m, Secret)), None)
        if plain in _FROM_A_PILE and (secret is None or not secret.pile):
            what = "row" if plain is SeenRow else "hand"
            raise DeclarationError(
                f"{kind.__name__}.{field.name} is a {what}, and has to say which pile its cards "
                f'come from: `{field.name}: Annotated[{plain.__name__}, hidden("deck")]`',
                place_of_class(kind),
            )
        if plain is SeenPile and secret is None:
            raise DeclarationError(
                f"{kind.__name__}.{field.name} is a pile that not everybody knows alike, and has "
                f"to say so: `{field.name}: Annotated[SeenPile, hidden()]`",
                place_of_class(kind),
            )
        out.append(
            Marked(
                name=field.name,
                kind=plain,
                counted=next((m for m in marks if isinstance(m, Resource)), None),
                secret=secret,
                internal=any(isinstance(m, Internal) for m in marks),
                zones=tuple(m for m in marks if isinstance(m, ZoneMark)),
            )
        )
    return tuple(out)


def player_type(state: type) -> type | None:
    """Return the type of a player, or None if the players aren't a list of dataclasses."""
    hint = get_type_hints(state).get("players")
    kind = get_args(hint)[0] if get_origin(hint) is list else None
    return kind if isinstance(kind, type) and dataclasses.is_dataclass(kind) else None


def players_fields(state: type) -> tuple[Marked, ...]:
    """Return the fields of the players in a state, with their marks."""
    kind = player_type(state)
    return () if kind is None else marked(kind)


def resources_of(state: type) -> tuple[Resource, ...]:
    """Return the resources declared by the players' fields."""
    return tuple(
        f.counted._replace(key=f.name, name=f.counted.name or f.name.replace("_", " "))
        for f in players_fields(state)
        if f.counted is not None
    )


def zones_of(state: type) -> tuple[Zone, ...]:
    """Return the zones that can be corrected by name: those of the players, then of the state
    itself.
    """
    every = (("/players/*", players_fields(state)), ("", marked(state)))
    return tuple(
        zone
        for owner, fields in every
        for field in fields
        for mark in field.zones
        for zone in mark.zones(owner, field.name)
    )


def holdings_of(state: type) -> Callable[[Any], list[tuple[int, ...]]]:
    """Return a function that counts the resources of every player."""
    names = [f.name for f in players_fields(state) if f.counted is not None]

    def holdings(s: Any) -> list[tuple[int, ...]]:
        if not names:
            return [() for _ in range(s.setup.players)]
        return [tuple(amount(getattr(p, name)) for name in names) for p in s.players]

    return holdings


def amount(value: Any) -> int:
    """Return how much a player's field holds."""
    if isinstance(value, int):
        return int(value)
    if isinstance(value, dict):
        return sum(value.values())
    return value.size if isinstance(value, (Pile, *_FROM_A_PILE)) else len(value)


def fields_hidden(state: type) -> tuple[str, ...]:
    """Return the fields of a state that `forget_of` changes."""
    own = [f.name for f in marked(state) if f.secret is not None and f.secret.hidden]
    theirs = [f for f in players_fields(state) if f.secret is not None and f.secret.hidden]
    every = [f.secret for f in (*marked(state), *theirs) if f.secret is not None]
    piles = [secret.pile for secret in every if secret.pile]
    return tuple(dict.fromkeys([*own, *(["players"] if theirs else []), *piles]))


@functools.cache
def forget_of(state: type) -> Callable[[Any, int], None]:
    """Return a function that removes from a state everything that a seat can't know."""
    own = [f for f in marked(state) if f.secret is not None and f.secret.hidden]
    theirs = [f for f in players_fields(state) if f.secret is not None and f.secret.hidden]

    def forget(s: Any, viewer: int) -> None:
        for f in own:
            hide(s, s, f, viewer)
        for seat, p in enumerate(s.players, 1) if theirs else ():
            for f in theirs:
                if seat != viewer or f.kind in _SEEN:
                    hide(s, p, f, viewer)

    def hide(s: Any, owner: Any, f: Marked, viewer: int) -> None:
        held, pile = getattr(owner, f.name), f.secret.pile if f.secret is not None else ""
        if isinstance(held, _SEEN):
            held.forget(getattr(s, pile), viewer)
        elif isinstance(held, SeenPile):
            held.forget(viewer)
        elif isinstance(held, Hand):
            held.forget(getattr(s, pile))
        else:
            setattr(owner, f.name, _blank(held))

    return forget


def _blank(value: Any) -> Any:
    return [None] * len(value) if isinstance(value, list) else None
