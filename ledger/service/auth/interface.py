"""What the service asks of whatever keeps its tokens: a file, or a database."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Protocol

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
