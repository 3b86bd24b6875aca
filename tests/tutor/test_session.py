"""A learner's table: laying, taking back, rolling, undoing, looking back, keeping."""

from __future__ import annotations

import json
import random
from dataclasses import replace

import pytest

from rallyman_tutor.core.notation import Refused
from rallyman_tutor.core.rule import Illegal
from rallyman_tutor.games import SHELF
from rallyman_tutor.tutor.session.intents import Act, AtTable, Clear, Copy, Lay, Look, Put, Swap, Take, Undo
from rallyman_tutor.tutor.session.playing import begin, dice_still_foretold
from rallyman_tutor.tutor.session.session import PRESENT, Session
from rallyman_tutor.tutor.session.sharing import restore, save
from rallyman_tutor.tutor.session.update import attempt, update
from rallyman_tutor.tutor.table.view import view
from tests.games.opened import opened

GAME = SHELF["classic"]


def table(stage: str = "first", cars: int = 1, seed: str = "7") -> Session:
    return begin(GAME, stage, ("You", "Ana", "Ben", "Cleo")[:cars], frozenset(range(1, cars)), seed)


def does(session: Session, *intents: AtTable) -> Session:
    for intent in intents:
        session = update(session, intent)
    return session


def lay(piece: str, place: str = "") -> Lay:
    return Lay(piece, place)


def rolls_first(session: Session) -> Session:
    return update(session, Act(GAME.write_move(session.draft[0])))


def drafted(session: Session) -> list[str]:
    return [GAME.write_move(move) for move in session.draft]


def test_a_die_laid_without_a_space_takes_the_next_that_fits() -> None:
    assert drafted(does(table(), lay("1"), lay("2"), lay("w"))) == ["1>s1", "2>s2", "w>s3"]


def test_a_die_that_may_not_be_laid_lies_there_all_the_same_for_the_co_driver_to_see() -> None:
    session = does(table(), lay("1"), lay("3", "s2"))
    assert drafted(session) == ["1>s1", "3>s2"]
    assert [broken.code for broken in GAME.judge(session.state, session.draft)] == ["CL-GEAR-03"]


def test_a_die_may_be_laid_on_any_space_however_far() -> None:
    session = does(table("long"), lay("1", "s9"))
    assert drafted(session) == ["1>s9"]
    assert GAME.judge(session.state, session.draft)


def test_on_the_shortest_stage_a_die_may_be_laid_behind_the_car_too() -> None:
    session = does(table("s3 | A@s2 g2"), lay("2", "start"))
    assert drafted(session) == ["2>start"]
    assert GAME.judge(session.state, session.draft)


def test_dice_that_were_not_rolled_are_gone_when_the_next_learner_is_in_turn() -> None:
    session = begin(GAME, "s14 | Ana@s1 g2 ; Ben@s9 g2 | Ana then Ben", (), frozenset(), "1")
    session = does(session, lay("3"), lay("4"), Act("3>s2"))
    assert drafted(session) == ["4>s3"]
    after = update(session, Act("stop"))
    assert GAME.turn(after.state) != GAME.turn(session.state) and drafted(after) == []


def test_every_die_can_be_taken_back() -> None:
    session = does(table(), lay("1"), lay("2"), lay("3"))
    assert drafted(update(session, Take(1))) == ["1>s1", "3>s3"]
    assert drafted(update(session, Take())) == ["1>s1", "2>s2"]
    assert drafted(update(session, Clear())) == []


def test_a_laid_die_can_be_carried_to_another_space() -> None:
    session = does(table("bends"), lay("1"), lay("2"), lay("3"), lay("w", "b1.line"))
    assert drafted(update(session, Put(3, "b1.d1")))[-1] == "w>b1.d1"


def test_a_second_draft_lies_beside_the_first() -> None:
    session = does(table(), lay("1"), Copy(), lay("2"), Swap())
    assert drafted(session) == ["1>s1"]
    assert drafted(update(session, Swap())) == ["1>s1", "2>s2"]


def test_two_drafts_that_were_swapped_are_swapped_back_by_undo_and_what_was_rolled_stays_rolled() -> None:
    rolled = rolls_first(does(table(), lay("1")))
    before = does(rolled, lay("2"), Copy(), Take())
    after = does(before, Swap())
    assert (drafted(before), drafted(after)) == ([], ["2>s2"])
    undone = update(after, Undo())
    assert undone.drafts == before.drafts and undone.replay == rolled.replay
    assert drafted(update(undone, Undo())) == ["2>s2"], "the die that was taken back lies there again"


def test_the_second_draft_is_gone_with_the_moment_it_was_laid_in() -> None:
    session = does(table(), lay("1"), Copy(), lay("2"))
    assert session.drafts.second
    assert rolls_first(session).drafts.second == ()


def test_what_is_left_of_a_draft_stays_after_a_roll() -> None:
    session = rolls_first(does(table(), lay("1"), lay("2"), lay("3")))
    assert drafted(session) == ["2>s2", "3>s3"]
    assert opened(session.state).car.place == 1


def driven_as_one() -> Session:
    """Where a draft is driven as one: three dice of it laid, and the first of them rolled."""
    session = does(begin(SHELF["dirt"], "FX-S | You@L3 g3", ("You",), frozenset(), "7"), lay("3"), lay("4"), lay("w"))
    return presses(session)


def presses(session: Session) -> Session:
    """The first button."""
    game = session.game
    return update(session, Act(game.write_move(game.desk(session.state, session.draft).offers[0].move)))


def pieces(session: Session) -> list[str]:
    return [laid.piece for laid in session.game.desk(session.state, session.draft).laid]


def test_of_a_draft_that_is_driven_as_one_the_game_keeps_what_is_not_rolled() -> None:
    session = driven_as_one()
    assert pieces(session) == ["4", "w"]
    assert session.draft == session.game.frozen_draft(session.state) == opened(session.state).turn.draft
    assert pieces(presses(session)) == ["w"]
    assert session.game.frozen_draft(presses(presses(session)).state) is None  # it is laid afresh in the next turn


def test_undo_lays_a_draft_that_was_driven_as_one_whole_again() -> None:
    session = does(driven_as_one(), Undo())
    assert pieces(session) == ["3", "4", "w"] and session.replay.past == ()


def test_undo_within_a_draft_that_is_driven_as_one_goes_back_by_one_die() -> None:
    assert pieces(does(presses(driven_as_one()), Undo())) == ["4", "w"]


def test_undo_lays_a_rolled_die_again_before_those_that_still_lie_and_is_offered_while_there_is_something() -> None:
    def told(session: Session) -> tuple[list[str], bool]:
        return drafted(session), view(session)["undo"]

    laid = does(table(), lay("1"), lay("2"))
    assert [told(table()), told(laid)] == [([], False), (["1>s1", "2>s2"], True)]
    rolled = rolls_first(laid)
    assert told(rolled) == (["2>s2"], True)
    assert told(does(rolled, Undo())) == (["1>s1", "2>s2"], True)
    assert told(does(rolled, Undo(), Undo(), Undo())) == ([], False)


def test_a_game_that_keeps_nothing_of_a_draft_leaves_it_to_the_driver() -> None:
    session = does(table(), lay("1"), lay("2"), lay("3"))
    assert GAME.frozen_draft(session.state) is GAME.frozen_draft(rolls_first(session).state) is None


def test_undo_goes_back_through_drafts_and_moves_to_the_beginning() -> None:
    start = table("jumps", 3)
    session = does(start, lay("1"), lay("2"), lay("4"), Take(1), Undo())
    assert drafted(session) == ["1>s1", "2>s2", "4>s3"]
    session = rolls_first(does(session, Take()))
    session = rolls_first(session)
    session = does(session, Act("stop"))
    assert opened(session.state).turn.seat == 0
    for _ in range(60):
        session, refused = attempt(session, Undo())
        if refused:
            break
    assert refused is not None
    assert session.state == start.state
    assert drafted(session) == []


def test_rolling_again_after_undo_shows_the_same_face() -> None:
    session = does(table(), lay("1"), lay("2"))
    once = rolls_first(session)
    again = rolls_first(does(once, Undo()))
    assert once.replay.past[-1].shown == again.replay.past[-1].shown
    assert once.state == again.state


def test_the_other_cars_drive_by_themselves_until_it_is_the_learners_turn() -> None:
    session = table("jumps", 4)
    for die in "1212":  # a car more starts in every round
        session = does(rolls_first(does(session, lay(die))), Act("stop"))
        assert opened(session.state).turn.seat == 0
    assert {car.name for car in opened(session.state).cars if car.place} == {"You", "Ana", "Ben", "Cleo"}


def test_looking_back_changes_nothing() -> None:
    session = rolls_first(rolls_first(does(table(), lay("1"), lay("2"))))
    back = does(session, Look(0))
    assert back.displayed_state == session.replay.past[0].state
    assert back.state == session.state
    assert does(back, Look(PRESENT)) == session


@pytest.mark.parametrize(
    "intent",
    [
        Lay(""),
        Lay("9"),
        Lay("1", "s99"),
        Take(5),
        Put(0, move="wheel wheel"),
        Put(0, move="<b>"),
        Put(-1, move="1"),
        Act("stop"),
        Act(""),
        Look(3),
        Look(-2),
        Undo(),
    ],
)
def test_what_cannot_be_done_is_refused_and_nothing_is_lost(intent: AtTable) -> None:
    session = table()
    after, refused = attempt(session, intent)
    assert isinstance(refused, Refused | Illegal)
    assert after is session


def test_a_die_that_lies_already_is_not_laid_twice() -> None:
    with pytest.raises(Refused, match="piece-laid"):
        does(table(), lay("1"), lay("1"))


def test_what_a_browser_keeps_comes_back_whole() -> None:
    session = rolls_first(does(table("jumps", 3), lay("1"), lay("2"), Copy(), lay("3")))
    again = restore(GAME, json.loads(json.dumps(save(session))))
    assert again.state == session.state
    assert (again.draft, again.drafts.second, again.bots, again.seed) == (
        session.draft,
        session.drafts.second,
        session.bots,
        "7",
    )


@pytest.mark.parametrize(
    "wrong",
    [
        None,
        [],
        {},
        {"format": 99},
        {"format": 1, "replay": None},
        {"format": 1, "replay": {}, "draft": []},
    ],
)
def test_what_no_table_was_kept_as_is_refused(wrong: object) -> None:
    with pytest.raises(Refused):
        restore(GAME, wrong)


@pytest.mark.parametrize("part", ["draft", "other", "bots", "replay"])
@pytest.mark.parametrize("wrong", [None, 3, "1", [["1"]], ["<script>"], {"a": 1}])
def test_a_table_with_a_broken_part_is_refused(part: str, wrong: object) -> None:
    kept = {**save(does(table("jumps", 2), lay("1"))), part: wrong}
    with pytest.raises((Refused, Illegal)):
        restore(GAME, kept)


@pytest.mark.parametrize("seed", range(12))
def test_clicking_about_at_random_never_breaks_anything(seed: int) -> None:
    luck = random.Random(seed)
    session = table(luck.choice(list(GAME.ready_tables)), luck.randint(1, 4), str(seed))
    for _ in range(60):
        desk = GAME.desk(session.state, session.draft)
        places = [place.key for place in GAME.places(session.state)]
        clicks: list[AtTable] = [
            lay(luck.choice("12345w"), luck.choice(["", "", luck.choice(places)])),
            lay(luck.choice("12345w")),
            Take(luck.randint(0, 3)),
            Put(luck.randint(0, 3), luck.choice(places)),
            Undo(),
            Swap(),
            Copy(),
            Clear(),
            Look(luck.randint(-1, max(0, session.event_count - 1))),
            *(Act(GAME.write_move(offer.move)) for offer in desk.offers if offer.name != "retire"),
        ]  # fmt: skip
        session, _ = attempt(session, luck.choice(clicks))
        assert restore(GAME, save(session)).state == session.state


def test_dice_can_be_told_in_advance_and_undo_gives_them_back() -> None:
    session = replace(table(), foretold=("!", ".", "!"))
    once = rolls_first(rolls_first(does(session, lay("1"), lay("2"))))
    assert [past.shown for past in once.replay.past] == [("!",), (".",)]
    again = rolls_first(does(once, Undo()))
    assert again.replay.past == once.replay.past and dice_still_foretold(again) == ["!"]


def test_what_is_told_is_for_the_learner_alone() -> None:
    session = rolls_first(does(replace(table(cars=2), foretold=(".", "!")), lay("1")))
    session = update(session, Act("stop"))
    session = rolls_first(does(session, lay("2")))
    assert [past.shown for past in session.replay.past if past.move == GAME.read_draft("2>s2").moves[0]][-1] == ("!",)


def test_the_second_draft_is_put_away_once_a_die_is_rolled() -> None:
    """It was laid from where the car stood before."""
    session = does(table(), lay("1"), Copy(), lay("2"))
    assert session.drafts.second
    assert rolls_first(session).drafts.second == ()
