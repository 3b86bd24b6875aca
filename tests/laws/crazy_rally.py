"""Cases of this game that random games seldom meet, and its own measure of a move's cost.

Nothing is rolled here, and nothing hidden may be known; so what a move costs is counted over every course card that may
come next, as far as everybody knows: played with each of them, with nobody else deciding anything.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import pairwise
from typing import Any, NamedTuple

from rallyman_tutor.coach.crazy_rally.choosing import choose, choose_event
from rallyman_tutor.coach.crazy_rally.memory import LEVELS
from rallyman_tutor.core.game import Chances
from rallyman_tutor.core.luck import Scripted
from rallyman_tutor.core.notation import Refused, ScriptedDraft
from rallyman_tutor.core.rule import Kind
from rallyman_tutor.games.crazy_rally import GAME
from rallyman_tutor.games.crazy_rally.possible import unseen
from rallyman_tutor.games.crazy_rally.state import (
    COURSE,
    DECK,
    HIDDEN,
    STAGES,
    Event,
    Move,
    Play,
    Speak,
    State,
    Use,
    Word,
)
from tests.games.driving import driven
from tests.laws.laws import on_the_page

HELD: frozenset[int] = frozenset({1, 2, 3, 4, 5})
"""The numbers of the laws that hold of this game. In the end these are all."""


def positions(rng: random.Random) -> Iterator[Any]:
    """Stages that are chosen for or about to be turned up: cars near their own maximum, the last of their strength or
    handling, with and without events; and lines that tell too little or too much, where they can be read."""
    for _ in range(40):
        try:
            yield GAME.read(_a_line(rng))
        except Refused:
            continue


def _a_line(rng: random.Random) -> str:
    left = [*DECK]
    rng.shuffle(left)
    left.sort(key=lambda card: card[0] != "E" and rng.random() < 0.7)
    phase = rng.choice(("choose", "event", "event", "event", "draw", "exchange"))
    names = "ABCD"[: rng.randint(2, 4)]
    cars = []
    for name in names:
        top, fresh = rng.choice((7, 8, 9)), rng.choice((7, 8))
        speed = rng.choice((0, 4, 5, 6, top - 1, top))
        words = [name, f"m{rng.choice((top,) * 30 + (30,))}", f"s{rng.choice((1, 1, 2, 5))}"]
        words += [f"h{rng.choice((0, 1, 3, fresh))}/{fresh}", f"v{speed}", f"d{rng.choice((0, 5, 20, 500))}"]
        hand = [left.pop() for _ in range(rng.randint(0, 3))]
        words += rng.choice((hand, hand, hand, ["?3"] if rng.random() < 0.3 else hand))
        if name != names[0] and rng.random() < 0.1:
            words[2:3] = ["s0", "out1"]
        cars.append(" ".join(words))
    ahead = rng.sample([*COURSE], rng.choice((1, 2, 3, 14)))
    told = rng.choice(("", "practice", "", "supply -"))
    turn = phase if phase == "event" else f"{phase} A"
    return f"{' '.join(ahead)} | {' ; '.join(cars)} | {turn} | {told}"


def drafts(state: Any, rng: random.Random) -> Iterator[tuple[Any, ...]]:
    """Events with and without an event card, on whatever car; and a card that follows another one."""
    if state.phase == "event":
        whom = rng.choice((*(car.name for car in state.cars), state.car.name))
        yield from ((Use(effect, whom),) for effect in ("faster", "slower"))
        yield (Use("two"),)
    cards = [card for card in state.car.hand if card != HIDDEN] or ["B01"]
    yield (Play(rng.choice(cards), rng.choice("+-")), Play(rng.choice(cards), rng.choice("+-")))


def scripts(state: Any, rng: random.Random) -> Iterator[ScriptedDraft[Any]]:
    """Events one behind the other, by their names or not."""
    whom = [car.name for car in state.cars]
    some: list[Move] = []
    for _ in range(rng.randint(1, 4)):
        move: Move = rng.choice((Use(rng.choice(("faster", "slower")), rng.choice(whom)), Use("two"), Word.PASS))
        some.append(Speak(rng.choice(whom), move) if rng.random() < 0.3 else move)
    yield ScriptedDraft(tuple(some))


def in_a_script(before: tuple[State, Move], now: State, move: Move, codes: list[str]) -> list[str]:
    """The rules that refuse a move behind another one: just those that refuse it there."""
    return codes


def cannot_be(state: State) -> Iterator[str]:
    """Why no race leads to a position, as far as its figures tell."""
    for car in state.cars:
        if car.top > 13 or car.fresh > 13 or car.strength > 13:
            yield f"no tuning makes {car.name}"
        if car.distance > 28 * car.top * max(1, state.races):
            yield f"{car.name} has driven {car.distance}"
    if not state.over and not GAME.moves(state):
        yield "nothing can be done there"


# -- What a move costs -------------------------------------------------------------------------------------------------


class Counted(NamedTuple):
    """Chances, over the course cards that may come; then the sure losses, and the worth of an event at the finish."""

    out: Fraction
    crash: Fraction
    offence: Fraction
    strength: int
    handling: int
    bonus: int


def untrue_chances(state: State, script: ScriptedDraft[Move]) -> Iterator[str]:
    """The faults in the chances of a legal script: they are those of its last move, in the state to which the told
    moves before it lead; the page, remedies and the reasons of bots tell the same."""
    found = GAME.chances(state, script)
    if found.lose + found.end + found.short + found.arrive != 1:
        yield f"the chances do not add up to 1: {found}"
    if tuple(GAME.risk(state, script)) != found.wrong:
        yield f"the risk is {GAME.risk(state, script)}, and the chances are {found.wrong}"
    now, (*before, last) = state, [GAME.complete_script(state, *one) for one in script.shown_moves]
    if before and unseen(state):
        return
    for move, shown in before:
        now = GAME.play(now, GAME.complete_script(now, move, shown)[0], Scripted(shown, rest=GAME.harmless_luck))[0]
    true = counted(now, GAME.complete_script(now, *last)[0])
    if (found.end, found.lose) != (true.out, true.offence - true.out):
        yield f"told {found.end} to be out and {found.lose} to offend; it is {true.out} and {true.offence - true.out}"
    if not before and not GAME.over(state):
        yield from _told_elsewhere(state, script.moves[0], found)


def _told_elsewhere(state: State, move: Move, found: Chances) -> Iterator[str]:
    """Where the page, a remedy or a bot tells other chances of a move than the ruling."""
    if not isinstance(move, Speak) and not unseen(state):
        shown = on_the_page(GAME, state, (move,))["risk"]["told"]
        if ("too slow" in shown, "is out" in shown) != (found.lose > 0, found.end > 0):
            yield f"the page says {shown!r}, and it is {found}"
    if state.phase == "choose":
        decided = choose(GAME.seen_by(state, state.seat), LEVELS["club"], (), random.Random(0))
        share = decided.facts.get("share", 1 - counted(state, decided.move).offence)
        if share != 1 - counted(state, decided.move).offence:
            yield f"a bot says that {GAME.write_move(decided.move)} fits {share} of the roads"
    for violation in GAME.advise(state, (move,)):
        for way in GAME.remedies(state, (move,), violation):
            alone = GAME.chances(state, way.moves)
            if (way.facts["out"], way.facts["chance"]) != (alone.end, alone.lose):
                yield f"{violation.code}: {way.kind} tells other chances than {alone}"


def worse_remedies(state: State, draft: Sequence[Move]) -> Iterator[str]:
    """The faults of the remedies of a draft, by the sure effects of each move."""
    yield from _against_the_best_player(state)
    for violation in (*GAME.judge(state, tuple(draft)), *GAME.advise(state, tuple(draft))):
        if unseen(state) and violation.at:
            continue
        now, _ = driven(
            GAME, state, tuple(GAME.read_moves(state, " ".join(map(GAME.write_move, draft[: violation.at]))))
        )
        ways = list(GAME.remedies(state, tuple(draft), violation))
        if now is None:
            continue
        speaker = draft[violation.at]
        name = speaker.name if isinstance(speaker, Speak) else now.car.name
        if violation.code == "CR-EVT-02" and not any(
            card[0] == "E" for car in now.cars if car.name == name for card in car.played
        ):
            yield f"{name} is told of a second event, and has played none"
        costs = [counted(now, way.moves[-1]) for way in ways]
        if any(after < before for before, after in pairwise(costs)):
            yield f"{violation.code}: the remedies stand in another order than {costs}"
        if GAME.book[violation.code].kind is not Kind.UNWISE:
            continue
        own = counted(now, draft[violation.at])
        if any(cost > own for cost in costs):
            yield f"{violation.code}: a remedy is worse than what it mends"
        if not ways and (case := GAME.why_stuck(state, tuple(draft), violation)["case"]) == "no-better":
            better = [move for move in GAME.moves(now) if counted(now, move) < own]
            if better:
                yield f"{violation.code}: {case}, and {GAME.write_move(better[0])} costs less"


def _against_the_best_player(state: State) -> Iterator[str]:
    """Nothing else is told to be better than what the best player plays who remembers nothing."""
    if state.phase != "event" or not any(card[0] == "E" for card in state.car.hand):
        return
    move = choose_event(GAME.seen_by(state, state.seat), ()).move
    for violation in GAME.advise(state, (move,)):
        if found := GAME.remedies(state, (move,), violation):
            yield f"{violation.code}: {GAME.write_move(move)} is played, and {found[0].kind} is told to be better"


def counted(now: State, move: Move) -> Counted:
    """The chances of a move, for the driver in turn."""
    move = move.move if isinstance(move, Speak) else move
    if now.phase not in ("choose", "event"):
        return Counted(Fraction(0), Fraction(0), Fraction(0), 0, 0, 0)
    roads = _roads(now)
    ends = [_told(_resolved(now, move, road), _seat(now)) for road in roads]
    before = _told(_resolved(now, move, roads[0], turned=False), _seat(now))
    handling = ends[0]["handling"] if len(ends) == 1 and not ends[0]["crash"] and not ends[0]["out"] else 0
    share = [Fraction(sum(bool(end[what]) for end in ends), len(ends)) for what in ("out", "crash", "offence")]
    bonus = 0
    if isinstance(move, Use):
        bonus = -2 if _wins_more(now, move, roads) else 2
    return Counted(share[0], share[1], share[2], before["strength"], handling, bonus)


def _seat(now: State) -> int:
    return 0 if now.phase == "choose" else now.seat


def _roads(now: State) -> list[str]:
    if now.options.practice:
        return [now.course[now.driven]]
    left = [card for card in COURSE if card not in now.course[: now.driven]]
    return [card for card in left if COURSE[card].flag] if STAGES - len(now.course) + now.driven < 2 else left


def _resolved(now: State, move: Move, road: str, *, turned: bool = True) -> Sequence[Event]:
    """The events after this driver's decision, if nobody else decides anything, and this course card comes next."""
    course = (*now.course[: now.driven], road, *now.course[now.driven + 1 :])
    if now.phase == "choose":
        alone = now._replace(cars=(now.car,), seat=0, course=course)
        then, events = GAME.play(alone, move, GAME.harmless_luck)
        if then.phase == "event" and not then.over:
            events += GAME.play(then, Word.PASS, GAME.harmless_luck)[1]
    else:
        last = now._replace(order=(now.seat,), course=course)
        events = GAME.play(last, move, GAME.harmless_luck)[1]
    cut = next((at for at, event in enumerate(events) if event.what == "turned"), len(events))
    return events if turned else events[:cut]


def _told(events: Sequence[Event], seat: int) -> dict[str, int]:
    own = [event for event in events if event.seat == seat]
    whats = [event.what for event in own]
    missed = next((event for event in own if event.what in ("fast", "slow")), None)
    return {
        "out": "out" in whats,
        "crash": "crash" in whats or "out" in whats,
        "offence": missed is not None or "out" in whats,
        "strength": whats.count("turbo") + whats.count("capped"),
        "handling": missed.facts["was"] - missed.facts["now"] if missed else 0,
    }


def _wins_more(now: State, use: Use, roads: Sequence[str]) -> bool:
    """Whether an event surely wins more than it is worth at the finish, as far as playing it tells."""
    if use.effect == "two":
        held = sum(card[0] in "BYP" for card in now.car.hand)
        return held < 2 and len(now.supply) + len(now.discard) >= 2 and STAGES - now.stage > 2
    seat = next((seat for seat, car in enumerate(now.cars) if car.name == use.to), -1)
    goes, stays = (all(_told(_resolved(now, move, road), seat)["crash"] for road in roads) for move in (use, Word.PASS))
    return bool(stays > goes if seat == now.seat else goes > stays)
