"""A player of Mil Millas gives no reason that is not true in that position: each is found again by another way."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import pytest

from rallyman_tutor.coach.decision import Decision
from rallyman_tutor.coach.mil_millas import playing as coach
from rallyman_tutor.core.luck import Seeded
from rallyman_tutor.games.mil_millas import GAME
from rallyman_tutor.games.mil_millas.state import (
    CURE,
    DISTANCES,
    GUARD,
    HIDDEN,
    IMMUNITIES,
    PROBLEMS,
    Discard,
    Lay,
    Side,
    State,
    Turn,
)
from rallyman_tutor.games.mil_millas.step import side_named, side_of
from rallyman_tutor.tutor.words.words import text_tables, words
from tests.games.mil_millas.rounds import drive, whole
from tests.some import some
from tests.tutor.test_log_mil_millas_twice import AGAINST, GUARDS

OPTIONS: tuple[Mapping[str, str], ...] = ({}, {"stacking": "on", "reshuffle": "on"}, {"wrong-way": "on"})


def told_of(state: State, side: int) -> set[str]:
    """The words of a side, as a position has them."""
    return set(GAME.write(state).split("|")[0].split(";")[side].split()[1:])


def own_words(state: State) -> set[str]:
    return told_of(state, side_of(state, state.turn.seat))


def after(state: State, made: Decision[Any]) -> tuple[State, set[str]]:
    """The state behind a decision, and what happened."""
    then, events = GAME.play(state, made.move, GAME.harmless_luck)
    return then, {event.what for event in events}


def could_arrive(state: State, side: int) -> bool:
    """Whether a side reaches the goal with one card, if it has that card and the turn."""
    card = str(1000 - state.sides[side].km)
    if card not in DISTANCES or state.sides[side].wrong:
        return False
    hands = tuple((card,) * 7 if seat == side else hand for seat, hand in enumerate(state.hands))
    return not GAME.judge(state._replace(turn=Turn(side), hands=hands), (Lay(card),))


def target(state: State, made: Decision[Any]) -> int:
    return side_named(state, made.move.on)


def nobody_else_is_ahead(state: State, made: Decision[Any]) -> bool:
    rivals = [move for move in GAME.moves(state) if isinstance(move, Lay) and move.card == made.move.card]
    ahead = max(state.sides[side_named(state, move.on)].km for move in rivals)
    return ahead == state.sides[target(state, made)].km


def keeps_from_arriving(state: State, made: Decision[Any]) -> bool:
    return could_arrive(state, target(state, made)) and not could_arrive(after(state, made)[0], target(state, made))


def puts_something_right(state: State, made: Decision[Any]) -> bool:
    before, then = own_words(state), told_of(after(state, made)[0], side_of(state, state.turn.seat))
    gone = (before - then) & {*PROBLEMS, "limit", "wrong"}
    return bool(gone) or (made.move.card == "priority" and "go" not in before)


def may_soon_be_over(state: State, made: Decision[Any]) -> bool:
    seen = len(state.pile) + len(state.out) + sum(len(hand) for hand in state.hands)
    return sum(whole(state).values()) - seen <= 12 or max(side.km for side in state.sides) >= 750


def can_never_be_laid_again(state: State, made: Decision[Any]) -> bool:
    """Tried at random on whatever may still become of this table."""
    card, rng = made.move.card, random.Random(GAME.write(state))
    return all(refused(_later(state, rng), card) for _ in range(60))


def refused(state: State, card: str) -> bool:
    seat = state.turn.seat
    hands = tuple((card,) * 7 if other == seat else hand for other, hand in enumerate(state.hands))
    ready = state._replace(turn=Turn(seat), hands=hands)
    lays = [Lay(card), *(Lay(card, ready.names[side]) for side in range(len(ready.sides)))]
    return all(GAME.judge(ready, (lay,)) for lay in lays)


def _later(state: State, rng: random.Random) -> State:
    return state._replace(sides=tuple(_become(side, state, rng) for side in state.sides))


def _become(side: Side, state: State, rng: random.Random) -> Side:
    """A side as it may be some turns on: nothing laid for good is taken away, and only the wrong way leads back."""
    lost = state.options.wrong_way and "ace" not in side.immunities
    safe = side.immunities
    return side._replace(
        km=rng.choice(range(0 if lost else side.km, 1000, 25)) if lost or side.km < 1000 else side.km,
        stopped="priority" not in safe and rng.random() < 0.3,
        limited="priority" not in safe and rng.random() < 0.3,
        wrong=lost and rng.random() < 0.3,
        problems=tuple(p for p in PROBLEMS if GUARD[p] not in safe and rng.random() < 0.1),
        longest=rng.choice(range(min(side.longest, 2), 3)),
    )


def goes_back_the_least(state: State, made: Decision[Any]) -> bool:
    moves = GAME.moves(state)
    return "wrong" in own_words(state) and all(
        isinstance(move, Lay) and move.card in DISTANCES and int(move.card) >= int(made.move.card) for move in moves
    )


def does_no_less_than_anything_else(state: State, made: Decision[Any]) -> bool:
    """Nothing drives on, nothing mends, nothing stops a rival: what else there is throws a card away, or goes back."""
    for move in GAME.moves(state):
        if move == made.move or isinstance(move, Discard):
            continue
        if not isinstance(move, Lay):
            return False
        if move.card in DISTANCES and "wrong" not in own_words(state):
            return False
        if move.card in CURE.values() and move.card != "endlimit":
            return False
        if move.card in CURE and move.card != "limit":
            return False
    return True


def answers(move: Any) -> bool:
    """Whether a move answers an attack."""
    return GAME.write_move(move).startswith("trick")


def moves_by(state: State, made: Decision[Any]) -> int:
    """By how many kilometres the own car comes forward."""
    own, (then, _) = side_of(state, state.turn.seat), after(state, made)
    return then.sides[own].km - state.sides[own].km


def is_missed_least(state: State, made: Decision[Any]) -> bool:
    """No card is kept that can do nothing any more: each may still be laid in some random world."""
    rng, kept = random.Random(GAME.write(state)), set(state.hand) - {made.move.card}
    idle = [card for card in kept if all(refused(_later(state, rng), card) for _ in range(250))]
    return made.move.card not in IMMUNITIES and not idle


TRUE: Mapping[str, Callable[[State, Decision[Any]], bool]] = {
    "arrive": lambda state, made: "win" in after(state, made)[1],
    "drive": lambda state, made: moves_by(state, made) == int(made.move.card) and "limit" not in own_words(state),
    "creep": lambda state, made: moves_by(state, made) == int(made.move.card) <= 50 and "limit" in own_words(state),
    "green": lambda state, made: not own_words(state) & {"go", "+priority"},
    "repair": lambda state, made: made.facts["problem"] in own_words(state) & {*PROBLEMS},
    "turn-round": lambda state, made: "wrong" in own_words(state),
    "unlimited": lambda state, made: "limit" in own_words(state),
    "endlimit-idle": does_no_less_than_anything_else,
    "attack-leader": nobody_else_is_ahead,
    "attack-slow": lambda state, made: (
        "limit" in told_of(after(state, made)[0], target(state, made)) and state.sides[target(state, made)].km < 950
    ),
    "attack-back": lambda state, made: "wrong" in told_of(after(state, made)[0], target(state, made)),
    "attack-near": keeps_from_arriving,
    "attack-idle": does_no_less_than_anything_else,
    "immunity-cure": puts_something_right,
    "immunity-late": may_soon_be_over,
    "immunity-least": does_no_less_than_anything_else,
    "trick": lambda state, made: "trick" in after(state, made)[1],
    "pass": lambda state, made: HIDDEN not in state.hand and not [move for move in GAME.moves(state) if answers(move)],
    "spare-double": lambda state, made: state.hand.count(made.move.card) > 1,
    "spare-useless": can_never_be_laid_again,
    "spare-least": is_missed_least,
    "backwards": goes_back_the_least,
    "only": lambda state, made: len(GAME.moves(state)) == 1,
    "draw": lambda state, made: GAME.moves(state) == [made.move],
    "deal": lambda state, made: "deal" in after(state, made)[1],
}
"""Of every reason, what it claims."""


def positions(seeds: range, share: float) -> Iterator[State]:
    """Out of random games, and of rounds played well, which come to the end of the road more often."""
    rng = random.Random(seeds.start)
    for seed in seeds:
        for decision in drive(seed):
            if rng.random() < share:
                yield decision.before
    for seed in seeds:
        state, luck = (
            GAME.new({"drivers": list("ABC"[: 2 + seed % 2]), "options": OPTIONS[seed % 3]}),
            random.Random(seed),
        )
        shown = Seeded(seed)
        while not GAME.over(state):
            if luck.random() < share:
                yield state
            state, _ = GAME.play(state, coach.slipping_move(state, luck, 5).move, shown)


def told_again(state: State, made: Decision[Any]) -> str:
    """The reason in words, with the card, the kilometres and the name that the move has in notation."""
    word, _, rest = GAME.write_move(made.move).partition(" ")
    card, _, whom = rest.partition(">")
    (attack,) = re.findall(r" window (\w+)", GAME.write(state)) or [""]
    card = GUARDS[attack] if word == "trick" else attack or card
    (problem,) = [problem for problem, cure in AGAINST.items() if cure == card] or [""]
    names = text_tables("games.mil_millas")["words"]["names"]
    facts = {"card": names.get(card, card), "value": card, "whom": whom, "problem": names.get(problem, problem)}
    return str(text_tables("games.mil_millas")["words"]["bots"][made.reason]).format(**facts)


def check(seeds: range, share: float) -> Counter[str]:
    given = Counter[str]()
    for state in positions(seeds, share):
        made = coach.sensible_move(state, random.Random(1))
        given[made.reason] += 1
        assert TRUE[made.reason](state, made), (made.move, GAME.write(state))
        said = words("mil_millas").phrase("bots", made.reason, made.facts)
        assert said == told_again(state, made), (made, GAME.write(state))
    return given


def test_every_reason_is_true_where_it_is_given() -> None:
    given = check(range(88), 0.07)
    assert sum(given.values()) > 1000
    assert set(TRUE) - set(given) <= {
        "deal",
        "endlimit-idle",
        "attack-idle",
        "immunity-least",
        "attack-back",
        "backwards",
    }


@pytest.mark.wide
@pytest.mark.parametrize("first", range(1000, 1880, 88))
def test_every_reason_is_true_where_it_is_given_widely(first: int) -> None:
    assert check(range(first, first + 88), 0.8)


def test_every_reason_has_words_and_every_word_a_reason() -> None:
    assert set(words("mil_millas").group("bots")) == {*TRUE, "random"}


def test_whoever_picks_anything_says_so_and_claims_nothing() -> None:
    rng = random.Random(3)
    for state in some(positions(range(4), 0.05)):
        assert coach.random_move(state, rng).reason in ("random", "only")


@pytest.mark.parametrize("kilometres", [950, 975])
def test_a_limit_is_not_wasted_on_whoever_needs_no_more_than_50(kilometres: int) -> None:
    """A limit allows 50, so it keeps nobody from the last 50 kilometres."""
    state = GAME.read(f"A 300 go ; B {kilometres} go | A limit 100 25x5")
    made = coach.sensible_move(state, random.Random(1))
    assert (made.move, made.reason) == (Lay("100"), "drive")


def test_a_reason_that_tells_of_the_hand_is_kept_until_the_game_is_over() -> None:
    told = {"pass", "spare-double", "backwards", "attack-idle", "endlimit-idle", "immunity-least"}
    assert told == coach.SECRETS
