"""Mistakes with which a game says something else than it does, planted in two games.

Each is found by the check, under its kind, and named by its cause.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import msgspec
import pytest

from common.examples import GAMES, changed
from common.paths import TESTS
from ledger.check.findings import Finding
from ledger.check.loading import Unloadable, load
from ledger.check.run import check_game

CROWNS = changed(
    (GAMES / "ledger_crowns.py").read_text("utf-8"), "players=(2, 3, 4)", "players=(2,)"
)
PIPS = (TESTS / "common" / "pips.py").read_text("utf-8")


class Lie(NamedTuple):
    """A part of a game's code, what stands there instead, and what is said of it.

    `words` are parts of the message that have to be there.
    """

    what: str
    code: str
    before: str
    after: str
    kind: str
    words: tuple[str, ...]
    elsewhere: bool = False
    """Whether only a process with another order of sets can find it."""


IMPORT = "from collections import Counter\n"
NEEDED = "import random\nimport time\nfrom ledger.sdk import Bot, Seat\n\nSEEN: list[object] = []\n"
HAND = "    return s.players[x.seat - 1].hand.possible(s.deck)\n"
ROLL = '    dice = d.chance.roll(s.setup.box.dice.faces, 2, "dice", x.seat, "PIP-02")\n'
DRAW = 'd.draw(d.state.deck, count, "hand", rule="CRO-02", seat=seat)'
DRAWN = "    s.players[x.seat - 1].hand.draw(s.deck, x.cards)\n"
KEPT = 'class Kept(SeatEvent):\n    """A die is kept."""\n\n'
CROWNS_BOT = '''class Wrong(Bot):
    """Plays what it doesn't have."""

    def choose(self, game: Game, state: State, seat: int, rng: object) -> Command:
        return Play(seat=seat, card="25")


GAME = Game(
    bots={"wrong": Wrong()},
'''
OTHERS = """    mine = s.players[x.seat - 1].hand.possible(s.deck)
    theirs = [int(c) for p in s.players for c in p.hand.cards if p is not s.players[x.seat - 1]]
    return [card for card in mine if int(card) < max(theirs, default=99)] or mine
"""

LIES = [
    # what is changed outside an event
    Lie("before the event, in a move", CROWNS, "    d.accept(x)\n",
        "    s.players[x.seat - 1].crowns += 1\n    d.accept(x)\n",
        "draft", ("players[0].crowns was changed outside an event", "play")),
    Lie("before the event, in a move", PIPS, "    d.accept(x, dice=tuple(dice))\n",
        "    s.players[x.seat - 1].pips += 1\n    d.accept(x, dice=tuple(dice))\n",
        "draft", ("players[0].pips was changed outside an event", "before Rolled")),
    Lie("between two events", CROWNS, "    d.accept(x)\n",
        "    d.accept(x)\n    s.players[x.seat - 1].crowns += 1\n",
        "draft", ("players[0].crowns was changed outside an event", "after Played and before")),
    Lie("after the last event", PIPS, "    d.accept(x, dice=tuple(dice))\n",
        "    d.accept(x, dice=tuple(dice))\n    s.players[x.seat - 1].pips += 1\n",
        "draft", ("players[0].pips was changed outside an event, after Rolled",)),
    Lie("between events, deep inside", PIPS, "    d.accept(x)\n    if",
        '    d.accept(x)\n    s.players[x.seat - 1].kept.append("6")\n    if',
        "draft", ("players[0].kept was changed outside an event",)),
    Lie("the turn, after the last event", CROWNS, "        d.emit(Turned(seat=next_seat(",
        "        s.leader = 1 - s.leader\n        d.emit(Turned(seat=next_seat(",
        "draft", ("leader was changed outside an event",)),
    Lie("while it is dealt", PIPS, "    d.emit(Turned(seat=1))\n",
        "    d.emit(Turned(seat=1))\n    d.state.players[0].pips = 1\n",
        "draft", ("players[0].pips was changed outside an event, after Turned",)),
    Lie("while it is dealt", CROWNS, "    d.emit(Turned(seat=1))\n",
        "    d.state.leader = 2\n    d.emit(Turned(seat=1))\n",
        "draft", ("leader was changed outside an event, after Dealt and before Turned",)),
    Lie("in what a field can be", PIPS, "    return s.rolled\n",
        '    s.players[0].kept.append("1")\n    return s.rolled\n',
        "draft", ("players[0].kept was changed outside an event",)),
    Lie("in what a field can be", CROWNS, HAND,
        "    s.leader += 1\n    return s.players[x.seat - 1].hand.possible(s.deck)\n",
        "draft", ("leader was changed outside an event",)),
    Lie("in asking whether it has ended", PIPS, "    done = all(",
        "    s.players[0].pips += 1\n    done = all(",
        "", ("players[0].pips was changed outside an event",)),
    Lie("in asking whether it has ended", CROWNS, "    return None if any(p.hand.size",
        "    s.leader += 1\n    return None if any(p.hand.size",
        "", ("leader was changed outside an event",)),
    Lie("one list for all players", PIPS, "[Player() for _ in range(setup.players)]",
        "[Player()] * setup.players", "draft", ("players[0]", "players[1]", "one and the same")),
    Lie("one player for all seats", CROWNS, "[Player() for _ in range(setup.players)]",
        "[Player()] * setup.players", "draft", ("players[0]", "players[1]", "one and the same")),
    # folds
    Lie("random in a fold", CROWNS, "    s.turn += 1\n",
        "    s.turn += 1\n    s.leader = random.randint(1, 10**9)\n",
        "random", ("`turned` calls random.randint",)),
    Lie("random in a fold, hidden well", PIPS, "    s.turn += 1\n",
        "    s.turn += 1\n    s.players[0].pips = getattr(random, 'randint')(1, 10**9)\n",
        "fold", ("the fold of Turned", "players[0].pips")),
    Lie("the clock in a fold", PIPS, "    s.turn += 1\n",
        "    s.turn += 1\n    s.players[0].pips = time.time_ns()\n",
        "random", ("`turned` calls time.time_ns",)),
    Lie("the clock in a fold, hidden well", CROWNS, "    s.turn += 1\n",
        "    s.turn += 1\n    s.leader = getattr(time, 'time_ns')()\n",
        "fold", ("the fold of Turned", "leader")),
    Lie("a fold that keeps count elsewhere", CROWNS, "    s.turn += 1\n",
        "    SEEN.append(x)\n    s.turn += 1\n    s.leader = len(SEEN)\n",
        "fold", ("the fold of Turned", "leader")),
    Lie("a fold that keeps count elsewhere", PIPS, "    s.turn += 1\n",
        "    SEEN.append(x)\n    s.turn += 1\n    s.players[0].pips = len(SEEN)\n",
        "fold", ("the fold of Turned", "players[0].pips")),
    Lie("a fold that changes the box", PIPS, "    s.turn += 1\n",
        '    s.turn += 1\n    s.setup.box.dice.prices["low"] += 1\n',
        "box", ("the fold of Turned changes setup.box",)),
    Lie("a fold that changes what is looked up", CROWNS, "    s.turn += 1\n",
        "    s.turn += 1\n    s.setup.players += 0\n    s.setup.box = [s.setup.box]\n",
        "box", ("the fold of Turned changes setup.box",)),
    Lie("a fold that keeps the event's tuple", PIPS, "    s.rolled = list(x.dice)\n",
        "    s.rolled = x.dice\n",
        "fold", ("the fold of Rolled", "tuple", "rolled", "list[str]")),
    Lie("a fold that keeps a tuple", CROWNS, "    s.gone += s.played.values()\n",
        "    s.gone = (*s.gone, *s.played.values())\n",
        "fold", ("the fold of Won", "tuple", "gone", "list[str]")),
    Lie("a typing error in a fold", CROWNS, "    s.turn += 1\n", "    s.turns += 1\n",
        "failure", ("turns",)),
    Lie("a typing error in a fold", PIPS, "    s.turn += 1\n", "    s.turns += 1\n",
        "failure", ("turns",)),
    Lie("a typing error in a move", CROWNS, "    if len(s.played) ==", "    if len(s.plaid) ==",
        "failure", ("plaid",)),
    Lie("a typing error in a move", PIPS, "s.setup.box.dice.faces, 2", "s.setup.box.dice.face, 2",
        "failure", ("face",)),
    Lie("no fold", CROWNS, "@FOLDS.on(Won)\n", "", "fold", ("no fold applies Won",)),
    Lie("no fold of a move's event", PIPS, "@FOLDS.on(Rolled)\n", "", "declaration", ("Rolled",)),
    Lie("two folds", CROWNS, "@FOLDS.on(Won)\n", "@FOLDS.on(Won)\n@FOLDS.on(Played)\n",
        "declaration", ("two functions apply Played",)),
    Lie("two folds", PIPS, "@FOLDS.on(Kept)\n", "@FOLDS.on(Kept)\n@FOLDS.on(Turned)\n",
        "declaration", ("two functions apply Turned",)),
    # chance
    Lie("random in a move", PIPS, ROLL,
        '    dice = [random.choice("123456"), random.choice("123456")]\n',
        "chance", ("Rolled.dice", "chance wasn't asked")),
    Lie("random in a move", CROWNS, "    if len(s.played) ==",
        "    random.random()\n    if len(s.played) ==", "random", ("`play` calls random.random",)),
    Lie("cards that nobody drew", CROWNS, DRAW,
        '("1", "2", "3", "4")', "chance", ("Dealt.cards", "chance wasn't asked")),
    Lie("other cards than were drawn", CROWNS, "d.emit(Dealt(seat=seat, cards=cards))",
        "d.emit(Dealt(seat=seat, cards=cards[::-1]))",
        "chance", ("Dealt.cards says", "but chance gave")),
    Lie("another die than was rolled", PIPS, "dice=tuple(dice)", 'dice=("6", *dice[1:])',
        "chance", ("Rolled.dice says", "but chance gave")),
    Lie("a result that no event says", PIPS, "    d.accept(x)\n    if",
        '    d.accept(x)\n    d.chance.roll("12", 1, "luck", x.seat, "PIP-02")\n    if',
        "chance", ("'luck'", "no event says")),
    Lie("a card that no event says", CROWNS, "    d.accept(x)\n",
        '    d.accept(x)\n    d.draw(s.deck, 1, "hand", rule="CRO-02", seat=x.seat)\n',
        "chance", ("'hand'", "no event says")),
    Lie("a slot of another name", PIPS, '2, "dice", x.seat', '2, "pips", x.seat',
        "chance", ("Rolled.dice is called 'dice'", "'pips'")),
    Lie("a slot of another name", CROWNS, 'count, "hand", rule', 'count, "cards", rule',
        "chance", ("Dealt.cards is called 'hand'", "'cards'")),
    Lie("a result of another seat", CROWNS, 'rule="CRO-02", seat=seat', 'rule="CRO-02", seat=1',
        "chance", ("Dealt.cards is of seat 2", "of seat 1")),
    Lie("a result of no seat", PIPS, '"dice", x.seat,', '"dice", None,',
        "chance", ("Rolled.dice is of seat 1", "of no seat")),
    Lie("a list for a tuple", PIPS, "dice=tuple(dice)", "dice=dice",
        "event", ("Rolled.dice is a list", "tuple")),
    Lie("a list for a tuple", CROWNS, "cards=cards)", "cards=list(cards))",
        "event", ("Dealt.cards is a list", "tuple")),
    Lie("an event with a list", PIPS, 'dice: Annotated[tuple[str, ...], rule("PIP-02"',
        'dice: Annotated[list[str], rule("PIP-02"',
        "declaration", ("Rolled.dice is a list", "never changes")),
    Lie("an event with a list", CROWNS, "cards: Annotated[tuple[str | None, ...], rule",
        "cards: Annotated[list[str | None], rule",
        "declaration", ("Dealt.cards is a list", "never changes")),
    Lie("an event with a number where it says text", PIPS, "d.accept(x)\n    if",
        "d.emit(Kept(seat=x.seat, die=int(x.die)))\n    if",
        "event", ("Kept isn't the same", "die")),
    # declarations
    Lie("a gap without a field", CROWNS, '"{name} plays {card}"', '"{name} plays {cart}"',
        "declaration", ("cart", "no such field")),
    Lie("a gap without a field", PIPS, '"{name} keeps {die}"', '"{name} keeps {dye}"',
        "declaration", ("dye", "no such field")),
    Lie("an unknown rule of a field", CROWNS, 'card: Annotated[str, rule("CRO-03")]',
        'card: Annotated[str, rule("CRO-33")]', "rule id", ("CRO-33",)),
    Lie("an unknown rule of a move", PIPS, '@move(Keep, "PIP-02"', '@move(Keep, "PIP-22"',
        "rule id", ("PIP-22",)),
    Lie("a rule without a colon", CROWNS, "CRO-04 A crown: The", "CRO-04 A crown. The",
        "rules", ("CRO-04", "a colon")),
    Lie("a rule without a colon", PIPS, "PIP-02 A turn: In", "PIP-02 A turn. In",
        "rules", ("PIP-02", "a colon")),
    Lie("an answer to no question", PIPS, 'answers="keep"', 'answers="keeps"',
        "declaration", ("Keep answers 'keeps'",)),
    Lie("an answer to no question", CROWNS, '@move(Play, "CRO-03", Played)',
        '@move(Play, "CRO-03", Played, answers="tern")', "declaration", ("Play answers 'tern'",)),
    Lie("an event without a choice", PIPS, f"{KEPT}    die:", f"{KEPT}    dye:",
        "declaration", ("die",)),
    Lie("no questions", CROWNS, 'Questions({"turn": "CRO-03"})', "Questions()",
        "declaration", ("who is asked what",)),
    Lie("no end", CROWNS, "            ended=ended,\n", "", "declaration", ("when does it end",)),
    Lie("no end", PIPS, "Ending(ended=ended, ", "Ending(", "declaration", ("when does it end",)),
    Lie("a default that isn't listed", PIPS, "die: Annotated[str, one_of(on_the_table)]",
        'die: Annotated[str, one_of(("1", "2", "3", "4", "5", "6"))] = "0"',
        "declaration", ("Keep.die is '0' by default",)),
    Lie("a default that isn't listed", CROWNS, "one_of(possible), chosen_from(\"hand\")]",
        "one_of(tuple(map(str, range(1, 25)))), chosen_from(\"hand\")] = \"0\"",
        "declaration", ("Play.card is '0' by default",)),
    Lie("a secret that all see", CROWNS, DRAW,
        'd.seen(d.state.deck, count, "hand", rule="CRO-02", seat=seat)',
        "secret", ("dealt, as a spectator sees it",)),
    Lie("a secret that all see", PIPS, 'd.draw(d.state.bag, 1, "token"',
        'd.seen(d.state.bag, 1, "token"', "secret", ("dealt, as a spectator sees it",)),
    Lie("a module of its own", CROWNS, "    d.accept(x)\n",
        "    d.accept(x)\n    from random import choice\n    choice([1, 2])\n",
        "random", ("`play` calls choice",)),
    Lie("a module of its own", PIPS, "    d.accept(x)\n    if",
        "    d.accept(x)\n    import random as r\n    r.random()\n    if",
        "random", ("`keep` calls r.random",)),
    Lie("a seat that isn't there", CROWNS, 'seat: Annotated[int, rule("CRO-04")]\n',
        'seat: Annotated[int, rule("CRO-04")]\n    of: Seat = 9\n', "seat", ("Won.of is seat 9",)),
    Lie("a seat that isn't there", PIPS, 'seat: Annotated[int, rule("PIP-02")]\n',
        'seat: Annotated[int, rule("PIP-02")]\n    of: Seat = 9\n', "seat", ("of is seat 9",)),
    Lie("an event that hides nothing", CROWNS, 'chance="hand", hidden=True)', 'chance="hand")',
        "mask", ("of which nothing is hidden",)),
    Lie("an event that hides nothing", PIPS, 'chance="token", hidden=True)', 'chance="token")',
        "mask", ("of which nothing is hidden",)),
    Lie("one of several", CROWNS, "card: Annotated[str, one_of(possible)",
        "card: Annotated[tuple[str, ...], one_of(possible)",
        "declaration", ("Play.card is a tuple", "some_of")),
    Lie("one of several", PIPS, "die: Annotated[str, one_of(on_the_table)]",
        "die: Annotated[tuple[str, ...], one_of(on_the_table)]",
        "declaration", ("Keep.die is a tuple", "some_of")),
    Lie("a hand of no pile", CROWNS, 'Annotated[Hand, hidden("deck"), resource("cards in hand")]',
        'Annotated[Hand, resource("cards in hand")]', "declaration", ("Player.hand", "which pile")),
    Lie("a hand of no pile", PIPS, 'Annotated[Hand, hidden("bag")]', "Hand",
        "declaration", ("Player.token", "which pile")),
    # questions and ends
    Lie("a misspelt phase", PIPS, '    s.phase = "keep"\n', '    s.phase = "kepe"\n',
        "question", ("the phase is 'kepe'",)),
    Lie("another misspelt phase", PIPS, '    s.rolled = []\n    s.phase = "roll"\n',
        '    s.rolled = []\n    s.phase = "rol"\n', "question", ("the phase is 'rol'",)),
    Lie("nothing that can be done", CROWNS, HAND,
        "    return []\n", "moves", ("seat 1 is asked but can't do anything",)),
    Lie("nothing that can be done", PIPS, "    return s.rolled\n", "    return []\n",
        "moves", ("seat 1 is asked but can't do anything",)),
    Lie("an end that nobody tells", PIPS, "        d.end()\n", "        d.emit(Turned(seat=1))\n",
        "end", ("goes on although it has ended (everybody has played)",)),
    Lie("an end that nobody tells", CROWNS, "        d.end()\n", "        d.emit(Turned(seat=1))\n",
        "end", ("goes on although it has ended (all hands are empty)",)),
    Lie("a piece that is lost", CROWNS, "    s.gone += s.played.values()\n", "",
        "pieces", ("Won", "-1")),
    Lie("a piece that is lost", PIPS, "    s.players[x.seat - 1].token.draw(s.bag, x.token)\n",
        "    s.bag.take(x.token[0])\n", "pieces", ("Dealt", "-1")),
    # secrets
    Lie("an event that shows a secret", CROWNS, 'chance="hand", hidden=True', 'chance="hand"',
        "mask", ("knows something else than its log",)),
    Lie("an event that shows a secret", PIPS, 'chance="token", hidden=True', 'chance="token"',
        "mask", ("knows something else than its log", "token")),
    Lie("a secret in a public field", PIPS,
        "    s.players[x.seat - 1].token.draw(s.bag, x.token)\n",
        "    s.players[x.seat - 1].token.draw(s.bag, x.token)\n    s.rolled = [str(x.token[0])]\n",
        "mask", ("knows something else than its log", "rolled")),
    Lie("a secret in a public field", CROWNS,
        DRAWN, f"{DRAWN}    s.leader = int(x.cards[0] or 0)\n",
        "mask", ("knows something else than its log", "leader")),
    Lie("moves that need others' hands", CROWNS,
        HAND, OTHERS,
        "secret", ("the legal moves of seat", "hidden from it")),
    Lie("moves that need others' tokens", PIPS, "    return s.rolled\n",
        '    return s.rolled[:1] if "red" in s.players[2 - x.seat].token.cards else s.rolled\n',
        "secret", ("seat 1", "can see")),
    # bots, and other processes
    Lie("a bot that plays what is refused", PIPS, "die=max(state.rolled)", 'die="7"',
        "bot", ("the bot highest plays `keep 7`, which is refused",)),
    Lie("a bot that plays what is refused", CROWNS, "GAME = Game(\n", CROWNS_BOT,
        "bot", ("the bot wrong plays `play 25`, which is refused",)),
    Lie("the order of a set", PIPS, "    return s.rolled\n",
        "    return list({*s.rolled})\n",  # of six faces: hardly ever in one order twice
        "order", ("another order in another process",), True),
    Lie("the order of a set", CROWNS, HAND,
        "    return list({*s.players[x.seat - 1].hand.possible(s.deck)})\n",
        "order", ("another order in another process",), True),
]  # fmt: skip


@pytest.fixture
def clean() -> Iterator[None]:
    known = set(sys.modules)
    yield
    for name in set(sys.modules) - known:
        if name.startswith("lie_"):
            del sys.modules[name]


def check(target: Path, *, elsewhere: bool) -> list[Finding]:
    try:
        return [
            x for game in load(str(target)) for x in check_game(game, elsewhere=elsewhere).problems
        ]
    except Unloadable as e:
        return [e.finding]


def checked_alone(target: Path) -> list[Finding]:
    """Return what `ledger check` finds in a process with an order of sets that is always the same.

    Here it can be the order of the other process by chance, or what a test left behind decides.
    """
    kept = {k: v for k, v in os.environ.items() if not k.startswith(("PYTHON", "LEDGER"))}
    done = subprocess.run(
        [sys.executable, "-m", "ledger.cli", "check", str(target), "--json"],
        env={**kept, "PYTHONHASHSEED": "0"},
        cwd=target.parent,
        capture_output=True,
        check=False,
    )
    assert done.returncode == 1, done
    return [
        msgspec.convert(problem, Finding)
        for line in done.stdout.splitlines()
        for problem in msgspec.json.decode(line)["problems"]
    ]


@pytest.mark.usefixtures("clean")
@pytest.mark.parametrize("number", range(len(LIES)), ids=[x.what for x in LIES])
def test_a_lie_is_found_and_its_cause_is_named(number: int, tmp_path: Path) -> None:
    lie = LIES[number]
    assert lie.code.count(lie.before) >= 1
    code = lie.code.replace(lie.before, lie.after, 1).replace(IMPORT, IMPORT + NEEDED, 1)
    target = tmp_path / f"lie_{number}.py"
    target.write_text(code, "utf-8")
    found = checked_alone(target) if lie.elsewhere else check(target, elsewhere=False)
    named = [x for x in found if lie.kind in ("", x.kind)]
    assert any(all(word in f"{x.message} {x.expected}" for word in lie.words) for x in named), found
    assert all(Path(x.file).name == target.name and x.line for x in found)


def test_there_are_enough_of_them_in_both_games() -> None:
    assert len(LIES) >= 51
    for code in (CROWNS, PIPS):
        assert sum(lie.code == code for lie in LIES) > 25


@pytest.mark.usefixtures("clean")
@pytest.mark.parametrize("code", [CROWNS, PIPS], ids=["crowns", "pips"])
def test_without_them_nothing_is_found(code: str, tmp_path: Path) -> None:
    target = tmp_path / "lie_none.py"
    target.write_text(code, "utf-8")
    assert check(target, elsewhere=True) == []
