"""Using a game server from Python. Needs only httpx in addition to the kernel.

>>> from ledger.client import Client
>>> with Client("http://127.0.0.1:8000", token) as server:
...     server.games()
"""

from .client import Client

__all__ = ["Client"]
