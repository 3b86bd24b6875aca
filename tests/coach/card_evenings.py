"""Plays evenings of cards with weak players, and tells how many of their mistakes a principle names, and how much each
principle is worth. The clearest of these mistakes become puzzles.

    python -m tests.coach.card_evenings crazy_rally DECISIONS.jsonl --evenings 50     more evenings, kept in that file
    python -m tests.coach.card_evenings crazy_rally DECISIONS.jsonl                   only named anew
    python -m tests.coach.card_evenings crazy_rally DECISIONS.jsonl --write           and what is shipped written

A race of Crazy Rally takes some ten seconds, and so does a round of Mil Millas. The seat that is looked at plays by
turns like a novice, half by lot, and like a club player; the two others play as well as they can.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from random import Random
from typing import Any

from rallyman_tutor.coach import bots
from rallyman_tutor.coach.card_figures import SHIPPED, PlayedOut
from rallyman_tutor.coach.card_review import (
    LOOKS,
    TRIES,
    CardDecision,
    WeighedDecision,
    as_played,
    comparing,
    parts_of,
    weighing,
)
from rallyman_tutor.coach.card_why import why_worse
from rallyman_tutor.coach.coaches import CARDS
from rallyman_tutor.coach.decision import CardPart, difference, is_surely_worse, largest_part, parts_behind, sums
from rallyman_tutor.coach.principles import CARD_PRINCIPLES
from rallyman_tutor.coach.steps import to_the_end
from rallyman_tutor.core.luck import Seeded
from rallyman_tutor.core.replay import begin
from rallyman_tutor.games import SHELF
from rallyman_tutor.tutor.learner import card_puzzles
from rallyman_tutor.tutor.learner.past_cards import as_kept
from rallyman_tutor.tutor.learner.past_decisions import PastDecision, plain
from rallyman_tutor.tutor.words.words import words

KINDS = ("novice", "lot", "club")
FIRST = 100
"""The number of the first evening."""
LOOKED_AT, MOST_PUZZLES = 6, 4
"""Of the clearest mistakes against a principle so many are looked at, and those become puzzles where most moves are
surely worse than the best."""


def evening(key: str, number: int) -> Iterator[dict[str, Any]]:
    """The decisions of the seat that is looked at in one race or round, each weighed, as plain data."""
    game: Any = SHELF[key]
    rng, kind = Random(f"evening {number}"), KINDS[number // 2 % len(KINDS)]
    tables = [table for table in game.ready_tables.values() if "team" not in table]
    replay = begin(game, game.spec(tables[number % len(tables)], ("You", "Ana", "Ben")))
    while not (game.over(replay.state) or _is_round_over(replay.state)):
        mine = game.turn(replay.state) == 0
        if mine and kind == "lot" and rng.random() < 0.5:
            move = rng.choice(game.moves(replay.state))
        else:
            level = kind if mine and kind != "lot" else "works"
            move = bots.choose(game, replay.state, (), level, rng).move
        replay = replay.play(move, Seeded(f"{number}:{len(replay.past)}"))
    for met in as_played(game, replay, 0).met:
        one = to_the_end(weighing(key, met).go_on())
        yield {
            "evening": number,
            "position": game.write(met.state),
            "made": game.write_move(met.move),
            "other": game.write_move(one.other),
            "behind": one.behind,
            "error": one.error,
            "mistake": one.is_mistake,
            "parts": [list(part) for part in one.parts],
        }


def _is_round_over(state: Any) -> bool:
    return bool(getattr(state, "points", ()) or getattr(state, "results", ()))


def read(key: str, example: str) -> tuple[Any, Any, Any]:
    """The position of an example, the move that was made, and the other one."""
    game: Any = SHELF[key]
    position, _, moves = example.partition(" :: ")
    made, better = (game.read_draft(move).moves[0] for move in moves.split(" / "))
    return game.read(position), made, better


def played_out(key: str, example: str) -> PlayedOut:
    """An example in the imagined games that a review would play."""
    state, made, better = read(key, example)
    own, best = to_the_end(parts_of(SHELF[key], state, (made, better), range(LOOKS, LOOKS + TRIES)))
    behind, error = difference(sums(best), sums(own))
    return PlayedOut(behind, error, largest_part(behind, error, parts_behind(best, own)))


def code_of(key: str, kept: Mapping[str, Any]) -> str:
    """The code of the principle that a mistake goes against; nothing where none names it."""
    state, made, better = read(key, f"{kept['position']} :: {kept['made']} / {kept['other']}")
    found = why_worse(SHELF[key], state, made, better, part_of(kept))
    return found.principle.code if found else ""


def part_of(kept: Mapping[str, Any]) -> CardPart | None:
    return largest_part(kept["behind"], kept["error"], (CardPart(*part) for part in kept["parts"]))


def figures(key: str, met: Mapping[str, list[Mapping[str, Any]]]) -> dict[str, Any]:
    """The figures of all principles of a game, as they are shipped."""

    def plain(example: str) -> list[float | str]:
        one = played_out(key, example)
        told = [round(one.behind, 3), round(one.error, 3)]
        return [*told, one.part.what, round(one.part.behind, 3), round(one.part.error, 3)] if one.part else [*told]

    return {
        one.code: {
            "holds": [plain(example) for example in one.holds],
            "not_so": [plain(example) for example in one.not_so],
            "met": [[round(kept["behind"], 3), round(kept["error"], 3)] for kept in met.get(one.code, ())],
        }
        for one in CARD_PRINCIPLES[key].all
    }


def puzzles(key: str, met: Mapping[str, list[Mapping[str, Any]]]) -> Iterator[PastDecision]:
    """The puzzles about each principle of a game, the costliest mistakes first."""
    for one in CARD_PRINCIPLES[key].all:
        clearest = sorted(met.get(one.code, ()), key=lambda kept: kept["error"] / kept["behind"])
        found = {
            decision.name: decision for decision in filter(None, (puzzle(key, kept) for kept in clearest[:LOOKED_AT]))
        }
        plainest = sorted(found.values(), key=lambda decision: -_share_worse(decision))[:MOST_PUZZLES]
        yield from sorted(plainest, key=lambda decision: -_behind(decision))


def puzzle(key: str, kept: Mapping[str, Any]) -> PastDecision | None:
    """A mistake with all that is found of every move; None where another move is even better than the best one."""
    game, (state, made, better) = SHELF[key], read(key, f"{kept['position']} :: {kept['made']} / {kept['other']}")
    parts = tuple(CardPart(*part) for part in kept["parts"])
    met = CardDecision(0, 0, state, made)
    mistake = WeighedDecision(met, better, kept["behind"], kept["error"], TRIES, parts)
    compared = to_the_end(comparing(key, mistake).go_on())
    is_best = not any(is_surely_worse(-one.behind, one.error) for one in compared)
    return as_kept(game, mistake, compared) if is_best else None


def _share_worse(decision: PastDecision) -> float:
    """The share of moves that are surely worse than the best one."""
    return sum(is_surely_worse(one.behind, one.error) for one in decision.found) / len(decision.found)


def _behind(decision: PastDecision) -> float:
    """By how much the mistake is worse than the best move."""
    return next(one.behind for one in decision.found if one.move == decision.answers[1])


def main() -> None:
    """Play evenings, print which principle names how many mistakes, and write what is shipped."""
    asked = argparse.ArgumentParser(description=(__doc__ or "").partition("\n\n")[0])
    asked.add_argument("game", choices=CARDS)
    asked.add_argument("kept", type=Path, help="decisions of evenings, one a line")
    asked.add_argument("--evenings", type=int, default=0, help="more to play")
    asked.add_argument("--write", action="store_true", help="the figures and puzzles that are shipped")
    told = asked.parse_args()
    kept = [json.loads(line) for line in told.kept.read_text("utf-8").splitlines()] if told.kept.exists() else []
    begins = max((one["evening"] for one in kept), default=FIRST - 1) + 1
    with told.kept.open("a", encoding="utf-8") as file:
        for number in range(begins, begins + told.evenings):
            for one in evening(told.game, number):
                print(json.dumps(one), file=file, flush=True)
                kept.append(one)
    mistakes = [one for one in kept if one["mistake"]]
    met: dict[str, list[Mapping[str, Any]]] = {}
    for one in mistakes:
        met.setdefault(code_of(told.game, one), []).append(one)
    sure, named = sum(part_of(one) is not None for one in mistakes), sum(len(met[code]) for code in met if code)
    print(f"{len({one['evening'] for one in kept})} evenings, {len(kept)} decisions, {len(mistakes)} mistakes")
    print(f"{sure} with a part that is surely the largest, {named} of them with a principle")
    for code, many in Counter({code: len(some) for code, some in met.items()}).most_common():
        name = words(told.game).driving(code)["name"] if code else "none"
        print(f"{many:4}  {sum(one['behind'] for one in met[code]) / many:6.1f}  {code or '-':12} {name}")
    if told.write:
        shipped = json.loads(SHIPPED.read_text("utf-8")) if SHIPPED.exists() else {}
        shipped[told.game] = figures(told.game, met)
        SHIPPED.write_text(_written(shipped), "utf-8")
        of_games = {key: card_puzzles.puzzles(key) for key in sorted(CARDS)} | {told.game: (*puzzles(told.game, met),)}
        lines = [json.dumps(plain(one), ensure_ascii=False) for some in of_games.values() for one in some]
        card_puzzles.SHIPPED.write_text("[\n" + ",\n".join(lines) + "\n]\n", "utf-8")


def _written(shipped: Mapping[str, Mapping[str, Any]]) -> str:
    """The figures with a line for each principle."""
    games = [
        f"{json.dumps(key)}: {{\n"
        + ",\n".join(f"{json.dumps(code)}: {json.dumps(one, separators=(',', ':'))}" for code, one in of.items())
        + "\n}"
        for key, of in sorted(shipped.items())
    ]
    return "{\n" + ",\n".join(games) + "\n}\n"


if __name__ == "__main__":
    main()
