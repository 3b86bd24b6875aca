"""Playing any game for the tests: at random to its end, or by a script whose every move is legal.

Which tables and which moves a random game is made of is each game's own, and stands beside its tests: in `rallies.py`,
`races.py`, `rounds.py`.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Generic, NamedTuple, TypeVar

from rallyman_tutor.core.game import Event, Events, Game
from rallyman_tutor.core.luck import Luck, Recorded, Scripted, Seeded
from rallyman_tutor.games.dirt.state import Arrange, Drive, Roll

State = TypeVar("State")
Move = TypeVar("Move")

LONGEST = 20_000
"""Decisions after which a game is taken to go on forever."""
shared_below = 1000
"""From this seed on every game is driven anew; of those below an ordinary run shares some. A wide run shares none."""


class Decision(NamedTuple, Generic[State, Move]):
    """One decision of a random game: the position, the move, what was shown, what came of it."""

    before: State
    move: Move
    shown: tuple[str, ...]
    after: State
    events: Events


def at_random(
    game: Game[State, Move],
    spec: Mapping[str, Any],
    choose: Callable[[State, random.Random], Move],
    seed: int,
    luck: Luck | None = None,
) -> Iterator[Decision[State, Move]]:
    """A random game, decision by decision, to its end."""
    rng, luck = random.Random(seed), luck or Seeded(seed)
    state = game.new(spec)
    for _ in range(LONGEST):
        if game.over(state):
            return
        move = choose(state, rng)
        noted = Recorded(luck)
        after, events = game.play(state, move, noted)
        yield Decision(state, move, tuple(noted.shown), after, events)
        state = after
    raise AssertionError(f"{game.key} does not end from seed {seed}; it stands at {game.write(state)}")


def by_script(game: Game[State, Move], state: State, script: str, outcomes: Iterable[str] = ()) -> tuple[State, Events]:
    """Play a script move by move, each of them legal; a stroke parts one turn from the next. Luck shows what the script
    tells, else nothing bad; or, where outcomes are given, exactly these."""
    exact = Scripted(outcomes := tuple(outcomes))
    events: list[Event] = []
    for plan in map(game.read_draft, script.split("/")):
        for told, faces in zip(plan.moves, plan.shown, strict=True):
            move, shown = game.complete_script(state, told, faces)
            broken = [violation.code for violation in game.judge(state, (move,))]
            assert not broken, f"{game.write_move(move)} of {script!r} breaks {broken} in {game.write(state)}"
            luck = exact if outcomes else Scripted(shown, rest=game.harmless_luck)
            state, happened = game.play(state, move, luck)
            assert outcomes or not luck.leftover(), f"{game.write_move(move)} of {script!r} asks for less than {shown}"
            events += happened
    assert not exact.leftover()
    return state, tuple(events)


def driven(game: Game[Any, Any], state: Any, draft: tuple[Any, ...]) -> tuple[Any, list[Any]]:
    """The end of a draft driven by calm luck, and its events; no end if a die of it is refused when it comes."""
    events: list[Any] = []
    now = state
    if game.key == "dirt" and draft and all(isinstance(move, Roll) for move in draft):
        draft = (Arrange(draft),) if state.turn.phase == "arrange" else (Drive(draft), *draft[1:])
    for move in draft:
        if not game.is_legal(now, (move,)):
            return None, events
        now, happened = game.play(now, move, game.harmless_luck)
        events += happened
    return now, events


def refusal(game: Game[State, Move], state: State, draft: str) -> tuple[str, int]:
    """The first rule a draft breaks, and at which of its steps, counted from 1; ("", 0) if it breaks none."""
    violations = game.judge(state, game.read_draft(draft).as_laid)
    return (violations[0].code, violations[0].at + 1) if violations else ("", 0)


def codes(events: Iterable[Event]) -> list[str]:
    """The rules by which things happened."""
    return [event.code for event in events]


def with_car(state: State, seat: int = 0, **fields: Any) -> State:
    """A state of a race with some fields of one car changed."""
    race: Any = state
    cars = list(race.cars)
    cars[seat] = cars[seat]._replace(**fields)
    changed: State = race._replace(cars=tuple(cars))
    return changed


def clock_of(decisions: Iterable[Decision[Any, Any]], seat: int) -> tuple[int, int]:
    """Clock and seconds of a driver on the last stage, added up from the events alone."""
    clock = seconds = 0
    for event in (event for decision in decisions for event in decision.events):
        if event.what == "next-stage":
            clock = seconds = 0
        elif event.seat != seat:
            continue
        elif event.what in ("card", "blocked") and "seconds" in event.facts:
            clock += event.facts["seconds"]
        elif event.what == "seconds":
            seconds += event.facts["count"]
        elif event.what == "secured":
            seconds -= event.facts["cost"]
    return clock, seconds
