"""Database failures in our own words; an address is never shown with its password."""

from __future__ import annotations

import re
from urllib.parse import quote

import psycopg
from psycopg import conninfo
from psycopg_pool import PoolTimeout

from ledger.kernel.errors import Failed, Malformed
from ledger.kernel.message import Message

_CODES = {
    "25006": Message("it accepts no changes: it is a standby, or set to be read-only"),
    "28": Message("it rejects this user or this password"),
    "3D": Message("there is no database with this name"),
    "42501": Message("this user isn't allowed to do that there"),
    "53": Message("it has no room for more connections or data"),
    "55P03": Message("somebody else keeps its tables locked"),
    "57014": Message("it took too long to answer"),
    "57": Message("it was stopped"),
}
"""By the beginning of PostgreSQL's error code."""
_STARTING = Message("it is just starting or stopping")
_REFUSALS = (
    (re.compile(r'database ".*" does not exist'), _CODES["3D"]),
    (
        re.compile(r"authentication failed|role \".*\" does not exist|no pg_hba|no password"),
        _CODES["28"],
    ),
    (re.compile(r"starting up|shutting down|recovery mode"), _STARTING),
    (re.compile(r"too many clients|connection slots"), _CODES["53"]),
)
"""By the server's message, for refused connections, which come without an error code."""


def shown(address: str) -> str:
    """Return an address that is safe to show: without password or options."""
    parts = parse(address)
    user = f"{quote(str(parts['user']), safe='')}@" if parts.get("user") else ""
    host = str(parts.get("host") or parts.get("hostaddr") or "")
    place = quote(host, safe=":,.[]-_/") if not host.startswith("/") else ""
    port = f":{parts['port']}" if parts.get("port") and place else ""
    return f"postgresql://{user}{place}{port}/{quote(str(parts.get('dbname') or ''), safe='')}"


def parse(address: str) -> dict[str, object]:
    """Return the parts of an address; raise `Malformed`, with an example, if it isn't one."""
    try:
        return dict(conninfo.conninfo_to_dict(address))
    except psycopg.Error:  # the message may repeat part of the password
        raise Malformed(
            "this isn't the address of a PostgreSQL database",
            hint="it looks like postgresql://USER@HOST:5432/DATABASE; a password can also come "
            "from PGPASSWORD or ~/.pgpass",
        ) from None


def is_lost(error: Exception) -> bool:
    """Whether the connection may be to blame, which makes a retry worthwhile."""
    if isinstance(error, PoolTimeout):
        return True
    if not isinstance(error, psycopg.Error):
        return False
    code = error.sqlstate or ""
    if code == "57014" or code[:2] in ("28", "3D", "42"):
        return False
    if code in ("25006", "25P03"):  # it has become a standby, or it timed us out
        return True
    return isinstance(error, psycopg.OperationalError | psycopg.InterfaceError)


def leaves_unsure(error: psycopg.Error) -> bool:
    """Whether a change may have been made anyway: nothing refused it, or the server stopped."""
    return error.sqlstate is None or error.sqlstate.startswith(("08", "57P"))


def may_open_soon(error: psycopg.Error) -> bool:
    """Whether a server that can't be reached yet is known to be starting up."""
    return error.sqlstate is None and _reason(error) is _STARTING


def failed(error: Exception, name: str) -> Failed:
    """Return the error to show to people; `name`: the address in a form that is safe to show."""
    failure = Failed("the database can't be used: {reason}", file=name, reason=_reason(error))
    failure.may_pass = is_lost(error)
    return failure


def _reason(error: Exception) -> Message:
    code = getattr(error, "sqlstate", None)
    if code is not None:
        found = (text for start, text in _CODES.items() if code.startswith(start))
        return next(found, Message("it refused (code {code})", code=code))
    found = (text for said, text in _REFUSALS if said.search(str(error)))
    return next(found, Message("there is no answer"))
