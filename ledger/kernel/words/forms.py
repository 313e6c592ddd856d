"""The forms of a game's moves: declared once, for reading and writing."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from ledger.kernel.rules.command import Command

from .form_parts import Clause, FormPart, RestOfLine, keyword
from .move_writer import writer
from .typed_words import Word, apart, expect, needs, nothing_more, read_verb, unknown


class Clauses(NamedTuple):
    """Clauses that can follow in any order, each at most once; `what` is what one of them is
    called.
    """

    what: str
    known: Mapping[str, Clause]

    def read(self, s: Any, seat: int, words: Iterable[Word]) -> dict[str, Any]:
        """Parse all clauses."""
        lines: dict[str, RestOfLine] = {}
        for w in words:
            key = keyword(w)
            expect(key not in lines, w, self._again(w))
            if key in self.known:
                lines[key] = RestOfLine(w, [], {})
            elif not lines:
                raise unknown(w, self.what, self.known)
            else:
                lines[[*lines][-1]].words.append(w)
        said: dict[str, Any] = {}
        for key, line in lines.items():
            word, more = line.last, self.known[key].read(s, seat, line)
            expect(not said.keys() & more.keys(), word, self._again(word))
            if line.words:
                raise unknown(line.words[0], self.what, self.known)
            said |= more
        return said

    def _again(self, word: Word) -> str:
        if any(part.several for clause in self.known.values() for part in clause.parts):
            return f"{word.text!r} appears twice here; write it all after the first"
        return f"{word.text!r} is one too many: another word before it says the same"


class Form(NamedTuple):
    """How a command is written: other verbs, its parts in order, and clauses after them.

    `says` are fields whose values follow from the verb. `rest` reads what the parts leave over;
    `written` are parts that say how to write it, or `write` writes the whole command.
    """

    command: type[Command]
    also: tuple[str, ...] = ()
    parts: tuple[FormPart, ...] = ()
    rest: Callable[[Any, int, RestOfLine], Mapping[str, Any]] | None = None
    write: Callable[[Any], str] | None = None
    says: Mapping[str, Any] = {}
    clauses: Clauses | None = None
    written: tuple[FormPart, ...] = ()

    def check(self, line: RestOfLine) -> None:
        """Raise `Malformed` for a line that is too short, has a wrong keyword, or is too long."""
        keys = {part.key: part for part in self.parts if part.several}
        plain = [part for part in self.parts if not (part.several and part.key)]
        for part in plain[len(line.words) :]:
            if part.missing:
                raise needs(line.words[-1] if line.words else line.last, part.missing)
        for w in line.keys:
            if keyword(w) not in keys:
                nothing_more([w])
            if not line.behind[keyword(w)]:
                raise needs(w, keys[keyword(w)].missing)
        if self.rest is None and self.clauses is None and "" not in keys:
            nothing_more(line.words[len(plain) :])

    def read(self, s: Any, seat: int, line: RestOfLine) -> Command:
        """Parse the words after the verb."""
        said = {**self.says}
        for part in self.parts:
            field, read, missing, key, several, _ = part
            if several:
                words = line.behind.get(key, ()) if key else line.rest(missing)
                said[field] = part.values(s, words)
                continue
            if key:
                line.skip(key)
            if missing or line.words:
                said[field] = read(s, line.take(missing))
        if self.rest is not None:
            said |= self.rest(s, seat, line)
        if self.clauses is not None:
            said |= self.clauses.read(s, seat, line.rest())
        nothing_more(line.rest())
        return self.command(seat=seat, **said)

    def writer(self, verb: str) -> Callable[[Any], str]:
        """Return a function that writes the command with this verb."""
        known = self.clauses.known if self.clauses else {}
        said = {key: x.parts[0].read(None, Word(key, 1)) for key, x in known.items() if x.by_key}
        return self.write or writer(verb, self.parts + self.written, known, said)


class Notation:
    """The forms of a game's moves, by verb.

    A command is written in its first form, or in the one whose verb matches its fields. With
    `length_first`, a line that is too short or too long is refused before any of its words is read;
    a line with keywords is always checked like this. `meant` turns a command into the one that is
    meant in this state; it is passed the words as well.
    """

    def __init__(
        self,
        forms: dict[str, Form],
        *,
        length_first: bool = False,
        meant: Callable[[Any, Command, Sequence[Word]], Command] = lambda s, x, words: x,
    ) -> None:
        self.forms, self.length_first, self.meant = forms, length_first, meant
        self.spellings = {verb: (verb, *form.also) for verb, form in forms.items()}
        parts = [part for form in forms.values() for part in form.parts]
        self.keys = {part.key: part for part in parts if part.several and part.key}
        self.writers: dict[type, Callable[[Any], str]] = {}

    def read(self, s: Any, seat: int, words: Sequence[Word], names: Sequence[str] = ()) -> Command:
        """Parse a move; raise `Malformed`, with the column, if it can't be read.

        `names` are the players', for fields that are a `Seat`.
        """
        form = self.forms[read_verb(words[0], self.spellings)]
        own = form.clauses.known if form.clauses else {}
        keys = {k: part for k, part in self.keys.items() if k not in own} if own else self.keys
        line = RestOfLine(words[0], apart(words[1:]), keys, names)
        if self.length_first or line.keys:
            form.check(line)
        return self.meant(s, form.read(s, seat, line), words)

    def write(self, x: Any) -> str:
        """Return a move as it is typed."""
        write = self.writers.get(type(x))
        if write is None:
            write = self.writers[type(x)] = self._writer(type(x))
        return write(x)

    def _writer(self, command: type) -> Callable[[Any], str]:
        forms = [(verb, form) for verb, form in self.forms.items() if form.command is command]
        ways = [(form.says.items(), form.writer(verb)) for verb, form in forms]
        _, first = ways[0]
        if not any(says for says, _ in ways):
            return first

        def write(x: Any) -> str:
            for says, way in ways:
                if all(getattr(x, field) == value for field, value in says):
                    return way(x)
            return first(x)

        return write


def name_of(word: Word, known: Collection[str], what: str) -> str:
    """Return the known name that a word matches, ignoring case; raise `Unknown` if none."""
    if word.text in known:  # the usual spelling
        return word.text
    low = word.text.lower()
    for name in known:
        if name.lower() == low:
            return name
    raise unknown(word, what, known)


def name_in(table: str, what: str) -> Callable[[Any, Word], str]:
    """Return a function that reads a name from a table of the setup: `name_in("cards", "card")`."""
    return lambda s, word: name_of(word, getattr(s.setup, table), what)


def name_by_start(word: Word, known: Sequence[str], what: str, *also: str) -> str:
    """Return the known name that a word is, or the only one that starts with it.

    `also` are names that are accepted but not suggested. Raises `Unknown` if no name or several
    fit.
    """
    text = word.text.lower()
    hits = [name for name in (*known, *also) if name.startswith(text)]
    if text not in hits and len(hits) != 1:
        raise unknown(word, what, known)
    return text if text in hits else hits[0]
