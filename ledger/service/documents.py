"""The service tells what it offers: OpenAPI, and a page of our own that needs nobody else."""

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

from .. import __version__
from .page import docs_page, page_css


class RawSchema(OpenAPISchemaPlugin):
    """Events and commands are passed on as they stand: JSON objects, whatever game they are of."""

    @staticmethod
    def is_plugin_supported_type(value: Any) -> bool:
        """Whether this is JSON that was not decoded."""
        return value is msgspec.Raw

    def to_openapi_schema(self, field_definition: FieldDefinition, schema_creator: Any) -> Schema:
        """Describe it as an object."""
        return Schema(type=OpenAPIType.OBJECT)


def described(routes: Sequence[ControllerRouterHandler]) -> dict[str, Any]:
    """Return the OpenAPI description of some routes; the app that it is read off serves nobody."""
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
            components=Components(
                security_schemes={"token": SecurityScheme(type="http", scheme="bearer")}
            ),
        ),
    )
    return app.openapi_schema.to_schema()


def pages(schema: dict[str, Any]) -> list[ControllerRouterHandler]:
    """Return the routes that show a description: as JSON, and as a page."""
    text = {
        "/openapi.json": (msgspec.json.encode(schema), "application/json"),
        "/": (docs_page(schema).encode(), "text/html; charset=utf-8"),
        "/page.css": (page_css(), "text/css; charset=utf-8"),
    }

    @get(list(text), sync_to_thread=False)
    def page(request: Request[Any, Any, State]) -> Response[bytes]:
        body, kind = text[request.url.path]
        return Response(body, media_type=kind)

    return [page]
