"""Requests to one server: the token goes nowhere else, and failed requests are repeated safely."""

from __future__ import annotations

import random
import re
import ssl
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from typing import Any, TypeVar

import httpx
import msgspec

from ledger.kernel.errors import Damaged, Failed, LedgerError, Malformed
from ledger.kernel.message import Message
from ledger.kernel.text.reasons import why
from ledger.protocol.errors import Unreachable

from .address import API, Address
from .errors import error_of

T = TypeVar("T")

TIMEOUT = httpx.Timeout(30.0, connect=5.0)
SILENCE = 40.0
"""Seconds without even a heartbeat after which a stream counts as dead."""
PATIENCE = 60.0
"""Seconds to keep trying a server that was reachable before."""
DRIP = 120.0
"""The maximum time in seconds for a whole response, however slowly it trickles in."""
MAX_ANSWER = 32 * 1024 * 1024
MAX_BODY = 256 * 1024 * 1024
"""The maximum size in bytes of a response, and of a whole log."""
JSON = "application/json"
_TOKEN = re.compile(r"[!-~]{1,500}")
_FIRST_WAIT, _LONGEST_WAIT = 0.1, 5.0


class Transport:
    """Sends requests to one server with one token."""

    def __init__(
        self,
        address: Address,
        token: str | None = None,
        *,
        patience: float = PATIENCE,
        transport: httpx.BaseTransport | None = None,
    ) -> None:
        if token is not None and not _TOKEN.fullmatch(token):
            raise Malformed("this isn't a token: it contains characters that tokens never have")
        self.base = address.base
        self.patience = patience
        self._reached = False
        secure = address.base.startswith("https:")
        self._http = httpx.Client(
            headers={
                # nothing is decompressed: a few bytes could become a great many
                "Accept-Encoding": "identity",
                **({"Authorization": f"Bearer {token}"} if token else {}),
            },
            timeout=TIMEOUT,
            follow_redirects=False,
            trust_env=False,  # a proxy from the environment would see the token
            verify=ssl.create_default_context() if secure else False,
            transport=transport,
        )

    def __repr__(self) -> str:
        return f"Transport({self.base!r})"  # never the token

    def close(self) -> None:
        """Close every connection."""
        self._http.close()

    def ask(
        self,
        kind: type[T],
        method: str,
        path: str,
        *,
        body: Any = None,
        params: Mapping[str, Any] | None = None,
        retry: bool = True,
        most: int = MAX_ANSWER,
    ) -> T:
        """Send a request and decode the response, which may have at most `most` bytes.

        `retry`: whether it is safe to send the request twice.
        """
        data = self.raw(method, path, body=body, params=params, retry=retry, most=most)
        try:
            return msgspec.json.decode(data, type=kind)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as e:
            unread = Message("its answer can't be read: {reason}", reason=why(e))
            raise self._unexpected_answer(unread) from None

    def raw(
        self,
        method: str,
        path: str,
        *,
        body: Any = None,
        params: Mapping[str, Any] | None = None,
        accept: str = JSON,
        retry: bool = True,
        most: int = MAX_BODY,
    ) -> bytes:
        """Send a request and return the bytes of the response, at most `most`.

        `retry`: whether it is safe to send the request twice.
        """
        backoff = Backoff(self.patience)
        while True:
            try:
                return self._once(method, path, body, params, accept, most)
            except Retryable as e:
                if not (retry or e.untouched) or not backoff.wait(e.after):
                    raise e.error from None

    def _once(
        self,
        method: str,
        path: str,
        body: Any,
        params: Mapping[str, Any] | None,
        accept: str,
        most: int,
    ) -> bytes:
        headers = {"Accept": accept}
        content = None
        if body is not None:
            content = msgspec.json.encode(body)
            headers["Content-Type"] = "application/json"
        given = {k: v for k, v in (params or {}).items() if v is not None}
        with (
            self._network_errors(),
            self._http.stream(
                method, self._url(path), content=content, headers=headers, params=given
            ) as answer,
        ):
            self._reached = True
            data = self._read(answer, most)
            self._check(answer, data)
            kind = answer.headers.get("content-type", "").partition(";")[0].strip().lower()
            if accept == JSON and data and kind != JSON:
                raise self._unexpected_answer(Message("its answer isn't JSON"))
            return data

    @contextmanager
    def listen(
        self, path: str, params: Mapping[str, Any], last: str | None
    ) -> Iterator[Iterator[bytes]]:
        """Open a stream of events after the message `last`; yields its bytes as they arrive."""
        headers = {"Accept": "text/event-stream", "Cache-Control": "no-store"}
        if last is not None:
            headers["Last-Event-ID"] = last
        timeout = httpx.Timeout(SILENCE, connect=5.0)
        given = {k: v for k, v in params.items() if v is not None}
        with (
            self._network_errors(),
            self._http.stream(
                "GET", self._url(path), headers=headers, params=given, timeout=timeout
            ) as answer,
        ):
            self._reached = True
            if answer.status_code != 200:
                self._check(answer, self._read(answer, MAX_ANSWER))
            if not answer.headers.get("content-type", "").startswith("text/event-stream"):
                raise self._unexpected_answer(Message("its answer isn't a stream of events"))
            yield self._raw(answer)

    def _url(self, path: str) -> str:
        return f"{self.base}{API}{path}"

    def _read(self, answer: httpx.Response, most: int) -> bytes:
        data, until = bytearray(), time.monotonic() + DRIP
        for part in self._raw(answer):
            data += part
            if len(data) > most:
                raise self._unexpected_answer(
                    Message("its answer is larger than {limit} MiB", limit=most // 1024**2)
                )
            if time.monotonic() > until:
                raise self.endless()
        return bytes(data)

    def _raw(self, answer: httpx.Response) -> Iterator[bytes]:
        if answer.headers.get("content-encoding", "identity").strip().lower() != "identity":
            raise self._unexpected_answer(Message("its answer is packed, though nobody asked"))
        return answer.iter_bytes()

    def _check(self, answer: httpx.Response, data: bytes) -> None:
        """Raise the error for a response that isn't a success."""
        status = answer.status_code
        if 200 <= status < 300:
            return
        if 300 <= status < 400:
            elsewhere = Message("it redirects to another address, where the token must not be sent")
            raise self._unexpected_answer(elsewhere)
        error = error_of(self.base, status, data)
        if status == 429 or (status == 503 and not isinstance(error, Failed | Damaged)):
            after = None
            with suppress(ValueError):
                after = float(answer.headers.get("retry-after", ""))
            raise Retryable(error, untouched=status == 429, after=after)
        raise error

    def endless(self) -> Unreachable:
        """Return the error for a server whose responses lead from one to the next without end."""
        return self._unexpected_answer(Message("its answer has no end"))

    def _unexpected_answer(self, reason: Message) -> Unreachable:
        return Unreachable(
            "{base} doesn't answer the way a game server does: {reason}",
            hint="is this the address that `ledger serve` printed?",
            base=self.base,
            reason=reason,
        )

    @contextmanager
    def _network_errors(self) -> Iterator[None]:
        """Report network failures in our own words, since the library's might contain the token."""
        try:
            yield
        except httpx.ConnectError as e:
            error = self._connect_error(e)
            if self._reached:
                raise Retryable(error, untouched=True) from None
            raise error from None
        except httpx.TimeoutException:
            error = Unreachable("{base} didn't answer in time", base=self.base)
            raise Retryable(error) from None
        except httpx.TransportError:
            raise Retryable(
                Unreachable("the connection to {base} was lost", base=self.base)
            ) from None
        except (httpx.HTTPError, httpx.InvalidURL, httpx.StreamError):
            raise self._unexpected_answer(Message("its answer isn't HTTP")) from None

    def _connect_error(self, e: httpx.ConnectError) -> Unreachable:
        if "CERTIFICATE" in str(e).upper():
            return Unreachable(
                "the certificate of {base} can't be trusted",
                hint="set SSL_CERT_FILE to a file with the certificate that signed it",
                base=self.base,
            )
        return Unreachable("nothing answers at {base}: is `ledger serve` running?", base=self.base)


class Retryable(Exception):
    """A failure that may be temporary.

    `untouched`: whether the server did nothing; `after`: how many seconds to wait.
    """

    def __init__(
        self, error: LedgerError, *, untouched: bool = False, after: float | None = None
    ) -> None:
        super().__init__(str(error))
        self.error, self.untouched, self.after = error, untouched, after


class Backoff:
    """Growing pauses until patience runs out; `noticed`: whether the user knows about the wait."""

    def __init__(self, patience: float) -> None:
        self.noticed = False
        self._until = time.monotonic() + patience
        self._next = _FIRST_WAIT

    def wait(self, least: float | None = None) -> bool:
        """Wait a while, at least `least` seconds; return False if it has already taken too long."""
        # random, so that clients don't all come back at once after a restart
        pause = max(self._next * random.uniform(0.5, 1.0), min(least or 0.0, 60.0))
        self._next = min(self._next * 2, _LONGEST_WAIT)
        left = self._until - time.monotonic()
        if left <= pause:
            return False
        time.sleep(pause)
        return True
