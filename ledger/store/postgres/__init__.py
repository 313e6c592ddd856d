"""Logs in PostgreSQL, for any number of processes; needs the extra `postgres`."""

from .database import Database
from .store import PostgresStore

__all__ = ["Database", "PostgresStore"]
