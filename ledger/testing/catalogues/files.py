"""The files of catalogues: read, brought in line with the texts, compiled. They need Babel."""

from __future__ import annotations

import gettext
import io
import struct
from collections.abc import Collection, Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from babel import Locale, UnknownLocaleError
from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import write_mo
from babel.messages.pofile import PoFileError, read_po, write_po

from ledger.kernel.errors import Malformed

from .texts import Key, Texts, first


class Updated(NamedTuple):
    """What was done to a catalogue: texts that are new or gone, and those without a translation."""

    path: Path
    texts: int
    added: list[str]
    dropped: list[str]
    left: list[str]
    changed: bool


def is_language(lang: str) -> bool:
    """Whether this is the code of a language, such as `pl` or `pt_BR`."""
    try:
        return bool(Locale.parse(lang))
    except (UnknownLocaleError, ValueError):
        return False


def path_of(home: Path, domain: str, lang: str) -> Path:
    """Return where a catalogue of a package is."""
    return home / "locale" / lang / "LC_MESSAGES" / f"{domain}.po"


def update(
    path: Path,
    lang: str,
    texts: Collection[Key],
    *,
    kit: Mapping[tuple[str | None, str], tuple[str, ...]] = {},
    head: str = "",
    write: bool = True,
) -> Updated:
    """Bring a catalogue in line with its texts and compile it, or only say what would be done.

    New texts are added without a translation, and those that nothing says any more are dropped.
    A sentence that `kit` translates is kept only if the catalogue says it in its own way. A new
    catalogue begins with `head`. Raises `Malformed` if the catalogue can't be read.
    """
    catalogue = read(path, lang)
    before = {(m.context, m.id) for m in catalogue if m.id}
    wanted = {key for key in texts if first(key) not in kit}
    for context, text in sorted(wanted - before, key=_order):
        catalogue.add(text, "", context=context)
    gone = [m for m in catalogue if m.id and not _belongs(m, texts, wanted, kit)]
    for m in gone:
        catalogue.delete(m.id, m.context)
    out, compiled = io.BytesIO(), io.BytesIO()
    write_po(out, catalogue, width=0, omit_header=True)
    data = f"{_head(path, catalogue, head)}\n{out.getvalue().decode()}".encode()
    write_mo(compiled, read_po(io.BytesIO(data), locale=lang))
    changed = {}
    if not path.is_file() or path.read_bytes() != data:
        changed[path] = data
    if _said(path.with_suffix(".mo")) != _said(compiled):
        changed[path.with_suffix(".mo")] = compiled.getvalue()
    for file, content in changed.items() if write else ():
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content)
    return Updated(
        path,
        sum(bool(m.id) for m in catalogue),
        [str(_one(text)) for _, text in sorted(wanted - before, key=_order)],
        [str(_one(m.id)) for m in gone],
        [str(_one(m.id)) for m in catalogue if m.id and not is_done(m)],
        bool(changed),
    )


def read(path: Path, lang: str) -> Catalog:
    """Return a catalogue, empty if there is none yet; raise `Malformed` if it isn't one."""
    if not path.exists():
        return Catalog(locale=lang, fuzzy=False)
    try:
        with path.open("rb") as file:
            return read_po(file, locale=lang, abort_invalid=True)
    except PoFileError as e:
        line = getattr(e, "lineno", 0)
        raise Malformed(
            "this is no catalogue: {why}", file=str(path), line=line + 1, why=str(e)
        ) from None
    except UnicodeDecodeError:
        raise Malformed("this file isn't in UTF-8", file=str(path)) from None


def is_done(message: Message) -> bool:
    """Whether a text is translated, in all its forms, and the translation isn't in doubt."""
    return all(forms_of(message)) and not message.fuzzy


def forms_of(message: Message) -> tuple[str, ...]:
    """Return the translation of a text in all its forms."""
    said = message.string
    return (said or "",) if isinstance(said, str | None) else tuple(said)


def catalogue_of(texts: Texts, lang: str) -> Catalog:
    """Return the catalogue of a package in a language."""
    with texts.file("locale", lang, "LC_MESSAGES", f"{texts.domain}.po").open("rb") as file:
        return read_po(file, locale=lang, abort_invalid=True)


def messages_of(texts: Texts, lang: str) -> Iterator[Message]:
    """Yield the texts of a catalogue, without its header."""
    return (m for m in catalogue_of(texts, lang) if m.id)


def _belongs(
    m: Message,
    texts: Collection[Key],
    wanted: Collection[Key],
    kit: Mapping[tuple[str | None, str], tuple[str, ...]],
) -> bool:
    key = (m.context, m.id)
    if not (key in texts and is_done(m)):
        return key in wanted
    return forms_of(m) != kit.get(first(key)) or "{" not in first(key)[1]


def _said(compiled: Path | io.BytesIO) -> dict[Any, str] | None:
    """Return what a compiled catalogue says, besides its header, which has dates and versions."""
    if isinstance(compiled, Path):
        if not compiled.is_file():
            return None
        compiled = io.BytesIO(compiled.read_bytes())
    compiled.seek(0)
    try:
        entries = getattr(gettext.GNUTranslations(compiled), "_catalog", {})
    except (OSError, UnicodeError, struct.error):  # broken
        return None
    return {key: said for key, said in entries.items() if key}


def _order(key: Key) -> tuple[str, str]:
    return key[0] or "", str(key[1])


def _one(text: Any) -> Any:
    return text if isinstance(text, str) else text[0]


def _head(path: Path, catalogue: Catalog, new: str) -> str:
    """Return the head of a catalogue as it is; of a new one, a short one of its own."""
    if path.exists():
        head = path.read_text("utf-8").partition("\n\n")[0]
        if 'msgid ""' in head:
            return f"{head}\n"
    language = catalogue.locale.english_name if catalogue.locale else ""
    lines = (
        f"Language: {catalogue.locale_identifier}",
        "MIME-Version: 1.0",
        "Content-Type: text/plain; charset=utf-8",
        "Content-Transfer-Encoding: 8bit",
        f"Plural-Forms: {catalogue.plural_forms};".replace(";;", ";"),
    )
    said = "".join(f'"{line}\\n"\n' for line in lines)
    return f'# {new}, in {language}\nmsgid ""\nmsgstr ""\n{said}'
