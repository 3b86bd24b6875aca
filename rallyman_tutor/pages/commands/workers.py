"""Parts of commands that work for long: where the work is done, a bar for its progress, and how it is stopped."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rallyman_tutor.pages.commands.output import NOT_NOTATION, Ask, complain, number_from
from rallyman_tutor.pages.sentences import say

Tell = Callable[[float], None]
"""Hears how much of the work is done, from 0 to 1."""
WIDE = 30
"""The width of the progress bar, in characters."""
MOST_PROCESSES = 1000


def add_workers(command: Ask) -> None:
    """Add the options that say where work in many parts is done."""
    command.add_argument(
        "--processes",
        metavar="N",
        type=number_from(1, MOST_PROCESSES),
        default=0,
        help=say("options.processes"),
    )
    command.add_argument(
        "--scheduler",
        metavar="ADDRESS",
        default="",
        help=say("options.scheduler"),
    )


@contextmanager
def bar(what: str) -> Iterator[Tell]:
    """Shows a progress bar while this lasts, if the errors go to a terminal."""
    if not sys.stderr.isatty():
        yield lambda share: None
        return

    def tell(share: float) -> None:
        full = round(share * WIDE)
        sys.stderr.write(f"\r{'█' * full}{'░' * (WIDE - full)} {share:4.0%}  {what[:WIDE]}")
        sys.stderr.flush()

    try:
        yield tell
    finally:
        sys.stderr.write("\r\033[K")


def stopped(kept: str) -> int:
    """The exit of a command that Ctrl-C has stopped; `kept` says what of its work is kept."""
    complain(say("work.stopped", kept=kept), say("work.again"))
    return NOT_NOTATION


def no_workers(asked: argparse.Namespace, error: Exception, kept: str) -> int:
    """The exit of a command whose work nobody can do; `kept` says what of its work is kept."""
    why = say(f"work.{error}", scheduler=asked.scheduler)
    fix = "no-scheduler" if asked.scheduler else "one-process"
    complain(say("work.not-done", why=why), say(f"work.{fix}", kept=kept))
    return NOT_NOTATION
