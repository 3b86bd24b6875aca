"""Two ways beside each other, and the turn that was just driven, are told twice: sums are added up anew, and what is
seen if nothing goes wrong is driven by the engine."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any, NamedTuple

import pytest

from rallyman_tutor.coach.coaches import race_coach
from rallyman_tutor.coach.principles import PRINCIPLES
from rallyman_tutor.coach.review import turns_driven
from rallyman_tutor.coach.steps import to_the_end
from rallyman_tutor.coach.why import why_decided
from rallyman_tutor.core.luck import Prompted
from rallyman_tutor.core.replay import Replay
from rallyman_tutor.games import SHELF
from rallyman_tutor.tutor.advice.advice_view import advised
from rallyman_tutor.tutor.advice.turn_view import last_turn
from rallyman_tutor.tutor.advice.ways_view import beside, in_a_breath, ways_shown
from rallyman_tutor.tutor.advice.why_view import why_in_words
from rallyman_tutor.tutor.session.session import CoDriver, Drafts, Questions, Session
from rallyman_tutor.tutor.words.words import text_tables, words
from tests.games.opened import opened
from tests.some import some
from tests.tutor import told_twice as twice
from tests.tutor.test_why_twice import figure

BENDS = "s3 R3/4x3 s2 L2/3x2 s3 R4/5x3 s3"
FOREST = "s4 R3 s3 L3 s3 | A@s1 g1"
TURNS = ("now", "next", "later")
GROUPS = {"lost": "lost", "out": "out", "earned": "earned", "spent": "spent", "wheel": "wheel", "to go": "to go"}
CASES = [
    *((key, example) for key, all_ in PRINCIPLES.items() for one in all_[::4] for example in one.holds[:1]),
    ("classic", f"{FOREST} :: 2 3"),
    ("classic", f"{BENDS} | A@s1 g3 s2 :: 4 w"),
    ("classic", f"{BENDS} | A@s1 g3 s2 :: "),
    ("classic", f"{FOREST} :: "),
    ("dirt", "202a 210a:L2 208a:R1 203b | A@1.R2 #1 | A leader A :: "),
]


SELDOM = {
    "alike",
    "button",
    "ending",
    "so-many-at-once",
    "own-is-good",
    "saves-out",
    "saves-wheel",
    "saves-spent",
    "cheap-out",
    "way",
    "turn-ends",
    "cheap-wheel",
    "cheap-spent",
    "cheap-lost",
    "dear-out",
    "dear-wheel",
}
"""Texts that these few cases need not come to: each is like one beside it, of another part."""  # fmt: skip


class Told(NamedTuple):
    """Everything that was said of a draft, and the two accounts it is about, by turn and group."""

    session: Session
    text: str
    ways: Any
    found: Any

    def sums(self, which: str) -> Mapping[tuple[str, str], float]:
        added: dict[tuple[str, str], float] = defaultdict(float)
        for part, seconds in getattr(self.found, which).parts.items():
            added[part.when, GROUPS.get(part.what, "pace")] += seconds
        return added


def told(key: str, example: str) -> Told | None:
    """A draft beside the best one; where nothing is laid, or dice that may not be laid so, another decision."""
    position, _, written = example.partition(" :: ")
    game: Any = SHELF[key]
    state = opened(race_coach(game).with_seconds_told_apart(opened(game.read(position))))
    moves = game.read_draft(written).moves
    draft = tuple(step for move in moves for step in (game.form(move).steps or (move,)))
    draft = draft if all(game.form(move).kind == "die" for move in draft) and not game.judge(state, draft) else ()
    work = beside(game, state, draft)
    both = to_the_end(work.go_on())
    if both is None:
        return None
    shown = ways_shown(game, words(key), state, both)
    text = in_a_breath(game, words(key), state, "§.", both)
    return Told(Session(Replay(game, {}, state), drafts=Drafts(draft)), text, shown, both.why)


def check(key: str, example: str) -> str:
    """Tells both ways anew, and compares; which sentence told the saving."""
    case, tell = told(key, example), twice.Twice(key, "ways")
    if case is None:
        return ""
    text, ways, is_own = case.text, case.ways, bool(case.session.draft)
    own, best = case.sums("own"), case.sums("of_best")
    bars = [sum(one.values()) for one in (own, best)]
    assert [bar["total"] for bar in ways["bars"]] == [f"{round(bar) // 60}:{round(bar) % 60:02}" for bar in bars]
    for bar, sums in zip(ways["bars"], (own, best), strict=True):
        assert sum(span["seconds"] for span in bar["spans"]) == pytest.approx(sum(sums.values()), abs=1e-9)
    if is_own:
        assert ways["bars"][0]["name"] == tell("yours")
    assert ways["bars"][1]["name"] == tell("best")
    assert ways["whens"] == {when: tell(when) for when in TURNS}
    assert ways["rows"][:3] == [turn_told(tell, when, own, best) for when in TURNS]
    assert ways["rows"][3:] == [*odds_told(tell, case), *parting_told(tell, key, ways)]
    bars_said = [tell("say-bar", name=bar["name"], total=bar["total"]) for bar in ways["bars"]]
    assert ways["said"] == " ".join([*bars_said, *ways["rows"]])
    return saving_told(tell, case, text, own, best, is_own=is_own)


def turn_told(tell: twice.Twice, when: str, own: Mapping[Any, float], best: Mapping[Any, float]) -> str:
    apart = {group: own.get((when, group), 0.0) - best.get((when, group), 0.0) for group in {*GROUPS.values(), "pace"}}
    whole = sum(apart.values())
    if abs(whole) < 0.05:
        return tell("alike", when=tell(when))
    most = max(apart, key=lambda one: apart[one] if whole > 0 else -apart[one])
    name = "to-go" if most == "to go" else f"{'dear' if whole > 0 else 'cheap'}-{most}"
    seconds = twice.Twice(tell.game, "why")("seconds", count=figure(abs(whole)).removesuffix(" s"))
    return tell("more" if whole > 0 else "less", when=tell(when), seconds=seconds, part=tell(name))


def odds_told(tell: twice.Twice, case: Told) -> list[str]:
    """The space where control is lost more often, or less, by most."""
    chances = [
        {place: much for (what, place), much in getattr(case.found, which).often.items() if what == "lost"}
        for which in ("own", "of_best")
    ]
    places = {*chances[0], *chances[1]}
    shown = case.ways["odds"]
    if shown is not None:
        place = shown["place"]
        most = max(abs(chances[0].get(one, 0.0) - chances[1].get(one, 0.0)) for one in places)
        assert abs(chances[0].get(place, 0.0) - chances[1].get(place, 0.0)) == most
    else:
        assert all(abs(chances[0].get(one, 0.0) - chances[1].get(one, 0.0)) < 0.005 for one in places)
        return []
    own, best = (twice.percent(Fraction(round(one.get(place, 0.0), 9))) for one in chances)
    assert shown == {"place": place, "text": tell("odds", own=own, best=best)}
    return [tell("odds-said", space=twice.place(tell.game, place), own=own, best=best)]


def parting_told(tell: twice.Twice, key: str, ways: Any) -> list[str]:
    row, space = ways["rows"][-1], place_name(key, ways["parts"])
    if row == tell("part-for-good", space=space):
        return [row]
    begins, _, ends = tell("part-and-meet", space=space, meets="§").partition("§")
    assert row.startswith(begins) and row.endswith(ends)
    return [row]


def place_name(key: str, place: str) -> str:
    return words(key).place(place)


def saving_told(
    tell: twice.Twice, case: Told, text: str, own: Mapping[Any, float], best: Mapping[Any, float], *, is_own: bool
) -> str:
    """The most that is saved, by its group; the name of a principle before it is one of the game's."""
    groups = {*GROUPS.values(), "pace"}
    saved = {
        group: sum(own.get((when, group), 0.0) - best.get((when, group), 0.0) for when in TURNS) for group in groups
    }
    most = max(saved, key=lambda one: saved[one])
    seconds = case.found.behind if most == "to go" or not case.found.is_whole else saved[most]
    amount = twice.Twice(tell.game, "why")("seconds", count=figure(seconds).removesuffix(" s"))
    names = [f"saves-{most}"] if most != "pace" else [f"saves-pace{end}" for end in ("", "-finish", "-gear", "-far")]
    names = ["saves-all"] if most == "to go" or not case.found.is_whole else names
    gaps = dict.fromkeys(("gear", "own", "space", "other"), "§")
    fits = [name for name in names if is_pattern(tell(name, seconds=amount, **gaps), text)]
    assert len(fits) <= 1, fits
    if not fits:
        assert len(text.split()) <= 40 and not text.endswith("§")
        return ""
    if is_own:
        assert tell("your-dice") in text
    codes = text_tables(f"games.{tell.game}")["words"]["driving"]
    named = [one["name"] for one in codes.values() if f"{tell('principle', name=one['name'])} " in text]
    assert len(named) <= 1
    return fits[0]


def check_what_is_best() -> None:
    """Which draft is the best is told before the reason; of the learner's own dice only how good they are."""
    tell, game = twice.Twice("classic", "ways"), SHELF["classic"]
    state = game.read(FOREST)
    told = twice.Twice("classic", "worth")("draft-attack", dice="the 2, 3, both gas dice, the 4")
    for dice, behind in (("2 3 w w 4", 0.0), ("2", 9.0), ("", 9.0)):
        draft = game.read_draft(dice).moves
        session = Session(Replay(game, {}, state), drafts=Drafts(draft), asked=Questions(parts=3))
        *_, shown = advised(session)
        assert shown
        begins = tell("own-is-best") if behind == 0.0 else tell("best-is", draft=told)
        assert shown["parts"][0]["text"].startswith(begins)


def is_pattern(pattern: str, text: str) -> bool:
    """Whether a sentence with gaps ends a text."""
    parts, at = pattern.split("§"), 0
    for part in parts:
        found = text.find(part, at)
        if found < 0:
            return False
        at = found + len(part)
    return True


def test_both_ways_are_told_again_and_every_text_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    for key, example in some(CASES):
        check(key, example)
    check_what_is_best()
    with monkeypatch.context() as patch:
        patch.setattr("rallyman_tutor.coach.race_coach._charges_of", lambda *_: None)
        check("classic", f"{BENDS} | A@s2 g3 s2 :: 4")
    assert twice.never_told("ways") <= SELDOM


@pytest.mark.parametrize(
    ("draft", "name"), [("2>s2 stop", "cost"), ("A[2 3 w w 4] 2>s2 3>s3 w>s4 w>b1.line 4>s5 stop", "good")]
)
def test_the_turn_that_was_driven_is_told_again_and_only_to_whoever_wishes_it(draft: str, name: str) -> None:
    game: Any = SHELF["classic"]
    replay: Any = Replay(game, {}, game.read(FOREST))
    losses: list[tuple[float, Any, Any]] = []
    for move in game.read_draft(draft).moves:
        if not game.is_legal(replay.state, (move,)):
            break
        best = race_coach(game).at_hand(replay.state).best
        losses.append((best.cost_of(replay.state, move) - best.costs(replay.state)[0][0], replay.state, move))
        replay = replay.play(move, Prompted((), rest=game.harmless_luck))
    behind, state, move = max(losses, key=lambda one: one[0])
    session = Session(replay, co_driver=CoDriver(help="after"))
    *_, shown = last_turn(session)
    tell = twice.Twice("classic", "turn")
    seconds = twice.Twice("classic", "why")("seconds", count=figure(behind).removesuffix(" s"))
    made, better = (
        twice.button("classic", state, "stop"),
        why_in_words(game, words("classic"), why_decided(game, state, move)),
    )
    facts = {"space": twice.stands("classic", state), "move": made, "seconds": seconds, "better": better}
    assert shown == {"said": tell(name, **facts), "place": "" if name == "good" else "s2"}
    assert not [*last_turn(replace(session, co_driver=CoDriver()))]


def test_a_principle_that_costs_something_again_in_a_drive_is_told_in_brief() -> None:
    """The better decision is told the first time. A turn that went against another principle does not count."""
    game: Any = SHELF["classic"]
    tell, replay, told = twice.Twice("classic", "turn"), Replay(game, {}, game.read(FOREST)), list[str]()
    places = ("s2", "s3", "s4")
    for place in places:
        for move in game.read_draft(f"2>{place} stop").moves:
            replay = replay.play(move, Prompted((), rest=game.harmless_luck))
        *_, shown = last_turn(Session(replay, co_driver=CoDriver(help="after")))
        assert shown and shown["place"] == place
        told.append(shown["said"])
    found = why_decided(game, *turns_driven(game, replay, 0)[0][1])
    name = words("classic").driving(found.named.principle.code)["name"] if found.named else ""
    assert told[0].endswith(f"Better there: {why_in_words(game, words('classic'), found)}")
    for place, said in zip(places[1:], told[1:], strict=True):
        space = words("classic").place(place)
        begins, _, ends = tell("cost-again", name=name, space=space, move="§", seconds="§").partition("§")
        assert said.startswith(begins) and is_pattern(ends, said)
