"""Operations, boxes, verdicts and benchmarks: what can be done here is done, the rest is checked.

Done in page order, in folders of the test, with a free port, and a PostgreSQL of the test in place
of the one at db.example.org: whatever begins with `ledger`, but for what is in `PARSED`.
Checked by the parser of the program that it is for: what is in `PARSED`, `scripts/bench`, the
unit of systemd, the config file, the scrape config, the settings of PostgreSQL, the extras of pip.
Left to others: `ELSEWHERE`. Of the proxies' files `tests/service/test_proxies.py` starts the real
ones, `tests/service/test_cluster.py` several processes,
`tests/index/test_query_process.py` a cluster.
"""

from __future__ import annotations

import re
import shlex
import shutil
import subprocess
import tomllib
from collections.abc import Iterator
from importlib.metadata import entry_points
from pathlib import Path

import httpx
import msgspec
import psycopg
import pytest
import yaml

from common.paths import REPLAYS, ROOT
from common.plugin_folder import CODE, plugins_in, write_plugin
from ledger import Table, find_game, open_game
from ledger.kernel.log.codec import Head, stamp
from ledger.kernel.log.events import Entry
from ledger.kernel.play.simulate import play
from ledger.kernel.replay.log_reader import read
from ledger.kernel.verify.assurance import Assurance, BoxUsed
from ledger.service.webhook import Turn
from scripts.pages import DOCS, blocks, fine, prints

from .command_lines import ours, parsed
from .quick_reader import QuickReader

ELSEWHERE = ("useradd", "python3", "cp", "systemctl", "podman", "createdb")
"""Programs of an operator's machine, which change it or aren't on this one."""
PARSED = ("ledger play https:", "ledger index --rebuild --cluster")
"""Commands that wait for a person, or for other machines."""
SERVED = "… is now private…\nan admin's token is in …\nserving … at …\n"
"""What the first start says."""
DATABASES = re.compile(r"postgresql://ledger@[\w.]+/games")
PYPROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))


def lines_of(page: str) -> Iterator[str]:
    """Yield the lines of shell of a page, without their comments."""
    for block in blocks(page):
        if block.language == "sh":
            for line in block.text.replace("\\\n", " ").splitlines():
                yield re.sub(r" +#.*", "", line)


@pytest.fixture
def reader(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Iterator[QuickReader]:
    """Somebody in a folder of their own."""
    one = QuickReader(tmp_path, monkeypatch, capsys)
    yield one
    for process in one.started:
        process.terminate()
        process.wait(30)


class Operator:
    """Does what the page about operations says, with folders and a database of the test."""

    def __init__(self, reader: QuickReader, database: str) -> None:
        self.reader, self.database = reader, database
        self.url = f"http://127.0.0.1:{reader.port}"
        self.library = reader.folder / "var" / "lib" / "ledger"
        self.metrics = ""
        self.done: list[str] = []

    def here(self, line: str) -> str:
        """Return a line with the places of this test."""
        line = DATABASES.sub(shlex.quote(self.database), line).replace("--follow", "")
        line = re.sub(r"(?<= )/(var|srv)/", rf"{self.reader.folder}/\1/", line)
        line = line.replace(
            "--token-file admin-token", f"--token-file {self.library}/.service/admin-token"
        )
        if "--server" in line:
            line = line.replace("https://games.example.org", self.url)
        if found := re.search(r"\d{4}-\d\d-\d\dT[\d.]+Z", line):
            (newest,) = (self.reader.folder / "var" / "backups" / "ledger").iterdir()
            line = line.replace(found[0], newest.name)
            shutil.rmtree(f"{self.library}-restored")  # the page offers two ways to restore
        return line

    def follow(self, line: str) -> None:
        """Do what a line says, or check it."""
        words = shlex.split(line)
        if words[0] == "pip":
            extras = re.findall(r"\[([\w,]+)\]", words[-1])[0].split(",")
            assert set(extras) <= PYPROJECT["project"]["optional-dependencies"].keys(), line
        elif words[0] == "dask":
            assert words[1] in {one.name for one in entry_points(group="dask_cli")}
        elif words[0] == "export":
            name, _, value = words[1].partition("=")
            self.reader.patch.setenv(name, DATABASES.sub(self.database, value))
            self.reader.env[name] = self.database
        elif words[0] not in ELSEWHERE:
            commands = [*ours(line)]
            assert commands, line
            for command in commands:
                self.one(command)
        self.done.append(words[0])

    def one(self, command: str) -> None:
        """Run one of our commands, or have it parsed."""
        parsed(command)
        if command.startswith(PARSED):
            return
        if command.startswith("ledger serve"):
            port = re.search(r"--port (\d+)", command)
            if port and port[1] != "8001":
                return  # the others are the same
            command = command.replace("8001", "0")
            said = "serving … at …\n" if port else SERVED
            self.reader.start(f"{self.here(command)} &", said)
            return
        printed = fine(command, *self.reader.run(self.here(command)))
        if "--role metrics" in command:
            (self.metrics,) = re.findall(r"ledger_\w+-?[\w-]*", printed)


def test_operations(reader: QuickReader, database: str) -> None:
    operator = Operator(reader, database)
    some = " ".join(str(REPLAYS / f"{name}-2p.jsonl") for name in ("osaka", "klongs"))
    fine("import", *reader.run(f"ledger import {some} --library {operator.library}"))
    fine("copy", *reader.run(f"ledger store copy {operator.library} {database}"))
    page = (DOCS / "operations.md").read_text("utf-8")
    for line in lines_of("operations.md"):
        operator.follow(line)
        if operator.metrics and "scraped" not in operator.done:
            token = {"Authorization": f"Bearer {operator.metrics}"}
            told = httpx.get(f"{operator.url}/metrics", headers=token).text
            named = set(re.findall(r"\b(?:ledger|process)_[a-z_]+\b", page))
            assert named <= set(re.findall(r"\w+", told))
            operator.done.append("scraped")
    assert operator.done.count("ledger") >= 13
    assert "scraped" in operator.done


def test_files_and_settings_of_the_page_about_operations(tmp_path: Path, database: str) -> None:
    found = {block.language: block.text for block in blocks("operations.md")}
    config = tmp_path / "serve.toml"
    config.write_text(found["toml"], "utf-8")
    told = parsed(f"ledger serve --config {config}")
    assert told["public_url"] == "https://games.example.org"
    assert list(told["trusted_proxy"]) == ["127.0.0.1"]
    (scrape,) = yaml.safe_load(found["yaml"])["scrape_configs"]
    assert scrape["static_configs"] == [{"targets": ["127.0.0.1:8000"]}]
    sent = msgspec.json.decode(found["json"].encode(), type=dict[str, object])
    assert sent.keys() == set(Turn.__struct_fields__)
    unit = (DOCS / "operations" / "ledger.service").read_text("utf-8")
    (start,) = re.findall(r"^ExecStart=/opt/ledger/bin/(.*)$", unit, re.M)
    parsed(start)
    variables = set(re.findall(r"^Environment=(\w+)=", unit, re.M))
    options = (DOCS / "operations" / "options.md").read_text("utf-8")
    assert all(f"`{name}`" in options for name in variables), variables
    with psycopg.connect(database) as connection:
        known = {name for (name,) in connection.execute("select name from pg_settings")}
    assert {"synchronous_standby_names", "synchronous_commit", "max_connections"} <= known


def test_boxes(reader: QuickReader) -> None:
    """In order; bots play fewer games than the page says, and Ledger deals in place of a person."""
    done = 0
    for line in lines_of("boxes.md"):
        parsed(line)
        short = line.replace("--games 500", "--games 2").replace("--out games", "--games 1 --out g")
        fine(line, *reader.run(short.replace("ledger record", "ledger new")))
        done += 1
        if done == 1:  # print, change, check, play
            mine = reader.folder / "my.toml"
            text = mine.read_text("utf-8")
            mine.write_text(text.replace("lira_per_die = 2", "lira_per_die = 3"), "utf-8")
    assert done >= 8
    assert "lira_per_die" in (reader.folder / "small.toml").read_text("utf-8")


def test_box_files_say_what_the_page_says(reader: QuickReader) -> None:
    text = (DOCS / "boxes.md").read_text("utf-8")
    part, merge = re.findall(r"^ *```toml\n(.*?)^ *```", text, re.S | re.M)
    (reader.folder / "part.toml").write_text(part, "utf-8")
    told = fine("diff", *reader.run("ledger box istanbul --diff part.toml"))
    assert "lira_per_die" in told
    assert "lira-r" in told
    (reader.folder / "new.toml").write_text('[[tile]]\nid = "new-one"\n', "utf-8")
    code, told = reader.run("ledger box istanbul --diff new.toml")
    assert code
    words = {f'"{word}"' for word in tomllib.loads(merge)["merge"].values()}
    assert words == {'"add"', '"whole"'}
    assert all(word in told for word in ("[merge]", *words)), told
    (inline,) = re.findall(r"`box: ({.*})`", text)
    (reader.folder / "inline.json").write_text(inline, "utf-8")
    told = fine("diff", *reader.run("ledger box istanbul --diff inline.json"))
    assert "lira_per_die: 2 → 3" in told


# --- verdicts ---------------------------------------------------------------------------------


def verdicts() -> dict[str, int]:
    """Return the verdicts of the page with their exit codes."""
    text = (DOCS / "verdicts.md").read_text("utf-8")
    return {name: int(code) for name, code in re.findall(r"^\| (\w+) \| (\d) \|", text, re.M)}


def test_each_verdict_comes_about_as_the_page_says(reader: QuickReader) -> None:
    good = (REPLAYS / "osaka-2p.jsonl").read_bytes()
    folder = reader.folder
    logs = {name: folder / f"{name}.jsonl" for name in verdicts()}
    logs["legal"].write_bytes(good)
    (folder / "seen.session").write_text(
        "game: klongs\nplayers: Ana, Bartek\n\nAna hand ?\nBartek hand ?\n", "utf-8"
    )
    fine("import", *reader.run(f"ledger import seen.session --out {logs['possible']}"))
    logs["illegal"].write_bytes(against_the_rules(good))
    logs["damaged"].write_bytes(good.replace(b'"turn":9,', b'"turn":8,'))
    logs["unreadable"].write_bytes(b"hello\n")
    write_plugin(folder / "right")
    with plugins_in(folder / "right"):
        logs["unchecked"].write_bytes(heap_game())
    fails = '    d.need("HEP-01"'
    write_plugin(folder / "wrong", CODE.replace(fails, f"    raise KeyError('R5')\n{fails}", 1))
    with plugins_in(folder / "wrong"):
        for name, code in verdicts().items():
            exit_, printed = reader.run(f"ledger verify {logs[name]}")
            assert (printed.split()[0], exit_) == (name, code), printed


def against_the_rules(data: bytes) -> bytes:
    """Return a log whose lines are chained as they should be, but two turns are one."""
    lines = read(data).lines
    out, head = b"", Head()
    for line in lines[:-1]:
        turn = line.turn - (line.turn > 20)
        _, raw, head = stamp(head, [Entry(data=line.data, turn=turn)])
        out += raw
    return out


def heap_game() -> bytes:
    """Return a game of the plug-in."""
    game = find_game("heap")
    opened = open_game(game, ["Ana", "Bo"], started="2026-03-01")
    table: Table = play(game, opened, [game.bots["random"]] * 2, 1).table
    return table.bytes()


def test_what_the_page_about_verdicts_shows(reader: QuickReader) -> None:
    shutil.copy(REPLAYS / "osaka-2p.jsonl", reader.folder / "evening.jsonl")
    (shown,) = (block.text for block in blocks("verdicts.md") if block.language == "text")
    told = fine("verify", *reader.run("ledger verify evening.jsonl"))
    prints("ledger verify evening.jsonl", " ".join(told.split()), " ".join(shown.split()))
    for line in lines_of("verdicts.md"):
        fine(line, *reader.run(line))
    wrong = "ledger verify evening.jsonl --fingerprint AAAA-AAAA-AAAA"
    assert reader.run(wrong)[0] == 1
    text = (DOCS / "verdicts.md").read_text("utf-8")
    told_of = re.findall(r"^\| `(\w+)` \|", text, re.M)
    assert told_of == list(Assurance.__struct_fields__)
    (box,) = re.findall(r"^\| `box` \| (.*) \|$", text, re.M)
    assert re.findall(r"`(\w+)`", box) == list(BoxUsed.__struct_fields__)


# --- benchmarks -------------------------------------------------------------------------------


def test_benchmarks() -> None:
    """They take minutes; here, each option and each row of the tables is known to them."""
    known = subprocess.run(
        [ROOT / "scripts" / "bench", "--help"], check=True, capture_output=True, text=True
    ).stdout
    lines = [shlex.split(line) for line in lines_of("benchmarks.md")]
    assert {words[0] for words in lines} == {"scripts/bench"}
    for words in lines:
        assert all(word in known for word in words[1:] if word.startswith("--")), words
