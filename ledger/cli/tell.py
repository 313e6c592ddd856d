"""Events in words, and what each changed: the rows that `replay`, `log` and `do` print."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from .out import sign

if TYPE_CHECKING:
    from rich.text import Text

    from ledger.kernel.events import Event, Line
    from ledger.kernel.fold import Replay
    from ledger.kernel.game import Game, State


SPOKEN = {
    "pl": {
        "Turn": "Tura",
        "Set-up": "Przygotowanie",
        "taken back": "cofnięte",
        "scores": "wynik",
        "next": "kolej",
        "legal": "można",
        "The game is over.": "Gra skończona.",
    },
    "it": {
        "Turn": "Turno",
        "Set-up": "Preparazione",
        "taken back": "annullato",
        "scores": "punti",
        "next": "tocca",
        "legal": "mosse",
        "The game is over.": "La partita è finita.",
    },
}
"""The few words of ours between the words of a game."""


def spoken(text: str, lang: str) -> str:
    """Return a word of ours in the language of the game's words."""
    return SPOKEN.get(lang, {}).get(text, text)


class Change(NamedTuple):
    """What a seat gained or lost, and how much it has now."""

    seat: int
    resource: str
    change: int
    value: int


class Row(NamedTuple):
    """A line of the log, told."""

    line: Line
    words: str
    changes: list[Change]


def words(game: Game, event: Event, names: Sequence[str], lang: str) -> str:
    """Tell an event in one line of harmless text; also one that makes no sense."""
    from ledger.kernel.events import GENERIC, tag
    from ledger.kernel.text import safe

    try:
        told = game.words(event, names, lang)
        if told == tag(type(event)) and isinstance(event, GENERIC):
            told = _generic(game, event, names)
        return safe(told)
    except (LookupError, ValueError, TypeError, AttributeError):
        # a forged event can name seats and cards that are nowhere
        import msgspec

        return safe(f"{tag(type(event))} {msgspec.json.encode(event).decode()}")


def _generic(game: Game, event: Event, names: Sequence[str]) -> str:
    """Tell an event that all games share, for a game that has no words for it."""
    from ledger.kernel import events as e

    if isinstance(event, e.Opened):
        options = "".join(f", {k} {v}" for k, v in event.options.items())
        place = f" at {event.place}" if event.place else ""
        return f"{game.meta.title} with {', '.join(names)}{place}{options}"
    if isinstance(event, e.Noted):
        return f"{names[event.seat - 1] if event.seat else 'Note'}: {event.text}"
    if isinstance(event, e.Retracted):
        return f"Back to the position after line {event.to}"
    if isinstance(event, e.Adjusted):
        return f"The table corrects the position: {event.reason}"
    if isinstance(event, e.Ended):
        if all(score is None for score in event.scores):
            return f"The game is given up: {event.reason}"
        places = (
            f"{'' if event.scores[seat - 1] is None else event.scores[seat - 1]} {names[seat - 1]}"
            for tied in event.ranking
            for seat in tied
        )
        return f"The game ends ({event.reason}): {', '.join(places)}"
    return "The log is sealed"


def changes(game: Game, before: State, after: State, viewer: int | None) -> list[Change]:
    """Return what changed for whom, as far as the viewer may know it."""
    out = []
    pairs = zip(game.holdings(before), game.holdings(after), strict=False)
    for seat, (old, new) in enumerate(pairs, 1):
        for resource, a, b in zip(game.resources, old, new, strict=True):
            if a != b and (resource.public or viewer in (None, seat)):
                out.append(Change(seat, resource.key, b - a, b))
    return out


def rows(
    replay: Replay, first: int, last: int, names: Sequence[str], viewer: int | None, lang: str
) -> list[Row]:
    """Tell the lines `first` to `last`."""
    game, out = replay.game, []
    state = replay.at(max(first - 1, 1))
    for seq in range(first, last + 1):
        line, before = replay.lines[seq - 1], state
        state = replay.at(seq)
        changed = changes(game, before, state, viewer)
        out.append(Row(line, words(game, line.data, names, lang), changed))
    return out


def last_move(lines: Sequence[Line], upto: int) -> int:
    """Return the first line of the last move at or before a line, notes and seal set aside."""
    from ledger.kernel.events import Noted, Sealed

    seq = upto
    while seq > 1 and isinstance(lines[seq - 1].data, Noted | Sealed):
        seq -= 1
    while seq > 1 and lines[seq - 2].cmd == lines[seq - 1].cmd:
        seq -= 1
    return seq


def scores(game: Game, state: State, viewer: int | None, *, over: bool) -> tuple[int | None, ...]:
    """Return the scores that the viewer may know: all, unless the game keeps something private."""
    every = game.scores(state)
    if viewer is None or over or all(r.public for r in game.resources):
        return every
    return tuple(s if seat == viewer else None for seat, s in enumerate(every, 1))


def ledger_row(row: Row, names: Sequence[str], labels: dict[str, str]) -> tuple[Text, Text]:
    """Return a row as players love it: the change in bold, the new value dim."""
    from rich.text import Text

    arrow = sign("→", "->")
    about = Text()
    who = getattr(row.line.data, "seat", None)
    for change in row.changes:
        if about:
            about.append("  ")
        if change.seat != who:
            about.append(f"{names[change.seat - 1]} ", "italic")
            who = change.seat
        about.append(f"{labels[change.resource]} ")
        about.append(f"{change.change:+d}", "bold")
        about.append(f" {arrow} {change.value}", "dim")
    return Text(row.words), about


def print_rows(
    rows: Sequence[Row], names: Sequence[str], game: Game, width: int, lang: str
) -> None:
    """Print rows; the changes stand behind the words where there is room, else below."""
    from rich.text import Text

    from .out import say

    labels = {r.key: own_word(game, r.name, lang) for r in game.resources}
    margin = len(str(rows[-1].line.seq)) if rows else 1
    for row in rows:
        text, about = ledger_row(row, names, labels)
        line = Text(f"{row.line.seq:>{margin}}  ", "dim").append_text(text)
        if about and line.cell_len + 3 + about.cell_len <= width:
            line.append("   ").append_text(about)
            about = Text()
        say(line)
        if about:
            say(about, indent=margin + 4)


def own_word(game: Game, text: str, lang: str) -> str:
    """Translate a resource or a question by the game's own catalogue."""
    from ledger.kernel.text import safe, translator

    return safe(translator(game.package, game.meta.name, lang).gettext(text))


def questions(game: Game, state: State, names: Sequence[str], lang: str) -> Iterator[str]:
    """Say who is asked for what."""
    from ledger.kernel.text import safe

    for q in game.awaiting(state):
        name = names[q.seat - 1] if 0 < q.seat <= len(names) else f"seat {q.seat}"
        yield f"{name}: {own_word(game, q.ask, lang)} [{safe(q.rule)}]"


def label(text: str, lang: str) -> Text:
    """Return what stands before a line of facts."""
    from rich.text import Text

    return Text(f"{spoken(text, lang):<6}  ", "dim")


def facts(row: Row) -> dict[str, Any]:
    """Return a row for JSON."""
    line = row.line
    return {
        "seq": line.seq,
        "turn": line.turn,
        "by": line.by,
        "type": line.type,
        "words": row.words,
        "changes": [change._asdict() for change in row.changes],
    }
