"""Every refusal of a file of another program, and what it tells (see `common.refusals`)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from common.refusals import Heard, Trigger
from importers.reading import reads, xls, xlsx, zipped
from ledger.importers.parsing.titles import Titles
from ledger.importers.records import Kind
from ledger.importers.sheets import workbook
from ledger.importers.sheets.grid import of_sheet
from ledger.kernel.game.registry import installed

GRAND: dict[str, Any] = {
    "players": [{"id": 1, "name": "Ana"}],
    "games": [{"id": 7, "name": "Go"}],
}
ENDED = {"data": [{"type": "gameStateChange", "args": {"id": 99}}]}
PLAIN = zipped({"a.csv": b"x"})
AT = PLAIN.index(b"PK\x01\x02") + 8
LOCKED = PLAIN[:AT] + b"\x01" + PLAIN[AT + 1 :]


def bgs(play: dict[str, Any] | None = None, **more: Any) -> dict[str, Any]:
    """Return an export of BG Stats with one play."""
    return {**GRAND, "plays": [{"uuid": "u", "gameRefId": 7, **(play or {})}], **more}


def table(**more: Any) -> dict[str, Any]:
    """Return a list of BGA with one table."""
    one = {"table_id": "5", "game_name": "go", "players": "1,2", "player_names": "a,b", **more}
    return {"status": 1, "data": {"tables": [{k: v for k, v in one.items() if v is not None}]}}


def logs(*packets: Any, table_id: Any = 5, **more: Any) -> dict[str, Any]:
    """Return a log of BGA."""
    return {"status": 1, "data": {"logs": [{"table_id": table_id}, *packets], **more}}


def bgg(inside: str = '<item name="Go"/>', attributes: str = 'id="1"') -> str:
    """Return a page of BGG with one play."""
    return f"<plays><play {attributes}>{inside}</play></plays>"


def link(**more: Any) -> dict[str, Any]:
    """Return what a link to BG Stats holds."""
    play = {"sourcePlayId": "p", "game": {"name": "Go"}, **more}
    return {k: v for k, v in play.items() if v is not None}


def unlimited(data: bytes, name: str) -> bytes:
    """Load a file of any size."""
    return data


def late(path: Path, patch: pytest.MonkeyPatch) -> list[Heard]:
    """Read a workbook that takes for ever."""

    patch.setattr(workbook, "SECONDS", 0)
    return reads(xlsx([]), "x.xlsx")(path, patch)


def no_sheets(path: Path, patch: pytest.MonkeyPatch) -> list[Heard]:
    """Read a workbook that holds only charts."""
    patch.setattr(workbook, "read_workbook", lambda data, name: iter(()))
    return reads(xlsx([]), "x.xlsx")(path, patch)


def two_sheets(path: Path, patch: pytest.MonkeyPatch) -> list[Heard]:
    """Read a workbook of which one sheet holds results."""
    cells = {"one": ["game", "player"], "two": ["a", "b"]}
    sheets = [of_sheet([row], name, "x.xlsx") for name, row in cells.items()]
    patch.setattr(workbook, "read_workbook", lambda data, name: iter(sheets))
    return reads(xlsx([]), "x.xlsx")(path, patch)


def two_titles(path: Path, patch: pytest.MonkeyPatch) -> list[Heard]:
    """Look for a title that two games have."""
    game = installed()["osaka"]
    problem = Titles({"one": game, "two": game}).find("Kupcy z Osaki").problem
    return [Heard("problem", "-", problem or "")]


REFUSALS: list[tuple[str, Trigger]] = [
    # --- archives ---
    ("malformed | x.zip", reads(b"PK\x05\x06" + b"\0" * 18, "x.zip")),
    ("malformed | x.zip", reads(PLAIN[:-30], "x.zip")),
    (
        "malformed | x.zip | 1",
        reads(zipped({"a.csv": b"x", "b.csv": b"x"}), "x.zip", {"parsing.archive.MAX_MEMBERS": 1}),
    ),
    (
        "malformed | x.zip | 0",
        reads(zipped({"a.csv": b"x" * 99}), "x.zip", {"parsing.archive.MAX_TOTAL": 50}),
    ),
    ("malformed | x.zip/a.csv", reads(LOCKED, "x.zip")),
    ("malformed | x.zip/a.csv | 250", reads(zipped({"a.csv": b"x" * 2_000_000}), "x.zip")),
    (
        "malformed | x.zip/a.csv | 0",
        reads(zipped({"a.csv": b"x" * 99}), "x.zip", {"parsing.archive.MAX_FILE": 50}),
    ),
    ("malformed | x.zip/a.csv", reads(PLAIN.replace(b"\xab\x00\x00", b"\xff\xff\xff"), "x.zip")),
    ("malformed | x.zip/b.zip", reads(zipped({"b.zip": PLAIN}), "x.zip")),
    # --- BGA ---
    (
        "malformed | x.json | You have reached a limit (replay)",
        reads('{"status":"0","error":"You have reached a limit (replay)"}', "x.json"),
    ),
    ("malformed | x.json | data", reads('{"status":1}', "x.json")),
    (
        "malformed | x.json | data.tables",
        reads('{"status":1,"data":{"x":7}}', "x.json", kind=Kind.BGA_TABLES),
    ),
    ("malformed | x.json | data.logs", reads({"status": 1, "data": {}}, "x.json")),
    (
        "malformed | x.json:1: data.tables[0]",
        reads({"status": 1, "data": {"tables": [7]}}, "x.json"),
    ),
    ("malformed | x.json:1: data.tables[0] | table_id", reads(table(table_id=None), "x.json")),
    ("malformed | x.json:1: data.tables[0] 5 | game_name", reads(table(game_name=None), "x.json")),
    (
        "malformed | x.json:1: data.tables[0] 5 | 2 | 3 | scores",
        reads(table(scores="1,2,3"), "x.json"),
    ),
    (
        "malformed | x.json:1: data.tables[0] 5 | 1000000000000000",
        reads(table(start=10**15), "x.json"),
    ),
    ("malformed | x.json | data.logs[0]", reads({"status": 1, "data": {"logs": [7]}}, "x.json")),
    ("malformed | x.json | table_id", reads({"status": 1, "data": {"logs": []}}, "x.json")),
    ("problem | x.json | --game", reads(logs(ENDED), "x.json")),
    ("problem | x.json | 99", reads(logs(), "x.json", game="go")),
    ("problem | x.json | 2", reads(logs(ENDED), "x.json", {"bga.MAX_RECORD": 9}, game="go")),
    ("malformed | x.json 5 | players[0]", reads(logs(players=[7]), "x.json")),
    # --- BGG ---
    ("malformed | x.xml:1: a play without id", reads(bgg(attributes=""), "x.xml")),
    ("malformed | x.xml:1: play 1 1 | item", reads(bgg(inside=""), "x.xml")),
    ("malformed | x.xml:1: play 1 1 | item", reads(bgg(inside="<item/>"), "x.xml")),
    ("malformed | x.xml:1:8", reads("<plays><play id=", "x.xml")),
    ("malformed | x.xml:1:10", reads("<plays></players>", "x.xml")),
    ("malformed | x.xml:1", reads('<?xml version="1.0" encoding="klingon"?><plays/>', "x.xml")),
    ("malformed | x.xml:1 | <!DOCTYPE", reads("<!DOCTYPE a [<!ENTITY b 'c'>]><plays/>", "x.xml")),
    ("malformed | x.xml:1 | <a>", reads(bgg(inside="<a>" * 9), "x.xml")),
    (
        "malformed | x.xml | 1",
        reads("<plays><play/><play/></plays>", "x.xml", {"bgg.xml_stream.MAX_ENTRIES": 1}),
    ),
    ("remark | x.xml | 2 | 0 | 102", reads('<plays total="102" page="2"></plays>', "x.xml")),
    (
        "malformed | x.xml:1 | 0",
        reads("<plays>" + " " * 99, "x.xml", {"bgg.xml_stream._LONGEST": 50}),
    ),
    (
        "malformed | x.xml | Invalid username => /xmlapi2/plays?username=…",
        reads("<div><error><message>Invalid username</message></error></div>", "x.xml"),
    ),
    ("malformed | x.xml | <plays> => /xmlapi2/plays?username=…", reads("<div/>", "x.xml")),
    (
        "problem | x.xml:1: play 1 | quantity | 0 | 1",
        reads(bgg(attributes='id="1" quantity="0"'), "x.xml"),
    ),
    (
        "problem | x.xml:1: play 1 | incomplete | maybe",
        reads(bgg(attributes='id="1" incomplete="maybe"'), "x.xml"),
    ),
    # --- BG Stats ---
    ("malformed | x.json | plays", reads({"about": {}, "isAnonymous": 1}, "x.json")),
    ("remark | x.json | players[0]", reads(bgs(players=[{"name": "Ana"}]), "x.json")),
    ("malformed | x.json:1: plays[0] u | gameRefId", reads(bgs({"gameRefId": None}), "x.json")),
    ("malformed | x.json:1: plays[0] u | gameRefId | x", reads(bgs({"gameRefId": "x"}), "x.json")),
    (
        "malformed | x.json:1: plays[0] u | gameRefId | 7",
        reads(bgs(games=[{"id": 7, "name": "Go"}] * 2), "x.json"),
    ),
    ("malformed | x.json:1: plays[0] u | gameRefId | 8", reads(bgs({"gameRefId": 8}), "x.json")),
    ("malformed | x.json:1: plays[0]", reads({**GRAND, "plays": [7]}, "x.json")),
    ("malformed | x.json:1: plays[0] | uuid", reads(bgs({"uuid": None}), "x.json")),
    ("remark | x.json | deletedObjects (1)", reads(bgs(deletedObjects=["U"]), "x.json")),
    ("malformed | x.json:1: plays[0] u", reads(bgs(deletedObjects=["U"]), "x.json")),
    ("malformed | x.json:1: plays[0] u", reads(bgs(games=[{"id": 7}]), "x.json")),
    ("malformed | x.json:1: plays[0] u | playerScores", reads(bgs({"playerScores": 7}), "x.json")),
    (
        "malformed | x.json:1: plays[0] u | playerScores[0]",
        reads(bgs({"playerScores": [7]}), "x.json"),
    ),
    ("problem | x.json:1: plays[0] | comments | [7]", reads(bgs({"comments": [7]}), "x.json")),
    (
        "problem | x.json:1: plays[0] | durationMin | long",
        reads(bgs({"durationMin": "long"}), "x.json"),
    ),
    (
        "problem | x.json:1: plays[0] | Ana | [7]",
        reads(bgs({"playerScores": [{"playerRefId": 1, "score": [7]}]}), "x.json"),
    ),
    (
        "problem | x.json:1: plays[0] | Ana | 7*6",
        reads(bgs({"playerScores": [{"playerRefId": 1, "score": "7*6"}]}), "x.json"),
    ),
    ("problem | x.json:1: plays[0] | metaData", reads(bgs({"metaData": "{"}), "x.json")),
    ("remark | x.json | U+FFFD | 1", reads(r'{"plays":[],"note":"\ud83d"}', "x.json")),
    (
        "problem | x.json:1: plays[0] | Kupcy z Osaki | 1 | osaka | 24827",
        reads(bgs(games=[{"id": 7, "name": "Kupcy z Osaki", "bggId": 1}]), "x.json"),
    ),
    # --- links to BG Stats ---
    (
        "malformed | x.txt:1 | 0",
        reads("bgstats://x?data=" + "7" * 99, "x.txt", {"bgstats.link.MAX_LINK": 50}),
    ),
    ("malformed | x.txt:1 | data=…", reads("bgstats://x", "x.txt")),
    ("malformed | x.txt:1", reads("bgstats://x?data=7", "x.txt")),
    ("malformed | x.json | sourcePlayId", reads({"sourceName": "x"}, "x.json")),
    ("malformed | x.json | game", reads(link(game=None), "x.json")),
    ("malformed | x.json | name", reads(link(game={}), "x.json")),
    ("malformed | x.json | players", reads(link(players=7), "x.json")),
    ("malformed | x.json | players[0]", reads(link(players=[7]), "x.json")),
    # --- JSON ---
    ("malformed | x.json:1 | plays", reads('{"plays":[],"plays":[]}', "x.json")),
    (
        "malformed | x.json:1 | plays | 1",
        reads({"plays": [1, 2]}, "x.json", {"parsing.strict_json.MAX_ENTRIES": 1}),
    ),
    (
        "malformed | x.json:1: plays[0] | 0",
        reads(bgs({"comments": "x" * 99}), "x.json", {"parsing.strict_json.MAX_RECORD": 90}),
    ),
    (
        "malformed | x.json | 0",
        reads({"plays": [1, 2]}, "x.json", {"parsing.strict_json.MAX_VALUES": 0}),
    ),
    ("malformed | x.json:1:11", reads('{"plays":[', "x.json")),
    ("malformed | x.json:1:11", reads('{"plays":[}', "x.json")),
    ("malformed | x.json:1 | plays | 7", reads('{"plays":7}', "x.json")),
    ("malformed | x.json:1: plays[0] | 0xff", reads(b'{"plays":["\xff"]}', "x.json")),
    ("malformed | x.json:1", reads('{"plays":' + "[" * 3_000_000, "x.json")),
    (
        "malformed | x.json:1: plays[0] | 0xed",
        reads(b'{"plays":[{"uuid":"\xed\xa0\x80"}]}', "x.json"),
    ),
    ("malformed | x.json:1: plays[0] | a", reads('{"plays":[{"a":1,"a":2}]}', "x.json")),
    (
        "malformed | x.json:1: plays[0] | 20 | 18",
        reads('{"plays":[12345678901234567890]}', "x.json"),
    ),
    ("malformed | x.json:1: plays[0] | 1e999", reads('{"plays":[1e999]}', "x.json")),
    ("problem | x.json:1: plays[0] | metaData | NaN", reads(bgs({"metaData": "NaN"}), "x.json")),
    ("problem | x.json:1: plays[0] | metaData", reads(bgs({"metaData": "[" * 500_000}), "x.json")),
    ("malformed | x.json:1", reads(b'{"status":1,"data":{"\xff":1}}', "x.json")),
    # --- workbooks ---
    (
        "malformed | x.xlsx:1 => --column player=Spieler",
        reads(xlsx([["a", "b"], [1.0, 2.0]]), "x.xlsx"),
    ),
    ("malformed | x.xls => .xlsx | .csv", reads(xls([])[:700], "x.xls")),
    (
        "malformed | x.xlsx => .xlsx | .csv",
        reads(zipped({"[Content_Types].xml": b"<Types/>"}), "x.xlsx"),
    ),
    (
        "malformed | x.xlsx => .xlsx | .csv",
        reads(xlsx([], '<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>'), "x.xlsx"),
    ),
    (
        "malformed | x.xlsx",
        reads(
            xlsx([["date"]]),
            "x.xlsx",
            {"sheets.workbook.MAX_FILE": 9, "sheets.workbook.load": unlimited},
        ),
    ),
    # --- any record ---
    ("malformed | x.json", reads(logs(table_id=""), "x.json", kind=Kind.BGA_LOG)),
    (
        "malformed | x.json:1: data.tables[0] 5 | 2",
        reads(table(a=[[[[7]]]]), "x.json", {"records.MAX_DEPTH": 2}),
    ),
    (
        "malformed | x.json:1: data.tables[0] 5 | 0",
        reads(table(note="x" * 99), "x.json", {"records.MAX_RECORD": 50}),
    ),
    (
        "malformed | x.csv:2 //go///Ana",
        reads('game,player,player extra\nGo,Ana,"{""a"":""\\ud83d""}"\n'),
    ),
    # --- what kind of file it is ---
    ("malformed | x.txt => .json | .jsonl", reads(b"", "x.txt")),
    ("malformed | x.html => .json | .jsonl", reads("<!doctype html><p>", "x.html")),
    ("malformed | x.xlsx | .xlsx => .json | .jsonl", reads(b"\x00\x01\xff" * 99, "x.xlsx")),
    ("malformed | x.bin => .json | .jsonl", reads(b"\x00\x01,\xff" * 99, "x.bin")),
    ("remark | x.zip/readme.txt", reads(zipped({"readme.txt": b"Hello, all.\n"}), "x.zip")),
    ("malformed | x.md => .json | .jsonl", reads("hello", "x.md")),
    ("malformed | x.json => .json | .jsonl", reads("[]", "x.json")),
    # --- seldom ---
    ("malformed | x.xlsx | 0", late),
    ("malformed | x.xlsx", no_sheets),
    ("remark | x.xlsx:1: sheet 'two'", two_sheets),
    ("problem | - | Kupcy z Osaki | one | two", two_titles),
]


@pytest.mark.parametrize(("facts", "trigger"), REFUSALS)
def test_each_tells_what_is_wrong_and_where(facts, trigger, tmp_path, monkeypatch):
    said = trigger(tmp_path, monkeypatch)
    assert any(x.tells(facts) for x in said), said
