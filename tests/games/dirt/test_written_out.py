"""Functions that are written out give what they say; mypy refuses a field that is wrong, missing or misplaced."""

from __future__ import annotations

from typing import NamedTuple

import pytest

from rallyman_tutor.games.dirt.written_out import written_out


class Car(NamedTuple):
    name: str
    place: int = 0
    gear: int = 0
    clock: int = 0
    spun: bool = False


@written_out
def driven(car: Car, *, place: int, gear: int) -> Car:
    """The car on its next space."""
    return car._replace(place=place, gear=gear, spun=False)


@written_out
def later(car: Car, seconds: int) -> Car:
    return car._replace(clock=car.clock + seconds)


@written_out
def started(name: str, place: int = 7) -> Car:
    return Car(name, place)


CAR = Car("A", 3, 2, 40, True)


def test_what_is_named_changes_and_all_else_stays() -> None:
    assert driven(CAR, place=4, gear=1) == Car("A", 4, 1, 40)
    assert later(CAR, 15) == Car("A", 3, 2, 55, True)
    assert (started("B"), started("C", place=2)) == (Car("B", 7), Car("C", 2))
    assert type(driven(CAR, place=4, gear=1)) is Car


def test_it_keeps_its_name_and_says_what_it_does() -> None:
    assert (driven.__name__, driven.__doc__) == ("driven", "The car on its next space.")


def test_a_field_that_is_missing_or_unknown_is_refused_by_mypy_and_by_python() -> None:
    """Were mypy to accept such a line, it would say that its `type: ignore` is not needed."""
    with pytest.raises(TypeError, match="gear"):
        driven(CAR, place=4)  # type: ignore[call-arg]  # on purpose
    with pytest.raises(TypeError, match="gaer"):
        driven(CAR, place=4, gaer=1)  # type: ignore[call-arg]  # on purpose
    with pytest.raises(TypeError, match="positional"):
        driven(CAR, 4, 1)  # type: ignore[call-arg]  # on purpose


def test_a_value_in_the_place_of_another_is_refused_by_mypy() -> None:
    """Python itself takes any value for any field."""
    swapped = started(4, "A")  # type: ignore[arg-type]  # on purpose
    assert (swapped.name, swapped.place) == (4, "A")  # type: ignore[comparison-overlap]  # on purpose


def test_a_function_that_asks_for_its_values_cannot_be_written_out() -> None:
    with pytest.raises(TypeError, match="this one asks for gear"):

        @written_out
        def slowed(car: Car, gear: int) -> Car:
            return car._replace(gear=gear or car.gear)

    with pytest.raises(TypeError, match="this one asks for car_place"):

        @written_out
        def returned(car: Car) -> Car:
            return car._replace(place=7 if car.place == 3 else 8)
