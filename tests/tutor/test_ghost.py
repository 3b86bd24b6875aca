"""A ghost beside a drive: offered where a table is at hand, told in true sentences, and the same however one came
there."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

import pytest

from rallyman_tutor.coach import ghost
from rallyman_tutor.coach.coaches import RACES
from rallyman_tutor.core.notation import Refused
from rallyman_tutor.games import SHELF
from rallyman_tutor.tutor.advice.ghost_view import GhostStanding, driven
from rallyman_tutor.tutor.session.helping import can_have_ghost, legs
from rallyman_tutor.tutor.session.intents import Act, Ghost, Lay, Look, Undo
from rallyman_tutor.tutor.session.playing import begin
from rallyman_tutor.tutor.session.session import CoDriver, Session
from rallyman_tutor.tutor.session.sharing import open_shared, restore, save, share
from rallyman_tutor.tutor.session.update import update
from rallyman_tutor.tutor.table.view import view
from rallyman_tutor.tutor.words.words import words
from tests.some import some
from tests.tutor.test_review import driven_on, to_the_finish
from tests.tutor.test_session import does

pytestmark = pytest.mark.usefixtures("same_tables")

STAGES = {"classic": "short", "dirt": "R4-SS1"}


def beside(key: str = "classic", stage: str = "", cars: int = 1, moves: int = 0, seed: str = "3") -> Session:
    """A drive with a ghost, after so many decisions of a beginner."""
    names = ("You", "Ana", "Ben")[:cars]
    session = update(begin(SHELF[key], stage or STAGES[key], names, frozenset(range(1, cars)), seed), Ghost(on=True))
    for _ in range(moves):
        session = driven_on(session, "novice")
    return session


def at_finish(key: str = "classic", stage: str = "", seed: str = "3") -> Session:
    return to_the_finish(beside(key, stage, seed=seed), "novice")


def stand(session: Session) -> GhostStanding:
    """How the ghost stands, once all of its turns are worked out."""
    *worked_out, found = driven(session)
    assert found and not any(worked_out)
    return found


def every_moment(session: Session) -> Iterator[Session]:
    """A drive with every moment of its past."""
    for at in range(-1, session.event_count):
        yield update(session, Look(at))


@pytest.mark.parametrize(
    ("key", "table"), [("classic", "s1 R2/3x2 s1"), ("dirt", "202a 203a<"), ("mil_millas", ""), ("crazy_rally", "")]
)
def test_without_a_table_there_is_none(key: str, table: str) -> None:
    game = SHELF[key]
    seats = game.seats[0]
    others = frozenset(range(1, seats))
    session = begin(game, table or next(iter(game.ready_tables)), ("You", "Ana", "Ben")[:seats], others, "1")
    with pytest.raises(Refused, match="not-offered" if game.has_hidden_hands else "no-ghost"):
        update(session, Ghost(on=True))
    assert not update(session, Ghost(on=False)).co_driver.ghost


@pytest.mark.parametrize("key", STAGES)
def test_it_can_be_sent_away(key: str) -> None:
    assert view(beside(key))["ghost"] and not view(update(beside(key), Ghost(on=False)))["ghost"]


@pytest.mark.parametrize("key", STAGES)
def test_it_changes_nothing_in_the_game(key: str) -> None:
    with_one = beside(key, moves=9)
    without = update(begin(SHELF[key], STAGES[key], ("You",), frozenset(), "3"), Ghost(on=False))
    for _ in range(9):
        without = driven_on(without, "novice")
    assert with_one.state == without.state and with_one.replay.save() == without.replay.save()
    assert {**view(with_one), "ghost": False} == view(without)


@pytest.mark.parametrize(("key", "cars"), [("classic", 1), ("classic", 3), ("dirt", 1), ("dirt", 3)])
def test_it_has_as_many_turns_as_the_learner_and_its_sentence_is_true(key: str, cars: int) -> None:
    session, rounds = beside(key, cars=cars), []
    states = list(ghost.drive(session.game, legs(session)[0].start, "3:ghost:0"))
    language = words(key)
    while not session.game.over(session.state):
        own = RACES[key]().standing(session.state, 0)
        rounds += [own.round] if own.round not in rounds else []
        told, state = stand(session), states[min(len(rounds), len(states)) - 1]
        now = ghost.stands(session.game, state)
        time, theirs = (language.fact("time", seconds) for seconds in (now.time, own.time))
        where = language.place(now.place), f"in {language.fact('gear', now.gear)},"
        assert told.state == state and told.place == now.place and told.row is None
        assert re.search(rf"{time}\. You:\s{theirs}\.$", told.said) and not re.search(r"[{}<>]|None", told.said)
        assert now.status == "finished" or all(one in told.said for one in where)
        session = driven_on(session, "novice")
    assert len(rounds) > 2


@pytest.mark.parametrize("key", STAGES)
def test_at_the_finish_its_whole_time_stands_in_a_row_of_its_own(key: str) -> None:
    session = at_finish(key)
    (leg,) = legs(session)
    last = list(ghost.drive(session.game, leg.start, "3:ghost:0"))[-1]
    told = stand(session)
    assert session.game.over(last) and told.state == last
    assert told.row == ("Ghost of the best driving", words(key).fact("time", ghost.stands(session.game, last).time))
    assert told.row[1] in told.said


@pytest.mark.parametrize("key", STAGES)
def test_it_is_the_same_after_a_reload_and_a_shared_code(key: str) -> None:
    session = at_finish(key)
    told = [stand(one) for one in every_moment(session)]
    assert len({one.said for one in told}) > 3
    ghost._after.cache_clear()
    for again in some((restore(session.game, save(session)), open_shared(SHELF, share(session)))):
        assert again.co_driver.ghost and [stand(one) for one in every_moment(again)] == told


@pytest.mark.parametrize("key", STAGES)
def test_it_goes_back_with_the_learner(key: str) -> None:
    session, told = beside(key), []
    while not session.game.over(session.state):
        told.append(stand(session))
        session = driven_on(session, "novice")
    for before in some(reversed(told)):
        past = len(session.replay.past)
        while len(session.replay.past) == past:
            session = update(session, Undo())
        assert stand(session) == before


def test_a_drive_that_was_saved_before_there_were_ghosts_has_none_and_a_wrong_word_asks_for_none() -> None:
    session = update(beside(moves=3), Ghost(on=False))
    assert "ghost" not in save(session) and not restore(session.game, save(session)).co_driver.ghost
    for wrong in some((1, "yes", None)):
        assert not restore(session.game, {**save(session), "ghost": wrong}).co_driver.ghost


def test_laying_dice_leaves_it_where_it_is() -> None:
    session = beside()
    assert stand(does(session, Lay("1"), Lay("2"))) == stand(session)


def test_in_a_rally_it_drives_every_stage_and_its_times_are_summed() -> None:
    rally = begin(SHELF["dirt"], "R5", ("You",), frozenset(), "2")
    session = update(rally, Ghost(on=True))
    while len(legs(session)) < 2:
        session = driven_on(session, "works")
    first, second = legs(session)
    assert stand(session).said.endswith(f"You:\u00a0{words('dirt').fact('time', second.time)}.")
    session = to_the_finish(session, "works")
    ends = [
        list(ghost.drive(session.game, leg.start, f"2:ghost:{number}"))[-1]
        for number, leg in enumerate(some(legs(session)))
    ]
    times = [ghost.stands(session.game, end) for end in ends]
    is_out = any(one.status == "out" for one in times)
    assert len(times) == 3 and first == legs(session)[0]
    row = stand(session).row
    assert row and row[1] == ("out" if is_out else words("dirt").fact("time", sum(one.time for one in times)))


@pytest.mark.parametrize("first", [True, False])
def test_a_rally_with_a_stage_that_nobody_worked_out_has_no_row(first: bool) -> None:
    """Whether it is the first one, on which there is no ghost, or the last, from which on there is none."""
    solved, other = SHELF["classic"].ready_tables["first"], "s1 R2/3x2 s1"
    stages = [other, solved, solved] if first else [solved, solved, other]
    rally = begin(SHELF["classic"], f"sheet You ; {' * ; '.join(stages)}", (), frozenset(), "2")
    over = replace(to_the_finish(rally, "works"), co_driver=CoDriver(ghost=True))
    assert len(legs(over)) == 3 and can_have_ghost(over) is first
    if first:
        assert stand(over).row is None and "You" in stand(over).said
    else:
        with pytest.raises(ghost.NoGhost):
            stand(over)


def test_several_learners_are_told_by_name() -> None:
    session = update(begin(SHELF["classic"], "first", ("Ana", "Ben"), frozenset(), "3"), Ghost(on=True))
    assert re.search(r"Ana:\s0:00\.$", stand(session).said)


def test_whoever_is_out_has_no_time() -> None:
    assert re.search(r"You:\sout\.$", stand(update(beside(), Act("retire"))).said)
