"""What an author of a game imports, all of it; pictures come from `ledger.sdk.drawing`.

`docs/write-a-game.md` shows how in an hour, and `help(Game)` has all that a game can say.
`examples/games` has small games of one file each, and `ledger/games` four large ones with the same
modules in each.
"""

from __future__ import annotations

from ledger.kernel.errors import Illegal, Impossible, LedgerError, Malformed
from ledger.kernel.game.box import Above0, NotEmpty, NotNegative, require, require_amounts
from ledger.kernel.game.copying import Lookup
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
from ledger.kernel.game.marks import hidden, internal, private, resource
from ledger.kernel.game.moves import move, one_of, some_of
from ledger.kernel.game.outcome import Outcome, places, rank
from ledger.kernel.game.provenance import Provenance, Sourced
from ledger.kernel.game.tables import Letters, Names, Players, Titled
from ledger.kernel.game.views import Asked, TableView, pick, table_facts
from ledger.kernel.game.zones import Zone
from ledger.kernel.log.events import Ended, Event, Opened, about, rule, tag
from ledger.kernel.play.choices import Option, choices, shifted
from ledger.kernel.play.decide import Decision
from ledger.kernel.play.piles import Hand, Pile, Segment, tally
from ledger.kernel.play.seats import clockwise
from ledger.kernel.scene.picking import chosen_from, worded
from ledger.kernel.session.forms import (
    Form,
    Line,
    Notation,
    Part,
    keyword,
    name_by_start,
    name_of,
    typed,
    written,
)
from ledger.kernel.session.suggest import did_you_mean
from ledger.kernel.session.words import (
    Word,
    apart,
    needs,
    nothing_more,
    read_number,
    unglued,
    unknown,
)
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
    "Above0",
    "Asked",
    "Bot",
    "Command",
    "Decision",
    "Ended",
    "Event",
    "Form",
    "Game",
    "Hand",
    "Illegal",
    "Impossible",
    "LedgerError",
    "Letters",
    "Line",
    "Lookup",
    "Malformed",
    "Meta",
    "Names",
    "NotEmpty",
    "NotNegative",
    "Notation",
    "Opened",
    "Option",
    "Outcome",
    "Part",
    "Pile",
    "PlainSetup",
    "Players",
    "Provenance",
    "Question",
    "RandomBot",
    "Resource",
    "Segment",
    "Sentences",
    "Sourced",
    "Speaker",
    "TableView",
    "Teller",
    "Titled",
    "Word",
    "Zone",
    "about",
    "apart",
    "choices",
    "chosen_from",
    "clockwise",
    "did_you_mean",
    "ended",
    "hidden",
    "internal",
    "keyword",
    "move",
    "name_by_start",
    "name_of",
    "needs",
    "nothing_more",
    "one_of",
    "pick",
    "places",
    "plain",
    "plural",
    "private",
    "rank",
    "read_number",
    "require",
    "require_amounts",
    "resource",
    "rule",
    "safe",
    "shifted",
    "some_of",
    "table_facts",
    "tag",
    "tally",
    "typed",
    "unglued",
    "unknown",
    "when",
    "worded",
    "written",
]
