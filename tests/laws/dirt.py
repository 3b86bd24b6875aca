"""Cases of this game that random games seldom meet, and laws of its own.

Positions are made about what makes a case rare: water, shortcuts, jumps, slides, bends and the finish a few spaces
ahead, other cars on them, driving, spun or beside them; a dashboard with few dice left, gravel, seconds, tokens; and
what unkind luck makes of the turn that begins there, so that dice lie rolled and SISU is open wherever control can be
lost.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from itertools import islice, takewhile
from typing import Any

from rallyman_tutor.coach.odds import odds
from rallyman_tutor.core.luck import Likeliest, Luck, Odds, Prompted, Recorded
from rallyman_tutor.core.notation import Refused, ScriptedDraft
from rallyman_tutor.games import SHELF
from rallyman_tutor.games.dirt.arrangements import arrangements
from rallyman_tutor.games.dirt.generate import blockers, next_steps
from rallyman_tutor.games.dirt.road import read_stage
from rallyman_tutor.games.dirt.state import (
    BRAKE,
    CLEAN,
    GAS,
    GEARS,
    HAZARD,
    LEADER,
    LIMIT,
    Arrange,
    Drive,
    Enter,
    FlatOut,
    Move,
    Penalty,
    Roll,
    State,
    Stop,
    TakeTurn,
    Word,
)
from rallyman_tutor.games.dirt.step import aim, follow
from rallyman_tutor.tutor.words.explain import explain
from rallyman_tutor.tutor.words.remedies import suggest
from rallyman_tutor.tutor.words.words import words
from tests.games.dirt import rallies
from tests.games.dirt.rallies import STRETCHES, choose
from tests.games.phases import Unkind
from tests.laws import cases
from tests.laws.counted import counted, wrong_warnings

GAME: Any = SHELF["dirt"]

HELD = frozenset({1, 2, 3, 4, 5, 7})
"""The numbers of the laws that hold of this game. In the end these are all."""

STAGES = (*STRETCHES, "FX-C", "FX-J", "FX-W", "FX-S", "202a 224b:R1 203a", "202a 209b T15a 203a", "R1-SS1", "R3-SS2")
OPTIONS = ("quickstart=on", "redzone=on", "sisu=stage", "sisu=rally", "leader=off", "brakes=3", "brakes=0", "rally=on")
ON_THE_WAY = 6
"""Decisions of a turn that are looked at."""


def positions(rng: random.Random) -> Iterator[State]:
    """Positions that are seldom met."""
    for write in (_written, _written, _written, _before_the_finish):
        try:
            state = GAME.read(write(rng))
        except Refused:  # two cars on one space, say
            continue
        yield state
        luck = Unkind(rng.randrange(10**6), GAME.harmless_luck)
        for _ in range(ON_THE_WAY):
            if GAME.over(state):
                break
            state, _ = GAME.play(state, choose(state, rng), luck)
            yield state


def _written(rng: random.Random) -> str:
    """A position somewhere before something on the road, with other cars a few spaces ahead."""
    stage, place = rng.choice(rng.choice(_marked()))
    road = read_stage(stage).road
    lasts = [at for at in range(len(road.spaces)) if not road.past[at]]
    for _ in range(rng.randint(0, 2)):  # so far before it
        before = [at for at in lasts if place in road.next[at]]
        place = rng.choice(before) if before else place
    ahead = [at for at in lasts if 0 <= road.ranks[at] - road.ranks[place] <= 4 and at != place]
    names = "ABCD"[: rng.choice((1, 1, 2, 2, 3, 4))]
    places = [place, *rng.sample(ahead, min(len(ahead), len(names) - 1))]
    cars = [_car(name, road.short(at), rng) for name, at in zip(names, places, strict=False)]
    if rng.random() < 0.2:
        cars.append(rng.choice("EF"))
    bends = [bend.name.partition("#")[2] for bend in road.bends]
    gravel = f"gravel {rng.choice(bends)}:{rng.randint(1, 3)} ; " if bends and rng.random() < 0.2 else ""
    options = " ".join(rng.sample(OPTIONS, rng.randint(0, 3)))
    leader = f"A leader {rng.choice(names[0] * 3 + names)}" if rng.random() < 0.4 else "A"
    return f"{stage} | {' ; '.join(cars)} | {leader} | {gravel}{options}".rstrip(" |;")


def _before_the_finish(rng: random.Random) -> str:
    """A position in mid-turn whose next die crosses the line and may lose control: SISU is open behind it then."""
    stage = rng.choice(STAGES)
    road = read_stage(stage).road
    last = [at for at in range(len(road.spaces)) if not road.past[at] and any(road.past[to] for to in road.next[at])]
    place, gear = rng.choice(last), rng.randint(2, GEARS - 1)
    past = rng.choice([to for to in road.next[place] if road.past[to]])
    return (
        f"{stage} | A@{road.short(place)} g{gear} ; B | A {gear} w !! left[w>{road.short(past)}] | "
        f"sisu={rng.choice(('stage', 'rally'))}"
    )


@cache
def _marked() -> tuple[tuple[tuple[str, int], ...], ...]:
    """The stages and places of all fords, of all jumps, limits, shortcuts and of all spaces before the finish."""
    found: tuple[list[tuple[str, int]], ...] = ([], [], [], [], [])
    for stage in STAGES:
        road = read_stage(stage).road
        for at, space in enumerate(road.spaces):
            is_last = any(road.past[to] for to in road.next[at])
            is_cut = space.kind in ("half", "shortcut")
            for kind, is_so in zip(found, (space.ford, space.jump, space.limit, is_cut, is_last), strict=True):
                if is_so and not road.past[at]:
                    kind.append((stage, at))
    return tuple(map(tuple, found))


def _car(name: str, space: str, rng: random.Random) -> str:
    """A car with a dashboard that is whole, or hardly any dice on it, or none of a kind."""
    share, least = rng.choice(((0.25, 0), (0.25, 0), (0.25, 0), (0.6, 1)))
    how = rng.choice((f"g{rng.randint(0, GEARS)}",) * 6 + ("spun", "off"))
    counts = [
        f"{letter}{rng.randint(max(1, least * most), most)}"
        for letter, most in (("s", 6), ("G", 5), ("B", 2), ("W", 2), ("K", 2), ("O", 2))
        if rng.random() < share
    ]
    return " ".join((f"{name}@{space}", how, *counts, *(["no-wheel"] if rng.random() < 0.2 else [])))


def drafts(state: State, rng: random.Random) -> Iterator[tuple[Any, ...]]:
    """Drafts that are seldom laid: dice that are secured with too few seconds, a roll without its brakes, a jump one
    gear too fast, and any die of about this gear on any space nearby, whether or not one leads there; with dice behind
    them."""
    if state.turn.phase == "roll" and state.turn.draft:
        due = state.turn.draft[0]
        yield (due._replace(brakes=0),)
        yield (due._replace(pay=len(due.dice)),)
    if state.turn.phase != "draft" or state.car.place < 0:
        return
    steps = next_steps(state)
    if steps:
        first = rng.choice(steps)
        yield (first._replace(pay=len(first.dice)), *_behind(follow(state, first), rng))
    if flying := [step for step in steps if aim(state, step).over == 1 and not step.pay]:
        fast = rng.choice(flying)
        yield (fast, *_behind(follow(state, fast), rng))
    road, gear = state.road, state.car.gear
    near = [at for at in range(len(road.spaces)) if 0 < road.ranks[at] - road.ranks[state.car.place] <= 5]
    for at in rng.sample(near, min(3, len(near))):
        die = rng.choice([one for one in (gear - 1, gear, gear + 1, GAS, LEADER) if one])
        yield (Roll(die, road.short(at)), *_behind(state, rng))
    for place in road.next[state.car.place]:
        for die in (max(1, gear - 1), max(1, gear), GAS):
            yield (Roll(die, road.short(place)), *_behind(state, rng))


def _behind(state: State, rng: random.Random) -> tuple[Roll, ...]:
    """Some dice behind a step."""
    found: tuple[Roll, ...] = ()
    for _ in range(rng.choice((0, 0, 1, 2))):
        if state.turn.ended or not (steps := next_steps(state)):
            break
        found = (*found, rng.choice(steps))
        state = follow(state, found[-1])
    return found


# -- Positions that cannot be ------------------------------------------------------------------------------------------

OF_CARS = (
    "g3", "g6", "spun", "off", "waiting", "road", "finished", "out", "c50", "c45",
    "c7",
    "s9999", "s3", "s40", "G5", "G6", "B2", "W2",
    "W4", "K2", "no-wheel", "no-sisu", "#2", "#3",
)  # fmt: skip
OF_TURNS = (
    "1", "2", "3", "4", "5", "6", "w", "w", "o", "b", "!", "!!", "!!!", "$1", "$5", "r0", "r1", "r2", "r3", "level B",
    "then B", "leader A", "leader B", "fresh", "quick", "safe", "ended=hazards", "ended=limit", "phase=sisu",
    "phase=roll", "phase=wheel", "phase=penalty", "phase=over",
)  # fmt: skip
OF_TABLES = ("gravel 1:1", "gravel 2:1", "gravel 1:13", "order A A", "order B", "sisu=stage", "leader=off", *OPTIONS)


def spoiled(state: State, rng: random.Random) -> Iterator[str]:
    """Lines of a position to which some words were added or from which some were taken, whether or not they can be:
    cars elsewhere or in another state, other dice used, other phases and rounds."""
    parts = GAME.write(state).split(" | ")
    stage, cars = parts[0], parts[1].split(" ; ")
    turn = parts[2] if len(parts) > 2 else "A"
    road = state.road
    for _ in range(12):
        at = rng.randrange(len(cars))
        words_of_car = cars[at].split()
        match rng.randrange(4):
            case 0:
                words_of_car += rng.sample(OF_CARS, rng.randint(1, 2))
            case 1:
                name = words_of_car[0].partition("@")[0]
                anywhere = rng.choice(("", f"@{road.short(rng.randrange(len(road.spaces)))}"))
                words_of_car[0] = f"{name}{anywhere}"
            case _:
                pass
        written = " ; ".join((*cars[:at], " ".join(words_of_car), *cars[at + 1 :]))
        added = rng.sample(OF_TURNS, rng.choice((0, 1, 1, 2, 3)))
        dice = sorted((word for word in added if len(word) == 1 and word != "!"), key=OF_TURNS.index)
        rest = [word for word in added if word not in dice]
        place = turn.split(" left[")
        spoiled_turn = " ".join((place[0], *dice, *rest)) + (f" left[{place[1]}" if place[1:] else "")
        if dice and not place[1:] and rng.random() < 0.8:
            nearby = road.next[state.car.place] if state.car.place >= 0 else ()
            spoiled_turn += f" left[{rng.choice('123456w')}>{road.short(rng.choice(nearby))}]" if nearby else ""
        table = [*parts[3:], rng.choice(OF_TABLES)] if rng.random() < 0.2 else parts[3:]
        yield " | ".join((stage, written, spoiled_turn, " ; ".join(table))).rstrip(" |")


APART = 4
"""The most ranks between two spaces that lie alongside, or that one die leads over, on any ready stage."""


def cannot_be(state: State) -> Iterator[str]:
    """Why no rally leads to a position, as far as its figures tell; without the code that refuses it."""
    road, turn, cars = state.road, state.turn, state.cars
    kept_out = [car for car in cars if car.status == "out" and car.place < 0]  # before the stage began
    started = [car for car in cars if car.status != "waiting" and car not in kept_out]
    for car in cars:
        is_past = car.place >= 0 and road.past[car.place]
        if car.status == "waiting" and (car.gear or car.clock or car.seconds or car.place >= 0):
            yield f"{car.name} waits, and has driven"
        if (car.spun or car.beside) and (car.gear or (car.spun and car.beside) or car.status != "road"):
            yield f"{car.name} is off the road in gear"
        if car.status == "finished" and not is_past:
            yield f"{car.name} has finished before the line"
        if car.status == "road" and (car.place < 0 or (is_past and turn.phase != "sisu")):
            yield f"{car.name} drives on behind the line, or nowhere"
        if car.clock % 5 or car.seconds > 100:
            yield f"no cards give {car.name} its time"
        if car.gears >= GEARS and car.status == "road":
            yield f"{car.name} has no gear die"
    begins = [cars[seat] for seat in state.order if seat < len(cars)]
    waits = [car.status == "waiting" for car in begins if car not in kept_out]
    if turn.phase not in ("gap", "penalty", "over") and waits != sorted(waits):
        yield "one has started before another one whose start came first"
    if len({car.stamp for car in cars if car.stamp}) < len([car for car in cars if car.stamp]):
        yield "two cars arrived at once"
    places = [car.place for car in cars if car.status == "road" and not car.beside]
    if len({*places}) < len(places):
        yield "two cars are on one space"
    if turn.phase not in ("gap", "penalty", "over") and len(started) > max(1, state.round):
        yield f"{len(started)} cars have started in round {state.round}"
    if turn.phase not in ("gap", "penalty", "over") and state.round < 1:
        yield "there is no such round"
    gears = [die for die in turn.used if die > 0]
    pushes = {GAS, LEADER} & {*turn.used}
    is_leader = state.leader == turn.seat and state.options.leader
    if (
        len({*gears}) < len(gears)
        or len(gears) > max(0, GEARS - state.car.gears)
        or (LEADER in pushes and not is_leader)
    ):
        yield f"no driver has the dice {turn.used}"
    if turn.used.count(GAS) > 2 or turn.used.count(BRAKE) > state.options.brakes:
        yield f"no car has the dice {turn.used}"
    if gears and turn.phase in ("draft", "roll", "sisu") and state.car.gear != gears[-1]:
        yield f"{gears[-1]} is driven in {state.car.gear}"
    if turn.hazards > len(turn.used) - turn.secured or turn.secured > len(turn.used):
        yield f"{turn.hazards} hazards and {turn.secured} secured dice of {len(turn.used)}"
    if turn.hazards >= LIMIT and turn.phase in ("draft", "roll") and not turn.safe:
        yield "the turn goes on behind too many hazards"
    if turn.used and turn.phase == "draft":
        yield "dice are used, and a draft is due"
    if turn.phase == "sisu" and (not state.car.sisu or state.options.sisu == "off"):
        yield f"{state.car.name} has no SISU"
    if turn.safe and (state.car.sisu or state.options.sisu == "off"):
        yield "SISU is played, and there is none, or it is held still"
    if turn.phase == "penalty" and not state.options.timecontrol:
        yield "there is no time control"
    if turn.phase == "over" and any(car.status == "road" for car in cars):
        yield "the stage is over, and cars drive"
    if turn.phase == "roll" and not turn.draft:
        yield "nothing is left to roll"
    if state.leader >= 0 and not state.options.leader:
        yield "nobody leads"
    if turn.seat in turn.passed or turn.seat in state.queue or len({*state.queue}) < len(state.queue):
        yield "a car follows itself"
    if sorted(state.order) != [*range(len(cars))]:
        yield "the order has not every car once"
    for seat in turn.passed:
        if abs(road.ranks[cars[seat].place] - road.ranks[state.car.place]) > APART * (len(turn.used) + 1):
            yield f"{cars[seat].name} is nowhere near"
    cut = {space.bend for space in road.spaces if space.kind == "shortcut"}
    if any(many and bend not in cut for bend, many in enumerate(state.gravel)) or sum(state.gravel) > 12:
        yield "gravel lies where there is no shortcut, or more than there is"
    if turn.phase in ("draft", "roll") and turn.ended:
        yield f"the turn goes on, and has ended by {turn.ended}"


# -- Scripts -----------------------------------------------------------------------------------------------------------

SAID: tuple[Move, ...] = (
    Word.SISU, Word.ACCEPT, Word.WHEEL, Word.BLOCKED, Word.BACK, Word.LATE_SECOND, Stop(), Stop(3), Enter("R0"), Penalty(5),
)  # fmt: skip
LONGEST = 12


def scripts(state: State, rng: random.Random) -> Iterator[ScriptedDraft[Any]]:
    """Scripts that are seldom written: drives with many hazards, dice laid in a row and dice laid again, each with the
    next words, at the right moment or not, and the drive that comes after it."""
    yield _at_a_table(state, rng, hazards=0.75)
    yield _at_a_table(state, rng, hazards=0.3)


class _Rough:
    """Luck that shows so large a part of hazards, and any card or token."""

    def __init__(self, rng: random.Random, hazards: float) -> None:
        self._rng, self._hazards = rng, hazards

    def pick(self, what: str, odds: Odds) -> str:
        if odds[0][0] == HAZARD:
            return HAZARD if self._rng.random() < self._hazards else CLEAN
        return self._rng.choice([outcome for outcome, weight in odds if weight])


def _at_a_table(state: State, rng: random.Random, hazards: float) -> ScriptedDraft[Any]:
    """Deeds and words at a table, one after the other; they go on behind one that is not allowed."""
    moves: list[Move] = []
    shown: list[tuple[str, ...]] = []
    luck, now = _Rough(rng, hazards), state
    while len(moves) < LONGEST and not now.over and rng.random() < 0.85:
        for written, played in _next(now, rng):
            told, now = _played(now, played, luck, rng)
            moves.append(written)
            shown.append(told)
    return ScriptedDraft(tuple(moves), tuple(shown))


def _next(state: State, rng: random.Random) -> list[tuple[Move, Move | None]]:
    """Possible next moves as they are written, each with the one that is played for it."""
    phase = state.turn.phase
    if phase == "arrange" and rng.random() < 0.8:
        row = rng.choice(arrangements(state)).steps
        again = Arrange(row)
        return [(again, again)] if rng.random() < 0.5 else [*((roll, None) for roll in row[:-1]), (row[-1], again)]
    if phase == "draft" and rng.random() < 0.8 and (steps := rallies.draft(state, rng)):
        if rng.random() < 0.3:
            flat = FlatOut(tuple(roll._replace(pay=0) for roll in steps))
            return [(flat, flat)]
        drive, later = Drive(steps), [(roll, roll) for roll in steps[1:]]
        if rng.random() < 0.4:
            return [(steps[0], drive), *later]
        return [(drive, drive), *later[: rng.randint(0, len(later))]]
    word = rng.choice((*SAID, TakeTurn(rng.choice(state.cars).name), *GAME.moves(state)))
    return [(word, word)]


def _played(state: State, move: Move | None, luck: Luck, rng: random.Random) -> tuple[tuple[str, ...], State]:
    """The outcomes of a move, all of them told, a part or none, and the state after it; the same state where it is not
    allowed."""
    if move is None or not GAME.is_legal(state, (move,)):
        return (), state
    recorded = Recorded(luck)
    after = GAME.play(state, move, recorded)[0]
    if rng.random() < 0.8:
        return tuple(recorded.shown), after
    told = tuple(recorded.shown[: rng.randint(0, len(recorded.shown))])
    return told, cases.as_told(GAME.key, state, move, told)


# -- A chance is what play makes of it ---------------------------------------------------------------------------------

MOST_DICE = 6


def chances_are_counted(key: str, state: Any, draft: tuple[Any, ...]) -> Iterator[str]:
    """The chances of a legal draft add up to 1, and agree with every throw of it: as play counts them, and as the odds
    have them. A remedy tells those of its own moves."""
    broken = GAME.judge(state, draft)
    for violation in broken:
        for way in GAME.remedies(state, draft, violation):
            may = GAME.chances(state, way.moves)
            if (way.facts.get("chance", may.lose), way.facts.get("out", may.end)) != (may.lose, may.end):
                yield f"{violation.code}: a remedy tells {way.facts['chance']} and {way.facts['out']}, and it is {may}"
    if broken or not draft or sum(len(getattr(move, "steps", (move,))) for move in draft) > MOST_DICE:
        return
    laid = tuple(takewhile(lambda move: isinstance(move, Roll), draft))
    draft = laid or draft[:1]  # what lies behind it may belong to another turn
    may, own = GAME.chances(state, draft), counted(GAME, state, draft)
    if may.lose + may.end + may.short + may.arrive != 1 or min(*may.lost, *may.out, may.short, may.arrive) < 0:
        yield f"it does not add up: {may}"
    if tuple(GAME.risk(state, draft)) != may.wrong:
        yield "the risk is another"
    if own.lost != may.lose + may.end:
        yield f"control is lost in {own.lost}, told {may.lose + may.end}"
    if own.over != may.end and not any(isinstance(move, FlatOut) for move in draft) and state.turn.phase == "draft":
        yield f"the driver is out in {own.over}, told {may.end}"
    if state.turn.phase == "draft" and (state.car.gears > 2 or len(draft) < 3):  # a walk through all of it takes long
        found = odds(GAME, state, draft)
        if found.out != may.end or found.lose not in (may.lose, may.lose + may.end) or found.short != may.short:
            yield f"the odds have {found.lose}, {found.out}, {found.short}; told {may}"
    yield from _told_faces_are_certain(state, draft)


def _told_faces_are_certain(state: State, draft: tuple[Any, ...]) -> Iterator[str]:
    """Dice that are driven, with all that they show told."""
    steps = draft if state.turn.phase == "draft" else state.turn.draft
    if state.turn.phase not in ("draft", "roll") or not all(isinstance(move, Roll) for move in steps):
        return
    calm = GAME.harmless_luck
    for chosen in (Unkind(0, calm), Unkind(1, calm), Likeliest(calm)):
        now, shown, lost = state, list[tuple[str, ...]](), False
        for move in _driven(state, steps, len(steps)):
            luck = Recorded(chosen)
            now, events = GAME.play(now, move, luck)
            shown.append(tuple(luck.shown))
            lost = bool({event.what for event in events} & {"lost", "stalled"}) or now.turn.phase == "sisu"
            if lost or {event.what for event in events} & {"finish", "card"}:
                break
        many = len(shown)
        told = ScriptedDraft(_driven(state, steps, many), tuple(shown))
        may = GAME.chances(state, told)
        if may.lose + may.end + may.short != lost:
            yield f"told {shown}, it goes wrong in {may.lose + may.end + may.short}, and it is {lost}"
        yield from wrong_warnings(GAME, state, told)


def _driven(state: State, steps: tuple[Any, ...], many: int) -> tuple[Any, ...]:
    """The moves that roll so many of these dice: a draft is driven, one under way is rolled on."""
    return (Drive(steps[:many]), *steps[1:many]) if state.turn.phase == "draft" else steps[:many]


# -- What is said is so ------------------------------------------------------------------------------------------------


def what_is_said_is_so(key: str, state: Any, draft: tuple[Any, ...]) -> Iterator[str]:
    """Sentences name all dice that are rolled or paid together, no die that is not there, no bend where there is none,
    and who is in the way."""
    for violation in (*GAME.judge(state, draft), *GAME.advise(state, draft)):
        told = explain(GAME, state, draft, violation)
        for way, shown in zip(
            GAME.remedies(state, draft, violation), suggest(GAME, state, draft, violation), strict=False
        ):
            if isinstance(way.then, Roll) and way.then.brakes and "brake" not in shown.label:
                yield f"{violation.code}: {shown.label} is {GAME.write_move(way.then)}"
        move = draft[violation.at]
        now = _before(state, draft, violation.at)
        if now is None or not isinstance(move, Roll):
            continue
        if violation.code == "DI-SECURE-02" and move.brakes and "brake" not in told.said:
            yield f"{told.said} That is the price of {len(move.dice)} dice."
        if violation.code == "DI-FORD-01":
            dice = {step.die for step in next_steps(now._replace(turn=now.turn._replace(used=())))}
            for die, name in ((GAS, "gas die"), (LEADER, "leader die")):
                if f"Keep a {name}" in told.general and die not in dice:
                    yield f"{told.general} There is none."
        if violation.code == "DI-SHORT-02":
            kinds = {now.road.spaces[at].kind for at in (now.car.place, aim(now, move).named)}
            if ("a bend" in told.said) != bool(kinds & {"line", "drift"}) or ("touch" in told.said) == (
                "a bend" in told.said
            ):
                yield f"{told.said} The spaces are {kinds}."
        if violation.code in ("DI-CAR-01", "DI-CAR-03") and any(
            word in told.said for word in ("drifting", "slides", "drives")
        ):
            yield f"{told.said} It may stand there."
        if violation.code == "DI-BLOCK-02":
            names = ", ".join(now.cars[seat].name for seat in blockers(now))
            if violation.facts.get("names") != names or names not in told.said:
                yield f"{told.said} In the way: {names}."
    yield from _told_of_what_happens(state, draft)


def _before(state: State, draft: tuple[Any, ...], at: int) -> State | None:
    """The state in which a step of a laid draft lies."""
    for move in draft[:at]:
        if not isinstance(move, Roll) or state.turn.phase != "draft" or aim(state, move).to < 0:
            return None
        state = follow(state, move)
    return state


CAUSES = {"limit": "limit", "jump": "jump", "landing": "jump"}
"""The words for what throws a car that drives flat out, by the cause that is told."""


def _told_of_what_happens(state: State, draft: tuple[Any, ...]) -> Iterator[str]:
    """The log of a draft that is driven flat out as far as it may be, with a hazard on each of its dice in turn, on all
    of them and on none, and SISU wherever it can be played."""
    steps = tuple(move._replace(pay=0) for move in takewhile(lambda move: isinstance(move, Roll), draft))
    while steps and (state.turn.phase != "draft" or not GAME.is_legal(state, (FlatOut(steps),))):
        steps = steps[:-1]
    if not steps:
        return
    many = sum(len(roll.dice) for roll in steps)
    shown = [(*(CLEAN,) * at, HAZARD) for at in range(many)]
    for faces in ((CLEAN,) * many, *shown, (HAZARD,) * many):
        faces = (*faces, *(CLEAN,) * (many - len(faces)))
        after, events = GAME.play(state, FlatOut(steps), Prompted(faces, GAME.harmless_luck))
        if after.turn.phase == "sisu" and GAME.is_legal(after, (Word.SISU,)):
            after, more = GAME.play(after, Word.SISU, GAME.harmless_luck)
            events += more
        cause = next((event.facts["cause"] for event in events if event.what == "lost"), "")
        for event in islice((event for event in events if event.what == "thrown"), 1):
            said = words("dirt").phrase("events", *GAME.describe_event(after, event))
            if "dice" in said and cause == "landing":
                yield f"{said} The die did it."
            for part in ("said", "why"):
                told = words("dirt").text(event.code, part, {})
                if ("limit" in told or "jump" in told) and CAUSES.get(cause, cause) not in told:
                    yield f"{told} It was {cause}."
                if "few hazards" in told and sum(face == HAZARD for face in faces) >= LIMIT:
                    yield f"{told} All dice show one."
    if steps[0].brakes and state.car.seconds >= sum(range(len(steps[0].dice) + 1)):
        after, events = GAME.play(state, steps[0]._replace(pay=len(steps[0].dice)), GAME.harmless_luck)
        for event in events:
            said = words("dirt").phrase("events", *GAME.describe_event(after, event))
            if event.what == "secured" and "brake" not in said:
                yield f"{said} Two dice are."


OWN_LAWS = (
    (3, "A chance names what it is the chance of, and is what every throw comes to.", chances_are_counted),
    (7, "What a sentence says of dice, roads and cars is so.", what_is_said_is_so),
)
"""Laws of this game alone, tried on drafts: the number, the law, and what is wrong with the answer to one case."""
