"""How request bodies are read: strictly, and straight into the type that the route takes."""

from __future__ import annotations

import functools
from typing import Any

import msgspec
from litestar import Request
from litestar.datastructures import State

from ledger.kernel.errors import Malformed
from ledger.kernel.text.reasons import why
from ledger.protocol.errors import UnsupportedMediaType

from .errors import JSON


class StrictRequest(Request[Any, Any, State]):
    """A request whose numbers must be numbers; the framework would accept strings for them."""

    async def json(self) -> Any:
        """Return the body as the type that the route takes.

        Raises `UnsupportedMediaType` if it isn't JSON, and `Malformed` if it can't be read.
        """
        kind = self.headers.get("content-type", "").partition(";")[0].strip().lower()
        if kind != JSON:
            raise UnsupportedMediaType(
                "the body must be {expected}, not {kind!r}",
                expected=JSON,
                kind=kind or "of no kind",
            )
        field = self.route_handler.parsed_data_field
        try:
            return _decoder(field.annotation if field else Any).decode(await self.body())
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as e:
            raise Malformed("the body can't be read: {reason}", reason=why(e)) from None


@functools.cache
def _decoder(kind: Any) -> msgspec.json.Decoder[Any]:
    return msgspec.json.Decoder(kind)
