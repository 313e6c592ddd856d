"""Who does the work of a command: this process, several here, or a cluster."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import typer

if TYPE_CHECKING:
    from ledger.system.crew import Crew

WORTH = 4
"""How many parts a process should have to do, or starting it takes longer than it saves."""


@contextmanager
def crew_for(jobs: int | None, cluster: str | None, parts: int) -> Iterator[Crew]:
    """Gather who is to do so many parts of a work."""
    from ledger.kernel.errors import Failed, LedgerError
    from ledger.system.cluster import SchedulerLost
    from ledger.system.crew import LocalCrew, NoCrew, WorkerLost
    from ledger.system.processes import cores

    if cluster is not None and jobs is not None:
        raise typer.BadParameter("give --jobs or --cluster, not both", param_hint="--jobs")
    if cluster is None:
        size = min(cores(), parts // WORTH) if jobs is None else min(jobs, parts)
        crew: Crew = LocalCrew(size) if size > 1 else NoCrew()
    else:
        crew = _cluster(cluster)
    try:
        with crew:
            yield crew
    except WorkerLost as e:
        raise LedgerError(
            str(e), hint="perhaps there isn't enough memory for so many; try fewer with --jobs"
        ) from None
    except SchedulerLost as e:
        raise Failed(
            str(e), hint="start it again with its workers, and then this once more"
        ) from None


def _cluster(address: str) -> Crew:
    from ledger.cli.extras import needs
    from ledger.kernel.errors import Malformed
    from ledger.system.cluster import ClusterCrew, ClusterUnreachable

    try:
        with needs("cluster"):
            return ClusterCrew(address)
    except ClusterUnreachable as e:
        raise Malformed(
            str(e),
            hint="`dask scheduler` and `dask worker ADDRESS` start one; all its workers need "
            "Ledger, and the games that you installed",
        ) from None
