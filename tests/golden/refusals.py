"""Some refusals as they are told in five languages, side by side, drawn by lot: a page for those who read languages.

`make golden` writes it anew.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

from rallyman_tutor.core.rule import Kind
from rallyman_tutor.games import SHELF
from rallyman_tutor.tutor.words.cldr import NAMES
from rallyman_tutor.tutor.words.explain import explain_example
from rallyman_tutor.tutor.words.language import LANGUAGES, speaking

PAGE = Path(__file__).parents[2] / "docs" / "languages" / "refusals.md"
MANY, SEED = 40, 1
HEAD = f"""\
# Refusals in five languages

{MANY} of the rules' examples, drawn by lot: a position and a draft in notation, what the co-driver says to it, and what would do instead.
Whoever reads a language can tell here whether it is said well. `make golden` writes this page; all other examples are in `tests/golden`.
"""


def page() -> str:
    """The whole page."""
    every = [
        (key, rule.code, text)
        for key, game in SHELF.items()
        for rule in game.rules()
        if rule.kind is Kind.ILLEGAL
        for text in rule.broken
    ]
    drawn = sorted(Random(SEED).sample(range(len(every)), MANY))
    return HEAD + "".join(_told(*every[at]) for at in drawn)


def _told(key: str, code: str, text: str) -> str:
    """One refusal: its position, and a line for each language."""
    return "".join((f"\n## {code}\n\n    {text}\n\n", *_lines(key, code, text)))


def _lines(key: str, code: str, text: str) -> Iterator[str]:
    for language in LANGUAGES:
        with speaking(language):
            told = explain_example(SHELF[key], code, text)
        ways = [told.general, *(f"→ {one.label}" for one in told.remedies)] if told.remedies else [told.fix]
        yield f"- **{NAMES[language]}**: {told.said} *{' '.join(filter(None, ways))}*\n"
