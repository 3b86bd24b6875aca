"""Collects the puzzles that lie in the package: it drives each ready stage many times, and keeps different positions.

python -m tests.coach.collect [GAME...]                all of them anew, as `make puzzles` does
python -m tests.coach.collect again [GAME...]          those in the same positions, reckoned anew
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from typing import NamedTuple

from rallyman_tutor.coach import batch
from rallyman_tutor.coach.coaches import RACES
from rallyman_tutor.coach.puzzles import SHIPPED, Puzzle, of_drive, puzzle, puzzles
from rallyman_tutor.coach.why import why_decided
from rallyman_tutor.core.game import AnyMove
from rallyman_tutor.games import SHELF

MANY = 300
MOST_DRIVES = 50
SPARE = 2
"""So many times the fair share is looked for on each stage, since some stages have few."""


class Wanted(NamedTuple):
    """So many puzzles of a stage."""

    game: str
    stage: str
    many: int


def main(games: list[str]) -> None:
    """Write anew the puzzles of these games, or of all that are solved; or reckon anew those that there are."""
    if games[:1] == ["again"]:
        for game in games[1:] or RACES:
            reckoned = dict(batch.done(again, puzzles(game)))
            left = [one for before in puzzles(game) if (one := reckoned[before])]
            changed = sum(reckoned[one] != one for one in puzzles(game))
            print(f"{game}: {len(left)} of {len(puzzles(game))}, {changed} of them not as before")
            write(game, sorted(left, key=lambda one: one.grade))
        return
    for game in games or RACES:
        stages = list(RACES[game]().ready)
        each = -(-MANY // len(stages))
        found = []
        for part, of in batch.done(of_stage, [Wanted(game, stage, SPARE * each) for stage in stages]):
            print(f"{game} {part.stage}: {len(of)}", flush=True)
            found.append((stages.index(part.stage), of))
        # Where a stage has few, others give more.
        for more in range((SPARE - 1) * each + 1):
            listed = [one for _, of in sorted(found) for one in of[: each + more]]
            if len(listed) >= MANY:
                break
        listed.sort(key=lambda one: one.grade)
        write(game, listed)
        kinds = Counter(RACES[game]().kind(_first(one))[0] for one in listed)
        print(game, len(listed), dict(kinds), Counter(one.grade for one in listed))


def write(game: str, listed: list[Puzzle]) -> None:
    """Write the puzzles of a game into the package."""
    rows = [
        {
            "stage": one.stage, "position": one.position, "margin": one.margin, "rules": one.rules,
            "answers": [answer._asdict() for answer in one.answers],
        }
        for one in listed
    ]  # fmt: skip
    SHIPPED.mkdir(exist_ok=True)
    text = ",\n".join(json.dumps(row, separators=(",", ":")) for row in rows)
    (SHIPPED / f"{game}.json").write_text(f"[\n{text}\n]\n", "utf-8")


def of_stage(wanted: Wanted) -> list[Puzzle]:
    """Different puzzles of one stage: no two with the same decision on the same space, and at most half of one kind."""
    found: dict[tuple[str, str], Puzzle] = {}
    kinds, seen = Counter[str](), set[str]()
    for seed in range(MOST_DRIVES):
        for one in of_drive(wanted.game, wanted.stage, seed, seen):
            kind = RACES[wanted.game]().kind(_first(one))[0]
            key = one.position.split("|")[1].split(" c")[0], one.answers[0].moves[0]
            if key in found or kinds[kind] >= wanted.many // 2:
                continue
            kinds[kind] += 1
            found[key] = one
            if len(found) == wanted.many:
                return [*map(with_principles, found.values())]
    return [*map(with_principles, found.values())]


def again(one: Puzzle) -> Puzzle | None:
    """The puzzle in the position of another one, as it is reckoned now; None where there is none any more."""
    game = SHELF[one.game]
    found = puzzle(game, one.stage, game.read(one.position))
    return with_principles(found) if found else None


def with_principles(one: Puzzle) -> Puzzle:
    """A puzzle with the principle that each wrong answer goes against."""
    game = SHELF[one.game]
    state, (best, *wrong) = game.read(one.position), one.answers
    told = []
    for answer in wrong:
        (move,) = game.read_moves(state, answer.moves[0])
        found = why_decided(game, state, move).named
        told.append(answer._replace(principle=found.principle.code if found else ""))
    return one._replace(answers=(best, *told))


def _first(one: Puzzle) -> AnyMove:
    """The decision that is best."""
    game = SHELF[one.game]
    (move,) = game.read_moves(game.read(one.position), one.answers[0].moves[0])
    return move


if __name__ == "__main__":
    main(sys.argv[1:])
