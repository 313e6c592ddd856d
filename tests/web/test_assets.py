"""What pages load: whole, known by their bytes, small, and never making markup of a text."""

from __future__ import annotations

import gzip
import hashlib
import re
from importlib import resources

import pytest

from ledger.web.assets import KINDS, assets

SCRIPTS = {name: one.body.decode() for name, one in assets().items() if name.endswith(".js")}
STYLES = {name: one.body.decode() for name, one in assets().items() if name.endswith(".css")}


def test_every_file_is_served_as_it_is():
    folder = resources.files("ledger.web").joinpath("static")
    for entry in folder.iterdir():
        if entry.is_file():
            assert assets()[entry.name].body == entry.read_bytes()
    for name, one in assets().items():
        assert one.kind == KINDS[name.rpartition(".")[2]]
        assert hashlib.sha256(one.body).hexdigest().startswith(one.digest)
        assert one.packed is None or gzip.decompress(one.packed) == one.body
        assert one.packed is None or len(one.packed) < len(one.body)


def test_scripts_stay_small():
    assert sum(len(text) for text in SCRIPTS.values()) <= 120_000


@pytest.mark.parametrize("name", SCRIPTS)
def test_no_script_makes_markup_or_code_of_a_text(name):
    text = SCRIPTS[name]
    for word in ("innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(",
                 "Function(", "setTimeout(\"", "srcdoc", "createContextualFragment"):  # fmt: skip
        assert word not in text, word
    assert not re.search(r"""(?:from|import\()\s*["'](?!\./)""", text)  # nothing from elsewhere
    assert not re.search(r"https?://(?!www\.w3\.org/)", text)


def test_only_settings_and_the_name_of_a_seat_are_remembered():
    """A token is in no storage: what stores anything has no token to store."""
    using = {name for name, text in SCRIPTS.items() if re.search("(local|session)Storage", text)}
    assert using <= {"first.js", "memory.js"}
    assert "setItem" not in SCRIPTS["first.js"]
    keeping = [line for text in SCRIPTS.values() for line in text.splitlines()
               if re.search(r"\bremember(InTab)?\(", line)]  # fmt: skip
    assert keeping
    assert not [line for line in keeping if "token" in line.lower() or "secret" in line.lower()]


def test_the_token_is_taken_out_of_the_address_first_of_all():
    first = SCRIPTS["first.js"]
    assert "import" not in first
    taking = first.index("take();")
    assert first.index("replaceState") < taking < first.index("matchMedia")


@pytest.mark.parametrize("name", STYLES)
def test_styles_load_nothing_from_elsewhere(name):
    text = STYLES[name]
    assert "@import" not in text
    assert all(url.startswith("/static/") for url in re.findall(r'url\("?([^")]*)', text))
    assert text.count("{") == text.count("}")


def test_who_wants_no_motion_gets_none():
    assert "prefers-reduced-motion: reduce" in STYLES["base.css"]


def test_every_colour_has_a_dark_side():
    css = STYLES["base.css"]
    light, dark = css.split(':root[data-scheme="dark"]')[0], css.split('[data-scheme="dark"]')[1]
    for name in ("accent", "on-accent", "good", "bad", "bad-sheet", "warn-sheet", "shadow"):
        assert f"--{name}:" in light
        assert f"--{name}:" in dark.split("}")[0]
