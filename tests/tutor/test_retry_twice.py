"""A mistake tried again is told twice: the sentences about the new decision, the best one and the old one; see
`told_twice.py`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction

import pytest

from rallyman_tutor.coach.coaches import RACES, race_coach
from rallyman_tutor.coach.draft_worth import weigh
from rallyman_tutor.coach.odds import odds
from rallyman_tutor.coach.race_coach import forget
from rallyman_tutor.coach.review import Review as DriveReview
from rallyman_tutor.coach.review import ReviewedDecision
from rallyman_tutor.coach.second_look import Case, cases
from rallyman_tutor.coach.steps import to_the_end
from rallyman_tutor.core.game import AnyGame, AnyMove
from rallyman_tutor.core.luck import Scripted
from rallyman_tutor.games import SHELF
from rallyman_tutor.tutor.advice.retry_view import ComparedShown, _goes_on, compared
from rallyman_tutor.tutor.session.intents import Act, Draft, Retry, Review
from rallyman_tutor.tutor.session.playing import begin
from rallyman_tutor.tutor.session.session import Session
from rallyman_tutor.tutor.session.update import update
from tests.some import some
from tests.tutor import told_twice as twice
from tests.tutor.test_review import to_the_finish
from tests.tutor.test_session import does

pytestmark = pytest.mark.usefixtures("own_tables")

DRIVES = {
    "classic": (("first", "novice"), ("short", "novice"), ("jumps", "novice")),
    "dirt": (("R1-SS1", "novice"), ("R3-SS1", "novice")),
}


ROAD, LONGER = "s1 R2/3x2 s1", "s2 R2/3x2 s1"
DECIDED = (
    (f"{ROAD} | You@s2 g5 s3", "5>finish$"),
    (f"{ROAD} | You@s1 g3 d3 no-sisu", "4>b1.line"),
    (f"{LONGER} | You@b1.d1 g3 no-sisu | You w 3 !!", "w>b1.d2"),
    (f"{LONGER} | You@b1.d1 g3 | You w 3 !!", "2>b1.line"),
)
"""Decisions that cost what a whole car is seldom charged: seconds paid, Sisu, control."""


NEVER = {
    "old-out": "the rally is over by a card or by the last damage: no decision in these drives comes near it",
    "old-out-always": "likewise",
    "largest-out": "likewise",
    "old-saved-always": "before the dice roll there is always a face without a hazard",
}
"""Texts that no case here comes to, and why."""


def decided(key: str) -> Iterator[Session]:
    """Tables at one of these decisions, made in a drive and looked back at."""
    if key == "classic":
        for road in (ROAD, LONGER):
            RACES[key]().solution(road, {})
        forget()
    for position, text in DECIDED if key == "classic" else ():
        session = begin(SHELF[key], position, (), frozenset(), "1")
        (move,) = session.game.read_draft(text).moves
        over = to_the_finish(decides(session, move), "works")
        looked = update(over, Review())
        assert isinstance(looked.looking_back.review, DriveReview)
        numbers = [one.number for one in looked.looking_back.review.mistakes]
        if 0 in numbers:
            yield update(looked, Retry(numbers.index(0)))


def at_mistakes(key: str, many: int) -> Iterator[Session]:
    """Tables at the mistakes of some drives."""
    yield from decided(key)
    for stage, level in DRIVES[key]:
        for seed in range(many):
            over = to_the_finish(begin(SHELF[key], stage, ("You",), frozenset(), f"{seed}"), level)
            looked = update(over, Review())
            assert isinstance(looked.looking_back.review, DriveReview)
            yield from (update(looked, Retry(at)) for at in range(len(looked.looking_back.review.mistakes)))


def decides(session: Session, move: AnyMove) -> Session:
    """The table once this is decided, by a button or by dice laid one by one."""
    game, told = session.game, session.game.write_move(move)
    offered = [game.write_move(offer.move) for offer in game.desk(session.state, ()).offers]
    steps = game.form(move).steps or (move,)
    return does(session, *([] if told in offered else [Draft(tuple(map(game.write_move, steps)))]), Act(told))


def told_of(session: Session) -> tuple[ComparedShown, ComparedShown]:
    """The comparison as soon as a decision is compared, and when the old one is told, too."""
    first, last = [one for one in compared(session) if one is not None]
    return first, last


def test_how_the_best_drives_on_is_told_where_the_same_driver_is_in_turn_again() -> None:
    game, before = SHELF["classic"], "s8 | A@s1 g2 ; B@s2 g2 | A then B"
    after = {"A": "s8 | A@s2 g3 ; B@s2 g2 | A then B", "B": "s8 | A@s2 g3 ; B@s2 g2 | B then A"}
    told = {driver: _goes_on(game, game.read(before), game.read(position)) for driver, position in after.items()}
    assert len(told["A"]) == 1 and told["B"] == []


class _Reckoned:
    """One decision, with all that is told of it, found without `second_look.taken_apart`."""

    def __init__(self, session: Session, move: AnyMove) -> None:
        self.key, self.game, self.state = session.game.key, session.game, session.state
        self.hand = RACES[self.key]().at_hand(self.state)
        self.line = tuple(self.hand.best.line(self.state, move))
        self.notation = tuple(map(self.game.write_move, self.line))
        _, self.cost, self.parts = self.hand.best.taken_apart(self.state, move)
        of_all = [cost for cost, one in self.hand.best.costs(self.state) if one == move] or [self.cost]
        assert self.cost == pytest.approx(of_all[0], abs=0.001) == pytest.approx(sum(self.parts), abs=0.001)

    @property
    def words(self) -> str:
        return twice.capital(twice.draft(self.key, self.state, self.notation))

    def leads_to(self) -> str:
        state, driver = self.hand.best.one_stage(self.state), twice.written(self.key, self.state).driver
        for move in self.line:
            state, _ = self.game.play(state, move, self.game.harmless_luck)
        number = twice.written(self.key, state).number("g", driver)
        tell = twice.Twice(self.key, "retry")
        return tell("space-and-gear", space=twice.stands(self.key, state, driver), gear=twice.gear(number))

    def loses(self) -> Fraction | None:
        """How often control is lost with these dice: rolled at once by their odds, else as a draft that lies is
        weighed."""
        form = self.game.form(self.line[0])
        if self.notation[0].startswith(("A[", "flat ")):
            many = self.notation[0].count(" ") + self.notation[0].startswith("A[")
            return None if many > 3 else odds(self.game, self.state, self.line[:1]).lose
        laid = form.steps or self.line
        if len(laid) > 4:  # takes long
            return None
        ways = {way.how: way.odds.lose for way in weigh(self.game, self.state, laid).ways}
        return ways.get("stopping", ways.get("one-by-one"))


def parts_of(rows: Mapping[str, list[str]]) -> dict[str, float]:
    """The loss in each part of the table."""
    return {name: float(row[3].removesuffix(" s") or 0) for name, row in rows.items() if name not in ("leads", "loses")}


def test_what_is_told_of_a_mistake_that_is_tried_again_is_found_again(
    wide: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    for key in DRIVES:
        assert_told_twice(key, wide=wide)
    assert_every_end_told_twice(monkeypatch)
    assert twice.never_told("retry") == set(NEVER)


def assert_told_twice(key: str, *, wide: bool) -> None:
    tell, checked = twice.Twice(key, "retry"), 0
    for session in some(at_mistakes(key, 6 if wide else 1)):
        tried = session.looking_back.tried
        assert isinstance(tried, ReviewedDecision)
        offered = [one for _, one in RACES[key]().at_hand(session.state).best.costs(session.state)]
        for move in dict.fromkeys((offered[0], tried.move, *offered[1 :: 1 if wide else max(1, len(offered) // 3)])):
            after = decides(session, move)
            assert after.looking_back.retried == move
            first, shown = told_of(after)
            assert first == {**shown, "old": []}
            own, best = _Reckoned(session, move), _Reckoned(session, tried.best[0])
            assert_decision(tell, shown, tried, own, best)
            assert shown["old"] == old(tell, own.game, tried, costliest_of(tried, own.game))
            checked += 1
    assert checked > 15


def assert_every_end_told_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever the old decision may lead to is told as it is, not only the end by which it loses most."""
    tell, number = twice.Twice("classic", "retry"), 0
    monkeypatch.setattr("rallyman_tutor.tutor.advice.retry_view.costliest", lambda found, _: found[number % len(found)])
    for session in some(decided("classic")):
        tried = session.looking_back.tried
        assert isinstance(tried, ReviewedDecision)
        found = to_the_end(cases(session.game, tried.state, tried.move).go_on())
        for number, case in enumerate(found):  # noqa: B007  # the other function reads it
            shown = told_of(decides(session, tried.best[0]))[1]
            assert shown["old"] == old(tell, session.game, tried, case)


def assert_decision(
    tell: twice.Twice, shown: ComparedShown, tried: ReviewedDecision, own: _Reckoned, best: _Reckoned
) -> None:
    behind = own.cost - tried.best_cost
    case = "is-behind" if behind >= 0.5 else "is-good" if twice.is_told(behind) else "is-best"
    verdict = tell(case, behind=twice.seconds(behind))
    gain = tried.cost - own.cost
    is_alike = not twice.is_told(gain)
    case = (
        "again"
        if own.notation[0] == own.game.write_move(tried.move)
        else "alike"
        if is_alike
        else "gain"
        if gain > 0
        else "loss"
    )
    beside = tell(f"drive-{case}", n=twice.seconds(abs(gain)))
    assert shown["verdict"] == verdict and shown["drafts"] == [[tell("yours"), own.words], [tell("best"), best.words]]
    assert shown["head"] == [tell("part"), tell("yours"), tell("best"), tell("lost")]
    names = {tell(name): name for name in ("leads", "loses", "card", "earned", "spent", "out", "to_go", "total")}
    rows = {names[row[0]]: row for row in shown["rows"]}
    assert rows["leads"][1:] == [own.leads_to(), best.leads_to(), ""]
    assert_rows(rows, own, best)
    lost = parts_of(rows)
    assert lost.pop("total") == pytest.approx(sum(lost.values()), abs=0.26), (
        "the parts make up the whole, each to a tenth"
    )
    most = max(lost, key=lambda name: getattr(own.parts, name) - getattr(best.parts, name))
    largest = [tell(f"largest-{most}", n=twice.seconds(lost[most]))] if twice.is_told(behind) else []
    assert shown["notes"] == [*largest, beside] and lost[most] == max(lost.values())
    has_dice = best.notation[0][0] in "123456woA" or best.notation[0].startswith(("go ", "flat "))
    assert shown["how"] == twice.joined([tell("how"), tell("how-dice") if has_dice else ""])
    assert shown["said"] == twice.joined([f"{verdict}.", *shown["notes"], tell("say-best", draft=best.words)])
    assert shown["shade"] == (0 if behind < 0.5 else 1 if behind < 3 else 2 if behind < 8 else 3)
    laid = " ".join(best.notation)
    assert all(one["piece"][0] in laid and one["place"].rpartition(".")[2] in laid for one in shown["best"])
    assert bool(shown["best"]) == has_dice


def assert_rows(rows: Mapping[str, list[str]], own: _Reckoned, best: _Reckoned) -> None:
    """The table: what each part comes to, and how much more the own decision loses by it."""
    for name, one, other in (
        ("card", own.parts.card, best.parts.card),
        ("earned", -own.parts.earned, -best.parts.earned),
        ("spent", own.parts.spent, best.parts.spent),
        ("out", own.parts.out, best.parts.out),
        ("to_go", own.parts.to_go, best.parts.to_go),
        ("total", own.cost, best.cost),
    ):
        more = -(one - other) if name == "earned" else one - other
        cells = [
            f"{twice.seconds(one)} s",
            f"{twice.seconds(other)} s",
            f"{twice.seconds(more, signed=True)} s" if twice.is_told(more) else "",
        ]
        if name in rows or name in ("card", "to_go", "total"):
            assert rows[name][1:] == cells, name
        else:
            assert cells == ["0.0 s", "0.0 s", ""], name
    loses = [None if one is None else twice.percent(one) for one in (own.loses(), best.loses())]
    if "loses" in rows:
        assert all(
            chance is None or told in ("–", chance) for told, chance in zip(rows["loses"][1:3], loses, strict=True)
        ), (rows, loses)
    else:
        assert not [one for one in (own, best) if one.notation[0][0] in "123456woA"], (
            "dice that are followed have a chance"
        )


def costliest_of(tried: ReviewedDecision, game: AnyGame) -> Case:
    """The end of the turn of the old decision by which it loses most."""
    found = to_the_end(cases(game, tried.state, tried.move).go_on())
    assert sum(one.chance for one in found) == 1
    assert sum(float(one.chance) * one.cost for one in found) == pytest.approx(tried.cost, abs=0.05)
    return max(found, key=lambda one: float(one.chance) * one.cost - float(one.chance) * tried.best_cost)


def old(tell: twice.Twice, game: AnyGame, tried: ReviewedDecision, worst: Case) -> list[str]:
    """The sentences about the old decision: an end of its turn, and one way to that."""
    key, hand = game.key, race_coach(game).at_hand(tried.state)
    state, events = hand.best.one_stage(tried.state), []
    driver = twice.written(key, state).driver
    for move, shown in worst.likeliest:
        state, happened = game.play(state, move, Scripted(shown, rest=game.harmless_luck))
        events += [twice.event(key, state, one) for one in happened]
    always = "" if worst.chance < 1 else "-always"
    space = twice.place(key, worst.place)
    told = [
        tell("old", move=twice.decision(key, tried.state, game.write_move(tried.move))),
        tell(f"old-{worst.how}{always}", chance=twice.percent(worst.chance), space=space),
        tell("old-cost", cost=twice.seconds(worst.cost), more=twice.seconds(worst.cost - tried.best_cost)),
        tell("old-so", events=" ".join(events)),
    ]  # fmt: skip
    now = twice.written(key, state)
    if worst.how == "lost":
        assert any("control is lost" in one for one in events)
    if worst.how == "ends":
        assert twice.stands(key, state, driver) == space
    if not game.over(state) and now.driver == driver and "phase=out" not in now.start:
        goes_on = RACES[key]().at_hand(state).best
        if RACES[key]().is_driven(state):
            line = goes_on.line(state, goes_on.costs(state)[0][1])
            told.append(tell("old-on", draft=twice.draft(key, state, tuple(map(game.write_move, line)))))
    return told
