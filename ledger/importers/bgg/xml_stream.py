"""BGG's XML as a stream of plays; document types are refused, so no entities are ever read."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from xml.parsers import expat

from ledger.importers.parsing.decoding import too_large
from ledger.importers.parsing.limits import MAX_ENTRIES, MAX_FILE, MIB
from ledger.importers.records import Location, Remark
from ledger.kernel.errors import Malformed
from ledger.kernel.message import Message
from ledger.kernel.results import BY_LEDGER

_BLOCK = 64 * 1024
_LONGEST = 4 * MIB
"""After this many bytes in which no play ends, the file can't be a list of plays."""

_MOST_PLAYERS = 1000


class Node:
    """An element inside a play."""

    __slots__ = ("attributes", "children", "tag", "text")

    def __init__(self, tag: str, attributes: dict[str, str]) -> None:
        self.tag = tag
        self.attributes = attributes
        self.children: list[Node] = []
        self.text = ""

    def child(self, tag: str) -> Node | None:
        """Return the first child with this tag."""
        return next((c for c in self.children if c.tag == tag), None)


_HELD = 4096
"""How many bytes are kept in case a page starts in them."""

_ANOTHER = (9, 30)
"""Expat's errors for anything after the end of a page, including another `<?xml …?>`."""


class Pages:
    """Collects plays from the parser as they end; a file can contain several pages."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.fed = self.lines = 0
        self.recent = b""
        self.pages: list[tuple[str, int, int]] = []  # the number, plays and total of each page
        self.messages: list[str] = []
        self.ready: deque[tuple[Node, int, bool] | Remark] = deque()
        self.total = 0
        self.line = 1
        self.known = False
        self._open_page()

    def _open_page(self) -> None:
        self.parser = expat.ParserCreate()
        self.parser.buffer_text = True
        self.parser.StartDoctypeDeclHandler = self._doctype
        self.parser.StartElementHandler = self._start
        self.parser.EndElementHandler = self._end
        self.parser.CharacterDataHandler = self._text
        self.open: list[Node] = []
        self.page: dict[str, str] | None = None
        self.count = 0

    @property
    def current_line(self) -> int:
        """The line of the file that the parser has reached."""
        return self.lines + self.parser.CurrentLineNumber

    def feed(self, block: bytes, last: bool) -> None:
        """Parse another block; plays that end in it are added to `ready`."""
        while True:
            try:
                self.parser.Parse(block, last)
            except expat.ExpatError as e:
                held = self.recent + block  # the start of a page can be split between blocks
                at = self.parser.ErrorByteIndex - (self.fed - len(self.recent))
                if e.code in _ANOTHER and held[at : at + 1] == b"<":
                    self.lines += e.lineno - 1
                    block, self.recent, self.fed = held[at:], b"", 0
                    self._open_page()
                    continue
                ended = last and e.code in (3, 4, 5)
                raise Malformed(
                    "the file ends too early" if ended else "this isn't XML: {error}",
                    file=self.name,
                    line=self.lines + e.lineno,
                    column=e.offset + 1,
                    error=expat.ErrorString(e.code),
                ) from None
            except (ValueError, LookupError):  # an encoding that Python doesn't know
                raise Malformed(
                    "this XML names an encoding that Ledger doesn't know", file=self.name, line=1
                ) from None
            self.fed += len(block)
            self.recent = (self.recent + block)[-_HELD:]
            return

    def missing(self) -> Remark | None:
        """Return a remark if BGG has more plays than all pages in the file together."""
        count, total = sum(n for _, n, _ in self.pages), max((t for *_, t in self.pages), default=0)
        if total <= count:
            return None
        return Remark(
            Location(self.name),
            Message(
                "page {page} has {count} of {total} plays; the other pages are separate files",
                page=", ".join(page for page, *_ in self.pages),
                count=count,
                total=total,
            ),
        )

    def _doctype(self, *_: Any) -> None:
        raise Malformed(
            "it declares a document type (<!DOCTYPE …>), which BGG never does, so it isn't read",
            file=self.name,
            line=self.current_line,
        )

    def _start(self, tag: str, attributes: dict[str, str]) -> None:
        if self.open:
            node = Node(tag, attributes)
            if len(self.open) < 8 and len(self.open[-1].children) < _MOST_PLAYERS:
                self.open[-1].children.append(node)
            else:
                raise Malformed(
                    "<{tag}> is nested too deeply or repeated too often in one play",
                    file=self.name,
                    line=self.current_line,
                    tag=tag[:40],
                )
            self.open.append(node)
        elif tag == "plays":
            self.page, self.count, self.known = attributes, 0, True
        elif tag == "play" and self.page is not None:
            self.line = self.current_line
            self.open.append(Node(tag, attributes))
        elif self.page is None and "message" in attributes and len(self.messages) < 10:
            self.messages.append(attributes["message"])

    def _text(self, text: str) -> None:
        if self.open:
            self.open[-1].text += text
        elif self.page is None and text.strip() and len(self.messages) < 10:
            self.messages.append(text.strip())

    def _end(self, tag: str) -> None:
        if self.open:
            node = self.open.pop()
            if not self.open:
                self.count += 1
                self.total += 1
                if self.total > MAX_ENTRIES:
                    raise Malformed(
                        "it has more than {max_entries} plays",
                        file=self.name,
                        max_entries=MAX_ENTRIES,
                    )
                ours = self.page is not None and self.page.get("comment") == BY_LEDGER
                self.ready.append((node, self.line, ours))
        elif tag == "plays" and self.page is not None:
            total = self.page.get("total", "")
            known = int(total) if total.isdecimal() and len(total) < 10 else 0
            self.pages.append((self.page.get("page", "?")[:9], self.count, known))


def stream(data: bytes | Path, name: str) -> Iterator[tuple[Node, int, bool] | Remark]:
    """Yield every play as soon as it ends, with its line and whether we exported it."""
    pages = Pages(name)
    silence = 0
    for block, last in _blocks(data, name):
        pages.feed(block, last)
        silence = 0 if pages.ready else silence + len(block)
        if silence > _LONGEST:
            raise Malformed(
                "{size} MiB without the end of a play: this is not a list of plays",
                file=name,
                line=pages.current_line,
                size=_LONGEST // MIB,
            )
        while pages.ready:
            yield pages.ready.popleft()
    if (missing := pages.missing()) is not None:
        yield missing
    if not pages.known:
        said = "; ".join(pages.messages)
        raise Malformed(
            "this isn't a list of plays; it says: {said}"
            if said
            else "this isn't a list of plays: it has no <plays>",
            file=name,
            hint="save the answer from /xmlapi2/plays?username=… without changing it",
            said=said[:200],
        )


def _blocks(data: bytes | Path, name: str) -> Iterator[tuple[bytes, bool]]:
    if isinstance(data, bytes):
        for at in range(0, len(data), _BLOCK):
            yield data[at : at + _BLOCK], False
        yield b"", True
        return
    size = 0
    with data.open("rb") as file:
        while block := file.read(_BLOCK):
            size += len(block)
            if size > MAX_FILE:
                raise too_large(name, MAX_FILE)
            yield block, False
    yield b"", True
