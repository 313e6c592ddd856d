"""Questions in the status line, and what becomes of the answers: go, search, note, save, branch."""

from __future__ import annotations

from pathlib import Path

from ledger.kernel.errors import LedgerError

from . import jumps
from .screen_state import Desk, Stage
from .text_input import Prompt


class Asking(Stage):
    """A stage that asks a person for a line of text."""

    def _goto(self, text: object = None) -> None:
        if not isinstance(text, str):
            self.prompt = Prompt("goto", "Go to line 120, turn t12, part 50%:")
            return
        found = jumps.place(self.model, text)
        if isinstance(found, str):
            self.say(found, bad=True)
        else:
            self.move(found)

    def _again(self, way: int) -> None:
        if self.needle:
            self._look_for(self.needle, way)
        else:
            self.say("nothing was searched yet: / searches")

    def _ask(self, way: int) -> None:
        self.prompt = Prompt("search", "Search:")

    def _note(self, way: int) -> None:
        self.prompt = Prompt("note", f"Note on line {self.model.pos}:")

    def _save(self, way: int) -> None:
        self.prompt = Prompt("save", "Save as:", str(self._free(f"-{self.model.pos}.svg")))

    def _branch(self, way: int) -> None:
        at = self.model.source.group_end(self.model.pos)
        label = f"Branch after line {at} to:"
        self.prompt = Prompt("branch", label, str(self._free(f"-branch-{at}.jsonl")))

    def _free(self, ending: str) -> Path:
        """Return a name beside the log that is not taken."""
        folder, stem = self.model.source.path.parent, self.name_stem
        path, n = folder / f"{stem}{ending}", 1
        while path.exists():
            n += 1
            base, dot, kind = ending.rpartition(".")
            path = folder / f"{stem}{base}-{n}{dot}{kind}"
        return path

    def paste(self, text: str) -> None:
        """Type many signs at once; only a question takes them."""
        if self.prompt is not None:
            self.prompt.type(text)

    def _prompted(self, prompt: Prompt, key: str) -> None:
        if key in ("escape", "ctrl+c"):
            self.prompt = None
        elif key == "enter":
            self.prompt = None
            self._answer(prompt.kind, prompt.text)
        else:
            prompt.press(key)

    def _answer(self, kind: str, text: str) -> None:
        if not text.strip():
            if kind == "search":
                self._again(1)
            return
        if kind == "search":
            self._look_for(text, 1)
        elif kind == "goto":
            self._goto(text)
        elif self.desk is None:
            self.say("nothing can be written here", bad=True)
        else:
            try:
                self.say(self._keep(self.desk, kind, text))
            except LedgerError as e:
                self.say(e.message, bad=True)
            except OSError as e:
                self.say((e.strerror or str(e)).lower(), bad=True)

    def _keep(self, desk: Desk, kind: str, text: str) -> str:
        model, path = self.model, Path(text.strip()).expanduser()
        if kind == "note":
            told = desk.note(model, text.strip())
            self.read_notes()
            model.source.poll()
            return told
        if kind == "save":
            desk.save(path, self)
            return f"saved as {path}"
        count = desk.branch(path, model, model.source.group_end(model.pos))
        return f"{path}: {count} lines; ledger do plays on there"
