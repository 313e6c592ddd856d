"""Everything that pages load: scripts, style sheets, pictures and words, read once and cached."""

from __future__ import annotations

import functools
import gzip
import hashlib
import re
from collections.abc import Iterator, Mapping
from importlib import resources
from importlib.resources.abc import Traversable
from typing import NamedTuple

from ledger.kernel.game.registry import installed

from .bundle import bundle
from .picture import skin_document
from .translations import LANGUAGES, translations_json

KINDS = {
    "css": "text/css",
    "js": "text/javascript",
    "json": "application/json",
    "svg": "image/svg+xml",
    "webmanifest": "application/manifest+json",
}
"""The media types of the files that may be in `static/`."""
MUCH = 512
"""Files smaller than this many bytes aren't worth compressing."""
_COMMENT = re.compile(r"^[ ]*(?://.*|/\*\*(?:[^*]|\*(?!/))*\*/)\n", re.MULTILINE)
_TEXT = r"""("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|`[^`]*`)"""
_SPACE = re.compile(_TEXT + r"| ?([{}()\[\]=,;:?<>&|!]+) ?|(?<=[\w)\]]) ([-*+/]) (?=[\w(])")
"""A string, or operators and punctuation that need no spaces around them."""
_REMARK = re.compile(r"(?<=[;{},]) // [^\"'`\n]*$", re.MULTILINE)  # no quote, so no string
_OPEN = (*";,({[=?:}", "&&", "||", "=>")
_GOES_ON = tuple(")]}.?:&|")


class Asset(NamedTuple):
    """A file that pages load; `packed` is its gzip form, if that is smaller.

    `lasting`: its name changes whenever its content does, so it can be cached forever.
    """

    kind: str
    body: bytes
    packed: bytes | None
    digest: str
    lasting: bool = False


class Page(NamedTuple):
    """A page: its title, its script, its style sheets, and the HTML that its script fills in."""

    title: str
    script: str
    styles: tuple[str, ...] = ()
    inside: str = ""


STYLES = ("scene.css", "base.css")
"""Style sheets that every page has, before its own."""
PAGES = {
    "home": Page("Ledger", "home.js"),
    "host": Page("Host a game", "host.js"),
    "missing": Page("Nothing here", "missing.js"),
    "game": Page(
        "Game",
        "game.js",
        ("game.css", "play.css"),
        '<section id="board"></section>'
        '<section id="play"></section>'
        '<section id="timeline"></section>'
        '<section id="log"></section>',
    ),
}


class PageFiles(NamedTuple):
    """The names of the two files that a page loads: all its scripts, all its styles."""

    script: str
    style: str


@functools.cache
def assets() -> Mapping[str, Asset]:
    """Return every file by its name, such as `game.js`, `words/pl.json` or `skins/osaka.svg`."""
    files = dict(_files(resources.files(__package__).joinpath("static")))
    files |= {f"words/{lang}.json": translations_json(lang) for lang in LANGUAGES}
    files |= {f"skins/{name}.svg": skin_document(g).encode() for name, g in installed().items()}
    found = {name: _asset(name, body) for name, body in sorted(files.items())}
    for page in PAGES:
        for name, body in zip(page_files(page), _whole(page), strict=True):
            found[name] = _asset(name, body)._replace(lasting=True)
    return found


@functools.cache
def page_files(page: str) -> PageFiles:
    """Return the names of the files that a page loads, which contain hashes of their content."""
    script, style = (hashlib.sha256(body).hexdigest()[:16] for body in _whole(page))
    return PageFiles(f"pages/{page}-{script}.js", f"pages/{page}-{style}.css")


@functools.cache
def _whole(page: str) -> tuple[bytes, bytes]:
    """Return all scripts and all styles of a page, each as one file."""
    styles = (*STYLES, *PAGES[page].styles)
    return bundle(PAGES[page].script, _text).encode(), "".join(map(_text, styles)).encode()


def _text(name: str) -> str:
    text = resources.files(__package__).joinpath("static", name).read_text("utf-8")
    return minified(text) if name.endswith(".js") else text


def _files(folder: Traversable, above: str = "") -> Iterator[tuple[str, bytes]]:
    for entry in folder.iterdir():
        if entry.is_dir():
            yield from _files(entry, f"{above}{entry.name}/")
        elif entry.name.endswith(".js"):
            yield above + entry.name, minified(entry.read_text("utf-8")).encode()
        elif entry.name.rpartition(".")[2] in KINDS:
            yield above + entry.name, entry.read_bytes()


def minified(script: str) -> str:
    """Remove what browsers don't need: comments, indentation, spaces, line breaks.

    No string in our scripts spans several lines. A line that still contains a comment keeps its
    line break. One with nested templates, or with a `/` that may begin a regular expression, keeps
    its spaces.
    """
    out = ""
    last = "//"
    code = _REMARK.sub("", _COMMENT.sub("", script))
    for line in filter(None, map(str.strip, code.splitlines())):
        joined = "//" not in last and (last.endswith(_OPEN) or line.startswith(_GOES_ON))
        apart = line.startswith(("import ", "export ")) or last.startswith("import ")
        joined &= not apart  # `bundle` looks for these
        if line.startswith("import "):
            line = line.replace("{ ", "{").replace(" }", "}").replace(", ", ",")
        elif line.count("`") in (0, 2) and "/" not in _SPACE.sub("", line):
            line = _SPACE.sub(_tight, line)
        out += line if joined or not out else f"\n{line}"
        last = line
    return f"{out}\n"


def _tight(found: re.Match[str]) -> str:
    return str(found[1] or found[2] or found[3])


def _asset(name: str, body: bytes) -> Asset:
    packed = gzip.compress(body, 9, mtime=0) if len(body) >= MUCH else body
    return Asset(
        kind=KINDS[name.rpartition(".")[2]],
        body=body,
        packed=packed if len(packed) < len(body) else None,
        digest=hashlib.sha256(body).hexdigest()[:32],
    )
