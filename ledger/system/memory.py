"""How much memory there is, and how much a process uses."""

from __future__ import annotations

import ctypes
import mmap
import os
from contextlib import suppress
from pathlib import Path

CGROUP = Path("/sys/fs/cgroup/memory.max")
"""How much memory a container may use."""
PROCESSES = Path("/proc")
"""Where Linux keeps information about processes."""


def machine_memory() -> int:
    """Return the memory of this machine in bytes, or of the container that we run in."""
    if hasattr(os, "sysconf") and "SC_PHYS_PAGES" in os.sysconf_names:
        whole = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    else:
        import psutil

        whole = int(psutil.virtual_memory().total)
    with suppress(OSError, ValueError):  # no container, or one without a limit ("max")
        whole = min(whole, int(CGROUP.read_text()))
    return whole


def resident(pid: int) -> int:
    """Return how many bytes of memory a process occupies; 0 if it has ended."""
    if (PROCESSES / "self" / "statm").exists():
        try:
            return int((PROCESSES / str(pid) / "statm").read_text().split()[1]) * mmap.PAGESIZE
        except OSError:
            return 0
    import psutil

    try:
        return int(psutil.Process(pid).memory_info().rss)
    except psutil.Error:
        return 0


def give_back_memory() -> None:
    """Give freed memory back to the system, where the C library would keep it (glibc)."""
    trim = getattr(ctypes.pythonapi, "malloc_trim", None)
    if trim is not None:
        trim(0)
