"""Where logs live. Any store passes one suite; the embedded default is a folder of files."""

from .folder import FolderStore
from .interface import Appended, Damaged, Failed, Locked, Missing, Stale, Status, Store
from .memory import MemoryStore

__all__ = [
    "Appended",
    "Damaged",
    "Failed",
    "FolderStore",
    "Locked",
    "MemoryStore",
    "Missing",
    "Stale",
    "Status",
    "Store",
]
