"""Moves as people type them: `acquire YY-G Y`, `play UP2 Y>R`, `move C4 discard YY ? build Y`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
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
ALONE = ("stay", "rest", "discard", "pass")
"""Verbs that nothing needs to follow."""
NEEDS = {"embark": "a set of starting cubes", "move": "a place", "market": "a number"}
"""What must follow the others, if it is not a card."""
MOST = {"embark": 2, "rest": 0, "reward": 1, "market": 1, "pass": 0}
"""How many words can follow a verb, where more would mean nothing."""
BONUS = ("move", "hold", "vp")
PARTS = ("discard", "toll", "build", "market", "port")
"""What can follow the place of a move."""
_CUBE = {letter: name for name, letter in LETTERS.items()}


def read(s: State, seat: int, words: Sequence[Word]) -> Command:
    """Read a move; errors carry the column."""
    verb, words = read_verb(words[0], VERBS), [words[0], *apart(words[1:])]
    if verb not in ALONE and not words[1:]:
        raise needs(words[0], NEEDS.get(verb, "a card"))
    nothing_more(words[1 + MOST.get(verb, len(words)) :])
    if verb == "rest":
        return c.Rest(seat=seat)
    if verb == "pass" and s.phase == "market":
        return c.Decline(seat=seat)
    if verb in ("pass", "stay"):  # CEN-A37
        return _move(s, seat, s.players[seat - 1].ship, words[1:])
    if verb == "discard":
        return c.Discard(seat=seat, cubes=_cubes(words[1:]))
    first, rest = words[1], words[2:]
    if verb == "move":
        return _move(s, seat, _cell(s, first), rest)
    if verb == "play":
        return _play(seat, _card(s, first), rest)
    if verb == "acquire":
        return c.Acquire(seat=seat, card=_row_card(s, first), pay=_cubes(rest))
    if verb == "market":
        return c.Exchange(seat=seat, times=read_number(first))
    if verb == "embark":
        if not rest:
            raise needs(first, "a place")
        name = _named(first, s.setup.sets, "set of starting cubes")
        return c.Embark(seat=seat, set=name, to=_cell(s, rest[0]))
    if first.text.lower() in BONUS:
        return c.Reward(seat=seat, bonus=first.text.lower())
    return c.Reward(seat=seat, card=_row_card(s, first))


def _play(seat: int, card: str, words: Sequence[Word]) -> Command:
    """Read `YY-G x2` or `UP2 Y>R Y>G`."""
    upgrades = [w for w in words if ">" in w.text]
    if upgrades:
        steps = tuple(step for w in upgrades for step in _steps(w))
        nothing_more([w for w in words if w not in upgrades])
        return c.Play(seat=seat, card=card, steps=steps)
    nothing_more(words[1:])
    numbers = [Word(w.text.lower().removeprefix("x"), w.column) for w in words]
    return c.Play(seat=seat, card=card, times=read_number(numbers[0]) if numbers else 1)


def _steps(word: Word) -> list[str]:
    """Read `Y>R`, `YY>RR` or `Y>B`: the colours that are upgraded on the way."""
    before, _, after = word.text.partition(">")
    left, right = (_cubes([Word(x, word.column)]) for x in (before, after))
    ways = [CUBES[LEVEL[a] : LEVEL[b]] for a, b in zip(left, right, strict=False)]
    if not left or len(left) != len(right) or not all(ways):
        say = f"{word.text!r} is not an upgrade; write Y>R, YY>RR or Y>G"
        raise Malformed(say, column=word.column)
    return [cube for way in ways for cube in way]


def _move(s: State, seat: int, to: str, words: Sequence[Word]) -> Command:
    """Read `discard YY ? toll Y build YG market 2` or `discard UP2 port`."""
    parts: dict[str, list[Word]] = {}
    here: list[Word] = []
    for w in words:
        key = w.text.lower().rstrip(":")
        if key in parts:
            say = f"{w.text!r} appears twice here; write it all after the first"
            raise Malformed(say, column=w.column)
        if key in PARTS:
            here = parts[key] = []
        elif not parts:
            raise unknown(w, "part of a move", PARTS)
        else:
            here.append(w)
    played, hand = _discards(s, seat, parts.get("discard", []))
    market = parts.get("market", [])
    nothing_more(market[1:])
    times = read_number(market[0]) if market else int("market" in parts)
    if market and not times:
        say = "the market cannot be used 0 times; leave it out"
        raise Malformed(say, column=market[0].column)
    nothing_more(parts.get("port", []))
    return c.Move(
        seat=seat,
        to=to,
        hand=hand,
        played=played,
        toll=_cubes(parts.get("toll", [])),
        build="build" in parts,
        pay=_cubes(parts.get("build", [])),
        times=times,
        tile="port" in parts,
    )


def _discards(s: State, seat: int, words: list[Word]) -> tuple[c.Words, tuple[str | None, ...]]:
    """Tell face-up cards from cards of the hand: nobody has one card twice."""
    played: list[str] = []
    hand: list[str | None] = []
    for w in words:
        card = None if w.text == "?" else _card(s, w)
        if card is not None and card in s.players[seat - 1].played and card not in played:
            played.append(card)
        else:
            hand.append(card)
    return tuple(played), tuple(hand)


def _cell(s: State, word: Word) -> str:
    return _named(word, s.setup.cells, "place of the map")


def _card(s: State, word: Word) -> str:
    return _named(word, s.setup.cards, "merchant card")


def _row_card(s: State, word: Word) -> str:
    """Read a card of the row by its name or its place."""
    if word.text.isdecimal() and 1 <= (place := read_number(word)) <= len(s.row):
        return s.row[place - 1]
    return _card(s, word)


def _cubes(words: Sequence[Word]) -> tuple[str, ...]:
    """Read `YYR`, `Y Y R` or `yellow`."""
    out: list[str] = []
    for w in words:
        if w.text.lower() in CUBES:
            out.append(w.text.lower())
            continue
        for i, letter in enumerate(w.text.upper()):
            if letter not in _CUBE:
                say = f"{w.text!r} are not cubes; cubes are written as {', '.join(_CUBE)}"
                raise Malformed(say, column=w.column + i)
            out.append(_CUBE[letter])
    return tuple(out)


def _named(word: Word, known: Iterable[str], what: str) -> str:
    for name in known:
        if name.lower() == word.text.lower():
            return name
    raise unknown(word, what, known)


# --- writing --------------------------------------------------------------------------------


def write(x: Any) -> str:
    """Write a move."""
    return " ".join(WRITE[type(x)](x))


def _write_move(x: c.Move) -> list[str]:
    words = ["move", x.to]
    if x.hand or x.played:
        words += ["discard", *(card or "?" for card in x.hand), *x.played]
    if x.toll:
        words += ["toll", *_letters(x.toll)]
    if x.build:
        words += ["build", *_letters(x.pay)]
    if x.times:
        words += ["market", str(x.times)]
    return [*words, "port"] if x.tile else words


def _write_play(x: c.Play) -> list[str]:
    times = [] if x.times == 1 else [f"x{x.times}"]
    steps = (f"{LETTERS.get(k, k)}>{LETTERS.get(NEXT.get(k, ''), '?')}" for k in x.steps)
    return ["play", x.card, *times, *steps]


def _letters(cubes: tuple[str, ...]) -> list[str]:
    return ["".join(LETTERS.get(k, k) for k in cubes)] if cubes else []


WRITE: dict[type, Callable[[Any], list[str]]] = {
    c.Embark: lambda x: ["embark", x.set, x.to],
    c.Acquire: lambda x: ["acquire", x.card, *_letters(x.pay)],
    c.Play: _write_play,
    c.Move: _write_move,
    c.Rest: lambda x: ["rest"],
    c.Reward: lambda x: ["reward", x.card or x.bonus],
    c.Exchange: lambda x: ["market", str(x.times)],
    c.Decline: lambda x: ["pass"],
    c.Discard: lambda x: ["discard", *_letters(x.cubes)],
}
