"""Driving a viewer as a person would."""

from __future__ import annotations

from ledger.tui.drawing.paint import plain_text


def drive(controller, *keys, size=(120, 40)):
    """Press keys and return the screen."""
    for key in keys:
        controller.press(key)
        controller.work(60)
        controller.show(*size)
    return plain_text(controller.show(*size).rows)


def typed(text):
    return ["space" if c == " " else c for c in text]


def at(c):
    return c.model.pos
