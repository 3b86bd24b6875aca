"""The parameters of a test of which an ordinary run tries a sample, and a wide run all; see `docs/tests.md`.

@pytest.mark.parametrize("folder", sampled(FOLDERS, FOLDERS[::4]), ids=name)
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import pytest


def sampled(everything: Sequence[Any], ordinary: Iterable[Any]) -> list[Any]:
    """Each of them, those that are not in the sample marked as wide."""
    sample = list(ordinary)
    assert sample and all(one in everything for one in sample), "the sample is of something else"
    return [pytest.param(one, marks=[] if one in sample else pytest.mark.wide) for one in everything]
