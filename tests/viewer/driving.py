"""Driving a session as a person would."""

from __future__ import annotations

from ledger.viewer.drawing.paint import plain_text


def drive(session, *keys, size=(120, 40)):
    """Press keys and return the screen."""
    for key in keys:
        session.press(key)
        session.work(60)
        session.draw(*size)
    return plain_text(session.draw(*size))


def typed(text):
    return ["space" if c == " " else c for c in text]


def at(s):
    return s.model.pos
