"""The type of an array, which nobody checks in a browser."""

from collections.abc import Sequence as NDArray

__all__ = ["NDArray"]
