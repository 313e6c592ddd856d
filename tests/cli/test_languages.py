"""What commands print in other languages: nothing that people read is left in English."""

from __future__ import annotations

import ast
import io
import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import pytest

import ledger.cli
from common.forgotten import PSEUDO, forgotten
from common.paths import REPLAYS
from ledger.cli.command_list import COMMANDS, OLD_NAMES, SAME_AS
from ledger.cli.language import language, speak
from ledger.index.reports.report import reports
from ledger.kernel.game.registry import installed
from ledger.kernel.notation.words.keywords import HEADER
from ledger.recorder.keyword_help import FOREIGN, KEYWORDS
from ledger.testing.catalogues.message_texts import FIRST

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
    "folder/good.session": SESSION,
    "box.toml": 'base = "osaka-standard"\n[cards]\ncopies = { "2" = 12, "3" = 9, "5" = 7 }\n',
    "odd.json": "{",
    "wrong.toml": "prot = 1\n",
    "port.toml": 'port = "many"\n',
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
report
report players --table
report ratings --plot
report nonsense
replay osaka-2p.jsonl --turn 999
log o.jsonl
record osaka --players Ana --out one.jsonl
"""

EVERYDAY = """\
samples games
library
list
players
imports
remove --undo
report
report players
query 'select 1'
import osaka-2p.jsonl century-2p.jsonl
import folder
import good.session --out made.jsonl
import good.session --out made.jsonl
library
list
list --player nobody
list --game frobnicate
list --limit 1
imports
remove osaka-2p-7-0001
remove osaka-2p-7-0001 --dry-run
remove osaka-2p-7-0001 --yes
show osaka-2p-7-0001
list --removed
library
import osaka-2p.jsonl
remove --undo nothing
remove --undo osaka
remove --undo
remove --import 99 --yes
remove --import 1 --dry-run
show osaka-2p-7-0001
show nothing
players
players merge Ana Bartek
players merge Ana nobody
players forget Ana
players split nobody
index
index --lake lake
query 'select game, count(*) as n from games group by game' --table --stats
query ''
query 'select 1; select 2'
query 'drop table games'
query -f nowhere.sql
query 'select 1' --lake nowhere
query 'select 1' --library nowhere
query 'select game, turns from games' osaka-2p.jsonl --table
query 'select 1' nowhere.jsonl
query --tables nothing
sql-memory osaka-2p.jsonl -q 'select 1' --table
open osaka-2p.jsonl
report players --game nothing
report seats --table
report nonsense
backup saved
backup saved
backup games
restore saved again
restore saved again
restore nowhere again
store copy games.d other-store
store copy nowhere other-store
new osaka --players Ana,Bo --seed 3 --out o.jsonl
new osaka --players Ana,Bo --seed 3 --out o.jsonl
new osaka --players Ana --out one.jsonl
new osaka --players Ana,Ana --out one.jsonl
new frobnicate --players Ana,Bo --out one.jsonl
new osaka --players Ana,Bo --ask --out one.jsonl
new osaka --players Ana,Bo --out one.txt
new osaka --players Ana,Bo --given frobnicate --out one.jsonl
new osaka --players Ana,Bo --option foo=1 --out one.jsonl
new osaka --players Ana,Bo --box nowhere.toml --out one.jsonl
new osaka --players Ana,Bo --box odd.bin --out one.jsonl
do o.jsonl
do o.jsonl 'claim red'
do o.jsonl --note hello
do o.jsonl --seat nobody pass
do o.jsonl --waive FOO-1 pass
do folder pass
do nowhere.jsonl pass
branch o.jsonl --at 5 --out b.jsonl
branch o.jsonl --at 5 --out b.jsonl
branch o.jsonl --at 5000 --out c.jsonl
log b.jsonl
log odd.bin
log o.jsonl --as nobody
log o.jsonl --as 1
replay o.jsonl
replay o.jsonl --at 999
replay o.jsonl --turn 999
replay torn.jsonl
verify o.jsonl --strict
verify osaka-2p.jsonl --fingerprint AAAA-BBBB-CCCC
verify osaka-2p.jsonl --against o.jsonl
verify folder
simulate osaka --games 1 --seed 3 --max-turns 9 --out sim
simulate osaka --games 1 --seed 3 --max-turns 9 --out sim
simulate osaka --games 1 --max-turns 9 --against box.toml
simulate osaka --players 9 --out sim2
export osaka-2p.jsonl --to bgg --out made.xml
export osaka-2p.jsonl --to session --out made.session
export osaka-2p.jsonl --to session --out made.session
export osaka-2p.jsonl --to svg --at 9999
export osaka-2p.jsonl nowhere.jsonl --to session --out sessions
export o.jsonl --to gif-frames --step turn --out frames
export nowhere.jsonl osaka-2p.jsonl --to csv
games
games osaka
games frobnicate
games osaka --map odd.bin
box osaka --check box.toml
box osaka --check nowhere.toml
box osaka --check odd.bin
box --check odd.json
box osaka --diff box.toml
box osaka --diff century-2p.jsonl
cards osaka
cards osaka R5
cards osaka frobnicate
rules osaka FOO-1
new-game hello
new-game hello
texts ledger-hello
texts ledger-hello --into xx
schema --out schemas
schema --out schemas
help nothing
token list
token new --role seat --game osaka-2p-7-0001 --seat 1 --out token.txt
token new --role seat --game osaka-2p-7-0001 --seat 1 --out token.txt
token new --role host --label foo --library nowhere
token list
token list --library nowhere
serve --config nowhere.toml
serve --config odd.bin
serve --config wrong.toml
serve --config port.toml
list --library odd.bin
host osaka --players Ana,Bo --server http://127.0.0.1:1
play http://127.0.0.1:1/games/foo
tail http://127.0.0.1:1/games/foo
bot http://127.0.0.1:1/games/foo
log http://127.0.0.1:1/games/foo
record nothing
record osaka-2p.jsonl
record nowhere.jsonl
"""
"""Every command, as it is used and as it is misused."""

SHOWN_AS_IT_IS = {"notation", "schema", "help", "check"}
"""Commands whose answer is a page, JSON, or what pytest and linters say to an author."""
FACTS = (
    *("splash", "Splash", "Emerson", "Matsuuchi", "diger", "Dorn", "Martin", "Schlegel"),
    *("Susumu", "Kawasaki", "random", "greedy", "any", "pl", "it", "de", "Kupcy", "Osaki", "Die"),
    *("ndler", "von", "ms", "seat", "host", "library", "store", "port", "rate", "cpu", "lan"),
    *("yes", "lake", "webhook", "log", "prot", "pip", "install", "check"),
)
"""Names of games, people, bots, options, settings and roles, units, and what is typed next."""
WORD = re.compile(r"[A-Za-z]{2,}")
COMMAND = re.compile(r"\bledger [a-z-]+")
CLI = Path(ledger.cli.__file__).parent
SHOWS = {"say", "note", "warn", "echo", "confirm", "prompt", "input", "progress", "write", "label"}
SHOWS |= {"Text", "plain", "append", "add_column"}
"""Calls whose first argument is shown, or becomes a part of what is shown."""
TYPED_OR_NAMED = {"ledger ", "ledger> ", ", compiled"}
"""The name of the program, with what `--version` says of its build."""


def unmarked(source: str) -> Iterator[tuple[int, str]]:
    """Yield the texts that a module shows as they are, and messages that aren't templates."""
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, ast.Call):
            continue
        name = name_of(node)
        if name in SHOWS and node.args:
            yield from ((node.lineno, text) for text in plain_texts(node.args[0]))
        if name in FIRST:
            hints = [keyword.value for keyword in node.keywords if keyword.arg == "hint"]
            for text in (*node.args[:1], *hints):
                if any(isinstance(part, ast.JoinedStr) for part in ast.walk(text)):
                    yield node.lineno, ast.unparse(text)


def plain_texts(node: ast.expr) -> Iterator[str]:
    """Yield the texts with words in an expression, besides those that are marked or typed."""
    match node:
        case ast.Constant(value=str(text)):
            if WORD.search(re.sub("`[^`]*`", "", text)) and text not in TYPED_OR_NAMED:
                yield text
        case ast.Call():
            if name_of(node) in SHOWS:
                for shown in node.args[:1]:
                    yield from plain_texts(shown)
        case ast.IfExp():
            yield from (*plain_texts(node.body), *plain_texts(node.orelse))
        case ast.JoinedStr() | ast.BoolOp():
            for part in node.values:
                yield from plain_texts(part)
        case ast.FormattedValue():
            yield from plain_texts(node.value)
        case ast.BinOp():
            yield from (*plain_texts(node.left), *plain_texts(node.right))


def name_of(call: ast.Call) -> str:
    return str(getattr(call.func, "id", None) or getattr(call.func, "attr", ""))


@pytest.fixture
def room(tmp_path, monkeypatch):
    """A folder with files to read, and nothing else."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("LEDGER_LIBRARY", "./games.d")
    (tmp_path / "folder").mkdir()
    for name, text in FILES.items():
        (tmp_path / name).write_text(text, "utf-8")
    data = (REPLAYS / "osaka-2p.jsonl").read_bytes()
    (tmp_path / "osaka-2p.jsonl").write_bytes(data)
    (tmp_path / "century-2p.jsonl").write_bytes((REPLAYS / "century-2p.jsonl").read_bytes())
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
            COMMAND.sub(" ", text),
            NAMES,
            PLACES,
            MOVES,
            TITLES,
            TYPED,
            REPORTS,
            HEADER,
            GAMES,
            typed,
            "foo hello",
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


def test_nothing_is_said_in_english_but_data(run, room):
    ways = {line.split()[0] for line in (*EVERYDAY.splitlines(), *WALK.splitlines())}
    assert (ways - {*OLD_NAMES, *SAME_AS}) | SHOWN_AS_IT_IS == {*COMMANDS}
    left = {}
    for line in EVERYDAY.splitlines():
        said = run("--lang", PSEUDO, *shlex.split(line))
        assert "Usage:" not in said.err, line
        data = [*WORD.findall(line), *FACTS]
        if line.startswith("token "):  # an id may be made of letters alone
            data += re.findall(r"\b[a-z0-9]{10}\b", said.out + said.err)
        if words := [w for w in left_in_english(said.out, said.err) if w not in data]:
            left[line] = " ".join(words)
    assert not left


def test_nothing_is_printed_that_the_source_does_not_mark():
    found = [
        f"{path.relative_to(CLI)}:{line}: {text}"
        for path in sorted(CLI.rglob("*.py"))
        for line, text in unmarked(path.read_text("utf-8"))
    ]
    assert not found


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ('say(f"{file}: written")', 1),
        ('warn("it is late" if late else t("soon"))', 1),
        ('raise Malformed(f"there is no line {n}")', 1),
        ('raise Malformed("there is no line {n}", n=n, hint=f"up to {last}")', 1),
        ('say(t("{file}: written", file=file))', 0),
        ("say(f\"{a}: {t('late')} `ledger list`\")", 0),
        ('raise Malformed("there is no line {n}", n=n)', 0),
    ],
)
def test_a_text_that_is_not_marked_is_found(source, found):
    assert len([*unmarked(source)]) == found


def test_recording_is_not_left_in_english(run, room, monkeypatch):
    for lines in (RECORDED, "R2 R2 B3 Y5 Z9\n", "adjust\n", f"{RECORDED}take\n"):
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(lines.encode())))
        out = f"{len(lines)}.jsonl"
        said = run("record", "osaka", "--players", "Ana,Bo", "--out", out, "--lang", PSEUDO)
        assert not left_in_english(said.out, said.err), lines


@pytest.mark.parametrize(
    ("module", "line", "words"),
    [
        ("output.assurance", "verify osaka-2p.jsonl", {"everything", "seen", "standard"}),
        ("commands.games", "games osaka", {"titles", "boxes", "tables", "are", "defaults"}),
        ("commands.export", "export osaka-2p.jsonl --to session --out x", {"written"}),
        ("output.console", "show nothing", {"error"}),
    ],
)
def test_a_text_that_was_forgotten_is_found(run, room, monkeypatch, module, line, words):
    def forget(text: str, /, **gaps: object) -> str:
        return text.format(**gaps) if gaps else text

    monkeypatch.setattr(f"ledger.cli.{module}.t", forget)
    said = run(*line.split(), "--lang", PSEUDO)
    assert words <= {*left_in_english(said.out, said.err)}


def test_the_language_is_that_of_the_last_who_chose(run, room, monkeypatch):
    monkeypatch.setenv("LEDGER_LANG", "it")
    assert "finita" in run("verify", "osaka-2p.jsonl").out
    assert "skończona" in run("--lang", "pl", "verify", "osaka-2p.jsonl").out
    assert "finished" in run("--lang", "pl", "verify", "osaka-2p.jsonl", "--lang", "en").out
    assert run("verify", "osaka-2p.jsonl", "--lang", "qq").code == 2


def test_programs_get_the_same_in_every_language(run, room):
    for line in ("verify osaka-2p.jsonl --json", "list --json", "report --json"):
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
