"""Work in many parts, done by several processes at once: of this machine, or of a Dask cluster.

    for part, found in done(work_out, stages, known=read, keep=write): ...

The parts are done in any order, and what one comes to may depend on nothing but the part. What is done is kept at once,
so that work which was stopped, or killed, goes on where it was. A cluster needs the extra `cluster` of the package,
here and on its workers.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor, ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from importlib import import_module
from multiprocessing.process import BaseProcess
from threading import Thread
from typing import Any, TypeVar

Part = TypeVar("Part")
Found = TypeVar("Found")

PATIENCE = 10
"""Seconds within which the scheduler of a cluster has to answer."""


class NoWorkers(Exception):
    """The work cannot be done there: there is no cluster, or a process of it was killed. Why, is told by its name. Work
    done before is kept."""


def done(
    task: Callable[[Part], Found],
    parts: Iterable[Part],
    *,
    known: Callable[[Part], Found | None] = lambda part: None,
    keep: Callable[[Part, Found], object] = lambda part, found: None,
    processes: int = 0,
    scheduler: str = "",
) -> Iterator[tuple[Part, Found]]:
    """Every part with its result, as soon as it is there: first those that are `known`, then the others, each of which
    goes to `keep` before it is told. `task` is a function of a module; without a scheduler's address it runs in so many
    processes of this machine, by default one for each of its cores."""
    left = []
    for part in parts:
        if (found := known(part)) is not None:
            yield part, found
        else:
            left.append(part)
    if not left:
        return
    with _cluster(scheduler) if scheduler else _processes(processes or os.cpu_count() or 1, len(left)) as workers:
        asked = {workers.submit(task, part): part for part in left}
        for one in as_completed(asked):
            try:
                found = one.result()
            except Exception as error:
                if (
                    isinstance(error, BrokenProcessPool) or type(error).__name__ == "KilledWorker"
                ):  # the latter is Dask's
                    raise NoWorkers("killed") from error
                raise
            keep(asked[one], found)
            yield asked[one], found


@contextmanager
def _processes(many: int, parts: int) -> Iterator[Executor]:
    """Processes of this machine. They end at once when the work is given up."""
    context = multiprocessing.get_context("spawn")
    pool = ProcessPoolExecutor(min(many, parts), context, initializer=_belong_to_the_parent)
    try:
        yield pool
    except BaseException:
        for child in list(pool._processes.values()):  # there is no public way before Python 3.14
            child.terminate()
        raise
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def _belong_to_the_parent() -> None:
    """Leave Ctrl+C to the process that started this one, and end with it, however it ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()
    if parent:
        Thread(target=_end_with, args=(parent,), daemon=True).start()


def _end_with(parent: BaseProcess) -> None:
    parent.join()
    os._exit(1)  # whoever wanted the work is gone


@contextmanager
def _cluster(scheduler: str) -> Iterator[Executor]:
    """The workers of a Dask cluster, by the address of its scheduler. Given up, what waits there is cancelled."""
    try:
        dask: Any = import_module("distributed")
    except ImportError as error:
        raise NoWorkers("no-dask") from error
    try:
        client = dask.Client(scheduler, timeout=PATIENCE, set_as_default=False)
    except (OSError, ValueError, TypeError) as error:
        raise NoWorkers("no-scheduler-there") from error
    pool = client.get_executor(pure=False)
    with client:
        try:
            yield pool
        finally:
            pool.shutdown(wait=False)
