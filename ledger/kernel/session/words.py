"""The words of a line of session notation: names, times, moves, quoting."""

from __future__ import annotations

import itertools
import json
import re
from collections.abc import Sequence
from typing import NoReturn

from ledger.kernel.errors import Ambiguous, Illegal, LedgerError, Malformed
from ledger.kernel.game.interface import Command, Game
from ledger.kernel.play.position import Position
from ledger.kernel.text.accents import unaccented

from .initials import foreign_hint, translated
from .suggest import Unknown, Word, did_you_mean, nearest, needs
from .waivers import take_waivers

KEYWORDS = ("undo", "result", "abandon", "adjust")
FOREIGN = {"cofnij": "undo", "wynik": "result", "annulla": "undo", "risultato": "result"}
"""Keywords as Poles and Italians may type them."""
HEADER = (
    *("game", "players", "colours", "rules", "option", "box"),
    *("id", "place", "round", "started", "at", "view"),
)
REMARK = "a remark begins with #"
_SIGN = re.compile(r"[^\w\"@?!]")
OVER = "the game is over"
_TOLD = 12
"""Legal moves that a hint lists."""
_SEARCHED = 400
"""Legal moves among which the one that was meant is looked for."""
_WIDE = {code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)}
"""Letters and digits as Asian keyboards write them, as wide as two."""
_WORD = re.compile(r'"(?:[^"\\]|\\.)*"|[^\s#]\S*')
_PLAIN_NAME = re.compile(r"[^\W\d][\w.'-]*(?: [\w.'-]+)*\Z")


def split_words(text: str, column: int = 1) -> tuple[list[Word], str | None]:
    """Cut a line into words and the comment behind `#`."""
    words: list[Word] = []
    at = 0
    while at < len(text):
        if text[at].isspace():
            at += 1
        elif text[at] == "#":
            return words, text[at + 1 :].strip()
        else:
            m = _WORD.match(text, at)
            if m is None:  # an opening quote without its end
                m = re.compile(r"\S+").match(text, at)
            assert m is not None  # noqa: S101
            words.append(Word(m.group(), column + at))
            at = m.end()
    return words, None


def in_english(word: Word, game: Game) -> Word:
    """Return the notation's own word for one that stands in a game's vocabulary."""
    bare = word.text.rstrip(",:")
    text = unaccented(bare)
    english = game.vocabulary.get(text) or FOREIGN.get(text)
    if english is None and text in (*KEYWORDS, *game.slots):
        english = bare
    return Word(english or word.text.translate(_WIDE), word.column)


def read_words(position: Position, seat: int, words: Sequence[Word]) -> Command:
    """Read a move; a colour's initial of another language is told what it is in the notation."""
    game = position.game
    try:
        return game.read(position.state, seat, words)
    except Unknown as e:
        word = next((w.text for w in words if w.column == e.column), "")
        e.hint = foreign_hint(game, word, e.known) or e.hint
        raise


def read_move(
    position: Position, text: str, seat: int | None = None, tail: str = ""
) -> tuple[Command, tuple[str, ...]]:
    """Read one typed move (`ledger do`): the player's name may be left out.

    `tail` is what was typed behind it: ` -> R G`.
    """
    game, asked = position.game, position.asked
    words, _ = split_words(text)
    found, rest = take_player(words, position.names)
    if not asked:
        raise Illegal(OVER)
    who = found or seat or asked[0].seat
    plain, waive = take_waivers([in_english(w, game) for w in rest], game)
    if not plain:
        e = needs(Word(text.rstrip(), 1), "a move")
        e.source, e.hint = text, hint(position, asked[0].seat)
        raise e
    try:
        return read_words(position, who, plain), waive
    except LedgerError as e:
        e.source = text + tail
        e.hint = hint(position, who, plain, e.hint, tail=tail)
        raise


def check_answer(position: Position, command: Command, column: int | None = None) -> None:
    """Refuse a command that does not answer the question asked now."""
    ask = position.asked[0]
    name = position.names[ask.seat - 1]
    if command.seat != ask.seat:
        say = f"it is {name} who is asked now ({ask.ask})"
        raise Illegal(say, rule=ask.rule, column=column)
    if not isinstance(command, position.game.answers[ask.ask]):
        say = f"{name} is asked something else now ({ask.ask})"
        raise Illegal(say, rule=ask.rule, column=column)


def take_player(words: list[Word], names: Sequence[str]) -> tuple[int | None, list[Word]]:
    """Take the player's name, or an unmistakable beginning of it, off the front of a line."""
    if not words:
        return None, words
    first = words[0]
    if first.text.startswith('"'):
        name = unescape(first.text)
        if name in names:
            return names.index(name) + 1, words[1:]
        no_player(Word(name, first.column), names)
    for spelt in (str.lower, unaccented):
        for count in range(len(words), 0, -1):
            name = spelt(" ".join(w.text for w in words[:count]).rstrip(":"))
            hits = [i for i, n in enumerate(names, 1) if spelt(n) == name]
            if len(hits) == 1:
                return hits[0], words[count:]
    short = unaccented(first.text.rstrip(":"))
    hits = [i for i, n in enumerate(names, 1) if unaccented(n).startswith(short)]
    if len(hits) > 1:
        which = ", ".join(names[i - 1] for i in hits)
        say = f"{first.text!r} could be {which}; write more of the name"
        raise Ambiguous(say, column=first.column)
    return (hits[0], words[1:]) if hits else (None, words)


def no_player(word: Word, names: Sequence[str]) -> NoReturn:
    """Refuse a name that nobody has."""
    raise Malformed(
        f"{word.text!r} is no player; the players are {', '.join(names)}",
        column=word.column,
        hint=did_you_mean(word.text, names) or (REMARK if _SIGN.match(word.text) else None),
    )


def hint(
    position: Position,
    seat: int,
    typed: Sequence[Word] = (),
    meant: str | None = None,
    *,
    tail: str = "",
) -> str | None:
    """Name the legal alternatives, the one that was probably meant first.

    `meant` is what is known already about the word that was meant; `tail` stands behind the move
    and was right.
    """
    game, moves = position.game, legal_moves(position, seat)
    text = " ".join(w.text for w in typed)
    parts_of_moves = {part for move in moves for part in move.split()}
    near = nearest(" ".join(translated(game, w.text, parts_of_moves) for w in typed), moves)
    if near is not None and near == text:  # the right move, too early
        near = f"{position.names[seat - 1]} {near}"
    parts = [f"did you mean `{near}{tail}`?" if near else meant or ""]
    if moves:
        more = "; …" if len(moves) > _TOLD else ""
        parts.append(f"legal here: {'; '.join(moves[:_TOLD])}{more}")
    return " ".join(x for x in parts if x) or None


def legal_moves(position: Position, seat: int) -> list[str]:
    """Return legal moves as they are typed, as many as are worth a search."""
    game = position.game
    moves = itertools.islice(game.legal(position.state, seat), _SEARCHED)
    return [game.write(command) for command in moves]


# --- names, texts, times --------------------------------------------------------------------


def read_list(text: str) -> list[str]:
    """Cut `Ana, "Bo, jr.", -` at its commas; quotes stay."""
    parts = re.finditer(r'\s*("(?:[^"\\]|\\.)*"|[^,]*)\s*(?:,|$)', text)
    return [m.group(1).strip() for m in parts]


def read_names(text: str) -> list[str]:
    """Read `Ana, "Bo, jr.", Celina`."""
    return [unescape(part) for part in read_list(text) if part]


def quote(name: str, game: Game, others: Sequence[str] = ()) -> str:
    """Write a player's name so that it can be read back, also beside the others."""
    low = name.lower()
    reserved = {*KEYWORDS, *game.slots, *HEADER}
    reserved |= {w for w, english in {**FOREIGN, **game.vocabulary}.items() if english in reserved}
    alike = [n for n in others if n != name and f"{n.lower()} ".startswith(f"{low} ")]
    if (
        _PLAIN_NAME.match(name)
        and not reserved & {*low.split(), *unaccented(name).split()}
        and not alike
    ):
        return name
    return json.dumps(name)


def escape(text: str) -> str:
    """Write a text so that it stays on its line."""
    quoted = json.dumps(text, ensure_ascii=False)
    plain = quoted == f'"{text}"' and text == text.strip()
    return text if plain else quoted


def unescape(text: str) -> str:
    """Read a text back."""
    text = text.strip()
    if text.startswith('"'):
        try:
            back = json.loads(text)
            return back if isinstance(back, str) else text
        except ValueError:
            pass
    return text
