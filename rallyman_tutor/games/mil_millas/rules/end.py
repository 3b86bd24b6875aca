"""The end of a round.

Ruling MM-A-35: with a pile that is shuffled again, a player may lay their last card while there is still one to draw,
and the next one draws it. The round does not end in the middle of that turn: whoever has drawn plays a card, and then
it ends, because the other player has none. Players expect to finish the turn they are in.
"""

from __future__ import annotations

from rallyman_tutor.core.rule import Facts, fact, rule
from rallyman_tutor.games.mil_millas.books import COURSE, INFERRED, RULING, cite
from rallyman_tutor.games.mil_millas.state import Discard, Draw, Lay, NamedMove, Pass, State, Trick, Word
from rallyman_tutor.games.mil_millas.step import ends, next_seat


@rule(
    "MM-END-05",
    cite(COURSE, INFERRED),
    Word.DEAL,
    Draw,
    Lay,
    Discard,
    Trick,
    Pass,
    ok=("A 975 go ; B | A 25x6 red :: lay 25",),
    broken=(
        "A 1000 go ; B | A 25x5 red ; B limit 25x5 | A over :: lay limit>B",
        "A 975 go ; B | A 25x6 red ; B limit 50x5 :: lay 25 :: deal",
        "A ; B go | A - ; B greenx5 | B window flat by A | deck - :: lay green",
    ),
)
def round_is_over(state: State, move: NamedMove | Word) -> Facts | None:
    turn = state.turn
    if turn.phase == "over":
        return {"case": "default"}
    last = turn.phase == "window" and isinstance(move, Draw | Lay | Discard) and ends(state)
    return {"case": "last", "attack": turn.attack} if last and turn.seat == next_seat(state) else None


RULES = (
    fact("MM-END-01", "arrived", cite(COURSE), ok=("A 975 go ; B | A 25 redx5 fuel :: lay 25",)),
    fact(
        "MM-END-02",
        "empty-hand",
        cite(COURSE, ruling="MM-A-17, MM-A-35"),
        ok=(
            "A ; B | A 25 ; B 25x2 | A | deck - :: discard 25",
            "A 25 go ; B | A 25x2 ; B petrol | B | deck - ; reshuffle=on :: discard petrol draw{petrol} => A 25 go ; no draw",
            "A 25 go ; B | A 25x2 ; B petrol | B | deck - ; reshuffle=on :: discard petrol draw{petrol} lay 25 => points 50 0",
        ),
    ),
    fact(
        "MM-END-03",
        "no-winner",
        cite(COURSE, INFERRED),
        ok=(
            "A ; B | A 25 ; B 25x2 | A | deck - :: discard 25",
            "A 950 go +ace ; B | A 75 ; B 25x2 | A | deck - :: discard 75 => points 1050 0",
        ),
    ),
    fact(
        "MM-END-04",
        "last-card-an-attack",
        cite(basis=RULING, ruling="MM-A-18"),
        ok=(
            "A ; B go | A flat ; B proof 25 | A | deck - :: lay flat>B",
            "A ; B go | A flat ; B proof 25 | A | deck - :: lay flat>B trick => points 0 400",
        ),
    ),
    round_is_over,
)
