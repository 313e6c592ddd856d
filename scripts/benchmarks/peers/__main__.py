"""Answer about the peers that are written in Python."""

from __future__ import annotations

from scripts.benchmarks.inside import answer

from . import catanatron_peer, empty_loop, eventsourcing_peer, python_chess

answer({**empty_loop.JOBS, **python_chess.JOBS, **eventsourcing_peer.JOBS, **catanatron_peer.JOBS})
