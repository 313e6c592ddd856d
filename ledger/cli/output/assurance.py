"""What a verdict rests on, and the fingerprints of sealed logs."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from ledger.cli.language import language, t, tn
from ledger.kernel.narration.departures import box_text, options_text, some

if TYPE_CHECKING:
    from ledger.kernel.log.codec import Head
    from ledger.kernel.verify.assurance import Assurance, BoxUsed


def assurance_line(found: Assurance) -> str:
    """Return what a verdict rests on, in one line."""
    from ledger.kernel.text.safe import safe

    return safe("; ".join(_parts(found)))


def _parts(found: Assurance) -> Iterator[str]:
    unsealed = found.over and found.end == "open"
    yield t("open (only the seal is missing)") if unsealed else end_text(found.end)
    yield _box(found.box)
    lang = language()
    options = options_text(found.options, lang)
    yield t("options {options}", options=options) if options else t("default options")
    if found.waived:
        rules = (t("{rule} (line {n})", rule=x.rule, n=x.line) for x in found.waived)
        yield t("waived: {rules}", rules=some(rules, lang))
    if found.corrected:
        lines = (
            t("line {n} ({reason})", n=x.line, reason=x.reason)
            if x.reason
            else t("line {n}", n=x.line)
            for x in found.corrected
        )
        yield t("corrected by hand: {lines}", lines=some(lines, lang))
    if found.redrawn:
        lines = (t("{n} (line {line})", n=x.results, line=x.line) for x in found.redrawn)
        total = sum(x.results for x in found.redrawn)
        yield tn(
            "{count} result of chance was taken back and didn't come again: {lines}",
            "{count} results of chance were taken back and didn't come again: {lines}",
            total,
            lines=some(lines, lang),
        )
    if not (found.waived or found.corrected):
        yield t("nothing waived or corrected")
    if found.sees_all:
        seats = ", ".join(map(str, found.sees_all))
        yield t("bots that saw everything: seat {seats}", seats=seats)
    if found.view is not None:
        yield t("seat {seat}'s log", seat=found.view) if found.view else t("a spectator's log")
    if found.unseen:
        things = some((f"{n} {name}" for name, n in found.unseen.items()), lang)
        hidden = found.view is not None
        yield (
            t("hidden: {things}", things=things)
            if hidden
            else t("nobody saw: {things}", things=things)
        )
    else:
        yield t("everything was seen")
    if found.fingerprint is not None:
        yield t("fingerprint {fingerprint}", fingerprint=found.fingerprint)


def _box(box: BoxUsed) -> str:
    which = t("standard box") if box.standard else box_text(box.differs, language())
    text = t("{box}, defaults in {defaults} of {tables} tables")
    return text.format(box=which, defaults=box.defaults, tables=box.tables)


def end_text(end: str) -> str:
    """Return how a game ended, in a word or two."""
    return {"finished": t("finished"), "broken off": t("broken off"), "open": t("open")}[end]


def print_fingerprint(head: Head, *, of: str = "") -> None:
    """Print the fingerprint of a log that was just sealed; `of` says what was sealed."""
    from ledger.kernel.log.fingerprint import fingerprint

    from .console import say

    text = t("{what}: fingerprint {fingerprint} (`ledger verify --fingerprint`)")
    say(text.format(what=of or t("sealed"), fingerprint=fingerprint(head.digest)))
