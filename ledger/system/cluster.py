"""A crew of workers on a cluster: Dask's, on this machine or on others."""

from __future__ import annotations

import logging
from collections import deque
from collections.abc import Iterable, Iterator
from typing import Any

from .crew import Crew, TaskFailed, WorkerLost, do_task

PATIENCE = 15
"""How many seconds a scheduler has to answer, and to find its first worker."""


class ClusterUnreachable(Exception):
    """There is no scheduler at this address, or it has no workers."""


class ClusterCrew(Crew):
    """The workers of a Dask scheduler; they need the same version of Ledger, and our games."""

    apart = True

    def __init__(self, address: str) -> None:
        import distributed

        client: Any = distributed.Client
        logging.getLogger("distributed").setLevel(logging.CRITICAL)
        try:
            self._client: Any = client(address, timeout=PATIENCE, set_as_default=False)
        except (OSError, ValueError, TimeoutError) as e:
            raise ClusterUnreachable(f"no Dask scheduler answers at {address}") from e
        try:
            self._client.wait_for_workers(1, timeout=PATIENCE)
            self.size = sum(self._client.nthreads().values())
        except TimeoutError as e:
            self._client.close()
            raise ClusterUnreachable(f"the scheduler at {address} has no workers") from e

    def run(self, task: str, jobs: Iterable[bytes]) -> Iterator[bytes]:
        """Yield the answer to each job, in their order; what a lost worker had is done again."""
        waiting: deque[Any] = deque()
        try:
            for job in jobs:
                waiting.append(self._client.submit(do_task, task, job, pure=False))
                if len(waiting) >= 2 * self.size:
                    yield self._answer(waiting.popleft())
            while waiting:
                yield self._answer(waiting.popleft())
        finally:
            if waiting:
                self._client.cancel(list(waiting), force=True)

    def _answer(self, future: Any) -> bytes:
        from distributed import KilledWorker

        try:
            return future.result()  # type: ignore[no-any-return]
        except KilledWorker as e:
            raise WorkerLost("several workers of the cluster died at the same part") from e
        except Exception as e:
            raise TaskFailed(f"{type(e).__name__}: {e}") from e

    def close(self) -> None:
        """Leave the cluster to others."""
        self._client.close()
