"""Where a service keeps its tokens: in a file or in a database; and copying them."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Protocol

from ledger.kernel.errors import Conflict
from ledger.protocol.schemas import Role

from .tokens import Token


class TokenStore(Protocol):
    """A place for tokens.

    Each change is durable before it is answered, and holds for the next question, whoever asks.
    """

    def find(self, secret: str) -> Token | None:
        """Return the token of a secret; None when it is unknown, expired or revoked."""

    def at_hand(self, secret: str) -> bool:
        """Whether `find` can answer without waiting for anybody."""

    def recent(self, id: str) -> Token | None:
        """Return a token as it was a moment ago, if that is known; never waits."""

    def works(self, id: str) -> bool:
        """Whether a token can still be used, as of a moment ago; never waits."""

    def get(self, id: str) -> Token | None:
        """Return the token with this id, if there is one."""

    def page(
        self, after: str | None, limit: int, games: Collection[str] | None = None
    ) -> list[Token]:
        """Return tokens behind one, the oldest first; `games`: only those for these games."""

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
        """Make a token; this is the only time that the secret is shown."""

    def revoke(self, id: str) -> Token:
        """Revoke a token; one that no longer works stays as it is."""

    def grant(self, id: str, game: str) -> Token:
        """Note that the holder of a token started a game."""

    def all(self) -> list[Token]:
        """Return every token, the oldest first."""

    def add(self, tokens: Iterable[Token]) -> None:
        """Enter tokens that were made elsewhere."""

    def has_admin(self) -> bool:
        """Whether an admin's token works."""

    def reload(self) -> None:
        """Forget what was read, and read it again."""


def copy_tokens(source: TokenStore, target: TokenStore) -> int:
    """Bring every token of a store to another; return how many were new or changed.

    One that was revoked in either doesn't work in the other. Raises `Conflict` if both have a
    token of the same id with different secrets.
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
