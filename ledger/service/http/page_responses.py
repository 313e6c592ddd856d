"""Pages for people as responses, in the language that the reader chose or the browser prefers."""

from __future__ import annotations

from typing import Any

from litestar import Request, Response

from ledger.web.html_page import page_html
from ledger.web.translations import LANGUAGES, choose_language

from .asgi import PAGE_CSP

LANGUAGE_COOKIE = "ledger-language"
"""The language chosen on a page; `translations.js` writes it."""
PAGE_HEADERS = {
    "Content-Security-Policy": PAGE_CSP.decode(),
    "Cross-Origin-Opener-Policy": "same-origin",
    "X-Frame-Options": "DENY",
    "Cache-Control": "no-cache",
    "Vary": "Accept-Language, Cookie",
}


def takes_html(request: Request[Any, Any, Any]) -> bool:
    """Whether an address was opened in a browser; programs ask for JSON, or for anything."""
    return request.method == "GET" and "text/html" in request.headers.get("accept", "")


def page_response(request: Request[Any, Any, Any], name: str, status: int = 200) -> Response[bytes]:
    """Return a page, which contains no data."""
    chosen = request.cookies.get(LANGUAGE_COOKIE, "")
    accepted = request.headers.get("accept-language", "")
    lang = chosen if chosen in LANGUAGES else choose_language(accepted)
    headers = {**PAGE_HEADERS, "Content-Language": lang}
    return Response(
        page_html(name, lang), status_code=status, media_type="text/html", headers=headers
    )
