"""Bring the catalogues in line with the source: every text of the program, in every language.

`scripts/catalogues` adds texts that are new (untranslated), drops those that nothing says any more,
and compiles all of them; it ends with a list of what is still to be translated (exit code 1).
`scripts/generate --check` says whether it has something to do.

A room or a game has one catalogue for each language, `locale/<lang>/LC_MESSAGES/<name>.po`. There
are texts that the source marks (`t("…")`, `tell("…")`, `N_("…")` and the like), the headers of
reports, and messages: what errors, refusals and replies say, found as for docs/messages.md. Those
stand in the context `message`; `ledger/kernel/narration/messages.py` says how they are recognised.
"""

from __future__ import annotations

import functools
import io
import itertools
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from scripts import ROOT
from scripts.console import arguments

if TYPE_CHECKING:
    from babel.messages.catalog import Catalog

LEDGER = ROOT / "ledger"
LANGUAGES = ("pl", "it")
_CLI = (
    *("given_chance.py", "output/import_report.py", "output/assurance.py", "output/console.py"),
    *("output/library_entries.py", "output/played_moves.py", "output/table_reading.py"),
    *("recording", "prompts", "sources/indexes.py", "sources/questions.py"),
    *("sources/remote.py", "files/logs.py", "files/manifests.py", "files/plain_files.py"),
    *(f"commands/{name}.py" for name in ("do", "host", "import_", "list", "log", "new", "play")),
    *(f"commands/{name}.py" for name in ("record", "replay", "report", "reports", "show")),
    *("commands/tail.py", "commands/verify.py"),
)
_KERNEL = (
    *("errors.py", "game/options.py", "game/registry.py", "ids.py", "log/codec.py"),
    *("log/fingerprint.py", "log/viewers.py", "play", "replay/branch.py"),
    *("replay/reading.py", "replay/replay.py", "rules/chance.py", "rules/decision.py"),
    *("state/patch.py", "state/piles.py", "text/reasons.py", "times.py"),
    *("verify/assurance.py", "verify/verify.py", "words/form", "words/plain_forms.py"),
    *("words/typed_words.py", "notation/diagnosis", "notation/driver", "notation/faults.py"),
    *("notation/lines", "notation/moves", "notation/reading", "notation/words"),
    "notation/writer.py",
)
TOLD = {
    "kernel": _KERNEL,
    "recorder": ("",),
    "importers": ("",),
    "library": ("ids.py", "journal", "library.py", "people", "records", "stores/log", "writer.py"),
    "store": ("append_plan.py", "files.py", "folder.py", "groups.py", "line_index.py", "log_"),
    "index": ("charts", "reports"),
    "cli": _CLI,
    "client": ("address.py", "errors.py", "stream.py", "table_session.py", "transport.py"),
    "viewer": ("",),
}
"""Rooms with catalogues, and where in them messages are for players at a table; the others speak to
authors, operators and programs."""
ALSO = {"kernel": ("boards",)}
"""Packages whose texts are in the catalogue of another one, which every game falls back to."""
GAMES = ("century", "istanbul", "klongs", "osaka")
_GAME = ("corrections.py", "evolve.py", "maps.py", "notation.py", "rules", "setup.py", "state.py")
"""Where games have refusals."""
PIECES = ("importers/", "kernel/", "recorder/", "games/", "cli/output/", "cli/recording/")
"""Where other texts are parts of messages too."""
CODERS = ("DeclarationError", "AssertionError", "ValueError", "TypeError", "AttributeError")
"""Errors that only those see who write code."""
_GAP = re.compile(r"{\w*}")


class Room(NamedTuple):
    """A package with catalogues of its own."""

    path: str

    @property
    def domain(self) -> str:
        """The name of its catalogues."""
        return self.path.rpartition("/")[2]

    def file(self, lang: str, suffix: str = "po") -> Path:
        """Return a catalogue."""
        return LEDGER / self.path / "locale" / lang / "LC_MESSAGES" / f"{self.domain}.{suffix}"

    def texts(self) -> set[tuple[str | None, Any]]:
        """Return every text of the room, with its context."""
        from ledger.kernel.narration.messages import CONTEXT

        found = {(CONTEXT, text) for text in messages().get(self.path, ())}
        return found | self.marked() | set(self._reports())

    def marked(self) -> set[tuple[str | None, Any]]:
        """Return the texts that the source marks."""
        from ledger.kernel.game.registry import find_game
        from ledger.testing.lawbook.text.words import Texts, texts_of

        if self.path.startswith("games/"):
            return texts_of(find_game(self.domain)).extracted()
        found: set[tuple[str | None, Any]] = set()
        for folder in (LEDGER / self.path, *(LEDGER / x for x in ALSO.get(self.path, ()))):
            names = tuple(p.relative_to(folder).as_posix() for p in folder.rglob("*.py"))
            found |= Texts(folder, self.domain, names).extracted()
        return found

    def _reports(self) -> Iterator[tuple[str | None, str]]:
        from ledger.index.reports.catalogue import read_report, report_texts

        folder = LEDGER / self.path / "reports"
        for path in sorted(folder.glob("*.sql")) if folder.is_dir() else ():
            yield from report_texts(read_report(path.stem, path.read_text("utf-8")))


def rooms() -> list[Room]:
    """Return every package that has catalogues."""
    return [*map(Room, TOLD), *(Room(f"games/{name}") for name in GAMES)]


@functools.cache
def messages() -> dict[str, set[str]]:
    """Return the messages of each room, as far as players read them."""
    from scripts.message_catalogue import whole_program

    source = whole_program()
    found: dict[str, set[str]] = {}
    homes = {room.path: f"{room.path}/" for room in rooms()}
    for module in source.modules:
        path = module.path.relative_to(LEDGER).as_posix()
        home = next((room for room, folder in homes.items() if path.startswith(folder)), None)
        if home is None or not path.removeprefix(homes[home]).startswith(TOLD.get(home, _GAME)):
            continue
        said = [*source.messages(module)]
        if path.startswith(PIECES) and not path.endswith("/notation.py"):  # those are typed
            said += source.others(module)
        for message in said:
            if message.label not in CODERS:
                found.setdefault(home, set()).update(filter(worded, forms(message.text)))
    known: set[str] = set()
    for home in homes:  # a message that several rooms say stands in the first of their catalogues
        here = found[home] = found.get(home, set()) - known
        known |= here if home in TOLD else set()
    return found


def forms(text: str) -> list[str]:
    """Return what a message of docs/messages.md can be: one text for each of two alternatives."""
    choices: list[tuple[str, ...]] = []
    at = 0
    while at < len(text):
        if text[at] != "{":
            end = text.find("{", at)
            end = len(text) if end < 0 else end
            choices.append((text[at:end],))
        else:
            end = _closing(text, at)
            either = _split(text[at + 1 : end - 1])
            if len(either) == 1:
                gap = text[at:end]
                choices.append((gap if _GAP.fullmatch(gap) else text[at:end],))
            elif len(either) == 2:
                choices.append(tuple(x for one in either for x in forms(one)))
            else:
                choices.append(("{}",))
        at = end
    every = ["".join(parts) for parts in itertools.islice(itertools.product(*choices), 16)]
    return list(dict.fromkeys(x.strip("\n") for x in every))


def _closing(text: str, at: int) -> int:
    depth = 0
    for i in range(at, len(text)):
        depth += {"{": 1, "}": -1}.get(text[i], 0)
        if not depth:
            return i + 1
    return len(text)


def _split(text: str) -> list[str]:
    parts, depth = [""], 0
    for sign in text:
        depth += {"{": 1, "}": -1}.get(sign, 0)
        if sign == "|" and not depth:
            parts.append("")
        else:
            parts[-1] += sign
    return parts


def worded(text: str) -> bool:
    """Whether a text says enough to be recognised."""
    words = re.findall(r"[^\W\d_]{2,}", re.sub(r"`[^`]*`", "", _GAP.sub("\0", text)))
    code = re.search(r"\\|\(\?|\[\^|\.\*|\A(Integer value|dim |bold )", text)  # what libraries say
    return not code and not {*words} <= {"adjust", "game", "others"}


def update(room: Room, lang: str) -> list[str]:
    """Bring a catalogue in line and compile it; return what isn't translated."""
    from babel.messages.mofile import write_mo
    from babel.messages.pofile import read_po, write_po

    path = room.file(lang)
    path.parent.mkdir(parents=True, exist_ok=True)
    old, head = read(path, lang), _head(path, room, lang)
    texts = room.texts()
    for context, text in sorted(texts, key=lambda x: (x[0] or "", str(x[1]))):
        if old.get(text, context) is None:
            old.add(text, "", context=context)
    for message in list(old):
        if message.id and (message.context, message.id) not in texts:
            old.delete(message.id, message.context)
    told = io.BytesIO()
    write_po(told, old, width=0, omit_header=True)
    path.write_text(f"{head}\n{told.getvalue().decode()}", "utf-8")
    with path.open("rb") as file:
        ready = read_po(file, locale=lang)
    with room.file(lang, "mo").open("wb") as file:
        write_mo(file, ready)
    return [str(m.id) for m in old if m.id and not _done(m)]


def _head(path: Path, room: Room, lang: str) -> str:
    """Return the head of a catalogue, as it is; of a new one, that of the kernel's."""
    if path.exists():
        return path.read_text("utf-8").partition("\n\n")[0] + "\n"
    first, _, rest = _head(Room("kernel").file(lang), room, lang).partition("\n")
    language = first.rpartition(" ")[2]
    return f"# What ledger/{room.path} says, in {language}\n{rest}"


def read(path: Path, lang: str) -> Catalog:
    """Return a catalogue; an empty one if there is none yet."""
    from babel.messages.catalog import Catalog
    from babel.messages.pofile import read_po

    if path.exists():
        with path.open("rb") as file:
            return read_po(file, locale=lang)
    return Catalog(locale=lang, project="tabletop-ledger", fuzzy=False)


def _done(message: Any) -> bool:
    said = message.string
    return all(said) if isinstance(said, tuple | list) else bool(said)


def outdated() -> Iterator[Path]:
    """Yield the catalogues that lack a text of the program, or have one that it doesn't say."""
    for room in rooms():
        texts = room.texts()
        for lang in LANGUAGES:
            if {(m.context, m.id) for m in read(room.file(lang), lang) if m.id} != texts:
                yield room.file(lang)


def main() -> int:
    """Update every catalogue, and say what is to be translated."""
    arguments("catalogues", __doc__).parse_args()
    missing = 0
    for room in rooms():
        for lang in LANGUAGES:
            left = update(room, lang)
            missing += len(left)
            sys.stdout.writelines(f"{room.path} {lang}: {text}\n" for text in left)
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main())
