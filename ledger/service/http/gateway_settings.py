"""What the gateway lets through: hosts, sizes, times, rates, and how much at once."""

from __future__ import annotations

import msgspec


class GatewaySettings(msgspec.Struct, frozen=True, kw_only=True):
    """What the gateway lets through; a rate of 0 means no limit."""

    hosts: tuple[str, ...] = ()
    """Names besides those of this machine; with a port only on that port."""
    public_url: str | None = None
    """The address that people know the service by, when a proxy stands before it."""
    trusted_proxies: tuple[str, ...] = ()
    """Addresses and networks of proxies that say truly whom they speak for."""

    head: int = 32 * 1024
    """Bytes of a request before its body, and of what is neither head nor body."""
    headers: int = 100
    head_seconds: float = 20.0
    body: int = 1024 * 1024
    body_seconds: float = 30.0
    write_seconds: float = 10.0
    """Within such a time a client has to take a part of what waits for it."""
    grace: float = 1.0
    """Seconds from a refusal to the end of its connection, for a client that still sends."""

    stranger_seconds: float = 5.0
    """Seconds that a connection is kept without a request, before a right token came over it."""

    rate: float = 100.0
    """Requests a second of one token, or of one address without a token."""
    cpu: float = 0.5
    """Seconds of CPU a second of one token."""
    cpu_burst: float = 10.0
    """Seconds of CPU that a token which used little may use at once."""
    guesses: float = 1.0
    """Wrong tokens a second of one address."""

    connections: int = 4096
    connections_each: int = 64
    """Connections of one address over which no right token came yet."""
    connections_token: int = 256
    pipelined: int = 4
    """Requests of one connection that wait for an earlier one."""
    strangers_each: int = 8
    """Requests at once of one address without a token; the others have places of their own."""
    strangers: int = 64
    requests_each: int = 64
    requests_address: int = 512
    requests: int = 1024
    streams_each: int = 100
    streams_address: int = 2048
    streams: int = 4096
