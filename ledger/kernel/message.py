"""A text for people as data: a template, which is in the catalogues, and what fills its gaps.

    raise Malformed("{word!r} isn't a card", word=word)
    d.need("OSA-14", paid >= cost, "the Market costs {cost}, but you paid {paid}", cost=5, paid=3)

It becomes a sentence when somebody reads it: in English by `str`, which is what programs get, and
in other languages by its template, in `ledger.kernel.narration.messages`. Nobody has to find out
from a finished sentence what it said.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

_DEEPEST = 8
"""How deep messages from elsewhere may be nested."""
_GAP = re.compile(r"{(\w+)(!r)?(?::([^{}|]{1,4}))?}|({{|}})")


class Message:
    """A template with gaps such as `{word}`, `{word!r}` or `{count:,}`, and their values.

    A value may be a message, too. Without values, the template is the text as it stands; with
    values, `{{` and `}}` stand for braces. A gap without a value is left as it is.
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
        """Return several texts as one message, with a separator between them."""
        values = {f"part{n}": text for n, text in enumerate(texts, 1)}
        return cls(separator.join(f"{{{name}}}" for name in values), **values)

    def to_data(self) -> dict[str, Any]:
        """Return the message as JSON can have it; values that no gap shows stay here."""
        values = {name: self.values[name] for name in self._names() if name in self.values}
        return {"template": self.template, "values": {k: _plain(x) for k, x in values.items()}}

    @classmethod
    def from_data(cls, data: Any) -> Message:
        """Return a message from what `to_data` returned.

        Raises `ValueError` if it is something else, or nested more than a few times.
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


def _simple(value: object) -> object:
    if isinstance(value, str | int | float | None):
        return value
    raise ValueError("this isn't a value of a message")


Text = str | Message
"""A text of ours, or one that is data already, such as a sentence that a server sent."""


def as_message(text: Text, values: Mapping[str, object]) -> Message:
    """Return a text with its values as a message."""
    return text if isinstance(text, Message) else Message(text, **values)


def values_of(text: Text) -> Iterator[object]:
    """Yield what stands in the gaps of a message, in order, also in messages within it."""
    if isinstance(text, Message):
        for name in text._names():
            value = text.values.get(name)
            if isinstance(value, Message):
                yield from values_of(value)
            elif value is not None:
                yield value


def fill(template: str, values: Mapping[str, object], say: Callable[[Message], str]) -> str:
    """Fill the gaps of a template; `say` puts values that are messages into words."""
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
