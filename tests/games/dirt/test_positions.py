"""Positions from random rallies as text, the odds of drafts counted in two ways, and what lies before the driver."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest

from rallyman_tutor.core.luck import Seeded, every
from rallyman_tutor.games.dirt import GAME
from rallyman_tutor.games.dirt.desk import RALLIES, STAGES, kept
from rallyman_tutor.games.dirt.generate import marks_of, sisu_gear
from rallyman_tutor.games.dirt.notation import read_position, write_position
from rallyman_tutor.games.dirt.state import CRASH, HARD, LIMIT, SPIN, Drive, FlatOut, Roll, State
from tests.games.dirt.rallies import draft, drive


@pytest.mark.parametrize("seed", range(300, 318))
def test_every_position_of_a_rally_can_be_written_and_read_back(seed: int) -> None:
    for decision in drive(seed):
        state = decision.after._replace(rally=None)
        text = write_position(state)
        assert read_position(text) == state, text
        assert write_position(read_position(text)) == text


# -- Odds -------------------------------------------------------------------------------------------------------------


def lost_by_enumeration(state: State, steps: tuple[Roll, ...]) -> Fraction:
    """The chance that control is lost when these steps are driven flat out, every throw tried."""
    found = Fraction(0)
    for chance, _, (_, events) in every(lambda luck: GAME.play(state, FlatOut(steps), luck)):
        lost = any(event.what == "lost" for event in events) or any(event.what == "failed" for event in events)
        found += chance * lost
    return found


def test_the_risk_of_a_draft_is_what_every_throw_of_its_dice_comes_to() -> None:
    rng = random.Random(3)
    tried = 0
    for seed in range(318, 340):
        for decision in drive(seed):
            state = decision.before
            plain = state.turn.phase == "draft" and state.options.sisu == "off"
            if not plain or rng.random() > 0.25 or not (steps := draft(state, rng)):
                continue
            if any(roll.pay for roll in steps) or len(steps) > 5:
                continue
            tried += 1
            assert sum(GAME.risk(state, steps), Fraction(0)) == lost_by_enumeration(state, steps), (
                write_position(state),
                [GAME.write_move(roll) for roll in steps],
            )
    assert tried > 25


@pytest.mark.parametrize(
    ("steps", "options", "chance"),
    [
        ("1>L1 2>L2 3>L3", "", Fraction(2, 216)),
        ("1 2 3 4 5 6", "", 0.213),
        ("1 2 3 4 5 6 w w", "", 0.320),
        ("1 2 3 4 5 6 o o", "leader", 0.428),
    ],
)
def test_published_odds_come_out(steps: str, options: str, chance: object) -> None:
    state = read_position(f"FX-S | A@L0 | A {'leader A' if options else ''}")
    found = sum(GAME.risk(state, GAME.read_draft(steps)), Fraction(0))
    if isinstance(chance, Fraction):
        assert found == chance
    else:
        assert round(float(found), 3) == chance


def test_with_a_brake_die_on_top_the_risk_is_the_published_one() -> None:
    state = read_position("FX-S | A@L0 | A | redzone=on")
    found = sum(GAME.risk(state, GAME.read_draft("1 2 3 4 5 6 w w b")), Fraction(0))
    assert round(float(found), 3) == 0.426


def test_a_whole_draft_as_one_move_has_the_risk_of_its_steps() -> None:
    state = read_position("FX-LS | A@L1 g3")
    steps = tuple(move for move in GAME.read_draft("4>L2 5>L3 w>L4 4>L5").moves if isinstance(move, Roll))
    whole = sum(GAME.risk(state, steps), Fraction(0))
    assert GAME.risk(state, (FlatOut(steps),)) == (whole,)
    assert GAME.risk(state, (Drive(steps),)) == (whole,)


# -- Cards ------------------------------------------------------------------------------------------------------------


def test_a_crash_costs_more_the_faster_and_the_more_dangerous() -> None:
    for danger in ("yellow", "orange", "red"):
        marks = [marks_of(gear, CRASH, danger) for gear in range(1, 7)]
        assert marks == sorted(marks)
    for gear in range(1, 7):
        marks = [marks_of(gear, CRASH, danger) for danger in ("yellow", "orange", "red")]
        assert marks == sorted(marks) and marks_of(gear, SPIN, "red") == 0
    assert marks_of(4, HARD, "red") == 3
    assert [sisu_gear(gear) for gear in range(1, 7)] == [1, 1, 2, 3, 4, 5]


# -- The desk ---------------------------------------------------------------------------------------------------------


def test_every_offer_on_the_desk_is_legal_and_every_piece_has_a_verdict_on_every_near_space() -> None:
    rng = random.Random(9)
    asked = 0
    for seed in range(340, 352):
        for decision in drive(seed):
            if rng.random() > 0.15:
                continue
            asked += 1
            state = decision.before
            laid = draft(state, rng)[:3] if state.turn.phase == "draft" else kept(state) or ()
            desk = GAME.desk(state, laid)
            assert desk.offers, write_position(state)
            for offer in desk.offers:
                assert not GAME.judge(state, (offer.move,)), (write_position(state), offer)
            assert len(desk.laid) == len(laid) and all(step.place for step in desk.laid)
            for hold in GAME.holds(state, laid):
                assert bool(hold.refused) == bool(
                    [v for v in GAME.judge(state, (*laid, hold.move)) if v.at == len(laid)]
                ), (write_position(state), hold.move)
    assert asked > 80


def test_a_piece_laid_in_a_lower_gear_takes_its_brakes_along() -> None:
    state = read_position("FX-C | A@L4 g5")
    hold = next(hold for hold in GAME.holds(state, ()) if hold.piece == "3" and hold.place.endswith("line1"))
    assert hold.move == Roll(3, "FX-C#1.line1", 1) and not hold.refused
    assert GAME.desk(state, (hold.move,)).laid[0].piece == "3+b"


def test_the_desk_tells_what_is_left_of_a_frozen_draft() -> None:
    state = read_position("FX-S | A@L3 g3 s3")
    drive_on = GAME.read_draft("go 4>L4 (w>L5 5>L6)").moves[0]
    after, _ = GAME.play(state, drive_on, Seeded(1))
    assert [GAME.write_move(move) for move in kept(after) or ()] == ["w>L5", "5>L6"]
    offers = [offer.name for offer in GAME.desk(after, kept(after) or ()).offers]
    assert offers[:2] == ["roll", "secure"] and "stop" in offers


def test_a_failed_flat_out_shows_its_dice_with_their_faces() -> None:
    state = read_position("FX-S | A@L3 g3 | A rolled[4>L4! 2b>L5!! w>L6.]")
    faces = {piece.key: (piece.face, piece.left) for piece in GAME.desk(state, ()).pieces}
    assert faces["4"] == ("4!", 1) and faces["b"] == ("b!", 1) and faces["w"] == ("w", 1) and faces["3"][1] == 0
    assert sum(map(sum, state.turn.faces)) == LIMIT


def test_all_official_stages_and_rallies_can_be_sat_down_at() -> None:
    assert len(STAGES) == 18 and len(RALLIES) == 6
    for name in (*STAGES, *RALLIES):
        state = GAME.new(GAME.spec(GAME.ready[name], ("A", "B")))
        assert state.rally is not None and len(state.rally.stages) == (3 if name in RALLIES else 1)


def test_every_event_has_words() -> None:
    from rallyman_tutor.tutor.words import words

    lines = set()
    for seed in range(352, 364):
        for decision in drive(seed):
            for event in decision.events:
                what, facts = GAME.told(decision.after, event)
                lines.add(words("dirt").phrase("events", what, facts))
    assert len(lines) > 200 and not any("{" in line for line in lines)
