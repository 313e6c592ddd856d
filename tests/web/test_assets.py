"""What pages load: whole, known by their bytes, small, and never making markup of a text."""

from __future__ import annotations

import gzip
import hashlib
import re
from importlib import resources

import pytest

from ledger.web.assets import KINDS, PAGES, assets, minified, page_files
from ledger.web.assets import STYLES as ALWAYS
from ledger.web.bundle import imported

WRITTEN = {name: one.body.decode() for name, one in assets().items() if not one.lasting}
SCRIPTS = {name: text for name, text in WRITTEN.items() if name.endswith(".js")}
STYLES = {name: text for name, text in WRITTEN.items() if name.endswith(".css")}


TEXT = re.compile(r""""(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|`[^`]*`""")


def test_every_file_is_served_as_it_is_but_for_comments_and_spaces():
    folder = resources.files("ledger.web").joinpath("static")
    for entry in folder.iterdir():
        if entry.name.endswith(".js"):
            lines = (line.strip() for line in entry.read_text("utf-8").splitlines())
            lines = (re.sub("(?<=[;{},]) // [a-z][^\"'`]*$", "", line) for line in lines)
            code = [
                x for x in lines if x not in ("", "*") and not x.startswith(("//", "/**", "* "))
            ]
            sent = assets()[entry.name].body.decode().replace("\n", "")
            assert sent.replace(" ", "") == "".join(code).replace(" ", "")
            assert TEXT.findall(sent) == TEXT.findall("".join(code))
            words = r"[\w$#]+(?= [\w$#])"  # two words never become one
            assert re.findall(words, TEXT.sub("", sent)) == re.findall(
                words, TEXT.sub("", "".join(code))
            )
            assert all(line.count("`") % 2 == 0 for line in code), "a text of several lines"
        elif entry.is_file():
            assert assets()[entry.name].body == entry.read_bytes()
    for name, one in assets().items():
        assert one.kind == KINDS[name.rpartition(".")[2]]
        assert hashlib.sha256(one.body).hexdigest().startswith(one.digest)
        assert one.packed is None or gzip.decompress(one.packed) == one.body
        assert one.packed is None or len(one.packed) < len(one.body)


def test_a_script_means_the_same_without_comments():
    script = """// one
/** two
 * three */
  const url = "https://x/*"; // four
  const sly = "; // five"; f({ // "six"
  a: 1, // seven
  });
  f(a /* b */);

  if (c)
    return [
      d,
    ]
      .flat();
  let e = c
    ? 1 : 2
  const f = { "a , b": `c { ${d} }`, e: a + +b };
  const g = `h ${i ? `j = k` : ""}`;
"""
    assert minified(script).splitlines() == [
        'const url="https://x/*";',
        'const sly = "; // five"; f({ // "six"',
        "a:1,});f(a /* b */);if(c)",
        "return[d,].flat();let e=c?1:2",
        'const f={"a , b":`c { ${d} }`,e:a + +b};const g = `h ${i ? `j = k` : ""}`;',
    ]


def test_no_style_is_looked_up_for_the_whole_page_with_each_step():
    """`:has` on what holds the board would style all of it anew with each piece that moves."""
    for name, text in STYLES.items():
        assert not re.search(r"(?:html|:root|body|\.page-\w+|\.game|#main)[^\s,{]*:has\(", text), (
            name
        )


def test_the_script_of_a_game_page_stays_small():
    script = assets()[page_files("game").script]
    assert script.packed is not None
    assert len(script.packed) <= 50_000


@pytest.mark.parametrize("page", PAGES)
def test_a_page_loads_two_files_that_stay_the_same_under_their_names(page):
    script, style = (assets()[name] for name in page_files(page))
    assert script.lasting
    assert style.lasting
    for name, one in zip(page_files(page), (script, style), strict=True):
        assert one.digest.startswith(name.rpartition("-")[2].partition(".")[0])
    assert not re.search(r"^\s*(?:import|export|//|/\*)", script.body.decode(), re.MULTILINE)
    for needed in (*imported(PAGES[page].script, SCRIPTS.__getitem__), PAGES[page].script):
        assert f'modules["{needed}"] =' in script.body.decode()
    assert style.body.decode() == "".join(STYLES[x] for x in (*ALWAYS, *PAGES[page].styles))


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
    assert using <= {"first.js", "browser_storage.js"}
    assert "setItem" not in SCRIPTS["first.js"]
    keeping = [part for text in SCRIPTS.values() for part in re.split(r"[\n;]", text)
               if re.search(r"\bremember(InTab)?\(", part)]  # fmt: skip
    assert keeping
    assert not [line for line in keeping if "token" in line.lower() or "secret" in line.lower()]


def test_the_token_is_taken_out_of_the_address_first_of_all():
    first = SCRIPTS["first.js"]
    assert "import" not in first
    taking = first.index("if(take())begin();")
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
