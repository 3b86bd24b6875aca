"""How many may work for long on this machine at once: its processors are also those of visitors who only play.

Each kernel of a server is a process of its own and knows nothing of the others. So a place at work is a file in the
folder for temporary ones, which one process at a time holds.
"""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from rallyman_tutor.core.file_lock import Held, hold


def places() -> int:
    """One for every second processor that there is, and at least one."""
    here = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return max(1, here // 2)


def taken() -> int | None:
    """Take a place, and give the number of its file, to be closed behind the work; None where all are taken. -1 where
    no file can be made: then nobody is counted."""
    whose = os.getuid() if hasattr(os, "getuid") else 0
    for place in range(places()):
        try:
            return hold(Path(tempfile.gettempdir()) / f"rallyman-tutor-{whose}-at-work-{place}")
        except Held:
            continue
        except OSError:
            return -1
    return None


def left(place: int) -> None:
    """Leave a place."""
    if place >= 0:
        os.close(place)
