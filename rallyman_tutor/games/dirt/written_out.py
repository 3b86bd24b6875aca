"""Named tuples with some fields changed, made as fast as Python makes a tuple.

`car._replace(place=place)` names what it changes, and mypy checks each name and type. It takes five times as long,
though, as to take all fields of the car at once and to pass them on by position, where mypy sees no field that is
missing or in another's place. So a function is written with `_replace`, or with the class and its fields by name, and
`written_out` turns it into the faster code as its module is imported.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import update_wrapper
from inspect import signature
from typing import Any, NoReturn, ParamSpec, TypeVar, cast, get_type_hints

P = ParamSpec("P")
T = TypeVar("T")


class _Unknown:
    """A value that is not there yet, under its name in the faster code. It can only be passed on."""

    def __init__(self, name: str) -> None:
        self.name = name

    def __add__(self, other: _Unknown) -> _Unknown:
        return _Unknown(f"{self.name} + {other.name}")

    def __bool__(self) -> NoReturn:
        raise TypeError(f"a function that is written out only passes its values on, and this one asks for {self.name}")

    def __eq__(self, other: object) -> bool:
        return bool(self)

    def __hash__(self) -> int:
        return bool(self)


def written_out(build: Callable[P, T]) -> Callable[P, T]:
    """A function that does the same as `build`, faster. `build` gives a named tuple whose fields are its own
    arguments, fields of an argument of the same class, sums of two of these, and constants.

        @written_out
        def moved(car: Car, *, place: int) -> Car:
            return car._replace(place=place, spun=False)

    becomes

        def moved(car: Car, *, place: int) -> Car:
            car_name, car_place, car_spun = car
            return made(Car, (car_name, place, constant_2))
    """
    types = get_type_hints(build)
    kind: Any = types.pop("return")
    arguments: dict[str, Any] = {}
    lines = [f"def {build.__name__}{signature(build)}:"]
    for name, of in types.items():
        if of is kind:
            fields = [f"{name}_{field}" for field in kind._fields]
            lines.append(f"    {', '.join(fields)} = {name}")
            arguments[name] = kind._make(map(_Unknown, fields))
        else:
            arguments[name] = _Unknown(name)
    known: dict[str, Any] = {"made": tuple.__new__, kind.__name__: kind}
    values: list[str] = []
    for at, value in enumerate(cast(Callable[..., Any], build)(**arguments)):
        if isinstance(value, _Unknown):
            values.append(value.name)
        else:
            values.append(f"constant_{at}")
            known[values[-1]] = value
    lines.append(f"    return made({kind.__name__}, ({', '.join(values)},))")
    exec(compile("\n".join(lines), f"<{build.__name__}, written out>", "exec"), known)
    return update_wrapper(known[build.__name__], build)
