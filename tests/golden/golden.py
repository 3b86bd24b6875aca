"""The co-driver's words on every broken example of every rule, and the log's where one is kept: one file a game.

Rules that cannot be broken have examples that are driven. Each line of the log stands behind the first of them that
brings it.

In the other languages a file has, rule by rule, the same lines, each sentence once: one that differs in its figures
alone is left out, for `test_golden.py` holds all figures, dice and notation to those of English.

`make golden` writes the files anew. A change of theirs is read by a person, line by line, before it is committed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from rallyman_tutor.core.game import AnyGame
from rallyman_tutor.core.rule import Kind, Rule
from rallyman_tutor.games import SHELF
from rallyman_tutor.tutor.words.explain import Explanation, drive_example, explain_example, rule_title
from rallyman_tutor.tutor.words.language import ENGLISH, LANGUAGES, speaking
from rallyman_tutor.tutor.words.words import words
from tests.golden import reckoned, refusals, visits

HERE = Path(__file__).parent
FIGURE = re.compile(r"\d+")


def file_of(key: str, language: str = ENGLISH) -> Path:
    return HERE / f"{key}.txt" if language == ENGLISH else HERE / language / f"{key}.txt"


@cache
def told_in(key: str, language: str) -> tuple[tuple[str, str, bool], ...]:
    """Every line that is told of a game's examples, with the rule, and whether it is a button."""
    game = SHELF[key]
    with speaking(language):
        return tuple((rule.code, *told) for rule in game.rules() for told in told_of(game, rule))


def golden_in(key: str, language: str) -> str:
    """The sentences of one game in another language, each once, rule by rule."""
    known, lines, last = set[str](), list[str](), ""
    for code, line, _ in told_in(key, language):
        sentence = FIGURE.sub("#", line)
        if sentence not in known:
            lines += [*(["", code] if code != last else []), f"   {line}"]
            known.add(sentence)
            last = code
    return "\n".join(lines) + "\n"


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


def told_of(game: AnyGame, rule: Rule) -> Iterator[tuple[str, bool]]:
    """All that is told of a rule's examples, and whether it is a button: what is said, and what would do instead; or
    the log's lines."""
    for text in rule.broken:
        told = explain_example(game, rule.code, text)
        yield from ((line, False) for line in (told.said, told.general if told.remedies else told.fix) if line)
        yield from ((one.label, True) for one in told.remedies)
    for text in rule.ok if rule.kind is Kind.FACT else ():
        yield from ((line, False) for line in (_log(game, text) if " :: " in text else ()))


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
        for language in LANGUAGES[1:]:
            file_of(key, language).parent.mkdir(exist_ok=True)
            file_of(key, language).write_text(golden_in(key, language), encoding="utf-8")
    refusals.write()
    reckoned.FILE.write_text(reckoned.told(), encoding="utf-8")
    for name in visits.WALKS:
        visits.file_of(name).write_text(visits.told(name), encoding="utf-8")


if __name__ == "__main__":
    main()
