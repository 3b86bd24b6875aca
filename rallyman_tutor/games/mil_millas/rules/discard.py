"""Throwing a card away: only one that cannot be used now."""

from __future__ import annotations

from rallyman_tutor.core.rule import Facts, fact, rule
from rallyman_tutor.games.mil_millas.books import COURSE, INFERRED, cite
from rallyman_tutor.games.mil_millas.rules import attack, defence, distance, immunity, speed_limit, wrong_way
from rallyman_tutor.games.mil_millas.state import ATTACKS, HIDDEN, IMMUNITIES, Discard, Lay, State
from rallyman_tutor.games.mil_millas.step import called

_LAYING = tuple(
    one
    for chapter in (distance, attack, speed_limit, defence, immunity, wrong_way)
    for one in chapter.RULES
    if one.check and Lay in one.of and one.code != "MM-WRONG-06"
)


def playable(state: State, card: str) -> tuple[str, ...]:
    """The sides a card can be laid on now, by the rules about laying; the player's own side has an empty name."""
    names = [called(state, side) for side in range(len(state.sides))] if card in ATTACKS else [""]
    lays = [Lay(card, name) for name in names]
    return tuple(lay.on for lay in lays if all(one.check is None or one.check(state, lay) is None for one in _LAYING))


def _throws(state: State, discard: Discard) -> bool:
    return state.turn.phase == "turn" and discard.card in state.hand


@rule(
    "MM-DISC-03",
    cite(COURSE, INFERRED),
    Discard,
    ok=("A go ; B | A 25x6 petrol :: discard petrol",),
    broken=("A go ; B | A 25x4 50x3 :: discard 25", "A 300 go wrong ; B | A 25x7 | A | wrong-way=on :: discard 25"),
)
def everything_is_playable(state: State, discard: Discard) -> Facts | None:
    held = [card for card in dict.fromkeys(state.hand) if card != HIDDEN]
    return {"card": discard.card} if _throws(state, discard) and all(playable(state, card) for card in held) else None


@rule(
    "MM-DISC-05",
    cite(COURSE, INFERRED),
    Discard,
    ok=("A go ; B | A 25x5 petrol ace :: discard petrol",),
    broken=("A go ; B | A 25x5 petrol ace :: discard ace",),
)
def immunity_thrown_away(state: State, discard: Discard) -> Facts | None:
    return {"card": discard.card} if _throws(state, discard) and discard.card in IMMUNITIES else None


@rule(
    "MM-DISC-02",
    cite(COURSE, ruling="MM-A-06, MM-A-07"),
    Discard,
    ok=(
        "A go ; B | A 25x5 petrol red :: discard red",
        "A 400 go longest2 ; B | A 25x5 petrol 200 :: discard 200",
        "A 950 go ; B | A 25x5 petrol 75 :: discard 75",
    ),
    broken=(
        "A go ; B | A 25x5 petrol red :: discard 25",
        "A go ; B | A 25x5 petrol limit :: discard limit",
    ),
)
def playable_card_thrown_away(state: State, discard: Discard) -> Facts | None:
    if not _throws(state, discard) or discard.card in IMMUNITIES:
        return None
    found = playable(state, discard.card)
    if not found:
        return None
    return {"case": "attack", "card": discard.card, "names": found} if found[0] else {"card": discard.card}


RULES = (
    fact(
        "MM-DISC-01",
        "by-choice",
        cite(COURSE),
        ok=("A go ; B | A 100 petrol 25x5 :: discard petrol",),
    ),
    playable_card_thrown_away,
    everything_is_playable,
    fact(
        "MM-DISC-04",
        "dead-cards",
        cite(COURSE),
        ok=("A ; B | A 25 50x5 ; B 25x6 | A | deck 75 :: draw discard 25 discard 25 => pile 25x2 ; no draw",),
    ),
    immunity_thrown_away,
)
