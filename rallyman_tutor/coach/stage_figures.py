"""The figures of a stage that nobody has solved yet, for whoever is building it: quick bounds first, then par, and
where control is lost most often.

Par is worked out beside the answer, in a thread of its own that stops when nobody waits for it any more, or when it has
worked for long: on a server its processor is also that of other visitors. So it begins only when a place at work is
free. What was worked out is remembered for this process.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Generator, Mapping, Sequence
from heapq import heappop, heappush
from queue import Empty, Queue
from threading import Event, Thread
from typing import NamedTuple, TypeAlias

from rallyman_tutor.coach import places_at_work
from rallyman_tutor.coach.coaches import race_coach
from rallyman_tutor.coach.contract import AnyTask, AnyValues, Tell
from rallyman_tutor.coach.race_coach import RaceCoach
from rallyman_tutor.coach.solver.costs import QuickBounds
from rallyman_tutor.coach.solver.unsolvable import Unsolvable
from rallyman_tutor.coach.steps import Steps
from rallyman_tutor.core.game import AnyGame, AnyMove, AnyState

Coach: TypeAlias = RaceCoach[AnyState, AnyMove, AnyTask, AnyValues]
A_LOOK = 0.01
"""Seconds that a step waits for the thread."""
NEVER = 1e-4
"""A smaller chance than this is none to speak of."""
REMEMBERED = 64
A_WHILE = 0.5
"""Seconds after which one that waits for a place at work looks again."""
MOST_MINUTES = 10
"""Minutes of a processor that one road may take."""


class Hurts(NamedTuple):
    """Where a driver at their best loses control first most often: the number of a part of the road, and how often."""

    part: int
    chance: float


class StageFigures(NamedTuple):
    """The figures of a solved stage; `hurts` is None where control is never lost, or where that is not known yet."""

    par: Mapping[str, float]
    harder: int  # from 1 to 5
    hurts: Hurts | None = None
    is_whole: bool = False  # whether it is known where control is lost


class Share(NamedTuple):
    """How much of the work is done, from 0 to 1."""

    done: float


class Waits(NamedTuple):
    """The work has not begun: others are at work on this machine."""


LosesAt: TypeAlias = Callable[[frozenset[int]], float]
"""The chance to lose control first on one of some spaces."""
Found: TypeAlias = Generator[Share | StageFigures | Waits | None, None, None]


def bounds(game: AnyGame, stage: str) -> Steps[QuickBounds]:
    """Bounds of the par of a stage that are certain and take no solving."""
    coach = race_coach(game)
    return coach.turns.bounds(coach.task_of(stage))


def figures(game: AnyGame, stage: str, parts: Sequence[frozenset[int]]) -> Found:
    """The figures of a stage: first par, then also where control is lost; `parts` has the spaces of each part of the
    road; without any it is not asked where control is lost. Between them come steps without news, how much is
    done, and that it waits for others."""
    coach = race_coach(game)
    task = coach.task_of(stage)
    name = coach.name_of(task)
    if name in _KNOWN:
        yield _KNOWN[name]
        return
    work = _Work(coach, task, parts)
    try:
        work.start()
    except RuntimeError as error:  # Python in a browser has no threads
        if stored := coach.stored(task):
            yield _known(coach, stored[0])
        raise Unsolvable("browser") from error
    try:
        for found in work.followed():
            if isinstance(found, StageFigures) and found.is_whole and parts:
                while len(_KNOWN) >= REMEMBERED:
                    del _KNOWN[next(iter(_KNOWN))]
                _KNOWN[name] = found
            yield found
    finally:
        work.stop()


_KNOWN: dict[str, StageFigures] = {}


def _known(coach: Coach, par: Mapping[str, float]) -> StageFigures:
    """The figures that follow from par alone."""
    return StageFigures(par, 1 + sum(par["loses"] >= chance for chance in coach.harder))


class _Stopped(Exception):
    """Nobody waits for this work any more."""


class _Work:
    """A stage that is being solved in a thread."""

    def __init__(self, coach: Coach, task: AnyTask, parts: Sequence[frozenset[int]]) -> None:
        self._coach, self._task, self._parts = coach, task, parts
        self._news: Queue[Share | StageFigures | Waits | Exception | None] = Queue()
        self._is_over = Event()
        self._thread = Thread(target=self._run, name="stage-figures", daemon=True)

    def start(self) -> None:
        """Begin to work."""
        self._thread.start()

    def stop(self) -> None:
        """Let the thread end at its next step."""
        self._is_over.set()

    def followed(self) -> Found:
        """All that comes of it; None as long as nothing is new."""
        while True:
            try:
                news = self._news.get(timeout=A_LOOK)
            except Empty:
                yield None
                continue
            if news is None:
                return
            if isinstance(news, Exception):
                raise news
            yield news

    def _run(self) -> None:
        try:
            self._solve()
        except _Stopped:
            pass
        except Exception as error:
            self._news.put(error)
        self._news.put(None)

    def _place(self) -> int:
        """Take a place at work, once one is free."""
        has_told = False
        while (place := places_at_work.taken()) is None:
            if not has_told:
                self._news.put(Waits())
            has_told = True
            self._is_over.wait(A_WHILE)
            self._tick()
        return place

    def _tick(self) -> None:
        if self._is_over.is_set():
            raise _Stopped
        if time.thread_time() > 60 * MOST_MINUTES:  # Python in a browser has neither threads nor this
            raise Unsolvable("too-long", most=MOST_MINUTES)

    def _tell(self, share: float) -> None:
        self._tick()
        self._news.put(Share(share))

    def _solve(self) -> None:
        stored = self._coach.stored(self._task)
        if stored:
            self._news.put(_known(self._coach, stored[0]))
        place = self._place()
        try:
            self._tell(0.0)
            self._work_out(stored)
        finally:
            places_at_work.left(place)

    def _work_out(self, stored: tuple[Mapping[str, float], AnyValues] | None) -> None:
        coach, task = self._coach, self._task
        if stored:
            par, values = stored
        else:
            solved = coach.solver().solve(task, self._tell)
            par, values = solved.par._asdict(), solved.values
        known = _known(coach, par)
        if not stored:
            self._news.put(known)
        hurts = None
        if self._parts and par["loses"] > NEVER:
            hurts = most_lost(coach.solver().loses_at(task, values, self._tick), self._parts, self._tell)
        self._news.put(known._replace(hurts=hurts, is_whole=True))


def most_lost(chance_at: LosesAt, parts: Sequence[frozenset[int]], tell: Tell) -> Hurts | None:
    """The part of a road on which control is lost first most often. The road is halved, and of all stretches the one
    with the greatest chance is halved on, until that is one part: no other can have more."""
    waiting = [(-chance_at(frozenset().union(*parts)), 0, len(parts))]
    asked = 0
    while waiting:
        chance, first, last = heappop(waiting)
        if -chance < NEVER:
            return None
        if last - first == 1:
            return Hurts(first, -chance)
        middle = (first + last) // 2
        asked += 1
        tell(min(0.99, asked / len(parts)))
        near = chance_at(frozenset().union(*parts[first:middle]))
        heappush(waiting, (-near, first, middle))
        heappush(waiting, (chance + near, middle, last))
    return None
