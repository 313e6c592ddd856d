"""A pool of workers on a Dask cluster, on this machine or others."""

from __future__ import annotations

import logging
from collections import deque
from collections.abc import Iterable, Iterator
from typing import Any

from .worker_pool import TaskFailed, WorkerLost, WorkerPool, do_task

PATIENCE = 15
"""How many seconds a scheduler has to respond, and to find its first worker."""


class ClusterUnreachable(Exception):
    """No scheduler responds at this address."""


class NoWorkers(ClusterUnreachable):
    """The scheduler at this address has no workers."""


class SchedulerLost(Exception):
    """The scheduler at this address stopped responding; what its workers did is unknown."""


class ClusterPool(WorkerPool):
    """The workers of a Dask scheduler; they need the same version of Ledger, and our games."""

    apart = True

    def __init__(self, address: str) -> None:
        import distributed

        client: Any = distributed.Client
        for name in ("distributed", "distributed.client", "tornado.application"):
            logging.getLogger(name).setLevel(logging.CRITICAL)
        self._address, self._closed = address, False
        self._given: set[Any] = set()  # jobs without a result so far
        try:
            self._client: Any = client(address, timeout=PATIENCE, set_as_default=False)
        except (OSError, ValueError, TimeoutError) as e:
            raise ClusterUnreachable(address) from e
        try:
            self._client.wait_for_workers(1, timeout=PATIENCE)
            self.size = sum(self._client.nthreads().values())
        except TimeoutError as e:
            self._client.close()
            raise NoWorkers(address) from e

    def run(self, task: str, jobs: Iterable[bytes]) -> Iterator[bytes]:
        """Yield the result of each job, in order; the jobs of a lost worker are done again."""
        waiting: deque[Any] = deque()
        try:
            for job in jobs:
                waiting.append(self._give(task, job))
                if len(waiting) >= 2 * self.size:
                    yield self._answer(waiting.popleft())
            while waiting:
                yield self._answer(waiting.popleft())
        finally:
            if not self._closed:
                self._cancel(waiting)

    def _give(self, task: str, job: bytes) -> Any:
        from distributed.client import ClosedClientError

        try:
            future = self._client.submit(do_task, task, job, pure=False)
        except ClosedClientError as e:
            raise self._lost() from e
        self._given.add(future)
        return future

    def _cancel(self, futures: Iterable[Any]) -> None:
        """Let workers forget jobs whose results nobody is waiting for any more."""
        given = list(futures)
        self._given.difference_update(given)
        if given and self._client.status == "running":
            self._client.cancel(given, force=True)

    def _answer(self, future: Any) -> bytes:
        from distributed import CancelledError, KilledWorker
        from distributed.comm.core import CommClosedError

        self._given.discard(future)
        try:
            return future.result()  # type: ignore[no-any-return]
        except KilledWorker as e:
            raise WorkerLost from e
        except Exception as e:
            if isinstance(e, CancelledError | CommClosedError) and future.status != "error":
                raise self._lost() from e
            raise TaskFailed(f"{type(e).__name__}: {e}") from e

    def _lost(self) -> SchedulerLost:
        return SchedulerLost(self._address)

    def close(self) -> None:
        """Leave the cluster to others, even in the middle of a job."""
        self._closed = True
        try:
            self._cancel(self._given)
        finally:
            self._client.close()
