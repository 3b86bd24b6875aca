"""Cases of this game that random games seldom meet, and its own measure of a move's cost.

Nothing is rolled here, and nothing hidden may be known; so a remedy is never worse than what it mends by what a move
surely does to the own side: kilometres back, a turn with nothing laid, a trick that is given up.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any

from rallyman_tutor.core.game import Chances
from rallyman_tutor.core.notation import Refused, ScriptedDraft
from rallyman_tutor.core.rule import Kind
from rallyman_tutor.games.mil_millas import GAME
from rallyman_tutor.games.mil_millas.state import (
    ATTACKS,
    CARDS,
    GUARD,
    HIDDEN,
    IMMUNITIES,
    WRONG_WAY,
    Discard,
    Lay,
    Move,
    Press,
    State,
    Trick,
)
from tests.laws.laws import on_the_page

HELD: frozenset[int] = frozenset({1, 2, 3, 4, 5})
"""The numbers of the laws that hold of this game. In the end these are all."""

SIDES = (
    "37 go",
    "1000 go",
    "go flat",
    "",
    "go",
    "25 go",
    "75 go limit",
    "300 flat",
    "475 crash limit",
    "700 go",
    "950 go",
    "975 go",
    "900",
    "200 fuel",
)
OWN_SIDES = ("", "go", "400 go longest2", "950 go limit", "300 flat")


def positions(rng: random.Random) -> Iterator[Any]:
    """Tables of two or three sides with every state a side can be in, a few cards that answer it, and now and then
    hands that run out, a window, immunities, and the wrong way."""
    wrong = rng.random() < 0.3
    for _ in range(40):
        if (state := _a_table(rng, wrong)) is not None:
            yield state


def _a_table(rng: random.Random, wrong: bool) -> State | None:
    names = "ABCD"[: rng.choice((2, 2, 3, 4))]
    sides = []
    free = list(IMMUNITIES)
    rng.shuffle(free)
    for seat in range(len(names)):
        words = [names[seat], rng.choice((*OWN_SIDES, *SIDES) if not seat else SIDES)]
        words += ["wrong"] * (wrong and rng.random() < 0.3)
        words += [f"+{free.pop()}"] * (rng.random() < 0.3 and bool(free))
        sides.append(" ".join(words))
    pack = [card for card in CARDS if card not in (*IMMUNITIES, *(() if wrong else WRONG_WAY))]
    deck = rng.choice(("", "", "deck -", "deck - ; pile 25 red", "deck 75 50", "deck - ; pile 50x2 ; reshuffle=on"))
    short = deck.startswith("deck")
    hands = []
    for seat, name in enumerate(names):
        many = rng.randint(1, 6) if short else 6 if seat or rng.random() < 0.3 else rng.choice((7, 7, 7, 8))
        hand = [rng.choice(pack) for _ in range(many)]
        if free and rng.random() < 0.4:
            hand[0] = free.pop()
        hands.append(f"{name} {' '.join(hand)}")
    told = [deck, *["wrong-way=on"] * wrong, *["stacking=on"] * (rng.random() < 0.2)]
    turn = "A"
    if rng.random() < 0.2:
        turn = f"B window {rng.choice(ATTACKS)} by A"
        hands[0] = " ".join(hands[0].split()[:7])
    try:
        return GAME.read(f"{' ; '.join(sides)} | {' ; '.join(hands)} | {turn} | {' ; '.join(filter(None, told))}")
    except Refused:
        return None


def drafts(state: State, rng: random.Random) -> Iterator[tuple[Any, ...]]:
    """Keys on every kind of card, and cards that follow one another."""
    held = [card for card in dict.fromkeys(state.hand) if card != HIDDEN]
    if not held:
        return
    yield from ((Press("Enter", card),) for card in rng.sample(held, min(2, len(held))))
    yield ((Press("Delete", rng.choice(held))),)
    yield (_laid(state, rng.choice(held), rng), _laid(state, rng.choice(held), rng))


def _laid(state: State, card: str, rng: random.Random) -> Move:
    if rng.random() < 0.2:
        return Discard(card)
    return Lay(card, rng.choice(state.names) if card in ATTACKS else "")


def scripts(state: State, rng: random.Random) -> Iterator[ScriptedDraft[Any]]:
    """Two cards of the player in turn, the second of them in vain; by key, by name, or with draws in between."""
    held = [card for card in dict.fromkeys(state.hand) if card != HIDDEN]
    options = [move for move in GAME.moves(state) if isinstance(move, Lay | Discard)]
    if not held or not options:
        return
    card = rng.choice(held)
    named = rng.choice(state.names)
    second = rng.choice((Lay(card), Discard(card), Press("Enter", card), Press("Delete", card), Lay(card, "", named)))
    yield ScriptedDraft((rng.choice(options), second))
    yield ScriptedDraft((rng.choice(options), second, rng.choice(options)))


def in_a_script(before: tuple[State, Move], now: State, move: Move, codes: list[str]) -> list[str]:
    """The rules that refuse a move of a script behind another one. A card that is held by the player whose turn has
    just ended with another card is told to be the second; nothing of the position tells whose turn that was."""
    state, first = before
    if (
        not isinstance(move, Lay | Discard)
        or not isinstance(first, Lay | Discard)
        or move.by
        or first.card in IMMUNITIES
    ):
        return codes
    seat = state.names.index(first.by) if first.by else state.turn.seat
    begun_anew = len(now.points) > len(state.points)
    return ["MM-TURN-05"] if move.card in now.hands[seat] and not begun_anew else codes


def cannot_be(state: State) -> Iterator[str]:
    """Why no game leads to a position, as far as its sides and hands tell."""
    for side in state.sides:
        if side.km % 25 or (side.km == 1000 and state.turn.phase in ("turn", "window")):
            yield f"{side.km} km"
        if any(GUARD[one] in side.immunities for one in side.problems) or (
            side.problems and not side.stopped and "priority" not in side.immunities
        ):
            yield "a side with a problem that it cannot have"
    for seat, hand in enumerate(state.hands):
        if len(hand) > 6 + (state.turn.phase == "turn" and seat == state.turn.seat):
            yield f"{len(hand)} cards in a hand"
    if not state.over and not GAME.moves(state):
        yield "nothing can be done there"


def untrue_chances(state: State, script: ScriptedDraft[Move]) -> Iterator[str]:
    """Where a chance is told: this game tells none, for nothing that is laid can go wrong."""
    none = Fraction(0)
    nothing = (none,) * len(script.moves)
    if GAME.chances(state, script) != Chances(nothing, nothing, none, Fraction(1)):
        yield f"the chances are {GAME.chances(state, script)}"
    if len(script.moves) == 1 and not state.over and all(HIDDEN not in hand for hand in state.hands):
        shown = on_the_page(GAME, state, script.moves)
        if shown["risk"]["told"] or any(step["chance"] or step["told"] for step in shown["draft"]):
            yield f"the page says {shown['risk']['told']!r}"
    for violation in GAME.advise(state, script):
        if any({"chance", "out"} & {*way.facts} for way in GAME.remedies(state, script, violation)):
            yield f"{violation.code}: a remedy tells a chance"


def worse_remedies(state: State, draft: Sequence[Move]) -> Iterator[str]:
    """The faults of the remedies of a draft, by the sure effects of each move."""
    laid = tuple(draft)
    for violation in (*GAME.judge(state, laid), *GAME.advise(state, laid)):
        ways = list(GAME.remedies(state, laid, violation))
        for way in ways:
            if broken := GAME.judge(state, way.moves):
                yield f"{violation.code}: {way.kind} is refused by {broken[0].code}"
        now, _ = _driven(state, tuple(draft[: violation.at]))
        pressed = draft[violation.at]
        if violation.code == "MM-ATT-01" and now is not None and isinstance(pressed, Press) and not pressed.on:
            takes = [name for name in now.names[: len(now.sides)] if _takes(now, pressed.card, name)]
            if len(takes) < 2:
                yield f"nobody is named, and only {takes} could be"
        if violation.code == "MM-TURN-05" or now is None:
            continue
        seen = GAME.seen_by(now, now.turn.seat)
        costs = [surely(seen, way.moves[-1]) for way in ways]
        if costs != sorted(costs):
            yield f"{violation.code}: the remedies stand in another order than {costs}"
        if GAME.book[violation.code].kind is Kind.UNWISE:
            own = surely(seen, GAME.complete_script(now, draft[violation.at], ())[0])
            if any(cost > own for cost in costs):
                yield f"{violation.code}: a remedy is worse than what it mends"
            if not ways and any(surely(seen, move) < own for move in GAME.moves(seen)):
                yield f"{violation.code}: nothing is said to be better, and something is"


def _takes(now: State, card: str, name: str) -> bool:
    """Whether an attack could be laid on this side, if it was held and drawn for."""
    due = now._replace(turn=now.turn._replace(phase="turn"), deck=tuple((one, 0) for one, _ in now.deck), pile=())
    hands = tuple((card,) if seat == due.turn.seat else hand for seat, hand in enumerate(due.hands))
    return GAME.is_legal(due._replace(hands=hands), (Lay(card, name),))


def _driven(state: State, before: tuple[Move, ...]) -> tuple[State | None, int]:
    """Where calm luck leads with these moves."""
    now = state
    for at, written in enumerate(before):
        move, _ = GAME.complete_script(now, written, ())
        if not GAME.is_legal(now, (move,)):
            return None, at
        now, _ = GAME.play(now, move, GAME.harmless_luck)
    return now, len(before)


def surely(seen: State, move: Move) -> tuple[int, int]:
    """The sure cost of a move to its own side, by playing it: kilometres; then whether a turn, a trick or an immunity
    goes for nothing."""
    own = seen.turn.seat % len(seen.sides)
    after, events = GAME.play(seen, move, GAME.harmless_luck)
    what = {event.what for event in events}
    before, then = seen.sides[own], after.sides[own]
    back = max(0, before.km - then.km)
    gives_up = seen.turn.phase == "window" and GUARD[seen.turn.attack] in seen.hand and not isinstance(move, Trick)
    cured = then._replace(immunities=before.immunities, tricks=before.tricks) != before
    idle = "discard" in what or back > 0 or ("safe" in what and "trick" not in what and not cured)
    return back, int(idle or gives_up)
