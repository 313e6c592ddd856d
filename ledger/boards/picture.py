"""Everything boards are drawn with: symbols, frames, columns and players' panels."""

from __future__ import annotations

import copy
import gettext
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from itertools import zip_longest
from typing import Any, ClassVar, NamedTuple, Self

from rich.cells import cell_len, set_cell_size
from rich.console import Console, ConsoleOptions, RenderResult
from rich.measure import Measurement
from rich.text import Text

from ledger.kernel.rules.command import answerable
from ledger.kernel.text.accents import plain_letters
from ledger.kernel.text.legend import Sign
from ledger.kernel.text.safe import safe
from ledger.kernel.text.tones import SEAT_TONES, seat_style
from ledger.kernel.words.sentences import N_

NARROWEST = 28
"""The narrowest width a board is drawn for.

>>> NARROWEST
28
"""


class Frame(NamedTuple):
    """The characters of a frame.

    >>> Frame("+", "-", "+", "|", "+", "+", "+", "+", "+", "+").h
    '-'
    """

    tl: str
    h: str
    tr: str
    v: str
    bl: str
    br: str
    down: str
    up: str
    left: str
    right: str


class Signs(NamedTuple):
    """The symbols that all boards use, for one kind of terminal."""

    thin: Frame
    thick: Frame
    turn: str
    back: str
    times: str
    to: str
    dot: str
    more: str


UNICODE = Signs(
    thin=Frame("╭", "─", "╮", "│", "╰", "╯", "┬", "┴", "├", "┤"),
    thick=Frame("┏", "━", "┓", "┃", "┗", "┛", "┳", "┻", "┣", "┫"),
    turn="▶",
    back="▒",
    times="×",
    to="→",
    dot="·",
    more="…",
)
ASCII = Signs(
    thin=Frame("+", "-", "+", "|", "+", "+", "+", "+", "+", "+"),
    thick=Frame("#", "=", "#", "|", "#", "#", "#", "#", "#", "#"),
    turn=">",
    back="#",
    times="x",
    to="->",
    dot="-",
    more="..",
)


class Ink(NamedTuple):
    """The styles for a colour: as a background to write on, as a line or token, as a solid area.

    >>> Ink("bold #ffffff on #6a1b9a", "#9c4dcc", "#6a1b9a").line
    '#9c4dcc'
    """

    face: str
    line: str
    solid: str


INKS = {
    "red": Ink("bold #ffffff on #b3261e", "#d9534f", "#b3261e"),
    "blue": Ink("bold #ffffff on #1f5fbf", "#5b9bf0", "#1f5fbf"),
    "yellow": Ink("bold #000000 on #f2c230", "#c9a227", "#f2c230"),
    "green": Ink("bold #ffffff on #2e7d32", "#4caf50", "#2e7d32"),
    "brown": Ink("bold #ffffff on #7b4a21", "#b98a5e", "#7b4a21"),
}
"""The styles of the colours that players and pieces usually have; `ink` looks one up.

>>> sorted(INKS)
['blue', 'brown', 'green', 'red', 'yellow']
"""
NO_INK = Ink("bold reverse", "bold", "bold")
"""For colours that only occur in custom boxes.

>>> ink("mauve") == NO_INK
True
"""


def ink(colour: str) -> Ink:
    """Return the styles of a colour."""
    return INKS.get(colour, NO_INK)


def blank(text: str = "", style: str = "") -> Text:
    """Return a line that is cut at the edge of the screen, never wrapped."""
    return Text(text, style, no_wrap=True, overflow="crop")


def joined(*parts: Text) -> Text:
    """Join the parts that aren't empty with spaces."""
    return Text(" ").join(part for part in parts if part)


def count(n: int, what: str) -> str:
    """Return a number and what it counts, in the plural if needed.

    >>> count(1, "card"), count(3, "card")
    ('1 card', '3 cards')
    """
    return f"{n} {what}{'' if n == 1 else 's'}"


class Pen:
    """Writes names, columns and frames in characters that the terminal can show."""

    theme: ClassVar[Mapping[str, tuple[str, str]]] = {}
    """The symbols of a game's own board: for most terminals, and for those with only ASCII."""

    def __init__(self, *, plain: bool) -> None:
        self.plain = plain
        self.common = ASCII if plain else UNICODE
        self.sign = {name: signs[plain] for name, signs in self.theme.items()}

    def clean(self, text: str) -> str:
        """Make outside text safe to print, and convert it to ASCII for ASCII terminals."""
        text = safe(text)
        return text.encode("ascii", "backslashreplace").decode() if self.plain else text

    def fit(self, text: str, room: int) -> str:
        """Cut a string to a width."""
        if cell_len(text) <= room:
            return text
        more = self.common.more
        return set_cell_size(text, max(room - len(more), 0)).rstrip() + more[: max(room, 0)]

    def dotted(self, *parts: str) -> str:
        """Join the strings that aren't empty with dots."""
        return f" {self.common.dot} ".join(filter(None, parts))

    def border(self, left: Text, right: Text, ends: str, h: str, width: int, style: str) -> Text:
        """Return the top or bottom line of a frame, with text at either end."""
        gap = width - 4 - left.cell_len - right.cell_len
        out = blank().append(ends[0] + h, style).append_text(left)
        return out.append(h * gap, style).append_text(right).append(h + ends[1], style)

    def framed(self, inner: Text, v: str, width: int, style: str) -> Text:
        """Return a line between the left and right sides of a frame."""
        inner = inner.copy()
        inner.truncate(width - 4, pad=True)
        return blank().append(f"{v} ", style).append_text(inner).append(f" {v}", style)

    def columns(self, cells: Sequence[Text], room: int, high: Sequence[int] = ()) -> list[Text]:
        """Arrange cells in as many columns as fit; `high` lists the permitted numbers of rows."""
        gap = 3
        for rows in high or range(1, len(cells) + 1):
            parts = [cells[i : i + rows] for i in range(0, len(cells), rows)]
            wide = [max(t.cell_len for t in part) for part in parts]
            if sum(wide) + gap * (len(parts) - 1) <= room:
                break
        else:
            return [line for cell in cells for line in self.folded(cell, room)]
        spare = min((room - sum(wide)) // max(len(parts) - 1, 1), gap + 3)
        out = [Text() for _ in range(rows)]
        for i, part in enumerate(parts):
            for line, cell in zip(out, part, strict=False):
                line.append(" " * (sum(wide[:i]) + spare * i - line.cell_len)).append_text(cell)
        return out

    def folded(self, cell: Text, room: int) -> list[Text]:
        """Wrap a cell between words if it is too long."""
        return [cell] if cell.cell_len <= room else self.flow(Text(), cell.split(" "), room)

    def flow(self, label: Text, parts: Iterable[Text], room: int, indent: int = 2) -> list[Text]:
        """Put parts after a label, on several lines if necessary."""
        lines = [label]
        for t in parts:
            if lines[-1].cell_len + t.cell_len > room and lines[-1].cell_len > indent:
                lines[-1].rstrip()
                lines.append(Text(" " * indent))
            lines[-1].append_text(t).append(" ")
        lines[-1].rstrip()
        return lines

    def listed(
        self, title: str, parts: Sequence[Text], room: int, none: str = "none"
    ) -> list[Text]:
        """Put parts after a title, on several lines if necessary, or `none` if there are none."""
        label = blank().append(f"{title} ", "bold")
        return self.flow(label, parts or [Text(none, "dim")], room, indent=label.cell_len)

    def beside(self, left: Iterable[Text], right: Iterable[Text], at: int) -> Iterable[Text]:
        """Put lines to the right of others, starting at a column."""
        for a, b in zip_longest(left, right, fillvalue=Text()):
            gap = " " * (at - a.cell_len) if b else ""
            yield blank().append_text(a).append(gap).append_text(b)

    def labelled(self, label: Text, lines: list[Text], right: str, room: int) -> list[Text]:
        """Put a label before the first line, and `right` at that line's right end."""
        out = [Text(" " * label.cell_len).append_text(t) for t in lines]
        out[0] = label.append_text(lines[0])
        out[0].append(" " * (room - out[0].cell_len - cell_len(right))).append(right, "dim")
        return out


class Sheet:
    """Squared paper: a character and its style in each cell.

    >>> sheet = Sheet(5, 2)
    >>> sheet.put(1, 0, "ab", "bold")
    >>> [line.plain for line in sheet.lines()]
    [' ab  ', '     ']
    """

    def __init__(self, wide: int, high: int) -> None:
        self.rows = [[(" ", "")] * wide for _ in range(high)]

    def put(self, x: int, y: int, text: str, style: str) -> None:
        """Write characters next to each other, up to the edge of the paper."""
        row = self.rows[y]
        row[x : x + len(text)] = [(sign, style) for sign in text[: len(row) - x]]

    def lines(self) -> Iterable[Text]:
        """Yield the rows."""
        for row in self.rows:
            yield blank().append_tokens(row)


class Picture(Pen, ABC):
    """Draws a view at some width, line by line. Each game says what is in it.

    A view has `turn`, `round`, `active`, `over`, `ranking`, `asked` and `seats`; each of its seats
    has `seat` and `place`. A view may have `letters`, which represent things on the board.
    """

    panel_width: ClassVar[int] = 39
    """The width a player's panel needs; two fit into 80 columns."""
    seat_tones: Sequence[str] = SEAT_TONES
    """The colours of the players' names; without colour, the seat numbers tell them apart."""
    tied: ClassVar[str] = N_("game over, {winner} share the victory")
    """How to say that several players won."""
    asks: ClassVar[Mapping[str, str]] = {}
    """What each question asks the player to do, in a few words."""
    legend: ClassVar[Sequence[Sign]] = ()
    """The symbols on the board and what they mean, not counting the letters."""
    view: Any
    words: gettext.NullTranslations = gettext.NullTranslations()
    """The catalogue with the game's own words."""
    turn_over = False
    """Whether the turn is over and the next one hasn't begun."""
    at_once: Collection[str] = ()
    """Questions that may be answered in any order."""

    def __init__(self, view: Any, width: int, names: Sequence[str], *, plain: bool) -> None:
        super().__init__(plain=plain)
        self.view = view
        self.width = width
        more = (f"Seat {i}" for i in range(len(names) + 1, len(view.seats) + 1))
        self.names = [self.clean(n) for n in (*names, *more)]
        letters = getattr(view, "letters", {})
        self.letters = {name: self.clean(letter) for name, letter in letters.items()}
        self.ask: dict[int, str] = {q.seat: q.ask for q in reversed(view.asked)}
        self.now: int = view.asked[0].seat if view.asked else 0

    def beside_it(self, width: int) -> Self:
        """Return a picture of the same view with another width, for part of the board."""
        out = type(self)(self.view, width, self.names, plain=self.plain)
        out.words, out.turn_over, out.seat_tones = self.words, self.turn_over, self.seat_tones
        out.at_once = self.at_once
        return out

    @property
    def answering(self) -> list[int]:
        """The seats that may answer now; `now` is the first of them."""
        return [q.seat for q in answerable(self.view.asked, self.at_once)]

    def tell(self, text: str, /, **gaps: object) -> str:
        """Return one of our own texts in the reader's language, with its gaps filled."""
        return self._told(self.words.gettext(text), gaps) if text else ""

    def n(self, one: str, many: str, count: int, /, **gaps: object) -> str:
        """Return a text with a number, `{count}`, in the matching plural form."""
        return self._told(self.words.ngettext(one, many, count), {"count": count, **gaps})

    def np(self, context: str, one: str, many: str, count: int) -> str:
        """Return a text with a number; the context says which meaning of the text to translate."""
        return self._told(self.words.npgettext(context, one, many, count), {"count": count})

    def p(self, context: str, text: str) -> str:
        """Return a text; the context says which meaning of it to translate."""
        return self._told(self.words.pgettext(context, text), {})

    def spoken(self, text: str) -> str:
        """Return a translated text as it can be printed: in ASCII, without accents."""
        return self.clean(plain_letters(text) if self.plain else text)

    def _told(self, text: str, gaps: Mapping[str, object]) -> str:
        text = self.spoken(text)
        return text.format_map(gaps) if gaps else text

    def both(self, parts: Sequence[str]) -> str:
        """Join names the way people list them, such as "Ana, Ben and Cleo"."""
        *most, last = parts
        return self.tell("{some} and {last}", some=", ".join(most), last=last) if most else last

    def lines(self) -> Iterable[Text]:
        """The whole board: the first line, what is on the table, and the players."""
        yield self.header()
        yield from self.table()
        yield from self.panels()

    def table(self) -> Iterable[Text]:
        """What is on the table, between the first line and the players."""
        return ()

    # --- the legend

    def explained(self) -> Sequence[Sign]:
        """The symbols that the board explains itself; if there are any, it explains letters too."""
        return ()

    def lettered(self) -> Mapping[str, str]:
        """The letters on the board, keyed by what they represent."""
        return self.letters

    def letter_style(self, name: str) -> str:
        """The style of a letter."""
        return ink(name).line

    def meanings(self, signs: Iterable[Sign], *, letters: bool = True) -> list[list[Text]]:
        """Return the letters and symbols, each with its meaning, as two groups of cells."""
        named = self.lettered()
        known = {**self.common._asdict(), **self.sign, "letter": next(iter(named.values()), "")}
        told = [(self.clean(x), self.letter_style(name), name) for name, x in named.items()]
        marks = [(x.sign.format_map(known), x.style, x.meaning) for x in signs]
        return [
            [Text().append(sign, style).append(f" {self.tell(what)}") for sign, style, what in part]
            for part in ((told if letters else []), marks)
            if part
        ]

    def key(self, signs: Iterable[Sign], room: int, *, letters: bool = True) -> list[Text]:
        """Return letters and symbols with their meanings, one after the other."""
        parts = self.meanings(signs, letters=letters)
        apart = [[t.append(" ") for t in part] for part in parts]
        return [line for part in apart for line in self.flow(blank(), part, room, 0)]

    def whole_legend(self) -> list[Text]:
        """Return the legend of everything that the board can show, in columns."""
        return [t for part in self.meanings(self.legend) for t in self.columns(part, self.width)]

    def unexplained(self) -> list[Text]:
        """Return the legend of what the board doesn't explain itself, as compactly as possible."""
        here = self.explained()
        rest = [x for x in self.legend if x not in here]
        return self.key(rest, self.width, letters=not here) if rest else []

    # --- the players

    def asked(self, seat: int) -> str:
        """Return what a player is asked, in a few words."""
        ask = self.ask[seat]
        return self.tell(self.asks.get(ask, ask))

    @abstractmethod
    def supply(self) -> str:
        """What is left to draw, for the right end of the first line."""

    @abstractmethod
    def inside(self, seat: Any, room: int) -> list[Text]:
        """What a player has on the table."""

    @abstractmethod
    def points(self, seat: Any) -> Text:
        """What a player's panel shows at the top right: the score."""

    def tail(self, seat: Any) -> str:
        """What comes after a player's name."""
        return " "

    def below(self, seat: Any, room: int) -> tuple[Text, Text]:
        """The bottom line of a player's panel: its left and right parts."""
        todo = self.todo(seat)
        return Text(), Text(f" {self.fit(todo, room - 2)} " if todo else "")

    def todo(self, seat: Any) -> str:
        """The bottom right of a player's panel: a place, or what the player has to do."""
        if seat.place:
            return self.tell("place {place}", place=seat.place)
        return self.asked(seat.seat) if seat.seat in self.ask else ""

    def name(self, seat: int, room: int) -> str:
        """A player's name, cut to a width."""
        return self.fit(self.names[seat - 1], room)

    def seat_style(self, seat: int) -> str:
        """The style of a player's name."""
        return seat_style(self.seat_tones, seat)

    def header(self) -> Text:
        """The first line: the turn, who has to do what, and what is left to draw."""
        v, dot, right = self.view, self.common.dot, self.supply()
        tell = v.turn and self.width >= 72
        round_, turn = (
            self.tell("Round {round}", round=v.round),
            self.tell("turn {turn}", turn=v.turn),
        )
        left = blank(f"{round_} {dot} {turn} {dot} " if tell else "")
        left.append(self.fit(self.news(), self.width - cell_len(right) - 2 - left.cell_len), "bold")
        left.append(" " * (self.width - left.cell_len - cell_len(right)))
        return left.append(right, "dim")

    def news(self) -> str:
        """The position in a few words."""
        v = self.view
        if v.over:
            best = [self.name(s, 16) for s in v.ranking[0]] if v.ranking else []
            if not best:
                if v.ranking:
                    return self.tell("game over, nobody wins")
                return self.tell("game over, broken off")
            if len(best) == 1:
                return self.tell("game over, {winner} wins", winner=best[0])
            won = N_("game over, {winner} win") if self._partners(len(best)) else self.tied
            return self.tell(won, winner=self.both(best))
        if not self.now:
            return self.between()
        told: dict[str, list[str]] = {}
        for seat in self.answering:
            told.setdefault(self.asked(seat), []).append(self.name(seat, 16))
        parts = [
            self.tell("{name} {asked}", name=self.both(who), asked=asked)
            for asked, who in told.items()
        ]
        return self.dotted(*parts)

    def _partners(self, winners: int) -> bool:
        """Whether those who have won played together: then the next place is the second."""
        places = [seat.place for seat in self.view.seats if seat.place is not None]
        others = [place for place in places if place > 1]
        return not places or min(others, default=winners + 1) <= winners

    def between(self) -> str:
        """The news while no player is asked anything."""
        if not self.view.turn:
            return self.tell("setting up")
        name = self.name(self.view.active, 16)
        if self.turn_over:
            return self.tell("after {name}'s turn", name=name)
        return self.tell("{name}'s turn continues", name=name)

    def panels(self) -> Iterable[Text]:
        """The players' panels, in as many columns as fit."""
        seats = self.view.seats
        rows = -(-len(seats) // max(1, (self.width + 1) // self.panel_width))
        per = -(-len(seats) // rows)
        wide = (self.width - per + 1) // per
        for start in range(0, len(seats), per):
            here = [(seat, self.inside(seat, wide - 4)) for seat in seats[start : start + per]]
            high = max(len(body) for _, body in here)
            parts = [self.panel(seat, body, wide, high) for seat, body in here]
            for cut in zip(*parts, strict=True):
                yield blank(" ").join(cut)

    def panel(self, seat: Any, body: list[Text], wide: int, high: int) -> list[Text]:
        """A player's panel; it has a thick frame if the player may answer now."""
        signs, now = self.common, seat.seat in self.answering
        f, style = (signs.thick, "bold") if now else (signs.thin, "dim")
        right = self.points(seat)
        lead = f" {signs.turn} {seat.seat} " if now else f" {seat.seat} "
        tail = self.tail(seat)
        name = self.name(seat.seat, wide - 4 - cell_len(lead + tail) - right.cell_len)
        title = Text(lead + name + tail, self.seat_style(seat.seat))
        out = [self.border(title, right, f.tl + f.tr, f.h, wide, style)]
        for inner in [*body, *(Text() for _ in range(high - len(body)))]:
            out.append(self.framed(inner, f.v, wide, style))
        away, todo = self.below(seat, wide - 4)
        return [*out, self.border(away, todo, f.bl + f.br, f.h, wide, style)]


class Board:
    """A drawn view; it chooses its characters when it is rendered, to suit the terminal.

    >>> from ledger import fold, load
    >>> log = load("replays/osaka-2p.jsonl")
    >>> view = log.game.view(fold(log.game, log.lines), None)
    >>> isinstance(draw_board(log.game, view, 80, ["Ana", "Bo"]), Board)
    True
    """

    def __init__(self, picture: type[Picture], view: Any, width: int, names: Sequence[str]) -> None:
        self.picture = picture
        self.view = view
        self.width = width
        self.names = names
        self.words: gettext.NullTranslations = gettext.NullTranslations()
        self.turn_over = False
        self.at_once: Collection[str] = ()
        self.seat_tones: Sequence[str] = picture.seat_tones
        self.part: Callable[[Picture], Iterable[Text]] = lambda picture: picture.lines()

    def legend(self, *, whole: bool) -> Board:
        """Return the legend: all of it, or only what the board doesn't explain itself."""
        out = copy.copy(self)
        out.part = (lambda x: x.whole_legend()) if whole else lambda x: x.unexplained()
        return out

    def __rich_measure__(self, console: Console, options: ConsoleOptions) -> Measurement:
        width = min(self.width, options.max_width)
        return Measurement(width, width)

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        width = max(NARROWEST, min(self.width, options.max_width))
        plain = options.ascii_only or options.legacy_windows
        picture = self.picture(self.view, width, self.names, plain=plain)
        picture.words, picture.turn_over = self.words, self.turn_over
        picture.seat_tones, picture.at_once = self.seat_tones, self.at_once
        yield from self.part(picture)
