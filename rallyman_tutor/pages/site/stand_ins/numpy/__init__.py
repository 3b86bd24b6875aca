"""There is no numpy in the browser: whatever the coach would reckon with it counts as unsolvable there."""

from rallyman_tutor.coach.solver.unsolvable import Unsolvable

float64 = int


class _Missing:
    """A function that cannot be called."""

    def __call__(self, *_: object, **__: object) -> object:
        raise Unsolvable("the costs of decisions are not reckoned in a browser")

    def __getattr__(self, name: str) -> object:
        return _Missing()


def __getattr__(name: str) -> _Missing:
    if name.startswith("__"):
        raise AttributeError(name)
    return _Missing()
