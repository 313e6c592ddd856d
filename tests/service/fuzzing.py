"""Requests made from the service's own description, right and wrong ones, and what came back."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import suppress
from copy import deepcopy
from itertools import count
from typing import Any

import schemathesis
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis.errors import Unsatisfiable
from schemathesis import APIOperation, Case, GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    negative_data_rejection,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from .checked_service import CheckedService

CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    negative_data_rejection,
]
SLOW = {"ask_sql": 20, "get_report": 20, "list_reports": 4}
"""Operations that start a process each time: a part of the examples is enough."""
COMMANDS = [{"type": "Fish"}, {"type": "Throw", "stone": "S1"}, {"type": "Stand", "seat": 2}]
MOVES = ["fish", "throw S1", "throw S4", "stand", "duck S5", "Ana fish", "łowi", "pesca"]

Counts = Counter[tuple[str, str, int]]
"""By who asked, operation and status."""


class Fuzz:
    """A service with games to be asked about, and its description made to fit them."""

    def __init__(self, serving: CheckedService) -> None:
        self.s = serving
        self.game = serving.create("splash", 3)
        self.over = serving.create("osaka")
        serving.post(f"/games/{self.over}/abandon", serving.token("admin"), reason="rain")
        self.tokens = {
            "admin": serving.token("admin"),
            "seat": serving.token("seat", self.game, 1),
            "nobody": None,
        }
        self.counts: Counts = Counter()

    def operations(self) -> Iterator[APIOperation]:
        """Yield every operation of the description."""
        plain = self.s.get("/openapi.json").json()
        described = deepcopy(plain)
        for path, item in described["paths"].items():
            # a stream of a game that goes on would never end
            games = [self.over] if path.endswith("/stream") else [self.game, self.over]
            if path.endswith("/abandon"):
                games = [self.s.create("splash")]
            for one in item.values():
                _messages(one)
                one.pop("security", None)  # the token is ours to send or not
                for parameter in one.get("parameters", ()):
                    if parameter["name"] == "id":
                        parameter["schema"] = {"enum": games}
            body = item.get("post", {}).get("requestBody", {}).get("content", {})
            if path.endswith("/commands"):
                _likelier(body, {"move": {"enum": MOVES}}, {"command": {"enum": COMMANDS}})
            if path.endswith("/games"):
                _likelier(body, {"game": {"enum": ["splash"]}, "seats": {"enum": [["A", "B"]]}})
        for found in schemathesis.openapi.from_dict(described).get_all_operations():
            yield found.ok()

    def ask(self, who: str, case: Case) -> None:
        """Send a request and hold the answer to the description."""
        sent = case.as_transport_kwargs(base_url="http://127.0.0.1:8000")
        headers = {k: v for k, v in sent.pop("headers").items() if k.lower() != "authorization"}
        body = {k: sent[k] for k in ("json", "data", "files") if sent.get(k) is not None}
        if isinstance(body.get("data"), bytes | str):
            body["content"] = body.pop("data")
        endless = case.operation.path.endswith("/v1/stream")  # there HEAD says enough
        answer = self.s.ask(
            "HEAD" if endless else sent["method"],
            sent["url"].removeprefix("http://127.0.0.1:8000"),
            self.tokens[who],
            headers=headers,
            params=sent.get("params"),
            **body,
        )
        name = case.operation.definition.raw["operationId"]
        self.counts[who, name, answer.status_code] += 1
        checks = [c for c in CHECKS if not (endless and c is response_schema_conformance)]
        case.validate_response(answer, checks=checks)

    def run(self, operation: APIOperation, examples: Mapping[str, int], number: int = 0) -> None:
        """Try an operation with right and with wrong data.

        Requests are made once for everybody; `examples` says how many of them each one sends.
        """
        name = operation.definition.raw["operationId"]
        shares = {who: max(most // SLOW.get(name, 1), 1) for who, most in examples.items()}
        for mode in GenerationMode:
            with suppress(Unsatisfiable):  # nothing can be wrong where nothing is asked for
                self._try(operation.as_strategy(generation_mode=mode), shares, number)

    def _try(self, strategy: Any, shares: Mapping[str, int], number: int) -> None:
        made = count()

        @seed(number)
        @settings(
            max_examples=max(shares.values()),
            deadline=None,
            database=None,
            phases=[Phase.generate],
            suppress_health_check=list(HealthCheck),
        )
        @given(case=strategy)
        def one(case: Case) -> None:
            n = next(made)
            for who, share in shares.items():
                if n < share:
                    self.ask(who, case)

        one()


def _messages(one: dict[str, Any]) -> None:
    """Let each message of a stream be held to what the description says of messages."""
    for content in one["responses"].get("200", {}).get("content", {}).values():
        if "x-events" in content:
            names = {"enum": list(content["x-events"])}
            texts = {"id": {"type": "string"}, "data": {"type": "string"}}
            content["schema"] = {
                "type": "object",
                "properties": {"event": names, **texts},
                "required": ["event", "data"],
            }


def _likelier(body: dict[str, Any], *likely: dict[str, Any]) -> None:
    """Make bodies that can succeed as likely as all the others."""
    kind = body["application/json"]
    sure = [
        {
            "type": "object",
            "properties": fields,
            "required": list(fields),
            "additionalProperties": False,
        }
        for fields in likely
    ]
    kind["schema"] = {"anyOf": [*sure, kind["schema"]]}
