"""Everything between a key press and a picture: handles input, does the work, draws frames."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from time import monotonic

from ledger.kernel.log.events import Ended, Sealed
from ledger.kernel.message import Message, Text

from . import jumps
from .actions import ACTIONS, ONCE, Press, first_difference, step, take_answer
from .comparison import Comparison
from .drawing.comparison import draw_comparison
from .drawing.frame import Frame, draw_frame
from .drawing.paint import Painter
from .drawing.timeline import line_at
from .keys import BY_NAME
from .model import END, Model
from .notes import read_notes, side_file
from .prompts import Prompts
from .saving import Files
from .screen_state import RESULT, ScreenState
from .text_input import TextInput


class Controller:
    """Owns the model, the state of the screen and the prompts; knows nothing about terminals.

    `frame` is the picture shown last; scroll limits and mouse targets come from it.
    """

    def __init__(
        self,
        model: Model,
        *,
        files: Files | None = None,
        paint: Painter | None = None,
        screen: ScreenState | None = None,
        comparison: Comparison | None = None,
        trouble: Callable[[], Text] = str,
        result_first: bool = False,
    ) -> None:
        """Take charge of a model; `trouble` returns why a growing log gets nothing new, or "".

        `result_first`: a finished game shows its result until a key is pressed.
        """
        self._trouble = trouble
        self.model, self.files, self.comparison = model, files, comparison
        self.paint = paint or Painter()
        self.screen = screen or ScreenState()
        self.prompts: Prompts = Prompts(model, self.screen)
        self.frame: Frame | None = None
        self.quit = False
        self._search: Iterator[int | jumps.Hits | None] | None = None
        self._hits: jumps.Hits | None = None
        self.to_copy = ""
        """Text for the terminal to put into its clipboard."""
        self._result_first = result_first
        self.read_notes()
        if self.screen.following:
            model.go(END)

    # --- keys ---------------------------------------------------------------------------------

    def press(self, key: str) -> None:
        """Do whatever the key means right now."""
        screen = self.screen
        screen.message = ""
        if screen.prompt is not None:
            self._press_at_prompt(screen.prompt, key)
            return
        self._result_first = False
        if key == "escape":
            self.close()
            return
        digits, screen.digits = screen.digits, ""
        found = BY_NAME.get(key)
        if found is not None:
            self.do(found.action, Press(found.way, key, digits))
        elif len(key) == 1:
            screen.say(Message("{key} does nothing here; ? shows the keys", key=key))

    def _press_at_prompt(self, prompt: TextInput, key: str) -> None:
        """Type into the prompt; a search runs again at each key, and Escape cancels it."""
        before = prompt.text
        answer = self.prompts.press(prompt, key)
        start = self.screen.search_from
        if prompt.kind != "search" or start is None:
            if answer is not None:
                take_answer(self, answer)
            return
        if self.screen.prompt is None:
            self.screen.search_from = None
        if answer is not None and answer.text.strip():
            if answer.text.lower() != self.screen.needle:
                take_answer(self, answer)
            elif self._hits is not None:
                self._hit(self._hits.next(self.model.pos - 1, 1))
        elif answer is not None:
            self.model.go(start)
            take_answer(self, answer)
        elif self.screen.prompt is None:
            self._end_search()
            self.screen.needle = ""
            self.move(start)
        elif prompt.text != before:
            self._search_while_typing(prompt.text, start)

    def _search_while_typing(self, text: str, start: int) -> None:
        """Show the first hit after the line where the search began, if there is one."""
        self._end_search()
        self.screen.message, self._hits = "", None
        self.move(start)
        if not text.strip():
            self.screen.needle = ""
        elif jumps.holds(self.model, start, text.lower()):
            self.screen.needle = text.lower()
        else:
            self.search(text, 1)

    def do(self, action: str, press: Press = ONCE) -> None:
        """Carry out one action from the key table."""
        ACTIONS[action](self, press)

    def close(self) -> bool:
        """Close whatever is open; return whether anything was."""
        screen = self.screen
        if screen.overlay:
            screen.overlay = ""
        elif self._search is not None:
            self._end_search()
        elif screen.zoom:
            screen.zoom = ""
        elif screen.needle:
            screen.needle = ""
        else:
            return False
        return True

    # --- what the actions need ----------------------------------------------------------------

    def move(self, seq: int, *, by_turns: bool = False) -> None:
        """Go to a line; the ledger and the other log follow."""
        model, screen = self.model, self.screen
        model.go(seq, by_turns=by_turns)
        screen.list_scrolled = screen.board_scrolled = False
        self._show_result(arrived=True)
        screen.tailing = screen.following and (seq == END or model.at_end)
        if self.comparison is not None:
            self.comparison.follow()

    def _show_result(self, *, arrived: bool) -> None:
        """Show the result at the end of a finished game; `arrived`: the cursor has just moved."""
        model, screen = self.model, self.screen
        over = model.source.done and model.lines[-1].data.__class__ in (Ended, Sealed)
        if over and self.comparison is None and (model.at_end or not arrived):
            screen.overlay, screen.overlay_top = RESULT, 0
        elif screen.overlay == RESULT and arrived:
            screen.overlay = ""

    def search(self, text: str, way: int) -> None:
        """Search for a string; a long search, and counting the hits, continue in the background."""
        self.screen.needle = needle = text.lower()
        if self._hits is not None and self._hits.fits(self.model, needle):
            self._hit(self._hits.next(self.model.pos, way))
            return
        self._search = jumps.search(self.model, text, way)
        self.screen.searching = True
        self.work(0.02)

    def _end_search(self) -> None:
        self._search = None
        self.screen.searching = False

    def scroll_overlay(self, by: int) -> None:
        """Scroll the overlay."""
        most = 0 if self.frame is None else self.frame.overlay_most
        self.screen.overlay_top = min(max(self.screen.overlay_top + by, 0), most)

    def scroll_list(self, by: int) -> None:
        """Scroll the ledger, even away from the cursor."""
        screen = self.screen
        screen.list_top = min(max(screen.list_top + by, 1), max(self.model.last, 1))
        screen.list_scrolled = True

    def scroll_board(self, by: int) -> None:
        """Scroll the board."""
        most = 0 if self.frame is None else self.frame.board_most
        self.screen.board_scrolled = True
        self.screen.board_top = min(max(self.screen.board_top + by, 0), most)

    def read_notes(self) -> None:
        """Read the notes kept in a file next to the log."""
        self.model.notes, bad = read_notes(side_file(self.model.source.path))
        if bad:
            said = Message("{lines} lines of the notes couldn't be read", lines=bad)
            self.screen.say(said, bad=True)

    # --- mouse --------------------------------------------------------------------------------

    def click(self, x: int, y: int) -> None:
        """Go to what was clicked: a place on the timeline, or an event."""
        if self.frame is None or self.screen.prompt is not None:
            return
        ledger = self.frame.layout.ledger
        if self.on_timeline(x, y):
            self.drag(x)
        elif self.screen.overlay:
            self.screen.overlay = ""
        elif ledger.holds(x, y) and y > ledger.y:
            seq = self.frame.listed_lines[y - ledger.y - 1]
            if seq:
                self.move(seq)

    def on_timeline(self, x: int, y: int) -> bool:
        """Whether a cell is on the timeline."""
        return self.frame is not None and self.frame.layout.timeline.holds(x, y)

    def drag(self, x: int) -> None:
        """Go to the place on the timeline at column `x`."""
        if self.frame is not None:
            self.move(line_at(x, self.model.last, self.frame.layout.timeline.width))

    def wheel(self, x: int, y: int, way: int) -> None:
        """Scroll whatever is under the mouse."""
        if self.screen.overlay:
            self.scroll_overlay(way)
        elif self.frame is not None and self.frame.layout.board.holds(x, y):
            self.scroll_board(2 * way)
        elif self.frame is not None and self.frame.layout.ledger.holds(x, y):
            self.scroll_list(2 * way)
        else:
            step(self, Press(way))

    # --- the picture --------------------------------------------------------------------------

    @property
    def size(self) -> tuple[int, int]:
        """The size of the picture shown last."""
        return (80, 24) if self.frame is None else self.frame.size

    def draw(self, width: int, height: int) -> Frame:
        """Return a picture of the screen without changing anything."""
        screen = self.screen
        if self.comparison is None or screen.overlay or screen.zoom:
            news = "" if self.comparison is None else self.comparison.parted()
            return draw_frame(self.model, screen, self.paint, (width, height), self.frame, news)
        return draw_comparison(self.comparison, screen, self.paint, (width, height), self.frame)

    def show(self, width: int, height: int) -> Frame:
        """Draw the screen for the user, and remember how far it is scrolled."""
        self.frame = self.draw(width, height)
        self.screen.board_top = self.frame.board_top
        if self.frame.listed_lines and self.frame.listed_lines[0]:
            self.screen.list_top = self.frame.listed_lines[0]
        return self.frame

    # --- work in small pieces -----------------------------------------------------------------

    def tick(self) -> None:
        """Play one event."""
        if self.model.at_end and self.model.source.done:
            self.screen.playing = self.screen.following
        else:
            step(self, ONCE)

    @property
    def busy(self) -> bool:
        """Whether there is anything left to read, search, count or compare."""
        model, comparison = self.model, self.comparison
        counted = model.full.ready and model.curve.ready
        done = model.source.done and self._search is None and counted
        return not (done and (comparison is None or comparison.done))

    def look(self) -> bool:
        """Check whether a growing log has grown or lost its connection; return whether it has."""
        before, self.screen.trouble = self.screen.trouble, self._trouble()
        return self.model.source.poll() or self.screen.trouble != before

    def work(self, seconds: float) -> bool:
        """Read, count, search and compare for a while; return whether there is more to do."""
        until = monotonic() + seconds
        while self._piece():
            if monotonic() > until:
                return True
        return False

    def _piece(self) -> bool:
        """Do one piece of work; return whether there may be more."""
        model, comparison = self.model, self.comparison
        if comparison is not None and not comparison.other.source.done:
            comparison.other.source.read_on()
            return True
        if not model.source.done:
            model.source.read_on()
            if self.screen.tailing and model.goal is None:
                model.go(END)
            model.arrive()
            return True
        if self._search is not None:
            found = next(self._search)
            if isinstance(found, jumps.Hits):
                self._end_search()
                self._hits = found
                if not found.lines:
                    self._hit(0)
                elif not self.screen.message:
                    self.screen.say(found.position_text(model, model.pos))
            elif found is not None:
                self._hit(found)
            return True
        if model.full.advance() or model.curve.advance():
            return True
        if self._result_first:
            self._result_first = False
            self._show_result(arrived=False)
        return comparison is not None and self._compare(comparison)

    def _hit(self, seq: int) -> None:
        """Go to the line that was found; 0 if there is none."""
        if seq:
            self.move(seq)
            if self._hits is not None and self._hits.fits(self.model, self.screen.needle):
                self.screen.say(self._hits.position_text(self.model, seq))
        else:
            said = Message(
                "{needle!r} wasn't found"
                if self.model.source.done
                else "{needle!r} wasn't found in what has been read so far",
                needle=self.screen.needle,
            )
            self.screen.say(said, bad=True)

    def _compare(self, comparison: Comparison) -> bool:
        more = comparison.advance()
        if comparison.first is not None and not (comparison.moved or comparison.other_players):
            first_difference(self, ONCE)  # the user hasn't moved yet: show where they differ
        return more
