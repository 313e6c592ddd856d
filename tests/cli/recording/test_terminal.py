"""`ledger record` as a person meets it: a real terminal, also one that is killed."""

from __future__ import annotations

import msgspec
import pytest

from common.paths import REPLAYS
from common.refusals import tells
from ledger import Replay, load
from ledger.kernel.game.registry import find_game
from ledger.kernel.notation.session.session_reader import read_session
from ledger.kernel.play.opening import open_game
from ledger.recorder import Fault, Recorder
from ledger.testing.lawbook.checked.notation_page import sessions

SAMPLE = REPLAYS / "osaka-sample-play"
SET_UP = ("R2 R2 B3 Y5 G5", "R5 R5 R5", "Y5 Y5", "Y3 Y3 Y2", "")
NEW = ("osaka", "--players", "Ana,Bartek", "--no-board", "--out")


@pytest.fixture
def record(terminal):
    """Start `ledger record` in a terminal."""

    def start(*args, kind="xterm"):
        return terminal("record", *args, env={"TERM": kind, "NO_COLOR": "1"})

    return start


def facts(lines):
    """Return all that a log says but its times."""
    out = []
    for line in lines:
        data = msgspec.to_builtins(line.data)
        data.pop("started", None)
        data.pop("id", None)
        out.append((line.type, line.cmd, line.turn, line.by, data))
    return out


def test_the_example_of_the_rulebook_is_played_at_a_terminal(record, run, tmp_path):
    """OSA-G8 from the set-up to its last line, the remarks included."""
    head, _, body = SAMPLE.with_suffix(".session").read_text("utf-8").partition("\n\n")
    keys = dict(line.split(": ", 1) for line in head.splitlines())
    path = tmp_path / SAMPLE.with_suffix(".jsonl").name
    new = ("--players", keys["players"], "--colours", keys["colours"], "--place", keys["place"])
    game = find_game("osaka")
    mirror = Recorder(
        game, open_game(game, keys["players"].split(", ")), now=lambda: None, live=True
    )
    mirror.start()
    t = record("osaka", *new, "--out", path)
    lines = [line for line in body.splitlines() if line]
    lines.insert(lines.index("Brown hand B2 G2 R5") + 1, "y")  # the set-up is right
    for line in lines:
        t.at(mirror.prompt)
        t.enter(line)
        mirror.feed(line)
    shown = t.at("Gray, action>")
    assert "with the three Farm cards and two new ones the Market holds six" in shown
    t.enter("board")
    assert "1 Gray" in t.at("Gray, action>")
    t.enter("pause")
    code, shown = t.end()
    assert code == 0
    assert f"ledger record {path}" in shown
    assert facts(load(path).lines) == facts(load(SAMPLE.with_suffix(".jsonl")).lines)
    assert run("verify", path).code == 0


IST_G6 = """\
game: istanbul
players: Ana, Bartek, Celina, Dorota

tile lira-b bazaar-g die-2 action-y die-3 crystal-r
Ana roll $ $ $ R C
Ana lira
Ana end
Bartek roll RRCYC
Bartek reroll 3 4 5 -> $RG
"""


EXAMPLES = {
    "istanbul": lambda s: [p.have["lira"] for p in s.players] == [6, 1, 2, 3],  # IST-G6, IST-G7
    "century": lambda s: "RRR-BB" in s.players[0].cards.hand,  # CEN-G8: the first column
    "klongs": lambda s: [p.traders for p in s.players] == [16, 16],  # KLO-G4
}


@pytest.mark.parametrize("name", EXAMPLES)
def test_an_example_of_each_game_is_played_at_a_terminal(record, run, tmp_path, name):
    game = find_game(name)
    text = IST_G6 if name == "istanbul" else sessions(game)[0]
    head, _, body = text.partition("\n\n")
    players = head.partition("players: ")[2].replace(", ", ",")
    path = tmp_path / f"{name}.jsonl"
    mirror = Recorder(game, open_game(game, players.split(",")), now=lambda: None, live=True)
    mirror.start()
    t = record(name, "--players", players, "--no-board", "--out", path)

    def enter(line):
        t.at(mirror.prompt)
        t.enter(line)
        assert not [x for x in mirror.feed(line) if isinstance(x, Fault)]

    for line in body.splitlines():
        if mirror.checking:
            enter("")
        enter(line)
    if mirror.checking:
        enter("")
    t.at(mirror.prompt)
    t.enter("help")
    assert tells(t.at(mirror.prompt), "@19:42Z | UTC")
    t.enter("pause")
    assert t.end()[0] == 0
    assert facts(load(path).lines) == facts(read_session(text).lines)
    assert EXAMPLES[name](Replay(game, load(path).lines).at(load(path).lines[-1].seq))
    assert run("verify", path).code == 0


def test_tab_completes_ctrl_c_clears_and_ctrl_d_leaves(record, tmp_path):
    path = tmp_path / "evening.jsonl"
    t = record(*NEW, path)
    for prompt, line in zip(
        ("market>", "farm>", "Ana hand>", "Bartek hand>"), SET_UP, strict=False
    ):
        t.at(prompt)
        t.enter(line)
    t.at("is the set-up right? [Y/n]")
    t.enter("")
    t.at("Bartek, starting token>")
    t.enter("claim red")
    t.at("Ana, starting token>")
    t.type("claim yel\x03")
    t.at("Ana, starting token>")
    t.type("cl\t")
    t.child.expect("claim")
    t.type(" gre\t")
    t.child.expect("green")
    t.enter("")
    t.at("Bartek, action>")
    assert load(path).lines[-2].data.colour == "green"
    t.enter("buy Y3")
    shown = t.at("Bartek, action>")
    assert tells(shown, "17 | 3 | OSA-14")
    assert tells(shown, "take R2")
    # pasted: what follows a fault is dropped
    t.enter("\x1b[200~take R2\ntake R2\nbuy Y5\ntake B3\x1b[201~")
    t.at("Bartek, action>")
    t.child.sendintr()
    t.at("Bartek, action>")
    t.child.sendcontrol("d")
    code, shown = t.end()
    assert code == 0
    assert f"{path}: 13 events, open" in shown
    assert [x.type for x in load(path).lines].count("took") == 2


def test_a_house_rule_and_the_end_at_a_terminal(record, run, tmp_path):
    path = tmp_path / "evening.jsonl"
    t = record("osaka", "--no-board", "--house-rule", "--out", path)
    t.at("players (2 to 4), in seat order>")
    t.enter("Ana")
    assert tells(t.at("players (2 to 4), in seat order>"), "2 | 4")
    t.enter("Ana, Bartek")
    t.at("market>")
    t.enter("\n".join((*SET_UP, "claim red", "claim blue", "buy Y3")))
    t.at("(OSA-14)? [y/N]")
    t.enter("y")
    t.at("market>")
    t.enter("B2 B2")
    t.at("farm>")
    t.enter("G2 G2 G2")
    t.at("Ana, action>")
    t.enter("abandon it is late")
    t.at("end the game unfinished? [y/N]")
    t.enter("y")
    t.at("Enter seals the log, undo goes back>")
    t.enter("")
    code, shown = t.end()
    assert (code, "sealed" in shown) == (0, True)
    result = run("verify", path)
    assert (result.code, tells(result.out, "OSA-14")) == (0, True)


def test_killed_again_and_again_it_has_lost_nothing_that_it_acknowledged(record, run, tmp_path):
    """The next question acknowledges a move: from then on it survives `kill -9`."""
    path = tmp_path / "evening.jsonl"

    def moves():
        assert run("verify", path).code == 0
        return [x.type for x in load(path).lines if x.type in ("claimed", "took", "bought")]

    t = record(*NEW, path)
    t.at("market>")
    t.enter("\n".join((*SET_UP, "claim red", "claim blue", "take R2")))
    t.at("Ana, action>")
    t.kill()  # at a prompt
    assert moves() == ["claimed", "claimed", "took"]

    t = record(path, "--no-board")
    assert "Bartek takes R2" in t.at("Ana, action>")
    t.enter("take R2")
    t.at("Bartek, action>")
    t.enter("take B3")
    t.kill()  # at work
    assert moves() in (["claimed"] * 2 + ["took"] * n for n in (2, 3))

    t = record(path, "--no-board")
    if len(moves()) == 4:
        t.at("Bartek, action>")
        t.enter("take B3")
    t.at("Ana, action>")
    t.enter("buy Y5 Y5")
    t.at("market>")
    t.enter("B2 B2")
    t.at("farm>")
    before = path.read_bytes()
    t.kill()  # inside a move: it is not in the log yet, but what was typed of it is kept
    assert path.read_bytes() == before
    assert moves() == ["claimed"] * 2 + ["took"] * 3

    t = record(path, "--no-board")
    assert tells(t.at("farm>"), "buy Y5 Y5")
    t.enter("pause")
    code, shown = t.end()
    assert (code, "buy Y5 Y5" in shown) == (1, True)

    t = record(path, "--no-board")
    t.at("farm>")
    t.enter("G2 G2 G2")
    t.at("Bartek, action>")
    t.enter("quit")
    assert t.end()[0] == 0
    assert moves() == ["claimed"] * 2 + ["took"] * 3 + ["bought"]
    assert [x.name for x in tmp_path.glob("[!.]*")] == ["evening.jsonl"]


def test_a_terminal_that_knows_only_text_gets_only_text(record, tmp_path):
    t = record("osaka", "--players", "Ana,Bartek", "--out", tmp_path / "x.jsonl", kind="dumb")
    for prompt, line in zip(
        ("market>", "farm>", "Ana hand>", "Bartek hand>"), SET_UP, strict=False
    ):
        t.child.expect_exact(f"{prompt} ")
        assert "\x1b" not in t.child.before
        t.child.send(f"{line}\n")
    t.child.expect_exact("is the set-up right? [Y/n] ")
    assert "\x1b" not in t.child.before
    t.child.send("\n")
    t.child.expect_exact("Bartek, starting token> ")
    t.child.send("\x04")
    code, shown = t.end()
    assert (code, "\x1b" in shown) == (0, False)


LOST = "would be lost"


@pytest.mark.parametrize("leave", ["pause", None], ids=["pause", "Ctrl-D"])
def test_a_set_up_is_thrown_away_only_if_one_says_so(record, tmp_path, leave):
    path = tmp_path / "evening.jsonl"
    t = record(*NEW, path)
    t.at("market>")
    t.enter(SET_UP[0])
    t.at("farm>")
    t.enter(leave) if leave else t.type("\x04")
    assert LOST in t.at("[y/N]")
    t.enter("")
    t.at("farm>")
    for line in SET_UP[1:4]:
        t.enter(line)
    t.at("[Y/n]")
    t.enter(leave) if leave else t.type("\x04")
    t.at("[y/N]")
    t.enter("y")
    code, _ = t.end()
    assert code == 1
    assert not path.exists()


def test_nothing_is_asked_where_nothing_would_be_lost(record, tmp_path):
    t = record(*NEW, tmp_path / "evening.jsonl")
    t.at("market>")
    t.type("\x04")
    code, shown = t.end()
    assert code == 1
    assert LOST not in shown


def test_the_question_for_names_helps_and_takes_semicolons(record, tmp_path):
    t = record("osaka", "--no-board", "--out", tmp_path / "evening.jsonl")
    question = "in seat order>"
    t.at(question)
    t.enter("?")
    assert "Ana, Bo" in t.at(question)
    t.enter("Ana Bartek")
    assert "Ana, Bartek" in t.at(question)
    t.enter("Ana Maria; Bartek")
    t.at("market>")
    for line in SET_UP[:2]:
        t.enter(line)
    t.at("Ana Maria hand>")
