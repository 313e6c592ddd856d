"""Every table that stands in a test, counted a second time by a reader of its own."""

from __future__ import annotations

import functools
import re
from collections import Counter

import pytest

from importers.inline_tables import tables
from importers.reading import records
from importers.recount import Counted, recount
from importers.sheets.test_odd_tables import TABLES
from ledger.importers.records import ImportedPlay, Record, Refusal, UnclearSheet
from ledger.kernel.errors import LedgerError
from ledger.kernel.results import PlayRecord

ASKED_ON_PURPOSE = (
    *("odd: ", "test_refusals", "test_preview", "test_languages", "test_sheet_mappings"),
    "test_linked",  # halves of exports
)


@functools.cache
def all_tables() -> dict[str, str]:
    return tables() | {f"odd: {name}": odd.rows for name, odd in TABLES.items()}


def taken(text: str) -> tuple[str, list[Record]]:
    """Return what becomes of a table, and its records where it is confirmed."""
    game = None if re.search(r"\b(?:game|gra|gioco|bggname)\b", text, re.IGNORECASE) else "Go"
    try:
        return "read", records(text, game=game)
    except UnclearSheet as e:
        return (
            ("refused", []) if e.preview.wrong else ("asked", records(text, game=game, sure=True))
        )
    except LedgerError:
        return "refused", []


def counted(play: PlayRecord, counts: Counted) -> Counted:
    """Return a play as the second reader counts it, as far as that looks."""
    scores = frozenset(
        (s.person.name, None if s.total is None else float(s.total)) for s in play.standings
    )
    if all(score is None for _, score in counts.scores):
        scores = frozenset((name, None) for name, _ in scores)
    won = frozenset(s.person.name for s in play.standings if s.won)
    title = play.title.casefold() if counts.game else ""
    return Counted(play.date or "", title, scores, won if counts.winners is not None else None)


@pytest.mark.parametrize("where", sorted(all_tables()))
def test_a_table_counted_twice_gives_the_same(where):
    text = all_tables()[where]
    verdict, found = taken(text)
    plays = [r.played for r in found if isinstance(r, ImportedPlay)]
    spaced = " ".join(text.split())
    for play in plays:  # nobody is made up, and no day
        for s in play.standings:
            assert s.person.name == "?" or s.person.name in spaced
            assert s.score is None or s.score in text
        year = (play.date or "????")[:4]
        assert year == "????" or year[2:] in text or re.search(r"\b\d{5}\b", text)
    again = recount(text)
    if verdict != "read" or again is None or any(isinstance(r, Refusal) for r in found):
        return
    assert len(plays) == len(again)
    left = Counter(again)
    for play in plays:
        same = [c for c in left if left[c] and counted(play, c) == c]
        assert same, f"{play} is not among {list(left.elements())}"
        left[same[0]] -= 1


def test_enough_tables_are_counted_and_few_are_asked_about():
    """Without this, a second reader that understands nothing would find no mistake."""
    everything = all_tables()
    assert sum(recount(text) is not None for text in everything.values()) > 60
    usual = [t for where, t in everything.items() if not any(x in where for x in ASKED_ON_PURPOSE)]
    unclear = 0
    for text in usual:
        try:
            records(text, game="Go")
        except UnclearSheet:
            unclear += 1
        except LedgerError:
            pass  # it is broken on purpose
    assert 10 * unclear <= len(usual)
