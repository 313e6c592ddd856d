"""The address of this machine on its network."""

from __future__ import annotations

import socket

ANYWHERE = ("192.0.2.1", 9)
"""An address that belongs to nobody; nothing is ever sent there."""


def lan_address() -> str | None:
    """Return the address at which others on the network can reach this machine, if any."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
        try:
            asking.connect(ANYWHERE)  # only picks a route: no datagram follows
            found: str = asking.getsockname()[0]
        except OSError:
            return None
    return None if found.startswith("127.") or found == "0.0.0.0" else found  # noqa: S104
