"""Texts that wish the reader of a file ill are harmless in every format that we write."""

from __future__ import annotations

import csv
import html
import io
import json
import random
import re
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path
from typing import Any, get_args
from xml.etree import ElementTree

import pytest

from ledger.cli.commands.export import Format
from ledger.kernel.game.registry import find_game
from ledger.kernel.play.opening import open_game
from ledger.kernel.play.table import Table
from ledger.kernel.replay.log_reader import read
from ledger.kernel.rules.chance import Seeded

NAMES = (
    "=1+1", "+cmd|' /C calc'!A0", "-2+3+cmd", "@SUM(A1)", "\t=1", "＝1+1", "  =2", "'=1", "-5",
    "+5",
    "\x1b[31mred\x1b]0;t\x07", "a\x9b2Jb", "x\u202egnp", "a\rb", '\\"quoted"', "\x7f",
    "<script>alert(1)</script>", "</script><img src=x onerror=alert(1)>", "a & b", "\"'><b>",
    "[x](javascript:alert(1))", "![x](http://elsewhere/p.png)", "`x` *y* _z_ ~~w~~", "a|b", "a\\|b",
    "<!-- -->", "]]>", "{{x}}", "${x}", "$x$",
)  # fmt: skip
OBEYED = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")
NUMBER = re.compile(r"[+-]?[0-9]+([.,][0-9]+)?")
FORMULA = re.compile("\\s*[=+\\-@\uff1d]|[\t\r\n]")


@pytest.fixture(scope="module")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with games whose every text is hostile."""
    folder = tmp_path_factory.mktemp("hostile")
    game = find_game("splash")
    for n in range(0, len(NAMES), 3):
        names = NAMES[n : n + 3]
        rng, chance = random.Random(n), Seeded(n)
        opened = open_game(game, names, place=NAMES[-n - 1], started="2026-03-01T18:00")
        table = Table.open(game, opened, chance)
        table.note(NAMES[n])
        while not table.over:
            table.do(game.rules.random_move(table.state, rng), chance)
        table.seal()
        (folder / f"game-{n}.jsonl").write_bytes(table.bytes())
    return folder


@pytest.fixture
def library(run: Any, hostile: Path) -> Path:
    made = hostile.with_name(f"{hostile.name}-library")
    if not made.exists():
        done = run("import", hostile, "--library", made)
        assert done.code == 0, done.err
    return made


class Tags(HTMLParser):
    """Notes the tags of a page, and what its scripts hold."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))


def check_page(text: str, plain: str) -> None:
    """See that a page has the same tags as that of a game with plain names."""
    tags, usual = Tags(), Tags()
    tags.feed(text)
    usual.feed(plain)
    assert {tag for tag, _ in tags.tags} <= {tag for tag, _ in usual.tags}
    for tag, attributes in tags.tags:
        assert not [name for name in attributes if name.startswith("on")], tag
        assert not str(attributes.get("href", "")).startswith("javascript:")
    assert "<script>alert" not in text and "<img src=x" not in text
    assert text.count("<script") == text.count("</script")


def check_xml(text: str) -> None:
    for element in ElementTree.fromstring(text).iter():  # noqa: S314 - we wrote it
        assert element.tag.rpartition("}")[2] not in ("script", "foreignObject")
        assert not [name for name in element.attrib if name.startswith("on")]


def check_cells(text: str) -> list[list[str]]:
    rows = list(csv.reader(io.StringIO(text)))
    for row in rows:
        for cell in row:
            assert not FORMULA.match(cell) or NUMBER.fullmatch(cell), cell
    return rows


# --- questions and reports --------------------------------------------------------------------

SQL = "select name, seat, -seat as less, -0.5::double as half from seats order by seat, name"
STYLES = ("table", "csv", "json", "ndjson", "md")


def test_every_style_is_tried(run: Any) -> None:
    """A style that is added has to be added here."""
    from ledger.cli.commands import query, report

    for module in (query.query, report.report):
        given = set(module.__annotations__) & {*STYLES, "parquet", "plot", "svg", "png", "html"}
        flags = {
            name
            for name, kind in module.__annotations__.items()
            if kind in {"AsTable", "AsCsv", "AsJson", "AsNdjson", "AsMarkdown"}
        }
        assert flags == set(STYLES) and given >= flags


@pytest.mark.parametrize("style", STYLES)
def test_an_answer_does_nothing(run: Any, library: Path, style: str) -> None:
    told = run("query", SQL, "--library", library, f"--{style}")
    assert told.code == 0, told.err
    assert not OBEYED.search(told.out.replace("\r\n", "\n"))
    if style == "csv":
        head, *rows = check_cells(told.out)
        assert head == ["name", "seat", "less", "half"]
        assert {(row[2], row[3]) for row in rows} == {(f"-{seat}", "-0.5") for seat in (1, 2, 3)}
        from ledger.kernel.text.cells import read_cell

        assert {read_cell(row[0]) for row in rows} == set(NAMES)
    if style in ("json", "ndjson"):
        text = told.out if style == "json" else f"[{','.join(told.out.splitlines())}]"
        found = json.loads(text)
        assert {row["name"] for row in found} == set(NAMES)
        assert {row["less"] for row in found} == {-1, -2, -3}
    if style == "md":
        check_markdown(told.out)


def check_markdown(text: str) -> None:
    from markdown_it import MarkdownIt

    page = MarkdownIt("commonmark").enable(["table", "strikethrough"]).render(text)
    found = {tag for tag, _ in _tags(page)}
    assert found <= {"table", "thead", "tbody", "tr", "th", "td"}
    assert len(re.findall("<tr>", page)) == len(text.splitlines()) - 1
    assert page.count("<td") == 4 * (len(text.splitlines()) - 2)
    assert "<script>alert(1)</script>" in html.unescape(page)


def _tags(page: str) -> list[tuple[str, dict[str, str | None]]]:
    found = Tags()
    found.feed(page)
    return found.tags


@pytest.mark.parametrize(
    ("name", "style"), [("players", "csv"), ("seats", "md"), ("records", "ndjson")]
)
def test_a_report_does_nothing(run: Any, library: Path, style: str, name: str) -> None:
    told = run("report", name, "--library", library, f"--{style}")
    assert told.code == 0, told.err
    assert not OBEYED.search(told.out.replace("\r\n", "\n"))
    if style == "csv":
        check_cells(told.out)


def test_a_chart_does_nothing(run: Any, library: Path, tmp_path: Path) -> None:
    """A page with a chart is tried in tests/index/test_pictures.py."""
    pytest.importorskip("altair")
    svg = tmp_path / "a.svg"
    told = run("report", "players", "--library", library, "--svg", svg, "--plot")
    assert told.code == 0, told.err
    assert not OBEYED.search(told.out)
    assert not OBEYED.search(svg.read_text("utf-8"))
    check_xml(svg.read_text("utf-8"))


def test_in_a_pipe_it_is_the_same(library: Path) -> None:
    words = [sys.executable, "-m", "ledger.cli", "query", SQL, "--library", str(library)]
    done = subprocess.run(words, capture_output=True, check=True)
    text = done.stdout.decode()
    assert not OBEYED.search(text)
    check_cells(text)


# --- exports ----------------------------------------------------------------------------------

RESULTS = ("csv", "bgg", "bgstats", "bgstats-link")
MOVES = ("session", "jsonl", "svg", "html", "cast")
ELSEWHERE = {"png", "gif-frames", "parquet"}
"""Pictures of screens that are tried as svg, and columns of data, which nothing runs."""


def test_every_format_is_tried() -> None:
    assert {*RESULTS, *MOVES, *ELSEWHERE} == set(get_args(Format))


@pytest.mark.parametrize("to", RESULTS)
def test_results_do_nothing(run: Any, hostile: Path, to: str) -> None:
    told = run("export", *sorted(hostile.glob("*.jsonl")), "--to", to)
    assert told.code == 0, told.err
    text = told.out.replace("\r\n", "\n")
    assert not OBEYED.search(text)
    if to == "csv":
        check_cells(told.out)
    if to == "bgg":
        check_xml(told.out)
    if to == "bgstats":
        assert {x["name"] for x in json.loads(text)["players"]} == set(NAMES)
    if to == "bgstats-link":
        assert re.fullmatch(r"(https://[!-~]+\n)+", text)


def test_our_own_table_gives_the_same_names(run: Any, hostile: Path, tmp_path: Path) -> None:
    table, made = tmp_path / "results.csv", tmp_path / "library"
    files = sorted(hostile.glob("*.jsonl"))
    assert run("export", *files, "--to", "csv", "--out", table).code == 0
    done = run("import", table, "--library", made)
    assert done.code == 0, done.err
    told = run("query", "select name from seats order by game, seat", "--library", made, "--json")
    found = {row["name"] for row in json.loads(told.out)}
    assert found == {name.strip() for name in NAMES}  # space around a name is no part of it
    places = run(
        "query", "select distinct location as place from games", "--library", made, "--json"
    )
    expected = {read(file.read_bytes()).opened.place for file in files}
    assert {row["place"] for row in json.loads(places.out)} == expected


@pytest.mark.parametrize("to", MOVES)
def test_games_do_nothing(run: Any, hostile: Path, tmp_path: Path, to: str) -> None:
    game = find_game("splash")
    plain = tmp_path / "plain.jsonl"
    table = Table.open(game, open_game(game, ("Ana", "Bartek")), Seeded(1))
    plain.write_bytes(table.bytes())
    usual = run("export", plain, "--to", to).out if to in ("html", "svg") else ""
    files = sorted(hostile.glob("*.jsonl"))
    for file in files[::4] if to == "cast" else files:  # its screens take long
        told = run("export", file, "--to", to)
        assert told.code == 0, told.err
        if to == "jsonl":  # the log itself, byte for byte
            assert told.out.encode() == file.read_bytes()
            continue
        if to == "cast":
            for line in told.out.splitlines():
                json.loads(line)
            assert "\x1b" not in told.out  # escapes of our own are written as JSON
            continue
        assert not OBEYED.search(told.out.replace("\r\n", "\n")), file.name
        if to == "svg":
            check_xml(told.out)
        if to == "html":
            check_page(told.out, usual)
        if to == "session":
            again = tmp_path / "again.session"
            again.write_text(told.out, "utf-8", newline="")
            back = run("import", again, "--out", tmp_path / "again.jsonl", "--force")
            assert back.code == 0, (file.name, back.err)
            found = read((tmp_path / "again.jsonl").read_bytes()).opened
            assert found.seats == read(file.read_bytes()).opened.seats
