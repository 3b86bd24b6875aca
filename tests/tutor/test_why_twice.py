"""Why a draft is behind the best one is told twice: what is saved is added up anew, and the ways are driven."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, NamedTuple

from rallyman_tutor.coach.account import Accounts
from rallyman_tutor.coach.coaches import race_coach
from rallyman_tutor.coach.principles import PRINCIPLES
from rallyman_tutor.coach.why import why_decided
from rallyman_tutor.games import SHELF
from rallyman_tutor.tutor.advice.why_view import given_away, why_in_words
from rallyman_tutor.tutor.words.words import text_tables, words
from tests.games.opened import opened
from tests.some import some
from tests.tutor import told_twice as twice

BENDS = "s3 R3/4x3 s2 L2/3x2 s3 R4/5x3 s3"
SELDOM = (
    ("classic", f"{BENDS} | A@s1 g3 :: retire"),
    ("classic", f"{BENDS} | A@s10 g4 no-sisu | A 4 :: stop"),
    ("classic", "START L0, L1-C7-C6-L2-L3-V2-V3-C5, FINISH C4 | A@b3.d2 g4 c90 s3 #20 | A r6 :: A[3 4 w w]"),
)
"""Whoever leaves the rally, whoever stops before the finish, and who would drive another die between both gas dice."""
EXAMPLES = [*((key, example) for key, all_ in PRINCIPLES.items() for one in all_ for example in one.holds), *SELDOM]
UNNAMED = (f"{BENDS} | A@s8 g5 c30 s11 #11 | A attack4[w w 4 5] r3", "4>b3.line")
GROUPS = {"lost": "lost", "out": "out", "earned": "earned", "spent": "spent", "wheel": "wheel"}


class Led(NamedTuple):
    """Where a decision leads if nothing goes wrong."""

    case: Any
    dice: tuple[str, ...]
    is_over: bool


def driven(key: str, state: Any, move: Any) -> Led:
    """Drives a turn to its end by the engine: the position then, and the dice in their order."""
    game: Any = SHELF[key]
    first, dice = state.round, list[str]()
    while True:
        written = game.write_move(move)
        if not written.startswith("A["):
            dice.append(written)
        after, _ = game.play(state._replace(rally=None), move, game.harmless_luck)
        car = after.cars[0]
        if after.round != first or car.status not in ("waiting", "road") or after.turn.phase == "over":
            return Led(after, tuple(dice), car.status == "finished")
        if game.form(move).ends:
            return Led(after, tuple(dice), False)
        state, move = after, race_coach(game).at_hand(after).best.costs(after)[0][1]


def saved(accounts: Accounts[Any, Any], own: Any, other: Any) -> tuple[str, str, float]:
    """The most that a decision saves against another, whether that is in this turn, and how much."""
    groups = dict[tuple[str, bool], float]()
    for move, sign in ((own, 1), (other, -1)):
        for part, seconds in accounts.of((move,)).parts.items():
            of = GROUPS.get(part.what, "pace"), part.when == "now"
            groups[of] = groups.get(of, 0.0) + sign * seconds
    whole = {name: groups.get((name, True), 0.0) + groups.get((name, False), 0.0) for name, _ in groups}
    most = max(whole, key=lambda name: whole[name])
    is_now = groups.get((most, True), 0.0) >= groups.get((most, False), 0.0)
    return most, "now" if is_now else "later", whole[most]


def figure(seconds: float) -> str:
    return f"{round(seconds)} s" if seconds >= 3 else f"{seconds:.1f} s"


def laid(written: str) -> list[tuple[str, str, str, str]]:
    """The dice of a move in notation, in their order: each with its brakes, its space, and whether it is secured."""
    tokens = (token.strip("()") for token in re.sub(r"A\[.*\]", "", written).split())
    found = [re.fullmatch(r"([\dwo])(b*)[.!]*(?:>([^$]+))?(\$?)", token) for token in tokens]
    return [(one[1], one[2], (one[3] or "").rpartition(">")[2], one[4]) for one in found if one]


def die(letter: str, brakes: str) -> str:
    with_ = "" if not brakes else " with a brake" if brakes == "b" else f" with {len(brakes)} brakes"
    return f"{twice.die(letter)}{with_}"


def dice(key: str, laid: Sequence[tuple[str, str, str, str]]) -> str:
    """Dice in short: two gas or leader dice in a row as one, and gear dice behind another with their number alone."""
    tell = twice.Twice(key, "why")
    told = ", ".join(die(letter, brakes) + (", secured" if secured else "") for letter, brakes, _, secured in laid)
    for name, letter in (("both-1", "w"), ("both-2", "o")):
        if (pair := f"{twice.die(letter)}, {twice.die(letter)}") in told:
            told = told.replace(pair, tell(name))
    return re.sub(r"(?<=\d), the (\d)(?! with)", r", \1", told)


def apart(laid: Sequence[tuple[str, ...]], own: Sequence[tuple[str, ...]]) -> int:
    """Which is the first die that lies otherwise than before."""
    same = [one == other for one, other in zip(laid, own, strict=False)]
    return min(same.index(False) if False in same else len(own), len(laid) - 1)


def check(key: str, example: str) -> None:
    """Tells a reason anew, and compares it."""
    position, _, written = example.partition(" :: ")
    game: Any = SHELF[key]
    state, (move,) = opened(game.read(position)), game.read_draft(written).moves
    state = opened(race_coach(game).with_seconds_told_apart(state))
    found = why_decided(game, state, move)
    assert found.named is not None and found.seen is not None
    other = found.named.counterpart
    does = text_tables(f"games.{key}")["words"]["driving"][found.named.principle.code]["does"]
    end = driven(key, state, other)
    dice_laid, own = laid(game.write_move(other)), laid(game.write_move(move))
    rolled = [one for token in end.dice for one in laid(token)]
    pairs = [one for at, one in enumerate(rolled) if one[0] not in [other[0] for other in rolled[:at]]]
    at_once = [one for first in pairs for one in rolled if one[0] == first[0]]
    facts = {"dice": dice(key, dice_laid or at_once)}
    if "{draft}" in does:
        how = "draft-attack" if game.write_move(other).startswith("flat") else "draft-draft"
        facts["draft"] = twice.Twice(key, "worth")(how, **facts)
    if dice_laid:
        letter, brakes, place, _ = dice_laid[apart(dice_laid, own)]
        facts["step"] = f"{die(letter, brakes)} on {twice.place(key, place)}" if place else die(letter, brakes)
    if "{end}" in does:
        facts["end"] = twice.place(key, dice_laid[-1][2])
    says, gives = retold(key, found.seen.accounts, state, move, other)
    assert why_in_words(game, words(key), found) == f"{does.format(**facts)} {says}"
    assert given_away(game, found.seen, other) == gives


def retold(key: str, accounts: Accounts[Any, Any], state: Any, move: Any, other: Any) -> tuple[str, str]:
    """The sentences of the most that another decision saves, and that the one that was made gives away."""
    game: Any = SHELF[key]
    name = game.result(state)["drivers"][game.turn(state)]
    most, when, seconds = saved(accounts, move, other)
    own_end, end = driven(key, state, move), driven(key, state, other)
    case = most
    if most == "pace" and not game.write_move(other).startswith("arrange"):
        far = {place.key.rpartition("#")[2]: place.far for place in game.places(state)}
        own_far, now_far = (far.get(twice.written(key, one.case).place(name), 0) for one in (own_end, end))
        if end.is_over and not own_end.is_over:
            case = "pace-finish"
        elif when == "now" and end.case.cars[0].gear > own_end.case.cars[0].gear and not end.is_over:
            case = "pace-gear"
        elif when == "later" and now_far > own_far:
            case = "pace-far"
    tell = twice.Twice(key, "why")
    told = {
        "seconds": tell("seconds", count=figure(seconds).removesuffix(" s")),
        "gear": twice.gear(end.case.cars[0].gear),
        "own": twice.gear(own_end.case.cars[0].gear),
    }
    return (
        tell(case, **told, space=twice.stands(key, end.case, name)),
        tell(f"gives-{case}", **told, space=twice.stands(key, own_end.case, name)),
    )


def test_where_nothing_is_better_and_where_no_principle_is_known_that_is_told() -> None:
    game, tell = SHELF["classic"], twice.Twice("classic", "why")
    state = game.read(UNNAMED[0])
    (move,) = game.read_draft(UNNAMED[1]).moves
    costs = race_coach(game).at_hand(state).best.costs(state)
    behind = next(cost for cost, one in costs if one == move) - costs[0][0]
    seconds = tell("seconds", count=figure(behind).removesuffix(" s"))
    assert why_in_words(game, words("classic"), why_decided(game, state, move)) == tell("unnamed", seconds=seconds)
    assert why_in_words(game, words("classic"), why_decided(game, state, costs[0][1])) == tell("best")


def test_every_reason_is_told() -> None:
    for key, example in some(EXAMPLES):
        check(key, example)
    test_where_nothing_is_better_and_where_no_principle_is_known_that_is_told()
    elsewhere = {"gives-again", "take-again", "take-home", "take-next"}  # in tests/tutor/test_reasons.py
    assert twice.never_told("why") <= elsewhere
