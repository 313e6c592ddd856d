"""The description of the service is true: whatever is sent, the answer is one it names."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from html import escape
from http import HTTPStatus
from typing import Any

import jsonschema_rs
import pytest

from ledger.index.reports.report import reports
from ledger.kernel.game.registry import installed
from ledger.protocol.errors import PROBLEMS
from ledger.testing.effort import effort

from ..checked_service import CheckedService, error
from ..fuzzing import Fuzz

METHODS = {"get", "post", "put", "patch", "delete"}


@pytest.fixture(scope="module")
def described(_shared: CheckedService) -> dict[str, Any]:
    return _shared.get("/openapi.json").json()


@pytest.mark.timeout(effort(120, 7200))
def test_every_answer_is_as_described(s: CheckedService) -> None:
    fuzz = Fuzz(s)
    examples = {"admin": effort(3, 200), "seat": effort(2, 200), "nobody": effort(1, 200)}
    asked = []
    for operation in fuzz.operations():
        fuzz.run(operation, examples)
        asked.append(operation.definition.raw["operationId"])
    assert len(asked) == len(set(asked)) == 37
    for who in ("admin", "seat", "nobody"):
        statuses = [(name, status) for w, name, status in fuzz.counts if w == who]
        assert {name for name, _ in statuses} == set(asked)
        good = {name for name, status in statuses if status < 300}
        if who == "nobody":
            assert good == {"get_health", "get_readiness", "list_passes"}
        else:
            assert good >= {"get_own_token", "list_kinds", "get_game", "list_games"}


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
            needed: list[Any] | None = [{"token": []}]
            if path in ("/health", "/ready"):
                needed = None
            elif (path, method) == ("/api/v1/passes", "get"):  # it looks at cookies
                needed = [{"token": []}, {}]
            assert item[method].get("security") == needed


def test_every_kind_of_problem_has_a_page(s: CheckedService) -> None:
    every = s.get("/problems").text
    for kind, problem in PROBLEMS.items():
        page = s.get(f"/problems/{kind}")
        assert (page.status_code, page.headers["content-type"]) == (200, "text/html; charset=utf-8")
        for text in (page.text, every):
            assert f"<code>{kind}</code>" in text
            assert escape(problem.title) in text
    error(s.get("/problems/whatever"), 404, "missing")


# --- for people and for generated clients -------------------------------------------------------


def operations(described: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    for path, item in described["paths"].items():
        for method in item.keys() & METHODS:
            yield path, item[method]


def validator(
    described: dict[str, Any], schema: dict[str, Any]
) -> jsonschema_rs.Draft202012Validator:
    return jsonschema_rs.Draft202012Validator({**schema, "components": described["components"]})


def test_operations_are_grouped_and_named(described: dict[str, Any]) -> None:
    groups = [tag["name"] for tag in described["tags"]]
    assert all(tag["description"] for tag in described["tags"])
    used, summaries = set(), []
    for path, one in operations(described):
        (group,) = one["tags"]
        used.add(group)
        summaries.append(one["summary"])
        assert re.fullmatch(r"[a-z]+(_[a-z]+)+", one["operationId"]), path
        assert one["description"]
        words = {status.description for status in HTTPStatus}
        assert not words & {answer["description"] for answer in one["responses"].values()}
    assert used == set(groups)
    assert len(summaries) == len(set(summaries))


def test_a_stream_is_described_as_text(described: dict[str, Any]) -> None:
    content = described["paths"]["/api/v1/games/{id}/stream"]["get"]["responses"]["200"]["content"]
    (stream,) = content.values()
    assert stream["schema"]["type"] == "string"
    assert set(stream["x-events"]) == {"group", "end", "failed"}


def test_the_stream_of_all_games_has_messages_of_its_own(described: dict[str, Any]) -> None:
    one = described["paths"]["/api/v1/stream"]["get"]
    stream = one["responses"]["200"]["content"]["text/event-stream"]
    assert set(stream["x-events"]) == {"group", "begin", "failed"}
    assert {p["name"] for p in one["parameters"]} == {"after", "Last-Event-ID"}


def test_every_report_is_named_with_its_parameters(described: dict[str, Any]) -> None:
    one = described["paths"]["/api/v1/reports/{name}"]["get"]
    given = {p["name"]: p for p in one["parameters"]}
    known = reports()
    assert given["name"]["schema"]["enum"] == list(known)
    for report in known.values():
        for p in report.params:
            assert p.meaning in given[p.name]["description"]
            assert report.name in given[p.name]["description"]


def test_every_reference_leads_somewhere(described: dict[str, Any]) -> None:
    text = json.dumps(described)
    refs = set(re.findall(r'"(#/components/schemas/[^"]*)"', text))
    known = {f"#/components/schemas/{name}" for name in described["components"]["schemas"]}
    assert refs <= known
    assert len(refs) > 200
    for name, schema in described["components"]["schemas"].items():
        assert "title" not in schema, name  # a client would name its class after it


def test_every_example_is_right(described: dict[str, Any]) -> None:
    tried = 0
    for _, one in operations(described):
        bodies = [one.get("requestBody", {}), *one["responses"].values()]
        for content in (c for body in bodies for c in body.get("content", {}).values()):
            check = validator(described, content["schema"])
            shown = [x["value"] for x in content.get("examples", {}).values()]
            shown += [content["example"]] if "example" in content else []
            for value in shown:
                check.validate(value)
                tried += 1
    assert tried > 20


@pytest.mark.parametrize("name", sorted(installed()))
def test_what_a_game_sends_is_of_its_types(
    s: CheckedService, described: dict[str, Any], name: str
) -> None:
    """Play some moves of each game, and look at every body that is typed by its game."""
    prefix = name.title()
    types = described["components"]["schemas"]
    checks = {
        kind: validator(described, types[f"{prefix}{kind}"])
        for kind in ("Command", "Event", "View")
    }
    bodies = {
        kind: validator(described, types[kind])
        for kind in ("Events", "Position", "Legal", "Choices", "Done", "GameFacts")
    }
    named = {
        kind: validator(described, types[f"{prefix}{kind}"])
        for kind in ("Events", "Position", "Legal", "Choices", "Done")
    }
    game = s.create(name)
    for number in range(25):
        asked = s.get(f"/games/{game}", s.token("admin")).json()["awaiting"]
        if not asked:
            break
        seat = asked[0]["seat"]
        legal = s.get(f"/games/{game}/legal?limit=30", s.viewer(game, seat)).json()
        bodies["Legal"].validate(legal)
        named["Legal"].validate(legal)
        for move in legal["moves"]:
            checks["Command"].validate(move["command"])
        choices = s.get(f"/games/{game}/choices", s.viewer(game, seat)).json()
        bodies["Choices"].validate(choices)
        named["Choices"].validate(choices)
        command = legal["moves"][number % len(legal["moves"])]["command"]
        if number % 2:
            del command["seat"]
        bare = {k: v for k, v in command.items() if k != "type"}
        assert not checks["Command"].is_valid(bare)
        assert not checks["Command"].is_valid({**command, "type": "Dance"})
        done = s.post(f"/games/{game}/commands", s.viewer(game, seat), command=command)
        if done.status_code == 422:  # what the seat does not see may forbid it
            continue
        bodies["Done"].validate(done.json())
        named["Done"].validate(done.json())
        for viewer in (None, 0, 1):
            token = s.viewer(game, viewer)
            position = s.get(f"/games/{game}/state", token).json()
            bodies["Position"].validate(position)
            named["Position"].validate(position)
            checks["View"].validate(position["view"])
    for viewer in (None, 0, 1, 2):
        lines = s.get(f"/games/{game}/events", s.viewer(game, viewer)).json()
        bodies["Events"].validate(lines)
        named["Events"].validate(lines)
        assert not named["Events"].is_valid({**lines, "game": "another"})
        for line in lines["events"]:
            checks["Event"].validate(line)
            assert not checks["Event"].is_valid({**line, "type": "danced"})
    bodies["GameFacts"].validate(s.get(f"/games/{game}", s.viewer(game, 1)).json())


@pytest.mark.parametrize("name", sorted(installed()))
def test_a_view_is_described_with_its_fields(described: dict[str, Any], name: str) -> None:
    found = described["components"]["schemas"][f"{name.title()}View"]
    assert {"seats", "active", "over"} <= found["properties"].keys()
