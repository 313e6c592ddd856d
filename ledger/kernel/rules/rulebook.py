"""The rules of a game in words: a `rules.toml`, or the docstring of a single-file game.

    NIM-01 The heaps: Three heaps of sticks lie on the table.

    NIM-02 A turn: Take any number of sticks from one heap.
    The last stick wins.

A paragraph that starts with an id is a rule; its title ends at the colon. `A-NIM-01` is a ruling:
the author's decision where the rules say nothing. `NIM-G1` is a worked example.

Translations are in the game's reference catalogue, keyed by the English text: when that changes,
the old translation no longer applies, and the rule is shown in English until there is a new one.
"""

from __future__ import annotations

import functools
import re
import sys
import tomllib
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from ledger.kernel.errors import DeclarationError
from ledger.kernel.packages import files_of
from ledger.kernel.text.translations import reference_catalogue

_RULE = re.compile(r"((?:A-)?[A-Z][A-Z0-9]*-(?:A|G)?\d+)\s+([^:\n]+):\s*(.+)", re.DOTALL)


class Rule(NamedTuple):
    """A rule in one language, to be read by people.

    `kind` is rule, ruling or example; `sources` are keys of the rulebook's `source`; `see` has the
    ids of related rules. `lang` is the language that `text` is actually in.
    """

    id: str
    kind: str
    section: str
    title: str
    text: str
    sources: tuple[str, ...]
    see: tuple[str, ...]
    lang: str


class Rulebook:
    """The rules and rulings of a game, summarised in our own words."""

    def __init__(self, package: str, name: str) -> None:
        self.package, self.name = package, name

    @functools.cached_property
    def data(self) -> dict[str, Any]:
        """The whole rulebook, in the structure of a `rules.toml`."""
        file = files_of(self.package).joinpath("rules.toml")
        if file.is_file():
            return tomllib.loads(file.read_text("utf-8"))
        found = rules_in(sys.modules[self.package].__doc__ or "")
        if not found["rule"]:
            raise DeclarationError(
                f"{self.package} tells no rules: write a `rules.toml`, or begin the docstring of "
                "the module with them, one to a paragraph: `NIM-01 The heaps: Three heaps …`"
            )
        return found

    @functools.cached_property
    def texts(self) -> Mapping[str, Mapping[str, Any]]:
        """All rules and rulings by id."""
        return {rule["id"]: rule for rule in self.data.get("rule", ())}

    @property
    def ids(self) -> tuple[str, ...]:
        """The ids of all rules and rulings."""
        return tuple(self.texts)

    def rule(self, id: str, lang: str = "en") -> Rule | None:
        """Return a rule in a language, or in English if it isn't translated; None if there is no
        such rule.
        """
        found = self.texts.get(id)
        return None if found is None else self._in_language(found, lang)

    def rules(self, lang: str = "en") -> list[Rule]:
        """Return all rules in a language, or in English where they aren't translated."""
        return [self._in_language(found, lang) for found in self.data.get("rule", ())]

    def prose(self) -> Iterator[str]:
        """Yield every text that can be translated."""
        for rule in self.rules():
            yield from filter(None, (rule.section, rule.title, rule.text))

    def _in_language(self, found: Mapping[str, Any], lang: str) -> Rule:
        section, title, text = (
            " ".join(str(found.get(key, "")).split()) for key in ("section", "title", "text")
        )
        rule = Rule(
            id=found["id"],
            kind=found.get("kind", "rule"),
            section=section,
            title=title,
            text=text,
            sources=tuple(found.get("sources", ())),
            see=tuple(found.get("see", ())),
            lang="en",
        )
        if lang == "en":
            return rule
        say = reference_catalogue(self.package, self.name, lang).gettext
        section, title, told = (part and say(part) for part in (section, title, text))
        return rule._replace(
            section=section, title=title, text=told, lang="en" if told == text else lang
        )


def rules_in(text: str) -> dict[str, Any]:
    """Return the rules in a text, in the structure of a `rules.toml`."""
    found = (_RULE.fullmatch(part.strip()) for part in re.split(r"\n\s*\n", text))
    return {"rule": [_rule(m[1], m[2], m[3]) for m in found if m]}


def _rule(id: str, title: str, text: str) -> dict[str, Any]:
    ruling = id.startswith("A-") or "-A" in id
    kind = "ruling" if ruling else "example" if "-G" in id else "rule"
    words = " ".join(text.split())
    return {"id": id, "kind": kind, "section": "", "title": title, "text": words, "sources": []}
