"""Moves as people type them: `acquire YY-G Y`, `play UP2 Y>R`, `move C4 discard YY ? build Y`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ledger.sdk import (
    Command,
    Malformed,
    Word,
    apart,
    needs,
    nothing_more,
    read_number,
    read_verb,
    unknown,
)

from . import commands as c
from .box import CUBES, LETTERS
from .rules.cubes import LEVEL, NEXT
from .state import State

VERBS = {
    "embark": ("embark", "embarks", "start"),
    "acquire": ("acquire", "acquires", "a"),
    "play": ("play", "plays", "p"),
    "move": ("move", "moves", "m", "sail", "sails"),
    "stay": ("stay", "stays"),
    "rest": ("rest", "rests", "r"),
    "reward": ("reward", "rewards"),
    "market": ("market", "exchange"),
    "discard": ("discard", "discards", "d"),
    "pass": ("pass", "passes"),
}
BONUS = ("move", "hold", "vp")
PARTS = ("discard", "toll", "build", "market", "port")
"""What can follow the place of a move."""
_CUBE = {letter: name for name, letter in LETTERS.items()}


def read(s: State, seat: int, words: Sequence[Word]) -> Command:
    """Read a move; errors carry the column."""
    first = words[0]
    return _Line(s, seat, first, words[1:]).read(read_verb(first, VERBS))


class _Line:
    """The words behind a verb."""

    def __init__(self, s: State, seat: int, verb: Word, words: Sequence[Word]) -> None:
        self.s, self.seat, self.verb = s, seat, verb
        self.words = apart(words)

    def read(self, verb: str) -> Command:
        s, seat, words = self.s, self.seat, self.words
        if verb in ("rest", "pass"):
            self.only(0)
            if verb == "rest":
                return c.Rest(seat=seat)
            if s.phase == "market":
                return c.Decline(seat=seat)
            return c.Move(seat=seat, to=s.players[seat - 1].ship)  # CEN-A37
        if verb == "stay":
            return self.move(s.players[seat - 1].ship, words)
        if verb == "discard":
            return c.Discard(seat=seat, cubes=self.cubes(words))
        what = {"move": "a place", "embark": "a set of starting cubes", "market": "a number"}
        if not words:
            raise needs(self.verb, what.get(verb, "a card"))
        first, rest = words[0], words[1:]
        if verb == "move":
            return self.move(self.cell(first), rest)
        if verb == "market":
            self.only(1)
            return c.Exchange(seat=seat, times=read_number(first))
        if verb == "reward":
            self.only(1)
            if first.text.lower() in BONUS:
                return c.Reward(seat=seat, bonus=first.text.lower())
            return c.Reward(seat=seat, card=self.row_card(first))
        if verb == "acquire":
            return c.Acquire(seat=seat, card=self.row_card(first), pay=self.cubes(rest))
        if verb == "embark":
            self.only(2)
            if not rest:
                raise needs(first, "a place")
            name = _named(first, s.setup.sets, "set of starting cubes")
            return c.Embark(seat=seat, set=name, to=self.cell(rest[0]))
        return self.play(self.card(first), rest)

    def play(self, card: str, rest: list[Word]) -> Command:
        """Read `YY-G x2` or `UP2 Y>R Y>G`."""
        if s_steps := [w for w in rest if ">" in w.text]:
            steps = [step for w in s_steps for step in self.steps(w)]
            rest = [w for w in rest if w not in s_steps]
            nothing_more(rest)
            return c.Play(seat=self.seat, card=card, steps=tuple(steps))
        nothing_more(rest[1:])
        if not rest:
            return c.Play(seat=self.seat, card=card)
        number = Word(rest[0].text.lower().removeprefix("x"), rest[0].column)
        return c.Play(seat=self.seat, card=card, times=read_number(number))

    def steps(self, word: Word) -> list[str]:
        """Read `Y>R`, `YY>RR` or `Y>B`: the colours that are upgraded on the way."""
        before, _, after = word.text.partition(">")
        left, right = (self.cubes([Word(x, word.column)]) if x else () for x in (before, after))
        out = []
        for a, b in zip(left, right, strict=False):
            for cube in CUBES[LEVEL[a] : LEVEL[b]]:
                out.append(cube)
        up = all(LEVEL[a] < LEVEL[b] for a, b in zip(left, right, strict=False))
        if not left or len(left) != len(right) or not up:
            raise Malformed(
                f"{word.text!r} is no upgrade; write Y>R, YY>RR or Y>G", column=word.column
            )
        return out

    def move(self, to: str, words: list[Word]) -> Command:
        """Read `discard YY ? toll Y build YG market 2` or `discard UP2 port`."""
        parts: dict[str, list[Word]] = {}
        here: list[Word] | None = None
        for w in words:
            key = w.text.lower().rstrip(":")
            if key in PARTS:
                if key in parts:
                    say = f"{w.text!r} stands here twice; write all of it behind the first"
                    raise Malformed(say, column=w.column)
                here = parts[key] = []
            elif here is None:
                raise unknown(w, "part of a move", PARTS)
            else:
                here.append(w)
        played, hand = self.discards(parts.get("discard", []))
        times = 0
        if "market" in parts:
            nothing_more(parts["market"][1:])
            times = read_number(parts["market"][0]) if parts["market"] else 1
            if not times:
                say = "the market cannot be used 0 times; leave it out"
                raise Malformed(say, column=parts["market"][0].column)
        nothing_more(parts.get("port", []))
        return c.Move(
            seat=self.seat,
            to=to,
            hand=hand,
            played=played,
            toll=self.cubes(parts.get("toll", [])),
            build="build" in parts,
            pay=self.cubes(parts.get("build", [])),
            times=times,
            tile="port" in parts,
        )

    def discards(self, words: list[Word]) -> tuple[tuple[str, ...], tuple[str | None, ...]]:
        """Tell face-up cards from cards of the hand: nobody has one card twice."""
        up = self.s.players[self.seat - 1].played
        played: list[str] = []
        hand: list[str | None] = []
        for w in words:
            card = None if w.text == "?" else self.card(w)
            if card is not None and card in up and card not in played:
                played.append(card)
            else:
                hand.append(card)
        return tuple(played), tuple(hand)

    def only(self, n: int) -> None:
        """Refuse more words than mean something here."""
        nothing_more(self.words[n:])

    def cell(self, word: Word) -> str:
        """Read a place of the map."""
        return _named(word, self.s.setup.cells, "place of the map")

    def card(self, word: Word) -> str:
        """Read the name of a merchant card."""
        return _named(word, self.s.setup.cards, "merchant card")

    def row_card(self, word: Word) -> str:
        """Read a card of the row by its name or its place."""
        if word.text.isdecimal() and 1 <= (place := read_number(word)) <= len(self.s.row):
            return self.s.row[place - 1]
        return self.card(word)

    def cubes(self, words: Sequence[Word]) -> tuple[str, ...]:
        """Read `YYR`, `Y Y R` or `yellow`."""
        out: list[str] = []
        for w in words:
            if w.text.lower() in CUBES:
                out.append(w.text.lower())
                continue
            for i, letter in enumerate(w.text.upper()):
                if letter not in _CUBE:
                    say = f"{w.text!r} are no cubes; cubes are written as {', '.join(_CUBE)}"
                    raise Malformed(say, column=w.column + i)
                out.append(_CUBE[letter])
        return tuple(out)


def _named(word: Word, known: Any, what: str) -> str:
    text = word.text.lower()
    for name in known:
        if name.lower() == text:
            return str(name)
    raise unknown(word, what, known)


# --- writing --------------------------------------------------------------------------------


def write(x: Any) -> str:
    """Write a move."""
    kind = type(x)
    if kind is c.Acquire:
        return _line("acquire", x.card, *_cubes(x.pay))
    if kind is c.Play:
        times = () if x.times == 1 else (f"x{x.times}",)
        return _line("play", x.card, *times, *map(_step, x.steps))
    if kind is c.Move:
        return _write_move(x)
    if kind is c.Embark:
        return _line("embark", x.set, x.to)
    if kind is c.Reward:
        return _line("reward", x.card or x.bonus)
    if kind is c.Exchange:
        return _line("market", str(x.times))
    if kind is c.Discard:
        return _line("discard", *_cubes(x.cubes))
    return "rest" if kind is c.Rest else "pass"


def _step(cube: str) -> str:
    return f"{LETTERS.get(cube, cube)}>{LETTERS.get(NEXT.get(cube, ''), '?')}"


def _cubes(cubes: tuple[str, ...]) -> tuple[str, ...]:
    return ("".join(LETTERS.get(k, k) for k in cubes),) if cubes else ()


def _line(*words: str) -> str:
    return " ".join(words)


def _write_move(x: c.Move) -> str:
    words = ["move", x.to]
    cards = [card or "?" for card in x.hand] + list(x.played)
    if cards:
        words += ["discard", *cards]
    if x.toll:
        words += ["toll", *_cubes(x.toll)]
    if x.build:
        words += ["build", *_cubes(x.pay)]
    if x.times:
        words += ["market", str(x.times)]
    if x.tile:
        words.append("port")
    return _line(*words)
