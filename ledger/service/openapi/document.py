"""The service's OpenAPI document, and a page of our own that loads nothing from elsewhere."""

from __future__ import annotations

from collections.abc import Sequence
from http import HTTPStatus
from typing import Any

import msgspec
from litestar import Litestar, Request, Response, get
from litestar.datastructures import State
from litestar.di import Provide
from litestar.openapi.config import OpenAPIConfig
from litestar.openapi.spec import Components, OpenAPIType, Schema, SecurityScheme, Tag
from litestar.plugins import OpenAPISchemaPlugin
from litestar.types import ControllerRouterHandler
from litestar.typing import FieldDefinition

from ledger import __version__
from ledger.index.reports.report import reports
from ledger.kernel.game.registry import installed
from ledger.protocol.errors import PROBLEM_JSON, PROBLEM_PAGES, PROBLEMS

from .examples import EVENT_STREAM, EXAMPLES, PROBLEM_EXAMPLES, stream_content
from .page import docs_page, page_css, problem_page, problems_page
from .types import REF, Json, game_types, wire_types


class RawSchema(OpenAPISchemaPlugin):
    """Keeps the framework from describing JSON that is passed on unchanged as a type of its own."""

    @staticmethod
    def is_plugin_supported_type(value: Any) -> bool:
        """Return whether this is JSON that hasn't been decoded."""
        return value is msgspec.Raw

    def to_openapi_schema(self, field_definition: FieldDefinition, schema_creator: Any) -> Schema:
        """Describe it as an object."""
        return Schema(type=OpenAPIType.OBJECT)


ABOUT = """Games over HTTP: play, follow, replay, ask.

Every request but those about the service itself needs a token, sent as
`Authorization: Bearer TOKEN`. A token sees what its seat may see and nothing else. Once a move has
been answered, it is on the disk.

Whatever isn't a success is `application/problem+json`, as RFC 9457 has it; its `type` leads to a
page about that kind of problem. Wherever there is GET, there is HEAD too.
"""
GROUPS = {
    "Games": "Which games there are, and new ones.",
    "Play": "What people do in a game.",
    "Follow": "What happened in a game, how it stands, and what comes, live.",
    "Questions": "SQL and named reports over what the token may see.",
    "Tokens": "Who may do what.",
    "Browsers": "What web pages need: a token kept as a cookie, and QR codes.",
    "Service": "How the service is.",
}
"""The groups of operations, in the order of the page."""
TAG = {
    "description": "Begins with the version of the game; another for each viewer and media type. "
    "Goes into `If-None-Match`, and into `If-Match` of whatever writes",
    "schema": {"type": "string"},
}
_EMPTY_WORDS = {status.description for status in HTTPStatus}


def describe_api(routes: Sequence[ControllerRouterHandler]) -> Json:
    """Return the OpenAPI description of some routes; the app built for it never serves anybody."""
    app = Litestar(
        routes,
        dependencies={"service": Provide(lambda: None, sync_to_thread=False)},
        plugins=[RawSchema()],
        logging_config=None,
        openapi_config=OpenAPIConfig(
            title="Ledger",
            version=__version__,
            description=ABOUT,
            use_handler_docstrings=True,
            tags=[Tag(name=name, description=about) for name, about in GROUPS.items()],
            operation_id_creator=lambda handler, method, path: handler.handler_name,
            components=Components(
                security_schemes={"token": SecurityScheme(type="http", scheme="bearer")}
            ),
        ),
    )
    schema = app.openapi_schema.to_schema()
    types = schema["components"]["schemas"]
    wire = wire_types([*types, "GameGroup", "GameProblem", "ChapterLine", "ChapterStart"])
    types |= wire | game_types(installed(), wire)
    del types["Move"]  # each game has one of its own
    schema["components"]["schemas"] = dict(sorted(types.items()))
    for path, item in schema["paths"].items():
        for one in item.values():
            _complete(path, one, types)
    return schema


def _complete(path: str, one: Json, types: Json) -> None:
    """Add what a route can't say about itself."""
    answers = one["responses"]
    if path.endswith(("/events", "/export")):
        lines = {"schema": {"type": "string", "description": "One JSON object per line"}}
        answers["200"]["content"]["application/x-ndjson"] = lines
    if path.endswith("/stream"):
        answers["200"]["content"] = {EVENT_STREAM: stream_content(path)}
    if path.endswith("/reports/{name}"):
        _report_parameters(one)
    if "304" in answers or ("/games/" in path and "201" in answers):
        for status in answers.keys() & {"200", "201", "304", "412"}:
            answers[status].setdefault("headers", {})["ETag"] = TAG
    for answer in answers.values():
        if answer["description"] in _EMPTY_WORDS:
            answer["description"] = _meaning(answer, types)
    _add_examples(one)


def _meaning(answer: Json, types: Json) -> str:
    """Return the meaning of a response, according to the type of its body."""
    for content in answer.get("content", {}).values():
        about = types.get(content["schema"].get("$ref", "").removeprefix(REF), {})
        return str(about.get("description", "The answer")).split("\n")[0].rstrip(".")
    return "Done"


def _report_parameters(one: Json) -> None:
    """List every report, and the parameters that each takes."""
    found = reports()
    takes: dict[str, dict[str, list[str]]] = {}
    for report in found.values():
        for p in report.params:
            default = "" if p.default is None else f" (usually {p.default})"
            takes.setdefault(p.name, {}).setdefault(p.meaning + default, []).append(report.name)
    for parameter in one["parameters"]:
        if parameter["name"] == "name":
            parameter["schema"] = {"type": "string", "enum": list(found)}
    for name, meanings in takes.items():
        told = [f"{', '.join(names)}: {meaning}." for meaning, names in meanings.items()]
        one["parameters"].append(
            {
                "name": name,
                "in": "query",
                "schema": {"type": "string"},
                "description": " ".join(told),
                "required": False,
            }
        )


def _add_examples(one: Json) -> None:
    """Add examples of requests and their responses."""
    sent, back = EXAMPLES.get(one["operationId"], (None, None))
    if sent is not None:
        one["requestBody"]["content"]["application/json"]["examples"] = {
            name: {"value": value} for name, value in sent.items()
        }
    if back is not None:
        first = next(status for status in ("201", "200") if status in one["responses"])
        one["responses"][first]["content"]["application/json"]["example"] = back
    for status, answer in one["responses"].items():
        problem = answer.get("content", {}).get(PROBLEM_JSON)
        if problem is not None and status in PROBLEM_EXAMPLES:
            problem["example"] = PROBLEM_EXAMPLES[status]


def documentation_routes(schema: dict[str, Any]) -> list[ControllerRouterHandler]:
    """Return the routes that serve a description, as JSON and as pages."""
    text = {
        "/openapi.json": (msgspec.json.encode(schema), "application/json"),
        "/api": (docs_page(schema).encode(), "text/html"),
        "/page.css": (page_css(), "text/css"),
        PROBLEM_PAGES.rstrip("/"): (problems_page().encode(), "text/html"),
        **{PROBLEM_PAGES + kind: (problem_page(kind).encode(), "text/html") for kind in PROBLEMS},
    }

    @get(list(text), sync_to_thread=False)
    def page(request: Request[Any, Any, State]) -> Response[bytes]:
        body, kind = text[request.url.path]
        return Response(body, media_type=kind)

    return [page]
