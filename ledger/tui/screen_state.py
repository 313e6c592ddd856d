"""The state of the screen: what is open, how far it is scrolled, and the current message.

It is plain data that drawing only reads.
"""

from __future__ import annotations

from dataclasses import dataclass

from ledger.kernel.message import Text

from .text_input import TextInput

HELP = "help"
"""The overlay that isn't about the game, where the keys for turns are free to turn pages."""


RESULT = "result"
"""The overlay shown at the end of a game; it closes when the cursor leaves the end."""


@dataclass
class ScreenState:
    """The state of the screen; the place in the log belongs to the model."""

    speed: float = 2.0
    """Events per second."""
    playing: bool = False
    following: bool = False
    """Whether the log may grow."""
    tailing: bool = False
    """Whether new events in a growing log are shown as they arrive."""
    prompt: TextInput | None = None
    overlay: str = ""
    overlay_top: int = 0
    zoom: str = ""
    board_top: int = 0
    board_scrolled: bool = False
    """Whether the board was scrolled by hand, so that the player to move may be out of sight."""
    list_top: int = 1
    list_scrolled: bool = False
    """Whether the ledger was scrolled by hand, so that the cursor may be out of sight."""
    needle: str = ""
    """The last search string, in lower case."""
    searching: bool = False
    search_from: int | None = None
    """Where the cursor was when the search being typed began."""
    digits: str = ""
    """The digits of a number typed so far, such as the 4 and 2 in `4 2 G`."""
    trouble: Text = ""
    """Why a growing log gets nothing new."""
    message: Text = ""
    bad: bool = False
    """Whether the message says that something went wrong."""

    def __post_init__(self) -> None:
        self.tailing = self.following

    def say(self, text: Text, *, bad: bool = False) -> None:
        """Show a message in the status line until the next key press."""
        self.message, self.bad = text, bad
