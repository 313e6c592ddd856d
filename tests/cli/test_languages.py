"""What commands print in other languages: nothing that people read is left in English."""

from __future__ import annotations

import io
import shlex

import pytest

from common.forgotten import PSEUDO, forgotten
from common.paths import REPLAYS
from ledger.cli.language import language, speak
from ledger.index.reports.catalogue import reports
from ledger.kernel.game.registry import installed
from ledger.kernel.notation.words.keywords import HEADER
from ledger.recorder.keywords import FOREIGN, KEYWORDS

GAMES = ("century", "istanbul", "klongs", "osaka")
TITLES = [installed()[name].meta.title for name in GAMES]
NAMES = "Ana Bo Bartek Celina ana bo bartek"
PLACES = "Osaka Oshima Anori Enshunada Edo Luk-Phat thief guard cook"
MOVES = "claim buy take reserve insure decline pass farm hand red blue yellow green market"
"""Words that are typed, and stand where moves are told as they are typed."""
TYPED = [word.name for word in KEYWORDS] + [
    w for own in FOREIGN.values() for x in own.values() for w in x
]
"""What the recorder understands; its help tells it in all three languages."""
REPORTS = [*reports(), *(p.name for one in reports().values() for p in one.params)]

SESSION = """\
game: osaka
players: Ana, Bo

market R2 R2 B3 Y5 G5
farm R5 R5 R5
Ana hand Y5 Y5
Bo hand Y3 Y3 Y2
Bo claim red
Ana claim blue
"""
RECORDED = """\
R2 R2 B3 Y5 G5
R5 R5 R5
Y5 Y5
Y3 Y3 Y2
claim red
claim blue
help
legal
undo
board
note hello
"""
FILES = {
    "good.session": SESSION,
    "card.session": SESSION + "Bo take X9\n",
    "turn.session": SESSION + "Ana take R2\n",
    "chance.session": SESSION.replace("farm R5 R5 R5\n", ""),
    "head.session": SESSION.replace("players", "player"),
    "twice.session": SESSION.replace("\n\n", "\nplayers: C\nfoo: x\n\n", 1),
    "wide.csv": "date,game,Ana,Bo\n2026-03-01,osaka,12,9\n2026-03-02,osaka,x,9\n",
    "tall.csv": "date,game,player,score\n2026-03-01,Catan,Ana,12\n01/02/03,Catan,Bo,9\n",
    "unsure.csv": "x,y\n1,2\n",
    "odd.bin": "hello",
    "empty.jsonl": "",
}
WALK = """\
new osaka --players Ana,Bo --seed 3 --out o.jsonl
do o.jsonl 'take R5'
do o.jsonl 'claim purple'
do o.jsonl 'claim red'
do o.jsonl 'claim blue'
do o.jsonl 'take Z9'
do o.jsonl 'take'
do o.jsonl pass
do o.jsonl undo
do o.jsonl frobnicate
verify o.jsonl osaka-2p.jsonl
verify changed.jsonl
verify torn.jsonl
verify nowhere.jsonl
verify empty.jsonl
import good.session card.session turn.session chance.session head.session twice.session --dry-run
import wide.csv tall.csv unsure.csv odd.bin nowhere.txt
import osaka-2p.jsonl
import osaka-2p.jsonl
import good.session --out made.jsonl
list
show osaka-2p-7-0001
show nothing
reports
report players --table
report ratings --plot
report nonsense
replay osaka-2p.jsonl --turn 999
log o.jsonl
record osaka --players Ana --out one.jsonl
"""


@pytest.fixture
def room(tmp_path, monkeypatch):
    """A folder with files to read, and nothing else."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("LEDGER_LIBRARY", "./games.d")
    for name, text in FILES.items():
        (tmp_path / name).write_text(text, "utf-8")
    data = (REPLAYS / "osaka-2p.jsonl").read_bytes()
    (tmp_path / "osaka-2p.jsonl").write_bytes(data)
    (tmp_path / "changed.jsonl").write_bytes(data.replace(b'"turn":9,', b'"turn":8,'))
    (tmp_path / "torn.jsonl").write_bytes(data[:4000])
    return tmp_path


def left_in_english(*texts: str) -> list[str]:
    typed = (
        "purple frobnicate hello nothing nonsense Catan UTC TEXT LINE RULE WHAT VALUE SCORES WHY"
    )
    return [
        word
        for text in texts
        for word in forgotten(
            text, NAMES, PLACES, MOVES, TITLES, TYPED, REPORTS, HEADER, GAMES, typed, "foo hello"
        )
    ]


@pytest.mark.parametrize("name", GAMES)
def test_no_position_is_left_in_english(run, name):
    shown = run("--lang", PSEUDO, "replay", REPLAYS / f"{name}-2p.jsonl", "--turn", "7")
    assert not shown.code
    assert not left_in_english(shown.out, shown.err)


def test_no_command_is_left_in_english(run, room):
    for line in WALK.splitlines():
        said = run(*shlex.split(line), "--lang", PSEUDO)
        assert not left_in_english(said.out, said.err), line


def test_recording_is_not_left_in_english(run, room, monkeypatch):
    for lines in (RECORDED, "R2 R2 B3 Y5 Z9\n", "adjust\n", f"{RECORDED}take\n"):
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(lines.encode())))
        out = f"{len(lines)}.jsonl"
        said = run("record", "osaka", "--players", "Ana,Bo", "--out", out, "--lang", PSEUDO)
        assert not left_in_english(said.out, said.err), lines


def test_a_text_that_was_forgotten_is_found(run, room, monkeypatch):
    def forget(text: str, /, **gaps: object) -> str:
        return text.format(**gaps) if gaps else text

    monkeypatch.setattr("ledger.cli.output.assurance.t", forget)
    said = run("verify", "osaka-2p.jsonl", "--lang", PSEUDO)
    assert {"everything", "seen", "standard"} <= {*left_in_english(said.out)}


def test_the_language_is_that_of_the_last_who_chose(run, room, monkeypatch):
    monkeypatch.setenv("LEDGER_LANG", "it")
    assert "finita" in run("verify", "osaka-2p.jsonl").out
    assert "skończona" in run("--lang", "pl", "verify", "osaka-2p.jsonl").out
    assert "finished" in run("--lang", "pl", "verify", "osaka-2p.jsonl", "--lang", "en").out
    assert run("verify", "osaka-2p.jsonl", "--lang", "qq").code == 2


def test_programs_get_the_same_in_every_language(run, room):
    for line in ("verify osaka-2p.jsonl --json", "list --json", "reports --json"):
        run("import", "osaka-2p.jsonl")
        english, polish = (run(*line.split(), "--lang", lang).out for lang in ("en", "pl"))
        assert english == polish


def test_a_command_leaves_no_language_behind(run, room):
    run("verify", "osaka-2p.jsonl", "--lang", "pl")
    assert language() == "pl"
    run("verify", "osaka-2p.jsonl")
    assert language() == "en"


@pytest.fixture(autouse=True)
def english():
    """Give back the language that everybody begins with."""
    yield
    speak("en")
