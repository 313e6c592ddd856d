"""Texts for people as data: a template, which the catalogues translate, and values for its gaps.

    raise Malformed("{word!r} isn't a card", word=word)
    d.need("OSA-14", paid >= cost, "the Market costs {cost}, but you paid {paid}", cost=5, paid=3)

It becomes a sentence only when it is shown: `str` gives the English one, which programs get, and
`ledger.kernel.narration.messages` translates the template. So no code ever has to parse a finished
sentence.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from typing import Any

LONGEST = 10_000
"""How many characters of a message from a game's code are shown."""
_DEEPEST = 8
"""How deeply messages from outside may be nested."""
_GAP = re.compile(r"{(\w+)(!r)?(?::([^{}|]{1,4}))?}|({{|}})")


class Message:
    """A template with gaps such as `{word}`, `{word!r}` or `{count:,}`, and their values.

    A value can be a message itself. Without values, the template is the finished text; with values,
    `{{` and `}}` are literal braces. A gap without a value is left as it is.
    """

    __slots__ = ("template", "values")

    def __init__(self, template: str, /, **values: object) -> None:
        self.template = template
        self.values: Mapping[str, object] = values

    def __str__(self) -> str:
        return fill(self.template, self.values, str)

    def __repr__(self) -> str:
        return f"Message({self.template!r}, **{self.values!r})"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Message):
            return NotImplemented
        return (self.template, self.values) == (other.template, other.values)

    def __hash__(self) -> int:
        return hash(self.template)

    @classmethod
    def join(cls, separator: str, texts: Iterable[Text]) -> Message:
        """Join several texts into one message, with a separator between them."""
        values = {f"part{n}": text for n, text in enumerate(texts, 1)}
        return cls(separator.join(f"{{{name}}}" for name in values), **values)

    def to_data(self) -> dict[str, Any]:
        """Return the message in a form that JSON can hold, without values that no gap shows."""
        values = {name: self.values[name] for name in self._names() if name in self.values}
        return {"template": self.template, "values": {k: _plain(x) for k, x in values.items()}}

    def to_plain(self) -> Message:
        """Return the message with text and numbers as its only values, and not too long.

        Showing the result runs no code of others, whatever the values were.
        """
        said = _bounded(str(self))
        if len(self.template) <= LONGEST:
            plain = Message(_bounded(self.template))
            plain.values = {
                name: value.to_plain() if isinstance(value, Message) else _bounded(_plain(value))
                for name, value in self.values.items()
            }
            with suppress(ValueError):  # a number that was formatted is text now
                if str(plain) == said:
                    return plain
        return Message(said)

    @classmethod
    def from_data(cls, data: Any) -> Message:
        """Return a message from the output of `to_data`.

        Raises `ValueError` if it is anything else, or nested too deeply.
        """
        return cls._from(data, _DEEPEST)

    @classmethod
    def _from(cls, data: Any, depth: int) -> Message:
        match data:
            case {"template": str(template), "values": {**values}} if depth and len(data) == 2:
                made = cls(template)
                made.values = {
                    str(k): cls._from(x, depth - 1) if isinstance(x, dict) else _simple(x)
                    for k, x in values.items()
                }
                return made
        raise ValueError("this isn't a message")

    def _names(self) -> list[str]:
        return [found[0] for found in _GAP.findall(self.template) if found[0]]


def _plain(value: object) -> object:
    if isinstance(value, Message):
        return value.to_data()
    return value if isinstance(value, str | int | float | None) else str(value)


def _bounded(value: Any) -> Any:
    """Return a text cut to a length that can be shown, and in characters that can be written."""
    if not isinstance(value, str):
        return value
    return str(value)[:LONGEST].encode(errors="backslashreplace").decode()


def _simple(value: object) -> object:
    if isinstance(value, str | int | float | None):
        return value
    raise ValueError("this isn't a value of a message")


Text = str | Message
"""A text of ours, or one that is already data, such as a sentence sent by a server."""


def as_message(text: Text, values: Mapping[str, object]) -> Message:
    """Return a text and its values as a message; one that is already a message is unchanged."""
    return text if isinstance(text, Message) else Message(text, **values)


def values_of(text: Text) -> Iterator[object]:
    """Yield the values in the gaps of a message, in order, including those of nested messages."""
    if isinstance(text, Message):
        for name in text._names():
            value = text.values.get(name)
            if isinstance(value, Message):
                yield from values_of(value)
            elif value is not None:
                yield value


def fill(template: str, values: Mapping[str, object], say: Callable[[Message], str]) -> str:
    """Fill the gaps in a template; `say` puts values that are messages into words."""
    if not values:
        return template

    def value(gap: re.Match[str]) -> str:
        name, quoted, form, brace = gap.groups()
        if brace:
            return str(brace[0])
        if name not in values:
            return gap[0]
        found = values[name]
        if isinstance(found, Message):
            return say(found)
        return repr(found) if quoted else format(found, form or "")

    return _GAP.sub(value, template)
