"""What the holder of a token may see and do."""

from __future__ import annotations

from typing import Any

from litestar.connection import ASGIConnection

from ledger.protocol.errors import Forbidden, Unauthorized
from ledger.service.open_games.open_game import Sender

from .tokens import Token

Connection = ASGIConnection[Any, Any, Any, Any]
JUDGES = ("referee", "host", "admin")
"""Roles that see everything in their games."""


def token_of(connection: Connection) -> Token:
    """Return the token of a request.

    Raises `Unauthorized` if there is none, and `Forbidden` if it is only for metrics.
    """
    token: Token | None = connection.scope["state"].get("token")
    if token is None:
        raise Unauthorized(
            "you need a token", hint="send it in a header: Authorization: Bearer TOKEN"
        )
    if token.role == "metrics":
        raise Forbidden("this token can only read /metrics")
    return token


def require_metrics(connection: Connection) -> None:
    """Raise an error unless a request's token may read the metrics."""
    token: Token | None = connection.scope["state"].get("token")
    if token is None or token.role != "metrics":
        require_admin(connection)


def require_admin(connection: Connection) -> Token:
    """Return the token of a request; raise an error unless it is an admin's."""
    token = token_of(connection)
    if token.role != "admin":
        raise Forbidden("only an admin's token can do this")
    return token


def require_host(connection: Connection) -> Token:
    """Return the token of a request; raise an error unless it may start games."""
    token = token_of(connection)
    if token.role not in ("host", "admin"):
        raise Forbidden("only a host's or an admin's token can do this")
    return token


def sender_of(connection: Connection, game: str, as_: str | None = None) -> Sender:
    """Return the sender of a request, from whose point of view it sees a game; referees may choose
    it.

    Raises `Forbidden` if the token isn't for this game, or not for that point of view.
    """
    own = own_sender(token_of(connection), game)
    if as_ is None or as_ == ("full" if own.viewer is None else str(own.viewer)):
        return own
    if not own.referee:
        raise Forbidden("this token can't see the game from any other point of view")
    return Sender(int(as_)) if as_ != "full" else own


def own_sender(token: Token, game: str) -> Sender:
    """Return the sender of a token's requests, from its own point of view.

    Raises `Forbidden` if the token isn't for this game.
    """
    if not token.sees(game):
        raise Forbidden("this token is for another game")
    return Sender(None, referee=True) if token.role in JUDGES else Sender(token.seat or 0)


def require_referee(connection: Connection, game: str) -> Sender:
    """Return the sender of a request; raise `Forbidden` unless it is a referee of the game."""
    found = sender_of(connection, game)
    if not found.referee:
        raise Forbidden("only a referee of the game can do this")
    return found


def require_player(connection: Connection, game: str) -> Sender:
    """Return the sender of a request; raise `Forbidden` if it is a spectator."""
    found = sender_of(connection, game)
    if found.viewer == 0:
        raise Forbidden("a spectator can only watch")
    return found
