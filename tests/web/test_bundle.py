"""Our modules as one script: what can be bundled, and that all of ours can."""

from __future__ import annotations

import re
from importlib import resources

import pytest

from ledger.web.bundle import bundle
from ledger.web.one_file import ENTRY

STATIC = {
    file.name: file.read_text("utf-8")
    for file in resources.files("ledger.web").joinpath("static").iterdir()
    if file.name.endswith(".js")
}
MODULES = [name for name, text in STATIC.items() if re.search("^(import|export) ", text, re.M)]


def made_of(**files: str) -> str:
    return bundle("a.js", lambda name: files[name.removesuffix(".js")] + "\n")


def test_a_module_stands_behind_those_that_it_imports() -> None:
    text = made_of(
        a='import { b, c as d } from "./b.js";\nimport {\n  e,\n} from "./c.js";\nb(d, e);',
        b='import { e } from "./c.js";\nexport function b() {}\nexport const c = e;',
        c="export class e {}\nexport async function f() {}",
    )
    places = [text.index(f'modules["{name}.js"] =') for name in "cba"]
    assert places == sorted(places)
    assert text.count('modules["c.js"] =') == 1
    assert "return { e, f };" in text
    assert 'const { b, c: d } = modules["b.js"];\nconst { e } = modules["c.js"];\nb(d, e);' in text
    assert not re.search("^(import|export) ", text, re.MULTILINE)


@pytest.mark.parametrize(
    "text",
    [
        'import x from "./b.js";',
        'import * as x from "./b.js";',
        'import "./b.js";',
        'import { x } from "https://elsewhere.example/x.js";',
        "const x = 1;\nexport { x };",
        "export default 1;",
        "export let x = 1;",
        'const x = await import("./b.js");',
        "const x = import.meta.url;",
    ],
)
def test_what_cannot_be_bundled_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"a\.js"):
        made_of(a=text, b="")


def test_modules_that_import_each_other_are_refused() -> None:
    with pytest.raises(ValueError, match=r"a\.js → b\.js → a\.js"):
        made_of(a='import { b } from "./b.js";', b='import { a } from "./a.js";')


def test_every_module_of_ours_can_be_bundled() -> None:
    """Also those that a page in one file doesn't need yet."""
    assert ENTRY in MODULES
    for name in MODULES:
        assert bundle(name, STATIC.__getitem__)
    text = bundle(ENTRY, STATIC.__getitem__)
    assert 'modules["embedded_source.js"]' in text
    assert 'modules["source.js"]' not in text
    assert "/api/" not in text


def test_sources_have_the_same_methods() -> None:
    """The page asks both alike; what only a live game has is asked of that one alone."""
    methods = {
        name: set(re.findall(r"^  (?:async )?([a-z]\w*)\(.*\) \{$", STATIC[name], re.MULTILINE))
        for name in ("source.js", "embedded_source.js")
    }
    only_live = methods["source.js"] - methods["embedded_source.js"]
    playing = {"choices", "complete", "send", "undo", "branch", "again"}
    assert only_live <= {"begin", "follow", "note", *playing}
    assert methods["embedded_source.js"] <= methods["source.js"]
    assert {"contents", "chapter", "rule", "raw", "skin", "explain"} <= methods["source.js"]
