"""Every message about what an import does with a game, word for word."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from common.messages import Trigger
from common.paths import REPLAYS
from ledger.exporters.bgstats import write_bgsplay
from ledger.exporters.csv import write_csv
from ledger.exporters.summary import played_from
from ledger.importers.pipeline import run_import
from ledger.importers.records import Options
from ledger.kernel.errors import LedgerError
from ledger.kernel.log.codec import read
from ledger.kernel.results import Played
from ledger.library.library import Library

LOG = (REPLAYS / "osaka-2p.jsonl").read_bytes()
TALL = "date,game,player,score\n2026-03-01,osaka,Ana,{}\n"
TWO = TALL + "2026-03-01,osaka,Ana,{}\n"
HEAD = "game: osaka\nplayers: Ana, Bartek\n{}\nmarket R2 R2 B3 Y5 G5\nfarm R5 R5 R5\n"
OPENING = HEAD + "Ana hand Y5 Y5\nBartek hand Y3 Y3 Y2\nBartek claim red\n"
PLAYED = "taken as a correction, because the date, game, place, players and round are the same: "
APART = "if it is another play, tell them apart by a column `round` (1, 2, …) or `id`"

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

    def trigger(path: Path, patch: pytest.MonkeyPatch) -> list[str]:
        patch.chdir(path)
        said: list[str] = []
        for name, data in files:
            Path(name).parent.mkdir(exist_ok=True)
            Path(name).write_bytes(data.encode() if isinstance(data, str) else data)
            said = _said(Path(name).parent if "/" in name else Path(name), lenient)
        return said

    return trigger


def _said(file: Path, lenient: bool = False) -> list[str]:
    try:
        report = run_import(Library("lib"), [file], lenient=lenient, options=Options())
    except LedgerError as e:
        return [str(e)]
    said = [x for f in report.files for x in f.remarks] + report.skipped
    for item in report.items:
        said += [f"{item.where}: {text}" for text in (item.message, item.hint) if text]
        said += [f"{item.where}: {note}" for note in item.notes]
    return said


def result_of(data: bytes, write: Callable[[list[Played]], bytes]) -> bytes:
    """Return a log as a result in a file of another program."""
    reading = read(data)
    return write([played_from(reading.game, reading.lines)])


def empty_folder(path: Path, patch: pytest.MonkeyPatch) -> list[str]:
    """Import a folder without files."""
    patch.chdir(path)
    Path("in").mkdir()
    return _said(Path("in"))


def fault(path: Path, patch: pytest.MonkeyPatch) -> list[str]:
    """Import a session while our own code is broken."""

    def broken(*args: object, **more: object) -> None:
        raise KeyError("x")

    patch.setattr("ledger.importers.native.sessions.take_session", broken)
    return list(imports(("x.session", OPENING.format("")))(path, patch))


def unfit(path: Path, patch: pytest.MonkeyPatch) -> list[str]:
    """Import a log that the rules allow and that cannot be described."""

    def broken(*args: object) -> None:
        raise IndexError

    patch.setattr("ledger.importers.native.logs.describe", broken)
    return list(imports(("x.jsonl", LOG))(path, patch))


def journal(path: Path, patch: pytest.MonkeyPatch) -> list[str]:
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

CATALOGUE: list[tuple[str, Trigger]] = [
    (
        "x.csv:2: row 6: 'clam' is no move; write claim, buy, take, reserve, insure, decline, "
        "pass; from there on all lines were kept as notes",
        imports(("x.csv", ROWS + 'osaka-1,"Ana, Bo",Bo,clam,red\n'), lenient=True),
    ),
    # --- again ---
    (
        f"b.csv:2: {PLAYED}Ana: score 5 → 6; {APART}",
        imports(("a.csv", TALL.format(5)), ("b.csv", TALL.format(6))),
    ),
    (
        "b.csv:2: it could be a correction of any of sheet-2026-03-01-osaka-ana-9931261e, "
        "sheet-2026-03-01-osaka-ana-2-84658793: they have the same date, game, place, players and "
        f"round ({APART})",
        imports(("a.csv", TWO.format(5, 6)), ("b.csv", TALL.format(7))),
    ),
    (
        "b.csv:2: sheet calls it x, as it did the one before: Ana: score 5 → 6",
        imports(
            ("a.csv", "id,game,player,score\nx,Go,Ana,5\n"),
            ("b.csv", "id,game,player,score\nx,Go,Ana,6\n"),
        ),
    ),
    (
        "b.session: taken as a correction, because its `id:` is the same: it had 7 events, now 8",
        imports(
            ("a.session", OPENING.format("id: evening\n")),
            ("b.session", OPENING.format("id: evening\n") + "# a remark\n"),
        ),
    ),
    (
        "b.session: taken as a correction, because its game, date, place, players and round are "
        "the same: it had 7 events, now 8",
        imports(
            ("a.session", OPENING.format("")),
            ("b.session", OPENING.format("") + "# a remark\n"),
        ),
    ),
    (
        "b.session: evening was until now a game of Ana, Bartek (no date), which is kept as "
        "revision 1; if this is another game, give it an `id:` of its own",
        imports(
            ("a.session", OPENING.format("id: evening\n")),
            ("b.session", OPENING.format("id: evening\n").replace("Bartek", "Celina")),
        ),
    ),
    (
        "b.bgsplay:31: plays[0]: this was exported from osaka-2p-7-0001, but now says Bartek 39, "
        "not 31: what the library has stands",
        imports(
            ("a.jsonl", LOG),
            (
                "b.bgsplay",
                result_of(LOG, lambda p: write_bgsplay(p).data).replace(b'"31"', b'"39"'),
            ),
        ),
    ),
    (
        "b.jsonl: it takes the place of ledger-osaka-2p-7-0001, which is the same game without "
        "its moves",
        imports(("a.csv", result_of(LOG, lambda p: write_csv(p).data)), ("b.jsonl", LOG)),
    ),
    (
        "b.json:1: plays[0]: it was changed on 2026-03-01 20:00:00, before what is here "
        "(2026-04-01 20:00:00): it is kept as an earlier revision",
        imports(("a.json", bgs("2026-04-01 20:00:00")), ("b.json", bgs("2026-03-01 20:00:00"))),
    ),
    (
        "b.xml:1: play 77: bgg 77 is the same play: comment",
        imports(("a.json", bgs()), ("b.xml", BGG)),
    ),
    (
        "b.json:1: plays[0]: bgg-77 is the same play: what both say is put together",
        imports(("a.xml", BGG), ("b.json", bgs())),
    ),
    (
        "b.xml:1: play 77: bgg says Ana 9, not 5: what the library has stands",
        imports(("a.json", bgs()), ("b.xml", BGG.replace('score="5"', 'score="9"'))),
    ),
    # --- files and folders ---
    (
        "in/readme.txt: no row has the headings of results or moves",
        imports(("in/readme.txt", "Hello, all.\n")),
    ),
    ("in: there is no file in this folder", empty_folder),
    (
        "in/readme.md: not a kind of file that holds games",
        imports(("in/readme.md", "hello")),
    ),
    (
        "in/x.json: this is JSON, but neither of BG Stats nor of BGA nor a game log",
        imports(("in/x.json", "{}")),
    ),
    ("j.jsonl:2: this journal is damaged from here on", journal),
    # --- our own files ---
    (
        "x.jsonl:303: --lenient takes the 302 good lines before it",
        imports(("x.jsonl", LOG[:-20])),
    ),
    (
        "x.jsonl: the log is cut or garbled from here to its end: only the 302 good lines before "
        "it were taken",
        imports(("x.jsonl", LOG[:-20]), lenient=True),
    ),
    (
        "x.jsonl:302: --lenient takes it as it is",
        imports(("x.jsonl", b"".join(LOG.splitlines(keepends=True)[:-1]))),
    ),
    (
        "x.jsonl: the game has ended but the log is not sealed: its end may have been cut off; it "
        "was taken as it is",
        imports(("x.jsonl", LOG[:-20]), lenient=True),
    ),
    ("x.jsonl: the events of this log do not fit together", unfit),
    (
        "x.session: a fault of Ledger (KeyError: 'x'): please report it with this file",
        fault,
    ),
    (
        "x.session: it holds half a character (a lone surrogate)",
        imports(
            (
                "x.session",
                OPENING.format("")
                + 'Ana claim red\nadjust "\\ud83d" [{"path":"/turn","value":9}]\n',
            )
        ),
    ),
    (
        "x.session:10: no game goes on from this adjusted position",
        imports(
            (
                "x.session",
                OPENING.format("")
                + 'Ana claim red\nadjust "x" [{"path":"/players","value":[]}]\nBartek take R2\n',
            )
        ),
    ),
]


@pytest.mark.parametrize(("text", "trigger"), CATALOGUE)
def test_it_is_said_word_for_word(text, trigger, tmp_path, monkeypatch):
    assert text in trigger(tmp_path, monkeypatch)
