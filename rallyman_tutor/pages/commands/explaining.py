"""`why`: why a draft costs more than the best one."""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Iterator, Mapping
from typing import get_args

from rallyman_tutor.coach.account import TO_GO, When
from rallyman_tutor.coach.solver.unsolvable import Unsolvable
from rallyman_tutor.coach.why import Difference, Why, why
from rallyman_tutor.core.game import AnyMove, AnyState
from rallyman_tutor.pages.commands import drafts
from rallyman_tutor.pages.commands.output import ILLEGAL, LEGAL, NOT_NOTATION, Add, complain, print_json
from rallyman_tutor.pages.sentences import say
from rallyman_tutor.tutor.advice.why_view import why_in_words
from rallyman_tutor.tutor.words.explain import not_reckoned
from rallyman_tutor.tutor.words.figures import decimal
from rallyman_tutor.tutor.words.words import words

LEAST = 0.05
"""Seconds: a part that differs by less is not printed."""


def add(command: Add) -> None:
    """Add the commands of this family to the command line."""
    made = command("why", _why)
    drafts.add_arguments(made)


def _why(asked: argparse.Namespace) -> int:
    read = drafts.read(asked, "why")
    if isinstance(read, int):
        return read
    game, state, script = read
    if not script.moves or script.tells_outcomes:
        what = say("why.before" if script.moves else "why.nothing")
        complain(what, say("why.such-a-draft"), "rallyman-tutor why --help")
        return NOT_NOTATION
    try:
        found = why(game, state, script.moves, with_next=True)
    except Unsolvable as error:
        print(not_reckoned(error))
        return ILLEGAL
    said = why_in_words(game, words(game.key), found)
    best = " ".join(game.write_move(move) for move in found.best)
    principle = found.named.principle.code if found.named else ""
    if asked.json:
        account = [
            {"part": part.what, "where": part.where, "when": part.when, "difference": seconds}
            for part, seconds in found.account
        ]
        facts = {"cost": found.cost, "best": best, "behind": found.behind, "account": account}
        print_json({**facts, "principle": principle, "said": said})
        return LEGAL
    print(said)
    print("\n".join(parts_in_lines(found)))
    return LEGAL


def parts_in_lines(found: Why[AnyState, AnyMove]) -> Iterator[str]:
    """The cost of a draft, that of the best one, and the parts in which they differ, a line each."""
    best = " ".join(found.accounts.game.write_move(move) for move in found.best)
    yield f"{decimal(found.cost, 2):>8} s   {say('why.with-this')}"
    yield f"{decimal(found.best_cost, 2):>8} s   {say('why.with-best', draft=best)}"
    for (when, what, where), seconds in _summed(found.account).items():
        if abs(seconds) >= LEAST:
            told = f"{say(f'why.{when}'):6} {_part_in_words(what)}"
            yield f"{decimal(seconds, 2, sign=True):>8} s   {told}{f', {where}' if where else ''}"


def _part_in_words(what: str) -> str:
    """A part of a cost by its name, such as "lost" or "gear 4"."""
    name, _, gear = what.partition(" ")
    return say("why.part-gear", n=gear) if gear.isdigit() else say(f"why.part-{name if what != TO_GO else 'to-go'}")


def _summed(account: Iterable[Difference]) -> Mapping[tuple[str, str, str], float]:
    """The differences turn by turn, the largest first; only of lost control by where it happens."""
    found: dict[tuple[str, str, str], float] = {}
    for part, seconds in account:
        key = part.when, part.what, part.where if part.what == "lost" else ""
        found[key] = found.get(key, 0.0) + seconds
    turns = get_args(When)
    return dict(sorted(found.items(), key=lambda one: (turns.index(one[0][0]), -abs(one[1]))))
