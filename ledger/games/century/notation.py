"""Moves as they are typed: `acquire YY-G Y`, `play UP2 Y>R`, `move C4 discard YY ? build Y`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ledger.sdk import Command, Message
from ledger.sdk.kit import (
    Clause,
    Clauses,
    Form,
    FormPart,
    Notation,
    RestOfLine,
    Word,
    expect,
    lacking,
    name_in,
    nothing_more,
    read_number,
)

from . import commands as c
from .box import BONUS, CUBES, LETTERS
from .rules.cubes import LEVEL, NEXT
from .state import State

_CUBE = {letter: name for name, letter in LETTERS.items()}


_card = name_in("cards", "merchant card")


def _row_card(s: State, word: Word) -> str:
    """Read a card in the row, given by name or by place."""
    if not word.text.isdecimal():
        return _card(s, word)
    place = read_number(word)
    there = len(s.row)
    say = Message("the row has {cards} cards, so it has no place {place}", cards=there, place=place)
    expect(1 <= place <= there, word, say)
    return s.row[place - 1]


def _cubes(s: State, word: Word) -> list[str]:
    """Read `YYR` or `yellow`."""
    if word.text.lower() in CUBES:
        return [word.text.lower()]
    letters = ", ".join(_CUBE)
    say = Message(
        "{text!r} isn't a list of cubes; cubes are written as {letters}",
        text=word.text,
        letters=letters,
    )
    for at, letter in enumerate(word.text.upper(), word.column):
        expect(letter in _CUBE, Word(letter, at), say)
    return [_CUBE[letter] for letter in word.text.upper()]


def _reward(s: State, seat: int, line: RestOfLine) -> dict[str, str]:
    word = line.take("a card")
    nothing_more(line.rest())
    bonus = word.text.lower()
    return {"bonus": bonus} if bonus in BONUS else {"card": _row_card(s, word)}


def _play(s: State, seat: int, line: RestOfLine) -> dict[str, Any]:
    """Read `YY-G x2` or `UP2 Y>R Y>G`."""
    words = line.rest()
    if upgrades := [w for w in words if ">" in w.text]:
        steps = tuple(step for w in upgrades for step in _steps(s, w))
        nothing_more([w for w in words if ">" not in w.text])
        return {"steps": steps}
    nothing_more(words[1:])
    numbers = [Word(w.text.lower().removeprefix("x"), w.column) for w in words]
    return {"times": read_number(numbers[0])} if numbers else {}


def _steps(s: State, word: Word) -> list[str]:
    """Read `Y>R`, `YY>RR` or `Y>B`; return the colour of the cube before each step."""
    before, _, after = word.text.partition(">")
    left, right = (_cubes(s, Word(x, word.column)) for x in (before, after))
    ways = [CUBES[LEVEL[a] : LEVEL[b]] for a, b in zip(left, right, strict=False)]
    up = left and len(left) == len(right) and all(ways)
    say = Message("{text!r} isn't an upgrade; write Y>R, YY>RR or Y>G", text=word.text)
    expect(up, word, say)
    return [cube for way in ways for cube in way]


def _discards(s: State, seat: int, line: RestOfLine) -> dict[str, Any]:
    """Read the cards to discard, and sort them into face-up cards and cards from the hand.

    This is unambiguous because no player has two copies of a card.
    """
    cards = [None if w.text == "?" else _card(s, w) for w in line.rest()]
    played = [x for x in dict.fromkeys(cards) if x in s.players[seat - 1].played]
    return {"hand": tuple(lacking(played, cards)), "played": tuple(played)}


def _market(s: State, seat: int, line: RestOfLine) -> dict[str, int]:
    """Read how many times the market is used; without a number, that is once."""
    words = line.rest()
    nothing_more(words[1:])
    times = read_number(words[0]) if words else 1
    expect(times, line.last, Message("the market can't be used 0 times; leave it out"))
    return {"times": times}


def _port(s: State, seat: int, line: RestOfLine) -> dict[str, bool]:
    nothing_more(line.rest())
    return {"tile": True}


def _stay(s: State, seat: int, line: RestOfLine) -> dict[str, str]:
    return {"to": s.players[seat - 1].ship}


def _write_play(x: c.Play) -> str:
    times = [] if x.times == 1 else [f"x{x.times}"]
    steps = (f"{LETTERS.get(k, k)}>{LETTERS.get(NEXT.get(k, ''), '?')}" for k in x.steps)
    return " ".join(["play", x.card, *times, *steps])


SET = FormPart("set", name_in("sets", "set of starting cubes"), "a set of starting cubes")
TO = FormPart("to", name_in("cells", "place on the map"), "a place")
CARD, ROW_CARD = FormPart("card", _card, "a card"), FormPart("card", _row_card, "a card")
PAY = FormPart(
    "pay", _cubes, several=True, write=lambda cubes: "".join(map(LETTERS.get, cubes, cubes))
)
TIMES = FormPart("times", lambda s, word: read_number(word), "a number", write=str)
HAND = FormPart("hand", several=True, write=lambda cards: " ".join([x or "?" for x in cards]))
FOLLOWS = {
    "discard": Clause((HAND, FormPart("played", several=True, write=" ".join)), _discards),
    "toll": Clause((PAY._replace(field="toll"),)),
    "build": Clause((FormPart("build", lambda s, word: True), PAY)),
    "market": Clause((TIMES,), _market),
    "port": Clause((FormPart("tile", lambda s, word: True),), _port),
}
"""The clauses that can follow the destination of a move."""
MOVE = Clauses("part of a move", FOLLOWS)
FORMS = {
    "embark": Form(c.Embark, ("embarks", "start"), (SET, TO)),
    "acquire": Form(c.Acquire, ("acquires", "a"), (ROW_CARD, PAY)),
    "play": Form(c.Play, ("plays", "p"), (CARD,), rest=_play, write=_write_play),
    "move": Form(c.Move, ("moves", "m", "sail", "sails"), (TO,), clauses=MOVE),
    "stay": Form(c.Move, ("stays",), rest=_stay, clauses=MOVE),
    "rest": Form(c.Rest, ("rests", "r")),
    "reward": Form(
        c.Reward, ("rewards",), rest=_reward, written=(FormPart("card"), FormPart("bonus"))
    ),
    "market": Form(c.Exchange, ("exchange",), (TIMES,)),
    "discard": Form(c.Discard, ("discards", "d"), (PAY._replace(field="cubes"),)),
    "pass": Form(c.Decline, ("passes",)),
}


def _meant(s: State, move: Command, words: Sequence[Word]) -> Command:
    """Take passing as staying put if there is no market to decline (CEN-A37)."""
    stays = isinstance(move, c.Decline) and s.phase != "market"
    return c.Move(seat=move.seat, to=s.players[move.seat - 1].ship) if stays else move


NOTATION = Notation(FORMS, length_first=True, meant=_meant)
