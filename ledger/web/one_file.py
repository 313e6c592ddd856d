"""The game page as a single file: scripts, styles, words and data inside, and no requests."""

from __future__ import annotations

import base64
import functools
import gzip
import hashlib
import json
import re
from collections.abc import Mapping
from urllib.parse import quote

from .assets import PAGES, STYLES, assets
from .bundle import bundle
from .html_page import html_document
from .translations import LANGUAGES, translations_json

ENTRY = "game_file.js"
_URL = re.compile(r'url\("/static/([^"]+)"\)')


def one_file(title: str, lang: str, data: bytes) -> bytes:
    """Return the page for a game with its data, as JSON, inside."""
    first, script = _text("first.js"), _script()
    styles = [_style(name) for name in (*STYLES, *PAGES["game"].styles)]
    policy = (
        f"default-src 'none'; script-src {_hashes(first, script)}; "
        f"style-src {_hashes(*styles)}; img-src data: blob:; base-uri 'none'; form-action 'none'"
    )
    packed = base64.b64encode(gzip.compress(data, 9, mtime=0)).decode()
    head = (
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">'
        f"<script>{first}</script>"
        f"{''.join(f'<style>{style}</style>' for style in styles)}"
        f'<link rel="icon" href="{_inline("icon.svg")}">'
        f'<script type="application/json" id="words">{_words(lang)}</script>'
        f'<script type="text/plain" id="data">{packed}</script>'
        f'<script type="module">{script}</script>'
    )
    return html_document("game", lang, title, head, alone=True)


def _text(name: str) -> str:
    """Return a file's text; raise ValueError if it can't be embedded in a page."""
    text = assets()[name].body.decode()
    if any(sign in text.lower() for sign in ("</script", "</style", "<!--")):
        raise ValueError(f"{name} would end too early inside a page")
    return text


def _style(name: str) -> str:
    """Return a style sheet with the pictures that it refers to embedded."""
    return _URL.sub(lambda found: f'url("{_inline(found[1])}")', _text(name))


def _inline(name: str) -> str:
    return f"data:{assets()[name].kind},{quote(_text(name))}"


@functools.cache
def _script() -> str:
    return bundle(ENTRY, _text)


def _words(lang: str) -> str:
    """Return the words of the page as JSON, in its one language."""
    found: Mapping[str, object] = json.loads(translations_json(lang))
    own = {**found, "languages": {lang: LANGUAGES.get(lang, lang)}}
    text = json.dumps(own, ensure_ascii=False, separators=(",", ":"))
    return text.replace("<", "\\u003c")


def _hashes(*texts: str) -> str:
    digests = (hashlib.sha256(text.encode()).digest() for text in texts)
    return " ".join(f"'sha256-{base64.b64encode(digest).decode()}'" for digest in digests)
