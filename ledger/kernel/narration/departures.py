"""Short descriptions of how a game departs from the standard one."""

from __future__ import annotations

from collections.abc import Iterable

from ledger.kernel.text.translations import translator
from ledger.kernel.verify.departures import Departures

MOST = 6
"""How many places, lines or options are listed."""


def some(texts: Iterable[str], lang: str = "en") -> str:
    """Return the first few of some texts, and how many more there are."""
    every = list(texts)
    first = ", ".join(every[:MOST])
    if len(every) <= MOST:
        return first
    n, rest = translator("ledger.kernel", "kernel", lang).ngettext, len(every) - MOST
    return n("{some} and {count} more", "{some} and {count} more", rest).format(
        some=first, count=rest
    )


def options_text(options: dict[str, str | int | bool], lang: str = "en") -> str:
    """Return options as they are typed: `tactical=true`."""
    return some((f"{name}={str(value).lower()}" for name, value in options.items()), lang)


def box_text(differs: Iterable[str], lang: str = "en") -> str:
    """Return which parts of a custom box are different."""
    _ = translator("ledger.kernel", "kernel", lang).gettext
    return f"{_('own box')} ({some(differs, lang) or _('the same components')})"


def departures_text(found: Departures, lang: str = "en") -> str:
    """Return how a game departs from the standard one, as one entry in a list; "" if it doesn't."""
    t = translator("ledger.kernel", "kernel", lang)
    _, n = t.gettext, t.ngettext
    waived, corrected = len({x.line for x in found.waived}), len(found.corrected)
    rules = n("{count} house rule", "{count} house rules", waived).format(count=waived)
    changes = n("{count} correction", "{count} corrections", corrected).format(count=corrected)
    parts = (
        _("own box") if found.box is not None else "",
        options_text(found.options, lang),
        rules if waived else "",
        changes if corrected else "",
    )
    return ", ".join(part for part in parts if part)
