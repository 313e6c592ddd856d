"""Every message about a file of another program, word for word."""

from __future__ import annotations

import subprocess
from pathlib import Path
from typing import Any

import pytest

from common.messages import Trigger
from importers.reading import xls, xlsx, zipped
from importers.saying import reads
from ledger.importers.parsing.titles import Titles
from ledger.importers.records import Kind
from ledger.importers.tables import workbook
from ledger.importers.tables.grid import of_sheet
from ledger.kernel.game.registry import installed

FORMATS = (
    "what can be read: BG Stats (.json, .bgsplay), BGG plays (.xml), BGA tables and logs (.json), "
    "tables (.csv, .tsv, .xlsx, .xls, .ods), ledger logs (.jsonl) and sessions (.session), or a "
    ".zip of them"
)
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


def late(path: Path, patch: pytest.MonkeyPatch) -> list[str]:
    """Read a workbook that takes for ever."""

    plain = subprocess.Popen.wait

    def wait(child: subprocess.Popen[bytes], seconds: float | None = None) -> int:
        if seconds is not None:
            raise subprocess.TimeoutExpired("child", seconds)
        return plain(child)

    patch.setattr(subprocess.Popen, "wait", wait)
    return list(reads(xlsx([]), "x.xlsx")(path, patch))


def no_sheets(path: Path, patch: pytest.MonkeyPatch) -> list[str]:
    """Read a workbook that holds only charts."""
    patch.setattr(workbook, "read_workbook", lambda data, name: iter(()))
    return list(reads(xlsx([]), "x.xlsx")(path, patch))


def two_sheets(path: Path, patch: pytest.MonkeyPatch) -> list[str]:
    """Read a workbook of which one sheet holds results."""
    cells = {"one": ["game", "player"], "two": ["a", "b"]}
    sheets = [of_sheet([row], name, "x.xlsx") for name, row in cells.items()]
    patch.setattr(workbook, "read_workbook", lambda data, name: iter(sheets))
    return list(reads(xlsx([]), "x.xlsx")(path, patch))


def two_titles(path: Path, patch: pytest.MonkeyPatch) -> list[str]:
    """Look for a title that two games have."""
    game = installed()["osaka"]
    return [Titles({"one": game, "two": game}).find("Kupcy z Osaki").problem or ""]


CATALOGUE: list[tuple[str, Trigger]] = [
    # --- archives ---
    (
        "x.zip: this archive is empty",
        reads(b"PK\x05\x06" + b"\0" * 18, "x.zip"),
    ),
    (
        "x.zip: this archive cannot be opened: File is not a zip file",
        reads(PLAIN[:-30], "x.zip"),
    ),
    (
        "x.zip: this archive has more than 1 files",
        reads(zipped({"a.csv": b"x", "b.csv": b"x"}), "x.zip", {"parsing.archive.MAX_MEMBERS": 1}),
    ),
    (
        "x.zip: its files have more than 0 MiB together, the most that is read",
        reads(zipped({"a.csv": b"x" * 99}), "x.zip", {"parsing.archive.MAX_TOTAL": 50}),
    ),
    (
        "x.zip/a.csv None: malformed: it is encrypted (unpack it first)",
        reads(LOCKED, "x.zip"),
    ),
    (
        (
            "x.zip/a.csv None: malformed: it unpacks to more than 250 times its size: this "
            "is no file of plays"
        ),
        reads(zipped({"a.csv": b"x" * 2_000_000}), "x.zip"),
    ),
    (
        "x.zip/a.csv None: malformed: it is larger than 0 MiB, the most that is read",
        reads(zipped({"a.csv": b"x" * 99}), "x.zip", {"parsing.archive.MAX_FILE": 50}),
    ),
    (
        (
            "x.zip/a.csv None: malformed: it cannot be unpacked: Error -3 while "
            "decompressing data: invalid block type"
        ),
        reads(PLAIN.replace(b"\xab\x00\x00", b"\xff\xff\xff"), "x.zip"),
    ),
    (
        ("x.zip/b.zip None: malformed: an archive inside an archive is not read (unpack it first)"),
        reads(zipped({"b.zip": PLAIN}), "x.zip"),
    ),
    # --- BGA ---
    (
        "x.json: BGA answered with an error: You have reached a limit (replay)",
        reads('{"status":"0","error":"You have reached a limit (replay)"}', "x.json"),
    ),
    (
        "x.json: this is no answer of BGA: it has no `data`",
        reads('{"status":1}', "x.json"),
    ),
    (
        "x.json: this is no list of tables: it has no `data.tables`",
        reads('{"status":1,"data":{"x":7}}', "x.json", kind=Kind.BGA_TABLES),
    ),
    (
        "x.json: this is no log of a table: it has no `data.logs`",
        reads({"status": 1, "data": {}}, "x.json"),
    ),
    (
        "x.json:1: data.tables[0] None: malformed: a table is an object {…}",
        reads({"status": 1, "data": {"tables": [7]}}, "x.json"),
    ),
    (
        "x.json:1: data.tables[0] None: malformed: the table has no table_id",
        reads(table(table_id=None), "x.json"),
    ),
    (
        "x.json:1: data.tables[0] 5: malformed: the table has no game_name",
        reads(table(game_name=None), "x.json"),
    ),
    (
        "x.json:1: data.tables[0] 5: malformed: it has 2 player_names, but 3 scores",
        reads(table(scores="1,2,3"), "x.json"),
    ),
    (
        (
            "x.json:1: data.tables[0] 5: malformed: 1000000000000000 is no time in seconds "
            "since 1970"
        ),
        reads(table(start=10**15), "x.json"),
    ),
    (
        "x.json None: malformed: data.logs[0] must be an object {…}",
        reads({"status": 1, "data": {"logs": [7]}}, "x.json"),
    ),
    (
        "x.json None: malformed: no packet of the log names its table_id",
        reads({"status": 1, "data": {"logs": []}}, "x.json"),
    ),
    (
        "x.json problem: a log of BGA does not say of which game it is: add --game NAME",
        reads(logs(ENDED), "x.json"),
    ),
    (
        "x.json problem: the log has no end of the game (state 99)",
        reads(logs(), "x.json", game="go"),
    ),
    (
        "x.json problem: its 2 packets are too large to be kept; their times are",
        reads(logs(ENDED), "x.json", {"bga.MAX_RECORD": 9}, game="go"),
    ),
    (
        "x.json 5: malformed: players[0] must be an object {…}",
        reads(logs(players=[7]), "x.json"),
    ),
    # --- BGG ---
    (
        "x.xml:1: a play without id None: malformed: the play has no id",
        reads(bgg(attributes=""), "x.xml"),
    ),
    (
        ("x.xml:1: play 1 1: malformed: the play has no <item>: nobody knows of which game it is"),
        reads(bgg(inside=""), "x.xml"),
    ),
    (
        "x.xml:1: play 1 1: malformed: the <item> of the play has no name",
        reads(bgg(inside="<item/>"), "x.xml"),
    ),
    (
        "x.xml:1:8: the file ends in the middle",
        reads("<plays><play id=", "x.xml"),
    ),
    (
        "x.xml:1:10: this is not XML: mismatched tag",
        reads("<plays></players>", "x.xml"),
    ),
    (
        "x.xml:1: this is not XML: unknown encoding: klingon",
        reads('<?xml version="1.0" encoding="klingon"?><plays/>', "x.xml"),
    ),
    (
        (
            "x.xml:1: it declares a document type (<!DOCTYPE …>), which BGG never does: it "
            "is not read"
        ),
        reads("<!DOCTYPE a [<!ENTITY b 'c'>]><plays/>", "x.xml"),
    ),
    (
        "x.xml:1: <a> nests too deeply or stands too often in one play",
        reads(bgg(inside="<a>" * 9), "x.xml"),
    ),
    (
        "x.xml: it has more than 1 plays",
        reads("<plays><play/><play/></plays>", "x.xml", {"bgg.xml_stream.MAX_ENTRIES": 1}),
    ),
    (
        ("x.xml remark: page 2 has 0 of 102 plays; the other pages are files of their own"),
        reads('<plays total="102" page="2"></plays>', "x.xml"),
    ),
    (
        "x.xml:1: 0 MiB without the end of a play: this is no list of plays",
        reads("<plays>" + " " * 99, "x.xml", {"bgg.xml_stream._LONGEST": 50}),
    ),
    (
        (
            "x.xml: this is no list of plays; it says: Invalid username\n    save the answer "
            "of /xmlapi2/plays?username=… as it is"
        ),
        reads("<div><error><message>Invalid username</message></error></div>", "x.xml"),
    ),
    (
        (
            "x.xml: this is no list of plays: it has no <plays>\n    save the answer of "
            "/xmlapi2/plays?username=… as it is"
        ),
        reads("<div/>", "x.xml"),
    ),
    (
        "x.xml:1: play 1 problem: quantity: '0' is no whole number from 1 on",
        reads(bgg(attributes='id="1" quantity="0"'), "x.xml"),
    ),
    (
        "x.xml:1: play 1 problem: incomplete: 'maybe' is not yes or no",
        reads(bgg(attributes='id="1" incomplete="maybe"'), "x.xml"),
    ),
    # --- BG Stats ---
    (
        "x.json: this is no BG Stats export: it has no `plays`",
        reads({"about": {}, "isAnonymous": 1}, "x.json"),
    ),
    (
        "x.json remark: players[0]: it has no id; what refers to it is refused",
        reads(bgs(players=[{"name": "Ana"}]), "x.json"),
    ),
    (
        "x.json:1: plays[0] u: malformed: gameRefId is missing",
        reads(bgs({"gameRefId": None}), "x.json"),
    ),
    (
        "x.json:1: plays[0] u: malformed: gameRefId: 'x' is no id",
        reads(bgs({"gameRefId": "x"}), "x.json"),
    ),
    (
        ("x.json:1: plays[0] u: malformed: gameRefId: the file has two games with the id 7"),
        reads(bgs(games=[{"id": 7, "name": "Go"}] * 2), "x.json"),
    ),
    (
        "x.json:1: plays[0] u: malformed: gameRefId: the file has no game with the id 8",
        reads(bgs({"gameRefId": 8}), "x.json"),
    ),
    (
        "x.json:1: plays[0] None: malformed: a play is an object {…}",
        reads({**GRAND, "plays": [7]}, "x.json"),
    ),
    (
        "x.json:1: plays[0] None: malformed: the play has no uuid",
        reads(bgs({"uuid": None}), "x.json"),
    ),
    (
        "x.json remark: left in the file, because they are no plays: deletedObjects (1)",
        reads(bgs(deletedObjects=["U"]), "x.json"),
    ),
    (
        "x.json:1: plays[0] u: malformed: the file lists it among the deleted objects",
        reads(bgs(deletedObjects=["U"]), "x.json"),
    ),
    (
        "x.json:1: plays[0] u: malformed: its game has no name",
        reads(bgs(games=[{"id": 7}]), "x.json"),
    ),
    (
        "x.json:1: plays[0] u: malformed: playerScores must be a list […]",
        reads(bgs({"playerScores": 7}), "x.json"),
    ),
    (
        "x.json:1: plays[0] u: malformed: playerScores[0] must be an object {…}",
        reads(bgs({"playerScores": [7]}), "x.json"),
    ),
    (
        "x.json:1: plays[0] problem: comments: '[7]' is no text",
        reads(bgs({"comments": [7]}), "x.json"),
    ),
    (
        "x.json:1: plays[0] problem: durationMin: 'long' is no whole number",
        reads(bgs({"durationMin": "long"}), "x.json"),
    ),
    (
        ("x.json:1: plays[0] problem: Ana: score '[7]' is not a number or a sum of numbers"),
        reads(bgs({"playerScores": [{"playerRefId": 1, "score": [7]}]}), "x.json"),
    ),
    (
        ("x.json:1: plays[0] problem: Ana: score '7*6' is not a number or a sum of numbers"),
        reads(bgs({"playerScores": [{"playerRefId": 1, "score": "7*6"}]}), "x.json"),
    ),
    (
        (
            "x.json:1: plays[0] problem: metaData: this is not JSON: Expecting property "
            "name enclosed in double quotes"
        ),
        reads(bgs({"metaData": "{"}), "x.json"),
    ),
    (
        ("x.json remark: halves of characters (lone surrogates) were replaced by U+FFFD: 1"),
        reads(r'{"plays":[],"note":"\ud83d"}', "x.json"),
    ),
    (
        (
            "x.json:1: plays[0] problem: 'Kupcy z Osaki' has the BGG number 1, but osaka has "
            "24827: it is kept as another game"
        ),
        reads(bgs(games=[{"id": 7, "name": "Kupcy z Osaki", "bggId": 1}]), "x.json"),
    ),
    # --- links to BG Stats ---
    (
        "x.txt:1 None: malformed: this link is longer than 0 MiB",
        reads("bgstats://x?data=" + "7" * 99, "x.txt", {"bgstats.link.MAX_LINK": 50}),
    ),
    (
        "x.txt:1 None: malformed: this is no BG Stats link: it has no `data=…`",
        reads("bgstats://x", "x.txt"),
    ),
    (
        "x.txt:1 None: malformed: a play is an object {…}",
        reads("bgstats://x?data=7", "x.txt"),
    ),
    (
        "x.json None: malformed: the play has no sourcePlayId",
        reads({"sourceName": "x"}, "x.json"),
    ),
    (
        "x.json None: malformed: the play has no game {…}",
        reads(link(game=None), "x.json"),
    ),
    (
        "x.json None: malformed: the game has no name",
        reads(link(game={}), "x.json"),
    ),
    (
        "x.json None: malformed: players must be a list […]",
        reads(link(players=7), "x.json"),
    ),
    (
        "x.json None: malformed: players[0] must be an object {…}",
        reads(link(players=[7]), "x.json"),
    ),
    # --- JSON ---
    (
        "x.json:1: the key 'plays' stands twice in one object",
        reads('{"plays":[],"plays":[]}', "x.json"),
    ),
    (
        "x.json:1: plays has more than 1 entries",
        reads({"plays": [1, 2]}, "x.json", {"parsing.strict_json.MAX_ENTRIES": 1}),
    ),
    (
        "x.json:1: plays[0] None: malformed: it is larger than 0 MiB",
        reads(bgs({"comments": "x" * 99}), "x.json", {"parsing.strict_json.MAX_RECORD": 90}),
    ),
    (
        "x.json: it holds more than 0 values, the most that is read",
        reads({"plays": [1, 2]}, "x.json", {"parsing.strict_json.MAX_VALUES": 0}),
    ),
    (
        "x.json:1:11: the file ends in the middle",
        reads('{"plays":[', "x.json"),
    ),
    (
        "x.json:1:11: this is not JSON: invalid character",
        reads('{"plays":[}', "x.json"),
    ),
    (
        "x.json:1: plays must be a list […], but starts with '7'",
        reads('{"plays":7}', "x.json"),
    ),
    (
        "x.json:1: plays[0] None: malformed: byte 0xff is not UTF-8",
        reads(b'{"plays":["\xff"]}', "x.json"),
    ),
    (
        "x.json:1: it nests too deeply",
        reads('{"plays":' + "[" * 3_000_000, "x.json"),
    ),
    (
        "x.json:1: plays[0] None: malformed: byte 0xed is not UTF-8",
        reads(b'{"plays":[{"uuid":"\xed\xa0\x80"}]}', "x.json"),
    ),
    (
        "x.json:1: plays[0] None: malformed: the key 'a' stands twice in one object",
        reads('{"plays":[{"a":1,"a":2}]}', "x.json"),
    ),
    (
        ("x.json:1: plays[0] None: malformed: a number of 20 digits is too large; 18 are read"),
        reads('{"plays":[12345678901234567890]}', "x.json"),
    ),
    (
        "x.json:1: plays[0] None: malformed: the number 1e999 is too large",
        reads('{"plays":[1e999]}', "x.json"),
    ),
    (
        "x.json:1: plays[0] problem: metaData: NaN is no number that JSON has",
        reads(bgs({"metaData": "NaN"}), "x.json"),
    ),
    (
        "x.json:1: plays[0] problem: metaData: it nests too deeply",
        reads(bgs({"metaData": "[" * 500_000}), "x.json"),
    ),
    (
        "x.json:1: invalid start byte: this is not UTF-8 text",
        reads(b'{"status":1,"data":{"\xff":1}}', "x.json"),
    ),
    # --- workbooks ---
    (
        (
            "x.xlsx:1: no row has the headings of results or moves\n    it needs headings "
            "like date, game, player, score (or date, game and a column per player); other "
            "headings can be named: --column player=Spieler"
        ),
        reads(xlsx([["a", "b"], [1.0, 2.0]]), "x.xlsx"),
    ),
    (
        (
            "x.xls: this workbook cannot be read: Cannot detect file format\n    save it "
            "anew as .xlsx, or the sheet as .csv"
        ),
        reads(xls([])[:700], "x.xls"),
    ),
    (
        (
            "x.xlsx: this workbook cannot be read: Cannot detect file format\n    save it "
            "anew as .xlsx, or the sheet as .csv"
        ),
        reads(zipped({"[Content_Types].xml": b"<Types/>"}), "x.xlsx"),
    ),
    (
        (
            "x.xlsx: this workbook cannot be read: it is damaged, or needs more memory than "
            "it may have\n    save it anew as .xlsx, or the sheet as .csv"
        ),
        reads(xlsx([], '<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>'), "x.xlsx"),
    ),
    (
        "x.xlsx: this workbook holds more than what is read",
        reads(
            xlsx([["date"]]),
            "x.xlsx",
            {"tables.workbook.MAX_FILE": 9, "tables.workbook.load": unlimited},
        ),
    ),
    # --- any record ---
    (
        "x.json : malformed: it has no id",
        reads(logs(table_id=""), "x.json", kind=Kind.BGA_LOG),
    ),
    (
        "x.json:1: data.tables[0] 5: malformed: it nests deeper than 2 levels",
        reads(table(a=[[[[7]]]]), "x.json", {"records.MAX_DEPTH": 2}),
    ),
    (
        "x.json:1: data.tables[0] 5: malformed: it is larger than 0 MiB",
        reads(table(note="x" * 99), "x.json", {"records.MAX_RECORD": 50}),
    ),
    (
        (
            "x.csv:2 //go///Ana: malformed: it holds half a character (a lone surrogate), "
            "which is no text"
        ),
        reads('game,player,player extra\nGo,Ana,"{""a"":""\\ud83d""}"\n'),
    ),
    # --- what kind of file it is ---
    (
        "x.txt: this file is empty\n    " + FORMATS,
        reads(b"", "x.txt"),
    ),
    (
        "x.html: this is a web page, not the data behind it\n    " + FORMATS,
        reads("<!doctype html><p>", "x.html"),
    ),
    (
        "x.xlsx: this is no .xlsx file, whatever its name says\n    " + FORMATS,
        reads(b"\x00\x01\xff" * 99, "x.xlsx"),
    ),
    (
        "x.bin: this is no text, and no workbook or archive that is known here\n    " + FORMATS,
        reads(b"\x00\x01,\xff" * 99, "x.bin"),
    ),
    (
        "x.zip/readme.txt remark: no row has the headings of results or moves (skipped)",
        reads(zipped({"readme.txt": b"Hello, all.\n"}), "x.zip"),
    ),
    (
        "x.md: nobody knows what this file is\n    " + FORMATS,
        reads("hello", "x.md"),
    ),
    (
        "x.json: this is JSON, but neither of BG Stats nor of BGA nor a game log\n    " + FORMATS,
        reads("[]", "x.json"),
    ),  # --- seldom ---
    ("x.xlsx: reading this workbook takes more than 60 s", late),
    ("x.xlsx: this workbook has no sheets", no_sheets),
    (
        "x.xlsx:1: sheet 'two' remark: this sheet is left out: no row has the headings of results "
        "or moves",
        two_sheets,
    ),
    ("the title 'Kupcy z Osaki' could be one, two: it is left open", two_titles),
]


@pytest.mark.parametrize(("text", "trigger"), CATALOGUE)
def test_it_is_said_word_for_word(text, trigger, tmp_path, monkeypatch):
    assert text in trigger(tmp_path, monkeypatch)
