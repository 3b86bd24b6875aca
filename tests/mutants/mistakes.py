"""One small mistake somewhere in a room's code: the kinds that Cosmic Ray knows, and one of our own, a false fact."""

from __future__ import annotations

import ast
import random
import re
from collections.abc import Mapping, Sequence
from itertools import islice
from pathlib import Path
from typing import NamedTuple

PICTURES = ("art", "car", "country", "draw", "faces", "landscape", "outlines", "paint", "parts/dice", "pile",
            "playing_cards", "roadway", "scenery", "stamps", "surface", "verges")  # fmt: skip
"""Files that paint, where they hold no rules. People look at what they paint; no test compares it pixel by pixel."""
NO_MISTAKES = ("RemoveDecorator", "BitOr", "VariableInserter", "VariableReplacer", "Eq_Is", "Is_Eq", "IsNot_NotEq")
"""Kinds of mistakes that tell nothing here: decorators keep things or make values of classes, a stroke parts types, and
equal things are mostly the same thing here."""
MEASURES, NUMBER = ("/crazy_rally/table.py", "/mil_millas/table.py"), "core/NumberReplacer"
"""Files that only measure where things lie: that a number is one more or less there is a matter of taste."""

NOTHING_TO_NOTICE = ("@dataclass(", "@lru_cache(", "TypedDict", "TypeVar(")
"""The marks of a line about how values are kept, or of which type they are: no test can tell it from another."""


ORDER_OF_WORDS = re.compile("[<>]=? [\"']")
"""A word compared by its order: code only asks whether words are equal, so nobody makes this mistake."""


class Mutant(NamedTuple):
    """One mistake: where, the line as it was and as it is now, and the whole file with it."""

    file: str
    line: int
    was: str
    now: str
    text: str


def sampled(checkout: Path, room: str, seed: str, many: int, but: Sequence[str] = ()) -> list[Mutant]:
    """Mistakes at so many places of a room, but not of other rooms within it, one at each; none where all that can be
    made is no Python, or nothing to notice."""
    rng = random.Random(f"{room}:{seed}")
    texts = {file: (checkout / file).read_text("utf-8") for file in files_of(checkout, room, but)}
    places = [place for file, text in texts.items() for place in _places(file, text)]
    rng.shuffle(places)
    return list(islice(filter(None, (_mistake(texts, place, rng) for place in places)), many))


def files_of(checkout: Path, room: str, but: Sequence[str] = ()) -> list[str]:
    """The files of a room, but those that paint, and those of other rooms within it."""
    found = sorted(path.relative_to(checkout) for path in (checkout / "rallyman_tutor" / room).rglob("*.py"))
    files = [path.as_posix() for path in found]
    paints, others = tuple(f"/{name}.py" for name in PICTURES), tuple(f"rallyman_tutor/{other}/" for other in but)
    return [file for file in files if not file.startswith(others) and ("/rules/" in file or not file.endswith(paints))]


def _mistake(texts: Mapping[str, str], place: Sequence[tuple[str, str, int]], rng: random.Random) -> Mutant | None:
    """One of the mistakes that can be made at a place."""
    for file, kind, number in rng.sample(place, len(place)):
        try:
            mutant = made(file, texts[file], kind, number)
            compile(mutant.text, file, "exec")
        except (SyntaxError, AttributeError):  # Cosmic Ray cannot name another exception where the name has a dot
            continue
        if ORDER_OF_WORDS.search(mutant.now) and not ORDER_OF_WORDS.search(mutant.was):
            continue
        if mutant.line and not any(mark in mutant.was for mark in NOTHING_TO_NOTICE):
            return mutant
    return None


def _places(file: str, text: str) -> list[list[tuple[str, str, int]]]:
    """Every place of a file where a mistake can be made: the possible mistakes, each with its number among its kind."""
    from cosmic_ray.ast import ast_nodes, get_ast
    from cosmic_ray.plugins import get_operator, operator_names

    found: dict[object, list[tuple[str, str, int]]] = {}
    tree = get_ast(text)
    for kind in operator_names():
        if any(name in kind for name in NO_MISTAKES) or (kind == NUMBER and file.endswith(MEASURES)):
            continue
        operator = get_operator(kind)()
        spots = (spot for node in ast_nodes(tree) for spot in operator.mutation_positions(node))
        for number, spot in enumerate(spots):
            found.setdefault(spot, []).append((file, kind, number))
    for number, node in enumerate(_facts(text)):
        found[node.lineno, node.col_offset, "fact"] = [(file, FALSE_FACT, number)]
    return list(found.values())


FALSE_FACT = "fact"
FALSE = "(lambda _: _ + 1 if hasattr(_, 'numerator') else _ + 'x' if isinstance(_, str) else _ and _[1:])({fact})"
"""Makes a fact false: a number is one more, a name has one more letter, a list lacks its first entry."""


def _facts(text: str) -> list[ast.expr]:
    """The facts that a rule answers with: the values of what its check returns."""
    found = []
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Return):
            for given in ast.walk(node):
                if isinstance(given, ast.Dict):
                    pairs = zip(given.keys, given.values, strict=True)
                    found += [value for key, value in pairs if isinstance(key, ast.Constant) and key.value != "case"]
    return found


def made(file: str, text: str, kind: str, number: int) -> Mutant:
    if kind == FALSE_FACT:
        now = _falsified(text, _facts(text)[number])
    else:
        from cosmic_ray.mutating import mutate_code
        from cosmic_ray.plugins import get_operator

        now = str(mutate_code(text, get_operator(kind)(), number))
    lines = zip(text.splitlines(), now.splitlines(), strict=False)
    line, was, then = next(((at, a, b) for at, (a, b) in enumerate(lines, 1) if a != b), (0, "", ""))
    return Mutant(file, line, was.strip(), then.strip(), now)


def _falsified(text: str, fact: ast.expr) -> str:
    told = ast.get_source_segment(text, fact)
    lines = text.encode().splitlines(keepends=True)
    assert told is not None and fact.end_lineno is not None and fact.end_col_offset is not None
    start = sum(map(len, lines[: fact.lineno - 1])) + fact.col_offset
    end = sum(map(len, lines[: fact.end_lineno - 1])) + fact.end_col_offset
    return (text.encode()[:start] + FALSE.format(fact=told).encode() + text.encode()[end:]).decode()
