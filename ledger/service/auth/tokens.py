"""Tokens: who may do what with which game; of the secret only a digest is kept.

`tokens.json` in the service's folder holds them. The server and `ledger token` may both write it:
each change is made under a lock and takes the file's place whole.
"""

from __future__ import annotations

import datetime as dt
import hashlib
import hmac
import os
import re
import secrets
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic
from typing import Annotated

import msgspec
from msgspec import Meta

from ledger.kernel.errors import Damaged, Failed, Malformed, Missing
from ledger.kernel.text.reasons import why
from ledger.kernel.times import format_time, utc_now
from ledger.library.journal import Id
from ledger.protocol.schemas import Role, TokenFacts
from ledger.store.files import RealFiles, write_whole
from ledger.system.locks import locked

FOLDER = ".service"
"""The service's folder in a library."""

DAYS = 3650
LABEL = 100
KEPT_DAYS = 90
"""How long a token that no longer works stays in the list."""
MOMENT = 0.5
"""Seconds for which a stream may go on with a token that has expired."""

_SECRET = re.compile(r"ledger_([a-z0-9]{10})_[A-Za-z0-9_-]{43}", re.ASCII)
_LETTERS = "abcdefghijklmnopqrstuvwxyz0123456789"
_NOBODY = "0" * 64
Time = Annotated[str, Meta(pattern=r"\A\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z\Z")]
Clock = Callable[[], dt.datetime]


class Token(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a token may do; `digest` is the SHA-256 of the secret, `game` null means every game."""

    id: Annotated[str, Meta(pattern=r"\A[a-z0-9]{10}\Z")]
    digest: Annotated[str, Meta(pattern=r"\A[0-9a-f]{64}\Z")]
    role: Role
    game: Id | None
    seat: Annotated[int, Meta(ge=1, le=16)] | None
    label: str
    created: Time
    expires: Time
    revoked: Time | None = None

    def __post_init__(self) -> None:
        if self.role == "seat" and (self.game is None or self.seat is None):
            raise ValueError("a seat's token needs a game and a seat")
        if self.role != "seat" and self.seat is not None:
            raise ValueError(f"a token for the role {self.role} can't have a seat")
        if self.role == "admin" and self.game is not None:
            raise ValueError("an admin's token is for every game, so it can't name one")
        if self.role == "metrics" and self.game is not None:
            raise ValueError("a token for /metrics sees no game, so it can't name one")

    def __repr__(self) -> str:
        return f"Token({self.id}, {self.role}, game={self.game}, seat={self.seat})"

    def works(self, at: str) -> bool:
        """Whether it may be used at that time."""
        return self.revoked is None and at < self.expires  # all times are written alike

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
        )


class _File(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    version: Annotated[int, Meta(ge=1, le=1)] = 1
    tokens: list[Token] = []


_decoder = msgspec.json.Decoder(_File)
FileStamp = tuple[int, int, int, int]


class Tokens:
    """All tokens of a service."""

    def __init__(self, folder: Path, *, clock: Clock = utc_now) -> None:
        self.folder = folder
        self.path = folder / "tokens.json"
        self._clock = clock
        self._read, self._clock_read = 0.0, ""
        self._known: tuple[FileStamp | None, dict[str, Token]] = (None, {})

    # --- asking -----------------------------------------------------------------------------

    def find(self, secret: str) -> Token | None:
        """Return the token of a secret; None when it is unknown, expired or revoked."""
        match = _SECRET.fullmatch(secret)
        if match is None:
            return None
        token = self._load().get(match[1])
        right = hmac.compare_digest(_digest(secret), token.digest if token else _NOBODY)
        return token if token and right and token.works(self._now()) else None

    def works(self, id: str) -> bool:
        """Whether a token can still be used; every stream asks before it sends anything."""
        token = self._load().get(id)
        if token is None or token.revoked is not None:
            return False
        if monotonic() - self._read > MOMENT:
            self._read, self._clock_read = monotonic(), self._now()
        return self._clock_read < token.expires

    def all(self) -> list[Token]:
        """Return every token, the oldest first."""
        return sorted(self._load().values(), key=lambda t: (t.created, t.id))

    def working(self) -> list[Token]:
        """Return the tokens that can be used now."""
        now = self._now()
        return [token for token in self.all() if token.works(now)]

    def reload(self) -> None:
        """Read the file again, whatever its stamp says."""
        self._known = (None, {})
        self._load()

    # --- changing ---------------------------------------------------------------------------

    def make(
        self,
        role: Role,
        game: str | None = None,
        seat: int | None = None,
        days: int = 30,
        label: str = "",
    ) -> tuple[str, Token]:
        """Make a token; this is the only time that the secret is shown."""
        with self._writing() as tokens:
            return self._add(tokens, role, game, seat, days, label)

    def revoke(self, id: str) -> Token:
        """Revoke a token; one that no longer works stays as it is."""
        with self._writing() as tokens:
            token = tokens.get(id)
            if token is None:
                raise Missing(f"there is no token {id!r}", hint="`ledger token list` shows them")
            if token.revoked is None:
                token = tokens[id] = msgspec.structs.replace(token, revoked=self._now())
            return token

    def admin_file(self) -> Path:
        """Return where the first admin's token is written."""
        return self.folder / "admin-token"

    def first_admin(self, days: int = 365) -> Path | None:
        """Make an admin's token unless one works, and return the file that holds it."""
        if any(token.role == "admin" for token in self.working()):
            return None
        with self._writing() as tokens:
            if any(t.role == "admin" and t.works(self._now()) for t in tokens.values()):
                return None  # another server was quicker
            secret, _ = self._add(tokens, "admin", None, None, days, "first admin")
            # the secret first: a token that nobody can read would keep the next start from helping
            write_whole(self.admin_file(), secret.encode() + b"\n", private=True)
        return self.admin_file()

    def _add(
        self,
        tokens: dict[str, Token],
        role: Role,
        game: str | None,
        seat: int | None,
        days: int,
        label: str,
    ) -> tuple[str, Token]:
        if not 1 <= days <= DAYS:
            raise Malformed(f"a token can last 1 to {DAYS} days, not {days}")
        if len(label) > LABEL:
            raise Malformed(
                f"a label can have at most {LABEL} characters; this one has {len(label)}"
            )
        id = "".join(secrets.choice(_LETTERS) for _ in range(10))
        secret = f"ledger_{id}_{secrets.token_urlsafe(32)}"
        now = self._clock()
        fields = {
            "id": id,
            "digest": _digest(secret),
            "role": role,
            "game": game,
            "seat": seat,
            "label": label,
            "created": format_time(now),
            "expires": format_time(now + dt.timedelta(days=days)),
        }
        try:
            token = msgspec.convert(fields, Token)
        except msgspec.ValidationError as e:
            raise Malformed(f"this token can't be made: {why(e)}") from None
        tokens[id] = token
        return secret, token

    @contextmanager
    def _writing(self) -> Iterator[dict[str, Token]]:
        """Yield the tokens for changing, under a lock; they are written if all goes well."""
        try:
            _make_private(self.folder)
            with locked(self.folder / "tokens.lock"):
                tokens = dict(self._load())
                yield tokens
                limit = format_time(self._clock() - dt.timedelta(days=KEPT_DAYS))
                kept = [t for t in tokens.values() if min(t.expires, t.revoked or "9") > limit]
                # a line for each: people look into this file, and it is written often
                lines = b",\n".join(map(msgspec.json.encode, kept))
                data = b'{"version":1,"tokens":[\n%b\n]}\n' % lines
                write_whole(self.path, data, private=True)
                # nobody else writes now: the next request need not read it all again
                self._known = _file_stamp(self.path.stat()), {token.id: token for token in kept}
        except OSError as e:
            raise Failed(f"the tokens couldn't be written: {why(e)}", file=str(self.path)) from e

    def _load(self) -> dict[str, Token]:
        """Read the file if it has changed."""
        try:
            if _file_stamp(self.path.stat()) == self._known[0]:
                return self._known[1]
            with self.path.open("rb") as file:
                stamp, data = _file_stamp(os.fstat(file.fileno())), file.read()
        except FileNotFoundError:
            return {}
        try:
            tokens = _decoder.decode(data).tokens
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as e:
            raise self._damaged(why(e)) from None
        by_id = {token.id: token for token in tokens}
        if len(by_id) < len(tokens):
            raise self._damaged("two tokens have the same id")
        self._known = stamp, by_id
        return by_id

    def _damaged(self, reason: str) -> Damaged:
        return Damaged(
            f"the tokens can't be read: {reason}",
            file=str(self.path),
            hint="restore a copy, or move the file away: then all tokens stop working, and "
            "`ledger serve` makes a new one for an admin",
        )

    def _now(self) -> str:
        return format_time(self._clock())


def _digest(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()


def _file_stamp(facts: os.stat_result) -> FileStamp:
    return facts.st_ino, facts.st_size, facts.st_mtime_ns, facts.st_ctime_ns


def _make_private(folder: Path) -> None:
    """Make sure that the folder exists, for its owner alone."""
    if not folder.is_dir():
        files = RealFiles()
        files.make_folder(folder.parent)
        folder.mkdir(mode=0o700, exist_ok=True)
        files.sync_folder(folder.parent)
    if folder.stat().st_mode & 0o077:
        folder.chmod(0o700)
