"""Tokens in a file in the service's folder, `tokens.jsonl`, with a line for each change.

Both the server and `ledger token` may write it: each change is one line, made durable under a lock.
From time to time, the file is rewritten without lines that no longer matter. A file from version
0.1, `tokens.json`, is read until the first change replaces it.
"""

from __future__ import annotations

import threading
from bisect import bisect_right, insort
from collections.abc import Collection, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic
from typing import Annotated

import msgspec
from msgspec import Meta

from ledger.kernel.errors import Damaged, Failed
from ledger.kernel.message import Message
from ledger.kernel.text.reasons import why
from ledger.kernel.times import format_time, utc_now
from ledger.library.journal.facts import Id
from ledger.protocol.schemas import Role
from ledger.store.files import RealFiles, write_whole
from ledger.system.locks import locked

from .line_file import LineFile, Stamp, file_stamp, generation
from .tokens import (
    Clock,
    Time,
    Token,
    TokenId,
    id_in,
    is_kept,
    new_token,
    no_token,
    oldest_kept,
    opens,
)

MOMENT = 0.5
"""Seconds for which a stream may continue after its token has expired."""
FEW = 64
"""With fewer lines than this, the file isn't worth rewriting."""


class _OldFile(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    version: Annotated[int, Meta(ge=1, le=1)] = 1
    tokens: list[Token] = []


class _Line(
    msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="type"
):
    """A line in the file."""


class _Begun(_Line, frozen=True, kw_only=True, tag="tokens"):
    """The first line: which rewrite of the file this is, and how many lines it started with."""

    version: Annotated[int, Meta(ge=2, le=2)]
    generation: str
    lines: int


class _Made(_Line, frozen=True, kw_only=True, tag="made"):
    token: Token


class _Revoked(_Line, frozen=True, kw_only=True, tag="revoked"):
    id: TokenId
    at: Time


class _Granted(_Line, frozen=True, kw_only=True, tag="granted"):
    id: TokenId
    game: Id


_old_decoder = msgspec.json.Decoder(_OldFile)
_decoder = msgspec.json.Decoder(_Begun | _Made | _Revoked | _Granted)


class _TokenTable:
    """All tokens, by id, by game and by age."""

    def __init__(self, tokens: Iterable[Token] = ()) -> None:
        self.by_id: dict[str, Token] = {}
        self.of_game: dict[str, list[str]] = {}
        self.by_age: list[tuple[str, str]] = []
        self.lines = self.first_lines = 0
        for token in tokens:
            self.add(token)

    def add(self, token: Token) -> None:
        if token.id in self.by_id:
            raise ValueError("two tokens have the same id")
        self.by_id[token.id] = token
        if token.game is not None:
            self.of_game.setdefault(token.game, []).append(token.id)
        insort(self.by_age, (token.created, token.id))

    def take(self, line: _Line) -> None:
        """Apply a line."""
        self.lines += 1
        match line:
            case _Begun():
                self.first_lines = line.lines
            case _Made():
                self.add(line.token)
            case _Revoked():
                self.change(line.id, revoked=line.at)
            case _Granted():
                self.change(line.id, games=self.by_id[line.id].games | {line.game})

    def change(self, id: str, **fields: object) -> None:
        """Replace fields of a token."""
        self.by_id[id] = msgspec.structs.replace(self.by_id[id], **fields)


class FileTokens:
    """All tokens of a service, in a file; safe to use from any thread."""

    def __init__(self, folder: Path, *, clock: Clock = utc_now) -> None:
        self.folder = folder
        self.path = folder / "tokens.jsonl"
        self.old_path = folder / "tokens.json"
        self._clock = clock
        self._read, self._clock_read = 0.0, ""
        self._file = LineFile(self.path)
        self._known = _TokenTable()
        self._old_stamp: Stamp | None = None
        self._loading = threading.Lock()

    # --- lookups ----------------------------------------------------------------------------

    def find(self, secret: str) -> Token | None:
        """Return the token with this secret; None if it is unknown, expired or revoked."""
        id = id_in(secret)
        if id is None:
            return None
        token = self._load().by_id.get(id)
        right = opens(secret, token)
        return token if token and right and token.works(self._now()) else None

    def at_hand(self, secret: str) -> bool:
        """Return whether `find` can reply without waiting; a look at a file doesn't count as
        waiting.
        """
        return True

    def recent(self, id: str) -> Token | None:
        """Return the token with this id, if there is one."""
        return self.get(id)

    def works(self, id: str) -> bool:
        """Return whether a token can still be used; streams check before they send anything."""
        token = self._load().by_id.get(id)
        if token is None or token.revoked is not None:
            return False
        if monotonic() - self._read > MOMENT:
            self._read, self._clock_read = monotonic(), self._now()
        return self._clock_read < token.expires

    def get(self, id: str) -> Token | None:
        """Return the token with this id, if there is one."""
        return self._load().by_id.get(id)

    def page(
        self, after: str | None, limit: int, games: Collection[str] | None = None
    ) -> list[Token]:
        """Return up to `limit` tokens after the one with the id `after`, oldest first.

        With `games`, return only tokens for these games. Raises `Missing` if there is no token
        `after`.
        """
        known = self._load()
        with self._loading:
            ages = known.by_age
            if games is not None:
                ids = (id for game in games for id in known.of_game.get(game, ()))
                ages = sorted((known.by_id[id].created, id) for id in ids)
            start = 0
            if after is not None:
                if (last := known.by_id.get(after)) is None:
                    raise no_token(after)
                start = bisect_right(ages, (last.created, after))
            found, oldest = list[Token](), self._oldest()
            while start < len(ages) and len(found) < limit:
                token = known.by_id[ages[start][1]]
                if is_kept(token, oldest):
                    found.append(token)
                start += 1
            return found

    def all(self) -> list[Token]:
        """Return every token, oldest first."""
        known, oldest = self._load(), self._oldest()
        with self._loading:
            tokens = [known.by_id[id] for _, id in known.by_age]
        return [token for token in tokens if is_kept(token, oldest)]

    def working(self) -> list[Token]:
        """Return the tokens that can currently be used."""
        now = self._now()
        return [token for token in self.all() if token.works(now)]

    def has_admin(self) -> bool:
        """Return whether any admin's token works."""
        return any(token.role == "admin" for token in self.working())

    def reload(self) -> None:
        """Read the file again, even if its stamp hasn't changed."""
        with self._loading:
            self._known, self._file, self._old_stamp = _TokenTable(), LineFile(self.path), None
        self._load()

    # --- changing ---------------------------------------------------------------------------

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
        secret, token = new_token(
            self._clock(), role, game, seat, days, label, whole_library=whole_library
        )
        with self._writing():
            self._append(_Made(token=token))
        return secret, token

    def revoke(self, id: str) -> Token:
        """Revoke a token and return it; one that was revoked before stays as it is.

        Raises `Missing` if there is no such token.
        """
        with self._writing() as known:
            token = known.by_id.get(id)
            if token is None:
                raise no_token(id)
            if token.revoked is None:
                self._append(_Revoked(id=id, at=self._now()))
            return known.by_id[id]

    def grant(self, id: str, game: str) -> Token:
        """Record that the holder of a token started a game.

        Raises `Missing` if there is no such token.
        """
        with self._writing() as known:
            token = known.by_id.get(id)
            if token is None:
                raise no_token(id)
            if game not in token.games:
                self._append(_Granted(id=id, game=game))
            return known.by_id[id]

    def admin_file(self) -> Path:
        """Return where the first admin's token is written."""
        return self.folder / "admin-token"

    def first_admin(self, days: int = 365) -> Path | None:
        """Create an admin's token unless one works, and return the file with its secret."""
        if self.has_admin():
            return None
        secret, token = new_token(self._clock(), "admin", days=days, label="first admin")
        with self._writing() as known:
            now = self._now()
            if any(t.role == "admin" and t.works(now) for t in known.by_id.values()):
                return None  # another server was faster
            # the secret first: a token nobody can read would keep the next start from making one
            write_whole(self.admin_file(), secret.encode() + b"\n", private=True)
            self._append(_Made(token=token))
        return self.admin_file()

    def add(self, tokens: Iterable[Token]) -> None:
        """Add tokens that were made elsewhere."""
        with self._writing():
            for token in tokens:
                self._append(_Made(token=token))

    # --- the file ---------------------------------------------------------------------------

    @contextmanager
    def _writing(self) -> Iterator[_TokenTable]:
        """Yield the known tokens, under a lock and with a file that lines can be appended to."""
        try:
            _make_private(self.folder)
            with locked(self.folder / "tokens.lock"):
                known = self._load()
                long = known.lines > 2 * max(known.first_lines, FEW)
                if long or not self._file.exists():
                    self._rewrite(known)
                self.old_path.unlink(missing_ok=True)
                yield self._load()
        except OSError as e:
            raise Failed(
                "the tokens couldn't be written: {reason}", file=str(self.path), reason=why(e)
            ) from e

    def _append(self, line: _Line) -> None:
        self._file.append(msgspec.json.encode(line))
        self._load()

    def _rewrite(self, known: _TokenTable) -> None:
        """Rewrite the file without tokens that stopped working long ago."""
        oldest = self._oldest()
        tokens = (known.by_id[id] for _, id in known.by_age)
        made = [_Made(token=token) for token in tokens if is_kept(token, oldest)]
        first = _Begun(version=2, generation=generation(), lines=len(made) + 1)
        self._file.rewrite([msgspec.json.encode(line) for line in (first, *made)])

    def _load(self) -> _TokenTable:
        """Read any new lines of the file."""
        with self._loading:
            try:
                news = self._file.news()
            except FileNotFoundError:
                self._file = LineFile(self.path)
                return self._load_old()
            self._old_stamp = None
            if news.anew:
                self._known = _TokenTable()
            try:
                self._take(news.lines)
            except (msgspec.DecodeError, UnicodeDecodeError, RecursionError, ValueError) as e:
                self._known, self._file = _TokenTable(), LineFile(self.path)
                raise self._damaged(self.path, why(e)) from None
            return self._known

    def _take(self, lines: Iterable[bytes]) -> None:
        known = self._known
        for raw in lines:
            line = _decoder.decode(raw)
            if isinstance(line, _Begun) != (known.lines == 0):
                raise ValueError("its first line isn't where it should be")
            if isinstance(line, _Revoked | _Granted) and line.id not in known.by_id:
                raise ValueError("it speaks of a token that it doesn't have")
            known.take(line)
        if not known.lines:
            raise ValueError("it is empty")

    def _load_old(self) -> _TokenTable:
        """Read the file from version 0.1, if there is one."""
        try:
            stamp = file_stamp(self.old_path.stat())
            if stamp == self._old_stamp:
                return self._known
            data = self.old_path.read_bytes()
        except FileNotFoundError:
            self._known, self._old_stamp = _TokenTable(), None
            return self._known
        try:
            self._known = _TokenTable(_old_decoder.decode(data).tokens)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError, ValueError) as e:
            raise self._damaged(self.old_path, why(e)) from None
        self._old_stamp = stamp
        return self._known

    def _damaged(self, path: Path, reason: Message) -> Damaged:
        return Damaged(
            "the tokens can't be read: {reason}",
            file=str(path),
            hint="restore a copy, or move the file away: all tokens will then stop working, and "
            "`ledger serve` makes a new one for an admin",
            reason=reason,
        )

    def _oldest(self) -> str:
        return oldest_kept(self._clock())

    def _now(self) -> str:
        return format_time(self._clock())


def _make_private(folder: Path) -> None:
    """Make sure that the folder exists, and that only its owner can use it."""
    if not folder.is_dir():
        files = RealFiles()
        files.make_folder(folder.parent)
        folder.mkdir(mode=0o700, exist_ok=True)
        files.sync_folder(folder.parent)
    if folder.stat().st_mode & 0o077:
        folder.chmod(0o700)
