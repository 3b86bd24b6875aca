"""A learner's costs, and how much the co-driver helped, are told twice: a test counts the learner's deeds; see
`told_twice.py`."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

import pytest

from rallyman_tutor.games import SHELF
from rallyman_tutor.tutor.learner.past_decisions import PastDecision
from rallyman_tutor.tutor.learner.progress import Progress, with_broken_rule, with_mistakes, with_practised
from rallyman_tutor.tutor.session.intents import Advise, Help
from rallyman_tutor.tutor.session.update import update
from rallyman_tutor.tutor.table.view import view
from rallyman_tutor.tutor.words.words import text_tables
from tests.some import some
from tests.tutor import told_twice as twice
from tests.tutor.test_help import start
from tests.tutor.test_insight import DAY, NOON, drives, guessing, mistake, shown
from tests.tutor.test_past_cards import MADE_UP
from tests.tutor.test_review import driven_on, to_the_finish
from tests.tutor.test_session import does

TEXTS = text_tables("tutor")["insight"]


# -- Stages ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "lost", [(), (20.0,), (20.0, 0.25), (1.0, 2.0, 3.0, 4.0, 5.5), (20.0, 10.0, 6.0, 0.0, 4.0, 9.0)]
)
def test_what_stages_cost_is_told_again(lost: Sequence[float]) -> None:
    tell = twice.Twice("classic", "insight")
    part = shown(drives(tuple(lost)))["stages-classic"]
    assert part["title"] == tell("stages", game="Rallyman (2009)") and part["door"]["label"] == tell("stages-door")
    if not lost:
        assert part["said"] == tell("stages-none") and not part["how"] and not part["rows"]
        return
    newest, older = lost[-5:], lost[:-5]
    mean = f"{sum(newest) / len(newest):.1f}"
    if len(lost) == 1:
        said = tell("stages-one", now=mean)
    elif older:
        said = tell("stages-said", n=5, now=mean, before=f"{sum(older) / len(older):.1f}")
    else:
        said = tell("stages-few", n=len(lost), now=mean)
    assert part["said"] == said and part["how"] == tell("stages-how", n=5)
    assert part["head"] == [tell(name) for name in ("stage", "when", "lost", "took")]
    days = [f"{NOON + day * DAY:%Y-%m-%d}" for day in range(len(lost))]
    times = [f"{(100 + day) // 60}:{(100 + day) % 60:02}" for day in range(len(lost))]
    stage = text_tables("games.classic")["words"]["ready"]["first"]
    rows = [[stage, day, f"{one:.1f} s", time] for day, one, time in zip(days, lost, times, strict=True)]
    assert part["rows"] == rows[::-1]


# -- Risk --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("pairs", [(), ((0, 0),), ((0, 0), (0, 0), (1, 3), (4, 2), (4, 4), (0, 4), (2, 1))])
def test_guesses_are_counted_again(pairs: Sequence[tuple[int, int]]) -> None:
    tell = twice.Twice("classic", "insight")
    part = shown(guessing(*pairs))["risk"]
    assert part["title"] == tell("risk") and part["door"]["label"] == tell("risk-door")
    if not pairs:
        assert part["said"] == tell("risk-none") and not part["rows"]
        return
    sides = Counter((true > said) - (true < said) for said, true in pairs)
    assert part["said"] == tell("risk-said", n=len(pairs), right=sides[0], riskier=sides[1], safer=sides[-1])
    ranges = text_tables("tutor")["page"]["risk-ranges"]
    assert part["how"] == tell("risk-how") and part["head"] == [tell("risk-head"), *ranges]
    counts = Counter(pairs)
    assert part["rows"] == [[name, *(str(counts[said, true]) for true in range(5))] for said, name in enumerate(ranges)]


# -- Decisions ---------------------------------------------------------------------------------------------------------

KINDS = (("A[", "attack"), ("flat ", "attack"), ("go ", "draft"), ("stop", "stop"), ("sisu", "sisu"))


def kind(told: str) -> str:
    """Which kind of decision it is, by its notation."""
    found = next((kind for mark, kind in KINDS if told.startswith(mark)), "")
    if not found and re.match(r"[\dwo]b*(>|$)", told):
        found = "secure" if "$" in told else "on"
    return str(TEXTS["kinds"].get(found, TEXTS["kinds"]["other"]))


def name_of(tell: twice.Twice, decision: PastDecision) -> str:
    if decision.principle:
        told = text_tables(f"games.{decision.game}")["words"]["driving"][decision.principle]["name"]
        return tell("rule-of", title=told, game=SHELF[decision.game].name)
    best, chosen = map(kind, decision.answers)
    if chosen != best:
        return twice.capital(tell("instead", chosen=chosen, best=best))
    return twice.capital(tell("same-button" if chosen == TEXTS["kinds"]["other"] else "same", chosen=chosen))


DICE = PastDecision("classic", "s4 R3 s3 | A@s1 g2", ("3", "2"))
BUTTONS = PastDecision("classic", "s4 R3 s3 | A | A phase=tyres | weather=fixed", ("tyres winter", "tyres dry"))


def test_decisions_that_cost_most_are_added_up_again() -> None:
    tell = twice.Twice("classic", "insight")
    assert shown(Progress())["decisions"]["said"] == tell("decisions-none")
    found = [
        mistake("classic", number, wrong) for number, wrong in ((0, 1), (40, 1), (80, 2), (120, 1), (160, 2), (200, 2))
    ]
    against = [
        (DICE._replace(position=f"s{many} R3 s3 | A@s1 g2", principle="CLD-DIE-10"), 2.0 * many) for many in (5, 6)
    ]
    other = PastDecision("dirt", "FX-S | A", ("3", "2"), principle="DID-DIE-01")
    evenings = (found, found[:1], found[1:3], [(BUTTONS, 2.5)], [(DICE, 90.0)], [*against, (other, 50.0)], against)
    progress, costs, times = Progress(), Counter[str](), Counter[str]()
    for day, evening in enumerate(evenings):
        progress = with_mistakes(progress, evening, NOON + day * DAY)
        for decision, cost in evening:
            costs[name_of(tell, decision)] += round(cost, 2)  # type: ignore[assignment]  # as the diary keeps it
            times[name_of(tell, decision)] += 1
    part = shown(progress)["decisions"]
    told = {bar["name"]: bar["much"] for bar in part["bars"]}
    ranked = sorted(costs, key=lambda name: -costs[name])[:5]
    assert list(told) == ranked
    for name in some(ranked):
        text = "decisions-once" if times[name] == 1 else "decisions-much"
        assert told[name] == tell(text, seconds=f"{costs[name]:.1f}", n=times[name])
    assert part["said"] == tell("decisions-said", what=ranked[0], seconds=f"{costs[ranked[0]]:.1f}")
    assert part["title"] == tell("decisions") and part["door"]["label"] == tell("practice-door")


@pytest.mark.parametrize("many", [0, 1, 3])
def test_mistakes_at_cards_are_added_up_again_game_by_game(many: int) -> None:
    tell = twice.Twice("mil_millas", "insight")
    other = MADE_UP._replace(position=f"{MADE_UP.position} 25", principle="")
    evenings = [(MADE_UP,), (MADE_UP, other), (MADE_UP,)][:many]
    progress = Progress()
    for day, evening in enumerate(evenings):
        progress = with_mistakes(progress, [(one, 0.0) for one in evening], NOON + day * DAY)
    part = shown(progress, "mil_millas")["decisions-mil_millas"]
    assert part["title"] == tell("cards", game="Mil Millas")
    if not many:
        assert part["said"] == tell("cards-none") and part["door"]["label"] == tell("cards-door")
        return
    cost = tell("cards-cost", cost=f"{20 * many} points", error=f"{4 * many**0.5:.0f}")
    name = text_tables("games.mil_millas")["words"]["driving"]["MMD-KEEP-07"]["name"]
    assert part["said"] == tell("cards-said", what=name, cost=cost)
    found = [(bar["name"], bar["much"], bar.get("at", "")) for bar in part["bars"]]
    expected = [(name, tell("cards-once" if many == 1 else "cards-much", cost=cost, n=many), "rules/MMD-KEEP-07")]
    if many > 1:
        once = tell("cards-once", cost=tell("cards-cost", cost="20 points", error="4"))
        expected.append((tell("cards-other"), once, ""))  # where no page is known
    assert found == expected and part["door"]["label"] == tell("practice-door")
    assert "decisions-mil_millas" in shown(progress), "at the table of another game, too"


# -- Rules -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("games", [("CL",), ("CL", "DI")])
def test_rules_that_cost_most_are_counted_again(games: Sequence[str]) -> None:
    tell = twice.Twice("classic", "insight")
    empty = shown(Progress())["rules"]
    assert empty["said"] == tell("rules-none") and empty["door"]["label"] == tell("rules-door")
    progress, times = Progress(), Counter[str]()
    for day, code in enumerate(["GEAR-03", "GEAR-02", "GEAR-03", "TURN-03", "GEAR-02", "GEAR-03"]):
        for game in games[: 1 + day % 2] if code == "GEAR-02" else games[:1]:
            progress = with_broken_rule(progress, f"{game}-{code}", NOON + day * DAY)
            times[f"{game}-{code}"] += 1
    progress = with_practised(progress, "CL-TURN-03", 0, 0, NOON + 9 * DAY)  # and answered right
    part = shown(progress)["rules"]
    ranked = sorted(times, key=lambda code: (-times[code], code))[:5]
    names = []
    for code in ranked:
        key, game = ("classic", "Rallyman (2009)") if code.startswith("CL") else ("dirt", "Rallyman: DIRT")
        title = str(text_tables(f"games.{key}")[code]["title"])
        names.append(tell("rule-of", title=title, game=game) if len(games) > 1 else title)
    much = [tell("rules-once" if times[code] == 1 else "rules-much", n=times[code]) for code in ranked]
    assert [(bar["name"], bar["much"]) for bar in part["bars"]] == [*zip(names, much, strict=True)]
    assert part["said"] == tell("rules-said", title=names[0]) and part["title"] == tell("rules")


def test_every_text_about_what_costs_most_is_told() -> None:
    for lost in ((), (20.0,), (20.0, 0.25), (20.0, 10.0, 6.0, 0.0, 4.0, 9.0)):
        test_what_stages_cost_is_told_again(lost)
    test_guesses_are_counted_again(())
    test_guesses_are_counted_again(((0, 0),))
    test_decisions_that_cost_most_are_added_up_again()
    test_rules_that_cost_most_are_counted_again(("CL", "DI"))
    for many in (0, 1, 3):
        test_mistakes_at_cards_are_added_up_again_game_by_game(many)
    assert not twice.never_told("insight") - {"kinds"}


# -- Help --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("asked", [0, 1, 2])
@pytest.mark.parametrize("unasked", [0, 1, 2])
def test_how_much_help_there_was_is_told_again_at_the_finish(own_tables: None, asked: int, unasked: int) -> None:
    tell = twice.Twice("classic", "help")
    session = does(start(), *(Advise(),) * asked)
    session = update(session, Help("always")) if unasked else session
    for _ in range(unasked):
        session = driven_on(session, "club")
    over = to_the_finish(update(session, Help("off")), "works")
    told = [tell("asked" if asked > 1 else "asked-once", n=asked)] if asked else []
    told += [tell("unasked" if unasked > 1 else "unasked-once", n=unasked)] if unasked else []
    assert view(over)["helped"] == (" ".join(told) or tell("none"))
