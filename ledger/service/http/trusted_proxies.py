"""Behind a proxy: where a request really comes from, as far as trusted proxies can tell."""

from __future__ import annotations

import functools
import ipaddress
import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple
from urllib.parse import urlsplit

from ledger.kernel.errors import Malformed

from .asgi import Scope
from .origin_check import HeadersByName

Network = ipaddress.IPv4Network | ipaddress.IPv6Network
SCHEMES = ("http", "https")
LONGEST = 64
"""Characters of the longest address, with the name of an interface."""

_PORT = re.compile(r":[0-9]{1,5}\Z")
_PAIR = re.compile(r'\s*([!#$%&\'*+.^_`|~\w-]+)=("(?:[^"\\]|\\.)*"|[^\s;,"]*)\s*(;|,|\Z)', re.ASCII)


class Hop(NamedTuple):
    """One hop of a request on its way here: the sender's address, and the scheme."""

    address: str
    scheme: str | None = None


def check_network(text: str) -> str:
    """Return an address, or a network like 10.0.0.0/8; raise `Malformed` if it is neither."""
    try:
        return str(ipaddress.ip_network(text))
    except ValueError:
        raise Malformed(
            "{text!r} isn't an address or a network",
            hint="write it like 127.0.0.1, 10.0.0.0/8 or fd00::/8",
            text=text,
        ) from None


def check_public_url(text: str) -> str:
    """Return the service's public address without a trailing slash; raise `Malformed` if it isn't
    one.
    """
    try:
        parts = urlsplit(text)
        parts.port  # noqa: B018 - it says whether this is a port at all
    except ValueError:
        parts = urlsplit("")
    whole = parts.path in ("", "/") and not set(text) & set("?#@")
    if parts.scheme not in SCHEMES or not parts.hostname or not whole:
        raise Malformed(
            "{text!r} isn't the address of a whole site",
            hint="write it like https://games.example",
            text=text,
        )
    usual = {"http": ":80", "https": ":443"}[parts.scheme]
    return f"{parts.scheme}://{parts.netloc.lower().removesuffix(usual)}"


@functools.lru_cache(maxsize=4096)
def trusts(networks: tuple[str, ...], address: str) -> bool:
    """Return whether an address belongs to a trusted proxy."""
    found = _address(address)
    return found is not None and any(found in network for network in _networks(networks))


def follow_proxies(scope: Scope, headers: HeadersByName, networks: tuple[str, ...]) -> None:
    """Set the scope's client address and scheme, if a trusted proxy reports them.

    Anybody can send these headers, and many proxies pass on the kind that they don't write. So if
    both kinds are present, they have to agree; otherwise the proxy itself is the client.
    """
    peer = (scope.get("client") or ("",))[0]
    if not networks or not trusts(networks, peer):
        return
    listed = [hops for hops in (_forwarded(headers), _x_forwarded(headers)) if hops is not None]
    told = [hop for hops in listed if (hop := _client(hops, networks)) is not None]
    if not told or len(told) < len(listed) or len({hop.address for hop in told}) > 1:
        return
    scope["client"] = (told[0].address, 0)
    schemes = {hop.scheme for hop in told} - {None}
    if len(schemes) == 1:
        scope["scheme"] = schemes.pop()


def _client(hops: list[Hop], networks: tuple[str, ...]) -> Hop | None:
    """Return the last hop that isn't one of our proxies, as far as addresses are known."""
    found: Hop | None = None
    for hop in reversed(hops):
        if _address(hop.address) is None:
            break
        found = hop
        if not trusts(networks, hop.address):
            break
    return found


def _x_forwarded(headers: HeadersByName) -> list[Hop] | None:
    addresses = list(_listed(headers.get(b"x-forwarded-for", [])))
    if not addresses:
        return None
    schemes = [s.lower() for s in _listed(headers.get(b"x-forwarded-proto", []))]
    scheme = schemes[-1] if schemes and schemes[-1] in SCHEMES else None
    return [Hop(_bare(address), scheme) for address in addresses]


def _listed(values: Iterable[bytes]) -> Iterator[str]:
    for value in values:
        yield from (part.strip() for part in value.decode("latin-1").split(","))


def _forwarded(headers: HeadersByName) -> list[Hop] | None:
    """Read `Forwarded` (RFC 7239); a hop that can't be read hides all hops before it."""
    values = headers.get(b"forwarded", [])
    if not values:
        return None
    text = b", ".join(values).decode("latin-1")
    hops: list[Hop] = []
    pairs: dict[str, str] = {}
    at = 0
    while at < len(text):
        pair = _PAIR.match(text, at)
        if pair is None:
            return [Hop("")]
        name, value, end = pair[1].lower(), pair[2], pair[3]
        if value.startswith('"'):
            value = re.sub(r"\\(.)", r"\1", value[1:-1])
        pairs[name] = value
        at = pair.end()
        if end != ";":
            scheme = pairs.get("proto", "").lower()
            hops.append(Hop(_bare(pairs.get("for", "")), scheme if scheme in SCHEMES else None))
            pairs = {}
    return hops


def _bare(address: str) -> str:
    """Return an address without its port and brackets."""
    if address.startswith("["):
        return address[1:].partition("]")[0]
    return _PORT.sub("", address) if address.count(":") == 1 else address


def _address(text: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    if len(text) > LONGEST:
        return None
    try:
        found = ipaddress.ip_address(text)
    except ValueError:
        return None
    mapped = found.ipv4_mapped if isinstance(found, ipaddress.IPv6Address) else None
    return mapped or found


@functools.lru_cache(maxsize=64)
def _networks(texts: tuple[str, ...]) -> tuple[Network, ...]:
    return tuple(ipaddress.ip_network(text) for text in texts)
