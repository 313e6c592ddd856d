"""Limits of the gateway: hosts, sizes, times, rates, and how much at once."""

from __future__ import annotations

import msgspec


class GatewaySettings(msgspec.Struct, frozen=True, kw_only=True):
    """What the gateway lets through; a rate of 0 means that there is no limit."""

    hosts: tuple[str, ...] = ()
    """Host names allowed besides those of this machine; with a port, only on that port."""
    public_url: str | None = None
    """The address by which people know the service, if it is behind a proxy."""
    trusted_proxies: tuple[str, ...] = ()
    """Addresses and networks of proxies trusted to say whom they speak for."""

    head: int = 32 * 1024
    """The maximum number of bytes before a body, and of anything that is neither head nor body."""
    headers: int = 100
    head_seconds: float = 20.0
    body: int = 1024 * 1024
    body_seconds: float = 30.0
    write_seconds: float = 10.0
    """How long a client may take to read part of what is waiting for it."""
    grace: float = 1.0
    """Seconds from a refusal until a connection is cut off, for a client that is still sending."""

    stranger_seconds: float = 5.0
    """Seconds that an idle connection is kept before a valid token has come over it."""

    rate: float = 100.0
    """Requests per second for each token, or each address without a token."""
    cpu: float = 0.5
    """Seconds of CPU time per second for each token."""
    cpu_burst: float = 10.0
    """Seconds of CPU time that a token with little use may spend at once."""
    guesses: float = 1.0
    """Wrong tokens per second from each address."""

    connections: int = 4096
    connections_each: int = 64
    """Connections per address over which no valid token has come yet."""
    connections_token: int = 256
    pipelined: int = 4
    """Requests on one connection that may wait for an earlier one."""
    strangers_each: int = 8
    """Concurrent requests per address without a token; those with one are counted separately."""
    strangers: int = 64
    requests_each: int = 64
    requests_address: int = 512
    requests: int = 1024
    streams_each: int = 100
    streams_address: int = 2048
    streams: int = 4096
