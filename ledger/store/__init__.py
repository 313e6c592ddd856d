"""Where logs live. All stores pass the same test suite; the default is a folder of files."""

from ledger.kernel.errors import Damaged, Failed, Locked, Missing, Stale

from .folder import FolderStore
from .interface import Appended, Status, Store
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
