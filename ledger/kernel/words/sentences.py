"""The building blocks of every game's sentences, and the sentences that all games share.

Their catalogues are `locale/<lang>/LC_MESSAGES/kernel.po` and `.mo`; every game's catalogue falls
back to them.
"""

from __future__ import annotations

import functools
import gettext
import itertools
import operator
import re
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from typing import Any, ClassVar, NamedTuple, TypeAlias

from msgspec import UNSET

from ledger.kernel.errors import DeclarationError
from ledger.kernel.faults import place_of_class
from ledger.kernel.log import events as g
from ledger.kernel.log.seat_fields import NOBODY, seat_fields
from ledger.kernel.text.safe import safe

_EITHER = re.compile(r"\(([^()|]*)\|([^()|]*)\)")


def N_(text: str) -> str:
    """Mark a text for the catalogue; it is translated later, where it is used."""
    return text


def NN_(one: str, many: str) -> tuple[str, str]:
    """Mark a text with a plural for the catalogue."""
    return one, many


class Plural(NamedTuple):
    """A sentence for one thing, and the same sentence for several.

    >>> Plural("{name} rolls a die", "{name} rolls {count} dice").many
    '{name} rolls {count} dice'
    """

    one: str
    many: str


@functools.cache
def plural(text: str) -> Plural:
    """Return the singular and plural of an event's sentence: `{name} rolls {count} (die|dice)`.

    It needs no other mark for the catalogue.
    """
    return Plural(re.sub(_EITHER, r"\1", text), re.sub(_EITHER, r"\2", text))


def P_(context: str, text: str) -> str:
    """Mark a text for the catalogue that has different meanings in different contexts."""
    return text


class Speaker:
    """Puts things into words in one language.

    >>> from gettext import NullTranslations
    >>> Speaker(NullTranslations()).each(["red", "blue", "green"])
    'red, blue and green'
    """

    def __init__(self, t: gettext.NullTranslations) -> None:
        self._, self.n, self.p = t.gettext, t.ngettext, t.pgettext

    def each(self, values: Iterable[Any]) -> str:
        """Join things into a list for a sentence: "a, b and c"."""
        *most, last = [*map(str, values)] or [self._("nothing")]
        if not most:
            return last
        return self._("{some} and {last}").format(some=", ".join(most), last=last)

    def count(self, texts: tuple[str, str], count: int, **gaps: str) -> str:
        """Return a text for a number of things, which has the gap `count`."""
        return self.n(*texts, count).format(count=count, **gaps)


Phrase: TypeAlias = Callable[[Any, Any], str | int | list[str]]


class Teller(Speaker):
    """Fills the gaps in a sentence from an event; a field without a phrase is shown as it is.

    A field that is a `Seat` is shown as the player's name, and one with several as their names.
    `{name}` is the player in an event's `seat`, and `{who}` are those in its `seats`.

    A subclass adds phrases for other gaps. Each is a function of the teller, which has
    `teller.name(seat)`, `teller._(text)` for texts in the catalogue and the game's `teller.box`,
    and of the event. It returns a string, a number, or a list of strings, which are joined as in a
    sentence.

    >>> class MyTeller(Teller):
    ...     phrases = {"suit": lambda teller, event: teller.p("suit", event.card[0])}
    >>> words = Words(teller=MyTeller)
    """

    phrases: ClassVar[Mapping[str, Phrase]] = {
        "name": lambda t, x: t.name(x.seat),
        "reader": lambda t, x: t._("the recorder") if x.to == g.RECORDER else t.name(x.to),
        "seats": lambda t, x: [s.name for s in x.seats],
        "players": lambda t, x: len(x.seats),
        "who": lambda t, x: [t.name(n) for n in x.seats] if hasattr(x, "seats") else x.who,
        "changes": lambda t, x: len(x.patches),
        "winners": lambda t, x: [t.name(seat) for seat in x.winners],
        "scores": lambda t, x: t.scores(x),
    }
    """A subclass's phrases are added to those of its base."""
    score: ClassVar[str] = "{name} {points}"
    _counting: ClassVar[dict[str, str]] = {}
    """The gap that decides between singular and plural, by sentence; a cache."""

    def __init_subclass__(cls) -> None:
        every = [vars(base).get("phrases", {}) for base in reversed(cls.__mro__)]
        cls.phrases = {gap: phrase for phrases in every for gap, phrase in phrases.items()}
        cls._counting = {}

    def __init__(
        self, event: Any, names: Sequence[str], t: gettext.NullTranslations, box: Any = None
    ) -> None:
        # the same as in Speaker, without a call, as every event gets its own teller
        self._, self.n, self.p = t.gettext, t.ngettext, t.pgettext
        self.event, self.names, self.box = event, names, box

    def __getitem__(self, gap: str) -> str:
        value = self.value(gap)
        if isinstance(value, str):
            return value
        if isinstance(value, list):
            return self.each(value)
        if isinstance(value, tuple):
            return self.several(value)
        return "?" if value is None else str(value)

    def value(self, gap: str) -> Any:
        """Return what fills a gap: a phrase, or else a field of the event."""
        phrase = self.phrases.get(gap)
        if gap in seat_fields(self.event.__class__) and phrase is Teller.phrases.get(gap):
            return self._players(getattr(self.event, gap))
        return getattr(self.event, gap) if phrase is None else phrase(self, self.event)

    def _players(self, value: int | Sequence[int | None] | None) -> str | list[str]:
        """Return the name of a player, or the names of several."""
        if isinstance(value, Sequence):
            return [str(self._players(seat)) for seat in value]
        if value is None:
            return "?"
        return self._("nobody") if value == NOBODY else self.name(value)

    def say(self, text: str | tuple[str, str]) -> str:
        """Translate a text; if it has a plural, choose the form that goes with its number.

        The number is that of the first gap that is a number or a list, or else of the first such
        field of the event.
        """
        if isinstance(text, str):
            return self._(text)
        gap = self._counting.get(text[0])
        if gap is None:
            own = (field for field in self.event.__struct_fields__ if field != "seat")
            every = [*re.findall(r"{(\w+)}", text[0]), *own]
            gap = next(gap for gap in every if isinstance(self.value(gap), int | list | tuple))
            self._counting[text[0]] = gap
        value = self.value(gap)
        return self.n(*text, value if isinstance(value, int) else len(value))

    def several(self, values: Sequence[Any]) -> str:
        """Put a field with several values into words; `?` is one that nobody saw."""
        return " ".join("?" if value is None else str(value) for value in values)

    def name(self, seat: int) -> str:
        """Return a player's name."""
        if 1 <= seat <= len(self.names):
            return self.names[seat - 1]
        return self._("Seat {seat}").format(seat=seat)

    def scores(self, x: g.Ended) -> str:
        """Return the players' points, best first; partners are named together."""
        points = [
            (self.each(map(self.name, seats)), x.scores[seats[0] - 1])
            for seats in x.groups
            if 0 < seats[0] <= len(x.scores)
        ]
        text = self._(self.score)
        return ", ".join(text.format(name=n, points="?" if p is None else p) for n, p in points)


class Case(NamedTuple):
    """A sentence with the condition under which it is used."""

    sentence: Sentence
    true: Callable[[Any], Any]


def case(sentence: Sentence, *true: str | Callable[[Any], Any], **values: Hashable) -> Case:
    """Declare when an event uses this sentence.

    `case("…", "last")`: its field `last` is true, or isn't empty. `case("…", kind="big")`: its
    field `kind` is `big`. `case("…", lambda x: x.sticks > 5)`: a custom test. If there are several
    conditions, all of them must hold.
    """
    tests = [operator.attrgetter(x) if isinstance(x, str) else x for x in true]
    tests += itertools.starmap(_has, values.items())
    if len(tests) == 1:
        return Case(sentence, tests[0])
    return Case(sentence, lambda x: all(test(x) for test in tests))


def has_cases(said: object) -> bool:
    """Whether an event has several sentences with conditions."""
    return isinstance(said, tuple) and any(isinstance(one, Case) for one in said)


def _has(field: str, value: Hashable) -> Callable[[Any], bool]:
    return lambda x: getattr(x, field) == value


Sentence: TypeAlias = str | Plural | Callable[[Any, Any], str]
"""A text, one with a plural, or a function that finds one for an event; a teller fills its gaps."""
Says: TypeAlias = Sentence | tuple["Case | Sentence", ...]
"""What an event says: one sentence, or several with conditions, of which the first that holds is
used.
"""
Sentences: TypeAlias = Mapping[type[g.Event], Says]
"""The sentences for events; they take precedence over an event's own."""
Cases: TypeAlias = dict[type, list[tuple[Callable[[Any], Any] | None, Sentence]]]

SENTENCES: Sentences = {
    g.Noted: (
        case(N_("Note: {text}"), seat=None, to=UNSET),
        case(N_("Note for {reader}: {text}"), seat=None),
        case(N_("Note by {name}: {text}"), to=UNSET),
        N_("Note by {name}, for {reader}: {text}"),
    ),
    g.Retracted: N_("Taken back: the game continues from line {to}"),
    g.Adjusted: plural("{changes} (correction|corrections) made by hand: {reason}"),
    g.Sealed: plural("End of the log: {lines} (line|lines), sealed"),
}

USUAL: Mapping[str, str] = {"turned": N_("It is {name}'s turn")}
"""The sentences of seat events with these names, if they declare none of their own."""
TURN = N_("turn")
"""The usual name of a question."""
OPENED = N_("{title} with {names}")
OPENED_AT = N_("{title} with {names} at {place}")
BROKEN_OFF = N_("The game was broken off: {reason}")
ENDED = N_("The game ends ({reason}): {places}")
WON = plural("{winners} (wins|share the victory) ({what}: {scores})")
PARTNERS_WON = N_("{winners} win ({what}: {scores})")
NOBODY_WINS = N_("nobody wins")
NOBODY_WON = N_("nobody wins ({what}: {scores})")
ALL_WON, ALL_LOST = N_("everybody wins"), N_("everybody loses")
ALL_SCORED = N_("{result} ({what}: {points})")
POINTS = N_("points")
TIED = N_("tied; the tie was broken by: {rule}")
"""The sentences for the start and end of a game that has none of its own."""


def cases(*every: Sentences) -> Cases:
    """Return the sentences of each event with their conditions; the first whose condition holds is
    used.
    """
    out: Cases = {}
    for sentences in every:
        for event, said in sentences.items():
            each: Any = said if has_cases(said) else (said,)
            for one in each:
                case = one if isinstance(one, Case) else (one, None)
                out.setdefault(event, []).append((case[1], case[0]))
    return out


SHARED = cases(SENTENCES)


def tell(t: Teller, told: Cases) -> str:
    """Return the sentence for the teller's event, safe to print; its type if it has none."""
    x = t.event
    kind = type(x)
    for true, sentence in told.get(kind) or SHARED.get(kind) or ():
        if true is None or true(x):
            if isinstance(sentence, str):
                text = t._(sentence)
            else:
                text = t.say(sentence) if isinstance(sentence, tuple) else sentence(t, x)
            # clean it once, at the end: names, remarks and even card names come from outside
            return safe(text.format_map(t))
    return g.tag(kind)


def ended(reasons: Mapping[str, str], won: str | tuple[str, str] = POINTS) -> Sentence:
    """Return the sentence for the end: why it ended and who won, or that it was broken off.

    `won` is the word for what the scores count, or a whole sentence.

    >>> words = Words(sentences={Ended: ended({"sticks": "The last stick is taken"})})
    """

    def sentence(t: Teller, x: g.Ended) -> str:
        if x.broken_off:
            return t._(BROKEN_OFF)
        why = reasons.get(x.reason, "{reason}")
        if x.together:
            who = together(t, x, t._(won) if isinstance(won, str) else t._(POINTS))
        elif isinstance(won, str):
            who = t.say(_victory(x)).replace("{what}", t._(won))
        else:
            who = t.say(won)
        return f"{t._(why)}: {who}"

    return sentence


def _victory(x: g.Ended) -> str | Plural:
    """Return the sentence for who has won, with everybody's points."""
    if not x.winners:
        return NOBODY_WON
    return PARTNERS_WON if {*x.winners} in map(set, x.teams) and x.winners[1:] else WON


def together(t: Speaker, x: g.Ended, what: str) -> str:
    """Return whether those who all played together have won, with their points, if any."""
    result = t._(ALL_WON if x.winners else ALL_LOST)
    points = next((score for score in x.scores if score is not None), None)
    return (
        result
        if points is None
        else t._(ALL_SCORED).format(result=result, what=what, points=points)
    )


def said_by(event: type[g.Event]) -> Says:
    """Return the sentences that an event's own type declares, or the usual one for its name."""
    usual = USUAL.get(g.tag(event), "") if "seat" in event.__struct_fields__ else ""
    said: Says = event.says or usual
    return said


def _texts(said: Any) -> Iterator[str]:
    """Yield all texts in an event's sentences."""
    if isinstance(said, Case):
        yield from _texts(said.sentence)
    elif isinstance(said, tuple):
        for one in said:
            yield from _texts(one)
    elif isinstance(said, str):
        yield said


def check_gaps(event: type[g.Event], said: Says, teller: type[Teller]) -> None:
    """Raise `DeclarationError` for a sentence with a gap that nothing fills."""
    known = {*event.__struct_fields__, *teller.phrases}
    if "seat" not in event.__struct_fields__ and Teller.phrases["name"] is teller.phrases["name"]:
        known.discard("name")
    for text in _texts(said):
        for gap in re.findall(r"{(\w*)", text):
            if gap not in known:
                have = ", ".join(event.__struct_fields__) or "none"
                say = f"{event.__name__} says {{{gap}}}, but has no such field; it has {have}"
                raise DeclarationError(say, place_of_class(event))
