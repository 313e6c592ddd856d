"""Tools that only some games need: custom notations, maps, packs, purses, bots that think."""

from __future__ import annotations

from ledger.kernel.boxes.constraints import (
    among,
    amounts_of,
    different,
    each_of,
    enough_for_all,
    for_each_count,
    named,
)
from ledger.kernel.rules.arguments import choices
from ledger.kernel.state.piles import Segment, tally
from ledger.kernel.state.zones import Zone
from ledger.kernel.text.legend import Sign
from ledger.kernel.words.form_parts import Clause, FormPart, RestOfLine, keyword, typed
from ledger.kernel.words.forms import (
    Clauses,
    Form,
    Notation,
    name_by_start,
    name_in,
    name_of,
)
from ledger.kernel.words.move_writer import written
from ledger.kernel.words.typed_words import (
    Word,
    apart,
    expect,
    needs,
    nothing_more,
    read_number,
    unglued,
    unknown,
)

from .bots import Counts, Memo, Option, Rater, ThinkingBot, best_of, picked, shifted
from .hexes import Hex, check_hexes, distances, neighbours
from .pack_knowledge import PackKnowledge
from .packs import Pack
from .payment import Price, Purse, lacking, least_sum
from .piles import portions
from .squares import SIDES, corners, fields_around, fields_together, squares

__all__ = [
    "SIDES",
    "Clause",
    "Clauses",
    "Counts",
    "Form",
    "FormPart",
    "Hex",
    "Memo",
    "Notation",
    "Option",
    "Pack",
    "PackKnowledge",
    "Price",
    "Purse",
    "Rater",
    "RestOfLine",
    "Segment",
    "Sign",
    "ThinkingBot",
    "Word",
    "Zone",
    "among",
    "amounts_of",
    "apart",
    "best_of",
    "check_hexes",
    "choices",
    "corners",
    "different",
    "distances",
    "each_of",
    "enough_for_all",
    "expect",
    "fields_around",
    "fields_together",
    "for_each_count",
    "keyword",
    "lacking",
    "least_sum",
    "name_by_start",
    "name_in",
    "name_of",
    "named",
    "needs",
    "neighbours",
    "nothing_more",
    "picked",
    "portions",
    "read_number",
    "shifted",
    "squares",
    "tally",
    "typed",
    "unglued",
    "unknown",
    "written",
]
