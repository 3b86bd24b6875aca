"""Every kind of move in every phase: possible tries, in random positions and in written ones.

For each game: the moves that anybody could think of, plausible or not; a position for every phase; what may never get
more or less, such as cards; and why a move that is allowed need not be listed. `judge` says which of the moves tried
are allowed, `moves` which are listed; `test_phases.py` compares the two.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from enum import EnumType
from itertools import islice
from typing import Any, NamedTuple, get_args, get_type_hints

from rallyman_tutor.core.luck import Likeliest, Luck, Odds, Seeded
from rallyman_tutor.core.rule import JudgedStep
from rallyman_tutor.games import SHELF
from rallyman_tutor.games.classic import generate as classic_steps
from rallyman_tutor.games.classic import state as classic
from rallyman_tutor.games.crazy_rally import GAME as CRAZY_RALLY
from rallyman_tutor.games.crazy_rally import state as crazy
from rallyman_tutor.games.crazy_rally.possible import impossible as crazy_impossible
from rallyman_tutor.games.dirt import generate as dirt_steps
from rallyman_tutor.games.dirt import state as dirt
from rallyman_tutor.games.dirt.arrangements import arrangements
from rallyman_tutor.games.dirt.possible import impossible
from rallyman_tutor.games.dirt.step import follow
from rallyman_tutor.games.mil_millas import state as millas
from tests.games.classic import rallies as classic_rallies
from tests.games.classic import test_legality as classic_asked
from tests.games.classic import test_rallies as classic_checks
from tests.games.crazy_rally import test_legality as crazy_asked
from tests.games.crazy_rally import test_races as crazy_checks
from tests.games.dirt import rallies as dirt_rallies
from tests.games.dirt import test_legality as dirt_asked
from tests.games.dirt import test_rallies as dirt_checks
from tests.games.driving import at_random
from tests.games.mil_millas import rounds
from tests.games.random_games import RANDOM

State = Any
Move = Any


class Tried(NamedTuple):
    """One game's part of the sweep."""

    kinds: frozenset[JudgedStep]
    """Every kind of move there is."""
    phases: tuple[str, ...]
    tries: Callable[[State, random.Random], Iterable[Move]]
    """Moves to try in a position: some of every kind."""
    written: tuple[str, ...]
    """Positions of every phase, with what random games seldom meet."""
    treasure: Callable[[State], object]
    """The counts no move may change: cards, tokens and seats."""
    clocks: Callable[[State], tuple[int, ...]]
    """The values that never fall: seconds on the clock or, where drivers race for distance, the distance."""
    check: Callable[[State], None]
    """Asserts what holds in every position of the game."""
    unlisted: Mapping[str, Callable[[State, Move], bool]]
    """Why a move that is allowed may not be listed as it is, and whether that is so."""


def phase_of(state: State) -> str:
    found: str = state.phase if hasattr(state, "phase") else state.turn.phase
    return found


# -- Where ------------------------------------------------------------------------------------------------------------


class Unkind:
    """Luck that now and then shows the likeliest misfortune, so that losses, punctures and attacks are met often."""

    def __init__(self, seed: int, calm: Luck) -> None:
        self._rng, self._fair, self._ill = random.Random(seed), Seeded(seed), Likeliest(calm)

    def pick(self, what: str, odds: Odds) -> str:
        return (self._ill if self._rng.random() < 0.4 else self._fair).pick(what, odds)


def met(key: str, seeds: Iterable[int], most: int, decisions: int) -> Iterator[State]:
    """Positions of random games with unkind luck: from each game's first decisions, at most `most` of each phase."""
    game, source = SHELF[key], RANDOM[key]
    for seed in seeds:
        rng, seen = random.Random(seed), Counter[str]()
        driven = at_random(game, source.spec(seed), source.choose, seed, Unkind(seed, game.harmless_luck))
        for decision in islice(driven, decisions):
            phase = phase_of(decision.before)
            rare = seen[phase] == 0 or rng.random() < 0.1
            if rare and seen[phase] < most:
                seen[phase] += 1
                yield decision.before


def written(key: str) -> Iterator[State]:
    for text in TRIED[key].written:
        yield SHELF[key].read(text)


def said(key: str, state: State) -> Iterator[Move]:
    """The first move of every claim that practice asks about."""
    for claim in SHELF[key].claims(state):
        yield from SHELF[key].read_draft(claim.text).moves[:1]


# -- Why a move that is allowed need not be listed ---------------------------------------------------------------------


def changes_nothing(key: str) -> Callable[[State, Move], bool]:
    """The move changes no state: it only asks, or says what is so already."""
    return lambda state, move: bool(SHELF[key].play(state, move, SHELF[key].harmless_luck)[0] == state)


def comes_to_the_same(key: str) -> Callable[[State, Move], bool]:
    """A listed move leads to the same position."""
    game = SHELF[key]

    def same(state: State, move: Move) -> bool:
        done = game.play(state, move, game.harmless_luck)[0]
        return any(game.play(state, other, game.harmless_luck)[0] == done for other in game.moves(state))

    return same


def is_an_attack(state: classic.State, move: Move) -> bool:
    """The move is an attack; `generate.attacks` lists these, since they are many."""
    if not isinstance(move, classic.Attack):
        return False
    dice = tuple(sorted(move.dice, key=_gas_last))
    return dice in classic_steps.attack_sets(state) and classic_steps.can_be_driven(state, dice)


def _gas_last(die: int) -> tuple[bool, int]:
    return die < 0, die


def grows_from_listed_steps(state: dirt.State, move: Move) -> bool:
    """The move is a whole draft, of which there are tens of thousands; `generate.next_steps` lists each of its
    steps."""
    if not isinstance(move, dirt.Drive | dirt.FlatOut | dirt.Arrange):
        return False
    now = state
    for step in move.steps:
        if dirt_asked.landing(now, step) not in {dirt_asked.landing(now, one) for one in dirt_steps.next_steps(now)}:
            return False
        now = follow(now, step)
    return True


def leaves_in_mid_turn(state: classic.State, move: Move) -> bool:
    """The move leaves the rally during a turn. That is allowed, but listed only before the first die."""
    return move is classic.Word.RETIRE and state.turn.phase in ("roll", "drive", "sisu", "give")


def takes_more_seconds(state: dirt.State, move: Move) -> bool:
    """The move is a penalty of a multiple of five seconds; only as many are listed as anybody has a use for."""
    return isinstance(move, dirt.Penalty) and state.turn.phase == "penalty" and move.seconds % 5 == 0


def chooses_where_it_stands(state: dirt.State, move: Move) -> bool:
    """The move enters the space on which the car stands already, behind the start line."""
    return isinstance(move, dirt.Enter) and state.road.find(move.to) == state.car.place


def wipes_out_no_hazard_yet(state: dirt.State, move: Move) -> bool:
    """The move plays the token while there is no hazard to ignore. That is allowed at any time in one's turn."""
    return move is dirt.Word.SISU and state.turn.phase in ("draft", "roll") and not state.turn.hazards


def answers_for_a_partner(state: millas.State, move: Move) -> bool:
    """The move shows an immunity before its player is asked; every player of the side that was attacked may do so."""
    if not isinstance(move, millas.Trick) or state.turn.phase != "window" or move.by not in state.names:
        return False
    return state.names.index(move.by) % len(state.sides) == state.turn.seat % len(state.sides)


def is_agreed(state: millas.State, move: Move) -> bool:
    """The move changes an option before the cards are dealt, which is no move of a turn."""
    return isinstance(move, millas.Change) and state.turn.phase == "deal"


def kinds(moves: object) -> frozenset[JudgedStep]:
    """The classes of a game's moves, and each of its words."""
    found: tuple[type, ...] = get_args(moves)
    return frozenset(one for kind in found for one in (kind if isinstance(kind, EnumType) else (kind,)))


# -- What is tried ----------------------------------------------------------------------------------------------------


def _some(moves: Iterable[Move], many: int, rng: random.Random) -> list[Move]:
    found = list(moves)
    return rng.sample(found, min(many, len(found)))


def _classic(state: classic.State, rng: random.Random) -> Iterator[Move]:
    names = tuple(car.name for car in state.cars)
    rolling = state.turn.phase in ("roll", "drive")
    yield from classic_asked.asked(state) if rolling else _some(classic_asked.asked(state), 12, rng)
    yield from (classic.Attack(tuple(rng.choices((1, 2, 3, 4, 5, -1), k=rng.randint(1, 5)))) for _ in range(4))
    yield from (attack for attack in (classic_rallies.an_attack(state, rng) for _ in range(3)) if attack)
    yield from (classic.Stop(card) for card in range(-1, 7))
    yield from classic.Word
    yield from (classic.Give(face) for face in (True, False))
    yield from (classic.Tyres(winter) for winter in (True, False))
    yield from (classic.TakeTurn(name) for name in (*names, "Zoe"))
    yield from (classic.ChangeTarget(to) for to in ("l", "d", "k"))
    yield from (classic.Lineup(order) for order in (names, names[::-1], ()))


def _dirt(state: dirt.State, rng: random.Random) -> Iterator[Move]:
    names = tuple(car.name for car in state.cars)
    yield from _some(dirt_asked.asked(state), 60, rng)
    yield from _some(dirt_steps.next_steps(state), 6, rng)
    for _ in range(3):
        if steps := dirt_rallies.draft(state, rng) or dirt_rallies.draft(_drafting(state), rng):
            yield from _whole(steps)
            yield from _whole(tuple(step._replace(pay=rng.choice((0, 0, 1, 2))) for step in steps))
            yield from _whole(tuple(step._replace(pay=0) for step in steps))
            yield from _whole(steps[1:] or steps)
    if state.turn.phase == "arrange":
        for arranged in _some(arrangements(state), 4, rng):
            yield from _whole(arranged.steps)
            yield from _whole(tuple(step._replace(pay=rng.choice((0, 1))) for step in arranged.steps))
            yield from _whole(arranged.steps[:-1] or arranged.steps)
    if left := state.turn.draft:
        yield from (left[0], left[0]._replace(pay=1 + left[0].brakes), left[-1])
        yield from _whole(left)
    yield from (dirt.Stop(card) for card in range(-1, 8))
    yield from dirt.Word
    yield from (dirt.Enter(to) for to in ("L0", "R0", "L1", "nowhere"))
    yield from (dirt.Penalty(seconds) for seconds in (-5, 0, 5, 7, 10, 15))
    yield from (dirt.TakeTurn(name) for name in (*names, "Zoe"))
    yield from (dirt.Lineup(order) for order in (names, names[::-1], ()))


def _drafting(state: dirt.State) -> dirt.State:
    """The state as if a draft were due, to make drafts that are then tried at the wrong moment."""
    return state._replace(turn=dirt.Turn(state.turn.seat))


def _whole(steps: tuple[dirt.Roll, ...]) -> Iterator[Move]:
    yield from (dirt.Drive(steps), dirt.FlatOut(steps), dirt.Arrange(steps))


def _crazy(state: crazy.State, rng: random.Random) -> Iterator[Move]:
    yield from _some(crazy_asked.asked(state), 120, rng)
    yield from (*crazy.Word, crazy.Table(()), crazy.Claim("B01"), crazy.Claim("E8"))
    for car in state.cars:
        yield from (crazy.Speak(car.name, move) for move in _some(crazy_asked.asked(state), 3, rng))
    yield from (crazy.Speak(state.car.name, move) for move in CRAZY_RALLY.moves(state)[:3])


def _millas(state: millas.State, rng: random.Random) -> Iterator[Move]:
    yield from rounds.candidates(state)
    held = [card for card in state.hand if card != millas.HIDDEN] or ["red"]
    names = (*state.names, "Zoe")
    yield from (millas.Trick(card) for card in millas.IMMUNITIES)
    yield from (millas.Press(key, card, on) for key in ("Enter", "Delete") for card in held for on in ("", *names[:3]))
    yield from (millas.Press("Enter"), millas.Press("Delete"))
    yield from millas.Word
    yield from (millas.Change(option, value) for option in ("stacking", "teams") for value in ("on", "off", "4"))
    yield from (millas.Bonus(name) for name in ("extension", "no-200s"))
    for name in names:
        yield from (millas.Draw(name), millas.Trick("", name), millas.Pass(name))
        yield from (millas.Lay(rng.choice(held), "", name), millas.Discard(rng.choice(held), name))


# -- What is never more or less ----------------------------------------------------------------------------------------


def _decks(state: State) -> list[int]:
    decks = (*state.backs, *((state.shortcut,) if hasattr(state, "shortcut") else ()))
    return [sum(count for _, count in deck.unseen) + len(deck.seen) for deck in decks]


def _race_treasure(state: State) -> object:
    """The cards of every deck, and who drives or is out: who is out does not start the next stage."""
    out = {seat for seat, car in enumerate(state.cars) if car.status == "out"}
    return _decks(state), [car.name for car in state.cars], sorted(out | set(state.order))


def _race_clocks(state: State) -> tuple[int, ...]:
    """The clock of each car: the stages before this one, then the seconds of this one. A car that is out has used it
    up."""
    before = A_STAGE * (state.rally.number if state.rally else 0)
    return tuple(before + (A_STAGE - 1 if car.status == "out" else car.clock) for car in state.cars)


A_STAGE = 10**6
"""More seconds than any stage takes."""


def _check_crazy(state: crazy.State) -> None:
    assert crazy_impossible(state) is None


def _hand_of(state: millas.State) -> object:
    return rounds.everything(state), state.names, len(state.sides)


def _check_millas(state: millas.State) -> None:
    for side in state.sides:
        assert 0 <= side.km <= millas.GOAL and side.km % 25 == 0
        assert side.tricks <= len(side.immunities) <= len(millas.IMMUNITIES)
    assert all(len(hand) <= millas.FULL for hand in state.hands)
    assert all(count >= 0 for _, count in state.deck)


def _check_classic(state: classic.State) -> None:
    classic_checks.check_state(state)


def _check_dirt(state: dirt.State) -> None:
    dirt_checks.check_state(state)
    dirt_checks.check_room(state)
    assert impossible(state) is None


def _phases(turn: type) -> tuple[str, ...]:
    found: tuple[str, ...] = get_args(get_type_hints(turn)["phase"])
    return found


TRIED: Mapping[str, Tried] = {
    "classic": Tried(
        kinds(classic.Move),
        _phases(classic.Turn),
        _classic,
        (
            "s14 | A",
            "s14 | A@s1 g2 s9",
            "s14 | A@s3 g4 ; B@s2 g3 | A 4 !",
            "s3 j3 s1 R2/3x3 s6 | A@s3 g3",
            "s4 R3/4x3K4 s5 | A@b1.d1 g4 s3 | A 4 !",
            "c1 s14 | A@s2 g4 ; B@s3 g2 | A",
            "s14 | A@s1 g1 p1 ; B@s3 | A",
            "s14 | A@s2 p1 no-wheel ; B@s3 | A wheel",
            "c1 s14 | A@s3 off-left ; B@s3 spun | A stuck",
            "s4 R3/4x3K4 s5 | A@s4 g3 | A 3 attack3[4 w!]",
            "s14 | A@s4 g4 | A 3 4 w !!! phase=sisu ended=hazards",
            "s3 j3 s8 | A@s5 g4 | A 4 ! phase=sisu ended=landing",
            "s4 R3/4x3K4 s5 | A@b1.cut g4 p1 | A 4 attack3[w w!] phase=give",
            "s14 | A ; B | A phase=tyres | weather=fixed",
            "s14 | A ; B | A phase=tyres | weather=variable",
            "s14 | A ; B | A phase=weather | weather=variable",
            "s14 | A p1 finished ; B p2 finished | A phase=gap",
            "s14 | A finished | A phase=over",
            "s4 R2/4x3K4 s5 | A@b1.d2 | A | dirt b1:2 ; edition=es",
            "c1 s9 | A@s1 g1 ; B | B",
            "s4 R3/4x3 s5 | A@s4 g3 ; B@b1.line g3 | A | edition=es",
            "s14 | A@s1 g3 | A | edition=de",
            "s14 | A@s1 g3 | A | training=on",
        ),
        _race_treasure,
        _race_clocks,
        _check_classic,
        {
            "attacks are listed apart": is_an_attack,
            "leaving is offered before the first die": leaves_in_mid_turn,
            "the same as a listed move": comes_to_the_same("classic"),
            "only says what is so": changes_nothing("classic"),
        },
    ),
    "dirt": Tried(
        kinds(dirt.Move),
        _phases(dirt.Turn),
        _dirt,
        (
            "FX-S | A",
            "FX-S | A@L3 g3 s5",
            "FX-S | A ; B | A fresh",
            "FX-S | A@L1 g2 ; B@R1 g2 | A leader A",
            "FX-S | A@L4 g4 s5 | A 4 ! left[5>L5 w>L6]",
            "FX-S | A@L4 g4 s9 | A 4 ! left[2b>L5 w>L6] | sisu=stage",
            "FX-S | A@L6 g5 | A 4 5 w !!! left[w>L7] phase=sisu ended=hazards | sisu=stage",
            "FX-S | A@L3 g3 s5 | A rolled[4>L4! 5>L5! w>L6!]",
            "FX-J | A@L3 g3 | A rolled[4>L4>L6! w>L7! w>L8!]",
            "FX-A | A@L4 g3 s4 | A rolled[4>L5! 5>L6. w>d1! w>d2!]",
            "FX-S | A@L3 g3 K1 ; B@L5 | A phase=wheel",
            "FX-S | A K1 ; B W1 | A phase=gap",
            "FX-S | A ; B | A phase=penalty | timecontrol=on",
            "FX-S | A finished | A phase=over",
            "202a 210b:L2 203a | A@1.L3 | A | quickstart=on",
            "202a 211b:R2 203a | A@1.L3 g1 | A | gravel 2:2",
            "FX-S | A@L3 g3 | A | sisu=stage",
            "R3-SS1 | A@9.h2 g6 B1 ; B@9.h1 g6 B1",
        ),
        _race_treasure,
        _race_clocks,
        _check_dirt,
        {
            "a larger penalty": takes_more_seconds,
            "only says what is so": changes_nothing("dirt"),
            "the same as a listed move": comes_to_the_same("dirt"),
            "drafts grow from listed steps": grows_from_listed_steps,
            "the space it stands on": chooses_where_it_stands,
            "no hazard to ignore yet": wipes_out_no_hazard_yet,
        },
    ),
    "crazy_rally": Tried(
        kinds(crazy.Move),
        crazy.PHASES,
        _crazy,
        (
            "- | A ; B ; C | deal",
            "C09 rest | A (B01 B02) ; B (B03 B04) ; C (B05 B06) | tune",
            "C09 rest | A [B01 Y01] (P01 P02) ; B [B02 Y02] (P03 P04) ; C [B03 Y03] (P05 P06) | tune",
            "C09 rest | A B08 Y01 P01 ; B B01 Y02 P02 ; C B02 Y03 P03 | look 3",
            "C09 rest | A B08 Y01 P01 ; B B01 Y02 P02 ; C B02 Y03 P03 | look 14",
            "C09 rest | A B08 ; B B01 ; C B02 | draw",
            "C09 rest | A E1 E2 ; B B01 ; C B02 | exchange A",
            "C14 rest | A h1/7 v3 B07 ; B B01 | choose A | practice",
            "C10 C12 | Ana m9 v9 h1/9 s1 d90 P01 P02 ; Ben v5 d82 B02 Y07 ; Cleo v6 d70 B03 B04 | choose Ana",
            "C09 rest | A E1 B08 <B01+> ; B E2 B02 <B03-> ; C B04 <B05+> | event A",
            "C09 rest | A s1 v7 E1 B08 <B01+> ; B E2 B02 <B03-> ; C B04 <B05+> | event A",
            "C09 | A ; B ; C | over",
        ),
        lambda state: (sorted(crazy_checks.everywhere(state)), [car.name for car in state.cars]),
        lambda state: tuple(car.distance for car in state.cars),
        _check_crazy,
        {
            "only says what is so": changes_nothing("crazy_rally"),
            "the same as a listed move": comes_to_the_same("crazy_rally"),
        },
    ),
    "mil_millas": Tried(
        kinds(millas.Move),
        _phases(millas.Turn),
        _millas,
        (
            "A ; B | | A deal",
            "A ; B | A green 25x6",
            "A 25 go ; B | A petrol 25x6 ; B 50x6",
            "A 25 flat +priority ; B | A green 25x6",
            "A 900 go ; B 950 go | A 25 50 75 red flat petrol priority",
            "A ; B go | A 25x6 ; B proof 50x5 | B window flat by A",
            "A ; B go | A 25x6 ; B ace 50x5 | B window flat by A",
            "A ; B go +ace ; C | A 25x6 ; B proof 50x5 ; C 75x6 | B window flat by A",
            "A+C ; B+D go | A 25x6 ; B 50x6 ; C 75x6 ; D proof 100x5 | D window flat by A",
            "A+C ; B+D go | A 25x6 ; B proof 50x5 ; C 75x6 ; D 100x6 | D window flat by A",
            "A 300 go wrong ; B 200 go | A 25x3 wrong endwrong 50x2 | A | wrong-way=on",
            "A 25 go ; B | A 25x2 ; B petrol | B | deck - ; reshuffle=on",
            "A 1000 go ; B | | A over",
        ),
        _hand_of,
        lambda state: tuple(sum(row[side] for row in state.points) for side in range(len(state.sides))),
        _check_millas,
        {
            "only says what is so": changes_nothing("mil_millas"),
            "the same as a listed move": comes_to_the_same("mil_millas"),
            "agreed before the deal": is_agreed,
            "a partner answers unasked": answers_for_a_partner,
        },
    ),
}
"""One row a game."""
