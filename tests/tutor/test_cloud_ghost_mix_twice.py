"""Told twice: a draft driven a thousand times, the ghost beside a drive, advice with other cards; see
`told_twice.py`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import product

import pytest

from rallyman_tutor.coach.cloud import cloud
from rallyman_tutor.coach.coaches import RACES
from rallyman_tutor.coach.draft_worth import weigh
from rallyman_tutor.coach.steps import to_the_end
from rallyman_tutor.coach.what_if import tried
from rallyman_tutor.tutor.advice.cloud_view import _share, clouded
from rallyman_tutor.tutor.advice.ghost_view import driven
from rallyman_tutor.tutor.advice.mix_view import MixShown, ShareShown, _reach_in_words, otherwise
from rallyman_tutor.tutor.session.intents import Act, Advise, Cloud, Draft, Look, Mix
from rallyman_tutor.tutor.session.session import PRESENT, Session
from rallyman_tutor.tutor.session.update import update
from rallyman_tutor.tutor.words.words import text_tables
from tests.games.facts import Case
from tests.some import some
from tests.tutor import told_twice as twice
from tests.tutor.test_ghost import beside
from tests.tutor.test_review import to_the_finish
from tests.tutor.test_session import does
from tests.tutor.test_view import sat

pytestmark = pytest.mark.usefixtures("same_tables")

STAGE = "202a 208a:L1 221b:L1 214a< 217a:R1 225a:R1 216a:L2 223b:R1 224b:L1 218a:L1 211a:L2 227a:R1 209b:R1 203a< 201a"


# -- A thousand drives -------------------------------------------------------------------------------------------------

DRAFTS = (
    ("classic", "s4 R3 s3 L3 s3 | A@s1 g1", ("2", "3", "w")),
    ("classic", "s4 R3 s3 L3 s3 | A@s1 g1", ("2",)),
    ("classic", "s4 R3 s3 L3 s3 | A@s1 g1 no-sisu", ("2", "3", "w", "w", "4")),
    ("classic", "s8 | A@s1 g1 no-sisu", ("w", "w", "2", "3", "4")),
    ("dirt", f"{STAGE} | A@4.L1 g6 c10 O1 #9 | A leader A r2", ("6>4.line1",)),
    ("dirt", f"{STAGE} | A@1.L2 g2 G3 | A leader A", ("2>1.L3", "3>2.L1")),
)


def share(chance: Fraction) -> str:
    """A chance to a tenth of a per cent: what may happen is never told as nothing, nor what may fail to as all."""
    told = f"{float(100 * chance):.1f} %"
    return "<0.1 %" if chance and told == "0.0 %" else ">99.9 %" if chance < 1 and told == "100.0 %" else told


def test_a_thousand_drives_are_counted_and_told_again() -> None:
    for key, position, dice in some(DRAFTS):
        tell = twice.Twice(key, "cloud")
        session = does(sat(position, game=key), Draft(dice), Cloud())
        *_, found = clouded(session)
        assert found
        seed = f"{session.seed}:cloud:{' '.join(map(session.game.write_move, session.draft))}"
        drives = to_the_end(cloud(session.game, session.state, session.draft, seed))
        lost = sum(end.lost for end in drives.ends)
        assert sum(end.many for end in drives.ends) == 1000 and sum(end.exact for end in drives.ends) <= 1
        rows = [
            [twice.place(key, end.place) if end.place != "finish" else "the finish", str(end.many), share(end.exact)]
            for end in drives.ends
        ]
        rows.append([tell("lost"), str(lost), share(drives.odds.lose)])
        head = text_tables("tutor")["cloud"]["head"]
        twice.TOLD["cloud"].add("head")
        assert found.told["head"] == [one.format(many=1000) for one in head] and found.told["rows"] == rows
        assert found.told["said"] == tell(
            "say", many=1000, space=rows[0][0], count=rows[0][1], exact=rows[0][2], lost=lost, loses=rows[-1][2]
        )
        chances = [*(end.exact for end in drives.ends), drives.odds.lose]
        off = max(-(-(1.96 * (1000 * float(one) * float(1 - one)) ** 0.5) // 1) for one in chances)
        assert found.told["how"] == (tell("how", most=int(off)) if off else tell("how-sure"))
    assert not twice.never_told("cloud")
    rare = Fraction(1, 4000)
    assert [_share(one) for one in (Fraction(0), rare, 1 - rare, Fraction(1))] == [
        "0.0 %",
        "<0.1 %",
        ">99.9 %",
        "100.0 %",
    ]


# -- The ghost ---------------------------------------------------------------------------------------------------------


def test_how_the_ghost_stands_is_read_again_from_its_position() -> None:
    for session in some([*drives("classic", 2), *drives("dirt", 1)]):
        key, tell = session.game.key, twice.Twice(session.game.key, "ghost")
        *_, stand = driven(session)
        assert stand
        car, own = (twice.written(key, state) for state in (stand.state, session.displayed_state))
        facts = {"time": time(tell, car), "own": time(tell, own), "driver": text_tables("tutor")["page"]["you"]}
        if session.game.over(stand.state):
            assert stand.said == tell("arrived", **facts)
        else:
            space = twice.stands(key, stand.state, "You") if "@" in car.car("You") else "the start"
            assert stand.said == tell("drives", space=space, gear=twice.gear(car.number("g", "You")), **facts)
        if session.viewed_event == PRESENT and session.game.over(session.state):
            assert stand.row == (tell("row"), facts["time"])
        else:
            assert stand.row is None or session.game.over(session.displayed_state)
    assert not twice.never_told("ghost")


def time(tell: twice.Twice, case: Case) -> str:
    """The clock of the learner's car, less the seconds in hand, as a watch has it."""
    if "out" in case.car("You").split():
        return tell("gone")
    taken = case.number("c", "You") - case.number("s", "You")
    return f"{'−' if taken < 0 else ''}{abs(taken) // 60}:{abs(taken) % 60:02}"


def drives(key: str, many: int) -> Iterator[Session]:
    """Drives with a ghost: after some decisions, looked back into, at the finish, and given up."""
    for seed in range(many):
        session = beside(key, moves=4, seed=str(seed))
        yield session
        yield from (update(session, Look(at)) for at in range(0, session.event_count, 3))
        yield to_the_finish(session, "novice")
    if key == "classic":
        yield update(beside(key), Act("retire"))


# -- Other cards -------------------------------------------------------------------------------------------------------

SHORTCUT = "s5 j3 s2 R3/4x3K4 s3 j4 s3 L2/3x2 s4 | A@s7 g4 no-sisu"
ROAD = "s4 R3 s3 L3 s3 | A@s1 g1"
MIXES: Sequence[tuple[str, tuple[str, int], bool]] = (
    (SHORTCUT, ("punctures", 8), True),
    (SHORTCUT, ("punctures", 6), False),
    (SHORTCUT, ("out", 1800), False),
    (ROAD, ("", 0), True),
)
"""Positions, what is moved there, and whether it is asked how far each slider reaches, which takes longer."""


def test_advice_with_other_cards_is_told_again() -> None:
    tell = twice.Twice("classic", "mix")
    for position, moved, asks_reach in some(MIXES):
        session = does(sat(position), Advise(), Advise(), Advise(), Mix(*moved))
        steps = filter(None, otherwise(session))
        first = next(steps)
        assert_best(tell, session, first)
        if asks_reach:
            *_, last = steps
            assert_reach(tell, last["shares"], last["said"])
            assert last == {**first, "shares": last["shares"], "said": last["said"]}
    assert_reach_of_every_kind(tell)
    assert not twice.never_told("mix")


def assert_reach_of_every_kind(tell: twice.Twice) -> None:
    """Wherever among four notches the advice holds."""
    values = ["none", "some", "more", "all"]
    share = next(otherwise_shares())
    for holds in product((False, True), repeat=4):
        told = _reach_in_words("classic", values, holds)
        one: ShareShown = {**share, "values": values, "holds": [*holds], "told": told}
        assert_reach(tell, [one])


def otherwise_shares() -> Iterator[ShareShown]:
    """The sliders of a turn."""
    (first, *_) = filter(None, otherwise(does(sat(ROAD), Advise(), Advise(), Advise(), Mix())))
    yield from first["shares"]


def assert_best(tell: twice.Twice, session: Session, shown: MixShown) -> None:
    game, state, mix = session.game, session.state, session.co_driver.mix
    assert mix is not None
    best = weigh(game, state, ()).best_draft
    house = to_the_end(tried(game, state, best, RACES["classic"]().house_mix()).go_on())
    now = to_the_end(tried(game, state, best, mix).go_on())
    costs = {"house": f"{house.best:.1f}", "best": f"{now.best:.1f}", "advised": f"{now.advised:.1f}"}
    behind = now.advised - now.best
    if mix == RACES["classic"]().house_mix():
        expected = [tell("as-house"), tell("house-costs", **costs)]
    elif behind < 0.05:
        expected = [tell("holds"), tell("holds-costs", **costs)]
    else:
        line = [*map(game.write_move, now.draft)]
        draft = twice.draft("classic", state, line)
        expected = [tell("other" if behind >= 0.5 else "other-little"), tell("other-costs", draft=draft, **costs)]
    assert [shown["verdict"], *shown["told"]] == expected and shown["said"] == f"{expected[0]}. {expected[1]}"
    assert shown["how"] == tell("how") and shown["caption"] == tell("caption")
    assert shown["shade"] == (0 if behind < 0.05 else 3 if behind >= 8 else 2 if behind >= 3 else 1)


def assert_reach(tell: twice.Twice, shares: Sequence[ShareShown], heard: str | None = None) -> None:
    """From where to where the advice holds, read off the notches one after the other; and what is heard of all."""
    said = []
    for one in shares:
        marks = "".join("x" if holds else "." for holds in one["holds"])
        runs = [(run.start(), run.end() - 1) for run in re.finditer("x+", marks)]
        if "." not in marks:
            assert one["told"] == tell("reach-all")
        elif not runs:
            assert one["told"] == tell("reach-none")
        else:
            told = [
                tell("reach-one", first=one["values"][first]) if first == last
                else tell("reach-run", first=one["values"][first], last=one["values"][last])
                for first, last in runs
            ]  # fmt: skip
            assert one["told"] == tell("reach", runs=twice.listed(told, " and "))
            said.append(tell("reach-of", label=one["label"], told=one["told"]))
    holds = all(all(one["holds"]) for one in shares)
    assert heard in (None, tell("holds-anyhow") if holds else " ".join(said))
