"""Odds against the plainest count: every single way chance can go, played to the end of the turn by the engine."""

from __future__ import annotations

import math
import random
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from functools import partial
from typing import Any, NamedTuple

import pytest

from rallyman_tutor.coach.coaches import RACES
from rallyman_tutor.coach.odds import Odds, odds, other_way, secured
from rallyman_tutor.coach.puzzles import puzzles
from rallyman_tutor.core.game import Event
from rallyman_tutor.core.luck import Luck, Seeded, every_outcome
from rallyman_tutor.games import SHELF
from rallyman_tutor.games.classic import GAME as CLASSIC
from rallyman_tutor.games.classic.generate import next_steps
from rallyman_tutor.games.classic.moments import decision_due
from rallyman_tutor.games.classic.state import Attack, Stop
from rallyman_tutor.games.classic.state import State as ClassicState
from rallyman_tutor.games.classic.state import Word as ClassicWord
from rallyman_tutor.games.classic.step import aim, take
from rallyman_tutor.games.dirt import GAME as DIRT
from rallyman_tutor.games.dirt.arrangements import arrangements
from rallyman_tutor.games.dirt.state import FLAG, LEADER, Arrange, Drive, FlatOut, Roll, Word
from rallyman_tutor.games.dirt.state import State as DirtState
from tests.games.classic import rallies as classic
from tests.games.dirt import rallies as dirt
from tests.some import some

MANY = {"classic": 60, "dirt": 40}  # drafts in an ordinary run; a thousand in a wide one


class Told(NamedTuple):
    """How one turn went."""

    arrive: bool
    lose: bool
    out: bool
    clock: int
    seconds: int
    damage: int
    punctures: int
    at: str  # where control was lost


# -- Turns driven as plainly as can be --------------------------------------------------------------------------------


def classic_turn(state: ClassicState, draft: tuple[Any, ...], luck: Luck) -> Told:
    """The draft rolled die by die, until it is through or something ends it."""
    game, seat, before = CLASSIC, state.turn.seat, state.car
    events: list[Event] = []
    start, left = state, list(draft)
    while (state.turn.seat, state.round) == (seat, start.round) and not state.over:
        if decision_due(state) == "lost":
            move: Any = ClassicWord.ACCEPT
        elif left and not game.why_not(state, left[0]):
            move = left.pop(0)
        else:
            move = Stop()
        state, happened = game.play(state, move, luck)
        events += happened
    car = state.cars[seat]
    lost = [event for event in events if event.what == "lost"]
    return Told(
        not lost and not left and car.status != "out",
        bool(lost),
        car.status == "out",
        car.clock - before.clock,
        car.seconds - before.seconds,
        car.damage - before.damage,
        sum(event.what == "puncture" for event in events),
        start.road.spaces[lost[0].facts["at"]].key if lost else "",
    )


def dirt_turn(state: DirtState, draft: tuple[Any, ...], luck: Luck) -> Told:
    """The draft driven one by one or flat out; rolled dice are laid again as mildly as can be."""
    game, seat, before = DIRT, state.turn.seat, state.car
    events: list[Event] = []
    start, move = state, draft[0]
    while (state.turn.seat, state.round) == (seat, start.round) and not state.over:
        state, happened = game.play(state, move, luck)
        events += happened
        phase = state.turn.phase
        if phase == "arrange":
            move = Arrange(arrangements(state)[0].steps)
        elif phase == "roll" and state.turn.draft:
            move = state.turn.draft[0]
        elif phase == "sisu":
            move = Word.ACCEPT
        else:
            break
    car = state.cars[seat]
    lost = [event for event in events if event.what == "lost"]
    stalled = any(event.what == "stalled" for event in events)
    return Told(
        not lost and not stalled and car.status != "out",
        bool(lost),
        car.status == "out",
        car.clock - before.clock,
        car.seconds - before.seconds,
        sum(event.what == "damage" and event.facts["kind"] != FLAG for event in events),
        sum(event.what == "puncture" for event in events),
        lost[0].facts["space"] if lost else "",
    )


TURN: Mapping[str, Callable[..., Told]] = {"classic": classic_turn, "dirt": dirt_turn}


# -- Drafts out of random rallies -------------------------------------------------------------------------------------


def classic_draft(state: ClassicState, rng: random.Random) -> tuple[Any, ...]:
    """A few legal dice in a row, some of them secured."""
    found: tuple[Any, ...] = ()
    for _ in range(rng.randint(1, 5)):
        steps = [roll for roll in next_steps(state) if not roll.pay or rng.random() < 0.2]
        if not steps or state.turn.ended:
            break
        roll = rng.choice(steps)
        found = (*found, roll)
        state = take(state, aim(state, roll), CLASSIC.harmless_luck)[0]
    return found


def dirt_draft(state: DirtState, rng: random.Random) -> tuple[Any, ...]:
    steps = dirt.draft(state, rng)[:5]
    if not steps or len({state.car.status, "road"}) > 2:
        return ()
    flat = not any(roll.pay for roll in steps) and rng.random() < 0.3
    return (FlatOut(steps) if flat else Drive(steps),)


def laid(key: str, many: int) -> Iterator[tuple[Any, tuple[Any, ...]]]:
    """Positions and legal drafts in them; a stage of a rally is looked at by itself."""
    rng, found = random.Random(key), 0
    for seed in range(10**6):
        for decision in (classic if key == "classic" else dirt).drive(seed):
            state: Any = decision.before._replace(rally=None)
            phase = state.turn.phase
            if rng.random() > 0.06 or phase != ("roll" if key == "classic" else "draft"):
                continue
            draft = (classic_draft if key == "classic" else dirt_draft)(state, rng)
            if not draft or SHELF[key].judge(state, draft):
                continue
            yield state, draft
            found += 1
            if found == many:
                return


def averages(told: Iterator[tuple[Fraction, Told]]) -> tuple[dict[str, Fraction], dict[str, Fraction]]:
    sums: dict[str, Fraction] = defaultdict(Fraction)
    where: dict[str, Fraction] = defaultdict(Fraction)
    for chance, one in told:
        for name in Told._fields[:-1]:
            sums[name] += chance * getattr(one, name)
        if one.at:
            where[one.at] += chance
    return sums, where


def figures(found: Odds) -> dict[str, Fraction]:
    return {name: getattr(found, name) for name in Told._fields[:-1]}


@pytest.mark.parametrize("key", RACES)
def test_odds_are_those_of_every_single_way_chance_can_go(key: str, wide: bool) -> None:
    for state, draft in some(laid(key, 1000 if wide else MANY[key])):
        ways = ((chance, told) for chance, _, told in every_outcome(partial(TURN[key], state, draft)))
        expected, where = averages(ways)
        found = odds(SHELF[key], state, draft)
        at = f"{SHELF[key].write(state)} :: {draft}"
        assert figures(found) == {name: expected.get(name, 0) for name in Told._fields[:-1]}, at
        assert found.where == where, at
        assert sum(found.ends.values()) == 1, at


@pytest.mark.parametrize("key", RACES)
def test_odds_are_what_rolling_comes_to(key: str, wide: bool) -> None:
    """Within four standard errors, which one seed in sixteen thousand misses."""
    many = 100_000 if wide else 1_000
    for number, (state, draft) in some(enumerate(laid(key, 5))):
        found = odds(SHELF[key], state, draft)
        told = [TURN[key](state, draft, Seeded(f"{number}:{at}")) for at in range(many)]
        for name in ("arrive", "lose", "clock", "damage", "punctures"):
            values = [float(getattr(one, name)) for one in told]
            mean = sum(values) / many
            spread = math.sqrt(max(0.0, sum(value * value for value in values) / many - mean * mean))
            assert abs(mean - float(getattr(found, name))) <= 4 * spread / math.sqrt(many) + 12 / many, (name, draft)


def lost(game: Any, state: Any, draft: tuple[Any, ...]) -> Fraction:
    """How often control is lost or the rally is over, by the odds."""
    found = odds(game, state, draft)
    return 1 - found.arrive - found.stops - found.short


def test_an_attack_is_lost_as_often_as_its_risk_says() -> None:
    """The chance that no order keeps control is counted by the game in another way."""
    for position, dice in (
        ("s14 | A@s1 g2", "A[2 3 w]"),
        ("s14 | A@s1 g3 p1", "A[2 3 4 w]"),
        ("s3 R3/4x3 s6 | A@s2 g3", "A[3 4 w]"),
        ("s4 j3 s6 | A@s3 g3", "A[2 3 4]"),
        ("s4 R3/4x3K4 s5 | A@s4 g4", "A[4 w w]"),  # a shortcut's card may take a gas die with its hazard
        ("s4 R3/4x3K4 s5 | A@s4 g4 p2", "A[4 5]"),  # or end the rally
    ):
        state = CLASSIC.read(position)
        draft = CLASSIC.read_draft(dice).moves
        assert isinstance(draft[0], Attack)
        assert not CLASSIC.judge(state, draft), position
        found = odds(CLASSIC, state, draft)
        assert found.lose + found.out == sum(CLASSIC.risk(state, draft)) == 1 - found.arrive, position
        assert found.clock >= 0 and found.seconds == len(draft[0].dice) * (1 - found.out), position


@pytest.mark.parametrize("key", RACES)
def test_the_chances_shown_beside_the_dice_are_the_odds(key: str, wide: bool) -> None:
    """Tries every draft that somebody would consider in a puzzle. Moves behind an attack are left to the driver, and
    dice that lie on dirt since an earlier roll are all taken along, as the odds do."""
    game: Any = SHELF[key]
    checked = set()
    asked = puzzles(key)[:: 1 if wide else 24 if key == "classic" else 100]
    for puzzle in asked:
        state = game.read(puzzle.position)
        for answer in puzzle.answers:
            scripted = game.read_draft(" ".join(answer.moves))
            if any(outcomes for outcomes in scripted.shown):  # what is told of dice that lie open is no chance
                continue
            draft = scripted.moves[:1] if isinstance(scripted.moves[0], Attack) else scripted.moves
            if key == "dirt" and state.turn.phase == "roll" and isinstance(draft[0], Roll):
                draft = (draft[0], *state.turn.draft[1:])
            if game.is_legal(state, draft):
                assert sum(game.risk(state, draft)) == lost(game, state, draft), (puzzle.position, answer.moves)
                checked.add((puzzle.position, draft))
    assert len(checked) > 3 * len(asked)


@pytest.mark.parametrize("laid", ["2>s2 3>s3 w>s4", "2 3 w", "w 2 3"])
def test_the_order_in_which_the_dice_of_an_attack_are_laid_can_be_told(laid: str) -> None:
    state = CLASSIC.read("s8 | A@s1 g2")
    told, free = (odds(CLASSIC, state, CLASSIC.read_draft(text).moves) for text in (f"A[2 3 w] {laid}", "A[2 3 w]"))
    assert told == free and told.arrive > told.short == 0


def test_dice_of_a_failed_flat_out_are_counted_where_they_are_laid_again() -> None:
    """Not where the mildest way to lay them would lead."""
    state = DIRT.read("202a 224b:R1 203a | A@2.k1 g2 | A rolled[2>2.k2. 3>2.h4! 4>3.L1! 5>3.L2! 6>3.R3!] | rally=on")
    for text in ("2>2.k2 3>2.R3 4>3.L1 5>3.R2", "3>2.k2 4>2.R3 5>3.L1"):
        row = tuple(move for move in DIRT.read_draft(text).moves if isinstance(move, Roll))
        assert DIRT.is_legal(state, (Arrange(row),))
        assert odds(DIRT, state, row) == odds(DIRT, state, (Arrange(row),))
    assert odds(DIRT, state, row).ends == {"203a#3.L1": 1}


def test_figures_worked_out_by_hand() -> None:
    """Two faces in six of a gear die are hazards, and the third hazard loses control: a 60-second card instead of
    10."""
    state = CLASSIC.read("s14 | A@s1 g3")
    assert odds(CLASSIC, state, CLASSIC.read_draft("3 4").moves).lose == 0
    three = odds(CLASSIC, state, CLASSIC.read_draft("3 4 5").moves)
    assert three.where == {"s4": Fraction(1, 27)} and three.lose == Fraction(1, 27) and three.arrive == Fraction(26, 27)
    assert three.clock == Fraction(26, 27) * 10 + Fraction(1, 27) * 60 and three.time == three.clock
    assert three.ends == {"s4": 1}


def test_securing_a_die_takes_its_chance_and_its_seconds() -> None:
    state = CLASSIC.read("s14 | A@s1 g3 s3")
    draft = CLASSIC.read_draft("3 4 5").moves
    whole, each = odds(CLASSIC, state, draft), secured(CLASSIC, state, draft)
    assert [one.at for one in each] == [0, 1, 2]
    for one in each:
        assert one.odds.lose == 0 < whole.lose and one.odds.seconds == -1


def test_sisu_before_the_first_die_of_an_attack_takes_its_hazards_back() -> None:
    state = CLASSIC.read("s14 | A@s1 g3 | A attack3[3! 4! 5!]")
    bare, saved = (odds(CLASSIC, state, CLASSIC.read_draft(text).moves) for text in ("3 4 5", "sisu 3 4 5"))
    assert bare.lose == 1 and saved.lose == 0 and saved.arrive == 1


def test_sisu_that_is_laid_is_played_where_control_would_be_lost() -> None:
    state = CLASSIC.read("s14 | A@s1 g3")
    bare = odds(CLASSIC, state, CLASSIC.read_draft("3 4 5").moves)
    assert bare.saved == bare.lose > 0
    assert odds(CLASSIC, state, CLASSIC.read_draft("3 4 5 sisu").moves).lose == 0


@pytest.mark.parametrize(
    ("game", "position", "bare", "with_sisu"),
    [
        (CLASSIC, "s14 | A@s1 g3", "3 4 5", "3 sisu 4 5"),
        (DIRT, "FX-S | A@L1 g3 | A | sisu=stage", "go 4>L2 (5>L3 w>L4)", "go 4>L2 (5>L3 w>L4) sisu 5>L3 w>L4"),
    ],
)
def test_sisu_behind_the_first_die_takes_its_hazard_back_and_stays_in_the_hand_without_one(
    game: Any, position: str, bare: str, with_sisu: str
) -> None:
    """With the first hazard gone, the two other dice cannot show three."""
    state = game.read(position)
    lost, kept = (odds(game, state, game.read_draft(text).moves) for text in (bare, with_sisu))
    assert lost.lose == lost.saved > 0
    assert kept.lose == kept.saved == 0 and kept.arrive == 1


def test_sisu_that_had_nothing_to_take_back_still_helps_later() -> None:
    """The first die shows no hazard two times in three. Where it does, Sisu is gone."""
    found = odds(CLASSIC, CLASSIC.read("s14 | A@s1 g2"), CLASSIC.read_draft("2 sisu 3 4 5").moves)
    assert found.lose > 0 and found.saved == Fraction(2, 3) * found.lose


def test_sisu_that_is_said_in_dirt_is_spent_and_no_hazard_of_the_turn_counts() -> None:
    draft = DIRT.read_draft("go 3>L2 (4>L3 5>L4 w>L5) sisu 4>L3 5>L4 w>L5").moves
    found = odds(DIRT, DIRT.read("FX-S | A@L1 g2 | A | sisu=stage"), draft)
    assert found.arrive == 1 and not found.saved and not found.where


def test_a_frozen_die_that_can_no_longer_be_secured_is_rolled() -> None:
    """The second of them was to be secured with the second that the first one takes."""
    state = DIRT.read("FX-SL | A@d2 g3 c90 s1 W2 #4 | A 3 left[4>R6 5>R7$] leader A r3")
    assert odds(DIRT, state, DIRT.read_draft("4>R6$").moves).seconds == -1


def test_what_a_puncture_makes_illegal_ends_the_turn_short() -> None:
    state = CLASSIC.read("s1 R3/4x3K4 s5 | A@s1 g4 p1")
    draft = CLASSIC.read_draft("4>k w").moves
    assert not CLASSIC.judge(state, draft)
    found = odds(CLASSIC, state, draft)
    assert found.short == found.punctures > 0 and found.arrive == 1 - found.short - found.lose - found.out


def test_every_die_of_a_draft_on_dirt_is_secured_by_itself_however_the_draft_is_written() -> None:
    state = DIRT.read("FX-S | A@L1 g3 s3 | A leader A")
    told = [
        secured(DIRT, state, DIRT.read_draft(text).moves)
        for text in ("4>L2 5>L3 o>L4", "go 4>L2 5>L3 o>L4", "go 4>L2 (5>L3 o>L4)", "go 4>L2 5>L3 (o>L4)")
    ]
    assert [(one.at, one.die) for one in told[0]] == list(enumerate((Roll(4, "L2"), Roll(5, "L3"), Roll(LEADER, "L4"))))
    assert all(one.odds.lose == 0 and one.odds.seconds == -1 for one in told[0])
    assert told[1:] == [told[0]] * 3
    assert secured(DIRT, state, DIRT.read_draft("flat 4>L2 5>L3 o>L4").moves) == []


@pytest.mark.parametrize(
    ("game", "position", "draft", "instead"),
    [
        (DIRT, "FX-S | A@L1 g3 s3", "4>L2$ 5>L3 w>L4", "flat 4>L2 5>L3 w>L4"),
        (DIRT, "FX-S | A@L1 g3", "go 4>L2 (5>L3 w>L4)", "flat 4>L2 5>L3 w>L4"),
        (DIRT, "FX-S | A@L1 g3", "flat 4>L2 5>L3 w>L4", "go 4>L2 (5>L3 w>L4)"),
        (CLASSIC, "s14 | A@s1 g2", "2 w 3", "A[2 3 w]"),
    ],
)
def test_the_same_dice_rolled_the_other_way(game: Any, position: str, draft: str, instead: str) -> None:
    state = game.read(position)
    found = other_way(game, state, game.read_draft(draft).moves)
    assert found is not None and game.write_move(found) == instead


@pytest.mark.parametrize(
    ("game", "position", "draft"),
    [
        (CLASSIC, "s14 | A@s1 g2", "A[2 3 w]"),
        (CLASSIC, "s14 | A@s2 g2 | A 2", "3 w"),
        (DIRT, "FX-S | A@L2 g4 | A 4 left[w>L3 3>L4]", "w>L3 3>L4"),
    ],
)
def test_dice_that_can_be_rolled_no_other_way(game: Any, position: str, draft: str) -> None:
    state = game.read(position)
    moves = game.read_draft(draft).moves
    assert not game.judge(state, moves) and other_way(game, state, moves) is None
