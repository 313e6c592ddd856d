"""What an author of a game imports, all of it; pictures come from `ledger.sdk.drawing`.

A game is made by `Game(...)`, whose page shows a whole one; `tests/plugin` is a distribution with a
small game, and `ledger/games` has four large ones with the same modules in each.
"""

from __future__ import annotations

from ledger.kernel.errors import Illegal, Impossible, LedgerError, Malformed
from ledger.kernel.game.box import require
from ledger.kernel.game.interface import (
    Bot,
    Command,
    Game,
    Meta,
    Question,
    RandomBot,
    Resource,
    made_of,
)
from ledger.kernel.game.outcome import Outcome, places, rank
from ledger.kernel.game.provenance import Provenance, Sourced
from ledger.kernel.game.views import Asked, TableView, table_facts
from ledger.kernel.log.events import Ended, Event, Opened, rule, tag
from ledger.kernel.play.choices import Option, choices, shifted
from ledger.kernel.play.decide import Decision
from ledger.kernel.play.functions import by_name
from ledger.kernel.play.piles import Pile, Segment
from ledger.kernel.play.seats import clockwise
from ledger.kernel.session.suggest import did_you_mean
from ledger.kernel.session.words import (
    Word,
    apart,
    needs,
    nothing_more,
    read_number,
    read_verb,
    unglued,
    unknown,
)
from ledger.kernel.text.safe import plain, safe
from ledger.kernel.text.sentences import N_, NN_, P_, Sentence, Speaker, Teller, ended

__all__ = [
    "NN_",
    "N_",
    "P_",
    "Asked",
    "Bot",
    "Command",
    "Decision",
    "Ended",
    "Event",
    "Game",
    "Illegal",
    "Impossible",
    "LedgerError",
    "Malformed",
    "Meta",
    "Opened",
    "Option",
    "Outcome",
    "Pile",
    "Provenance",
    "Question",
    "RandomBot",
    "Resource",
    "Segment",
    "Sentence",
    "Sourced",
    "Speaker",
    "TableView",
    "Teller",
    "Word",
    "apart",
    "by_name",
    "choices",
    "clockwise",
    "did_you_mean",
    "ended",
    "made_of",
    "needs",
    "nothing_more",
    "places",
    "plain",
    "rank",
    "read_number",
    "read_verb",
    "require",
    "rule",
    "safe",
    "shifted",
    "table_facts",
    "tag",
    "unglued",
    "unknown",
]
