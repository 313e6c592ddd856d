"""Whether the most or the fewest points win, for games that aren't installed."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping

import msgspec

from ledger.kernel.game.registry import installed
from ledger.kernel.message import Message
from ledger.kernel.results import PlayRecord

from .parsing.titles import squash
from .parsing.winners import with_winners
from .records import AskWins, ImportedPlay, Location, Record, Remark, Wins, shell_word

ANY_GAME = "*"
"""The title that stands for all games not mentioned by title."""

_HIGH = re.compile(
    r"\b(?:hi|high|higher|highest|most|more|max|maximum|desc|descending|najwięcej|najwyższ\w*|"
    r"więcej|massimo|alto|maggiore)\b"
)
_LOW = re.compile(
    r"\b(?:lo|low|lower|lowest|least|fewest|fewer|less|min|minimum|asc|ascending|golf|najmniej|"
    r"najniższ\w*|mniej|minimo|basso|minore)\b"
)


def read_wins(text: str) -> Wins | None:
    """Return whether a text means that the most or the fewest points win; None if unclear."""
    if not text:
        return None
    low = text.casefold().replace("_", " ")
    high, fewest = _HIGH.search(low), _LOW.search(low)
    if (high is None) == (fewest is None):
        return None
    return "high" if high else "low"


class Scoring:
    """What is known about how games are won, by title; it asks about each title only once.

    `learned` has the titles about which nothing was known before.
    """

    def __init__(self, known: Mapping[str, Wins], ask: AskWins | None = None) -> None:
        """`known` is keyed by title, or by `*` for all other titles."""
        self._known = {
            title if title == ANY_GAME else squash(title): known[title] for title in known
        }
        self._ask = ask
        self._asked: set[str] = set()
        self.learned: dict[str, Wins] = {}

    def of(self, played: PlayRecord) -> Wins | None:
        """Return how the game of a play is won; None if nobody knows."""
        key = squash(played.title)
        found = self._known.get(key)
        if found is None:
            found = self._known.get(ANY_GAME)
            if found is None and self._ask is not None and key not in self._asked:
                self._asked.add(key)
                found = self._ask(played)
            if found is not None:
                self._known[key] = self.learned[played.title] = found
        return found

    def knows(self, title: str) -> bool:
        """Whether it is known how a game is won; nobody is asked."""
        return squash(title) in self._known or ANY_GAME in self._known


def with_scoring(records: Iterator[Record], scoring: Scoring, where: Location) -> Iterator[Record]:
    """Yield records, with the winners of plays decided by score; report what isn't known."""
    unknown: Counter[str] = Counter()
    undecided: Counter[str] = Counter()
    for record in records:
        if not isinstance(record, ImportedPlay) or not _is_open(record.played):
            yield record
            continue
        totals = {s.total for s in record.played.standings}
        if None in totals or len(totals) < 2:
            undecided[record.played.title] += totals != {None}
            yield record
            continue
        wins = scoring.of(record.played)
        if wins is None:
            unknown[record.played.title] += 1
            yield record
        else:
            played = with_winners(record.played, wins)
            undecided[played.title] += not any(s.won for s in played.standings)
            yield msgspec.structs.replace(record, played=played)
    for title, count in unknown.items():
        yield Remark(
            where,
            Message(
                "plays of {title!r} with scores but no winner, since nothing says whether the most "
                "points win: {count}; to add the winners, import the file again with {high} or "
                "{low}",
                count=count,
                title=title,
                high=f"--wins {shell_word(f'{title}=high')}",
                low=f"--wins {shell_word(f'{title}=low')}",
            ),
        )
    for title, count in undecided.items():
        if count and scoring.knows(title):
            text = Message(
                "plays of {title!r} that still have no winner, since several share the best score "
                "or somebody has none: {count}; a column `winner` or `rank` would say it",
                count=count,
                title=title,
            )
            yield Remark(where, text)


def _is_open(played: PlayRecord) -> bool:
    """Whether nothing but scores can show who won."""
    seats = played.standings
    return (
        not any(s.won is not None or s.place is not None for s in seats)
        and len(seats) > 1
        and played.complete
        and not played.cooperative
        and played.game not in installed()
        and not any("winner" in said or "result" in said for said in _extras(played))
    )


def _extras(played: PlayRecord) -> Iterator[Mapping[str, object]]:
    yield played.extra
    yield from (s.extra for s in played.standings)
