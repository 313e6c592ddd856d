"""PostgreSQL for tests: a server of our own, or the one that LEDGER_TEST_POSTGRES names.

A server takes half a second, so every process of a test run has its own. A database takes a fifth
of one, mostly for copying files; so tests of one process share one, which is emptied before each.
"""

from __future__ import annotations

import itertools
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from urllib.parse import urlsplit

import psycopg
import pytest
from psycopg import sql

from scripts.common import postgres_server
from scripts.common.postgres_server import Server, Unavailable

MISSING = "PostgreSQL can't be started here"
_numbers = itertools.count(1)


class Named:
    """The server that LEDGER_TEST_POSTGRES names; nobody stops it."""

    def __init__(self, address: str) -> None:
        self._parts = urlsplit(address)

    def address(self, database: str = "postgres") -> str:
        """Return how to reach a database."""
        return self._parts._replace(path=f"/{database}").geturl()


@contextmanager
def running(*, own: bool = False) -> Iterator[Server | Named]:
    """Yield a server for as long as it is needed; `own`: one that may be stopped.

    Where none can be had, the test is skipped; on CI that is a failure.
    """
    named = os.environ.get("LEDGER_TEST_POSTGRES")
    if named and not own:
        yield Named(named)
        return
    try:
        server = postgres_server.running()
        started = server.__enter__()
    except Unavailable as e:
        if os.environ.get("CI") == "true":
            pytest.fail(f"{MISSING}: {e}")
        pytest.skip(f"{MISSING}: {e}")
    try:
        yield started
    finally:
        server.__exit__(None, None, None)


@contextmanager
def new_database(server: Server | Named) -> Iterator[str]:
    """Yield the address of a new database."""
    name = f"ledger_test_{os.getpid()}_{next(_numbers)}"
    with psycopg.connect(server.address(), autocommit=True) as admin:
        admin.execute(sql.SQL("create database {}").format(sql.Identifier(name)))
    try:
        yield server.address(name)
    finally:
        with (
            suppress(psycopg.OperationalError),  # the test stopped its server
            psycopg.connect(server.address(), autocommit=True) as admin,
        ):
            admin.execute(sql.SQL("drop database {} with (force)").format(sql.Identifier(name)))


def empty(address: str) -> None:
    """Take everything out of a database that a store put there."""
    with psycopg.connect(address, autocommit=True) as admin:
        tables = admin.execute(
            "select tablename from pg_tables where schemaname = 'ledger' "
            "and tablename <> 'migrations'"
        ).fetchall()
        for (name,) in tables:  # quicker than to truncate them, as there is little in them
            admin.execute(sql.SQL("delete from {}").format(sql.Identifier("ledger", name)))
