"""Where this machine is in its network."""

from __future__ import annotations

import socket

ANYWHERE = ("192.0.2.1", 9)
"""An address that is nobody's: nothing is sent there."""


def lan_address() -> str | None:
    """Return the address that others on the network reach this machine by, if there is one."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
        try:
            asking.connect(ANYWHERE)  # only chooses the way, as no datagram follows
            found: str = asking.getsockname()[0]
        except OSError:
            return None
    return None if found.startswith("127.") or found == "0.0.0.0" else found  # noqa: S104
