"""Where logs are kept. All stores pass the same test suite; the default is a folder of files."""

from ledger.kernel.errors import Damaged, Failed, Locked, Missing, Stale

from .folder import FolderStore
from .store import Appended, Status, Store

__all__ = [
    "Appended",
    "Damaged",
    "Failed",
    "FolderStore",
    "Locked",
    "Missing",
    "Stale",
    "Status",
    "Store",
]
