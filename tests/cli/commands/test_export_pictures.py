"""export: boards as the browser draws them, and the page of a game in one file."""

from __future__ import annotations

import base64
import gzip
import json
import re
import struct
import xml.etree.ElementTree as ET
from hashlib import sha256
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import msgspec
import pytest

from common.paths import REPLAYS
from common.refusals import tells
from ledger.cli.output.game_page import game_page
from ledger.kernel.game.registry import installed
from ledger.kernel.replay.log_reader import read
from ledger.kernel.replay.redact import redact
from ledger.kernel.replay.replay import Replay
from ledger.kernel.replay.restamp import restamp
from ledger.testing.effort import CAMPAIGN
from ledger.testing.hostile import HOSTILE
from ledger.testing.playing import whole_game
from ledger.tui.notes import add_note, side_file
from ledger.web.chapters import position
from ledger.web.picture import svg

OSAKA = REPLAYS / "osaka-2p.jsonl"
KLONGS = REPLAYS / "klongs-4p.jsonl"


class Parts(HTMLParser):
    """The scripts, styles and references of a page."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None], str]] = []
        self.outside: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs), ""))
        self.outside += [v for k, v in attrs if k in ("src", "href") and v and v[:5] != "data:"]

    def handle_data(self, data: str) -> None:
        if self.found:
            tag, attrs, text = self.found[-1]
            self.found[-1] = (tag, attrs, text + data)

    def of(self, tag: str, **attrs: str) -> list[str]:
        return [t for name, a, t in self.found if name == tag and attrs.items() <= a.items()]


def data_of(text: str) -> Any:
    (packed,) = Parts(text).of("script", id="data")
    return json.loads(gzip.decompress(base64.b64decode(packed)))


# --- pictures -----------------------------------------------------------------------------------


def test_a_board_at_a_position(run, tmp_path):
    reading = read(KLONGS.read_bytes())
    lines = redact(reading.game, reading.lines, 2)[0]
    out = tmp_path / "board.svg"
    args = ("--at", 90, "--as", "2", "--width", 390, "--dark", "--out", out)
    assert run("export", KLONGS, "--to", "svg", *args).code == 0
    shown = position(Replay(reading.game, lines), 90, "en")
    drawn = svg(reading.game, shown.scene, 390, own=2, moved=shown.moved, dark=True)
    assert out.read_text() == drawn
    assert shown.moved


def test_who_looks_where_and_how(run):
    def board(*args: Any) -> str:
        found = run("export", OSAKA, "--to", "svg", *args)
        assert found.code == 0
        return found.out

    assert board() == board("--light") == board("--width", 1000)
    assert ET.fromstring(board()).get("width") == "1000"  # noqa: S314 - we made it
    end = Replay(*_game(OSAKA)).turn_end(12)
    assert board("--turn", 12) == board("--at", end) != board()
    seen = [board("--at", 40), board("--at", 40, "--as", "Ana"), board("--at", 40, "--as", "0")]
    assert len({*seen, board("--at", 40, "--dark"), board("--at", 40, "--lang", "pl")}) == 5


def _game(path: Path) -> tuple[Any, Any]:
    reading = read(path.read_bytes())
    return reading.game, reading.lines


def test_a_picture_as_png(run, tmp_path, monkeypatch):
    out = tmp_path / "board.png"
    assert run("export", OSAKA, "--to", "png", "--width", 400, "--out", out).code == 0
    data = out.read_bytes()
    assert data.startswith(b"\x89PNG")
    assert struct.unpack(">I", data[16:20]) == (800,)  # twice as fine
    monkeypatch.setattr("ledger.web.picture.can_make_png", lambda: False)
    refused = run("export", OSAKA, "--to", "png", "--out", tmp_path / "no.png")
    assert refused.code == 2
    assert tells(refused.err, "plot")
    assert "tabletop-ledger[plot]" in refused.err


@pytest.mark.parametrize(
    "args",
    [
        ("--to", "png", "--terminal"),
        ("--to", "svg", "--all-eyes"),
        ("--to", "html", "--terminal", "--all-eyes"),
        ("--to", "html", "--as", "Ana", "--all-eyes"),
        ("--to", "svg", "--at", 3, "--turn", 1),
        ("--to", "svg", "--width", 100),
        ("--to", "svg", "--terminal", "--width", 1000),
    ],
)
def test_what_does_not_go_together(run, args):
    assert run("export", OSAKA, *args).code == 2


# --- a page in one file -------------------------------------------------------------------------


@pytest.fixture(scope="module")
def page() -> str:
    return game_page(read(OSAKA.read_bytes()), None, "en", {}, all_eyes=True).decode()


def test_a_page_in_one_file(run, tmp_path):
    out = tmp_path / "game.html"
    assert (
        run("export", OSAKA, "--to", "html", "--as", "Ana", "--lang", "pl", "--out", out).code == 0
    )
    data = data_of(out.read_text("utf-8"))
    reading = read(OSAKA.read_bytes())
    lines = redact(reading.game, reading.lines, 1)[0]
    assert data["views"] == ["1"]
    assert [line["digest"] for line in data["events"][0]] == [line.digest for line in lines]
    (contents,) = data["contents"]
    assert (contents["viewer"], contents["lang"], contents["version"]) == (1, "pl", len(lines))
    assert (contents["over"], contents["result"]["finished"]) == (True, True)
    told = [row[0] for chapter in data["chapters"] for row in chapter[1:]]
    assert [line["seq"] for line in told] == list(range(1, len(lines) + 1))
    assert all(id in data["rules"] for line in told for id in line.get("rules", ()))
    assert 'id="s-card"' in data["skin"]


def test_a_page_with_every_view(page):
    data = data_of(page)
    assert data["views"] == ["full", "0", "1", "2"]
    assert [c["viewer"] for c in data["contents"]] == [None, 0, 1, 2]
    assert all([x["as"] for x in c["viewers"]] == data["views"] for c in data["contents"])
    assert all(len(row) == 4 for chapter in data["chapters"] for row in chapter)
    seat = game_page(read(redact(*_game(OSAKA), 1)[1]), None, "en", {}, all_eyes=False)
    assert data_of(seat.decode())["views"] == ["1"]


def test_a_page_asks_nobody_and_runs_nothing_but_its_own(page):
    parts = Parts(page)
    assert parts.outside == []
    policy = next(
        a["content"] or "" for t, a, _ in parts.found if "http-equiv" in a and t == "meta"
    )
    rules = dict(rule.split(" ", 1) for rule in policy.split("; "))
    assert rules["default-src"] == rules["base-uri"] == rules["form-action"] == "'none'"
    assert "connect-src" not in rules
    assert "unsafe" not in policy

    def hashes(texts: list[str]) -> set[str]:
        digests = (sha256(text.encode()).digest() for text in texts)
        return {f"'sha256-{base64.b64encode(d).decode()}'" for d in digests}

    scripts = [
        t for tag, a, t in parts.found if tag == "script" and a.get("type") in (None, "module")
    ]
    assert len(scripts) == 2
    assert set(rules["script-src"].split()) == hashes(scripts)
    assert set(rules["style-src"].split()) == hashes(parts.of("style"))
    assert not re.search(r"url\(\"?/|@import", "".join(parts.of("style")))
    assert page.index("http-equiv") < page.index("<script")


@pytest.mark.parametrize(
    "name", ("</script><script>alert(1)</script>", "<!--", HOSTILE[0]), ids=ascii
)
def test_names_in_a_page_are_only_text(name):
    game = installed()["splash"]
    table = whole_game(game, 3)
    first = table.lines[0].data
    seats = tuple(msgspec.structs.replace(seat, name=name + seat.name) for seat in first.seats)
    opened = msgspec.structs.replace(first, seats=seats, place=name)
    _, raw = restamp(table.lines, lambda e: opened if e is first else e)
    text = game_page(read(raw), None, "it", {5: [name]}, all_eyes=False).decode()
    clean = game_page(read(table.bytes()), None, "it", {}, all_eyes=False).decode()
    assert text.count("<script") == clean.count("<script")
    assert "<script>alert" not in text
    assert Parts(text).outside == []


def test_remarks_beside_the_log_are_for_who_saw_all(run, tmp_path):
    log = tmp_path / "game.jsonl"
    log.write_bytes((REPLAYS / "osaka-sample-play.jsonl").read_bytes())
    add_note(side_file(log), 30, "Bartek bluffs")
    add_note(side_file(log), 9999, "nowhere")
    whole = data_of(run("export", log, "--to", "html", "--all-eyes").out)
    notes = [[m for m in c["marks"] if "bluffs" in m["text"]] for c in whole["contents"]]
    assert notes[0] == [{"seq": 30, "kind": "note", "text": "Bartek bluffs"}]
    assert len(notes) > 3
    assert not any(notes[1:])
    assert "nowhere" not in json.dumps(whole)
    assert "Bartek bluffs" not in json.dumps(
        data_of(run("export", log, "--to", "html", "--as", "1").out)
    )


SIZES = [
    (path.stem, all_eyes)
    for path in sorted(REPLAYS.glob("*.jsonl"))
    for all_eyes in (False, True)
    if CAMPAIGN or (path.stem, all_eyes) in {("klongs-4p", False), ("osaka-2p", True)}
]


@pytest.mark.parametrize(("name", "all_eyes"), SIZES)
def test_a_page_is_small(name, all_eyes, page):
    """A game of 500 events: 400 kB through one pair of eyes, 1 MB through everybody's."""
    reading = read((REPLAYS / f"{name}.jsonl").read_bytes())
    known = (name, all_eyes) == (OSAKA.stem, True)
    made = page.encode() if known else game_page(reading, None, "en", {}, all_eyes=all_eyes)
    (packed,) = Parts(made.decode()).of("script", id="data")
    lines, rest = len(reading.lines), len(made) - len(packed)
    of_500 = rest + len(packed) * max(500 / lines, 1)
    print(f"{name}: {lines} lines, {len(made)} bytes, without data {rest}; of 500: {of_500:.0f}")
    assert of_500 < (1_000_000 if all_eyes else 400_000)
