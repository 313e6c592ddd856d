"""The thin Textual shell: handles keys, mouse and resizing, and shows the picture."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from time import monotonic

from rich.segment import Segment
from textual import events
from textual.app import App, ComposeResult
from textual.color import Color
from textual.filter import LineFilter, NoColor
from textual.geometry import Region
from textual.strip import Strip
from textual.timer import Timer
from textual.widget import Widget

from ledger.boards.sixteen_colours import in_sixteen

from .controller import Controller
from .drawing.paint import Rows
from .keys import key_name

SLICE = 0.012
"""Seconds of work before keys are checked again."""
SHOW = 0.15
"""Seconds between updates of the progress on screen."""
LOOK = 0.25
"""Seconds between checks of a growing log."""


class Picture(Widget):
    """The whole screen; repaints only the rows that changed."""

    DEFAULT_CSS = "Picture { width: 100%; height: 100%; background: ansi_default; }"

    def __init__(self, controller: Controller) -> None:
        super().__init__()
        self.controller = controller
        self._rows: Rows = []

    def show(self) -> None:
        """Draw again, and refresh the rows that changed."""
        width, height = self.size
        if not width or not height:
            return
        try:
            rows = self.controller.show(width, height).rows
        except Exception as e:
            self.app.fail(e)  # type: ignore[attr-defined]
            return
        before, self._rows = self._rows, rows
        if len(before) != len(rows):
            self.refresh()
            return
        changed = [Region(0, y, width, 1) for y, row in enumerate(rows) if row != before[y]]
        if changed:
            self.refresh(*changed)

    def on_resize(self) -> None:
        """Draw at the new size."""
        self._rows = []
        self.show()

    def render_line(self, y: int) -> Strip:
        """Return one row of the screen."""
        if y < len(self._rows):
            return Strip(self._rows[y], self.size.width)
        return Strip.blank(self.size.width)


class SixteenColours(LineFilter):
    """Keeps colours distinct on terminals that have only sixteen."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """Return the segments in the sixteen colours."""
        return [s if s.style is None else s._replace(style=in_sixteen(s.style)) for s in segments]


class Viewer(App[None]):
    """Shows a game until the user quits."""

    ENABLE_COMMAND_PALETTE = False
    ALLOW_SELECT = False
    AUTO_FOCUS = None
    CSS = "Screen { background: ansi_default; overflow: hidden; }"

    def __init__(self, controller: Controller) -> None:
        super().__init__(ansi_color=True)
        self.controller = controller
        self.picture = Picture(controller)
        self.failure: Exception | None = None
        self._timer: Timer | None = None
        self._beat = 0.0
        self._busy = False
        self._dragging = False

    def get_line_filters(self) -> Sequence[LineFilter]:
        """Leave colours to the terminal, light or dark; NO_COLOR removes them."""
        if self.no_color:
            return [NoColor()]
        return [SixteenColours()] if self.console.color_system == "standard" else []

    def compose(self) -> ComposeResult:
        """Put the picture on the screen."""
        yield self.picture

    def on_ready(self) -> None:
        """Continue reading once the first picture is shown, and watch a growing log."""
        self._after()
        if self.controller.screen.following:
            self.set_interval(LOOK, self._watch)

    # --- in ---------------------------------------------------------------------------------

    async def on_event(self, event: events.Event) -> None:
        """Handle every key before Textual can act on it."""
        if isinstance(event, events.Key) and not event.is_forwarded:
            event.stop()
            if event.key == "ctrl+z":
                self.action_suspend_process()
                return
            self._do(lambda: self.controller.press(key_name(event.key, event.character)))
            return
        await super().on_event(event)

    def on_paste(self, event: events.Paste) -> None:
        """Type the pasted text into the prompt."""
        self._do(lambda: self.controller.prompts.paste(event.text))

    def on_mouse_down(self, event: events.MouseDown) -> None:
        """Go to what was clicked; a click on the timeline starts dragging."""
        self._dragging = self.controller.on_timeline(event.x, event.y)
        self._do(lambda: self.controller.click(event.x, event.y))

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """Continue dragging."""
        if self._dragging and event.button:
            self._do(lambda: self.controller.drag(event.x))

    def on_mouse_up(self) -> None:
        """Stop dragging."""
        self._dragging = False

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        """Scroll down."""
        self._wheel(event, 1)

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        """Scroll up."""
        self._wheel(event, -1)

    def _wheel(self, event: events.MouseEvent, way: int) -> None:
        self._do(lambda: self.controller.wheel(event.x, event.y, way))

    # --- out --------------------------------------------------------------------------------

    def _do(self, act: Callable[[], None]) -> None:
        """Let the controller act, then show the result."""
        try:
            act()
        except Exception as e:
            self.fail(e)
        else:
            self._after()

    def fail(self, error: Exception) -> None:
        """Close the viewer, and keep the error for `run` to raise once the terminal is restored."""
        self.failure = error
        self.exit()

    def _after(self) -> None:
        """Show what has changed, and start the timer and the background work if needed."""
        controller = self.controller
        if controller.quit:
            self.exit()
            return
        if controller.to_copy:
            self.copy_to_clipboard(controller.to_copy)
            controller.to_copy = ""
        self.picture.show()
        self._set_clock()
        if controller.busy and not self._busy:
            self._busy = True
            self.run_worker(self._work(), exit_on_error=True)

    def _set_clock(self) -> None:
        screen = self.controller.screen
        beat = 1 / screen.speed if screen.playing else 0.0
        if beat != self._beat:
            if self._timer is not None:
                self._timer.stop()
            self._timer = self.set_interval(beat, self._tick) if beat else None
            self._beat = beat

    def _tick(self) -> None:
        self._do(self.controller.tick)

    def _watch(self) -> None:
        if self.controller.look():
            self._after()

    async def _work(self) -> None:
        """Do the remaining work in slices, so that keys are always handled promptly."""
        try:
            shown = monotonic()
            while self.controller.work(SLICE):
                if monotonic() - shown > SHOW:
                    self.picture.show()
                    shown = monotonic()
                await asyncio.sleep(0.001)
            self.picture.show()
        except Exception as e:
            self.fail(e)
        finally:
            self._busy = False


def run(controller: Controller) -> None:
    """Run the viewer until the user quits; raise any error that ended it."""
    viewer = Viewer(controller)
    viewer.run(mouse=True)
    if viewer.failure is not None:
        raise viewer.failure
