"""Reports: .sql files with a header, from the program, a game or the user.

-- title: Wins by player
-- about: a sentence or two
-- param game: only this game, e.g. osaka
-- param min = 5: only players with at least this many games
-- column wins: games won, shared ones too
-- words result: won, lost
-- left out: ignored, not finished
-- plot: bar name wins
select …

A parameter without `=` is optional, and null if it isn't given. `words` lists the words that the
rows have in a column; people read them translated. `left out` says which plays don't count, by
their reasons in the columns `uncounted` and `unrated` of `games`, or by naming one of these columns
for all of its reasons; the reply says how many plays that is.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from difflib import get_close_matches
from gettext import NullTranslations
from importlib import metadata
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from ledger.kernel.errors import Malformed
from ledger.kernel.message import Message
from ledger.kernel.packages import files_of, folders_of
from ledger.kernel.plugins import GROUP
from ledger.kernel.text.translations import translator
from ledger.library.records.outcomes import NO_DATE, NO_PLACES, WHY

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

_HEAD = re.compile(
    r"--\s*(title|about|plot|game|param|column|words|left out)\b"
    r"\s*([^:=]*?)\s*(?:=\s*(.*?)\s*)?:\s*(.*)"
)
_NAME = re.compile(r"[a-z][a-z0-9-]{0,40}")
KINDS = ("bar", "line", "point")
CONTEXT = "report"
"""The context, in catalogues, of the words that occur in rows."""
_LEFT_OUT = {
    "uncounted": "uncounted is not null then uncounted",
    "unrated": "unrated is not null then unrated",
    **{why: f"unrated = '{why}' then unrated" for why in (*WHY, NO_PLACES)},
    NO_DATE: f"date is null then '{NO_DATE}'",
}
"""What a report can leave out, as SQL cases about a row of `games`."""


class Param(msgspec.Struct, frozen=True):
    """A parameter of a report: what it is for, and its default value."""

    name: str
    meaning: str
    default: str | None = None


class Plot(msgspec.Struct, frozen=True):
    """How a report is drawn: bars, lines or points; the columns for x, y and the separate lines."""

    kind: str
    x: str
    y: str
    by: str | None = None


class Report(msgspec.Struct, frozen=True, kw_only=True):
    """A named query."""

    name: str
    title: str
    about: str
    sql: str
    game: str | None = None
    params: tuple[Param, ...] = ()
    columns: dict[str, str] = {}
    words: dict[str, dict[str, str]] = {}
    """For each column, the words its rows may contain, with their translations."""
    left_out: tuple[str, ...] = ()
    plot: Plot | None = None
    own: bool = False

    def in_language(self, lang: str) -> Report:
        """Return the report with its title, meanings and words translated into a language."""
        if lang == "en" or self.own:
            return self
        if self.game is None:
            own = translator("ledger.index", "index", lang)
        else:
            from ledger.kernel.game.registry import find_game

            own = translator(find_game(self.game).package, self.game, lang)
        said = {name: own.gettext(_axis(text)) for name, text in self.columns.items() if text}
        words = {
            column: {word: own.pgettext(CONTEXT, word) for word in known}
            for column, known in self.words.items()
        }
        return msgspec.structs.replace(
            self,
            title=own.gettext(self.title),
            about=_told(own, self.about),
            columns=said,
            words=words,
        )

    def word(self, column: str, value: Any) -> Any:
        """Return the translation of a value in a column, or the value itself if it has none."""
        known = self.words.get(column)
        return known.get(value, value) if known and isinstance(value, str) else value

    def left_out_query(self) -> str | None:
        """Return a query for how many plays are left out, and why, or None if none can be.

        It may need the parameter `$game`.
        """
        if not self.left_out:
            return None
        cases = " ".join(f"when {_LEFT_OUT[why]}" for why in self.left_out)
        only = "where $game is null or $game in (game, title)"
        return (
            "select why, sum(plays)::bigint as plays from ("
            f"select plays, case {cases} end as why from games "
            f"{only if any(p.name == 'game' for p in self.params) else ''}"
            ") where why is not null group by why order by plays desc, why"
        )

    def values(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """Return the value of each parameter, given or default; raise `Malformed` for an unknown
        one.
        """
        known = {p.name for p in self.params}
        if extra := sorted(given.keys() - known):
            raise Malformed(
                "the report {name} has no parameter {extra!r}",
                hint="it has: {params}",
                name=self.name,
                extra=extra[0],
                params=", ".join(sorted(known)) or Message("none"),
            )
        return {p.name: given.get(p.name, _value(p.default)) for p in self.params}


def report_texts(report: Report) -> Iterator[tuple[str | None, str]]:
    """Yield the texts of a report that are translated, each with its context in the catalogue."""
    for text in (report.title, report.about, *map(_axis, report.columns.values())):
        if text:
            yield None, text
    for words in report.words.values():
        yield from ((CONTEXT, word) for word in words)


def _told(own: NullTranslations, text: str) -> str:
    return own.gettext(text) if text else ""


def _axis(text: str) -> str:
    """Return the part of a column's meaning before the semicolon; the rest is for tables only."""
    return text.partition(";")[0]


def _value(text: str | None) -> Any:
    if text is None:
        return None
    try:
        return msgspec.json.decode(text)
    except msgspec.DecodeError:
        return text


def read_report(name: str, text: str, *, file: str | None = None, own: bool = False) -> Report:
    """Read a report; raise `Malformed` if its name or its header is wrong."""
    if not _NAME.fullmatch(name):
        raise Malformed("name a report like win-rate.sql", file=file)
    facts: dict[str, str] = {}
    params: list[Param] = []
    columns: dict[str, str] = {}
    words: dict[str, dict[str, str]] = {}
    told = ""
    for n, line in enumerate(text.splitlines(), 1):
        if not line.startswith("--"):
            break
        if not (found := _HEAD.fullmatch(line.strip())):
            more = line.strip("- ").strip()
            if more and told in columns:
                columns[told] += f" {more}"
                continue
            if more and told == "about":
                facts["about"] += f" {more}"
                continue
            raise Malformed(
                "this line of the header can't be read",
                file=file,
                line=n,
                source=line,
                hint="write `-- title: …`, about, game, param NAME: …, column NAME: … or plot: …",
            )
        key, what, default, rest = found.groups()
        told = what if key == "column" else key  # what a following line may continue
        if key == "param":
            params.append(Param(what, rest, default))
        elif key == "column":
            columns[what] = rest
        elif key == "words":
            words[what] = {word.strip(): word.strip() for word in rest.split(",")}
        else:
            facts[key] = rest
    if "title" not in facts:
        raise Malformed("a report needs a title: `-- title: Wins by player`", file=file, line=1)
    return Report(
        name=name,
        title=facts["title"],
        about=facts.get("about", ""),
        sql=text,
        game=facts.get("game"),
        params=tuple(params),
        columns=columns,
        words=words,
        left_out=_left_out(facts.get("left out"), file),
        plot=_plot(facts.get("plot"), file),
        own=own,
    )


def _left_out(text: str | None, file: str | None) -> tuple[str, ...]:
    if text is None:
        return ()
    words = tuple(word.strip() for word in text.split(","))
    if not set(words) <= _LEFT_OUT.keys():
        raise Malformed(
            "{text!r} doesn't name what is left out",
            file=file,
            hint="use some of these: {left_out}",
            text=text,
            left_out=", ".join(_LEFT_OUT),
        )
    return words


def _plot(text: str | None, file: str | None) -> Plot | None:
    if text is None:
        return None
    words = text.split()
    if len(words) not in (3, 4) or words[0] not in KINDS:
        raise Malformed(
            "{text!r} isn't a plot",
            file=file,
            hint="write `-- plot: bar X Y` or `line X Y BY`",
            text=text,
        )
    return Plot(*words)


def reports(folders: Sequence[Path] = ()) -> dict[str, Report]:
    """Return every report by name: ours, those of the installed games, and the user's own."""
    found = {}
    for home, own in _homes(folders):
        for file in sorted(home.iterdir(), key=_name) if home.is_dir() else ():
            if file.name.endswith(".sql"):
                found[_name(file)] = _read(file, own=own)
    return dict(sorted(found.items(), key=lambda item: (item[1].game or "", item[0])))


def _homes(folders: Sequence[Path]) -> Iterator[tuple[Traversable, bool]]:
    """Yield the folders with reports, and whether they are the user's own; later ones win."""
    yield files_of(__package__), False
    for entry in metadata.entry_points(group=GROUP):
        for folder in folders_of(entry.module):
            yield folder / "reports", False
    yield from ((folder, True) for folder in folders)


def _name(file: Traversable) -> str:
    return file.name.removesuffix(".sql")


def _read(file: Traversable, *, own: bool) -> Report:
    named = str(file) if own else file.name
    return read_report(_name(file), file.read_text("utf-8"), file=named, own=own)


class UnknownReport(Malformed):
    """No report has this name."""


def find_report(name: str, folders: Sequence[Path] = ()) -> Report:
    """Return the report of this name; raise `UnknownReport`, with similar names as a hint."""
    if _NAME.fullmatch(name):
        for home, own in reversed([*_homes(folders)]):
            if (file := home / f"{name}.sql").is_file():
                return _read(file, own=own)
    known = reports(folders)
    near = get_close_matches(name, known, 3, 0.4)
    raise UnknownReport(
        "there is no report {name!r}",
        hint="did you mean {near}?" if near else "`ledger report` lists them",
        near=", ".join(near),
        name=name,
    )
