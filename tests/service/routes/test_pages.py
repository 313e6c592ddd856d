"""Pages over real HTTP: strict headers, strong tags, packed files, and not a word about games."""

from __future__ import annotations

import gzip
import re
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from ledger.service.app import LedgerApp, Settings
from ledger.service.folder_backend import folder_backend
from ledger.service.http.gateway_settings import GatewaySettings
from ledger.testing.hostile import HOSTILE
from ledger.web.assets import assets

from ..served import served

PAGES = ("/", "/host", "/games/any-game")
POLICY = {
    "default-src": "'none'",
    "script-src": "'self'",
    "style-src": "'self'",
    "img-src": "'self' data:",
    "connect-src": "'self'",
    "manifest-src": "'self'",
    "base-uri": "'none'",
    "form-action": "'none'",
    "frame-ancestors": "'none'",
}


@pytest.fixture(scope="module")
def http(tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx.Client]:
    folder: Path = tmp_path_factory.mktemp("pages") / "library"
    settings = GatewaySettings(rate=0, cpu=0)
    app = LedgerApp(Settings(backend=folder_backend(folder), gateway=settings))
    with (
        served(app, settings) as running,
        httpx.Client(base_url=f"http://127.0.0.1:{running.port}") as client,
    ):
        yield client


@pytest.mark.parametrize("path", PAGES)
def test_a_page_is_strict(http: httpx.Client, path: str) -> None:
    page = http.get(path)
    assert page.status_code == 200
    assert page.headers["content-type"] == "text/html; charset=utf-8"
    said = page.headers["content-security-policy"]
    assert dict(part.strip().split(" ", 1) for part in said.split(";")) == POLICY
    for name, value in {
        "x-content-type-options": "nosniff",
        "referrer-policy": "no-referrer",
        "cross-origin-opener-policy": "same-origin",
        "cross-origin-resource-policy": "same-origin",
        "x-frame-options": "DENY",
    }.items():
        assert page.headers[name] == value
    assert "set-cookie" not in page.headers
    assert http.head(path).headers["content-security-policy"] == said


def test_the_api_keeps_its_own_policy(http: httpx.Client) -> None:
    for path in ("/health", "/api", "/api/v1/whoami", "/nowhere"):
        assert "script-src" not in http.get(path).headers["content-security-policy"]


def test_the_page_of_a_game_is_the_same_whether_or_not_there_is_one(http: httpx.Client) -> None:
    first = http.get("/games/osaka-1")
    for id in ("nowhere", "x" * 64, "a-b_c"):
        other = http.get(f"/games/{id}")
        assert (other.content, dict(other.headers)) == (first.content, dict(first.headers))
    assert b"osaka" not in first.content


@pytest.mark.parametrize("id", [*HOSTILE[:9], "<script>", "A", "%00", "a b"], ids=ascii)
def test_an_id_that_is_none_is_repeated_nowhere_as_markup(http: httpx.Client, id: str) -> None:
    answer = http.get("/games/" + "".join(f"%{b:02x}" for b in id.encode()))
    if answer.status_code == 200:  # a name such as any other
        assert re.fullmatch(r"[a-z0-9][a-z0-9_-]{0,63}", id)
    else:
        assert answer.headers["content-type"] == "application/problem+json"


@pytest.mark.parametrize("lang", ["en", "it", "pl"])
def test_a_page_comes_in_the_language_of_the_browser(http: httpx.Client, lang: str) -> None:
    page = http.get("/", headers={"Accept-Language": f"{lang},en;q=0.2"})
    assert f'<html lang="{lang}">' in page.text
    assert page.headers["content-language"] == lang
    assert "Accept-Language" in page.headers["vary"]


@pytest.mark.parametrize("name", ["base.css", "first.js", "words/pl.json", "icon.svg"])
def test_a_file_is_sent_once_and_packed(http: httpx.Client, name: str) -> None:
    asset = assets()[name]
    plain = http.get(f"/static/{name}", headers={"Accept-Encoding": "identity"})
    assert plain.content == asset.body
    assert plain.headers["content-type"].partition(";")[0] == asset.kind
    assert "content-encoding" not in plain.headers
    assert plain.headers["cache-control"] == "no-cache"
    assert plain.headers["x-content-type-options"] == "nosniff"
    packed = http.get(f"/static/{name}", headers={"Accept-Encoding": "br, gzip"})
    assert packed.content == asset.body
    if asset.packed is not None:
        assert packed.headers["content-encoding"] == "gzip"
        assert int(packed.headers["content-length"]) == len(asset.packed) < len(asset.body)
        assert packed.headers["etag"] != plain.headers["etag"]
        assert "Accept-Encoding" in packed.headers["vary"]
        assert gzip.decompress(asset.packed) == asset.body
    for answer, takes in ((plain, "identity"), (packed, "br, gzip")):
        tag = answer.headers["etag"]
        assert re.fullmatch(r'"[^"]+"', tag)  # a strong one
        known = {"Accept-Encoding": takes, "If-None-Match": f'"x", {tag}'}
        again = http.get(f"/static/{name}", headers=known)
        assert (again.status_code, again.content) == (304, b"")
        assert again.headers["etag"] == tag
        other = {**known, "If-None-Match": '"x"'}
        assert http.get(f"/static/{name}", headers=other).status_code == 200


def test_a_file_that_must_not_be_packed_is_not(http: httpx.Client) -> None:
    for takes in ("gzip;q=0", "gzip; q=0.0, br", ""):
        answer = http.get("/static/base.css", headers={"Accept-Encoding": takes})
        assert "content-encoding" not in answer.headers


@pytest.mark.parametrize(
    "path",
    ["", "nothing.js", "../assets.py", "..%2fassets.py", "%2e%2e/assets.py", "/etc/passwd",
     "words/", "words/xx.json", "words/../base.css", "base.css/", "BASE.CSS", "base.css%00"],
)  # fmt: skip
def test_nothing_else_is_served(http: httpx.Client, path: str) -> None:
    answer = http.get(f"/static/{path}")
    if answer.status_code == 200:  # a client may tidy up the path before it asks
        assert answer.content == assets()["base.css"].body
    else:
        assert answer.status_code in (400, 404)
        assert b"import" not in answer.content


def test_a_page_takes_no_body_and_no_other_method(http: httpx.Client) -> None:
    for method in ("POST", "PUT", "DELETE"):
        assert http.request(method, "/host", content=b"x").status_code == 401


def test_a_browser_is_shown_a_page_where_nothing_is(http: httpx.Client) -> None:
    html = {"Accept": "text/html,application/xhtml+xml,*/*;q=0.8", "Accept-Language": "pl"}
    page = http.get("/libary", headers=html)
    assert (page.status_code, page.headers["content-type"].partition(";")[0]) == (404, "text/html")
    assert page.headers["content-language"] == "pl"
    assert "libary" not in page.text
    program = http.get("/libary", headers={"Accept": "application/json"})
    assert (program.status_code, program.json()["kind"]) == (404, "missing")


def test_a_page_can_be_kept_on_a_home_screen(http: httpx.Client) -> None:
    found = http.get("/static/app.webmanifest")
    assert found.headers["content-type"].startswith("application/manifest+json")
    for icon in found.json()["icons"]:
        assert http.get(icon["src"]).headers["content-type"].startswith(icon["type"])
    assert "manifest-src 'self'" in http.get("/").headers["content-security-policy"]
