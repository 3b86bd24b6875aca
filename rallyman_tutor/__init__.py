"""An interactive tutor for rally board games: lay dice on a drawn track, and learn why each rule is there.

For notebooks the games are at hand by name, and loaded when one is asked for:

    from rallyman_tutor import classic

    classic.position("s4 R3/4x3 s5 | A@s4 g4").judge("4>d")
"""

from __future__ import annotations

from typing import TYPE_CHECKING

__version__ = "0.1.0"

__all__ = ["classic", "crazy_rally", "dirt", "mil_millas"]

if TYPE_CHECKING:
    from rallyman_tutor.tutor.table.engine import Engine

    classic: Engine
    dirt: Engine
    crazy_rally: Engine
    mil_millas: Engine
else:

    def __getattr__(name: str) -> object:
        if name not in __all__:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        from rallyman_tutor.tutor.table.engine import Engine

        return globals().setdefault(name, Engine(name))

    def __dir__() -> list[str]:
        return sorted({*globals(), *__all__})
