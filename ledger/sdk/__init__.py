"""What an author of a game imports, all of it; pictures come from `ledger.sdk.drawing`.

`docs/write-a-game.md` shows how in an hour, and `help(Game)` has all that a game can say.
`examples/games` has small games of one file each, and `ledger/games` four large ones with the same
modules in each.
"""

from __future__ import annotations

from typing import Literal as By

from ledger.kernel.errors import Illegal, Impossible, LedgerError, Malformed
from ledger.kernel.game.boxes.box import Above0, NotEmpty, NotNegative, require
from ledger.kernel.game.boxes.hexes import Hex, check_hexes, distances, neighbours
from ledger.kernel.game.boxes.marks import (
    among,
    amounts_of,
    different,
    each_of,
    enough_for_all,
    for_each_count,
    named,
)
from ledger.kernel.game.boxes.provenance import Provenance, Sourced
from ledger.kernel.game.boxes.squares import SIDES, corners, fields_around, fields_together, squares
from ledger.kernel.game.boxes.tables import Letters, Names, Players, Titled
from ledger.kernel.game.components import Component
from ledger.kernel.game.copying import Lookup
from ledger.kernel.game.declarations.marks import hidden, internal, private, resource
from ledger.kernel.game.declarations.moves import move, one_of, some_of
from ledger.kernel.game.interface import (
    Bot,
    Command,
    Game,
    Meta,
    PlainSetup,
    Question,
    RandomBot,
    Resource,
)
from ledger.kernel.game.outcome import Outcome, places, rank
from ledger.kernel.game.views import Look, SeatLook, SeatView, TableView, own, told
from ledger.kernel.game.zones import Zone, zone
from ledger.kernel.log.events import (
    Ended,
    Event,
    Opened,
    SeatEvent,
    Shared,
    Still,
    about,
    rule,
    tag,
)
from ledger.kernel.play.bots import Counts, Memo, Rater, ThinkingBot, best_of
from ledger.kernel.play.choices import Option, choices, picked, shifted
from ledger.kernel.play.decide import Decision
from ledger.kernel.play.packs import Known, Pack
from ledger.kernel.play.payment import Price, Purse, lacking, least_sum
from ledger.kernel.play.piles import Hand, Pile, Segment, tally
from ledger.kernel.play.renewal import portions
from ledger.kernel.play.seats import clockwise
from ledger.kernel.scene.picking import chosen_from, worded
from ledger.kernel.session.moves.forms import (
    Clause,
    Clauses,
    Form,
    Line,
    Notation,
    Part,
    keyword,
    name_by_start,
    name_in,
    name_of,
    typed,
    written,
)
from ledger.kernel.session.words.suggest import did_you_mean
from ledger.kernel.session.words.typed_words import (
    Word,
    apart,
    expect,
    needs,
    nothing_more,
    read_number,
    unglued,
    unknown,
)
from ledger.kernel.text.legend import Sign
from ledger.kernel.text.safe import plain, safe
from ledger.kernel.text.sentences import (
    N_,
    NN_,
    P_,
    Sentences,
    Speaker,
    Teller,
    ended,
    plural,
    when,
)

__all__ = [
    "NN_",
    "N_",
    "P_",
    "SIDES",
    "Above0",
    "Bot",
    "By",
    "Clause",
    "Clauses",
    "Command",
    "Component",
    "Counts",
    "Decision",
    "Ended",
    "Event",
    "Form",
    "Game",
    "Hand",
    "Hex",
    "Illegal",
    "Impossible",
    "Known",
    "LedgerError",
    "Letters",
    "Line",
    "Look",
    "Lookup",
    "Malformed",
    "Memo",
    "Meta",
    "Names",
    "NotEmpty",
    "NotNegative",
    "Notation",
    "Opened",
    "Option",
    "Outcome",
    "Pack",
    "Part",
    "Pile",
    "PlainSetup",
    "Players",
    "Price",
    "Provenance",
    "Purse",
    "Question",
    "RandomBot",
    "Rater",
    "Resource",
    "SeatEvent",
    "SeatLook",
    "SeatView",
    "Segment",
    "Sentences",
    "Shared",
    "Sign",
    "Sourced",
    "Speaker",
    "Still",
    "TableView",
    "Teller",
    "ThinkingBot",
    "Titled",
    "Word",
    "Zone",
    "about",
    "among",
    "amounts_of",
    "apart",
    "best_of",
    "check_hexes",
    "choices",
    "chosen_from",
    "clockwise",
    "corners",
    "did_you_mean",
    "different",
    "distances",
    "each_of",
    "ended",
    "enough_for_all",
    "expect",
    "fields_around",
    "fields_together",
    "for_each_count",
    "hidden",
    "internal",
    "keyword",
    "lacking",
    "least_sum",
    "move",
    "name_by_start",
    "name_in",
    "name_of",
    "named",
    "needs",
    "neighbours",
    "nothing_more",
    "one_of",
    "own",
    "picked",
    "places",
    "plain",
    "plural",
    "portions",
    "private",
    "rank",
    "read_number",
    "require",
    "resource",
    "rule",
    "safe",
    "shifted",
    "some_of",
    "squares",
    "tag",
    "tally",
    "told",
    "typed",
    "unglued",
    "unknown",
    "when",
    "worded",
    "written",
    "zone",
]
