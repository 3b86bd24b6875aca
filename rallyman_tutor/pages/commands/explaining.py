"""`why`: why a draft costs more than the best one."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Iterator, Mapping
from typing import get_args

from rallyman_tutor.coach.account import TO_GO, When
from rallyman_tutor.coach.solver.unsolvable import Unsolvable
from rallyman_tutor.coach.why import Difference, Why, why
from rallyman_tutor.core.game import AnyMove, AnyState
from rallyman_tutor.pages.commands import drafts
from rallyman_tutor.pages.commands.output import ILLEGAL, LEGAL, NOT_NOTATION, Add, print_json
from rallyman_tutor.tutor.advice.why_view import why_in_words
from rallyman_tutor.tutor.words.words import words

WHY_HELP = """\
POSITION and DRAFT are written as for `judge`, and the draft has to be legal:

  rallyman-tutor why classic "s3 R3/4x3 s2 L2/3x2 s3 R4/5x3 s3 | A@s1 g3 s2" "4 w"
      two dice, one by one
  rallyman-tutor why classic "s3 R3/4x3 s2 L2/3x2 s3 R4/5x3 s3 | A@s1 g3 s2" "A[4 w]" --json
      the same dice as an attack, as data

The draft is compared with the best one. Told is what would have been better there, by a principle of driving that is true of this
very decision, and what the difference is made of: cards of each gear, lost control, seconds earned and spent, and being out of
the rally; in this turn by where it happens, and in the next one and those after it. A plus is dearer. All of it together is how
far the draft is behind. Dice that were laid are rolled in their order, and the turn is ended before them where that costs less.

Where no charges are kept with the table of a stage, what comes after this turn is told as one figure: what is to go.

As data: `cost`, `best` (a draft), `behind`, `account` (a list of `part`, `where`, `when`, `difference`), `principle` and `said`.

Exit: 0 with an answer, 1 when a rule refuses the draft or the position cannot be solved, 2 when the line cannot be read.
"""
LEAST = 0.05
"""Seconds: a part that differs by less is not printed."""


def add(command: Add) -> None:
    """Add the commands of this family to the command line."""
    made = command("why", _why, "Why a draft costs more than the best one.", WHY_HELP)
    drafts.add_arguments(made)


def _why(asked: argparse.Namespace) -> int:
    read = drafts.read(asked, "why")
    if isinstance(read, int):
        return read
    game, state, script = read
    if not script.moves or script.tells_outcomes:
        what = "Dice are compared before they fall" if script.moves else "Nothing is laid"
        sys.stderr.write(f'{what}.\nTry a draft without faces, such as "2 3", or rallyman-tutor why --help\n')
        return NOT_NOTATION
    try:
        found = why(game, state, script.moves, with_next=True)
    except Unsolvable as error:
        print(f"This cannot be reckoned: {error}.")
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
    yield f"{found.cost:8.2f} s   to the finish with this draft"
    yield f"{found.best_cost:8.2f} s   with the best one: {best}"
    for (when, what, where), seconds in _summed(found.account).items():
        if abs(seconds) >= LEAST:
            yield f"{seconds:+8.2f} s   {when:6} {what}{f', {where}' if where else ''}"


def _summed(account: Iterable[Difference]) -> Mapping[tuple[str, str, str], float]:
    """The differences turn by turn, the largest first; only of lost control by where it happens."""
    found: dict[tuple[str, str, str], float] = {}
    for part, seconds in account:
        what = "what is to go" if part.what == TO_GO else part.what
        key = part.when, what, part.where if part.what == "lost" else ""
        found[key] = found.get(key, 0.0) + seconds
    turns = get_args(When)
    return dict(sorted(found.items(), key=lambda one: (turns.index(one[0][0]), -abs(one[1]))))
