"""The names that the author of a game imports.

Three modules hold the rest: `ledger.sdk.kit` is for what only some games need (custom notations,
maps, packs, purses, bots that think), `ledger.sdk.scene` for what a page in the browser shows, and
`ledger.sdk.drawing`, which needs Rich, for boards in the terminal.

`docs/write-a-game.md` shows how to write a game in an hour, and `help(Game)` lists everything a
game can declare. `examples/games` has small games of one file each, and `ledger/games` four large
ones that all have the same modules.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ledger.kernel.boxes.bounds import at_most, longest
from ledger.kernel.boxes.box import Above0, NotEmpty, NotNegative, require
from ledger.kernel.boxes.boxes import Boxes
from ledger.kernel.boxes.common_sections import Letters, Names, Players, Titled
from ledger.kernel.boxes.component import Component
from ledger.kernel.boxes.provenance import Provenance, Sourced
from ledger.kernel.errors import Illegal, Impossible, LedgerError, Malformed
from ledger.kernel.game.game import Bot
from ledger.kernel.game.parts import Corrections, Holdings, Pictures, Secrets
from ledger.kernel.game.views import SeatLook, SeatView, TableView, computed, owner_only
from ledger.kernel.log.events import Ended, Event, Opened, Shared, Still, about, rule
from ledger.kernel.log.seat_fields import Seat
from ledger.kernel.message import Message
from ledger.kernel.meta import Meta
from ledger.kernel.rules.arguments import one_of, some_of
from ledger.kernel.rules.choice_fields import chosen_from, worded
from ledger.kernel.rules.command import Command, Question
from ledger.kernel.rules.decision import Decision
from ledger.kernel.rules.folds import Folds
from ledger.kernel.rules.outcome import Outcome, rank
from ledger.kernel.rules.rules import Ending, Opening, PlainSetup, Questions, Rules
from ledger.kernel.rules.turns import clockwise, next_seat
from ledger.kernel.state.copying import Lookup
from ledger.kernel.state.field_marks import Resource, hidden, internal, private, resource
from ledger.kernel.state.piles import Hand, Pile
from ledger.kernel.state.seen import EVERYBODY, SeenHand, SeenPile, SeenRow
from ledger.kernel.state.zones import zone
from ledger.kernel.text.safe import safe
from ledger.kernel.words.sentences import (
    N_,
    P_,
    Plural,
    Sentences,
    Speaker,
    Teller,
    case,
    ended,
    plural,
)
from ledger.kernel.words.words import Words

if TYPE_CHECKING:
    from ledger.kernel.game.game import Game
    from ledger.kernel.log.events import SeatEvent
    from ledger.kernel.rules.moves import move
else:  # these also accept 0.2's arguments
    from .version_0_2 import Game, SeatEvent, move

from . import version_0_2

__all__ = [
    "EVERYBODY",
    "N_",
    "P_",
    "Above0",
    "Bot",
    "Boxes",
    "Command",
    "Component",
    "Corrections",
    "Decision",
    "Ended",
    "Ending",
    "Event",
    "Folds",
    "Game",
    "Hand",
    "Holdings",
    "Illegal",
    "Impossible",
    "LedgerError",
    "Letters",
    "Lookup",
    "Malformed",
    "Message",
    "Meta",
    "Names",
    "NotEmpty",
    "NotNegative",
    "Opened",
    "Opening",
    "Outcome",
    "Pictures",
    "Pile",
    "PlainSetup",
    "Players",
    "Plural",
    "Provenance",
    "Question",
    "Questions",
    "Resource",
    "Rules",
    "Seat",
    "SeatEvent",
    "SeatLook",
    "SeatView",
    "Secrets",
    "SeenHand",
    "SeenPile",
    "SeenRow",
    "Sentences",
    "Shared",
    "Sourced",
    "Speaker",
    "Still",
    "TableView",
    "Teller",
    "Titled",
    "Words",
    "about",
    "at_most",
    "case",
    "chosen_from",
    "clockwise",
    "computed",
    "ended",
    "hidden",
    "internal",
    "longest",
    "move",
    "next_seat",
    "one_of",
    "owner_only",
    "plural",
    "private",
    "rank",
    "require",
    "resource",
    "rule",
    "safe",
    "some_of",
    "worded",
    "zone",
]


def __getattr__(name: str) -> Any:
    """Look up a name that 0.2 had here."""
    return version_0_2.old_name(name)
