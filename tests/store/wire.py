"""A wire to PostgreSQL that can be cut, muted and held, byte by byte as a bad network would."""

from __future__ import annotations

import socket
import threading
from contextlib import suppress
from pathlib import Path
from urllib.parse import parse_qs, urlsplit


class Wire:
    """Passes connections on to a server. A fault strikes once, at the next request, or always.

    `mute`: the request arrives, but its answer is lost with the connection. `cut`: the request is
    lost with the connection. `hold`: the request waits on its way until `release`.
    """

    def __init__(self, address: str, folder: Path) -> None:
        parts = urlsplit(address)
        query = {name: values[0] for name, values in parse_qs(parts.query).items()}
        self._server = f"{query['host']}/.s.PGSQL.{query['port']}"
        self.address = parts._replace(query=f"host={folder}&port=1").geturl()
        self.fault: str | None = None
        self._always = False
        self.struck = threading.Event()
        self._released = threading.Event()
        self.delivered = threading.Event()
        self._sockets: list[socket.socket] = []
        self._door = socket.socket(socket.AF_UNIX)
        self._door.bind(str(folder / ".s.PGSQL.1"))
        self._door.listen(64)
        threading.Thread(target=self._accept, daemon=True).start()

    def strike(self, fault: str, *, always: bool = False) -> None:
        """Let something happen to the next request, or to all that come."""
        self._always = always
        self.struck.clear()
        self._released.clear()
        self.delivered.clear()
        self.fault = fault

    def release(self) -> None:
        """Let what was held arrive."""
        self._released.set()

    def close(self) -> None:
        """Cut everything."""
        self.release()
        for end in (self._door, *self._sockets):
            _shut(end)

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                client, _ = self._door.accept()
                server = socket.socket(socket.AF_UNIX)
                self._sockets += [client, server]
                try:
                    server.connect(self._server)
                except OSError:
                    _shut(client)
                    continue
                muted = threading.Event()
                for work in (self._requests, self._answers):
                    threading.Thread(target=work, args=(client, server, muted), daemon=True).start()

    def _requests(self, client: socket.socket, server: socket.socket, muted: threading.Event):
        with suppress(OSError):
            while data := client.recv(1 << 16):
                fault = None
                if b"log_groups" in data:  # what belongs to connecting passes
                    fault = self.fault
                    if not self._always:
                        self.fault = None
                if fault == "cut":
                    self.struck.set()
                    break
                if fault == "mute":
                    muted.set()
                    self.struck.set()
                if fault == "hold":
                    self.struck.set()
                    self._released.wait(60)
                server.sendall(data)
                if fault == "hold":
                    self.delivered.set()
        _shut(client)
        _shut(server)

    def _answers(self, client: socket.socket, server: socket.socket, muted: threading.Event):
        with suppress(OSError):
            while data := server.recv(1 << 16):
                if muted.is_set():
                    break
                client.sendall(data)
        _shut(client)
        _shut(server)


def _shut(end: socket.socket) -> None:
    with suppress(OSError):
        end.shutdown(socket.SHUT_RDWR)
    end.close()
