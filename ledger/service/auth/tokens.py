"""Tokens: who may do what with which game. Only a digest of the secret is kept."""

from __future__ import annotations

import datetime as dt
import hashlib
import hmac
import re
import secrets
from collections.abc import Callable
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from ledger.kernel.errors import Malformed, Missing
from ledger.kernel.text.reasons import why
from ledger.kernel.times import format_time
from ledger.library.journal.facts import Id
from ledger.protocol.schemas import Role, TokenFacts

FOLDER = ".service"
"""The service's folder in a library."""

DAYS = 3650
LABEL = 100
KEPT_DAYS = 90
"""How long a token that no longer works stays in the list."""

_SECRET = re.compile(r"ledger_([a-z0-9]{10})_[A-Za-z0-9_-]{43}", re.ASCII)
_LETTERS = "abcdefghijklmnopqrstuvwxyz0123456789"
_NOBODY = "0" * 64
_EVERYWHERE = ("spectator", "referee", "admin")
"""Roles whose tokens are for every game if they don't name one."""

TokenId = Annotated[str, Meta(pattern=r"\A[a-z0-9]{10}\Z")]
Time = Annotated[str, Meta(pattern=r"\A\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z\Z")]
Clock = Callable[[], dt.datetime]


class Token(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a token may do; `digest` is the SHA-256 of the secret, and a null `game` means every
    game.

    `games` are those its holder started. With `whole_library`, it may query everything about any
    game that a spectator could see.
    """

    id: TokenId
    digest: Annotated[str, Meta(pattern=r"\A[0-9a-f]{64}\Z")]
    role: Role
    game: Id | None
    seat: Annotated[int, Meta(ge=1, le=16)] | None
    label: str
    created: Time
    expires: Time
    revoked: Time | None = None
    whole_library: bool = False
    games: frozenset[Id] = frozenset()

    def __post_init__(self) -> None:
        if self.role == "seat" and (self.game is None or self.seat is None):
            raise ValueError("a seat's token needs a game and a seat")
        if self.role != "seat" and self.seat is not None:
            raise ValueError(f"a token for the role {self.role} can't have a seat")
        if self.role == "admin" and self.game is not None:
            raise ValueError("an admin's token is for every game, so it can't name one")
        if self.role == "metrics" and self.game is not None:
            raise ValueError("a token for /metrics sees no game, so it can't name one")
        if self.role == "host" and self.game is not None:
            raise ValueError("a host's token is for the games it starts, so it can't name one")

    def __repr__(self) -> str:
        return f"Token({self.id}, {self.role}, game={self.game}, seat={self.seat})"

    @property
    def sees_every_game(self) -> bool:
        """Whether it is for every game."""
        return self.game is None and self.role in _EVERYWHERE

    @property
    def asks_whole_library(self) -> bool:
        """Whether its SQL queries cover all games, as a spectator sees them."""
        return self.whole_library or self.sees_every_game

    @property
    def own_games(self) -> frozenset[str]:
        """The game it names and the games its holder started."""
        return self.games if self.game is None else self.games | {self.game}

    def sees(self, game: str) -> bool:
        """Return whether it is for this game."""
        return self.sees_every_game or game == self.game or game in self.games

    def works(self, at: str) -> bool:
        """Return whether it can be used at this time."""
        return self.revoked is None and at < self.expires  # all times are in the same format

    def end_told_to(self, secret: str) -> Literal["revoked", "expired"] | None:
        """Return why a token has stopped working, but only if this is its secret."""
        if not opens(secret, self):
            return None
        return "expired" if self.revoked is None else "revoked"

    def facts(self) -> TokenFacts:
        """Return what others may know about it."""
        return TokenFacts(
            id=self.id,
            role=self.role,
            game=self.game,
            seat=self.seat,
            created=self.created,
            expires=self.expires,
            revoked=self.revoked,
            label=self.label,
            whole_library=self.whole_library,
        )


def id_in(secret: str) -> str | None:
    """Return the id of the token that a secret claims to be for; None if it isn't a secret."""
    match = _SECRET.fullmatch(secret)
    return None if match is None else match[1]


def new_token(
    now: dt.datetime,
    role: Role,
    game: str | None = None,
    seat: int | None = None,
    days: int = 30,
    label: str = "",
    *,
    whole_library: bool = False,
) -> tuple[str, Token]:
    """Return a new secret and its token.

    Raises `Malformed` if a token can't have these properties.
    """
    if not 1 <= days <= DAYS:
        raise Malformed("a token can last 1 to {most} days, not {days}", most=DAYS, days=days)
    if len(label) > LABEL:
        raise Malformed(
            "a label can have at most {limit} characters; this one has {count}",
            limit=LABEL,
            count=len(label),
        )
    id = "".join(secrets.choice(_LETTERS) for _ in range(10))
    secret = f"ledger_{id}_{secrets.token_urlsafe(32)}"
    fields = {
        "id": id,
        "digest": digest_of(secret),
        "role": role,
        "game": game,
        "seat": seat,
        "label": label,
        "created": format_time(now),
        "expires": format_time(now + dt.timedelta(days=days)),
        "whole_library": whole_library,
    }
    try:
        return secret, msgspec.convert(fields, Token)
    except msgspec.ValidationError as e:
        raise Malformed("this token can't be made: {reason}", reason=why(e)) from None


def opens(secret: str, token: Token | None) -> bool:
    """Return whether this is the token's secret; it takes just as long if there is no token."""
    return hmac.compare_digest(digest_of(secret), token.digest if token else _NOBODY)


def no_token(id: str) -> Missing:
    """Return the error for an id that doesn't belong to any token."""
    return Missing("there is no token {id!r}", hint="`ledger token list` shows them", id=id)


def digest_of(secret: str) -> str:
    """Return the digest of a secret, which is all that is stored of it."""
    return hashlib.sha256(secret.encode()).hexdigest()


def oldest_kept(now: dt.datetime) -> str:
    """Return how recently a token must have worked to stay in the list."""
    return format_time(now - dt.timedelta(days=KEPT_DAYS))


def is_kept(token: Token, oldest: str) -> bool:
    """Return whether a token belongs in the list: it works, or stopped working recently."""
    return min(token.expires, token.revoked or "9") > oldest
