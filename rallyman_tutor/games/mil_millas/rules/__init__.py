"""The rulebook of Mil Millas: every rule once, and judging by them.

A rule's code says where it lives: MM-DIST-02 is in `dist.py`. `ORDER_OF_CHECKS` is the order in which a referee would
object, so the first problem shown is the first one they would name; facts follow by chapter.
"""

from __future__ import annotations

from collections.abc import Iterator

from rallyman_tutor.core.notation import Plan
from rallyman_tutor.core.rule import Facts, Kind, Rule, RuleBook, Violation
from rallyman_tutor.games.mil_millas.rules import (
    a11y,
    att,
    comp,
    coup,
    def_,
    disc,
    dist,
    draw,
    end,
    key,
    lim,
    resh,
    safe,
    score,
    setup,
    stack,
    state,
    team,
    turn,
    wrong,
)
from rallyman_tutor.games.mil_millas.state import (
    CARDS,
    GOAL,
    GUARD,
    KIND,
    Deal,
    Discard,
    Draft,
    Lay,
    Move,
    Press,
    Second,
    Sheet,
    State,
    Trick,
)
from rallyman_tutor.games.mil_millas.step import acting, called, closed, next_seat, shuts, side_of

CHAPTERS = (
    comp, setup, state, turn, draw, dist, att, lim, def_, safe, coup, disc, end, score, team, stack, resh, wrong, key,
    a11y,
)  # fmt: skip

ORDER_OF_CHECKS = (
    # the table, before anything is dealt
    "MM-COMP-01", "MM-SETUP-01", "MM-TEAM-01",
    # whether anything may be done at all, and by whom
    "MM-TURN-05", "MM-COMP-04", "MM-SCORE-09", "MM-END-05", "MM-SETUP-02", "MM-TURN-01", "MM-COUP-02", "MM-COUP-01",
    # the card exists, is held, and it is time for it
    "MM-WRONG-01", "MM-TURN-04", "MM-TURN-02", "MM-TURN-03", "MM-DRAW-03",
    # distance: problem, light, limit, 200s, the goal or the start
    "MM-DIST-03", "MM-DIST-02", "MM-LIM-02", "MM-DIST-05", "MM-DIST-04", "MM-WRONG-04", "MM-WRONG-06",
    # attacks: a target, another side's, not immune, not yet suffering, rolling
    "MM-ATT-01", "MM-ATT-02", "MM-ATT-05", "MM-ATT-06", "MM-ATT-03",
    # defences
    "MM-DEF-01", "MM-DEF-02", "MM-SAFE-05", "MM-DEF-04", "MM-DEF-03",
    # discards
    "MM-DISC-03", "MM-DISC-05", "MM-DISC-02",
)  # fmt: skip

_ALL: dict[str, Rule] = {rule.code: rule for chapter in CHAPTERS for rule in chapter.RULES}
BOOK: RuleBook = RuleBook([_ALL[code] for code in dict.fromkeys((*ORDER_OF_CHECKS, *_ALL))])


def in_catalogue_order() -> list[Rule]:
    """All rules, chapter by chapter, as one reads them."""
    return list(_ALL.values())


def meant(state: State, move: Move) -> Move:
    """The move behind a key: Enter deals before a round, answers an attack, or lays the card that is selected, on the
    only target if there is but one; Delete throws it away. A card that is not selected is none, by the name of nothing."""
    if not isinstance(move, Press):
        return move
    card, turn = move.card, state.turn
    if move.key == "Delete":
        return Discard(card)
    if not card and turn.phase == "deal":
        return Deal()
    if not card:
        return Lay(card)
    if (
        turn.phase == "window"
        and KIND[card] == "immunity"
        and (card == GUARD[turn.attack] or turn.seat != next_seat(state))
    ):
        return Trick(card)
    if KIND[card] == "attack" and not move.on and turn.phase == "turn":
        targets = disc.playable(state, card)
        return Lay(card, targets[0]) if len(targets) == 1 else Lay(card)
    return Lay(card, move.on)


def unfold(state: State, draft: Draft | Plan[Move]) -> Iterator[tuple[int, State, Move | Second]]:
    """What there is to judge in a draft. It holds one move; whatever stands behind that is one too many."""
    told = draft.moves if isinstance(draft, Plan) else draft
    for at, move in enumerate(told):
        if at:
            yield at, state, Second(move, meant(state, told[0]))
        else:
            move = meant(state, move)
            yield at, closed(state) if shuts(state, move) else state, move


def judge(state: State, draft: Draft | Plan[Move], kind: Kind = Kind.ILLEGAL) -> list[Violation]:
    """Every rule this draft breaks; never raises."""
    return [broken for at, now, move in unfold(state, draft) for broken in BOOK.judge(now, move, at, kind)]


def advise(state: State, draft: Draft | Plan[Move]) -> list[Violation]:
    """What is legal in this draft and costs: kilometres the wrong way."""
    refused = {violation.at for violation in judge(state, draft)}
    return [violation for violation in judge(state, draft, Kind.UNWISE) if violation.at not in refused]


def judge_sheet(sheet: Sheet, kind: Kind = Kind.ILLEGAL) -> list[Violation]:
    """Every rule a table breaks."""
    return BOOK.judge(None, sheet, 0, kind)


def why_not(state: State, move: Move) -> list[Violation]:
    """Why this move may not be made now; empty if it may."""
    return judge(state, (move,))


def settled(state: State, move: Move, shown: tuple[str, ...]) -> tuple[Move, tuple[str, ...]]:
    """A move and its script as this moment needs them: a key is the move it stands for."""
    return meant(state, move), shown


def about(state: State, draft: Draft | Plan[Move], at: int) -> Facts:
    """What any message about a move may mention: who, which card, on whom, and how far."""
    told = draft.moves if isinstance(draft, Plan) else draft
    move = meant(state, told[at])
    now = closed(state) if shuts(state, move) else state
    seat = acting(now, move)
    side = now.sides[side_of(now, seat if seat >= 0 else now.turn.seat)]
    return {
        "driver": now.names[seat if seat >= 0 else now.turn.seat],
        "card": getattr(move, "card", "") or CARDS[0],
        "whom": getattr(move, "on", ""),
        "side": called(now, side_of(now, now.turn.seat)),
        "km": side.km,
        "left": GOAL - side.km,
    }
