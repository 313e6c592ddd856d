"""Prompts in the status line: asking, typing, responding."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from .model import Model
from .screen_state import ScreenState
from .text_input import TextInput


class PromptAnswer(NamedTuple):
    """What the user typed, and which prompt it responds to."""

    kind: str
    text: str


class Prompts:
    """Asks the user for a line of text; only one prompt is open at a time."""

    def __init__(self, model: Model, screen: ScreenState) -> None:
        self._model, self._screen = model, screen

    def ask_place(self) -> None:
        """Ask where to go."""
        self._screen.prompt = TextInput(
            "goto", self._model.t("Go to line 120, turn t12, part 50%:")
        )

    def ask_search(self) -> None:
        """Ask what to search for."""
        self._screen.prompt = TextInput("search", self._model.t("Search:"))

    def ask_note(self) -> None:
        """Ask for a note on the position."""
        self._screen.prompt = TextInput(
            "note", self._model.t("Note on line {n}:", n=self._model.pos)
        )

    def ask_picture_name(self) -> None:
        """Ask where to save the screen."""
        name = self._free_name(f"-{self._model.pos}.svg")
        self._screen.prompt = TextInput("save", self._model.t("Save as:"), str(name))

    def ask_branch_name(self) -> None:
        """Ask for the name of a new log that ends here."""
        at = self._model.source.group_end(self._model.pos)
        name = self._free_name(f"-branch-{at}.jsonl")
        self._screen.prompt = TextInput(
            "branch", self._model.t("Branch after line {n} to:", n=at), str(name)
        )

    def _free_name(self, ending: str) -> Path:
        """Return an unused file name next to the log."""
        log = self._model.source.path
        folder, stem = log.parent, log.name.removesuffix(".jsonl")
        path, n = folder / f"{stem}{ending}", 1
        while path.exists():
            n += 1
            base, dot, kind = ending.rpartition(".")
            path = folder / f"{stem}{base}-{n}{dot}{kind}"
        return path

    def paste(self, text: str) -> None:
        """Type many characters at once, if a prompt is open."""
        if self._screen.prompt is not None:
            self._screen.prompt.type(text)

    def press(self, prompt: TextInput, key: str) -> PromptAnswer | None:
        """Handle a key for the open prompt; return what was typed once it is complete."""
        if key in ("escape", "ctrl+c"):
            self._screen.prompt = None
        elif key == "enter":
            self._screen.prompt = None
            return PromptAnswer(prompt.kind, prompt.text)
        else:
            prompt.press(key)
        return None
