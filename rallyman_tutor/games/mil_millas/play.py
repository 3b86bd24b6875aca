"""The course of play: a state, a move and luck give the next state and the events.

`play` runs to the next decision. It takes a legal move (ask `judging.judge` first) and asks luck for every card in the
order in which players would take them. Everything that follows a card is here: the window of an attack, the trick, the
next player, the end of the round, its points, the next deal.
"""

from __future__ import annotations

from rallyman_tutor.core.game import Result, Spec
from rallyman_tutor.core.luck import Luck
from rallyman_tutor.core.rule import Illegal
from rallyman_tutor.core.spec import drivers_of, number_of, settings_of, text_of
from rallyman_tutor.games.mil_millas import notation
from rallyman_tutor.games.mil_millas.generate import moves
from rallyman_tutor.games.mil_millas.keys import move_of_key
from rallyman_tutor.games.mil_millas.rules import judge_sheet
from rallyman_tutor.games.mil_millas.state import (
    CARDS,
    CURE,
    FULL,
    GOAL,
    GUARD,
    HAND,
    HIDDEN,
    IN_VAIN,
    KIND,
    Bonus,
    Change,
    Discard,
    Draw,
    Event,
    Events,
    Lay,
    Move,
    Pass,
    Sheet,
    Side,
    State,
    Trick,
    Turn,
    Word,
)
from rallyman_tutor.games.mil_millas.step import (
    acting,
    answering,
    attacked,
    called,
    can_draw,
    closed,
    deck_less,
    deck_of,
    defended,
    driven,
    emptied,
    ends,
    full_deck,
    left,
    missing,
    next_seat,
    ordered,
    points,
    protected,
    restored,
    shuts,
    side_named,
    side_of,
    sums,
    total,
    winner,
    without,
)

__all__ = ["moves", "new", "play", "ranks"]


# -- Beginning --------------------------------------------------------------------------------------------------------


def new(spec: Spec) -> State:
    """A game from its description: a position, or players, teams and options."""
    if "position" in spec:
        return notation.read_position(text_of(spec, "position"))
    options = Sheet(()).options
    for name, value in settings_of(spec).items():
        options = notation.set_option(options, name, value)
    sheet = Sheet(drivers_of(spec, CARDS), number_of(spec, "teams", 0), options)
    if broken := judge_sheet(sheet):
        raise Illegal(broken)
    sides = (Side(),) * (sheet.teams or len(sheet.names))
    return State(
        options=options,
        names=sheet.names,
        sides=sides,
        hands=((),) * len(sheet.names),
        turn=Turn(0, "deal"),
        deck=full_deck(options),
    )


def _deal(state: State, luck: Luck) -> tuple[State, Events]:
    """Shuffle everything and give six cards to each; who begins is drawn in the first round, and moves on after it."""
    first = state.first
    if state.round == 1 and not state.points:
        first = state.names.index(luck.pick("first player", tuple((name, 1) for name in state.names)))
    deck, hands = full_deck(state.options), []
    for name in state.names:
        hand = []
        for _ in range(HAND):
            card = luck.pick(f"card for {name}", deck)
            deck = deck_less(deck, card)
            hand.append(card)
        hands.append(ordered(hand))
    state = State(
        options=state.options,
        names=state.names,
        sides=(Side(),) * len(state.sides),
        hands=tuple(hands),
        turn=Turn(first),
        deck=deck,
        round=state.round,
        first=first,
        points=state.points,
    )
    events = [
        Event("deal", "MM-SETUP-02", -1, {"number": state.round, "count": HAND, "left": left(state)}),
        Event("begins", "MM-SETUP-03", first),
    ]
    return state, tuple(events)


# -- Playing ----------------------------------------------------------------------------------------------------------


def play(state: State, move: Move, luck: Luck) -> tuple[State, Events]:
    """One decision carried out, and everything up to the next one."""
    move = move_of_key(state, move)
    events: list[Event] = []
    if shuts(state, move):
        events.append(_shut(state))
        state = closed(state)
    match move:
        case Word.DEAL:
            return _deal(state, luck)
        case Draw():
            return _draw(state, events, luck)
        case Lay():
            return _lay(state, move, events, luck)
        case Discard(card):
            seat = state.turn.seat
            events.append(Event("discard", "MM-DISC-01", seat, {"card": card}))
            state = _take(state, seat, card)._replace(pile=(*state.pile, card))
            return _next(state, events, luck)
        case Trick():
            return _trick(state, acting(state, move), events, luck)
        case Pass():
            return _pass(state, events, luck)
        case Word():
            return state, _answer(state, move)
        case Change(option, value):
            return _agree(state, option, value)
        case _:
            assert isinstance(move, Bonus)
            return state, ()


def complete_script(state: State, move: Move, shown: tuple[str, ...]) -> tuple[Move, tuple[str, ...]]:
    """The move that a script means in this state (a key stands for a move), and the cards that then show."""
    return move_of_key(state, move), shown


def _answer(state: State, asked: Word) -> Events:
    """The answer to a player who asks: of all sides one event each, their own side first."""
    seat, sides = state.turn.seat, len(state.sides)
    own = side_of(state, seat)
    everybody = [(own + step) % sides for step in range(sides)]
    match asked:
        case Word.OWN:
            return (Event("own-side", "MM-KEY-03", seat),)
        case Word.EVERYBODY:
            return tuple(Event("side", "MM-KEY-04", side) for side in everybody)
        case Word.POINTS:
            return tuple(Event("so-far", "MM-KEY-05", side) for side in everybody)
        case _:
            return (Event(f"turn-{state.turn.phase}", "MM-KEY-06", seat),)


def _agree(state: State, option: str, value: str) -> tuple[State, Events]:
    """Changes an option for the rounds to come; before the first deal the deck is made anew to fit it."""
    state = state._replace(options=notation.set_option(state.options, option, value))
    if not any(state.hands) and not state.points:
        state = state._replace(deck=full_deck(state.options))
    return state, (Event("option", "MM-COMP-04", -1, {"option": option, "value": value}),)


def _take(state: State, seat: int, card: str) -> State:
    """A card leaves a hand."""
    hand = without(state.hands[seat], card)
    return state._replace(hands=(*state.hands[:seat], hand, *state.hands[seat + 1 :]))


def _become(state: State, side: int, new_side: Side) -> State:
    return state._replace(sides=(*state.sides[:side], new_side, *state.sides[side + 1 :]))


def _out(state: State, *cards: str) -> State:
    return state._replace(out=ordered([*state.out, *cards]))


# -- Drawing ----------------------------------------------------------------------------------------------------------


def _draw(state: State, events: list[Event], luck: Luck) -> tuple[State, Events]:
    """The player draws up to seven cards. When the deck is empty, the discard pile is shuffled again if that was
    agreed."""
    seat = state.turn.seat
    state = _reveal(state, luck)
    fresh: list[str] = []
    while len(state.hand) < FULL and can_draw(state):
        if not left(state):
            if state.vain >= IN_VAIN:
                if fresh:
                    break
                events.append(Event("in-vain", "MM-RESH-03"))
                return _close(state, events)
            state = _refill(state, events)
        card = luck.pick(f"card for {state.names[seat]}", state.deck)
        fresh.append(card)
        hand = ordered([*state.hand, card])
        hands = (*state.hands[:seat], hand, *state.hands[seat + 1 :])
        state = state._replace(deck=deck_less(state.deck, card), hands=hands)
    facts = {"cards": tuple(fresh), "count": len(fresh), "left": left(state)}
    events.append(Event("draw", "MM-TURN-03", seat, facts))
    if not can_draw(state):
        events.append(Event("empty", "MM-DRAW-02"))
    return state, tuple(events)


def _reveal(state: State, luck: Luck) -> State:
    """Luck picks the cards that the position hides in the hand of whoever decides."""
    seat = state.turn.seat
    while HIDDEN in state.hands[seat]:
        card = luck.pick(f"card of {state.names[seat]}", state.deck)
        hand = ordered([*without(state.hands[seat], HIDDEN), card])
        hands = (*state.hands[:seat], hand, *state.hands[seat + 1 :])
        state = state._replace(deck=deck_less(state.deck, card), hands=hands)
    return state


def _refill(state: State, events: list[Event]) -> State:
    """The discard pile becomes the deck; hidden cards in hands stay counted in it."""
    events.append(Event("refill", "MM-RESH-01", -1, {"count": len(state.pile)}))
    unknown = [card for card, count in state.deck for _ in range(count)]
    return state._replace(deck=deck_of([*unknown, *state.pile]), pile=(), vain=state.vain + 1)


# -- Laying -----------------------------------------------------------------------------------------------------------


def _lay(state: State, move: Lay, events: list[Event], luck: Luck) -> tuple[State, Events]:
    seat, card = state.turn.seat, move.card
    own = side_of(state, seat)
    side = state.sides[own]
    state = _take(state, seat, card)
    kind = KIND[card]
    if kind == "attack":
        return _attack(state, card, side_named(state, move.on), events)
    state = _out(state, card)
    if kind == "distance":
        state = _become(state._replace(vain=0), own, driven(side, card))
        events.append(_drove(state, seat, card))
        if state.sides[own].km == GOAL:
            events.append(Event("win", "MM-END-01", seat, {"side": called(state, own)}))
            return _close(state, events)
    elif kind == "defence":
        state = _become(state, own, defended(side, card))
        # With the priority vehicle no green light is needed after a repair.
        mended = "MM-SAFE-05" if "priority" in side.immunities else "MM-DEF-05"
        events.append(Event("defence", _DEFENDED.get(card, mended), seat, {"card": card, **_needs(state, own)}))
    else:
        state = _become(state, own, protected(side, card))
        events += _safe(state, seat, card, late=any(GUARD[p] == card for p in side.problems))
        if not state.hand and not can_draw(state):
            return _run_out(state, events)
        return state, (*events, Event("goes-on", "MM-SAFE-03", seat))
    return _next(state, events, luck)


_DEFENDED = {"green": "MM-DEF-01", "endlimit": "MM-DEF-06", "endwrong": "MM-WRONG-05"}


def _needs(state: State, side: int) -> dict[str, str]:
    return {"card-needed": missing(state.sides[side])}


def _drove(state: State, seat: int, card: str) -> Event:
    side = state.sides[side_of(state, seat)]
    facts = {"value": int(card), "km": side.km, "left": GOAL - side.km}
    return Event("drive-back", "MM-WRONG-03", seat, facts) if side.wrong else Event("drive", "MM-DIST-01", seat, facts)


def _safe(state: State, seat: int, card: str, late: bool) -> list[Event]:
    """An immunity on the table, and what it means for the light."""
    side = state.sides[side_of(state, seat)]
    events = [Event("safe", "MM-SAFE-02", seat, {"card": card})]
    if card == "priority":
        events.append(Event("no-lights", "MM-SAFE-05", seat))
    elif late and side.stopped:
        events.append(Event("green-owed", "MM-SAFE-04", seat))
    return events


def _attack(state: State, card: str, target: int, events: list[Event]) -> tuple[State, Events]:
    """An attack strikes, and the attacked side is asked for its trick."""
    seat = state.turn.seat
    still = state.sides[target].stopped and card not in ("limit", "wrong")
    state = _out(_become(state, target, attacked(state.sides[target], card)), card)
    after = (seat + 1) % len(state.names)
    asked = answering(state, target, after)[0]
    facts = {"card": card, "side": called(state, target), "needs": CURE[card], **_needs(state, target)}
    code = {"limit": "MM-LIM-01", "wrong": "MM-WRONG-02"}.get(card, "MM-ATT-04")
    events.append(Event("attack", code, seat, facts))
    state = state._replace(turn=Turn(asked, "window", card, seat, still))
    events.append(Event("window", "MM-COUP-02", asked, {"side": called(state, target), "next": state.names[after]}))
    if ends(state):
        events.append(Event("last-attack", "MM-END-04", emptied(state)))
    return state, tuple(events)


# -- Answering --------------------------------------------------------------------------------------------------------


def _shut(state: State) -> Event:
    return Event("shut", "MM-DRAW-01", next_seat(state), {"card": state.turn.attack})


def _pass(state: State, events: list[Event], luck: Luck) -> tuple[State, Events]:
    """One player lets the attack stand; then the partners are asked, and then play goes on."""
    turn = state.turn
    queue = answering(state, side_of(state, turn.seat), next_seat(state))
    events.append(Event("pass", "MM-COUP-02", turn.seat, {"card": turn.attack}))
    if later := queue[queue.index(turn.seat) + 1 :]:
        return state._replace(turn=turn._replace(seat=later[0])), tuple(events)
    if ends(state):
        return _run_out(closed(state), events)
    return _wake(closed(state), luck), tuple(events)


def _trick(state: State, seat: int, events: list[Event], luck: Luck) -> tuple[State, Events]:
    """Undoes the attack: it goes on the discard pile, the immunity on the table, and whoever laid that has the turn."""
    turn = state.turn
    over = ends(state)
    own, guard = side_of(state, seat), GUARD[turn.attack]
    before = restored(state.sides[own], turn.attack, turn.still)
    side = protected(before, guard)
    state = _out(_become(_take(state, seat, guard), own, side._replace(tricks=side.tricks + 1)), guard)
    state = state._replace(out=without(state.out, turn.attack), pile=(*state.pile, turn.attack), turn=Turn(seat))
    facts = {"card": guard, "attack": turn.attack}
    events += [Event("trick", "MM-COUP-03", seat, facts), Event("reward", "MM-COUP-04", seat)]
    players = len(state.names)
    skipped = [(turn.by + step) % players for step in range(1, (seat - turn.by) % players)]
    if over or ends(state):
        return _run_out(state, events)
    events += [Event("skipped", "MM-COUP-05", one) for one in skipped]
    events.append(Event("trick-turn", "MM-COUP-05", seat))
    return state, tuple(events)


def _next(state: State, events: list[Event], luck: Luck) -> tuple[State, Events]:
    """The next player's turn; or the end of the round, if somebody has no card left and none can be drawn."""
    if ends(state):
        return _run_out(state, events)
    return _wake(closed(state), luck), tuple(events)


def _wake(state: State, luck: Luck) -> State:
    """Luck picks the hidden cards of a player who has nothing to draw; for others that is done when they draw."""
    return state if can_draw(state) else _reveal(state, luck)


# -- The end ----------------------------------------------------------------------------------------------------------


def _run_out(state: State, events: list[Event]) -> tuple[State, Events]:
    """The round ends because somebody has no card left."""
    events.append(Event("no-cards", "MM-END-02", emptied(state)))
    return _close(state, events)


def _close(state: State, events: list[Event]) -> tuple[State, Events]:
    """The round is over: points, and another deal where the match goes on."""
    if winner(state) < 0:
        events.append(Event("closed", "MM-END-03"))
    row = []
    for side in range(len(state.sides)):
        earned = points(state, side)
        events += [
            Event(f"points-{code[-2:]}", code, side, {"side": called(state, side), "count": count})
            for code, count in earned
            if count or code == "MM-SCORE-01"
        ]
        row.append(total(state, side))
        events.append(Event("sum", "MM-SCORE-08", side, {"side": called(state, side), "count": row[-1]}))
    state = state._replace(points=(*state.points, tuple(row)))
    options, best = state.options, max(sums(state))
    single = not options.rounds and not options.target
    if single or (options.rounds and state.round >= options.rounds) or (options.target and best >= options.target):
        events.append(Event("match" if not single else "round-over", "MM-SCORE-10" if not single else "MM-END-05"))
        return state._replace(turn=Turn(state.turn.seat, "over")), tuple(events)
    first = (state.first + 1) % len(state.names)
    events.append(Event("next-round", "MM-SCORE-10", first, {"number": state.round + 1}))
    return state._replace(turn=Turn(first, "deal"), first=first, round=state.round + 1), tuple(events)


def ranks(state: State) -> tuple[int, ...]:
    """The place of every side by its points; equal points share one."""
    earned = sums(state)
    return tuple(1 + sum(other > own for other in earned) for own in earned)


def result(state: State) -> Result:
    """Players with the points and the place of their side."""
    own = [side_of(state, seat) for seat in range(len(state.names))]
    earned, by_side = sums(state), ranks(state)
    return {
        "drivers": list(state.names),
        "sides": own,
        "rounds": [list(row) for row in state.points],
        "km": [side.km for side in state.sides],
        "counts": "points",
        "sums": [earned[side] for side in own],
        "places": [by_side[side] for side in own],
    }


def seen_by(state: State, seat: int) -> State:
    """The state as one player sees it: the hands of all others are hidden, and their cards counted with the deck."""
    unseen = dict(state.deck)
    for other, hand in enumerate(state.hands):
        for card in hand:
            if other != seat and card != HIDDEN:
                unseen[card] += 1
    hands = tuple(hand if n == seat else (HIDDEN,) * len(hand) for n, hand in enumerate(state.hands))
    return state._replace(hands=hands, deck=tuple(unseen.items()))


def seen_event(event: Event, seat: int) -> Event:
    """An event as one player may know it: of the cards that somebody else draws, only how many they are."""
    if "cards" not in event.facts or event.seat == seat:
        return event
    return event._replace(facts={**event.facts, "cards": (HIDDEN,) * len(event.facts["cards"])})


def reveals(state: State, move: Move) -> bool:
    """Whether a move shows somebody cards of the deck, so that it cannot be undone."""
    return move is Word.DEAL or isinstance(move, Draw)
