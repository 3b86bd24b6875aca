"""Playing an adjustment card."""

from __future__ import annotations

from rallyman_tutor.core.rule import Facts, rule
from rallyman_tutor.games.crazy_rally.books import cite
from rallyman_tutor.games.crazy_rally.rules.race import nothing_to_decide
from rallyman_tutor.games.crazy_rally.state import (
    CARDS,
    FASTER,
    SLOWER,
    Move,
    Play,
    Speak,
    State,
    Word,
    is_event,
)


@rule(
    "CR-PLAY-01",
    cite("Fase 3"),
    Play,
    Word.PASS,
    ok=("C09 rest | A B08 E1 | choose :: play B08+",),
    broken=(
        "C09 rest | A B08 E1 | choose :: pass",
        "C09 rest | A B08 E1 | choose :: play E1+",
        "C09 rest | A B08 Y01 | choose :: play B08+ Y01+",
        "C09 rest | A B08 Y01 | choose :: play Y02+",
    ),
)
def not_one_adjustment_card(state: State, move: Play | Word) -> Facts | None:
    if state.phase != "choose":
        return None
    if isinstance(move, Word):
        return {"case": "pass"}
    if move.also:
        return {"case": "two"}
    if is_event(move.card):
        return {"case": "event", "card": move.card}
    held = move.card in CARDS and move.card in state.car.hand
    return None if held else {"case": "absent", "card": move.card}


@rule(
    "CR-PLAY-02",
    cite("Fase 3"),
    Play,
    ok=("C09 rest | A B08 | choose :: play B08+",),
    broken=("C09 rest | A B08 | choose :: play B08",),
)
def no_direction(state: State, play: Play) -> Facts | None:
    return None if play.way in (FASTER, SLOWER) or play.card not in CARDS else {"card": play.card}


@rule(
    "CR-PLAY-03",
    cite("Fase 3"),
    Play,
    Speak,
    ok=("C09 rest | A B08 B09 ; B B01 | choose A :: play B08+ play B01+",),
    broken=(
        "C09 rest | A B08 B09 ; B B01 | choose A :: play B08+ play B01+ play B09+",
        "C09 rest | A B08 B09 ; B B01 | choose A :: play B08+ A: play B09+",
    ),
)
def choice_changed(state: State, move: Move) -> Facts | None:
    if isinstance(move, Speak):
        sealed = state.phase == "choose"
        return {"case": "sealed" if sealed else "default"} if nothing_to_decide(state, move) == "CR-PLAY-03" else None
    return {} if state.phase == "event" else None


@rule(
    "CR-PLAY-04",
    cite("Fase 3"),
    Play,
    ok=("C09 rest | A B08 ; B B01 | choose A :: play B08+>A play B01-",),
    broken=(
        "C09 rest | A B08 ; B B01 | choose A :: play B08->B",
        "C09 rest | A B08 ; B B01 | choose A :: play B08->Zoe",
    ),
)
def anothers_car(state: State, play: Play) -> Facts | None:
    if play.to in ("", state.car.name):
        return None
    known = any(car.name == play.to for car in state.cars)
    return {"case": "default" if known else "nobody", "card": play.card, "name": play.to}


RULES = (not_one_adjustment_card, no_direction, choice_changed, anothers_car)
