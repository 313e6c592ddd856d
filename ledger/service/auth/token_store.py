"""Where a service keeps its tokens, be it a file or a database; and copying between them."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Protocol

from ledger.kernel.errors import Conflict
from ledger.protocol.schemas import Role

from .tokens import Token


class TokenStore(Protocol):
    """A place for tokens.

    Each change is durable when its call returns, and applies to the next call by anybody.
    """

    def find(self, secret: str) -> Token | None:
        """Return the token with this secret; None if it is unknown, expired or revoked."""

    def at_hand(self, secret: str) -> bool:
        """Return whether `find` can reply without waiting."""

    def recent(self, id: str) -> Token | None:
        """Return a token as it was a moment ago, if that is in memory; never waits."""

    def works(self, id: str) -> bool:
        """Return whether a token can still be used, as of a moment ago; never waits."""

    def get(self, id: str) -> Token | None:
        """Return the token with this id, if there is one."""

    def page(
        self, after: str | None, limit: int, games: Collection[str] | None = None
    ) -> list[Token]:
        """Return up to `limit` tokens after the one with the id `after`, oldest first.

        With `games`, return only tokens for these games. Raises `Missing` if there is no token
        `after`.
        """

    def make(
        self,
        role: Role,
        game: str | None = None,
        seat: int | None = None,
        days: int = 30,
        label: str = "",
        *,
        whole_library: bool = False,
    ) -> tuple[str, Token]:
        """Create a token and return it with its secret, which can't be shown again.

        Raises `Malformed` if a token can't have these properties.
        """

    def revoke(self, id: str) -> Token:
        """Revoke a token and return it; one that was revoked before stays as it is.

        Raises `Missing` if there is no such token.
        """

    def grant(self, id: str, game: str) -> Token:
        """Record that the holder of a token started a game.

        Raises `Missing` if there is no such token.
        """

    def all(self) -> list[Token]:
        """Return every token, oldest first."""

    def add(self, tokens: Iterable[Token]) -> None:
        """Add tokens that were made elsewhere."""

    def has_admin(self) -> bool:
        """Return whether any admin's token works."""

    def reload(self) -> None:
        """Discard what is in memory, and read it again."""


def copy_tokens(source: TokenStore, target: TokenStore) -> int:
    """Copy every token from one store to another; return how many were new or changed.

    A token that was revoked in either doesn't work in the target. Raises `Conflict` if both have a
    token with the same id but different secrets.
    """
    here = {token.id: token for token in target.all()}
    there = source.all()
    for token in there:
        if token.id in here and here[token.id].digest != token.digest:
            raise Conflict("there is already another token {id!r}", id=token.id)
    new = [token for token in there if token.id not in here]
    if new:
        target.add(new)
    changed = len(new)
    for token in there:
        known = here.get(token.id)
        if known is None:
            continue
        revoke = token.revoked is not None and known.revoked is None
        if revoke:
            target.revoke(token.id)
        for game in sorted(token.games - known.games):
            target.grant(token.id, game)
        changed += bool(revoke or token.games - known.games)
    return changed
