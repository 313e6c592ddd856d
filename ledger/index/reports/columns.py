"""Headings of report columns, as people read them in tables."""

from __future__ import annotations

from ledger.kernel.words.sentences import P_

COLUMNS = (
    *(
        P_("column", "after"),
        P_("column", "asked"),
        P_("column", "at_least"),
        P_("column", "average"),
    ),
    *(P_("column", "baskets"), P_("column", "before"), P_("column", "boat"), P_("column", "bonus")),
    *(
        P_("column", "bought"),
        P_("column", "builders"),
        P_("column", "card"),
        P_("column", "cards"),
    ),
    *(P_("column", "cell"), P_("column", "change"), P_("column", "chased"), P_("column", "chosen")),
    *(
        P_("column", "coins"),
        P_("column", "colour"),
        P_("column", "column"),
        P_("column", "command"),
    ),
    *(P_("column", "crystals"), P_("column", "cubes"), P_("column", "date"), P_("column", "days")),
    *(
        P_("column", "declined"),
        P_("column", "dice"),
        P_("column", "edge"),
        P_("column", "exchanges"),
    ),
    *(
        P_("column", "expected"),
        P_("column", "face"),
        P_("column", "factor"),
        P_("column", "first"),
    ),
    *(P_("column", "form"), P_("column", "free"), P_("column", "gain"), P_("column", "gained")),
    *(P_("column", "game"), P_("column", "games"), P_("column", "gave"), P_("column", "got")),
    *(P_("column", "h"), P_("column", "hand"), P_("column", "hours"), P_("column", "insured")),
    *(P_("column", "kept"), P_("column", "kind"), P_("column", "last"), P_("column", "lead")),
    *(P_("column", "leader"), P_("column", "log"), P_("column", "longest"), P_("column", "luck")),
    *(
        P_("column", "margin"),
        P_("column", "median"),
        P_("column", "minutes"),
        P_("column", "month"),
    ),
    *(
        P_("column", "mooring"),
        P_("column", "most"),
        P_("column", "most_wins"),
        P_("column", "moves"),
    ),
    *(P_("column", "n"), P_("column", "name"), P_("column", "opening"), P_("column", "opponent")),
    *(P_("column", "others"), P_("column", "outposts"), P_("column", "own"), P_("column", "paid")),
    *(
        P_("column", "peak"),
        P_("column", "people"),
        P_("column", "per_game"),
        P_("column", "place"),
    ),
    *(
        P_("column", "placed"),
        P_("column", "played"),
        P_("column", "player"),
        P_("column", "players"),
    ),
    *(P_("column", "points"), P_("column", "price"), P_("column", "rate"), P_("column", "rating")),
    *(
        P_("column", "rerolls"),
        P_("column", "resource"),
        P_("column", "rest"),
        P_("column", "revealed"),
    ),
    *(
        P_("column", "reward"),
        P_("column", "robbed"),
        P_("column", "rolled"),
        P_("column", "round"),
    ),
    *(P_("column", "rounds"), P_("column", "rubies"), P_("column", "sales"), P_("column", "saved")),
    *(P_("column", "score"), P_("column", "scored"), P_("column", "season"), P_("column", "seat")),
    *(P_("column", "share"), P_("column", "sold"), P_("column", "source"), P_("column", "spent")),
    *(P_("column", "steps"), P_("column", "stole"), P_("column", "streak"), P_("column", "taken")),
    *(
        P_("column", "taken_back"),
        P_("column", "tied"),
        P_("column", "tile"),
        P_("column", "tiles"),
    ),
    *(
        P_("column", "times"),
        P_("column", "titles"),
        P_("column", "traders"),
        P_("column", "trigger_wins"),
    ),
    *(
        P_("column", "turn"),
        P_("column", "turns"),
        P_("column", "uncertainty"),
        P_("column", "used"),
    ),
    *(
        P_("column", "value"),
        P_("column", "variant"),
        P_("column", "visits"),
        P_("column", "voyages"),
    ),
    *(P_("column", "vp"), P_("column", "what"), P_("column", "who"), P_("column", "win_rate")),
    *(P_("column", "winner"), P_("column", "winners"), P_("column", "wins")),
)
"""The names in English; programs always get these."""
