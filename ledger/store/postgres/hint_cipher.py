"""What hints carry, so that only those who may read the logs can read it, and nobody can forge it.

Whoever can connect to a database can listen there, also without a right to any table. The key
stands in a table. Each text is hidden under a pad of its own, and signed.
"""

from __future__ import annotations

import hashlib
import secrets
from base64 import b64decode, b64encode
from hmac import compare_digest

from .database import Connection

HALF = 32
"""Bytes of the key for pads; as many are for signatures."""
NONCE = SIGN = 16


def hint_key(connection: Connection) -> bytes:
    """Return the key of a database; whoever comes first makes it."""
    connection.execute(
        "insert into ledger.hint_key (key) values (%s) on conflict do nothing",
        [secrets.token_bytes(2 * HALF)],
    )
    ((key,),) = connection.execute("select key from ledger.hint_key")
    return bytes(key)


class HintCipher:
    """Hides and shows bytes, with one key."""

    def __init__(self, key: bytes) -> None:
        self._pad_key, self._sign_key = key[:HALF], key[HALF:]

    def hide(self, data: bytes) -> str:
        """Return bytes as a text for those who have the key."""
        nonce = secrets.token_bytes(NONCE)
        hidden = self._padded(nonce, data)
        return b64encode(nonce + self._sign(nonce + hidden) + hidden).decode()

    def show(self, text: str) -> bytes:
        """Return what was hidden; nothing, if that was not done with this key."""
        try:
            raw = b64decode(text, validate=True)
        except ValueError:
            return b""
        nonce, sign, hidden = raw[:NONCE], raw[NONCE : NONCE + SIGN], raw[NONCE + SIGN :]
        if not compare_digest(sign, self._sign(nonce + hidden)):
            return b""
        return self._padded(nonce, hidden)

    def _padded(self, nonce: bytes, data: bytes) -> bytes:
        pad = hashlib.shake_256(self._pad_key + nonce).digest(len(data))
        return (int.from_bytes(data) ^ int.from_bytes(pad)).to_bytes(len(data))

    def _sign(self, text: bytes) -> bytes:
        return hashlib.blake2b(text, key=self._sign_key, digest_size=SIGN).digest()
