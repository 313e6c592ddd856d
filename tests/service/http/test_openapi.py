"""The description of the service is true: whatever is sent, the answer is one it names."""

from __future__ import annotations

from html import escape
from typing import Any

import pytest

from ledger.protocol.errors import PROBLEMS

from ..checked_service import CheckedService, error
from ..fuzzing import Fuzz

METHODS = {"get", "post", "put", "patch", "delete"}


@pytest.fixture(scope="module")
def described(_shared: CheckedService) -> dict[str, Any]:
    return _shared.get("/openapi.json").json()


@pytest.mark.parametrize(("who", "examples"), [("admin", 4), ("seat", 2), ("nobody", 1)])
def test_every_answer_is_as_described(s: CheckedService, who: str, examples: int) -> None:
    fuzz = Fuzz(s)
    asked = []
    for operation in fuzz.operations():
        fuzz.run(operation, who, examples)
        asked.append(operation.definition.raw["operationId"])
    assert len(asked) == len(set(asked)) == 26
    assert {name for name, _ in fuzz.counts} == set(asked)
    good = {name for name, status in fuzz.counts if status < 300}
    if who == "nobody":
        assert good == {"health", "ready"}
    else:
        assert good >= {"whoami", "kinds", "game", "games"}


def test_what_a_client_needs_is_described(described: dict[str, Any]) -> None:
    paths = described["paths"]
    games = "/api/v1/games/{id}"

    def names(path: str, method: str, where: str) -> set[str]:
        return {p["name"] for p in paths[path][method].get("parameters", ()) if p["in"] == where}

    assert names(f"{games}/commands", "post", "header") == {"If-Match", "Idempotency-Key"}
    assert names(f"{games}/stream", "get", "header") == {"Last-Event-ID"}
    assert names(f"{games}/events", "get", "header") == {"If-None-Match"}
    assert names(f"{games}/events", "get", "query") == {"from", "limit", "as"}
    assert set(paths[f"{games}/events"]["get"]["responses"]["200"]["content"]) == {
        "application/json",
        "application/x-ndjson",
    }
    assert set(paths[f"{games}/export"]["get"]["responses"]["200"]["content"]) == {
        "text/plain",
        "application/x-ndjson",
    }
    assert set(paths[f"{games}/stream"]["get"]["responses"]["200"]["content"]) == {
        "text/event-stream"
    }
    assert {"200", "201"} <= paths[f"{games}/commands"]["post"]["responses"].keys()
    assert "content" not in paths[games]["get"]["responses"]["304"]
    assert "ETag" in paths[games]["get"]["responses"]["200"]["headers"]


def test_every_refusal_has_the_same_body(described: dict[str, Any]) -> None:
    for path, item in described["paths"].items():
        for method in item.keys() & METHODS:
            for status, answer in item[method]["responses"].items():
                if status >= "400" and (path, status) != ("/ready", "503"):
                    schema = answer["content"]["application/problem+json"]["schema"]
                    assert schema == {"$ref": "#/components/schemas/ProblemDetails"}, (path, status)


def test_only_what_is_open_needs_no_token(described: dict[str, Any]) -> None:
    for path, item in described["paths"].items():
        for method in item.keys() & METHODS:
            open_to_all = path in ("/health", "/ready")
            assert item[method].get("security") == (None if open_to_all else [{"token": []}])


def test_every_kind_of_problem_has_a_page(s: CheckedService) -> None:
    every = s.get("/problems").text
    for kind, problem in PROBLEMS.items():
        page = s.get(f"/problems/{kind}")
        assert (page.status_code, page.headers["content-type"]) == (200, "text/html; charset=utf-8")
        for text in (page.text, every):
            assert f"<code>{kind}</code>" in text
            assert escape(problem.title) in text
    error(s.get("/problems/whatever"), 404, "missing")
