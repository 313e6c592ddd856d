"""A line of text being typed: its text, the cursor, and what the keys do."""

from __future__ import annotations

from dataclasses import dataclass

LONGEST = 2000


@dataclass
class TextInput:
    """A prompt in the status line, and what has been typed so far."""

    kind: str
    label: str
    text: str = ""
    cursor: int = -1

    def __post_init__(self) -> None:
        if self.cursor < 0:
            self.cursor = len(self.text)

    def type(self, text: str) -> None:
        """Insert printable characters; pasted line breaks become spaces."""
        text = "".join(c if c.isprintable() else " " for c in text)
        text = text[: max(LONGEST - len(self.text), 0)]
        self.text = self.text[: self.cursor] + text + self.text[self.cursor :]
        self.cursor += len(text)

    def press(self, key: str) -> bool:
        """Edit the line; return whether the key had a meaning here."""
        if len(key) == 1:
            self.type(key)
        elif key == "space":
            self.type(" ")
        elif key == "backspace":
            if self.cursor:
                self.text = self.text[: self.cursor - 1] + self.text[self.cursor :]
                self.cursor -= 1
        elif key == "delete":
            self.text = self.text[: self.cursor] + self.text[self.cursor + 1 :]
        elif key in ("left", "right"):
            self.cursor = min(max(self.cursor + (1 if key == "right" else -1), 0), len(self.text))
        elif key in ("home", "ctrl+a"):
            self.cursor = 0
        elif key in ("end", "ctrl+e"):
            self.cursor = len(self.text)
        elif key == "ctrl+u":
            self.text, self.cursor = self.text[self.cursor :], 0
        else:
            return False
        return True
