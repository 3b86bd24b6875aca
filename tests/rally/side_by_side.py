"""Whole rallies of bots with two readings of the rules side by side: behind every move all that lies on the table is as
a second reading has it, which moves are legal is found in two ways, and at the end an adding machine adds up the sheet.

    python -m tests.rally.side_by_side [GAME …] [--many 200] [--first 0]
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Iterator, Mapping
from random import Random
from types import MappingProxyType
from typing import Any

from rallyman_tutor.games import SHELF
from rallyman_tutor.rally.rally import Rally, begin, driven
from rallyman_tutor.rally.setup import RallySetup
from rallyman_tutor.rally.sheet import sheet_of
from tests.games.phases import TRIED, said
from tests.rally.adding_machine import added
from tests.rally.readings.classic import Classic
from tests.rally.readings.crazy_rally import CrazyRally
from tests.rally.readings.dirt import Dirt
from tests.rally.readings.mil_millas import MilMillas
from tests.rally.readings.said import Reading, Said, Spec
from tests.rally.test_sheet import some_setup

READINGS: Mapping[str, Callable[[Spec], Reading]] = MappingProxyType(
    {"classic": Classic, "dirt": Dirt, "crazy_rally": CrazyRally, "mil_millas": MilMillas}
)
LEGAL_IN = 40
"""In one state of so many, every move that anybody could think of is judged."""


def setup_of(key: str, number: int) -> RallySetup:
    """A rally by lot; some have agreements that the page does not offer: no service, or Sisu that comes back."""
    setup = some_setup(key, number)
    if key == "classic" and len(setup.stages) > 1 and number % 3 == 1:
        return setup._replace(agreed={**setup.agreed, "service": ("off", "1", "2")[number // 3 % 3]})
    if key == "dirt" and number % 3 == 1:
        stages = tuple(stage.removesuffix(" 201a").removesuffix(" 201b") for stage in setup.stages)
        return setup._replace(stages=stages, agreed={**setup.agreed, "sisu": ("rally", "service")[number % 2]})
    return setup


def faults(rally: Rally, *, legality: bool = True) -> Iterator[str]:
    """Wherever the two readings of a rally that is over differ, from its start to its sheet."""
    game, replay = rally.game, rally.replay
    reading, before, rng = READINGS[game.key](replay.spec), replay.start, Random(rally.seed)
    for number, past in enumerate(replay.past):
        at = f"move {number}, {game.write_move(past.move)}"
        if legality and rng.randrange(LEGAL_IN) == 0:
            yield from (f"{at}: {fault}" for fault in illegal(game, before, rng))
        road = [space.key for space in before.road.spaces] if hasattr(before, "road") else []
        heard = Said(game.turn(before), game.write_move(past.move), past.shown, past.events, road)
        wrong = [*reading.hear(heard)]
        wrong += [
            f"{name}: {own} by the second reading, {other} by the engine"
            for name, own, other in reading.table(past.state)
            if own != other
        ]
        if wrong:
            yield from (f"{at}: {fault}" for fault in wrong)
            return
        before = past.state
    yield from wrong_sums(rally)


def illegal(game: Any, state: Any, rng: Random) -> Iterator[str]:
    """Moves that are listed and refused, or allowed and not listed without a reason."""
    here, listed = TRIED[game.key], game.moves(state)
    for move in dict.fromkeys([*listed, *here.tries(state, rng), *said(game.key, state)]):
        allowed = game.is_legal(state, (move,))
        if move in listed and not allowed:
            yield f"{game.write_move(move)} is listed and refused"
        if allowed and move not in listed and not any(holds(state, move) for holds in here.unlisted.values()):
            yield f"{game.write_move(move)} is allowed and not listed"


def wrong_sums(rally: Rally) -> Iterator[str]:
    """Rows and sums of the sheet that an adding machine does not make of the log."""
    sheet = sheet_of(rally.game, rally.state)
    sides = rally.game.result(rally.state).get("sides", range(len(rally.levels)))
    machine = added(rally.game.key, len(set(sides)), [past.events for past in rally.replay.past])
    rows = tuple(tuple(row[side] for side in sides) for row in machine.rows)
    if sheet.rows != rows or sheet.sums != tuple(machine.sums[side] for side in sides):
        yield f"the sheet has {sheet.rows} and {sheet.sums}, the adding machine {rows} and {machine.sums}"


def main() -> None:
    parser = argparse.ArgumentParser(description="Drive rallies of bots with two readings of the rules.")
    parser.add_argument("games", nargs="*", metavar="GAME", help=f"{', '.join(SHELF)}; all of them where none is named")
    parser.add_argument("--many", type=int, default=200, help="rallies of each game")
    parser.add_argument("--first", type=int, default=0, help="the number of the first")
    asked = parser.parse_args()
    for key in asked.games or SHELF:
        begins, moves, found = time.process_time(), 0, list[str]()
        for number in range(asked.first, asked.first + asked.many):
            rally = driven(begin(SHELF[key], setup_of(key, number)))
            moves += len(rally.replay.past)
            found += (f"rally {number}, {fault}" for fault in faults(rally))
        spent = time.process_time() - begins
        print(f"{key:<12} {asked.many:>4} rallies  {moves:>8,} moves  {spent:6.1f} s  {len(found)} differ", flush=True)
        print(*found, sep="\n", end="\n" if found else "", flush=True)


if __name__ == "__main__":
    main()
