"""Every kind of move in positions that are written at random: all that can be read, in every phase.

`tests/games/test_phases.py` asks the same of random races and of some written positions. Here positions are put
together from any words there are. What the rules allow is offered, or it is listed why not; what is allowed and played
leaves a whole state behind, to the end of the race; a save holds just that.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator

import pytest

from rallyman_tutor.core.luck import Seeded
from rallyman_tutor.core.notation import Refused
from rallyman_tutor.core.replay import BadSave, begin, load
from rallyman_tutor.core.rule import JudgedStep, kind_of
from rallyman_tutor.games.crazy_rally import GAME
from rallyman_tutor.games.crazy_rally.possible import held, impossible
from rallyman_tutor.games.crazy_rally.state import COURSE, DECK, PHASES, Claim, Move, Play, Speak, State, Word
from tests.games.crazy_rally.test_legality import asked


def said(state: State, rng: random.Random) -> list[Move]:
    """Every kind of move, by whose turn it is and by everybody else."""
    own = [*asked(state), Word.REORDER, Word.NOTE, Word.PEEK, *(Claim(card) for card in (*state.car.hand, "B01"))]
    return own + [Speak(car.name, move) for car in state.cars for move in rng.sample(own, 6)]


def why_not_offered(state: State, move: Move) -> str:
    """Why a move that is allowed is no move of its own; nothing where there is no reason."""
    if isinstance(move, Speak):
        return "who is in turn may say so"
    if isinstance(move, Play) and move.to:
        return "the own car may be named"
    if move in (Word.NOTE, Word.PEEK):
        return "an aid that was agreed: nothing moves"
    return ""


def cards_of(state: State) -> Counter[str]:
    return Counter((*held(state), *state.supply, *state.discard))


def check_whole(before: State, move: Move, after: State) -> None:
    """Asserts all that no move can break: the position is possible, no card is lost, and stages driven stay driven."""
    told = f"{GAME.write_move(move)} in {GAME.write(before)}"
    assert impossible(after) is None, (told, impossible(after))
    assert GAME.read(GAME.write(after)) == after, told
    if after.phase == "deal":
        assert cards_of(after) == Counter(DECK), told
    elif before.phase != "deal":
        assert cards_of(after) == cards_of(before), told
        assert after.course == before.course and 0 <= after.driven - before.driven <= 1, told
    assert GAME.moves(after) or after.over, told


def check_phase(state: State, rng: random.Random) -> Counter[JudgedStep]:
    """Every kind of move in one position; counts the kinds that were allowed."""
    offered, found = set(GAME.moves(state)), Counter[JudgedStep]()
    for move in said(state, rng):
        refused = GAME.judge(state, (move,))
        if move in offered:
            assert not refused, (GAME.write_move(move), GAME.write(state))
        if refused:
            continue
        found[kind_of(move)] += 1
        assert move in offered or why_not_offered(state, move), (GAME.write_move(move), GAME.write(state))
        after, events = GAME.play(state, move, Seeded(rng.random().hex()))
        check_whole(state, move, after)
        if move in (Word.NOTE, Word.PEEK):
            assert (after, events) == (state, ())
    return found


def check_saves(state: State, rng: random.Random) -> None:
    """A save may hold exactly what the rules allow, whatever is written into it."""
    start = begin(GAME, {"position": GAME.write(state)})
    saved = start.save()
    for move in rng.sample(said(state, rng), 12):
        allowed = GAME.is_legal(state, (move,))
        try:
            again = load(GAME, {**saved, "moves": [[GAME.write_move(move)]]}, Seeded)
        except BadSave:
            assert not allowed, (GAME.write_move(move), GAME.write(state))
        else:
            assert allowed and len(again.past) == 1, (GAME.write_move(move), GAME.write(state))


# Written positions


def _hand(rng: random.Random, left: list[str], most: int) -> str:
    found = left[: rng.randint(0, most)]
    del left[: len(found)]
    return " ".join(found)


def _written_car(rng: random.Random, name: str, phase: str, left: list[str]) -> str:
    words = [name]
    top, fresh = (7, 7) if phase in ("deal", "tune") else (rng.choice((6, 7, 9)), rng.choice((7, 9)))
    far = 0 if phase in ("deal", "tune", "look") else rng.choice((0, 5, 40))
    words += [f"m{top}", f"h{rng.randint(0, fresh)}/{fresh}", f"v{rng.randint(0, top)}", f"d{far}"]
    if rng.random() < 0.2:
        words.append(f"s{rng.choice((-1, 0, 0))} out{rng.randint(1, 14)}")
    else:
        words.append(f"s{rng.choice((1, 2, 7))}")
    if phase == "exchange":  # a hand without adjustment cards is seldom drawn
        left.sort(key=lambda card: card[0] != "E")
    words.append(_hand(rng, left, 4))
    if phase == "tune":
        done = rng.choice((0, 0, 1, 2))
        for colours, ends in (("BYP"[:done], "[]"), ("BYP"[done] * 2, "()")):
            own = [next(card for card in left if card[0] == colour) for colour in colours[:1]]
            own += [card for card in left if card[0] == colours[1:2] and card not in own][: len(colours) - 1]
            words.append(f"{ends[0]}{' '.join(own)}{ends[1]}")
            left[:] = [card for card in left if card not in own]
    if rng.random() < 0.3:
        words.append(f"{{{rng.choice([*words[6].split(), 'B01'])}{rng.choice(('', '+', '-'))}}}")
    if phase == "event" and rng.random() < 0.7 and len(left) > 1:
        words.append(f"<{left.pop()}{rng.choice('+-')}>")
    return " ".join(words)


def written(rng: random.Random) -> Iterator[State]:
    """A position put together at random, where there can be such a one."""
    phase = rng.choice(PHASES)
    left = list(DECK)
    rng.shuffle(left)
    names = ("Ana", "Ben", "Cleo", "Dan")[: rng.randint(1, 4)]
    cars = " ; ".join(_written_car(rng, name, phase, left) for name in names) if phase != "deal" else " ; ".join(names)
    course = rng.sample(list(COURSE), rng.choice((1, 2, 14)))
    if phase not in ("tune", "look") and rng.random() < 0.4:
        course.insert(rng.randint(1, len(course)), ">")
    turn = phase if phase in ("deal", "over") else f"look {rng.randint(0, 14)}" if phase == "look" else ""
    table = rng.choice(
        ("", "supply -", "practice", "notes", "races 3", "races 3 ; results " + "/".join("0" for _ in names))
    )
    road = "-" if phase == "deal" or rng.random() < 0.05 else " ".join(course)
    try:
        yield GAME.read(f"{road} | {cars} | {turn or f'{phase} {rng.choice(names)}'} | {table}")
    except Refused:
        return


def _sweep(first: int, count: int) -> Counter[str]:
    rng, met = random.Random(first), Counter[str]()
    for _ in range(count):
        for state in written(rng):
            met[state.phase] += 1
            check_phase(state, rng)
            check_saves(state, rng)
            for _ in range(400):  # and so on to the end
                if state.over:
                    break
                move = rng.choice(GAME.moves(state))
                before, state = state, GAME.play(state, move, Seeded(rng.random().hex()))[0]
                check_whole(before, move, state)
    return met


def test_in_every_phase_that_can_be_written_just_what_is_allowed_is_offered_and_leaves_a_whole_table(
    wide: bool,
) -> None:
    assert set(_sweep(1, 105 if wide else 50)) == set(PHASES)


@pytest.mark.wide
@pytest.mark.parametrize("first", range(100, 108))
def test_in_every_phase_that_can_be_written_widely(first: int) -> None:
    assert set(_sweep(first, 1500)) == set(PHASES)
