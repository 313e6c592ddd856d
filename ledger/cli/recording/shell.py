"""Feeding lines from a terminal or a pipe to the recorder, saving each change to disk at once."""

from __future__ import annotations

import os
import shlex
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, nullcontext, suppress
from typing import TYPE_CHECKING

from ledger.cli.language import t, tn
from ledger.cli.output.assurance import print_fingerprint
from ledger.cli.output.console import REFUSED, say, warn
from ledger.kernel.errors import LedgerError, Malformed
from ledger.kernel.message import Message
from ledger.kernel.notation.driver.driver import YES
from ledger.kernel.notation.words.keywords import find_keyword
from ledger.kernel.text.accents import unaccented
from ledger.kernel.text.safe import safe
from ledger.recorder import Fault, Recorder, Reply, Say, complete
from ledger.recorder.completion import Asker
from ledger.system.processes import ignoring_ctrl_c

from .pending_file import PendingFile
from .recorded_log import RecordedLog
from .screen import Screen

if TYPE_CHECKING:
    from prompt_toolkit import PromptSession
    from prompt_toolkit.completion import CompleteEvent, Completion
    from prompt_toolkit.document import Document


class Shell:
    """A recorder, its log and its screen."""

    def __init__(self, recorder: Recorder, log: RecordedLog, screen: Screen) -> None:
        self.recorder, self.log, self.screen = recorder, log, screen
        self.pending_file = PendingFile(log.path)
        self._typed: list[str] = []  # since the last move was complete

    def at_terminal(self) -> int:
        """Record what the user types; return the exit code."""
        # between prompts, Ctrl-C must not interrupt a move; at a prompt it is just a key
        with ignoring_ctrl_c():
            if dumb_terminal():
                say(t("legal lists the moves; help lists the words; pause or Ctrl-D leaves."))
            else:
                say(t("Tab completes; help lists the words; pause or Ctrl-D leaves."))
            say(t("Once the set-up is complete, every move is kept."))
            self._take(self.recorder.start())
            self._go_on()
            while self._enter_lines() and not self._may_leave():
                self._take(self.recorder.ask())
            if not self.recorder.done:
                self._take(self.recorder.close())
        return self._leave()

    def _enter_lines(self) -> bool:
        """Feed what is typed; return True if the user wants to leave, False if all is recorded."""
        for line in typed_lines(self.recorder):
            if self._loses_set_up and self._leaves(line):
                return True
            if not self._enter(line):
                return False
        return True

    @property
    def _loses_set_up(self) -> bool:
        """Whether leaving now would lose what was typed of a set-up."""
        r = self.recorder
        return r.table is None and r.pending is not None and bool(r.pending.given)

    def _leaves(self, line: str) -> bool:
        try:
            keyword = self.recorder.driver.typed_line(line).keyword
        except LedgerError:
            return False
        return keyword is not None and keyword.effect == "leaves"

    def _may_leave(self) -> bool:
        """Whether nothing would be lost, or the user accepts that; Ctrl-D counts as accepting."""
        if not self._loses_set_up:
            return True
        question = t("The set-up isn't complete, and would be lost. Leave all the same? [y/N]")
        answer = ask_once(f"{question} ")
        return answer is None or unaccented(answer.strip()) in YES

    def from_pipe(self, lines: Iterable[tuple[int, str]]) -> int:
        """Record lines without prompting; stop at the first one that is refused."""
        self._take(self.recorder.start())
        self._go_on()
        for number, line in lines:
            replies = self._fed(line)
            fault = next((x.error for x in replies if isinstance(x, Fault)), None)
            if fault is not None and self.recorder.offer is None:
                fault.file, fault.line = "stdin", number
                fault.source, fault.column = line, fault.column or 1
                self._leave()
                raise fault
            self.screen.show(replies)
            if self.recorder.done:
                break
        else:
            self._take(self.recorder.close())
        return self._leave()

    def _enter(self, text: str) -> bool:
        """Feed typed or pasted lines up to a fault; return False when the recording ends."""
        for line in text.splitlines() or [""]:
            replies = self._fed(line)
            keyword = find_keyword(line.strip(), alone=True)
            self.screen.show(replies, asked=keyword is not None and keyword.name == "board")
            if self.recorder.done:
                return False
            if any(isinstance(x, Fault) for x in replies):
                break
        return True

    def _go_on(self) -> None:
        """Enter again what was typed of a move before a power cut or a pause."""
        r = self.recorder
        lines = [] if r.table is None else self.pending_file.read(r.table.head.digest)
        for line in lines:
            if any(isinstance(x, Fault) for x in r.feed(line)) and r.offer is None:
                warn(
                    t(
                        "`{line}`, typed earlier, no longer fits here and was dropped",
                        line=safe(line),
                    )
                )
                r.forget()
                break
            self._typed.append(line)
        if lines and r.pending is not None:
            self.screen.show([Say(Message("{what} is waiting for its results.", what=r.what))])
            self.screen.show(r.ask())

    def _fed(self, line: str) -> list[Reply]:
        """Feed a line, and save what it changed durably, even if it is only half a move."""
        r = self.recorder
        replies = self._kept(r.feed(line))
        if r.done:  # a half-entered move stays in its file
            return replies
        if r.table is None or (r.pending is None and r.offer is None):
            self._typed.clear()
        elif r.offer is not None or not any(isinstance(x, Fault) for x in replies):
            self._typed.append(line)
        if r.table is not None and (r.live or r.pending is None):
            self.pending_file.keep(r.table.head.digest, self._typed if r.pending else [])
        return replies

    def _take(self, replies: list[Reply], *, asked: bool = False) -> None:
        """Save changes durably, then show the replies."""
        self.screen.show(self._kept(replies), asked=asked)

    def _kept(self, replies: list[Reply]) -> list[Reply]:
        """Write what changed; if the log can't hold it, undo it at the table."""
        r = self.recorder
        try:
            if r.table is not None:
                self.log.keep(r.table)
        except Malformed as e:
            if not self.log.seq:
                raise
            r.roll_back(self.log.seq)
            return [Fault(e)]
        return replies

    def _leave(self) -> int:
        """Print what was recorded, and return the exit code."""
        r, path = self.recorder, self.log.path
        if r.table is None:
            warn(t("the set-up isn't complete: nothing was written"))
            return REFUSED
        if r.lost is not None:
            warn(r.lost)
        sealed = r.table.head.sealed
        events = tn("{count} event", "{count} events", len(r.table.lines))
        say(f"{path}: {events}, {t('sealed') if sealed else t('open')}")
        if sealed:
            print_fingerprint(r.table.head)
        name = shlex.quote(str(path))
        see, go_on = t("to see it: {command}"), t("to continue: {command}")
        say(
            see.format(command=f"ledger replay {name}")
            if sealed
            else go_on.format(command=f"ledger record {name}")
        )
        return 0 if r.lost is None else REFUSED


def piped_lines() -> Iterator[tuple[int, str]]:
    """Yield the lines of stdin as text, with their numbers."""
    for number, raw in enumerate(sys.stdin.buffer, 1):
        try:
            text = raw.decode("utf-8-sig" if number == 1 else "utf-8")
        except UnicodeDecodeError as e:
            raise Malformed(
                "byte 0x{raw:02x} is not UTF-8 text", file="stdin", line=number, raw=raw[e.start]
            ) from None
        yield number, text.rstrip("\r\n")


def dumb_terminal() -> bool:
    """Whether the terminal can only show plain text."""
    return os.environ.get("TERM", "").lower() in ("dumb", "unknown")


def _ask_plainly(prompt: str) -> str:
    """Ask for a line without using any control characters."""
    sys.stdout.write(prompt)
    sys.stdout.flush()
    raw = sys.stdin.buffer.readline()
    if not raw:
        raise EOFError
    return raw.decode("utf-8", "surrogateescape").rstrip("\r\n")


def ask_once(prompt: str) -> str | None:
    """Ask the user something before the recording starts; None if they left."""
    from prompt_toolkit import PromptSession

    try:
        if dumb_terminal():
            return _ask_plainly(prompt)
        return str(PromptSession[str]().prompt(prompt))
    except (EOFError, KeyboardInterrupt):
        return None


def typed_lines(
    r: Asker,
    sessions: list[PromptSession[str]] | None = None,
    shown: Callable[[], AbstractContextManager[None]] = nullcontext,
) -> Iterator[str]:
    """Yield what the user types until Ctrl-D; Ctrl-C clears the line.

    The prompt session is added to `sessions`, so that others can redraw its prompt; `shown` is
    entered while a prompt is on the screen.
    """
    from prompt_toolkit import PromptSession
    from prompt_toolkit.completion import Completer, Completion

    class Legal(Completer):
        """Completes what is legal now."""

        def get_completions(
            self, document: Document, complete_event: CompleteEvent
        ) -> Iterable[Completion]:
            for choice in complete(r, document.text_before_cursor):
                yield Completion(
                    f"{choice.text} ",
                    start_position=-len(choice.begun),
                    display=safe(choice.text),
                    display_meta=safe(choice.means),
                )

    if dumb_terminal() and sessions is None:
        with suppress(EOFError):
            while True:
                yield _ask_plainly(safe(r.prompt))
        return
    session: PromptSession[str] = PromptSession(completer=Legal(), complete_while_typing=False)
    if sessions is not None:
        sessions.append(session)
    while True:
        try:
            with shown():
                line = session.prompt(lambda: safe(r.prompt))
        except KeyboardInterrupt:
            continue
        except EOFError:
            return
        yield line
