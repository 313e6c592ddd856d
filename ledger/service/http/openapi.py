"""What the service offers: OpenAPI, and a page of our own that loads nothing from elsewhere."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
from litestar import Litestar, Request, Response, get
from litestar.datastructures import State
from litestar.di import Provide
from litestar.openapi.config import OpenAPIConfig
from litestar.openapi.spec import Components, OpenAPIType, Schema, SecurityScheme
from litestar.plugins import OpenAPISchemaPlugin
from litestar.types import ControllerRouterHandler
from litestar.typing import FieldDefinition

from ledger import __version__
from ledger.protocol.errors import PROBLEM_PAGES, PROBLEMS

from .openapi_page import docs_page, page_css, problem_page, problems_page


class RawSchema(OpenAPISchemaPlugin):
    """Events and commands are passed on as they stand: JSON objects, whatever game they are of."""

    @staticmethod
    def is_plugin_supported_type(value: Any) -> bool:
        """Whether this is JSON that was not decoded."""
        return value is msgspec.Raw

    def to_openapi_schema(self, field_definition: FieldDefinition, schema_creator: Any) -> Schema:
        """Describe it as an object."""
        return Schema(type=OpenAPIType.OBJECT)


MESSAGE = {
    "type": "object",
    "description": "One message; the data of a group is its lines, one JSON object in each",
    "properties": {
        "id": {"type": "string", "description": "The last line sent: goes into Last-Event-ID"},
        "event": {"enum": ["group", "end", "failed"]},
        "data": {"type": "string"},
    },
    "required": ["event", "data"],
}


def describe_api(routes: Sequence[ControllerRouterHandler]) -> dict[str, Any]:
    """Return the OpenAPI description of some routes; the app it is read from serves nobody."""
    app = Litestar(
        routes,
        dependencies={"service": Provide(lambda: None, sync_to_thread=False)},
        plugins=[RawSchema()],
        logging_config=None,
        openapi_config=OpenAPIConfig(
            title="Ledger",
            version=__version__,
            description="Games over HTTP: play, follow, replay, ask.",
            use_handler_docstrings=True,
            operation_id_creator=lambda handler, method, path: handler.handler_name,
            components=Components(
                security_schemes={"token": SecurityScheme(type="http", scheme="bearer")}
            ),
        ),
    )
    return _completed(app.openapi_schema.to_schema())


def _completed(schema: dict[str, Any]) -> dict[str, Any]:
    """Add what a route cannot say of itself: its tags, and a second kind of answer."""
    tag = {"description": "The version, in quotes", "schema": {"type": "string"}}
    for path, item in schema["paths"].items():
        for one in item.values():
            if path.endswith(("/events", "/export")):
                lines = {"schema": {"type": "string", "description": "One JSON object per line"}}
                one["responses"]["200"]["content"]["application/x-ndjson"] = lines
            if path.endswith("/stream"):
                one["responses"]["200"]["content"] = {"text/event-stream": {"schema": MESSAGE}}
            if "304" in one["responses"] or ("/games/" in path and "201" in one["responses"]):
                for status in one["responses"].keys() & {"200", "201", "304"}:
                    one["responses"][status].setdefault("headers", {})["ETag"] = tag
    return schema


def documentation_routes(schema: dict[str, Any]) -> list[ControllerRouterHandler]:
    """Return the routes that show a description: as JSON, and as a page."""
    text = {
        "/openapi.json": (msgspec.json.encode(schema), "application/json"),
        "/": (docs_page(schema).encode(), "text/html"),
        "/page.css": (page_css(), "text/css"),
        PROBLEM_PAGES.rstrip("/"): (problems_page().encode(), "text/html"),
        **{PROBLEM_PAGES + kind: (problem_page(kind).encode(), "text/html") for kind in PROBLEMS},
    }

    @get(list(text), sync_to_thread=False)
    def page(request: Request[Any, Any, State]) -> Response[bytes]:
        body, kind = text[request.url.path]
        return Response(body, media_type=kind)

    return [page]
