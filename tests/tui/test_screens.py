"""A few golden screens that show different things, and laws that all screens obey."""

import random
import re
from pathlib import Path

import pytest
from rich.cells import cell_len

from common.fewest import fewest_win
from common.paths import REPLAYS
from ledger import Seeded, Table, installed, open_game
from ledger.kernel.log.events import Seat
from ledger.testing.effort import CAMPAIGN
from ledger.testing.golden import Screen
from ledger.tui.controller import Controller
from ledger.tui.drawing.layout import LEAST, plan
from ledger.tui.drawing.paint import Painter, plain_text
from ledger.tui.keys import BY_NAME
from ledger.tui.log_source import LogSource
from ledger.tui.model import Model
from ledger.tui.notes import add_note, side_file

from .conftest import GAMES

SIZES = ((80, 24), (120, 40), (200, 50))
OBEYED = re.compile("[\x00-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")


def texts(rows):
    return ["".join(c.text for c in row) for row in rows]


def exact(rows, width, height):
    """Each row is exactly as wide as the screen, and none obeys anybody."""
    assert len(rows) == height
    for text in texts(rows):
        assert cell_len(text) == width
        assert not OBEYED.search(text)


@pytest.mark.parametrize(
    ("name", "size", "viewer"),
    [
        pytest.param("century", (80, 24), 0, id="century-80x24-spectator"),
        pytest.param("century", (120, 40), None, id="century-120x40-open"),
        pytest.param("istanbul", (120, 40), None, id="istanbul-120x40-open"),
        pytest.param("klongs", (120, 40), None, id="klongs-120x40-open"),
        pytest.param("klongs", (200, 50), 2, id="klongs-200x50-seat2"),
        pytest.param("osaka", (80, 24), None, id="osaka-80x24-open"),
        pytest.param("splash", (120, 40), 1, id="splash-120x40-seat1"),
    ],
)
def test_golden(controller, snapshot, name, size, viewer):
    c = controller(name, viewer=viewer)
    c.move(c.model.last * 2 // 5)
    assert plain_text(c.show(*size).rows) == snapshot(extension_class=Screen)


def test_golden_ascii(controller, snapshot):
    assert ascii_screen(controller, "osaka") == snapshot(extension_class=Screen)


@pytest.mark.parametrize("name", GAMES)
def test_a_terminal_without_signs_gets_ascii(controller, name):
    assert ascii_screen(controller, name).isascii()


def ascii_screen(controller, name):
    c = controller(name, paint=Painter(ascii=True))
    c.move(c.model.last * 2 // 5)
    return plain_text(c.show(100, 36).rows)


def test_the_help_tells_what_the_signs_of_the_board_mean(controller):
    c = controller("istanbul")
    c.do("help")
    assert "a die that has been used" in plain_text(c.show(120, 60).rows)


def test_the_legend_stands_below_the_board_only_where_there_is_room(controller):
    c = controller("osaka")
    sign = "an insured good"
    assert sign in plain_text(c.show(120, 40).rows)
    assert sign not in plain_text(c.show(80, 24).rows)


@pytest.mark.parametrize("kind", ["help", "rule", "raw", "changes"])
def test_golden_overlay(controller, snapshot, kind):
    c = controller()
    c.move(140)
    c.do(kind)
    assert plain_text(c.show(100, 36).rows) == snapshot(extension_class=Screen)


@pytest.mark.parametrize("name", GAMES)
def test_any_size(controller, name):
    c = controller(name)
    c.move(100)
    for width in (1, 2, 7, 20, 39, 60, 81, 149, 150, 151, 320):
        for height in (1, 2, 3, 5, 6, 9, 17, 29, 30, 61):
            exact(c.show(width, height).rows, width, height)
    for viewer in c.model.viewers:
        c.model.look(viewer)
        for size in SIZES:
            exact(c.show(*size).rows, *size)


@pytest.mark.parametrize("lang", ["en", "pl", "it"])
def test_a_title_makes_room_for_how_to_scroll_the_board(model, lang):
    said = model("century", lang=lang).t("board: K scrolls back up")
    for width in (40, 44, 60, 80):
        (text,) = texts([Painter().heading("Century: Sand to Sea", width, said)])
        assert cell_len(text) == width
        assert text.endswith(f" {said} ─")
        assert "Cent" in text


def test_the_order_of_folding():
    """The table of the players, then turn numbers, then a part of the board; the ledger stays."""
    seen = []
    for height in range(60, 9, -1):
        p = plan(120, height, 20, 3)
        assert p.ledger.height >= (LEAST if p.players.height else LEAST - 2)
        seen.append((p.timeline.height == 2, p.players.height > 0, p.board.height == 20))
    assert list(dict.fromkeys(seen)) == [
        (True, True, True), (True, False, True), (False, False, True), (False, False, False),
    ]  # fmt: skip
    wide = plan(200, 50, 20, 3)
    assert (wide.ledger.x, wide.ledger.height, wide.players.height) == (125, 47, 4)


def test_what_is_ahead_is_dim_and_what_was_taken_back_is_struck(log):
    game = installed()["osaka"]
    rng = random.Random(1)
    table = Table.open(game, open_game(game, ["Ana", "Bartek"]), Seeded(1))
    start = table.head.seq
    for _ in range(3):
        table.do(game.rules.random_move(table.state, rng), Seeded(rng))
    gone = table.head.seq
    table.undo(start)
    c = Controller(Model(LogSource(log(data=table.bytes()))))
    c.move(start + 1)
    by_line = {}
    for row in c.show(120, 40).rows:
        text = "".join(x.text for x in row)
        if m := re.match(r".(?: {4}|  t\d) +(\d+) ", text):
            by_line[int(m[1])] = [x.style for x in row if x.style and len(x.text) > 8]
    assert any(x.strike for x in by_line[gone])
    assert not any(x.strike for x in by_line[start])
    c.move(1)
    rows = c.show(120, 40).rows
    assert sum("taken back" in t.lower() or "Taken back" in t for t in texts(rows)) >= 1


# --- hostile text ---------------------------------------------------------------------------------

HOSTILE = [
    "[bold red]A[/bold red]\x1b[31m",
    "\x1b]52;c;aGk=\x07\x1b[2J\u202eevil",
    "本当に長い日本語の名前" * 12,
    "👩‍👩‍👧‍👦👨🏽‍🚀" * 8 + "e" + "\u0301" * 60,
]


@pytest.fixture(scope="module", params=GAMES)
def hostile(request, tmp_path_factory):
    game = installed()[request.param]
    rng = random.Random(2)
    seats = [Seat(name=n) for n in HOSTILE[: game.meta.players[-1]]]
    table = Table.open(game, open_game(game, seats, place="\x1b[5m"), Seeded(2))
    table.note("\x1b[2J [/bold] \u202e \r\n\t" + "x" * 5000)
    while table.head.seq < 60 and not table.over:
        table.do(game.rules.random_move(table.state, rng), Seeded(rng))
    path = tmp_path_factory.mktemp("hostile") / f"h\x1b[31m-{request.param}.jsonl"
    path.write_bytes(table.bytes())
    add_note(side_file(path), 10, "\x1b[31m\u202e[/]" + "長" * 400)
    return path


@pytest.mark.parametrize(
    ("hostile", "ascii"),
    [
        *((name, False) for name in GAMES),
        *((name, True) for name in (GAMES if CAMPAIGN else ["splash"])),
    ],
    indirect=["hostile"],
    scope="module",
)
def test_hostile_names_and_notes(hostile, ascii):
    """Signs take the place of letters in the same way whatever the game."""
    c = Controller(Model(LogSource(hostile)), paint=Painter(ascii=ascii))
    c.work(60)
    for viewer in c.model.viewers:
        c.model.look(viewer)
        for pos, size in zip((10, c.model.last, 2), SIZES, strict=True):
            c.move(pos)
            exact(c.show(*size).rows, *size)
    c.do("search")
    c.prompts.paste("\x1b[31m\u202e" + "本" * 300)
    exact(c.show(80, 24).rows, 80, 24)


@pytest.mark.parametrize(
    "hostile", GAMES if CAMPAIGN else ["splash"], indirect=True, scope="module"
)
def test_every_key_at_any_size(hostile):
    """The terminal has another size after each key; every key at every size in a campaign."""
    c = Controller(Model(LogSource(hostile)))
    c.work(60)
    for i, key in enumerate(BY_NAME):
        c.press(key)
        c.screen.prompt = None
        for size in SIZES if CAMPAIGN else (SIZES[i % 3],):
            exact(c.show(*size).rows, *size)


@pytest.mark.parametrize("size", SIZES, ids=lambda c: f"{c[0]}x{c[1]}")
def test_a_game_of_ones_own_is_told_above_the_ledger(size, tmp_path):
    game = installed()["osaka"]
    limits = {**game.boxes.whole({})["limits"], "end_tokens": 2}
    opened = open_game(
        game,
        ["Ana", "Bartek"],
        options={"insurance_scope": "any"},
        box={"limits": limits},
    )
    table = Table.open(game, opened, Seeded(1))
    rng = random.Random(1)
    for _ in range(4):
        table.do(game.rules.random_move(table.state, rng), Seeded(1))
    path = tmp_path / "own.jsonl"
    path.write_bytes(table.bytes())
    shown = screen_of(path, size)
    (heading,) = [row for row in shown.splitlines() if "─ Traders of Osaka" in row]
    assert "own box, insurance_scope=any" in heading
    exact(Controller(Model(LogSource(path))).show(*size).rows, *size)


@pytest.mark.parametrize("size", SIZES, ids=lambda c: f"{c[0]}x{c[1]}")
def test_a_log_without_its_seal_says_how_to_go_on(size, log, monkeypatch):
    whole = log()
    monkeypatch.chdir(whole.parent)
    closed = Path("closed.jsonl")
    closed.write_bytes(b"".join(whole.read_bytes().splitlines(keepends=True)[:-1]))
    assert "ledger record closed.jsonl" in screen_of(closed, size, "end")
    assert "ledger record" not in screen_of(closed, size)
    assert "ledger record" not in screen_of(whole, size, "end")


def screen_of(path, size, *keys):
    """Return the screen of a log after some keys."""
    source = LogSource(path)
    source.read_all()
    c = Controller(Model(source))
    c.work(60)
    for key in keys:
        c.press(key)
        c.work(60)
    return plain_text(c.show(*size).rows)


def test_a_game_in_which_the_fewest_points_win_says_so(controller, monkeypatch):
    words = "fewest points win"
    assert words not in plain_text(controller().show(120, 40).rows)
    fewest_win(monkeypatch)
    assert words in plain_text(controller().show(120, 40).rows)


@pytest.mark.parametrize("size", [(80, 24), (60, 20), (100, 16)])
@pytest.mark.parametrize("name", ["century", "istanbul", "klongs", "osaka"])
def test_the_player_on_turn_is_in_sight(name, size):
    """With three players and little room the board is moved, not the player's panel cut off."""
    path = REPLAYS / f"{name}-3p.jsonl"
    source = LogSource(path)
    source.read_all()
    c = Controller(Model(source))
    for part in range(1, 9):
        c.move(source.group_end(c.model.last * part // 10))
        asked = c.model.answering()
        shown = plain_text(c.show(*size).rows)
        for seat in asked[:1]:
            assert re.search(rf"[╭┏][─━]+ (▶ )?{seat} {c.model.names[seat - 1]}", shown)
