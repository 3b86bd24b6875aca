"""The tools for proving steps of all kinds."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeVar

from rallyman_tutor.core.notation import Refused
from rallyman_tutor.core.rule import Illegal

Made = TypeVar("Made")


def until_refused(steps: Iterator[Made]) -> tuple[list[Made], Refused | Illegal | None]:
    """The steps up to the first refused one, and the refusal; None where no step is refused."""
    made = []
    try:
        for one in steps:
            made.append(one)
    except (Refused, Illegal) as error:
        return made, error
    return made, None
