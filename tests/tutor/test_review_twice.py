"""A drive looked back at is told twice: every figure, every mistake and every note, reckoned again from the moves that
were played; see `told_twice.py`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import pytest

from rallyman_tutor.coach import racing
from rallyman_tutor.coach.coaches import RACES
from rallyman_tutor.coach.review import Review as DriveReview
from rallyman_tutor.coach.solver.costs import ELIMINATION
from rallyman_tutor.core.game import AnyMove, AnyState
from rallyman_tutor.games import SHELF
from rallyman_tutor.tutor.advice.review_view import ReviewShown
from rallyman_tutor.tutor.session.intents import Act, Help, Retry, Review
from rallyman_tutor.tutor.session.playing import begin
from rallyman_tutor.tutor.session.session import Session
from rallyman_tutor.tutor.session.update import update
from rallyman_tutor.tutor.table.view import view
from tests.games.opened import drive, opened
from tests.some import some
from tests.tutor import told_twice as twice
from tests.tutor.test_retry_twice import decides
from tests.tutor.test_review import RALLY, driven_on

pytestmark = pytest.mark.usefixtures("same_tables")

UNSOLVED = RALLY.replace("s4 R3 s3 L3 s3 ;", "s1 R2/3x2 s1 ;", 1)
TABLES = (
    ("classic", "first", ("You",), "novice"),
    ("classic", "short", ("You",), "works"),
    ("classic", "first", ("You", "Ana"), "novice"),
    ("classic", "bends", ("You", "Ben"), "club"),
    ("classic", RALLY, (), "novice"),
    ("classic", UNSOLVED, (), "novice"),
    ("classic", RALLY.replace("You", "You Ana"), (), "novice"),
    ("classic", "first", ("You",), "leaves"),
    ("dirt", "R1-SS1", ("You",), "novice"),
    ("dirt", "R4-SS1", ("You", "Ana"), "novice"),
)
NEVER = {"how-lesson": "a lesson tells it: `lesson_view.py`"}
"""Texts that no case here comes to, and why."""


class Made(NamedTuple):
    """One decision of a driver, reckoned again."""

    number: int
    state: AnyState
    move: AnyMove
    stage: int
    turn: int
    clock: int
    value: float  # of the best driving from there
    loss: float


def stage_of(state: AnyState) -> int:
    rally = opened(state).rally
    return rally.number if rally else 0


def clock(key: str, state: AnyState, seat: int) -> int:
    """The seconds of a driver so far, of all stages; at the finish less those in hand."""
    return RACES[key]().standing(state, seat).time


def decisions(session: Session, seat: int) -> list[Made]:
    """Every decision of a driver on a stage that is worked out."""
    game, key, state, found = session.game, session.game.key, session.replay.start, []
    for number, past in enumerate(session.replay.past):
        if game.turn(state) == seat and RACES[key]().is_driven(state) and RACES[key]().has_table(state):
            hand = RACES[key]().at_hand(state)
            least = hand.best.costs(state)[0][0]
            loss = max(0.0, hand.best.cost_of(state, past.move) - least)
            turn = opened(state).round
            found.append(Made(number, state, past.move, stage_of(state), turn, clock(key, state, seat), least, loss))
        state = past.state
    return found


class Leg(NamedTuple):
    """One stage of one driver."""

    made: list[Made]
    end: int  # on the clock, once the stage was over
    charge: float  # of whoever left the rally there

    @property
    def figures(self) -> dict[str, float]:
        time, par = self.end - self.made[0].clock + self.charge, self.made[0].value
        lost = sum(one.loss for one in self.made)
        return {"time": time, "par": par, "decisions": lost, "luck": time - par - lost}


def legs(session: Session, seat: int) -> list[Leg]:
    """The stages that a driver has ended."""
    states = [session.replay.start, *(past.state for past in session.replay.past)]
    key, found = session.game.key, decisions(session, seat)
    ended = []
    for stage in dict.fromkeys(one.stage for one in found):
        last = max(number for number, state in enumerate(states) if stage_of(state) == stage)
        own = [one for one in found if one.stage == stage]
        is_out = (
            "out" in twice.written(key, states[-1]).car(session.game.result(session.state)["drivers"][seat]).split()
        )
        ended.append(Leg(own, max(clock(key, one, seat) for one in states[: last + 2]), ELIMINATION if is_out else 0.0))
    return ended


def can_leave(session: Session) -> bool:
    """Whether the rally may be left now: before a turn."""
    return any(offer.name == "retire" for offer in session.game.desk(session.state, ()).offers)


def reviews(
    table: tuple[str, str, tuple[str, ...], str], seed: str
) -> Iterator[tuple[Session, Session, int, int | None]]:
    """Tables where a drive is looked back at: the one before it, the one after, whose it is, and which stage alone."""
    key, stage, drivers, level = table
    game = SHELF[key]
    session = begin(game, stage, drivers, frozenset({1}) if "Ben" in drivers else frozenset(), seed)
    names, told = game.result(session.state)["drivers"], set[int]()
    while not game.over(session.state):
        leaves = level == "leaves" and len(session.replay.past) > 2 and can_leave(session)
        session = update(session, Act("retire")) if leaves else driven_on(session, level.replace("leaves", "novice"))
        if not game.over(session.state) and stage_of(session.state) not in told and view(session)["reviews"]:
            told.add(stage_of(session.state))
            if stage == UNSOLVED and len(told) == 1:
                continue
            yield session, update(session, Review()), 0, stage_of(session.state) - 1
    for seat, name in enumerate(names):
        if seat not in session.bots:
            yield session, update(session, Review(name if len(names) > 1 else "")), seat, None


def test_a_drive_looked_back_at_is_told_as_it_is_reckoned_again(wide: bool) -> None:
    checked = 0
    for table in TABLES:
        for seed in "345678" if wide else "3":
            for before, after, seat, stage in some(reviews(table, seed)):
                assert_review(before, after, seat, stage)
                checked += 1
    assert checked > 10
    assert twice.never_told("review") == set(NEVER)


def assert_review(before: Session, after: Session, seat: int, stage: int | None) -> None:
    key, names = after.game.key, after.game.result(after.state)["drivers"]
    tell, learners = twice.Twice(key, "review"), [one for one in range(len(names)) if one not in after.bots]
    ask = "ask" if stage is None else "ask-stage"
    several = len(learners) > 1
    assert [door["label"] for door in view(before)["reviews"]] == [
        tell(f"{ask}-of" if several else ask, driver=names[one], n=(stage or 0) + 1) for one in learners
    ]
    shown, found = view(after)["review"], [leg for leg in legs(after, seat) if stage in (None, leg.made[0].stage)]
    assert shown and isinstance(after.looking_back.review, DriveReview)
    assert shown["driver"] == (names[seat] if several else "")
    assert shown["title"] == (tell("title") if stage is None else tell("title-stage", n=stage + 1))
    sums = {name: sum(leg.figures[name] for leg in found) for name in ("time", "par", "decisions", "luck")}
    told = {name: figure(tell, name, sums[name]) for name in sums}
    assert shown["figures"] == [[tell(name), told[name]] for name in sums]
    assert shown["said"] == tell("said", **told)
    assert_legs(tell, shown, found, told)
    assert_rows(tell, shown, key, found)
    assert_mistakes(tell, shown, after, found)
    among = tell("how-others") if len(names) > 1 else ""
    unsolved = tell("how-unsolved", list="1") if after.table == UNSOLVED and stage is None else ""
    out = tell("how-out", charge=f"{ELIMINATION:.0f}") if any(leg.charge for leg in found) else ""
    stages = tell("how-stages") if len(found) > 1 else ""
    assert shown["how"] == [*filter(None, (tell("how"), stages, unsolved, out, among))]


def span(seconds: float) -> str:
    """So much time: minutes and seconds, whole seconds, or of few the tenths."""
    minutes, rest = divmod(round(seconds), 60)
    if minutes:
        return f"{minutes}:{rest:02}"
    return f"{seconds:.0f} s" if seconds >= 3 or round(seconds, 1) == 0 else f"{seconds:.1f} s"


def figure(tell: twice.Twice, name: str, seconds: float) -> str:
    if name != "luck":
        return span(seconds)
    return tell("less" if seconds < 0 and round(seconds) else "more", span=span(abs(seconds)))


def assert_legs(tell: twice.Twice, shown: ReviewShown, found: list[Leg], told: dict[str, str]) -> None:
    if len(found) < 2:
        assert not shown["legs"] and not shown["legs_head"]
        return
    assert shown["legs_head"] == [tell(name) for name in ("on-stage", "time", "par", "decisions", "luck")]
    rows = [
        [
            str(leg.made[0].stage + 1),
            *(figure(tell, name, leg.figures[name]) for name in told),
        ]
        for leg in found
    ]
    assert shown["legs"] == [*rows, [tell("all-stages"), *told.values()]]


def number_of(found: list[Leg], one: Made) -> str:
    return f"{one.stage + 1}.{one.turn}" if len(found) > 1 else str(one.turn)


def where(key: str, one: Made) -> str:
    """The space that a driver decides on; before the start there is the start."""
    case = twice.written(key, one.state)
    if not case.place(case.driver):
        (move,) = ({"classic": "the start", "dirt": ""}[key],)
        return move
    return twice.stands(key, one.state)


def assert_rows(tell: twice.Twice, shown: ReviewShown, key: str, found: list[Leg]) -> None:
    """Turn by turn: the seconds of the clock, what was lost by decisions, and the rest, which is luck."""
    assert shown["head"] == [tell(name) for name in ("turn", "from", "seconds", "decisions", "luck")]
    rows, pictures = iter(shown["rows"]), iter(shown["stages"])
    for leg in found:
        picture = next(pictures)
        assert picture["title"] == tell("stage", n=leg.made[0].stage + 1)
        firsts = {one.turn: one for one in reversed(leg.made)}
        turns = [firsts[turn] for turn in sorted(firsts)]
        for at, one in enumerate(turns):
            later = turns[at + 1] if at + 1 < len(turns) else None
            clock_then, value_then = (later.clock, later.value) if later else (leg.end, leg.charge)
            lost = sum(other.loss for other in leg.made if other.turn == one.turn)
            luck = clock_then - one.clock + value_then - one.value - lost
            expected = [
                number_of(found, one),
                where(key, one),
                str(clock_then - one.clock),
                twice.seconds(lost),
                twice.seconds(luck, signed=True),
            ]
            row = next(rows)
            assert [row[0], *row[2:]] == [expected[0], *expected[2:]] and row[1] == expected[1], one
            told = picture["turns"][at]
            assert told["name"] == tell("turn-lost", turn=one.turn, loss=span(lost))
            assert told["shade"] == sum(lost >= least for least in (0.5, 3, 8))
    assert not [*rows, *pictures]


def assert_mistakes(tell: twice.Twice, shown: ReviewShown, after: Session, found: list[Leg]) -> None:
    game, key = after.game, after.game.key
    made = [one for leg in found for one in leg.made]

    def facts(one: Made) -> dict[str, str]:
        move = twice.decision(key, one.state, game.write_move(one.move))
        return {"turn": number_of(found, one), "space": where(key, one), "move": move, "loss": span(one.loss)}

    worst = sorted((one for one in made if one.loss >= 0.5), key=lambda one: (-one.loss, one.number))[:3]
    assert shown["mistakes"] == [tell("mistake", **facts(one)) for one in worst]
    assert len(shown["places"]) == len(worst) and sum(len(stage["marks"]) for stage in shown["stages"]) == len(worst)
    dear = {one.number: tell("mark", loss=span(one.loss)) for one in made if one.loss >= 0.5}
    marks = {after.move_of_event(line["line"]): line["mark"] for line in view(after)["log"] if line["mark"]}
    assert marks.items() <= dear.items() and (not dear or marks)
    for at, one in enumerate(worst):
        again = update(after, Retry(at))
        told = tell("retry", **{**facts(one), "turn": f"{one.stage + 1}.{one.turn}" if one.stage else str(one.turn)})
        assert retry_said(again) == twice.joined([told, tell("retry-try")])
        assert retry_said(update(again, Help("off"))) == twice.joined([told, tell("retry-try")])
        other = decides(again, RACES[key]().at_hand(one.state).best.costs(one.state)[0][1])
        assert retry_said(other) == told
    gains = [(novice_loss(key, one) - one.loss, one) for one in made if one.loss < 0.5]
    gain, finest = max(gains, key=lambda pair: (pair[0], -pair[1].number), default=(0.0, None))
    notes = [] if worst else [tell("no-mistake")]
    if finest and gain >= 0.5:
        notes.append(tell("finest", **facts(finest), gain=span(gain)))
    assert shown["notes"] == notes


def retry_said(session: Session) -> str:
    shown = view(session)["retry"]
    assert shown
    return shown["said"]


def novice_loss(key: str, one: Made) -> float:
    """The loss of a novice of ours there."""
    move = drive(SHELF[key], one.state, racing.LEVELS["novice"][0]).move
    return float(RACES[key]().at_hand(one.state).best.cost_of(one.state, move)) - one.value
