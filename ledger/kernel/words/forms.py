"""How a game's moves are written: declared once, by which they are read and written."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from ledger.kernel.rules.command import Command

from .form_parts import Clause, FormPart, RestOfLine, keyword
from .move_writer import writer
from .typed_words import Word, apart, expect, needs, nothing_more, read_verb, unknown


class Clauses(NamedTuple):
    """What may follow in any order, by keywords, each once; `what` is such a thing called."""

    what: str
    known: Mapping[str, Clause]

    def read(self, s: Any, seat: int, words: Iterable[Word]) -> dict[str, Any]:
        """Read what follows."""
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
    """How a command is written: other verbs, its parts in their order, and what may follow them.

    `says` are fields whose values the verb says. `rest` reads what the parts leave in the line; the
    parts in `written` say how that is written, or `write` writes the whole command.
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
        """Refuse a line that is too short, has a wrong keyword, or is too long."""
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
        """Read the words behind the verb."""
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
        """Return what writes its command with a verb."""
        known = self.clauses.known if self.clauses else {}
        said = {key: x.parts[0].read(None, Word(key, 1)) for key, x in known.items() if x.by_key}
        return self.write or writer(verb, self.parts + self.written, known, said)


class Notation:
    """The forms of a game's moves by their verbs.

    A command is written by its first form, or by the one whose verb says what the command has.

    `length_first` refuses a line that is too short or too long before any word of it is read; one
    with keywords is always looked at so. `meant` turns a command that was read into the one that
    is meant in this state; it is given the words, too.
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

    def read(self, s: Any, seat: int, words: Sequence[Word]) -> Command:
        """Read a move; errors carry the column."""
        form = self.forms[read_verb(words[0], self.spellings)]
        own = form.clauses.known if form.clauses else {}
        keys = {k: part for k, part in self.keys.items() if k not in own} if own else self.keys
        line = RestOfLine(words[0], apart(words[1:]), keys)
        if self.length_first or line.keys:
            form.check(line)
        return self.meant(s, form.read(s, seat, line), words)

    def write(self, x: Any) -> str:
        """Write a move."""
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
    """Return the known name that a word is, in capitals or not."""
    if word.text in known:  # as it is mostly typed
        return word.text
    low = word.text.lower()
    for name in known:
        if name.lower() == low:
            return name
    raise unknown(word, what, known)


def name_in(table: str, what: str) -> Callable[[Any, Word], str]:
    """Return what reads a name of those in a table of the set-up: `name_in("cards", "card")`."""
    return lambda s, word: name_of(word, getattr(s.setup, table), what)


def name_by_start(word: Word, known: Sequence[str], what: str, *also: str) -> str:
    """Return the one known name that starts like a word; `also` are names that need no mention."""
    text = word.text.lower()
    hits = [name for name in (*known, *also) if name.startswith(text)]
    if text not in hits and len(hits) != 1:
        raise unknown(word, what, known)
    return text if text in hits else hits[0]
