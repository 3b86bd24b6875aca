"""Python's garbage collector, told to wait."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def garbage_waits() -> Iterator[None]:
    """Meanwhile no garbage is collected. The collector looks again and again through all the tuples that are kept:
    while a stage is solved that takes an eighth of the time, though there is nothing to collect, and while a driver
    decides as long as many a decision."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()
