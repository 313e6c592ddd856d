"""A move before it is played, in words: the question, what the move would do, and its button.

It says nothing that its seat couldn't know: it decides the move on the position as the seat knows
it, up to the point where chance comes in.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from gettext import NullTranslations
from typing import Any

from ledger.kernel.errors import LedgerError, NeedsOutcome
from ledger.kernel.game.game import Game
from ledger.kernel.log.events import Event, Opened
from ledger.kernel.message import Text
from ledger.kernel.narration.messages import in_language
from ledger.kernel.narration.narrate import preview_words, question_words, words
from ledger.kernel.rules.chance import Chance, Recorded, Seeded
from ledger.kernel.rules.choice_fields import Field
from ledger.kernel.rules.command import Command, State
from ledger.kernel.rules.decision import Decision
from ledger.kernel.text.safe import safe
from ledger.kernel.text.suggest import either
from ledger.kernel.text.translations import translator
from ledger.kernel.words.player_names import NO_ONE


def foreseen(
    game: Game, state: State, command: Command, chance: Chance | None = None
) -> list[Event]:
    """Return the events that a command leads to, up to the point where chance comes in.

    With `chance`, these are events that could happen. Raises what the rules raise.
    """
    d: Decision[Any] = game.rules.decision(game.rules.copy(state), chance or Recorded())
    with contextlib.suppress(NeedsOutcome):  # from there on, chance decides
        game.rules.apply(d, command)
    return d.events


class MoveWords:
    """What a seat is told about the moves it can make in a position, in a language."""

    def __init__(self, game: Game, state: State, seat: int, opened: Opened, lang: str) -> None:
        self.game, self.state, self.seat, self.opened, self.lang = game, state, seat, opened, lang
        self.names = [s.name for s in opened.seats]

    def tell(self, command: Command) -> tuple[str, ...]:
        """Return what a move does, up to the point where chance comes in.

        If that is at its beginning, these are the words that the game has for it, or else its
        button and what was chosen. There is always something.
        """
        game, names, lang, opened = self.game, self.names, self.lang, self.opened
        said = [
            words(game, event, names, lang, opened) for event in foreseen(game, self.state, command)
        ]
        if not said:
            said = [preview_words(game, self.state, command, names, lang, opened)]
        return tuple(filter(None, said)) or (self._plainly(command),)

    def _plainly(self, command: Command) -> str:
        """Return the text of a move's button, followed by what was chosen."""
        verb, _, rest = self.game.words.write(command, self.names).partition(" ")
        return safe(": ".join(filter(None, (capital(self.verb(verb)), rest))))

    def question(self, verbs: list[str]) -> str:
        """Return what the seat is asked; "" if it isn't asked anything.

        If the game doesn't say it, these are the moves that the seat can make: its `verbs`.
        """
        asked = self.game.rules.question_for(self.state, self.seat)
        if asked is None:
            return ""
        game, names = self.game, self.names
        said = question_words(game, self.state, asked.ask, names, self.lang, self.opened)
        return said or safe(in_language(_any_of([self.verb(verb) for verb in verbs]), self.lang))

    def label(self, verb: str, command: Command) -> str:
        """Return the text of the button that plays a move: its verb, and what it costs."""
        return " · ".join((capital(self.verb(verb)), *self._costs(command)))

    def _costs(self, command: Command) -> Iterator[str]:
        """Yield what the seat has less of after the first event of a move."""
        game, t = self.game, self._catalogue
        events = foreseen(game, self.state, command)
        if not events:  # it begins with a result of chance; the cost doesn't depend on that
            with contextlib.suppress(LedgerError):
                events = foreseen(game, self.state, command, Seeded(0))
        if not events:
            return
        before, draft = game.holdings.seat(self.state, self.seat), game.rules.copy(self.state)
        game.rules.folds[type(events[0])](draft, events[0])
        after = game.holdings.seat(draft, self.seat)
        for resource, was, now in zip(game.holdings.resources, before, after, strict=True):
            if now < was:
                yield safe(f"{t.gettext(resource.short or resource.name)} −{was - now}")

    def verb(self, verb: str) -> str:
        """Return the text of a verb's button."""
        if verb not in self.game.rules.verbs:
            return safe(self.game.words.words_in(self.lang).get(verb, verb))
        return safe(self._catalogue.gettext(self.game.rules.verbs[verb]))

    def value(self, field: Field, value: str) -> str:
        """Return the text of the button for a field's value."""
        t = self._catalogue
        said = field.words if isinstance(field.words, str) else field.words.get(value, "")
        if field.is_seat:
            value = self.names[int(value) - 1] if int(value) else t.gettext(NO_ONE)
        if said:
            return safe(t.gettext(said).format(value=value))
        if field.is_seat:
            return safe(value)
        own = self.game.words.words_in(self.lang).get(value)
        return safe(own or (t.gettext(value) if value else value))

    def number(self, field: str, value: str) -> str:
        """Return the text of the button for a number, with the name of the field it is for."""
        return safe(f"{self._catalogue.gettext(field.replace('_', ' '))} {value}")

    @property
    def _catalogue(self) -> NullTranslations:
        return translator(self.game.package, self.game.meta.name, self.lang)


def _any_of(texts: list[str]) -> Text:
    """Return texts as a choice: "a, b or c"; "" if there are none."""
    return either([", ".join(texts[:-1]), *texts[-1:]] if texts[1:] else texts)


def capital(text: str) -> str:
    """Return a text with a capital at its beginning."""
    return text[:1].upper() + text[1:]
