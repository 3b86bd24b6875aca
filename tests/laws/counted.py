"""The results of a draft or decision, counted by playing it once for every way in which dice and cards can fall.

It asks `play` alone, and no code that tells chances or prices. With that it compares what warnings tell.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Any, NamedTuple

from rallyman_tutor.core.game import AnyGame, Event
from rallyman_tutor.core.luck import Luck, Prompted, Recorded, every_outcome
from rallyman_tutor.core.notation import ScriptedDraft, as_scripted
from rallyman_tutor.games.classic import state as classic
from rallyman_tutor.games.dirt import state as dirt
from rallyman_tutor.games.dirt.state import Arrange, Drive, Roll
from rallyman_tutor.tutor.words.explain import explain_briefly

State = Any
Draft = tuple[Any, ...]
NOTHING = Fraction(0)
SISU: dict[str, Any] = {"classic": classic.Word.SISU, "dirt": dirt.Word.SISU}
ACCEPT: dict[str, Any] = {"classic": classic.Word.ACCEPT, "dirt": dirt.Word.ACCEPT}


class Counted(NamedTuple):
    """The chances that moves end the rally, or lose control without that; and their average cost in seconds and
    damage."""

    over: Fraction
    lost: Fraction
    seconds: Fraction
    damage: Fraction


class End(NamedTuple):
    """One way in which moves can end: its chance, the last of them that was made, and its result."""

    share: Fraction
    at: int
    what: str  # over, lost, arrived, short: some of them could not be made, reordered: they could not in this order
    now: State
    events: tuple[Event, ...]


def counted(game: AnyGame, state: State, moves: Draft | ScriptedDraft[Any]) -> Counted:
    """The results of legal moves, as far as this turn goes."""
    over = lost = seconds = damage = NOTHING
    seat = game.turn(state)
    for share, _, what, now, events in ends(game, state, moves):
        own = [event for event in events if event.seat in (seat, -1)]
        rest = Rest(NOTHING, NOTHING) if what in ("over", "lost") else rest_of_attack(game, now, seat)
        over += share * ((what == "over") + rest.over)
        lost += share * ((what == "lost") + rest.lost)
        seconds += share * sum(_seconds(event) for event in own)
        damage += share * sum(event.facts.get("count", 1) for event in own if event.what == "damage")
    return Counted(over, lost, seconds, damage)


def ends(game: AnyGame, state: State, moves: Draft | ScriptedDraft[Any]) -> list[End]:
    """Every way in which moves can end when they are played one after the other, as they are told. Whoever loses
    control and does not say Sisu next keeps their Sisu."""
    script = as_scripted(moves)
    driven = as_decisions(game, state, script.moves)
    told = script.shown if len(driven) == len(script.moves) else ()
    return [
        End(share, at, what, now, tuple(events))
        for share, _, (at, what, now, events) in every_outcome(lambda luck: _played(game, state, driven, told, luck))
    ]


def _played(
    game: AnyGame, state: State, moves: Draft, told: tuple[tuple[str, ...], ...], luck: Luck
) -> tuple[int, str, State, list[Event]]:
    """The moves played one after the other, as far as they are legal and the turn is the same: the last that was made,
    its result, the state then, and all events."""
    now, events, seat = state, list[Event](), game.turn(state)
    for at, written in enumerate(moves):
        move, shown = game.complete_script(now, written, told[at] if told else ())
        if game.over(now) or not is_same_turn(game, state, now) or not game.is_legal(now, (move,)):
            if _has_nothing_to_undo(now, move):
                continue
            turn = getattr(now, "turn", None)
            return at - 1, "reordered" if getattr(turn, "hand", ()) else "short", now, events
        asked = Prompted(shown, luck)
        now, happened = game.play(now, move, asked)
        events += happened
        is_saved = at + 1 < len(moves) and moves[at + 1] in SISU.values()
        if _hangs_on_sisu(now, seat) and not (is_saved and game.is_legal(now, (moves[at + 1],))):
            now, happened = game.play(now, ACCEPT[game.key], asked)
            events += happened
        if _is_over(game, now, events, seat):
            return at, "over", now, events
        if any(event.what in ("lost", "failed") and event.seat == seat for event in events):
            return at, "lost", now, events
        if any(event.what == "stalled" and event.seat == seat for event in happened):
            return at, "short", now, events
        if any(event.what == "finish" for event in happened):
            return at, "arrived" if at + 1 == len(moves) else "short", now, events
    return len(moves) - 1, "arrived", now, events


def _has_nothing_to_undo(now: State, move: Any) -> bool:
    """Whether Sisu is said where no hazard lies: then the card stays in the hand."""
    return move in SISU.values() and not now.turn.hazards


def _is_over(game: AnyGame, now: State, events: list[Event], seat: int) -> bool:
    """Whether a driver is out, or will be when they should set off again."""
    if any(event.what == "out" and event.seat in (seat, -1) for event in events):
        return True
    return game.key == "classic" and now.cars[seat].status == "road" and now.cars[seat].damage >= classic.MOST_DAMAGE


class Rest(NamedTuple):
    """How likely the rest of an attack ends the rally, and loses control without that."""

    over: Fraction
    lost: Fraction


def rest_of_attack(game: AnyGame, now: State, seat: int, known: dict[State, Rest] | None = None) -> Rest:
    """The results of the dice of an attack that are still to be driven, if each choice is the best; nothing of any
    other turn."""
    turn = getattr(now, "turn", None)
    if game.key != "classic" or turn is None or turn.seat != seat or not turn.hand or turn.ended:
        return Rest(NOTHING, NOTHING)
    known = {} if known is None else known
    if now not in known:
        ways = [_rest_by(game, now, move, seat, known) for move in game.moves(now) if move != SISU["classic"]]
        known[now] = min(ways, default=Rest(NOTHING, NOTHING))
    return known[now]


def _rest_by(game: AnyGame, now: State, move: Any, seat: int, known: dict[State, Rest]) -> Rest:
    over = lost = NOTHING
    for share, _, (after, events) in every_outcome(lambda luck: game.play(now, move, luck)):
        if _is_over(game, after, list(events), seat):
            over += share
        elif any(event.what == "lost" and event.seat == seat for event in events):
            lost += share
        elif is_same_turn(game, now, after):
            rest = rest_of_attack(game, after, seat, known)
            over, lost = over + share * rest.over, lost + share * rest.lost
    return Rest(over, lost)


def as_decisions(game: AnyGame, state: State, moves: Draft) -> Draft:
    """Laid dice as the decisions that drive them: in DIRT a draft is driven as a whole, to its end unless later moves
    say otherwise."""
    if moves and isinstance(moves[0], Drive):
        return moves if moves[1:] else (*moves, *moves[0].steps[1:])
    if game.key != "dirt" or not moves or not isinstance(moves[0], Roll):
        return moves
    laid = tuple(move for move in moves if isinstance(move, Roll))
    if state.turn.phase == "arrange":
        return (Arrange(laid),)
    return (Drive(laid), *moves[1:]) if state.turn.phase == "draft" else moves


def is_same_turn(game: AnyGame, state: State, now: State) -> bool:
    """Whether nobody has begun another turn since."""
    if game.has_hidden_hands:
        return game.turn(state) == game.turn(now)
    before, after = state.turn, now.turn
    return (state.round, before.seat) == (now.round, after.seat) and len(after.used) >= len(before.used)


def _hangs_on_sisu(now: State, seat: int) -> bool:
    turn = getattr(now, "turn", None)
    return getattr(turn, "phase", "") == "sisu" and getattr(turn, "seat", -1) == seat


def _seconds(event: Event) -> int:
    """The seconds that an event costs: dice that are secured, cards of those who wait."""
    if event.what == "secured":
        return int(event.facts["cost"])
    return int(event.facts.get("seconds", 0)) if event.what in ("blocked", "card", "wheel") else 0


def is_worse(one: Counted, other: Counted) -> bool:
    """Whether one is worse than the other by the rally's end, then by control lost."""
    return (one.over, one.lost) > (other.over, other.lost)


def safest(found: Iterable[Counted]) -> tuple[Fraction, Fraction] | None:
    """The least chance that the rally is over, then that control is lost; None if there is nothing to choose from."""
    return min(((one.over, one.lost) for one in found), default=None)


# -- What warnings tell ------------------------------------------------------------------------------------------------

CAUSE = {"CL-PUNC-03": classic.PUNCTURE, "DI-PLAN-04": dirt.CLEAN}
"""The face that makes a rule's warning come true, where that is no hazard."""


def wrong_warnings(game: AnyGame, state: State, script: ScriptedDraft[Any]) -> Iterable[str]:
    """False warnings of a legal script: the chance told is too high, too low or none, or the words speak of chance in a
    certain thing."""
    told = [one for one in game.advise(state, script) if "chance" in one.facts]
    now, seat = state, game.turn(state)
    for at, (written, faces) in enumerate(script.shown_moves):
        if game.over(now) or not is_same_turn(game, state, now):
            return
        move, shown = game.complete_script(now, written, faces)
        if not game.is_legal(now, (move,)):
            return
        for one in told:
            if one.at == at:
                share = _how_often(game, now, move, shown, seat, CAUSE.get(one.code, dirt.HAZARD))
                said = explain_briefly(game, state, script, one).said
                if share != one.facts["chance"] or ("%" in said) != (share < 1):
                    yield f"{one.code} of step {at + 1} says {said!r}, and its chance is {share}"
        now = game.play(now, move, Prompted(shown, game.harmless_luck))[0]


def _how_often(game: AnyGame, state: State, move: Any, told: tuple[str, ...], seat: int, cause: str) -> Fraction:
    """How often a move shows this, and then control is lost, or the driver is out."""
    often = NOTHING
    for share, _, (after, events, shown) in every_outcome(lambda luck: _recorded(game, state, move, told, luck)):
        is_bad = any(event.what in ("lost", "out") for event in events) or _hangs_on_sisu(after, seat)
        often += share * (is_bad and cause in shown)
    return often


def _recorded(
    game: AnyGame, state: State, move: Any, told: tuple[str, ...], luck: Luck
) -> tuple[State, tuple[Event, ...], list[str]]:
    asked = Recorded(Prompted(told, luck))
    after, events = game.play(state, move, asked)
    return after, tuple(events), asked.shown
