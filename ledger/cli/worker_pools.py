"""Who does the work of a command: this process, several processes here, or a cluster."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import typer

if TYPE_CHECKING:
    from ledger.system.worker_pool import WorkerPool

WORTH = 4
"""How many jobs a process should get; with fewer, starting it takes longer than it saves."""


@contextmanager
def pool_for(jobs: int | None, cluster: str | None, parts: int) -> Iterator[WorkerPool]:
    """Yield a pool of workers for a number of jobs."""
    from ledger.kernel.errors import Failed, LedgerError
    from ledger.system.cluster_pool import SchedulerLost
    from ledger.system.processes import cores
    from ledger.system.worker_pool import ATTEMPTS, InlinePool, ProcessPool, WorkerLost

    if cluster is not None and jobs is not None:
        raise typer.BadParameter("give --jobs or --cluster, not both", param_hint="--jobs")
    if cluster is None:
        size = min(cores(), parts // WORTH) if jobs is None else min(jobs, parts)
        pool: WorkerPool = ProcessPool(size) if size > 1 else InlinePool()
    else:
        pool = _cluster(cluster)
    try:
        with pool:
            yield pool
    except WorkerLost:
        if cluster is not None:
            raise LedgerError("several cluster workers died on the same part") from None
        raise LedgerError(
            "{count} processes died while working on the same part",
            hint="there may not be enough memory for all of them; try fewer with --jobs",
            count=ATTEMPTS,
        ) from None
    except SchedulerLost:
        raise Failed(
            "the connection to the scheduler at {address} was lost",
            hint="start it again with its workers, then run this command again",
            address=cluster,
        ) from None


def _cluster(address: str) -> WorkerPool:
    from ledger.cli.extras import needs
    from ledger.kernel.errors import Malformed
    from ledger.system.cluster_pool import ClusterPool, ClusterUnreachable, NoWorkers

    try:
        with needs("cluster"):
            return ClusterPool(address)
    except ClusterUnreachable as e:
        raise Malformed(
            "the scheduler at {address} has no workers"
            if isinstance(e, NoWorkers)
            else "no Dask scheduler answers at {address}",
            address=address,
            hint="`dask scheduler` and `dask worker ADDRESS` start one; all its workers need "
            "Ledger and the games you have installed",
        ) from None
