"""What an import says of each game it took, changed or refused (see `common.refusals`)."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from common.paths import REPLAYS
from common.refusals import Heard, Trigger, heard
from ledger.exporters.bgstats import write_bgsplay
from ledger.exporters.csv import write_csv
from ledger.exporters.summary import played_from
from ledger.importers.pipeline import run_import
from ledger.importers.records import Options
from ledger.kernel.errors import LedgerError
from ledger.kernel.replay.log_reader import read
from ledger.kernel.results import PlayRecord
from ledger.library.library import Library

LOG = (REPLAYS / "osaka-2p.jsonl").read_bytes()
TALL = "date,game,player,score\n2026-03-01,osaka,Ana,{}\n"
TWO = TALL + "2026-03-01,osaka,Ana,{}\n"
HEAD = "game: osaka\nplayers: Ana, Bartek\n{}\nmarket R2 R2 B3 Y5 G5\nfarm R5 R5 R5\n"
OPENING = HEAD + "Ana hand Y5 Y5\nBartek hand Y3 Y3 Y2\nBartek claim red\n"

BGG = (
    '<plays total="1"><play id="77" date="2026-03-01"><item name="Go" objectid="188"/>'
    "<comments>Rain.</comments>"
    '<players><player name="Ana" score="5"/></players></play></plays>'
)

Files = list[tuple[str, bytes]]


def bgs(modified: str = "2026-03-01 20:00:00") -> str:
    """Return a backup of BG Stats with a play that is at BGG too."""
    play = {"uuid": "P", "gameRefId": 7, "playDate": "2026-03-01 18:30:00", "bggId": 77}
    scores = [{"playerRefId": 1, "score": "5"}]
    return json.dumps(
        {
            "games": [{"id": 7, "name": "Go", "bggId": 188}],
            "players": [{"id": 1, "name": "Ana"}],
            "plays": [{**play, "modificationDate": modified, "playerScores": scores}],
        }
    )


def imports(*files: tuple[str, str | bytes], lenient: bool = False) -> Trigger:
    """Return what imports files one after the other; heard is what is said of the last one."""

    def trigger(path: Path, patch: pytest.MonkeyPatch) -> list[Heard]:
        patch.chdir(path)
        said: list[Heard] = []
        for name, data in files:
            Path(name).parent.mkdir(exist_ok=True)
            Path(name).write_bytes(data.encode() if isinstance(data, str) else data)
            said = _said(Path(name).parent if "/" in name else Path(name), lenient)
        return said

    return trigger


def _said(file: Path, lenient: bool = False) -> list[Heard]:
    try:
        report = run_import(Library("lib"), [file], lenient=lenient, options=Options())
    except LedgerError as e:
        return [heard(e)]
    said = [Heard("remark", f.file, x) for f in report.files for x in f.remarks]
    said += [Heard("skipped", "-", x) for x in report.skipped]
    for item in report.items:
        kind = " ".join(filter(None, (item.status, item.error, item.rule)))
        if item.message:
            said.append(Heard(kind, item.where, item.message, item.hint))
        said += [Heard("note", item.where, note) for note in item.notes]
    return said


def result_of(data: bytes, write: Callable[[list[PlayRecord]], bytes]) -> bytes:
    """Return a log as a result in a file of another program."""
    reading = read(data)
    return write([played_from(reading.game, reading.lines)])


def empty_folder(path: Path, patch: pytest.MonkeyPatch) -> list[Heard]:
    """Import a folder without files."""
    patch.chdir(path)
    Path("in").mkdir()
    return _said(Path("in"))


def fault(path: Path, patch: pytest.MonkeyPatch) -> list[Heard]:
    """Import a session while our own code is broken."""

    def broken(*args: object, **more: object) -> None:
        raise KeyError("x")

    patch.setattr("ledger.importers.native.sessions.take_session", broken)
    return imports(("x.session", OPENING.format("")))(path, patch)


def unfit(path: Path, patch: pytest.MonkeyPatch) -> list[Heard]:
    """Import a log that the rules allow and that we fail to describe."""

    def broken(*args: object) -> None:
        raise IndexError

    patch.setattr("ledger.importers.native.logs.describe", broken)
    return imports(("x.jsonl", LOG))(path, patch)


def journal(path: Path, patch: pytest.MonkeyPatch) -> list[Heard]:
    """Import the damaged journal of another library."""
    patch.chdir(path)
    Path("t.csv").write_text(TALL.format(5))
    run_import(Library("other"), [Path("t.csv")])
    file = Path("other") / "library.jsonl"
    data = file.read_bytes()
    Path("j.jsonl").write_bytes(data.replace(b'"score":"5"', b'"score":"6"'))
    return _said(Path("j.jsonl"))


ROWS = "game_id,players,player,action,args\n" + "".join(
    f'osaka-1,"Ana, Bo",{row}\n'
    for row in (
        ",market,R2 R2 B3 Y5 G5",
        ",farm,R5 R5 R5",
        "Ana,hand,Y5 Y5",
        "Bo,hand,Y3 Y3 Y2",
    )
)

REFUSALS: list[tuple[str, Trigger]] = [
    (
        "note | x.csv:2 | 6 | clam | claim | pass",
        imports(("x.csv", ROWS + 'osaka-1,"Ana, Bo",Bo,clam,red\n'), lenient=True),
    ),
    # --- again ---
    (
        "changed | b.csv:2 | round | id | Ana | 5 | 6",
        imports(("a.csv", TALL.format(5)), ("b.csv", TALL.format(6))),
    ),
    (
        "refused ambiguous | b.csv:2 | sheet-2026-03-01-osaka-ana-9931261e | "
        "sheet-2026-03-01-osaka-ana-2-84658793 | `round` | `id`",
        imports(("a.csv", TWO.format(5, 6)), ("b.csv", TALL.format(7))),
    ),
    (
        "changed | b.csv:2 | sheet | x | Ana | 5 | 6",
        imports(
            ("a.csv", "id,game,player,score\nx,Go,Ana,5\n"),
            ("b.csv", "id,game,player,score\nx,Go,Ana,6\n"),
        ),
    ),
    (
        "changed | b.session | id: | 7 | 8",
        imports(
            ("a.session", OPENING.format("id: evening\n")),
            ("b.session", OPENING.format("id: evening\n") + "# a remark\n"),
        ),
    ),
    (
        "changed | b.session | 7 | 8",
        imports(
            ("a.session", OPENING.format("")),
            ("b.session", OPENING.format("") + "# a remark\n"),
        ),
    ),
    (
        "note | b.session | id: | evening | Ana | Bartek | 1",
        imports(
            ("a.session", OPENING.format("id: evening\n")),
            ("b.session", OPENING.format("id: evening\n").replace("Bartek", "Celina")),
        ),
    ),
    (
        "note | b.bgsplay:31: plays[0] | osaka-2p-7-0001 | Bartek | 39 | 31",
        imports(
            ("a.jsonl", LOG),
            (
                "b.bgsplay",
                result_of(LOG, lambda p: write_bgsplay(p).data).replace(b'"31"', b'"39"'),
            ),
        ),
    ),
    (
        "joined | b.jsonl | ledger-osaka-2p-7-0001",
        imports(("a.csv", result_of(LOG, lambda p: write_csv(p).data)), ("b.jsonl", LOG)),
    ),
    (
        "changed | b.json:1: plays[0] | 2026-03-01 20:00:00 | 2026-04-01 20:00:00",
        imports(("a.json", bgs("2026-04-01 20:00:00")), ("b.json", bgs("2026-03-01 20:00:00"))),
    ),
    ("joined | b.xml:1: play 77 | bgg | 77 | comment", imports(("a.json", bgs()), ("b.xml", BGG))),
    ("joined | b.json:1: plays[0] | bgg-77", imports(("a.xml", BGG), ("b.json", bgs()))),
    (
        "note | b.xml:1: play 77 | bgg | Ana | 9 | 5",
        imports(("a.json", bgs()), ("b.xml", BGG.replace('score="5"', 'score="9"'))),
    ),
    # --- files and folders ---
    (
        "skipped | - | in/readme.txt",
        imports(("in/readme.txt", "Hello, all.\n")),
    ),
    ("refused malformed | in", empty_folder),
    ("skipped | - | in/readme.md", imports(("in/readme.md", "hello"))),
    ("skipped | - | in/x.json", imports(("in/x.json", "{}"))),
    ("remark | j.jsonl | 2", journal),
    # --- our own files ---
    (
        "refused damaged | x.jsonl:303 => 302 | --lenient",
        imports(("x.jsonl", LOG[:-20])),
    ),
    ("note | x.jsonl | 302", imports(("x.jsonl", LOG[:-20]), lenient=True)),
    (
        "note | x.jsonl | ledger record",
        imports(("x.jsonl", b"".join(LOG.splitlines(keepends=True)[:-1]))),
    ),
    ("note | x.jsonl", imports(("x.jsonl", LOG[:-20]), lenient=True)),
    ("refused fault | x.jsonl | IndexError", unfit),
    ("refused fault | x.session | KeyError", fault),
    (
        "refused malformed | x.session",
        imports(
            (
                "x.session",
                OPENING.format("")
                + 'Ana claim red\nadjust "\\ud83d" [{"path":"/turn","value":9}]\n',
            )
        ),
    ),
    (
        "refused illegal | x.session:10:1",
        imports(
            (
                "x.session",
                OPENING.format("")
                + 'Ana claim red\nadjust "x" [{"path":"/players","value":[]}]\nBartek take R2\n',
            )
        ),
    ),
]


@pytest.mark.parametrize(("facts", "trigger"), REFUSALS)
def test_each_tells_what_is_wrong_and_where(facts, trigger, tmp_path, monkeypatch):
    said = trigger(tmp_path, monkeypatch)
    assert any(x.tells(facts) for x in said), said
