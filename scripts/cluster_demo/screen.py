"""What the demonstration shows: a table of the services, figures, and the last moves."""

from __future__ import annotations

import time

from rich.console import Group
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from ledger.kernel.text.safe import safe

from .demo import Demo


class Screen:
    """Draws a demonstration; knows what it drew before, to tell how much there was in between."""

    def __init__(self, demo: Demo) -> None:
        self._demo = demo
        self._last = time.monotonic()
        self._before = [0.0] * (2 + len(demo.services))

    def draw(self, said: str) -> Group:
        """Return the picture of this moment."""
        demo, now = self._demo, time.monotonic()
        cpu = [service.cpu() for service in demo.services]
        figures = [float(demo.played), float(demo.read), *cpu]
        between = max(now - self._last, 1e-3)
        rates = [max(a - b, 0) / between for a, b in zip(figures, self._before, strict=True)]
        self._last, self._before = now, figures
        return Group(
            Panel(self._services(rates[2:]), title="services over one PostgreSQL"),
            Text(
                f" {demo.played:,} moves ({rates[0]:.1f} a second), {demo.read:,} lines read "
                f"({rates[1]:.0f} a second), {demo.ended} games over, "
                f"{demo.resumed} times somebody had to try again"
            ),
            Panel(self._moves(), title="last moves"),
            Text(f" {said}", "bold"),
        )

    def _services(self, busy: list[float]) -> Table:
        table = Table(box=None, expand=True)
        for name in ("port", "process", "state", "connections", "CPU", "memory", "killed"):
            table.add_column(name, justify="left" if name == "state" else "right")
        for service, share in zip(self._demo.services, busy, strict=True):
            there = service.process.poll() is None
            table.add_row(
                str(service.port),
                str(service.process.pid),
                Text("up", "green") if there else Text("killed", "red"),
                str(self._demo.front.through[service.port]),
                f"{share:.0%}",
                f"{service.megabytes():.0f} MB",
                str(service.kills),
            )
        return table

    def _moves(self) -> Table:
        table = Table(box=None, show_header=False)
        for move in list(self._demo.moves)[-8:]:
            table.add_row(
                Text(safe(move.game)), str(move.line), Text(safe(move.name)), Text(safe(move.move))
            )
        return table
