"""The page about the API, written from its OpenAPI: plain HTML, no script, no outside resources."""

from __future__ import annotations

import functools
import json
import re
from collections.abc import Iterator
from html import escape
from importlib import resources
from typing import Any

from ledger.protocol.errors import PROBLEMS, ProblemKind

Json = dict[str, Any]

METHODS = ("get", "post", "put", "patch", "delete")
_REF = "#/components/schemas/"
_CODE = re.compile(r"`([^`]+)`")
_PARAMETER = re.compile(r"(\{[^{}]*\})")


@functools.cache
def page_css() -> bytes:
    """Return the style sheet of the page, served at /page.css."""
    return resources.files(__package__).joinpath("page.css").read_bytes()


def docs_page(openapi: Json) -> str:
    """Return the page about the API, with every string in the document escaped."""
    info = openapi.get("info", {})
    title = escape(str(info.get("title", "API")))
    groups = _by_tag(openapi)
    types = openapi.get("components", {}).get("schemas", {})
    refusals = _shared([one for found in groups.values() for one in found])
    parts = [
        *_begin(title),
        f"<header><h1>{title} <small>version {escape(str(info.get('version', '')))}</small></h1>",
        _prose(info.get("description")),
        '<p>Machines read <a href="/openapi.json">openapi.json</a>. What can go wrong is told at '
        '<a href="/problems">problems</a>.</p></header>',
        *_contents(groups, bool(types)),
        "<main>",
        *(part for tag, found in groups.items() for part in _group(tag, found, types, refusals)),
        *_refusals(refusals),
        *_types(types),
        "</main></body></html>",
    ]
    return "\n".join(part for part in parts if part) + "\n"


def problems_page() -> str:
    """Return the page about every kind of problem."""
    parts = [
        *_begin("Problems"),
        "<header><h1>Problems</h1>",
        "<p>What the service refuses, it refuses as <code>application/problem+json</code> "
        '(RFC 9457). These are the kinds. <a href="/api">The API</a></p></header><main>',
        *(
            _problem(kind, found, f'<p class="summary">{escape(found.title)}</p>')
            for kind, found in PROBLEMS.items()
        ),
        "</main></body></html>",
    ]
    return "\n".join(parts) + "\n"


def problem_page(kind: str) -> str:
    """Return the page about a kind of problem, to which the `type` of a problem leads."""
    found = PROBLEMS[kind]
    parts = [
        *_begin(escape(found.title)),
        f'<header><h1>{escape(found.title)}</h1><p><a href="/problems">All problems</a>, '
        '<a href="/api">the API</a></p></header><main>',
        _problem(kind, found),
        "</main></body></html>",
    ]
    return "\n".join(parts) + "\n"


def _problem(kind: str, found: ProblemKind, summary: str = "") -> str:
    return (
        f'<article id="{escape(kind)}"><h2>{_status(str(found.status))} '
        f"<code>{escape(kind)}</code></h2>{summary}{_prose(found.meaning)}</article>"
    )


def _begin(title: str) -> Iterator[str]:
    """Yield the head of a page; the title must already be escaped."""
    yield '<!doctype html><html lang="en"><head><meta charset="utf-8">'
    yield '<meta name="viewport" content="width=device-width, initial-scale=1">'
    yield '<meta name="color-scheme" content="light dark">'
    yield f'<title>{title}</title><link rel="icon" href="/static/icon.svg" type="image/svg+xml">'
    yield '<link rel="stylesheet" href="/page.css"></head><body>'


def _by_tag(openapi: Json) -> dict[str, list[Json]]:
    """Return the operations by their first tag, in the order of the document."""
    out: dict[str, list[Json]] = {}
    for path, item in openapi.get("paths", {}).items():
        for method in METHODS:
            if method in item:
                both = [*item.get("parameters", ()), *item[method].get("parameters", ())]
                one = {**item[method], "path": path, "method": method, "parameters": both}
                out.setdefault((one.get("tags") or ["other"])[0], []).append(one)
    return out


def _anchor(one: Json) -> str:
    return escape(one["method"] + "-" + re.sub(r"[^A-Za-z0-9]+", "-", one["path"]).strip("-"))


def _method(one: Json) -> str:
    return f'<b class="method {one["method"]}">{one["method"].upper()}</b>'


def _path(path: str) -> str:
    """Mark the parameters in a path, and allow line breaks for narrow screens."""
    parts = _PARAMETER.split(path)
    marked = (f"<var>{escape(p)}</var>" if i % 2 else escape(p) for i, p in enumerate(parts))
    return f"<code>{''.join(marked).replace('/', '/<wbr>').replace('</<wbr>', '</')}</code>"


def _contents(groups: dict[str, list[Json]], types: bool) -> Iterator[str]:
    yield '<nav aria-label="Contents">'
    for tag, found in groups.items():
        yield f"<h2>{escape(tag)}</h2><ul>"
        for one in found:
            said = _words(one["summary"]) if one.get("summary") else _path(one["path"])
            yield f'<li><a href="#{_anchor(one)}">{_method(one)} {said}</a></li>'
        yield "</ul>"
    if types:
        yield '<h2><a href="#types">types</a></h2>'
    yield "</nav>"


def _shared(operations: list[Json]) -> Json:
    """Return the refusals that more than one operation has in the same words."""
    met: Json = {}
    out: Json = {}
    for one in operations:
        for status, answer in one.get("responses", {}).items():
            if str(status) >= "400" and met.setdefault(status, answer) == answer is not met[status]:
                out[status] = answer
    return dict(sorted(out.items()))


def _refusals(shared: Json) -> Iterator[str]:
    if shared:
        yield '<h2 id="refusals">refusals</h2><article><ul class="answers">'
        for status, answer in shared.items():
            yield f"<li>{_status(str(status))}<div>{_answer(answer)}</div></li>"
        yield "</ul></article>"


def _group(tag: str, found: list[Json], types: Json, shared: Json) -> Iterator[str]:
    yield f"<h2>{escape(tag)}</h2>"
    for one in found:
        yield f'<article id="{_anchor(one)}"><h3>{_method(one)} {_path(one["path"])}</h3>'
        yield f'<p class="summary">{_words(one.get("summary", ""))}</p>'
        yield _prose(one.get("description"))
        if one["parameters"]:
            yield "<h4>Parameters</h4>"
            yield _fields(_parameters(one))
        for kind, content in one.get("requestBody", {}).get("content", {}).items():
            schema = content.get("schema", {})
            yield f"<h4>Body <small>{escape(kind)}</small> {_type(schema)}</h4>"
            yield _properties(_resolve(schema, types))
            yield from _examples(content)
        yield "<h4>Answers</h4>"
        yield '<ul class="answers">'
        answers = one.get("responses", {})
        for status, answer in answers.items():
            if answer != shared.get(status):
                yield f"<li>{_status(str(status))}<div>{_answer(answer)}</div></li>"
        yield "</ul>"
        if often := [str(s) for s in answers if answers[s] == shared.get(s)]:
            yield f'<p><a href="#refusals">Refusals</a>: {escape(", ".join(often))}</p>'
        yield "</article>"


def _parameters(one: Json) -> Iterator[str]:
    for p in one["parameters"]:
        schema = p.get("schema", {})
        yield _field(
            p.get("name", ""),
            schema,
            needed=p.get("required", False),
            where=p.get("in", ""),
            about=p.get("description") or schema.get("description"),
        )


def _status(status: str) -> str:
    return f'<b class="status s{escape(status[:1])}">{escape(status)}</b>'


def _answer(answer: Json) -> str:
    kinds = [
        f"{_type(content.get('schema', {}))} <small>{escape(kind)}</small>"
        for kind, content in answer.get("content", {}).items()
    ]
    said = f"{_words(answer.get('description', ''))} <br>{' or '.join(kinds)}".removesuffix(" <br>")
    for content in answer.get("content", {}).values():
        said += _messages(content.get("x-events", {}))
        said += "".join(_examples(content))
    return said


def _messages(events: Json) -> str:
    """Return the list of a stream's messages."""
    return _fields(
        _field(
            name,
            one.get("schema") or one.get("itemSchema") or {},
            needed=False,
            about=one.get("description"),
        )
        for name, one in events.items()
    )


def _examples(content: Json) -> Iterator[str]:
    """Yield every example; strings are shown as they are."""
    shown = [one["value"] for one in content.get("examples", {}).values() if "value" in one]
    if "example" in content:
        shown.append(content["example"])
    for value in shown:
        text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
        yield f'<p class="example"><code>{escape(text)}</code></p>'


def _types(types: Json) -> Iterator[str]:
    if types:
        yield '<h2 id="types">types</h2>'
    games: dict[str, list[str]] = {}
    for name, schema in sorted(types.items()):
        if "x-game" in schema:
            games.setdefault(str(schema["x-game"]), []).append(name)
        else:
            yield from _type_article(name, schema)
    for game, names in games.items():
        yield f"<details><summary>Types of {escape(game)}</summary>"
        for name in names:
            yield from _type_article(name, types[name])
        yield "</details>"


def _type_article(name: str, schema: Json) -> Iterator[str]:
    yield f'<article class="type" id="type-{escape(name)}"><h3><code>{escape(name)}</code></h3>'
    yield _prose(schema.get("description"))
    parts = [schema, *(part for part in schema.get("allOf", ()) if "properties" in part)]
    fields = "".join(_properties(part) for part in parts)
    yield fields if fields and "allOf" not in schema else f"<p>{_type(schema)}</p>{fields}"
    yield "</article>"


# --- schemas ------------------------------------------------------------------------------------


def _resolve(schema: Json, types: Json) -> Json:
    found: Json = types.get(str(schema.get("$ref", "")).removeprefix(_REF), schema)
    return found


def _properties(schema: Json) -> str:
    needed = schema.get("required", ())
    fields = schema.get("properties", {}).items()
    return _fields(
        _field(name, one, needed=name in needed, about=one.get("description"))
        for name, one in fields
    )


def _fields(rows: Iterator[str]) -> str:
    inside = "".join(rows)
    return f'<ul class="fields">{inside}</ul>' if inside else ""


def _field(name: str, schema: Json, *, needed: bool, where: str = "", about: Any = None) -> str:
    said = [f"<small>{escape(where)}</small>" if where else "", _type(schema)]
    if needed:
        said.append('<em class="needed">required</em>')
    elif schema.get("default") is not None:
        said.append(f"<small>usually <code>{_json(schema['default'])}</code></small>")
    rest = f"<p>{_words(about)}</p>" if about else ""
    return f"<li><code>{escape(name)}</code> {' '.join(s for s in said if s)}{rest}</li>"


def _type(schema: Json, depth: int = 0) -> str:
    """Return a few words on what a value may be."""
    if "$ref" in schema:
        name = escape(str(schema["$ref"]).removeprefix(_REF))
        return f'<a class="kind" href="#type-{name}">{name}</a>'
    choices = schema.get("oneOf") or schema.get("anyOf")
    if choices and depth < 5:
        kinds = dict.fromkeys(_type(one, depth + 1) for one in choices)
        return " or ".join(kinds) + "".join(_bounds(schema))
    if isinstance(parts := schema.get("allOf"), list) and depth < 5:
        return " and ".join(_type(one, depth + 1) for one in parts if "$ref" in one)
    if "const" in schema:
        return f"<code>{_json(schema['const'])}</code>"
    if "enum" in schema:
        return " or ".join(f"<code>{_json(value)}</code>" for value in schema["enum"])
    kind = schema.get("type", "anything")
    if isinstance(kind, list):
        return " or ".join(f'<span class="kind">{escape(str(k))}</span>' for k in kind)
    text = f'<span class="kind">{escape(str(kind))}</span>'
    if kind == "array" and schema.get("items") and depth < 5:
        text += f" of {_type(schema['items'], depth + 1)}"
    return text + "".join(_bounds(schema))


def _bounds(schema: Json) -> Iterator[str]:
    for key, sign in (("minimum", "≥"), ("maximum", "≤"), ("minLength", "≥"), ("maxLength", "≤")):
        if schema.get(key) is not None:
            unit = " signs" if key.endswith("Length") else ""
            yield f" <small>{sign} {_json(schema[key])}{unit}</small>"
    if "pattern" in schema:
        yield f" <small><code>{escape(str(schema['pattern']))}</code></small>"


# --- texts --------------------------------------------------------------------------------------


def _json(value: Any) -> str:
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    return escape(json.dumps(value, ensure_ascii=False))


def _words(text: Any) -> str:
    """Escape a string, and show what is in backquotes as code."""
    return _CODE.sub(r"<code>\1</code>", escape(str(text)))


def _prose(text: Any) -> str:
    paragraphs = re.split(r"\n\s*\n", str(text or "").strip())
    return "".join(f"<p>{_words(' '.join(p.split()))}</p>" for p in paragraphs if p)
