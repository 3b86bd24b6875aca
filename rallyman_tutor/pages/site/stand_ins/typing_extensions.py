"""The one name that the scheduler of practice asks this package for; Python has it by itself."""

from typing import Self

__all__ = ["Self"]
