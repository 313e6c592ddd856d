"""The reader's language: chosen once, for everything that a command prints.

Every command takes --lang, which means the same in front of the command; LEDGER_LANG sets it
permanently. What programs read (JSON, CSV, column names) and what users type stays in English.
"""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any

from typer.core import TyperOption

if TYPE_CHECKING:
    from rich.text import Text

    from ledger.kernel.message import Text as TextOrMessage

_chosen = "en"


def language() -> str:
    """Return the chosen language."""
    return _chosen


def speak(lang: str) -> None:
    """Choose the language for everything printed from now on."""
    global _chosen  # a process has one reader
    _chosen = lang


def t(text: str, /, **gaps: object) -> str:
    """Return a text in the reader's language, with its gaps filled."""
    translated = text if _chosen == "en" else _catalogue(_chosen).gettext(text)
    return translated.format(**gaps) if gaps else translated


def tn(one: str, many: str, count: int, /, **gaps: object) -> str:
    """Return a text with a number, `{count}`, in the matching form."""
    if _chosen == "en":
        translated = one if count == 1 else many
    else:
        translated = _catalogue(_chosen).ngettext(one, many, count)
    return translated.format(count=f"{count:,}", **gaps)


def of_a_kind(count: int, kind: str) -> str:
    """Return a count with the name of a kind, which is the same for every count."""
    return t("{count} {kind}", count=f"{count:,}", kind=kind)


def tp(context: str, text: str) -> str:
    """Return the translation of a text that means something else in other contexts."""
    return text if _chosen == "en" else str(_catalogue(_chosen).pgettext(context, text))


def message(text: TextOrMessage) -> str:
    """Return a message from any part of the program in the reader's language."""
    if _chosen == "en":
        return str(text)
    from ledger.kernel.narration.messages import in_language

    return in_language(text, _chosen)


def styled(text: Text) -> Text:
    """Return a text in the reader's language, keeping the style of each part."""
    if _chosen == "en":
        return text
    from rich.text import Text as Styled

    edges = sorted({0, len(text), *(x for s in text.spans for x in (s.start, s.end))})
    out = Styled(style=text.style, end=text.end)
    for part in text.divide(edges[1:-1]):
        translated = message(part.plain)
        if translated == part.plain:
            out.append_text(part)
        else:
            out.append(translated, part.spans[0].style if part.spans else None)
    return out


@functools.cache
def _catalogue(lang: str) -> Any:
    from ledger.kernel.text.translations import translator

    return translator("ledger.cli", "cli", lang)


def lang_option(*, always: bool = False) -> TyperOption:
    """Return the --lang option; with `always`, it defaults to LEDGER_LANG and then to English."""

    def choose(_: Any, __: Any, value: str | None) -> None:
        from ledger.kernel.text.translations import LANGUAGES, PSEUDO

        if value is not None and value not in (*LANGUAGES, PSEUDO):
            import typer

            raise typer.BadParameter(f"{value!r} isn't one of {', '.join(LANGUAGES)}")
        if value is not None or always:
            speak(value or "en")

    return TyperOption(
        param_decls=["--lang"],
        metavar="en|pl|it",
        help="The language of messages (LEDGER_LANG).",
        envvar="LEDGER_LANG" if always else None,
        expose_value=False,
        is_eager=True,
        callback=choose,
        type=str,
    )
