"""Where along a row of dice control is lost, checked by listing every throw."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

from hypothesis import given
from hypothesis import strategies as st

from rallyman_tutor.games.dirt.draws import Throw, losses

throws = st.builds(
    Throw, st.sampled_from([Fraction(1, 3), Fraction(1, 6), Fraction(0), Fraction(1)]), st.integers(0, 4)
)


def listed(row: list[Throw], shown: int) -> list[Fraction]:
    lost = [Fraction(0)] * len(row)
    for faces in product((True, False), repeat=len(row)):
        chance, count = Fraction(1), shown
        for throw, hazard in zip(row, faces, strict=True):
            chance *= throw.chance if hazard else 1 - throw.chance
        for at, (throw, hazard) in enumerate(zip(row, faces, strict=True)):
            count += hazard
            if hazard and count >= throw.limit:
                lost[at] += chance
                break
    return lost


@given(st.lists(throws, max_size=6), st.integers(0, 3))
def test_the_odds_are_those_of_all_throws_listed(row: list[Throw], shown: int) -> None:
    assert list(losses(row, shown)) == listed(row, shown)


def test_no_dice_lose_nothing() -> None:
    assert losses(()) == ()
