"""What the co-driver says of every broken example of every rule, as a learner reads it: one file a game.

`make golden` writes the files anew. A change of theirs is read by a person, line by line, before it is committed.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from rallyman_tutor.core.game import AnyGame
from rallyman_tutor.core.rule import Rule
from rallyman_tutor.games import SHELF
from rallyman_tutor.tutor.explain import Explanation, explain_example

HERE = Path(__file__).parent


def file_of(key: str) -> Path:
    return HERE / f"{key}.txt"


def golden(key: str) -> str:
    """All explanations of one game, rule by rule as the rulebook has them."""
    game = SHELF[key]
    return "\n".join(line for rule in game.rules() for line in _of(game, rule)) + "\n"


def _of(game: AnyGame, rule: Rule) -> Iterator[str]:
    """A rule: its title and its reason once, then each example with what is said of it."""
    for number, text in enumerate(rule.broken):
        told = explain_example(game, rule.code, text)
        if not number:
            yield from ("", f"{rule.code}  {told.title}", f"   why  {told.why}")
        yield from (f"   {text}", f"      {told.said}", *(f"      → {way}" for way in _ways(told)))


def _ways(told: Explanation) -> Iterator[str]:
    """What to do instead: what is true anywhere, then each button with its price; or why there is nothing."""
    if not told.remedies:
        yield told.fix
        return
    if told.general:
        yield told.general
    for one in told.remedies:
        yield f"{one.label}   [{one.price}: {' '.join((*one.draft, one.then)).strip()}]"


def main() -> None:
    for key in SHELF:
        file_of(key).write_text(golden(key), encoding="utf-8")


if __name__ == "__main__":
    main()
