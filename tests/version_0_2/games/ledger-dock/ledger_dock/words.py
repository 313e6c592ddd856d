"""Events in sentences."""

from __future__ import annotations

from ledger.sdk import NN_, N_, Ended, ended, when
from ledger.sdk import Teller as Plain

from . import events as e


class Teller(Plain):
    phrases = {
        "crates": lambda t, x: [t._(crate) for crate in x.crates],
        "goods": lambda t, x: f"best {x.goods}",
    }


SENTENCES = {
    e.Filled: N_("{crates} come to the quay"),
    when(e.Tipped, coins=2): N_("{name} is generous"),
    when(e.Tipped, lambda x: x.seat == 2): N_("{name} tips"),
    e.Tipped: NN_("{name} tips {coins} coin", "{name} tips {coins} coins"),
    e.Kept: N_("{name} keeps the coins"),
    Ended: ended({"the quay is empty": N_("No crates are left")}, N_("crates")),
}
