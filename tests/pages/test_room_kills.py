"""Whatever is killed while a room is driven, nothing is lost that was shown."""

from __future__ import annotations

import pytest

from tests.pages.room_kills import kills


@pytest.mark.parametrize("many", [40, pytest.param(1000, marks=pytest.mark.wide)])
def test_nothing_that_was_shown_is_lost_by_kills_of_pages_kernels_and_servers(many: int) -> None:
    found = kills(many)
    assert sum(found.kinds.values()) == many and min(found.kinds.values()) > many // 8 and found.moves > many // 4
