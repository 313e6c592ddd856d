"""Where a request comes from: the host name it was sent to, and the page that sent it."""

from __future__ import annotations

import functools
from typing import Any

from .asgi import RequestRefused, Scope

LOCAL = ("127.0.0.1", "localhost", "[::1]")
SAFE_METHODS = frozenset(("GET", "HEAD", "OPTIONS"))
"""Methods that don't change anything."""

HeadersByName = dict[bytes, list[bytes]]


def headers_by_name(scope: Scope) -> HeadersByName:
    """Return the headers of a request by their names in lower case."""
    found: HeadersByName = {}
    for name, value in scope["headers"]:
        found.setdefault(name.lower(), []).append(value)
    return found


@functools.lru_cache(maxsize=64)
def allowed_hosts(port: int | None, scheme: str, names: tuple[str, ...]) -> frozenset[str]:
    """Return every valid Host for a port: this machine's names, and `names`."""
    usual = port in (None, {"http": 80, "https": 443}.get(scheme))
    out = {f"{name}:{port}" for name in (*LOCAL, *names) if port is not None}
    out |= {name.lower() for name in names}
    return frozenset(map(str.lower, out | set(LOCAL if usual else ())))


def check_host(
    scope: Scope, headers: HeadersByName, names: tuple[str, ...], public_url: str | None = None
) -> str:
    """Return the Host; refuse another site's name that points here (DNS rebinding)."""
    hosts = headers.get(b"host", [])
    host = hosts[0].decode("latin-1").lower() if len(hosts) == 1 else ""
    server: Any = scope.get("server") or ("", None)
    if public_url is not None and host == _site(public_url):
        return host
    if host not in allowed_hosts(server[1], scope.get("scheme", "http"), names):
        raise RequestRefused(
            "wrong-host",
            "this service doesn't answer to that Host",
            hint="the people who run it can allow a name: ledger serve --allow-host NAME",
        )
    return host


def own_origin(scope: Scope, host: str, public_url: str | None = None) -> str:
    """Return the address of the service as the sender of a request knows it."""
    if public_url is not None and host == _site(public_url):
        return public_url  # under that name, it is only known with that scheme
    return f"{scope.get('scheme', 'http')}://{host}"


def from_another_site(
    scope: Scope, headers: HeadersByName, host: str, public_url: str | None = None
) -> bool:
    """Return whether a page of another site made a browser send this request."""
    own = {own_origin(scope, host, public_url), public_url}
    return any(
        site not in (b"same-origin", b"none") for site in headers.get(b"sec-fetch-site", [])
    ) or any(x.decode("latin-1").lower() not in own for x in headers.get(b"origin", []))


def check_origin(
    scope: Scope, headers: HeadersByName, host: str, public_url: str | None = None
) -> None:
    """Refuse changes by a page of another site; let it read, but only as a stranger."""
    if not from_another_site(scope, headers, host, public_url):
        return
    if scope["method"] not in SAFE_METHODS:
        raise RequestRefused("forbidden", "a page from another site can't change anything here")
    headers.pop(b"cookie", None)
    scope["headers"] = [(n, v) for n, v in scope["headers"] if n.lower() != b"cookie"]


def _site(url: str) -> str:
    return url.partition("://")[2]
