"""The co-driver's words on every broken example of every rule, and the log's where one is kept: one file a game.

Rules that cannot be broken have examples that are driven. Each line of the log stands behind the first of them that
brings it.

`make golden` writes the files anew. A change of theirs is read by a person, line by line, before it is committed.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path

from rallyman_tutor.core.game import AnyGame
from rallyman_tutor.core.rule import Kind, Rule
from rallyman_tutor.games import SHELF
from rallyman_tutor.tutor.words.explain import Explanation, drive_example, explain_example, rule_title
from rallyman_tutor.tutor.words.words import words
from tests.golden import reckoned, visits

HERE = Path(__file__).parent


def file_of(key: str) -> Path:
    return HERE / f"{key}.txt"


@cache
def golden(key: str) -> str:
    """All explanations of one game, rule by rule as the rulebook has them."""
    game = SHELF[key]
    told = set[str]()
    return (
        "\n".join(line for rule in game.rules() for line in (*_broken(game, rule), *_driven(game, rule, told))) + "\n"
    )


def _broken(game: AnyGame, rule: Rule) -> Iterator[str]:
    """A rule: its title and its reason once, then each example with what is said of it."""
    for number, text in enumerate(rule.broken):
        told = explain_example(game, rule.code, text)
        if not number:
            yield from ("", f"{rule.code}  {told.title}", f"   why  {told.why}")
        yield from (f"   {text}", f"      {told.said}", *(f"      → {way}" for way in _ways(told)))


def _driven(game: AnyGame, rule: Rule, told: set[str]) -> Iterator[str]:
    """A rule that cannot be broken: its title, then each example with the lines that the log has not told yet."""
    named = False
    for text in rule.ok if rule.kind is Kind.FACT else ():
        lines = dict.fromkeys(_log(game, text)) if " :: " in text else {}
        new = [line for line in lines if line not in told]
        told.update(new)
        if new and not named:
            named = True
            yield from ("", f"{rule.code}  {rule_title(game, rule.code)}")
        yield from (f"   {text}", *(f"      {line}" for line in new)) if new else ()


def _log(game: AnyGame, text: str) -> Iterator[str]:
    """The log's lines about a driven example."""
    for moved in drive_example(game, text)[1:]:
        for event in moved.events:
            what, facts = game.describe_event(moved.state, event)
            yield words(game.key).phrase("events", what, facts)


def _ways(told: Explanation) -> Iterator[str]:
    """The ways out: first the general one, then each button with its price; or why there is none."""
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
    reckoned.FILE.write_text(reckoned.told(), encoding="utf-8")
    for name in visits.WALKS:
        visits.file_of(name).write_text(visits.told(name), encoding="utf-8")


if __name__ == "__main__":
    main()
