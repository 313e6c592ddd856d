"""Events in words, and what each one changed: the same for every screen, report and page."""

from __future__ import annotations

import os
import warnings
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple, TypeAlias

import msgspec

from ledger.kernel.errors import BY_CODE, GameWarning, LedgerError
from ledger.kernel.faults import what_was_raised
from ledger.kernel.game.game import Game
from ledger.kernel.game.game_faults import game_fault
from ledger.kernel.log import events as e
from ledger.kernel.log.events import GENERIC, Event, Line, tag
from ledger.kernel.message import Message
from ledger.kernel.replay.replay import Replay
from ledger.kernel.rules.command import Command, State
from ledger.kernel.text.safe import safe
from ledger.kernel.text.translations import translator
from ledger.kernel.verify.assurance import departures
from ledger.kernel.words.sentences import (
    BROKEN_OFF,
    ENDED,
    N_,
    NOBODY_WINS,
    OPENED,
    OPENED_AT,
    POINTS,
    Speaker,
    Teller,
    tell,
    together,
)

from . import corrections
from .departures import options_text, some

Held: TypeAlias = tuple[int, ...]
"""How much of each of the game's resources a seat has."""
ASIDE = (e.Noted, e.Sealed)
"""Events that are added to a log but aren't part of any move."""


WORDS = (N_("Round"), N_("The game is over."))
"""Words of our own that other packages show alongside a game's words."""


def spoken(text: str, lang: str) -> str:
    """Translate one of our own words."""
    return translator("ledger.kernel", "kernel", lang).gettext(text)


class Change(NamedTuple):
    """What a seat gained or lost, and how much it has now."""

    seat: int
    resource: str
    change: int
    value: int


class Row(NamedTuple):
    """A line of the log in words."""

    line: Line
    words: str
    changes: list[Change]


def words(
    game: Game, event: Event, names: Sequence[str], lang: str, opened: e.Opened | None = None
) -> str:
    """Describe any event, even a nonsensical one, in one line of text that is safe to print.

    `opened` is the first event of its log: that game may have been played with a different box.
    """
    try:
        told = _told(game, event, names, lang, opened)
        if told == tag(type(event)) and isinstance(event, GENERIC):
            told = _generic(game, event, names, lang)
        if isinstance(event, e.Opened) and (terms := _terms(game, event, lang)):
            told = f"{told} ({terms})"
        if isinstance(event, e.Ended) and not event.reason.strip():
            told = told.rstrip(": ")  # there is nothing after the colon
        if isinstance(event, e.Adjusted):
            told = _correction(game, event, names, lang) or told.rstrip(": ")
        return safe(told)
    except BY_CODE as error:  # the event may be forged; if it isn't, its author can find out
        if os.environ.get("LEDGER_DEBUG"):
            fault = game_fault(error, game)
            why = fault.text if fault else what_was_raised(error)
            problem = Message(
                "{event} couldn't be put into words: {why}", event=tag(type(event)), why=why
            )
            warnings.warn(GameWarning(problem), stacklevel=2)
        return safe(f"{tag(type(event))} {msgspec.json.encode(event).decode()}")


def _correction(game: Game, event: e.Adjusted, names: Sequence[str], lang: str) -> str | None:
    """Describe a correction in the players' words, or return None if there are none for it."""
    what = corrections.told(game, event, names, lang)
    if what is None:
        return None
    reason = f" ({event.reason})" if event.reason else ""
    box = f", {spoken('with pieces from the box', lang)}" if event.from_box is True else ""
    return f"{spoken('Corrected by hand', lang)}: {what}{box}{reason}"


def _told(
    game: Game, event: Event, names: Sequence[str], lang: str, opened: e.Opened | None
) -> str:
    """Have the game describe an event from a log, using the box of that log."""
    return game.words(event, names, lang, None if opened is None else _box(game, opened))


def question_words(
    game: Game, state: State, ask: str, names: Sequence[str], lang: str, opened: e.Opened
) -> str:
    """Return what a player is asked, in the game's words; "" if it has none for this question."""
    return game.words.question(state, ask, names, lang, _box(game, opened))


def preview_words(
    game: Game, state: State, command: Command, names: Sequence[str], lang: str, opened: e.Opened
) -> str:
    """Return what a command will do, in the game's words; "" if it has none for this command."""
    return game.words.preview(state, command, names, lang, _box(game, opened))


_last: tuple[e.Opened | None, Any] = (None, None)


def _box(game: Game, opened: e.Opened) -> Any:
    """Return the box of a log, or None if it is the standard one; the last box is cached."""
    global _last
    if opened.box == game.boxes.standard_digest:
        return None
    known, box = _last
    if known is not opened:
        try:
            box = game.boxes.of_log(opened)
        except LedgerError:
            box = None
        _last = (opened, box)
    return box


def line_words(
    game: Game, lines: Sequence[Line], line: Line, names: Sequence[str], lang: str
) -> str:
    """Describe a line of a log; going back to a line that was taken back is a redo."""
    event = line.data
    if isinstance(event, e.Retracted) and not _counted(lines, event.to, line.seq - 1):
        return spoken("Redone: the game continues from line {}", lang).format(event.to)
    return words(game, event, names, lang, lines[0].data) + waived_words(line, lang)


def waived_words(line: Line, lang: str) -> str:
    """Return the rules waived for a move, as a suffix to its words; "" if there are none."""
    if not isinstance(line.waived, tuple):
        return ""
    return safe(f" ({spoken('house rule: {} waived', lang).format(', '.join(line.waived))})")


def _terms(game: Game, opened: e.Opened, lang: str) -> str:
    """Return the box and the options of a game if they aren't the standard ones, and who peeks."""
    found = departures(game, opened, ())
    parts = [options_text(found.options, lang)] if found.options else []
    if found.box is not None:
        parts.insert(0, ": ".join(filter(None, (spoken("own box", lang), some(found.box, lang)))))
    if peeking := opened.seeing_all:
        names = ", ".join(opened.seats[seat - 1].name for seat in peeking)
        parts.append(spoken("bots that see everything: {}", lang).format(names))
    return "; ".join(parts)


def _counted(lines: Sequence[Line], seq: int, upto: int) -> bool:
    """Whether a line was in effect when `upto` was the last line."""
    while seq <= upto <= len(lines):
        behind = range(upto, seq, -1)
        cut = next((i for i in behind if isinstance(lines[i - 1].data, e.Retracted)), None)
        if cut is None or lines[cut - 1].data.to >= cut:
            return True
        upto = lines[cut - 1].data.to
    return seq > len(lines)


def _generic(game: Game, event: Event, names: Sequence[str], lang: str) -> str:
    """Describe a shared event for a game that has no sentence for it."""
    catalogue = translator(game.package, game.meta.name, lang)
    say = catalogue.gettext
    if isinstance(event, e.Opened):
        title = title_in(game, lang)
        text = say(OPENED_AT if event.place else OPENED)
        return text.format(title=title, names=", ".join(names), place=event.place)
    if isinstance(event, e.Ended):
        if event.broken_off:
            return say(BROKEN_OFF).format(reason=event.reason)
        reason = event.reason and say(event.reason)  # "" is the catalogue's header
        text = say(ENDED).format(reason=reason, places=_places(event, names, Speaker(catalogue)))
        return game.words.with_tie(event, text, lang)
    return tell(Teller(event, names, translator("ledger.kernel", "kernel", lang)), {})


def _places(event: e.Ended, names: Sequence[str], speaker: Speaker) -> str:
    """Return the points and names of all players, best first, with partners together."""
    if event.together:
        return together(speaker, event, speaker._(POINTS))
    places = []
    for seats in event.groups:
        score = event.scores[seats[0] - 1]
        who = speaker.each(names[seat - 1] for seat in seats)
        places.append(f"{'' if score is None else score} {who}")
    told = ", ".join(places)
    return told if event.winners else f"{told}; {speaker._(NOBODY_WINS)}"


def view_at(game: Game, state: State, viewer: int | None, line: Line) -> Any:
    """Return what a viewer sees after a line; in the middle of a move, without open questions."""
    view = game.view(state, viewer)
    if line.more and isinstance(view, msgspec.Struct) and hasattr(view, "asked"):
        return msgspec.structs.replace(view, asked=())
    return view


def changes(game: Game, before: State, after: State, viewer: int | None) -> list[Change]:
    """Return what each seat gained or lost, as far as the viewer may know."""
    return differences(game, game.holdings(before), game.holdings(after), viewer)


def differences(
    game: Game, before: Sequence[Held], after: Sequence[Held], viewer: int | None
) -> list[Change]:
    """Return what changed between two counts of all seats, as far as the viewer may know."""
    out = []
    for seat, (old, new) in enumerate(zip(before, after, strict=False), 1):
        for resource, a, b in zip(game.holdings.resources, old, new, strict=True):
            if a != b and (resource.public or viewer in (None, seat)):
                out.append(Change(seat, resource.key, b - a, b))
    return out


def rows(
    replay: Replay, first: int, last: int, names: Sequence[str], viewer: int | None, lang: str
) -> list[Row]:
    """Describe the lines `first` to `last`, with what each of them changed."""
    game, out = replay.game, []
    state = replay.at(max(first - 1, 1))
    for seq in range(first, last + 1):
        line, before = replay.lines[seq - 1], state
        state = replay.at(seq)
        changed = changes(game, before, state, viewer)
        told = line_words(game, replay.lines, line, names, lang)
        out.append(Row(line, told, changed))
    return out


def last_move(lines: Sequence[Line], upto: int) -> int:
    """Return the first line of the last move up to a line, skipping notes and the seal."""
    seq = upto
    while seq > 1 and isinstance(lines[seq - 1].data, ASIDE):
        seq -= 1
    while seq > 1 and lines[seq - 2].cmd == lines[seq - 1].cmd:
        seq -= 1
    return seq


def scores(game: Game, state: State, viewer: int | None, *, over: bool) -> tuple[int | None, ...]:
    """Return the scores that the viewer may know; all of them unless the game has private ones."""
    every = game.rules.scores(state)
    if viewer is None or over or all(r.public for r in game.holdings.resources):
        return every
    return tuple(s if seat == viewer else None for seat, s in enumerate(every, 1))


def title_in(game: Game, lang: str) -> str:
    """Return the title of a game in a language."""
    return safe(game.meta.titles.get(lang, game.meta.title))


def own_word(game: Game, text: str, lang: str) -> str:
    """Translate the name of a resource or a question with the game's own catalogue."""
    return safe(translator(game.package, game.meta.name, lang).gettext(text))


def option_word(game: Game, text: object, lang: str) -> str:
    """Return the name of an option, or of one of its choices, in readable form."""
    return own_word(game, str(text).replace("_", " "), lang)


def labels(game: Game, lang: str) -> dict[str, str]:
    """Return the translated names of the game's resources, by key."""
    return {r.key: own_word(game, r.name, lang) for r in game.holdings.resources}


def heads(game: Game, lang: str) -> dict[str, str]:
    """Return short names of the game's resources for narrow columns, by key."""
    return {r.key: own_word(game, r.short or r.name, lang) for r in game.holdings.resources}


def questions(game: Game, state: State, names: Sequence[str], lang: str) -> Iterator[str]:
    """Yield a sentence for each open question: the player, the question and its rule."""
    for q in game.rules.awaiting(state):
        name = names[q.seat - 1] if 0 < q.seat <= len(names) else f"seat {q.seat}"
        yield f"{name}: {own_word(game, q.ask, lang)} [{safe(q.rule)}]"
