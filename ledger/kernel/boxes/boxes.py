"""A game's boxes: the standard one, earlier versions, and those that people supply."""

from __future__ import annotations

import copy
import dataclasses
import functools
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from gettext import NullTranslations
from typing import Any

import msgspec

from ledger.kernel.errors import Illegal, Malformed, TooMuch
from ledger.kernel.log.events import Opened
from ledger.kernel.message import Message
from ledger.kernel.meta import NOWHERE, Home
from ledger.kernel.packages import files_of

from .bounds import Extents, check_bounds, extents
from .box import WrongBox, digest_box, read_as, require
from .changes import BoxChange, changes
from .component import Component
from .constraints import check_marks
from .partial_boxes import as_own, difference, merge

_KEPT = 200
"""The maximum number of boxes from logs whose size check is cached."""
_UNSEEN = Message("")


def colours_of(box: Any) -> tuple[str, ...]:
    """Return the colours players can have with a box: `colours` in its `players` table, if any."""
    colours: tuple[str, ...] = getattr(getattr(box, "players", None), "colours", ())
    return colours


@dataclass(frozen=True, eq=False)
class Boxes(Mapping[str, dict[str, Any]]):
    """The boxes a game can be played with, as data by id, starting with the standard one.

    `box` is the type of a box if the standard one is in the package's `box.toml`, or else the
    standard box itself. `check` refuses a box that can't be right (`require`); `check_new` refuses
    one that can't be used for a new game, while logs with such a box stay readable.
    `player_colours` returns the colours that players can have with a box, and `seat_rule` is the
    rule about them. `components` yields what is in a box, piece by piece (`Component`); without it,
    components are the possible chance results, described by what the box says about them.
    """

    box: type | msgspec.Struct
    check: Callable[[Any], None] | None = None
    check_new: Callable[[Any], None] | None = None
    player_colours: Callable[[Any], tuple[str, ...]] = colours_of
    seat_rule: str | None = None
    components: Callable[[Any, NullTranslations], Iterable[Component]] | None = None

    home: Home = field(default=NOWHERE, init=False, repr=False)

    __hash__ = object.__hash__

    def of(self, home: Home) -> Boxes:
        """Return a copy of these boxes bound to a game."""
        boxes = dataclasses.replace(self)
        object.__setattr__(boxes, "home", home)
        return boxes

    @functools.cached_property
    def _data(self) -> dict[str, dict[str, Any]]:
        found = [] if isinstance(self.box, type) else [msgspec.to_builtins(self.box)]
        found += map(tomllib.loads, self.texts())
        return {data["id"]: data for data in found}

    def __getitem__(self, id: str) -> dict[str, Any]:
        return self._data[id]

    def __iter__(self) -> Iterator[str]:
        return iter(self._data)

    def __len__(self) -> int:
        return len(self._data)

    @property
    def type(self) -> type:
        """The type of a box."""
        return self.box if isinstance(self.box, type) else type(self.box)

    @functools.cached_property
    def standard(self) -> Any:
        """The standard box."""
        return self._known_box(self.standard_id)

    @functools.cached_property
    def standard_id(self) -> str:
        """The id of the standard box."""
        return next(iter(self))

    @functools.cached_property
    def standard_digest(self) -> str:
        """The digest of the standard box."""
        return digest_box(self[self.standard_id])

    @functools.cached_property
    def digests(self) -> dict[str, str]:
        """The ids of the package's boxes, by digest."""
        return {digest_box(data): id for id, data in self.items()}

    def texts(self) -> Iterator[str]:
        """Yield the contents of the package's box files: the standard one, then earlier ones."""
        home = files_of(self.home.package)
        if isinstance(self.box, type):
            yield home.joinpath("box.toml").read_text("utf-8")
        earlier = home.joinpath("boxes")
        if earlier.is_dir():
            for file in sorted(earlier.iterdir(), key=lambda x: x.name):
                yield file.read_text("utf-8")

    @functools.cached_property
    def _known_boxes(self) -> dict[str, Any]:
        return {}

    def _known_box(self, id: str) -> Any:
        if id not in self._known_boxes:
            self._known_boxes[id] = self.read(self[id])
        return self._known_boxes[id]

    @functools.cached_property
    def extents(self) -> Extents:
        """The largest sizes in the package's boxes, from which the bounds for new boxes follow."""
        return extents(self.type, self.values())

    # --- other people's boxes

    def whole(self, part: dict[str, Any]) -> dict[str, Any]:
        """Complete a partial box from its base, which is the standard box by default.

        Tables are completed field by field, and lists of components by their ids. A box that has
        every table is used as it is. Raises `WrongBox` if it can't be completed.
        """
        name = part.get("base", self.standard_id)
        base = self.get(name) if isinstance(name, str) else None
        if base is None:
            raise WrongBox("base must be one of {it}", it=", ".join(self))
        return copy.deepcopy(merge(self.type, base, part))

    def as_own(self, data: dict[str, Any]) -> dict[str, Any]:
        """Return a box changed so that it can't be mistaken for one of the package's, unless it is
        one.
        """
        if digest_box(data) in self.digests:
            return data
        own = as_own(self.type, self[self.base_of(data)], data)
        return own | {"id": f"{own['id']}+own"} if own["id"] in self else own

    def part_of(self, data: dict[str, Any]) -> dict[str, Any]:
        """Return only what is different in a box, so that `whole` restores the same box."""
        return difference(self.type, self[self.base_of(data)], data)

    def base_of(self, data: dict[str, Any]) -> str:
        """Return the id of the package's box that a box is based on: the one it names, or the most
        similar.
        """
        own = str(data.get("id")).removesuffix("+own")
        if own in self:
            return own
        return min(self, key=lambda id: len(changes(self.type, self[id], data)))

    def read(self, data: dict[str, Any]) -> Any:
        """Check the data of a box and return it as the game's own struct; raises `WrongBox`."""
        box: Any = read_as(self.type, data)
        check_marks(box, self.home.meta.players)
        if self.check is not None:
            self.check(box)
        return box

    def read_new(self, data: dict[str, Any]) -> Any:
        """Check a box for a new game, which must also be playable, and return it as its struct.

        A box can come from anyone and may be malicious, so every size in it is bounded. Raises
        `WrongBox`.
        """
        check_bounds(self.type, data, self.extents)
        box = self.read(data)
        require(check_marks(box, self.home.meta.players).counts, "players.counts is empty")
        if self.check_new is not None:
            self.check_new(box)
        return box

    def of_log(self, opened: Opened) -> Any:
        """Return the box that a log was played with.

        Raises `Malformed` if it doesn't match its digest, or if neither the log nor the package has
        it.
        """
        if opened.box_data is not None:
            if digest_box(opened.box_data) != opened.box:
                raise Malformed("the box in the first line doesn't match its digest", line=1)
            return self.read(opened.box_data)
        id = self.digests.get(opened.box)
        if id is None:
            raise Malformed(
                "the log uses box {box}, which this version of {name} doesn't have and "
                "the log doesn't include",
                line=1,
                box=opened.box,
                name=self.home.meta.name,
            )
        return self._known_box(id)

    def check_usable(self, opened: Opened) -> None:
        """Raise `TooMuch` if a game can't be drawn or continued because its box exceeds the bounds.

        Such a log can still be read, put into words and verified. But the game's code for drawing
        it or listing its moves might need as much memory as a number in the box asks for.
        """
        data, known = opened.box_data, self._too_much
        if data is None:
            return
        what = known.get(opened.box, _UNSEEN)
        if what is _UNSEEN:
            what = self._too_much_in(data)
            if len(known) >= _KEPT:
                known.clear()
            known[opened.box] = what
        if what is not None:
            raise TooMuch(
                "this game can be read, but not drawn or played on, because of its box: {what}",
                what=what,
            )

    def _too_much_in(self, data: dict[str, Any]) -> Message | None:
        try:
            check_bounds(self.type, data, self.extents)
        except WrongBox as e:
            return e.what
        return None

    @functools.cached_property
    def _too_much(self) -> dict[str, Message | None]:
        """Which size in a box from a log is out of bounds, by the box's digest; None if all are
        fine.
        """
        return {}

    def changes_in(self, opened: Opened) -> list[BoxChange]:
        """Return the differences between a log's box and the package's box it is based on."""
        data = opened.box_data
        if data is None:
            return []
        return changes(self.type, self[self.base_of(data)], data)

    def check_colours(self, colours: Sequence[str], box: Any) -> None:
        """Raise `Illegal` for a colour that the game doesn't have or that two players share."""
        known = self.player_colours(box)
        for colour in colours:
            if colours.count(colour) > 1 or (known and colour not in known):
                names = f"one of {', '.join(known)}" if known else "a colour"
                needed = f"each player needs {names}, all different"
                raise Illegal(
                    "{colour!r} can't be a player's colour: {needed}",
                    rule=self.seat_rule,
                    about="colours",
                    colour=colour,
                    needed=needed,
                )
