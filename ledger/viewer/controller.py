"""Everything between a key and a picture: what each action of the key table does."""

from __future__ import annotations

from collections.abc import Callable

from . import jumps
from .drawing.panels import line_at
from .keys import ACTIONS
from .model import END, Model
from .prompts import Asking

SPEEDS = (0.25, 0.5, 1.0, 2.0, 4.0, 8.0, 16.0, 32.0)
OVERLAYS = ("help", "rule", "raw", "changes")
ZOOMS = ("", "board", "ledger")


class Session(Asking):
    """What the keys and the mouse do."""

    # --- keys ---------------------------------------------------------------------------------

    def press(self, key: str) -> None:
        """Do what a key means here."""
        self.message = ""
        if self.prompt is not None:
            self._prompted(self.prompt, key)
            return
        if key == "escape":
            self._close()
            return
        found = ACTIONS.get(key)
        if found is None:
            self.digits = ""
            if len(key) == 1:
                self.say(f"{key} does nothing here; ? shows the keys")
            return
        digits, self.digits = self.digits, ""
        self.do(found.action, key, digits)

    def do(self, action: str, key: str = "", digits: str = "") -> None:
        """Do one action of the key table."""
        name, way = action.rstrip("+-"), -1 if action.endswith("-") else 1
        if self.overlay and name == "list":
            self.overlay_top = min(max(self.overlay_top + way, 0), self.overlay_most)
            return
        if name in OVERLAYS:
            self.overlay = "" if self.overlay == name else name
            self.overlay_top = 0
            return
        if name == "quit":
            self.needle = ""
            self.quit = not self._close()
            return
        if name == "tenth":
            self.digits = (digits + key)[-9:]
            self.move(jumps.tenth(self.model, int(key)))
        elif name == "go" and digits:
            self._goto(digits)
        elif name == "go":
            self.move(END)
        elif jump := JUMPS.get(name):
            self._jump(jump(self.model, way), name, way)
        else:
            getattr(self, f"_{name}")(way)

    def _close(self) -> bool:
        """Close what is open; whether there was anything."""
        was = bool(self.overlay or self._search or self.zoom or self.needle)
        if self.overlay:
            self.overlay = ""
        elif self._search:
            self._search = None
        elif self.zoom:
            self.zoom = ""
        else:
            self.needle = ""
        return was

    # --- moving -------------------------------------------------------------------------------

    def _jump(self, seq: int | None, name: str, way: int) -> None:
        if seq is None:
            ready = self.model.source.done and self.model.curve.ready and self.model.full.ready
            more = "" if ready else " yet: still reading"
            self.say(f"there is no {'next' if way > 0 else 'earlier'} {WORDS[name]}{more}")
        else:
            self.move(seq)

    def _event(self, way: int) -> None:
        self.move(min(max(self.model.pos + way, 1), self.model.last))

    def _first(self, way: int) -> None:
        self.move(1)

    def _last(self, way: int) -> None:
        self.move(END)

    def _play(self, way: int) -> None:
        if not self.playing and self.at_end and self.model.source.done:
            self.move(1)
        self.playing = not self.playing

    def _speed(self, way: int) -> None:
        faster = [s for s in SPEEDS if s > self.speed]
        slower = [s for s in SPEEDS if s < self.speed]
        if way > 0 and faster:
            self.speed = faster[0]
        elif way < 0 and slower:
            self.speed = slower[-1]
        self.say(f"{self.speed:g} event{'' if self.speed == 1 else 's'} a second")

    def tick(self) -> None:
        """Play one event."""
        if self.at_end and self.model.source.done:
            self.playing = self.following
        else:
            self._event(1)

    # --- looking ------------------------------------------------------------------------------

    def _eyes(self, way: int) -> None:
        model = self.model
        choices = model.viewers
        if len(choices) == 1:
            who = f"seat {choices[0]}" if choices[0] else "a spectator"
            self.say(f"this file holds only what {who} saw")
            return
        at = choices.index(model.viewer)
        model.look(choices[(at + way) % len(choices)])
        self.say("all is open" if model.viewer is None else f"as {model.eyes()} saw it")

    def _list(self, way: int) -> None:
        self.list_top = min(max(self.list_top + way, 1), max(self.model.last, 1))
        self.loose = True

    def _board(self, way: int) -> None:
        self.board_top = min(max(self.board_top + way, 0), self.board_most)

    def _zoom(self, way: int) -> None:
        self.zoom = ZOOMS[(ZOOMS.index(self.zoom) + 1) % len(ZOOMS)]

    def _mark(self, way: int) -> None:
        pos = self.model.pos
        self.model.marks ^= {pos}
        self.say(f"line {pos} {'marked' if pos in self.model.marks else 'is no longer marked'}")

    def _difference(self, way: int) -> None:
        self.say("nothing to compare with: ledger replay A.jsonl --compare B.jsonl")

    # --- mouse --------------------------------------------------------------------------------

    def click(self, x: int, y: int) -> None:
        """Go to what was clicked on: a place on the timeline, or an event."""
        layout = self.layout
        if layout is None or self.prompt is not None:
            return
        if layout.timeline.holds(x, y):
            self.drag(x)
        elif self.overlay:
            self.overlay = ""
        elif layout.ledger.holds(x, y) and y > layout.ledger.y:
            seq = self.list_top + y - layout.ledger.y - 1
            if seq <= self.model.last:
                self.move(seq)

    def drag(self, x: int) -> None:
        """Go to a place on the timeline."""
        if self.layout is not None:
            self.move(line_at(x, self.model.last, self.layout.timeline.width))

    def wheel(self, x: int, y: int, way: int) -> None:
        """Scroll what is under the mouse."""
        if self.overlay:
            self.do(f"list{'+' if way > 0 else '-'}")
        elif self.layout is not None and self.layout.board.holds(x, y):
            self._board(2 * way)
        elif self.layout is not None and self.layout.ledger.holds(x, y):
            self._list(2 * way)
        else:
            self._event(way)


JUMPS: dict[str, Callable[[Model, int], int | None]] = {
    "turn": jumps.by_turn,
    "round": jumps.by_round,
    "decision": jumps.by_decision,
    "scoring": jumps.by_scoring,
    "kind": jumps.by_type,
    "to_mark": jumps.by_mark,
}
WORDS = {
    "turn": "turn",
    "round": "round",
    "decision": "decision of this player",
    "scoring": "scoring",
    "kind": "event of this type",
    "to_mark": "mark or note",
}
