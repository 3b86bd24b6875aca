"""Numbers of a game, each with its source.

A game's `values.toml` has one table a topic; every figure in it is a table of its own, with `value`, `source`,
`confidence` and `placeholder`. The name of a figure gives its bare value; `about` gives the whole record.
"""

from __future__ import annotations

import hashlib
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.resources import files
from typing import Any


@dataclass(frozen=True, slots=True)
class Value:
    """One figure: what it is, who says so, how sure that is, and whether it is a house value of ours."""

    name: str
    value: Any
    source: str
    confidence: str
    placeholder: bool


class Values:
    """The figures of one game by dotted name."""

    def __init__(self, text: str) -> None:
        self.hash = hashlib.sha256(text.encode()).hexdigest()[:12]
        self._values = {value.name: value for value in _values(tomllib.loads(text))}

    def __iter__(self) -> Iterator[Value]:
        return iter(self._values.values())

    def __getitem__(self, name: str) -> Any:
        return self._values[name].value

    def about(self, name: str) -> Value:
        """The whole record of one figure."""
        return self._values[name]


def read(package: str) -> Values:
    """The `values.toml` that lies in a package."""
    return Values(files(package).joinpath("values.toml").read_text("utf-8"))


def _values(topics: dict[str, dict[str, Any]]) -> Iterator[Value]:
    for topic, figures in topics.items():
        for name, figure in figures.items():
            if set(figure) != {"value", "source", "confidence", "placeholder"}:
                raise ValueError(f"values.toml: {topic}.{name} needs value, source, confidence and placeholder")
            yield Value(f"{topic}.{name}", **figure)
