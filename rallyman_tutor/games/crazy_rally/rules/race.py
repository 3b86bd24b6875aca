"""Phase 3: the start, the supply, the steps of a stage, its end."""

from __future__ import annotations

from rallyman_tutor.core.rule import Facts, fact, rule
from rallyman_tutor.games.crazy_rally.books import TEXT, cite
from rallyman_tutor.games.crazy_rally.state import IN_RACE, Move, Play, Speak, State, Use, Word, adjustments


def nothing_to_decide(state: State, speak: Speak) -> str:
    """The rule by which this driver has nothing to decide now."""
    seat = next((seat for seat, car in enumerate(state.cars) if car.name == speak.name), -1)
    if seat < 0:
        return "CR-RACE-03"
    car, move = state.cars[seat], speak.move
    if car.out and state.phase != "over":
        return "CR-OUT-02"
    if (isinstance(move, Use) or move is Word.PASS) and state.phase == "event" and seat in state.order:
        if state.order.index(seat) > state.order.index(state.seat):
            return "CR-EVT-03"
        return "CR-EVT-02" if any(card[0] == "E" for card in car.played) else "CR-EVT-09"
    if isinstance(move, Play) and (state.phase == "event" or (car.sealed and state.phase == "choose")):
        return "CR-PLAY-03"
    return "CR-RACE-03"


@rule(
    "CR-RACE-03",
    cite("Fase 3; Gebeurteniskaarten", TEXT, "CR-A-16"),
    Word.EXCHANGE,
    Play,
    Word.PASS,
    Speak,
    ok=("C09 rest | A B01 ; B B02 | draw A :: draw draw play B01+ play B02- pass pass",),
    broken=(
        "C09 rest | A B01 ; B B02 | choose A :: Ben: play B02+",
        "C09 rest | A B01 ; B B02 | choose A :: B: play B02+",
        "C09 rest | A B01 ; B B02 | draw A :: pass",
        "C09 rest | A E1 ; B B02 | draw A :: exchange",
        "C09 rest | A E1 ; B B02 | exchange A :: play B01+",
    ),
)
def another_step(state: State, move: Move) -> Facts | None:
    if isinstance(move, Speak):
        if nothing_to_decide(state, move) != "CR-RACE-03":
            return None
        known = any(car.name == move.name for car in state.cars)
        return {"case": "turn" if known else "nobody", "name": move.name}
    due = {
        "draw": not isinstance(move, Play) and not (move is Word.EXCHANGE and adjustments(state.car.hand)),
        "exchange": move is not Word.EXCHANGE,
        "choose": move is Word.EXCHANGE and not adjustments(state.car.hand),
        "event": move is Word.EXCHANGE and not adjustments(state.car.hand),
    }
    return {} if state.phase in IN_RACE and due[state.phase] else None


RULES = (
    fact("CR-RACE-01", "starting-values", cite("Fase 3; Opeenvolgende spellen"), ok=("rest | A h9 | look 14 :: go",)),
    fact("CR-RACE-02", "the-supply", cite("Fase 3"), ok=("rest | A E1 [B05 Y11 P09] | look 14 :: go",)),
    another_step,
    fact(
        "CR-RACE-04",
        "fourteen-stages",
        cite("Doel van het spel; Einde van de race", TEXT, "CR-A-21"),
        ok=("C06 | A B08 | choose :: play B08+ pass",),
    ),
)
