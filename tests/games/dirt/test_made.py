"""Cars, turns and states that every step makes: mypy refuses a field that is wrong, missing or in another's place.

Were mypy to accept such a line, it would say that its `type: ignore` is not needed. Python refuses fewer of them.
"""

from __future__ import annotations

from pathlib import Path

import pytest

import rallyman_tutor
from rallyman_tutor.games.dirt.notation import read_position
from rallyman_tutor.games.dirt.step import changed, turned_to, with_card

STATE = read_position("R3-SS1 | A@3.R1 g3 s4 ; B@3.L1 g3 | A")


def test_a_card_names_its_gear_and_its_seconds() -> None:
    assert with_card(STATE.car, gear=2, seconds=40) == STATE.car._replace(gear=2, clock=STATE.car.clock + 40)
    with pytest.raises(TypeError, match="positional"):
        with_card(STATE.car, 2, 40)  # type: ignore[call-arg]  # on purpose
    with pytest.raises(TypeError, match="seconds"):
        with_card(STATE.car, gear=2)  # type: ignore[call-arg]  # on purpose
    with pytest.raises(TypeError, match="second"):
        with_card(STATE.car, gear=2, second=40)  # type: ignore[call-arg]  # on purpose


def test_a_turn_is_no_car() -> None:
    with pytest.raises(TypeError, match="leader"):
        turned_to(STATE, cars=STATE.cars, turn=STATE.turn, number=1, queue=())  # type: ignore[call-arg]  # on purpose
    swapped = changed(STATE, STATE.turn, STATE.cars, 4)  # type: ignore[arg-type]  # on purpose
    assert swapped == STATE._replace(cars=STATE.turn, turn=STATE.cars, stamps=4)  # type: ignore[arg-type]  # on purpose


def test_only_what_is_written_out_is_made_by_position_alone() -> None:
    """A tuple that is made of all its fields by hand passes the type checker with any of them in any place."""
    room = Path(rallyman_tutor.__file__).parent
    by_hand = [path.stem for path in room.rglob("*.py") if "tuple.__new__" in path.read_text(encoding="utf-8")]
    assert by_hand == ["written_out"]
