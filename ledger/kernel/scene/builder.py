"""How a game builds a scene from a view, in as few words as possible."""

from __future__ import annotations

import gettext
import re
from collections.abc import Callable, Collection, Mapping, Sequence
from functools import lru_cache
from types import MappingProxyType
from typing import Any

from ledger.kernel.errors import TooMuch
from ledger.kernel.rules.command import answerable
from ledger.kernel.text.tones import seat_tone

from .shapes import Area, Face, Kind, Panel, Piece, Region, Scene

MOST_PIECES = 5000
"""The maximum number of pieces, and of regions, in a scene; our fullest has a few hundred."""
MOST_PARTS = 50_000
"""The maximum number of parts in all faces of a scene."""

_ODD = re.compile(r"[^A-Za-z0-9-]")


@lru_cache(maxsize=8192)
def safe_id(text: str) -> str:
    """Return a string as an id: letters, digits, hyphens, and `_2f_` for any other character."""
    return _ODD.sub(lambda m: f"_{ord(m[0]):x}_", text)


class SceneBuilder:
    """Collects the regions and pieces of a scene; `tell` translates the game's own words.

    `catalogue` is where it finds them, for a game that counts things in words. Questions that are
    `at_once` may be answered in any order. An id passed to any of the methods can contain anything:
    it is made safe.

    A custom box or a forged line can lead to a position with more pieces than anyone could draw or
    look at. `TooMuch` is raised as soon as there are more than `MOST_PIECES`: half a board would be
    misleading, and counting the rest would mean going through it.
    """

    def __init__(
        self,
        names: Sequence[str],
        tell: Callable[[str], str] = str,
        catalogue: gettext.NullTranslations | None = None,
        *,
        at_once: Collection[str] = (),
    ) -> None:
        self.names, self.tell, self.at_once = names, tell, at_once
        self.catalogue = catalogue or gettext.NullTranslations()
        self.caption = ""
        self._regions: dict[str, Region] = {}
        self._faces: dict[str, Face] = {}
        self._panels: list[Panel] = []
        self._pieces: dict[str, Piece] = {}
        self._parts = 0

    def name(self, seat: int) -> str:
        """Return a player's name."""
        if seat <= len(self.names):
            return self.names[seat - 1]
        return self.tell("Seat {seat}").format(seat=seat)

    def title(self, word: str) -> str:
        """Return one of the game's own words as a title, starting with a capital."""
        told = self.tell(word)
        return told[:1].upper() + told[1:]

    def table(
        self,
        view: Any,
        tones: Sequence[str],
        points: Callable[[Any], str],
        asks: Mapping[str, str] = MappingProxyType({}),
    ) -> None:
        """Add each player's panel and the caption, from what all views have in common.

        `points` returns a seat's score as it is displayed; `asks` replaces the names of questions.
        """
        asked = {q.seat: asks.get(q.ask, q.ask) for q in reversed(view.asked)}
        now = {q.seat: asked[q.seat] for q in answerable(view.asked, self.at_once)}
        for seat in view.seats:
            n, place = seat.seat, seat.place
            note = self.tell(asked.get(n, ""))
            if place:
                note = self.tell("place {place}").format(place=place)
            tone = seat_tone(n, tones)
            self.panel(n, tone, points=points(seat), note=note, active=n in now)
        self.caption = self._caption(view, now)

    def _caption(self, view: Any, now: Mapping[int, str]) -> str:
        tell = self.tell
        if not view.turn:
            turn = tell("setting up")
        elif not view.round:
            turn = tell("turn {turn}").format(turn=view.turn)
        else:
            turn = tell("round {round}, turn {turn}").format(round=view.round, turn=view.turn)
        if view.over:
            best = ", ".join(map(self.name, view.ranking[0])) if view.ranking else ""
            if not view.ranking:
                news = tell("game over")
            elif not best:
                news = tell("game over, nobody wins")
            elif len(view.ranking[0]) == 1:
                news = tell("game over, {winner} wins").format(winner=best)
            else:
                news = tell("game over, {winner} win").format(winner=best)
        else:
            told: dict[str, list[str]] = {}
            for seat, ask in (now or ({view.active: ""} if view.active else {})).items():
                told.setdefault(tell(ask), []).append(self.name(seat))
            parts = ((", ".join(who), ask) for ask, who in told.items())
            news = " · ".join(": ".join(filter(None, part)) for part in parts)
        return " · ".join(filter(None, (turn[:1].upper() + turn[1:], news)))

    def panel(
        self, seat: int, tone: str, *, points: str = "", note: str = "", active: bool = False
    ) -> None:
        """Add the header of a player's area."""
        self._panels.append(
            Panel(
                seat=seat, name=self.name(seat), tone=tone, points=points, note=note, active=active
            )
        )

    def region(
        self,
        name: str,
        kind: Kind,
        w: int,
        h: int,
        *,
        part: str = "",
        area: Area = "side",
        owner: int = 0,
        ground: Face | None = None,
        **more: Any,
    ) -> str:
        """Add a region, in a player's area if it has an `owner`; return its id.

        If several regions have the same name, `part` distinguishes them.
        """
        id = safe_id("-".join(filter(None, (name, part, str(owner or "")))))
        if ground is not None:
            self._face(f"ground-{id}", ground)
            more["ground"] = f"ground-{id}"
        self._regions[id] = Region(
            id=id,
            name=name,
            kind=kind,
            area="seat" if owner else area,
            w=w,
            h=h,
            owner=owner,
            **more,
        )
        self._check_number(len(self._regions), MOST_PIECES)
        return id

    def put(
        self,
        id: str,
        face: str,
        how: Face,
        region: str = "",
        *,
        on: str = "",
        **more: Any,
    ) -> str:
        """Put a piece into a region or on another piece; return its id."""
        id, face = safe_id(id), safe_id(face)
        self._face(face, how)
        self._pieces[id] = Piece(id=id, face=face, region=region, on=on, **more)
        self._check_number(len(self._pieces), MOST_PIECES)
        return id

    def _face(self, id: str, face: Face) -> None:
        known = self._faces.get(id)
        self._faces[id] = face
        if known is not face:
            self._parts += len(face.parts) - (len(known.parts) if known else 0)
            self._check_number(self._parts, MOST_PARTS)

    @staticmethod
    def _check_number(n: int, most: int) -> None:
        if n > most:
            raise TooMuch(
                "this position has too many pieces to be drawn: more than {most}", most=most
            )

    def scene(self) -> Scene:
        """Return the scene with everything added so far."""
        return Scene(
            caption=self.caption,
            regions=tuple(self._regions.values()),
            faces=self._faces,
            panels=tuple(self._panels),
            pieces=self._pieces,
        )
