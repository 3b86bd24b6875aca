"""Loops that numba compiles where it is installed (`pip install "rallyman-tutor[fast]"`); without it numpy reckons the same."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec
from typing import Any, ParamSpec, TypeAlias, TypeVar, cast

import numpy as np
from numpy.typing import NDArray

Floats: TypeAlias = NDArray[np.float64]
Ints: TypeAlias = "NDArray[np.integer[Any]]"
Flags: TypeAlias = NDArray[np.bool_]

P = ParamSpec("P")
R = TypeVar("R")


def can_compile() -> bool:
    """Whether numba is installed. It is not imported for that: it takes 60 MB."""
    return find_spec("numba") is not None


def compiled(loop: Callable[P, R]) -> Callable[P, R]:
    """A function as machine code, kept on disk for the next process; where numba is not installed, the function itself."""
    if not can_compile():
        return loop
    njit = import_module("numba").njit
    try:
        return cast("Callable[P, R]", njit(cache=True)(loop))
    except (
        RuntimeError
    ):  # nothing can be written, neither beside the code nor in the user's folder: each process compiles
        return cast("Callable[P, R]", njit(loop))
