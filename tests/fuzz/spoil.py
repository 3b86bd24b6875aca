"""Inputs that are nearly right: good ones with a few places spoiled, as by a slip, a torn paste or ill will.

Text is spoiled word by word and sign by sign, with words of the same notation in strange places, so that much of it is
still read; data is spoiled at any depth, with values of every kind.
"""

from __future__ import annotations

import copy
import random
import re
from collections.abc import Sequence
from typing import Any

PIECE = re.compile(r"\s+|\w+|[^\w\s]")
CUTS = "|;:\n "
NUMBERS = ("0", "1", "7", "-1", "99", "10000", "9" * 30, "9" * 5000, "1.5", "²", "٣", "1e9", "007", "+3")
SIGNS = (*"|;:>@[](){}<$!.,+#=*/-_~'\"?&%\\", "::", "=>", "--", "-", "–", "“", "x", "")
STRANGE = (
    "\n", "\t", "\0", "\u2028", "\u202e", "e\u0301", "ß", "İ", "🚗", "\udcff", "\N{NO-BREAK SPACE}", "\x1b[31m",
    "None", "nan", "{found}", "%s", "<b>", "A" * 300, "((((((((((", "../..", "{" * 40,
)  # fmt: skip
VALUES: tuple[Any, ...] = (
    None, True, False, 0, -1, 7, 10**30, 1.5, -0.0, "", "A", "A;", "\n", "s9", "🚗", "\udcff", "9" * 400, [], {}, [[]],
    [None], ["A", "A"], {"": None}, [1, 2], float("inf"), "2026-13-45", [[[[[[]]]]]],
)  # fmt: skip


def spoiled(text: str, rng: random.Random, words: Sequence[str]) -> str:
    """A text with one to six places spoiled; `words` are some that its notation knows, and others."""
    for _ in range(rng.choice((1, 1, 1, 2, 2, 3, 6))):
        text = _once(text, rng, words)
    return text[:9000]


def _once(text: str, rng: random.Random, words: Sequence[str]) -> str:
    pieces = PIECE.findall(text)
    at = rng.randrange(len(pieces) + 1)
    some = rng.choice((*[rng.choice(words)] * 5, rng.choice(NUMBERS), rng.choice(SIGNS), rng.choice(STRANGE)))
    match rng.randrange(12):
        case 0 | 1 | 2:
            pieces[at : at + 1] = [some]
        case 3 | 4:
            pieces[at:at] = [some, *rng.choice(([" "], []))]
        case 5:
            del pieces[at : at + rng.randint(1, 4)]
        case 6:
            pieces[at:at] = pieces[at : at + rng.randint(1, 6)]
        case 7:
            other = rng.randrange(len(pieces) + 1)
            pieces[at : at + 1], pieces[other : other + 1] = pieces[other : other + 1], pieces[at : at + 1]
        case 8 if numbers := [i for i, piece in enumerate(pieces) if re.search(r"\d", piece)]:
            there = rng.choice(numbers)
            pieces[there] = re.sub(r"\d+", rng.choice(NUMBERS), pieces[there], count=1)
        case 9:
            cut = rng.choice(CUTS)
            parts = text.split(cut)
            rng.shuffle(parts)
            return cut.join(parts)
        case 10:
            return text[: rng.randrange(len(text) + 1)]
        case _:
            return text.swapcase() if rng.random() < 0.2 else text[rng.randrange(len(text) + 1) :]
    return "".join(pieces)


def spoiled_data(data: Any, rng: random.Random, words: Sequence[str]) -> Any:
    """Data with one or two places spoiled."""
    data = copy.deepcopy(data)
    for _ in range(rng.choice((1, 1, 1, 2))):
        data = _spoil_inside(data, rng, words)
    return data


def _spoil_inside(data: Any, rng: random.Random, words: Sequence[str]) -> Any:
    if data and isinstance(data, dict | list) and rng.random() < 0.85:
        key = rng.choice(list(data)) if isinstance(data, dict) else rng.randrange(len(data))
        match rng.randrange(12):
            case 0:
                del data[key]
            case 1 if isinstance(data, list):
                data.insert(rng.randrange(len(data) + 1), data[key])
            case 1 if isinstance(data, dict):
                data[spoiled(str(key), rng, words)] = data.pop(key)
            case 2 if isinstance(data, list):
                del data[key:]
            case _:
                data[key] = _spoil_inside(data[key], rng, words)
        return data
    if isinstance(data, str) and rng.random() < 0.6:
        return spoiled(data, rng, words)
    return copy.deepcopy(rng.choice(VALUES))
