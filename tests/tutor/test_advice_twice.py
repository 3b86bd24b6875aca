"""Advice is told twice: where to look, which die, the whole draft and the table of what it is worth; see
`told_twice.py`.

What a draft comes to is the coach's, and so is the best one: how dice differ from those that lie is read from their
notation.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache
from typing import NamedTuple

import pytest

from rallyman_tutor.coach.coaches import RACES
from rallyman_tutor.coach.draft_worth import DrivenWay, Worth, weigh
from rallyman_tutor.coach.odds import TooMany
from rallyman_tutor.coach.why import why
from rallyman_tutor.core.game import AnyMove
from rallyman_tutor.games import SHELF
from rallyman_tutor.tutor.advice.advice_view import AdviceShown, advised
from rallyman_tutor.tutor.session.intents import Advise, Clear, Draft, Help, Swap
from rallyman_tutor.tutor.session.playing import begin
from rallyman_tutor.tutor.session.session import Session
from rallyman_tutor.tutor.session.update import attempt, update
from rallyman_tutor.tutor.words.words import text_tables
from tests.some import some
from tests.tutor import told_twice as twice
from tests.tutor.test_review import driven_on
from tests.tutor.test_session import does
from tests.tutor.test_view import sat

pytestmark = pytest.mark.usefixtures("same_tables")

STAGES = {"classic": ("short", "jumps"), "dirt": ("R4-SS1", "R3-SS1")}
LONG = "202a 208a:L1 221b:L1 214a< 217a:R1 225a:R1 216a:L2 223b:R1 224b:L1 218a:L1 211a:L2 227a:R1 209b:R1 203a< 201a"
FALLEN = (
    "202a< 210b:L2 205a 227a:R1 213a:R2 208a:L1 216a:R2 219a:L2 217a:R1 203a< 201a | A@3.L2 g3 c80 #6 | "
    "A rolled[4>3.L3! 5>4.L1! o>4.d1. o>4.d2. 3b>4.d3!. 2>4.L3.] leader A r3"
)
BEFORE_THE_END = (
    "202a< 210b:L2 205a 227a:R1 213a:R2 208a:L1 216a:R2 219a:L2 217a:R1 203a< 201a | A@9.line1 g2 c275 s3 #28 | "
    "A 4 2 b !! left[3>9.L3 o>10.L1 o>10.L2] leader A r10 | back3 15-14-0-2[s]"
)
ROAD = "s4 R3 s3 L3 s3"
PLACES: Sequence[tuple[str, str, tuple[str, ...]]] = (
    ("classic", f"{ROAD} | A@s1 g1", ("2", "3", "w")),
    ("classic", f"{ROAD} | A@s1 g1", ("2", "3", "w", "w", "4")),
    ("classic", f"{ROAD} | A@s1 g1 s13", ("2", "3", "w", "w")),
    ("classic", f"{ROAD} | A@s1 g1 d3", ("2", "w", "w", "3", "4")),
    ("classic", f"{ROAD} | A@s1 g1 d3 no-sisu", ("2", "w", "w", "3", "4", "5")),
    ("classic", f"{ROAD} | A@s1 g1 s4", ("2$", "3")),
    ("classic", f"{ROAD} | A@s1 g1 ; B@s3 g1", ("2",)),
    ("classic", f"{ROAD} | A@s3 g3 | A 1 2 3 !!! ended=hazards phase=sisu", ()),
    ("classic", f"{ROAD} | A@s3 g3 | A 3 w !!", ()),
    ("classic", "s2 R3 s2 | A@s1 g1", ("2",)),
    ("classic", "s2 R3 s2 | A@s1 g1", ()),
    ("classic", "forest/rock s4 R3 s3 L3 s3 | A@s3 g4 d4 no-sisu #2 | A 4 w !!", ("w",)),
    ("classic", "s5 j3 s2 R3/4x3K4 s3 j4 s3 L2/3x2 s4 | A@s7 g4 no-sisu", ("4>b1.cut", "w>s8", "w>s9")),
    ("dirt", FALLEN, ()),
    ("dirt", BEFORE_THE_END, ()),
    ("dirt", f"{LONG} | A@4.L1 g6 c10 O1 #9 | A leader A r2", ("6>4.line1",)),
    ("dirt", f"{LONG} | A@1.L2 g2 G3 ; B@2.L1 g2 | A leader A", ("2>1.L3",)),
    ("dirt", "202a 205a 205a 203a | A@1.L2 g2 | A leader A", ("2>1.L3", "3>2.L1", "4>2.L2", "5>2.L3", "6>3.L1", "o>3.L2", "o>3.L3")),
)  # fmt: skip
"""Positions and drafts with things that drives seldom bring: seconds, others, no table, buttons, dice laid again."""

Written = tuple[str, str, int, bool]
"""A die by its notation: which, where, with how many brakes, and whether it is secured."""


class Case(NamedTuple):
    session: Session
    worth: Worth

    @property
    def key(self) -> str:
        return self.session.game.key

    @property
    def own(self) -> list[Written]:
        return read(self.session, self.session.draft)

    @property
    def best(self) -> list[Written]:
        if not self.notation or re.match("[a-z]{2,}$", self.notation[0]):
            return []
        whole = tuple(self.session.game.form(self.worth.best_draft[0]).steps)
        return read(self.session, whole or self.worth.best_draft)

    @property
    def notation(self) -> list[str]:
        return list(map(self.session.game.write_move, self.worth.best_draft))


def read(session: Session, moves: Sequence[AnyMove]) -> list[Written]:
    """Dice as notation writes them, each on the space that the board of the table has it on."""
    found, laid = [], session.game.desk(session.state, tuple(moves)).laid
    for move, lies in zip(moves, laid, strict=True):
        told = re.match(r"([\dwo])(b*)(>\S+)?", session.game.write_move(move))
        if told:
            found.append((told[1], lies.place, len(told[2]), "$" in session.game.write_move(move)))
    return found


def tables(key: str, *, wide: bool) -> Iterator[Session]:
    """Tables with all sorts of drafts: none, parts of the best one, one with another die, one that goes on."""
    for game, position, lies in PLACES:
        if game == key:
            after, problem = attempt(sat(position, game=key), Draft(lies))
            assert not problem
            yield after
    for stage in STAGES[key]:
        session = begin(SHELF[key], stage, ("You",), frozenset(), "3")
        for _ in range(9 if wide else 4 if key == "classic" else 2):
            session = update(driven_on(session, "club"), Clear())
            if session.game.over(session.state) or not RACES[key]().is_driven(session.state):
                break
            yield session
            best = weigh(session.game, session.state, ()).best_draft
            dice = session.game.form(best[0]).steps or tuple(
                one for one in best if session.game.form(one).kind == "die"
            )
            if session.game.form(best[0]).kind == "word":
                continue
            yield from map(drafted(session), (dice[:1], dice[:-1], dice, dice[:1] + dice[:-2:-1], dice[::-1]))
            longer = [hold.move for hold in session.game.placements(session.state, dice) if not hold.refused]
            yield from map(drafted(session), ((*dice, longer[0]),) if longer else ())


def drafted(session: Session) -> Callable[[Sequence[AnyMove]], Session]:
    return lambda dice: attempt(session, Draft(tuple(map(session.game.write_move, dice))))[0]


def cases(key: str, *, wide: bool) -> Iterator[Case]:
    for session in tables(key, wide=wide):
        if not session.game.judge(session.state, session.draft):
            try:
                yield Case(session, weigh(session.game, session.state, session.draft))
            except TooMany:
                continue


def shown(session: Session, times: int) -> AdviceShown:
    *_, told = advised(does(session, *(Advise(),) * times))
    assert told
    return told


@pytest.mark.parametrize("key", STAGES)
def test_all_that_is_told_of_advice_is_found_again(key: str, wide: bool) -> None:
    assert parts_told_twice(key, wide) >= {0, 2}


@cache
def parts_told_twice(key: str, wide: bool) -> set[int]:
    """Checks what is told of every draft of a game, once for all tests; how many parts came before the reasons."""
    return {assert_told_twice(case) for case in some(cases(key, wide=wide))}


def assert_told_twice(case: Case) -> int:
    """Checks what is told of one draft, part by part; how many parts come before the reason."""
    tell = twice.Twice(case.key, "worth")
    parts, labels = texts_of_parts(tell, case), text_tables("tutor")["page"]["advise-more"]
    for asked in range(1, len(parts) + 1):
        told = shown(case.session, asked)
        assert [one["text"] for one in told["parts"]] == parts[:asked], case.session.game.write(case.session.state)
        assert told["worth"] is None and told["said"] == parts[asked - 1]
        assert told["more"] == labels[asked - 1]
    told, reason = shown(case.session, len(parts) + 1), with_ways(case)
    assert len(told["parts"]) == 1 and told["more"] == ""
    assert told["worth"] == worth_table(tell, case, reason)
    if case.worth.best is None:
        assert told["parts"][0]["text"] == told["said"] == tell("unsolved") and told["ways"] is None
    elif case.session.draft and behind_best(case) < 0.05:
        assert told["said"] == told["parts"][0]["text"]
    else:
        assert whole(tell, case) in told["said"]
    assert_unasked(tell, case)
    return len(parts)


def texts_of_parts(tell: twice.Twice, case: Case) -> list[str]:
    """The parts before the last one; none where nobody knows what is best, or nothing is better than what lies."""
    if case.worth.best is None or (case.session.draft and behind_best(case) < 0.05):
        return []
    best, own = case.best, case.own
    if not best:
        told = twice.draft(case.key, case.session.state, case.notation[:1])
        return [tell("look-buttons"), tell("button", button=told)]
    at = next(
        (at for at, pair in enumerate(zip(best, own, strict=False)) if pair[0] != pair[1]), min(len(best), len(own))
    )
    if best == own:
        is_at_once = case.notation[0].startswith(("A[", "flat "))
        return [tell("look-how"), tell("die", step=tell("at-once" if is_at_once else "one-by-one"))]
    if at == len(best):  # theirs goes on
        where = tell("look-end", space=twice.place(case.key, best[-1][1]))
        return [where, tell("die-without", step=twice.capital(die_on(tell, case.key, own[at])))]
    name = "look-other" if at < len(own) else "look-on" if at else "look-first"
    where = tell(name, space=twice.place(case.key, best[at][1]), number=at + 1)
    return [where, tell("die", step=die_on(tell, case.key, best[at]))]


def die_on(tell: twice.Twice, key: str, die: Written) -> str:
    piece, place, brakes, is_secured = die
    steps = text_tables(f"games.{key}")["words"]["steps"]
    name = ("braked" if brakes == 1 else "braked-more") if brakes else "laid"
    told = str(steps[name]).format(die=twice.die(piece), space=twice.place(key, place), brakes=brakes)
    return tell("secured", die=told) if is_secured else told


def whole(tell: twice.Twice, case: Case) -> str:
    """The whole of the best draft, every die on its space, as it is told to ears."""
    first = case.notation[0]
    if re.match(r"A\[|go |flat |arrange |[a-z]{2,}$", first):
        if first.startswith("A["):
            return tell("draft-attack", dice=", ".join(die_on(tell, case.key, one) for one in case.best))
        return twice.draft(case.key, case.session.state, case.notation)
    dice = [die_on(tell, case.key, one) for one in case.best]
    return tell("draft-one", dice=dice[0]) if len(dice) == 1 else tell("draft-draft", dice=", ".join(dice))


def behind_best(case: Case) -> float:
    costs = [way.cost for way in case.worth.ways if way.cost is not None]
    assert case.worth.best is not None
    return max(0.0, min(costs) - case.worth.best) if costs else float("inf")


def with_ways(case: Case) -> Worth:
    """Where nothing lies, what the best draft is worth."""
    if case.session.draft or case.worth.ways or not case.best:
        return case.worth
    game, state = case.session.game, case.session.state
    dice = game.form(case.worth.best_draft[0]).steps or tuple(
        one for one in case.worth.best_draft if game.form(one).kind == "die"
    )
    if game.judge(state, dice):
        return case.worth
    return weigh(game, state, dice)


# -- The table ---------------------------------------------------------------------------------------------------------


def cells(tell: twice.Twice, way: DrivenWay, best: float | None) -> dict[str, str]:
    """The table's cells about one way to drive a draft."""
    known = way.cost is not None and best is not None
    return {
        "way": tell(way.how),
        "arrives": twice.percent(way.odds.arrive),
        "loses": twice.percent(way.odds.lose),
        "costs": f"{way.cost:.1f} s" if known else "",
        "behind": f"{max(0.0, (way.cost or 0) - (best or 0)):.1f} s" if known else "",
    }


def worth_table(tell: twice.Twice, case: Case, worth: Worth) -> Mapping[str, object]:
    rows = [cells(tell, way, worth.best) for way in worth.ways]
    if worth.best is not None:
        rows.append({"way": tell("best"), "arrives": "", "loses": "", "costs": f"{worth.best:.1f} s", "behind": ""})
    columns = [name for name in ("way", "arrives", "loses", "costs", "behind") if any(row[name] for row in rows)]
    return {
        "head": [tell(name) for name in columns],
        "rows": [[row[name] for name in columns] for row in rows],
        "notes": [
            *filter(None, (where(tell, case.key, way) for way in worth.ways)),
            *praise(tell, worth),
            ends(tell, case, worth),
        ],
        "how": how(tell, worth),
    }


def where(tell: twice.Twice, key: str, way: DrivenWay) -> str:
    """Where the driver stops; else where control is lost, and what else may happen."""
    odds, name = way.odds, tell(way.how)

    def spots(found: Mapping[str, Fraction]) -> str:
        ranked = sorted(found, key=lambda one: -found[one])
        return ", ".join(tell("spot", chance=twice.percent(found[one]), space=twice.place(key, one)) for one in ranked)

    if odds.stops:
        return tell("note-stops", way=name, stops=spots(odds.stops_at))
    notes = [tell("note-where", way=name, where=spots(odds.where))] if odds.lose else []
    notes += [tell("note-short", short=twice.percent(odds.short))] if odds.short else []
    notes += [tell("note-out", out=twice.percent(odds.out))] if odds.out else []
    notes += [tell("note-saved", saved=twice.percent(odds.saved))] if odds.saved else []
    return " ".join(notes)


def praise(tell: twice.Twice, worth: Worth) -> list[str]:
    costs = [way.cost - worth.best for way in worth.ways if way.cost is not None and worth.best is not None]
    return [tell("note-good")] if costs and 0.05 <= min(costs) < 0.5 else []


def ends(tell: twice.Twice, case: Case, worth: Worth) -> str:
    """The best draft from here; of dice that are laid one by one or attacked with, only which they are."""
    if worth.best is None:
        return tell("unsolved")
    line = [*map(case.session.game.write_move, worth.best_draft)]
    told = twice.draft(case.key, case.session.state, line)
    if not re.match(r"go |flat |arrange |[a-z]{2,}$", line[0]):
        told = re.sub(r" on [^,$]*?(?=(, secured)?(, the |$))", "", told)
    return tell("best-is", draft=told, cost=f"{worth.best:.1f}")


def how(tell: twice.Twice, worth: Worth) -> list[str]:
    if worth.best is None:
        found = [tell("how-draft")] if worth.ways else []
        return [*found, *([tell("how-many", way=tell("at-once"))] if worth.ways and worth.too_many else [])]
    found = []
    if worth.ways:
        found.append(tell("how-stops" if [way for way in worth.ways if way.how == "stopping"] else "how-no-stops"))
        found += [tell("how-many", way=tell("at-once"))] if worth.too_many else []
    found.append(tell("how-best", sure=f"{worth.sure:.2f}"))
    found += [tell("how-seconds", most=worth.most_seconds)] if worth.most_seconds is not None else []
    return [*found, *([tell("how-others")] if worth.among_others else [])]


# -- Unasked -----------------------------------------------------------------------------------------------------------


def assert_unasked(tell: twice.Twice, case: Case) -> None:
    """The cost and risk of a draft, told of every draft to whoever wishes it."""
    told = [*advised(update(case.session, Help("always")))]
    if not case.session.draft or not case.worth.ways:
        assert not told or (told[-1] and told[-1]["cost"] is None)
        return
    last = told[-1]
    assert last and last["cost"] and last["said"] == twice.joined([last["cost"]["said"], last["cost"]["why"]])
    way = min(case.worth.ways, key=lambda one: one.cost or 0.0)
    loses = tell("short-loses", loses=twice.percent(way.odds.lose)) if way.odds.lose else tell("short-keeps")
    risks = twice.joined([loses, tell("note-out", out=twice.percent(way.odds.out)) if way.odds.out else ""])
    if way.cost is None or case.worth.best is None:
        assert last["cost"] == {"verdict": "", "shade": 0, "figures": risks, "said": risks, "why": ""}
        return
    behind = max(0.0, way.cost - case.worth.best)
    name = "short-best" if behind < 0.05 else "short-good" if behind < 0.5 else "short-behind"
    verdict = tell(name, behind=f"{behind:.1f}")
    cost = tell("short-cost", cost=f"{way.cost:.1f}", way=tell(way.how))
    shade = 3 if behind >= 8 else 2 if behind >= 3 else 1 if behind >= 0.5 else 0
    assert last["cost"] == {
        "verdict": verdict,
        "shade": shade,
        "figures": f"{cost} {risks}",
        "said": f"{verdict}. {risks}",
        "why": against(case) if behind >= 0.5 else "",
    }


def against(case: Case) -> str:
    """The name of the principle that a draft goes against; `test_why_twice.py` finds again whether it does."""
    better = why(case.session.game, case.session.state, case.session.draft).better
    driving = text_tables(f"games.{case.key}")["words"]["driving"]
    return f"{driving[better.principle.code]['name']}." if better else ""


# -- Two drafts --------------------------------------------------------------------------------------------------------


def test_what_two_drafts_cost_is_found_again_and_every_text_is_told_of_some_draft(wide: bool) -> None:
    tell = twice.Twice("classic", "worth")
    start = sat(f"{ROAD} | A@s1 g1 s4")
    drafts = (("2", "3"), ("2", "3", "w", "w"), ("4",), ("2$", "3"))
    for first, second in some([(one, other) for one in drafts for other in drafts if one not in (other, ("4",))]):
        session = update(update(does(start, Draft(second)), Swap()), Draft(first))
        told = shown(session, 3)
        assert told["costs"] == [cost(tell, session, session.draft), cost(tell, session, session.drafts.second)]
        assert told["worth"] and told["said"].endswith(tell("say-second", cost=told["costs"][1]))
    unsolved = update(update(does(sat("s2 R3 s2 | A@s1 g1"), Draft(("1",))), Swap()), Draft(("2",)))
    assert shown(unsolved, 1)["costs"] == [tell("cost-unsolved"), tell("cost-unsolved")]
    rolled = update(update(does(sat(f"{ROAD} | A@s1 g1 | A"), Draft(("2", "3"))), Swap()), Clear())
    assert shown(rolled, 3)["costs"] == ["", cost(tell, rolled, rolled.drafts.second)]
    fallen = update(does(sat(FALLEN, game="dirt"), Draft(("4>3.L3", "o>4.L1"))), Swap())
    assert shown(fallen, 3)["costs"] == ["", tell("cost-rolled")]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("rallyman_tutor.coach.draft_worth.MOST_MOVES", 8)
        longer = update(update(does(sat(f"{ROAD} | A@s1 g1 s1"), Draft(("2", "3", "w", "w"))), Swap()), Draft(("2",)))
        assert shown(longer, 3)["costs"] == [cost(tell, longer, longer.draft), tell("cost-many")]
    assert all(parts_told_twice(key, wide) for key in STAGES)
    assert not twice.never_told("worth")


def cost(tell: twice.Twice, session: Session, draft: tuple[AnyMove, ...]) -> str:
    if session.game.judge(session.state, draft):
        return tell("cost-refused")
    found = [(way.cost, way.how) for way in weigh(session.game, session.state, draft).ways if way.cost is not None]
    seconds, name = min(found)
    return tell("cost-of-way", cost=f"{seconds:.1f}", way=tell(name))
