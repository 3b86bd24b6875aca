"""The course of play: a state, a move and luck give the next state and the events.

`play` runs to the next decision. It takes a legal move (ask `judging.judge` first) and asks luck only to shuffle, card
by card from the top; piles keep their order, so drawing needs no luck. Choices that players make at the same time are
sealed in seat order and turned up together.
"""

from __future__ import annotations

from collections.abc import Sequence

from rallyman_tutor.core.game import Result, Spec
from rallyman_tutor.core.luck import Luck
from rallyman_tutor.core.notation import Refused
from rallyman_tutor.core.rule import Illegal
from rallyman_tutor.core.spec import SWITCHES, drivers_of, number_of, numbers_of, settings_of, switch_of, text_of
from rallyman_tutor.games.crazy_rally import notation
from rallyman_tutor.games.crazy_rally.possible import unseen
from rallyman_tutor.games.crazy_rally.rules import judge_sheet
from rallyman_tutor.games.crazy_rally.state import (
    BASE,
    BONUS,
    COLOURS,
    COURSE,
    DECK,
    DRAWN,
    EVENT_CARDS,
    EVENT_SPEED,
    FLAGGED_ON_TOP,
    HIDDEN,
    START_SPEED,
    Car,
    Event,
    Events,
    Move,
    Options,
    Play,
    Sheet,
    Speak,
    State,
    Table,
    Use,
    Word,
    adjustments,
    is_adjustment,
    is_event,
)
from rallyman_tutor.games.crazy_rally.step import (
    drive_by,
    event_order,
    finished,
    pass_stage,
    play_card,
    racing,
    ranks,
    tune,
    winners,
)

# -- Beginning --------------------------------------------------------------------------------------------------------


def new(spec: Spec) -> State:
    """A race from its description: a position, or drivers, the number of races and options. It begins unshuffled."""
    if "position" in spec:
        state = notation.read_position(text_of(spec, "position"))
        if unseen(state) and not state.over:
            raise Refused("unseen-cards", {"found": HIDDEN})
        return state
    chosen = settings_of(spec)
    for name, value in chosen.items():
        if name not in Options._fields or value not in SWITCHES.values():
            raise Refused("aid", {"list": Options._fields, "found": f"{name}={value}"})
    options = Options(**{name: value == SWITCHES[True] for name, value in chosen.items()})
    races = number_of(spec, "races", 1)
    rally = switch_of(spec, "rally", races != 1)
    sheet = Sheet(drivers_of(spec), races, rally, options, numbers_of(spec, "deck"))
    if broken := judge_sheet(sheet):
        raise Illegal(broken)
    return State(options, tuple(Car(name) for name in sheet.drivers), races=races)


# -- Playing ----------------------------------------------------------------------------------------------------------


def play(state: State, move: Move, luck: Luck) -> tuple[State, Events]:
    """One decision carried out, and everything up to the next one."""
    events: list[Event] = []
    move = in_turn(state, move)
    match move:
        case Play(card, way):
            state = _seal(state, f"{card}{way}", "CR-PLAY-02", events)
        case Word.PASS:
            events.append(Event("passed", "CR-EVT-09", state.seat))
            state = _next_event(state, events)
        case Word.DRAW:
            state = _draw(state, luck, events)
        case Use():
            state = _use(state, move, luck, events)
        case Table(laid):
            state = _seal(state, laid[0], "CR-TUNE-01", events)
        case Word.LOOK:
            state = state._replace(looked=state.looked + 1)
            facts = {"card": state.course[state.looked - 1], "n": state.looked}
            events.append(Event("shown", "CR-LAP-01", -1, facts))
        case Word.EXCHANGE:
            state = _exchange(state, luck, events)
        case Word.GO:
            state = _go(state, luck, events)
        case Word.DEAL:
            state = _deal(state, luck, events)
    return state, tuple(events)


def in_turn(state: State, move: Move) -> Move:
    """The move that a speaker wants, if it is their decision anyway; any other move stays as it is."""
    return move.move if isinstance(move, Speak) and move.name == state.car.name and not state.over else move


def _with(state: State, seat: int, car: Car) -> State:
    return state._replace(cars=(*state.cars[:seat], car, *state.cars[seat + 1 :]))


def _shuffled(cards: Sequence[str], what: str, luck: Luck) -> tuple[str, ...]:
    """The cards in the order that luck gives them, the top one first. Luck is not asked about the last one."""
    rest, found = list(cards), []
    while len(rest) > 1:
        found.append(luck.pick(what, [(card, 1) for card in rest]))
        rest.remove(found[-1])
    return (*found, *rest)


def _take(state: State, count: int, luck: Luck, events: list[Event]) -> tuple[tuple[str, ...], State]:
    """Cards from the supply. When it is empty the discard pile is shuffled; when both are empty, no more cards are
    taken."""
    found: list[str] = []
    for _ in range(count):
        if not state.supply:
            if not state.discard:
                events.append(Event("nothing", "CR-PILE-03", state.seat))
                break
            supply = _shuffled(sorted(state.discard, key=DECK.index), "discard pile", luck)
            events.append(Event("shuffled", "CR-PILE-02", -1, {"count": len(supply)}))
            state = state._replace(supply=supply, discard=())
        found.append(state.supply[0])
        state = state._replace(supply=state.supply[1:])
    return tuple(found), state


# -- Tuning and the test lap ------------------------------------------------------------------------------------------


def _deal(state: State, luck: Luck, events: list[Event]) -> State:
    flagged = _shuffled([card for card, course in COURSE.items() if course.flag], "flagged course", luck)
    rest = [card for card in COURSE if card not in flagged[:FLAGGED_ON_TOP]]
    course = (*flagged[:FLAGGED_ON_TOP], *_shuffled(rest, "course", luck))
    supply: tuple[str, ...] = ()
    for kind in (*COLOURS, ""):
        own = [card for card in DECK if (card[:1] == kind if kind else is_event(card))]
        supply += _shuffled(own, "adjustment cards" if kind else "events", luck)
    events.append(Event("built", "CR-SETUP-01", -1, {"base": BASE}))
    events.append(Event("course", "CR-SETUP-03"))
    cars = []
    for car in state.cars:
        event = next(card for card in supply if is_event(card))
        supply = tuple(card for card in supply if card != event)
        cars.append(car._replace(hand=(event,)))
    events.append(Event("dealt", "CR-SETUP-02"))
    return _draw_two(state._replace(cars=tuple(cars), course=course, supply=supply, seat=0, phase="tune"), events)


def _draw_two(state: State, events: list[Event]) -> State:
    """Two cards of the next colour for everybody."""
    colour = COLOURS[len(state.cars[0].tabled)]
    events.append(Event("colour", "CR-TUNE-02", -1, {"colour": f"colour-{colour}"}))
    for seat, car in enumerate(state.cars):
        pair = tuple(card for card in state.supply if card[:1] == colour)[:DRAWN]
        state = _with(state, seat, car._replace(drawn=pair))
        state = state._replace(supply=tuple(card for card in state.supply if card not in pair))
    return state


def _tuned(state: State, events: list[Event]) -> State:
    """All have chosen: the cards are turned up, and the cars are tuned with them."""
    for seat, car in enumerate(state.cars):
        kept = tuple(card for card in car.drawn if card != car.sealed)
        tuned, happened = tune(car._replace(hand=(*car.hand, *kept), drawn=(), sealed=""), seat, car.sealed)
        events += happened
        state = _with(state, seat, tuned)
    if len(state.cars[0].tabled) < len(COLOURS):
        return _draw_two(state._replace(seat=0), events)
    for seat, car in enumerate(state.cars):
        facts = {"top": car.top, "strength": car.strength, "handling": car.handling}
        events.append(Event("final", "CR-TUNE-05", seat, facts))
        events.append(Event("hand", "CR-TUNE-04", seat, {"count": len(car.hand)}))
    return state._replace(phase="look", seat=0)


def _go(state: State, luck: Luck, events: list[Event]) -> State:
    """The start of the race: the cards that the cars were tuned with go back, and the supply is shuffled."""
    gathered = [*state.supply, *(card for car in state.cars for card in car.tabled)]
    supply = _shuffled(sorted(gathered, key=DECK.index), "supply", luck)
    cars = tuple(car._replace(tabled=(), fresh=car.handling, speed=START_SPEED) for car in state.cars)
    for seat, car in enumerate(cars):
        facts = {"speed": car.speed, "distance": car.distance, "handling": car.handling}
        events.append(Event("start", "CR-RACE-01", seat, facts))
    events.append(Event("supply", "CR-RACE-02", -1, {"count": len(supply)}))
    return _begin_stage(state._replace(cars=cars, supply=supply, looked=0), events)


# -- A stage: draw, choose, reveal ------------------------------------------------------------------------------------


def _begin_stage(state: State, events: list[Event]) -> State:
    events.append(Event("stage", "CR-RACE-03", -1, {"n": state.stage}))
    return state._replace(phase="draw", seat=racing(state)[0], order=())


def _draw(state: State, luck: Luck, events: list[Event]) -> State:
    cards, state = _take(state, 1, luck, events)
    if cards:
        events.append(Event("drew", "CR-HAND-01", state.seat))
    state = _with(state, state.seat, state.car._replace(hand=(*state.car.hand, *cards)))
    return _drawn(state, events)


def _drawn(state: State, events: list[Event]) -> State:
    """After drawing: an exchange, if the hand has no adjustment card but the piles have one; else the next driver
    draws."""
    if not adjustments(state.car.hand) and any(map(is_adjustment, (*state.supply, *state.discard))):
        return state._replace(phase="exchange")
    later = [seat for seat in racing(state) if seat > state.seat]
    if later:
        return state._replace(phase="draw", seat=later[0])
    return _next_choice(state._replace(phase="choose", seat=-1), events)


def _exchange(state: State, luck: Luck, events: list[Event]) -> State:
    car = state.car
    events.append(Event("exchanged", "CR-HAND-02", state.seat, {"count": len(car.hand), "list": car.hand}))
    state = _with(state, state.seat, car._replace(hand=()))
    state = state._replace(discard=(*state.discard, *car.hand))
    cards, state = _take(state, len(car.hand), luck, events)
    return _drawn(_with(state, state.seat, state.car._replace(hand=cards)), events)


def _seal(state: State, choice: str, code: str, events: list[Event]) -> State:
    events.append(Event("sealed", code, state.seat))
    state = _with(state, state.seat, state.car._replace(sealed=choice))
    if state.phase == "choose":
        return _next_choice(state, events)
    later = [seat for seat, car in enumerate(state.cars) if seat > state.seat and not car.sealed]
    return state._replace(seat=later[0]) if later else _tuned(state, events)


def _next_choice(state: State, events: list[Event]) -> State:
    """The next driver with an adjustment card chooses. When nobody is left, all choices are turned up."""
    for seat in racing(state):
        if seat > state.seat and adjustments(state.cars[seat].hand) and not state.cars[seat].sealed:
            return state._replace(seat=seat)
    return _reveal(state, events)


def _reveal(state: State, events: list[Event]) -> State:
    """All choices are turned up, and the speeds change; then the event window opens."""
    events.append(Event("revealed", "CR-PLAY-03"))
    for seat in racing(state):
        car = state.cars[seat]
        if not car.sealed:
            continue
        card, way = car.sealed[:-1], car.sealed[-1]
        hand = list(car.hand)
        hand.remove(card)
        car, happened = play_card(
            car._replace(hand=tuple(hand), sealed="", played=(car.sealed,)), seat, card, way, state.stage
        )
        events += happened
        state = _with(state, seat, car)
    order = event_order(state)
    if not order:
        return _finish(_cleared(state, events), events)
    events.append(Event("window", "CR-EVT-03", -1, {"order": order}))
    return state._replace(phase="event", order=order, seat=order[0])


# -- Events, the course card, the end of the stage --------------------------------------------------------------------


def _use(state: State, move: Use, luck: Luck, events: list[Event]) -> State:
    car = state.car
    card = next(card for card in car.hand if is_event(card))
    hand = list(car.hand)
    hand.remove(card)
    state = _with(state, state.seat, car._replace(hand=tuple(hand), played=(*car.played, card)))
    if move.effect == "two":
        events.append(Event("two", "CR-EVT-07", state.seat))
        cards, state = _take(state, EVENT_CARDS, luck, events)
        state = _with(state, state.seat, state.car._replace(hand=(*state.car.hand, *cards)))
        return _next_event(state, events)
    seat = next(seat for seat, other in enumerate(state.cars) if other.name == move.to)
    by, code = (EVENT_SPEED, "CR-EVT-05") if move.effect == "faster" else (-EVENT_SPEED, "CR-EVT-06")
    speed = state.cars[seat].speed
    events.append(Event(move.effect, code, state.seat, {"name": move.to, "was": speed, "now": speed + by}))
    state = _with(state, seat, drive_by(state.cars[seat], seat, by, state.stage, events))
    return _next_event(state, events)


def _next_event(state: State, events: list[Event]) -> State:
    """The next driver decides about events, except those who are out by now. After the last one the course card is
    turned up."""
    for seat in state.order[state.order.index(state.seat) + 1 :]:
        if not state.cars[seat].out:
            return state._replace(seat=seat)
        events.append(Event("missed", "CR-OUT-02", seat))
    return _resolve(state, events)


def _resolve(state: State, events: list[Event]) -> State:
    """The course card is turned up, and every car still racing is compared with it."""
    stage = state.stage
    if racing(state):
        card = state.ahead[0]
        events.append(Event("turned", "CR-RES-01", -1, {"card": card, "limit": COURSE[card].limit, "n": stage}))
        for seat in racing(state):
            car, happened = pass_stage(state.cars[seat], seat, card, stage)
            events += happened
            state = _with(state, seat, car)
        state = state._replace(driven=state.driven + 1)
    state = _cleared(state, events)
    if not racing(state) or not state.ahead:
        return _finish(state, events)
    return _begin_stage(state, events)


def _cleared(state: State, events: list[Event]) -> State:
    """Moves the played cards, and the hands of lost drivers, to the discard pile."""
    gone: list[str] = []
    for seat, car in enumerate(state.cars):
        gone += [card.rstrip("+-") for card in car.played]
        if car.out and car.hand:
            gone += car.hand
            events.append(Event("handed-in", "CR-OUT-02", seat, {"count": len(car.hand)}))
            car = car._replace(hand=())
        state = _with(state, seat, car._replace(played=()))
    if gone:
        events.append(Event("discarded", "CR-PILE-01", -1, {"count": len(gone)}))
    return state._replace(discard=(*state.discard, *gone), order=())


# -- The end of the race ----------------------------------------------------------------------------------------------


def _finish(state: State, events: list[Event]) -> State:
    if not racing(state):
        events.append(Event("nobody", "CR-OUT-03"))
    elif not state.ahead:
        events.append(Event("last", "CR-RACE-04"))
    for seat, car in enumerate(state.cars):
        kept = sum(map(is_event, car.hand)) if finished(state, car) else 0
        if kept:
            now = car.distance + BONUS * kept
            facts = {"count": kept, "by": BONUS * kept, "was": car.distance, "now": now}
            events.append(Event("bonus", "CR-END-02", seat, facts))
            state = _with(state, seat, car._replace(distance=now))
    results = (*state.results, tuple(car.distance for car in state.cars))
    state = state._replace(results=results, phase="over", seat=0)
    if len(results) < state.races:
        events.append(Event("carried", "CR-SER-02", -1, {"n": len(results)}))
        events.append(Event("anew", "CR-SER-03", -1, {"n": len(results) + 1}))
        cars = tuple(Car(car.name, distance=car.distance) for car in state.cars)
        return State(state.options, cars, races=state.races, results=results)
    won, code = winners(state)
    if len(state.cars) > 1:
        events.append(Event("places", "CR-END-07", -1, {"places": ranks(state)}))
    if state.races > 1:
        events.append(Event("rally-over", "CR-SER-05", -1, {"n": state.races}))
    events.append(
        Event("winners" if won else "no-winner", code, -1, {"names": [state.cars[seat].name for seat in won]})
    )
    return state


def complete_script(state: State, move: Move, shown: tuple[str, ...]) -> tuple[Move, tuple[str, ...]]:
    """The move that a script means in this state, and the cards that then show."""
    return in_turn(state, move), shown


def result(state: State) -> Result:
    """How the rally stands or has ended: distances and places."""
    sums: list[int | None] = [car.distance for car in state.cars]
    return {
        "drivers": [car.name for car in state.cars],
        "stages": list(state.course[: state.driven]),
        "distances": [list(row) for row in state.results],
        "sums": sums,
        "counts": "distance",
        "places": list(ranks(state)),
        "winners": [state.cars[seat].name for seat in winners(state)[0]] if state.over else [],
        "practice": state.options.practice or state.options.notes,
    }
