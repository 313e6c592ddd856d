"""What is open, scrolled and said on the screen: plain data, which drawing only reads."""

from __future__ import annotations

from dataclasses import dataclass

from ledger.kernel.message import Text

from .text_input import TextInput

HELP = "help"
"""The overlay that isn't about the game, so that keys for a turn have nothing else to do there."""


RESULT = "result"
"""The overlay that is shown at the end of a game, and goes when one leaves it."""


@dataclass
class ScreenState:
    """The state of the screen; the place in the log belongs to the model."""

    speed: float = 2.0
    """Events a second."""
    playing: bool = False
    following: bool = False
    """Whether the log may grow."""
    tailing: bool = False
    """Whether new events of a growing log are shown as they come."""
    prompt: TextInput | None = None
    overlay: str = ""
    overlay_top: int = 0
    zoom: str = ""
    board_top: int = 0
    board_scrolled: bool = False
    """Whether the board was scrolled by hand, so that the player on turn may be out of sight."""
    list_top: int = 1
    list_scrolled: bool = False
    """Whether the ledger was scrolled by hand, so that the cursor may be out of sight."""
    needle: str = ""
    """The last text searched for, in lower case."""
    searching: bool = False
    search_from: int | None = None
    """Where the cursor was when the search that is being typed began."""
    digits: str = ""
    """The digits of a number typed so far: `4 2 G`."""
    trouble: Text = ""
    """Why a growing log gets nothing new."""
    message: Text = ""
    bad: bool = False
    """Whether the message says that something went wrong."""

    def __post_init__(self) -> None:
        self.tailing = self.following

    def say(self, text: Text, *, bad: bool = False) -> None:
        """Put a message into the status line until the next key."""
        self.message, self.bad = text, bad
