"""Tokens from one place to another, so that whoever has one keeps it."""

from __future__ import annotations

from ledger.kernel.errors import Conflict

from .interface import TokenStore


def copy_tokens(source: TokenStore, target: TokenStore) -> int:
    """Bring every token of a place to another; return how many were new or changed.

    One that was revoked in either place doesn't work in the other.
    """
    here = {token.id: token for token in target.all()}
    there = source.all()
    for token in there:
        if token.id in here and here[token.id].digest != token.digest:
            raise Conflict(f"there is another token {token.id!r} already")
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
