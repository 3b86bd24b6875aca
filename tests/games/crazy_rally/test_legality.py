"""Two ways to legality agree: moves listed phase by phase, and rules that refuse.

They share no condition, so where they agree on every move that can be said in thousands of random positions, both are
right or wrong for the same reason, which is rare.
"""

from __future__ import annotations

import random
from fractions import Fraction

import pytest

from rallyman_tutor.core.luck import Seeded
from rallyman_tutor.core.notation import moves_of
from rallyman_tutor.core.rule import kind_of
from rallyman_tutor.games.crazy_rally import GAME
from rallyman_tutor.games.crazy_rally.notation import write_position
from rallyman_tutor.games.crazy_rally.state import CLAIMS, COURSE, DECK, Move, Play, Speak, State, Table, Use, Word
from tests.games.crazy_rally.races import drive
from tests.some import some


def asked(state: State) -> list[Move]:
    """Everything anybody might say with the cards in sight, and with some that are not."""
    names = ["", *(car.name for car in state.cars), "Zoe"]
    cards = [*state.car.hand, *state.car.drawn, "B01", "Y15", "P12", "E8"]
    moves: list[Move] = [Word.DEAL, Word.LOOK, Word.GO, Word.DRAW, Word.EXCHANGE, Word.PASS, Table(())]
    moves += [Table((card,)) for card in cards] + [Table((one, two)) for one in cards[:2] for two in cards[-2:]]
    moves += [Play(card, way, to) for card in cards for way in ("", "+", "-") for to in names]
    moves += [Play(cards[0], "+", "", ("B02+",))]
    return moves + [Use(effect, to) for effect in ("faster", "slower", "two", "red") for to in names]


def meaning(state: State, move: Move) -> Move:
    """A card on the own car means the same whether the car is named or not."""
    if isinstance(move, Play) and move.to == state.car.name:
        return Play(move.card, move.way)
    return move


def check_agreement(state: State) -> None:
    listed = GAME.moves(state)
    assert len(set(listed)) == len(listed) and (listed or state.over), write_position(state)
    judged = {meaning(state, move) for move in asked(state) if GAME.is_legal(state, (move,))}
    assert judged == set(listed), write_position(state)


def test_a_move_is_listed_exactly_when_no_rule_refuses_it() -> None:
    rng = random.Random(1)
    for seed in range(60):
        for decision in drive(seed):
            if rng.random() < 0.05:
                check_agreement(decision.before)
        check_agreement(decision.after)


@pytest.mark.wide
@pytest.mark.parametrize("first", range(1000, 1600, 100))
def test_a_move_is_listed_exactly_when_no_rule_refuses_it_widely(first: int) -> None:
    rng = random.Random(first)
    decisions = (decision for seed in range(first, first + 100) for decision in drive(seed))
    for decision in some(one for one in decisions if rng.random() < 0.5):
        check_agreement(decision.before)


def test_nobody_may_do_anything_out_of_turn() -> None:
    rng = random.Random(2)
    states = (decision.before for seed in range(20) for decision in drive(seed))
    for state in some(state for state in states if rng.random() < 0.05):
        for other in some({car.name for car in state.cars} - {state.car.name}):
            for move in some(rng.sample(asked(state), 6)):
                assert GAME.judge(state, (Speak(other, move),)), write_position(state)


def test_what_a_driver_says_in_turn_is_simply_their_move() -> None:
    for seed in range(5):
        for decision in some(drive(seed)):
            state = decision.before
            assert not GAME.judge(state, (Speak(state.car.name, decision.move),))
            said = f"{state.car.name}: {GAME.write_move(decision.move)}"
            assert list(GAME.read_moves(state, said)) == [decision.move]


SILLY = (
    "deal deal deal", "table B01 B02 B03", "table", "look look go go", "play B01", "play E1+ E2-", "play B01+>Zoe Y01-",
    "event red", "event two>Ana", "event faster", "event slower>Zoe", "Zoe: draw", "Ana: pass Ben: pass Cleo: pass",
    "reorder note peek", "claim E8", "claim B01", "exchange exchange exchange", "pass pass pass pass",
    "Ben: event faster>Ana", "go{B01 B02}", "draw{C01}", "deal{C14}", "Cleo: play P12-", "Dan: deal", "Ana: reorder",
)  # fmt: skip


def test_judging_never_raises_however_silly_the_draft() -> None:
    rng = random.Random(11)
    plans = [GAME.read_draft(text) for text in SILLY]
    moves = [move for plan in plans for move in plan.moves]
    states = (decision.before for seed in range(30, 60) for decision in drive(seed))
    for whole in some(state for state in states if rng.random() < 0.05):
        state = GAME.seen_by(whole, rng.randrange(-1, len(whole.cars))) if rng.random() < 0.5 else whole
        for draft in (rng.choice(plans), tuple(rng.sample(moves, 4)), tuple(rng.sample(asked(state), 3))):
            broken = GAME.judge(state, draft)
            assert GAME.is_legal(state, draft) == (not broken)
            told = (*broken, *GAME.advise(state, draft))
            laid = moves_of(draft)
            assert {violation.at for violation in told} <= set(range(len(laid))), write_position(state)
            for violation in told:
                GAME.message_facts(state, draft, violation.at)
            GAME.risk(state, draft)
            GAME.desk(state, laid[:1])
            GAME.placements(state, laid[:1])


def test_every_claim_is_answered_in_every_phase() -> None:
    for seed in range(8):
        for decision in some(drive(seed)):
            for claim in GAME.read_draft("reorder claim B01").moves:
                assert kind_of(claim) in CLAIMS
                assert [v.code for v in GAME.judge(decision.before, (claim,))], write_position(decision.before)


def test_every_card_on_every_place_has_an_answer() -> None:
    rng = random.Random(5)
    states = (decision.before for seed in range(20) for decision in drive(seed))
    for state in some(state for state in states if rng.random() < 0.05):
        holds = GAME.placements(state, ())
        pieces = {piece.key for piece in GAME.desk(state, ()).pieces}
        places = {place.key for place in GAME.places(state)}
        assert {(hold.piece, hold.place) for hold in holds} == {(a, b) for a in pieces for b in places}
        assert pieces <= set(DECK)
        for hold in holds:
            assert list(hold.refused) == GAME.judge(state, (hold.move,))
            laid = GAME.desk(state, (hold.move,)).laid[0]
            if not hold.refused and state.phase != "exchange" and hold.piece[0] != "E":
                assert (laid.piece, laid.place) == (hold.piece, hold.place)


def test_the_risk_of_a_choice_is_the_share_of_courses_it_offends() -> None:
    """The first two stages carry flags, of which only the farm track forbids 7; later every unseen card counts."""
    first = GAME.read("rest | A v6 B08 | choose")
    assert [str(chance) for chance in GAME.risk(first, GAME.read_draft("play B08+"))] == ["1/7"]
    third = GAME.read("C01 C02 > C03 rest | A v6 B08 | choose")
    assert [str(chance) for chance in GAME.risk(third, GAME.read_draft("play B08+"))] == ["5/12"]
    known = GAME.read("C09 rest | A v6 B08 | choose | practice")
    assert [str(chance) for chance in GAME.risk(known, GAME.read_draft("play B08+"))] == ["1"]


def test_an_event_has_the_risk_of_the_speed_it_leaves_the_own_car_with() -> None:
    state = GAME.read("C01 C02 C03 > C04 rest | A v7 E1 ; B v5 | event A : B A")
    chance = {text: GAME.risk(state, GAME.read_draft(text))[0] for text in ("event slower>A", "event faster>B", "pass")}
    off = {speed: sum(bool(missed(speed, card)) for card in COURSE if card not in state.course[:3]) for speed in (6, 7)}
    assert chance == {
        "event slower>A": Fraction(off[6], 11), "event faster>B": Fraction(off[7], 11), "pass": Fraction(off[7], 11),
    }  # fmt: skip


def missed(speed: int, card: str) -> int:
    _, minimum, limit, *_ = COURSE[card]
    return max(0, limit - speed if minimum else speed - limit)


def test_a_move_with_luck_asks_only_to_shuffle() -> None:
    class Silent:
        def pick(self, what: str, odds: object) -> str:
            raise AssertionError(f"nobody should ask for {what}")

    for seed in range(6):
        for decision in drive(seed):
            if not decision.shown:
                assert GAME.play(decision.before, decision.move, Silent())[0] == decision.after
    assert (
        GAME.play(GAME.new(GAME.demo_game(3)), Word.DEAL, Seeded(1))[0]
        != GAME.play(GAME.new(GAME.demo_game(3)), Word.DEAL, Seeded(2))[0]
    )
