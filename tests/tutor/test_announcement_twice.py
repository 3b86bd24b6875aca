"""Announcements are told twice: a learner does all sorts of things at tables of every game, and a test tells the result
of each from the deed; see `told_twice.py`."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

import pytest

from rallyman_tutor.coach.decision import compare
from rallyman_tutor.core.notation import Refused
from rallyman_tutor.core.rule import Illegal, Violation
from rallyman_tutor.games import SHELF
from rallyman_tutor.tutor.session.intents import (
    Act,
    Advise,
    Ask,
    AtTable,
    Clear,
    Copy,
    Draft,
    Enough,
    Help,
    Lay,
    Look,
    Put,
    Swap,
    Take,
    Uncover,
    Undo,
)
from rallyman_tutor.tutor.session.playing import begin
from rallyman_tutor.tutor.session.session import PRESENT, Drafts, Session
from rallyman_tutor.tutor.session.update import attempt, update
from rallyman_tutor.tutor.table.view import view
from rallyman_tutor.tutor.words.by_ear import Speech, answer
from rallyman_tutor.tutor.words.explain import explain, explain_briefly, explain_refusal
from rallyman_tutor.tutor.words.words import text_tables, words
from tests.tutor import told_twice as twice
from tests.tutor.test_by_ear import SPEECH
from tests.tutor.test_hidden_hands import acts

pytestmark = pytest.mark.usefixtures("same_tables", "two_worlds")

NEWEST = {"brief": 3, "normal": 6, "full": 14}
TABLES = (
    ("classic", "first", 1),
    ("classic", "bends", 3),
    ("dirt", "R1-SS1", 1),
    ("dirt", "R3-SS1", 2),
    ("crazy_rally", "", 1),
    ("crazy_rally", "", 3),
    ("mil_millas", "", 1),
    ("mil_millas", "", 3),
)
"""Each with how many learners sit there; the other seats are played by the tutor."""


@pytest.fixture
def two_worlds(monkeypatch: pytest.MonkeyPatch) -> None:
    """Advice at cards is read out as it is told on the page, however few imagined games stand behind it."""
    for module in ("crazy_rally.advice", "mil_millas.playing"):
        monkeypatch.setattr(
            f"rallyman_tutor.coach.{module}.compare", lambda moves, play_out, *_: compare(moves, play_out, 2, 2)
        )


def tables(seed: str) -> Iterator[Session]:
    for key, table, learners in TABLES:
        game = SHELF[key]
        names = ("You", "Ana", "Ben")[: 3 if game.has_hidden_hands else max(2, learners)]
        yield begin(game, table or next(iter(game.ready_tables)), names, frozenset(range(learners, len(names))), seed)


def deeds(session: Session, luck: random.Random) -> Iterator[AtTable]:
    """All that somebody may do now, sensible or not."""
    game, draft = session.game, session.draft
    places = [place.key for place in game.places(session.state)] or [""]
    pieces = [piece.key for piece in game.desk(session.visible_state, draft).pieces] or ["x"]
    holds = list(game.placements(session.visible_state, draft))
    offers = [game.write_move(offer.move) for offer in game.desk(session.state, draft).offers]
    yield from (Lay(hold.piece, hold.place) for hold in luck.sample(holds, min(3, len(holds))))
    yield from (Lay(luck.choice(pieces), luck.choice(places)), Copy(), Swap(), Undo(), Take(luck.randrange(4)))
    yield from (Put(luck.randrange(3), luck.choice(places)), Clear(), Draft(tuple(map(game.write_move, draft[::-1]))))
    yield from (Act(luck.choice(offers) if offers else "stop"), Act("nothing"), Help("always"), Help("request"))
    yield from (Advise(), Enough(), Swap(), Uncover())
    if game.questions:
        yield Ask(luck.choice([*game.questions]))
    if session.event_count:
        yield Look(luck.randrange(session.event_count))
        yield Look(PRESENT)


@pytest.mark.parametrize("speech", SPEECH)
def test_what_is_read_out_is_what_came_of_it(speech: Speech, wide: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(twice.TOLD, "page", set())  # of this test alone
    checked = 0
    for seed in "123456789" if wide else "1":
        for session in tables(seed):
            luck = random.Random(f"{session.game.key}:{seed}:{speech}")
            tell = twice.Twice(session.game.key, "page")
            facts = session.game.desk(session.visible_state, ()).facts
            start = "" if "then" not in facts else then(session.game.key, facts["then"])
            opened = (
                tell("pass-on", driver=driver(session))
                if session.covered
                else tell("say-start", driver=driver(session), then=start)
            )
            assert view(session, speech=speech)["say"] == opened
            for _ in range(30 if wide else 8):
                todo = list(deeds(session, luck))
                luck.shuffle(todo)
                for intent in todo[:9]:
                    after, problem = attempt(session, intent)
                    said = view(after, session, problem, speech=speech)["say"]
                    assert said == told(session, after, intent, problem, speech), (session.game.key, intent)
                    checked, session = checked + 1, after
                if session.game.over(session.state):
                    break
                session = acts(session if session.covered else update(session, Clear()))
    assert checked > 400
    assert twice.TOLD["page"] >= {"say-start", "pass-on", "say-undone", "say-taken", "say-laid", "enough-said"}
    assert ("say-legal" in twice.TOLD["page"]) == (speech != "brief")


def driver(session: Session) -> str:
    """Whoever is in turn, or, at the end, whoever the desk still tells."""
    return str(session.game.desk(session.visible_state, ()).facts["driver"])


def then(key: str, number: object) -> str:
    if key in ("classic", "dirt"):
        return twice.gear(int(str(number)))
    return str(number).replace("-", "−")


def told(before: Session, after: Session, intent: AtTable, problem: Refused | Illegal | None, speech: Speech) -> str:
    """The announcement of a deed."""
    key = after.game.key
    tell, page = (
        twice.Twice(key, "page"),
        {**text_tables("tutor")["page"], **text_tables(f"games.{key}")["words"]["page"]},
    )
    if isinstance(problem, Refused):
        return explain_refusal(after.game, problem)
    if problem is not None:
        return explain_briefly(after.game, before.state, before.draft, problem.violations[0]).said
    match intent:
        case Look(at) if at != PRESENT:
            return event_text(after, at) if before.viewed_event != at else ""
        case Uncover():
            return ""
        case _ if after.covered:
            return tell("pass-on", driver=driver(after))
        case Advise() if after.asked.advice:
            return view(after)["advice"]["said"] if after.asked.advice != before.asked.advice else ""
        case Enough():
            return tell("enough-said") if after.asked.unwanted != before.asked.unwanted else ""
        case Help(how):
            return str(page["help-now"][how]) if before.co_driver.help != how else ""
        case Advise() | Copy() | Look():
            return ""
    if after.replay is not before.replay and len(after.replay.past) > len(before.replay.past):
        return happened(before, after, speech)
    if len(after.replay.past) < len(before.replay.past):
        return tell("say-undone")
    return laid(tell, before, after, are_swapped(before.drafts, after.drafts), speech)


def are_swapped(before: Drafts, now: Drafts) -> bool:
    """Whether the two drafts have changed places, by the button or as that was undone."""
    return (now.laid, now.second) == (before.second, before.laid) != (before.laid, before.second)


def event_text(session: Session, line: int) -> str:
    """One event of the past, from its number."""
    for past in session.replay.past:
        if line < len(past.events):
            return named(session, past.state, past.events[line])
        line -= len(past.events)
    raise AssertionError("there is no such event")


def named(session: Session, state: object, happened: object) -> str:
    """An event as those at this table may know it; the one learner is called "You"."""
    game = session.game
    what, facts = game.describe_event(game.seen_by(state, session.viewing_seat), happened)  # type: ignore[arg-type]  # opaque
    facts = dict(facts)
    if learner(session) == happened.seat >= 0:  # type: ignore[attr-defined]  # an event
        facts["driver"] = "You"
    return words(game.key).phrase("events", what, facts)


def learner(session: Session) -> int:
    return session.learners[0] if len(session.learners) == 1 else -2


def happened(before: Session, after: Session, speech: Speech) -> str:
    """The events since, and the words that follow every move."""
    key, many = after.game.key, len(before.replay.past)
    thoughts = {line["line"]: line["thought"] for line in view(after)["log"]}
    number, lines = before.event_count, []
    for past in after.replay.past[many:]:
        for event in past.events:
            lines.append((number, event.seat, named(after, past.state, event)))
            number += 1
    lines = lines[-60:]
    own_name = after.game.result(after.state)["drivers"][max(0, learner(after))]
    if speech == "brief":
        own = [
            line for line in lines if line[1] in (-1, learner(after)) or (learner(after) >= 0 and own_name in line[2])
        ]
        if len(after.learners) != 1:
            own = [line for line in lines if line[1] == -1]
        lines = own or lines[-1:]
    lines = lines[-NEWEST[speech] :]
    texts = [twice.joined([text, thoughts.get(number, "") if speech == "full" else ""]) for number, _, text in lines]
    if speech == "full" and "dials" in text_tables(f"games.{key}")["words"]["page"]["asks"]:
        return " ".join([*texts, answer(after, "dials")])
    return " ".join([*texts, *(dial["text"] for dial in view(after)["dials"] if dial.get("aloud"))])


def laid(tell: twice.Twice, before: Session, after: Session, swapped: bool, speech: Speech) -> str:
    """The draft as it lies now, and the rules' answer to it."""
    was, now = before.draft, after.draft
    if now == was:
        return ""
    if swapped and not now:
        return tell("say-none")
    if is_part(now, was) and not swapped:
        return tell("say-taken")
    same = [one == other for one, other in zip(now, was, strict=False)]
    is_one_more = len(now) == len(was) + 1 and all(same)
    is_one_other = len(now) == len(was) and same.count(False) == 1
    at = same.index(False) if is_one_other else len(now) - 1
    names = [step["name"] for step in view(after)["draft"]]
    if (is_one_more or is_one_other) and not swapped:
        return twice.joined([f"{names[at]}.", verdict(tell, after, [at], speech)])
    return twice.joined([tell("say-laid", list=", ".join(names)), verdict(tell, after, range(len(now)), speech)])


def is_part(now: Sequence[object], was: Sequence[object]) -> bool:
    """Whether nothing lies now but what lay before, in the same order."""
    left = list(was)
    for one in now:
        if one not in left:
            return False
        del left[: left.index(one) + 1]
    return len(now) < len(was)


def verdict(tell: twice.Twice, session: Session, asked: Sequence[int], speech: Speech) -> str:
    """The first objection to these steps, or that the draft may be laid."""
    game, state, draft = session.game, session.visible_state, session.draft
    risks = [one for one in game.risk(state, draft) if one]
    chance = f"{tell('chance', chance=twice.percent(sum(risks)))}." if risks else ""  # type: ignore[arg-type]  # not none
    refused, advised = game.judge(state, draft), game.advise(state, draft)
    objections: list[Violation] = [one for at in sorted(set(asked)) for one in (*refused, *advised) if one.at == at]
    if not objections:
        said = "" if speech == "brief" else tell("say-legal")
        return twice.joined([said, chance]) if speech == "full" else said
    first = explain(game, state, draft, objections[0])
    if speech == "brief":
        return f"{first.title}."
    if speech == "normal":
        return f"{first.title}. {first.said}"
    ways = "; ".join(one.label for one in first.remedies)
    return twice.joined(
        [f"{first.title}.", first.said, first.why, f"{tell('try')}: {ways}." if ways else first.fix, chance]
    )
