"""Principles of playing Mil Millas: when to drive, whom to stop, what to keep. The finer ones come first."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from rallyman_tutor.coach.principles.card_principle import CardPrinciple, CardPrinciples
from rallyman_tutor.games.mil_millas.generate import taken_by
from rallyman_tutor.games.mil_millas.state import GOAL, KIND, Discard, Lay, Move, Side, State
from rallyman_tutor.games.mil_millas.step import attacked, is_useless, side_named

OWN = frozenset({"own", "held"})
RIVAL = frozenset({"rival", "rival-held"})


# -- Two moves side by side -------------------------------------------------------------------------------------------


def _laid(move: Move) -> str:
    """The card that a move lays; nothing where it lays none."""
    return move.card if isinstance(move, Lay) else ""


def _thrown(move: Move) -> str:
    """The card that a move throws away; nothing where it throws none."""
    return move.card if isinstance(move, Discard) else ""


def _kind(card: str) -> str:
    return KIND.get(card, "")


def _lays(*cards: str) -> Callable[[State, Move, Move], bool]:
    """The better move lays one of these cards, and the one that was made did not."""
    return lambda state, made, better: _laid(better) in cards and _laid(made) not in cards


def _kinds(made: str, better: str) -> Callable[[State, Move, Move], bool]:
    """A card of one kind was laid, and one of another kind was better; "" for a card thrown away."""
    return lambda state, own, other: _kind(_laid(own)) == made and _kind(_laid(other)) == better


def _throws(kind: str) -> Callable[[State, Move, Move], bool]:
    """A card of this kind was thrown away, and throwing away one of another kind was better."""
    return lambda state, made, better: (
        _kind(_thrown(made)) == kind and bool(_thrown(better)) and _kind(_thrown(better)) != kind
    )


def _drives_farther(state: State, made: Move, better: Move) -> bool:
    return _kind(_laid(made)) == _kind(_laid(better)) == "distance" and int(_laid(better)) > int(_laid(made))


def _drives_less_far(state: State, made: Move, better: Move) -> bool:
    return _kind(_laid(made)) == _kind(_laid(better)) == "distance" and int(_laid(better)) < int(_laid(made))


def _stops_who_arrives(state: State, made: Move, better: Move) -> bool:
    return _stops_arrival(state, better) and not _stops_arrival(state, made)


def _meets_who_is_ahead(state: State, made: Move, better: Move) -> bool:
    both = _kind(_laid(made)) == _kind(_laid(better)) == "attack"
    return both and _victim(state, better).km > _victim(state, made).km


def _attacks_otherwise(state: State, made: Move, better: Move) -> bool:
    both = _kind(_laid(made)) == _kind(_laid(better)) == "attack"
    return both and _laid(made) != _laid(better) and _victim(state, better) == _victim(state, made)


def _keeps_immunity(state: State, made: Move, better: Move) -> bool:
    return "immunity" in (_kind(_laid(made)), _kind(_thrown(made))) and _kind(_laid(better)) != "immunity"


def _throws_what_is_useless(state: State, made: Move, better: Move) -> bool:
    own, other = _thrown(made), _thrown(better)
    return bool(own and other) and is_useless(state, other) and not is_useless(state, own)


def _throws_less_far(state: State, made: Move, better: Move) -> bool:
    own, other = _thrown(made), _thrown(better)
    return _kind(own) == _kind(other) == "distance" and int(other) < int(own)


def _lays_and_keeps(state: State, made: Move, better: Move) -> bool:
    return bool(_thrown(made) and _laid(better))


def _stops_arrival(state: State, move: Move) -> bool:
    """Whether a move keeps a side from arriving with its next card."""
    if _kind(_laid(move)) != "attack":
        return False
    victim = _victim(state, move)
    return _can_arrive(victim) and not _can_arrive(attacked(victim, _laid(move)))


def _victim(state: State, move: Move) -> Side:
    assert isinstance(move, Lay)
    return state.sides[side_named(state, move.on)]


def _can_arrive(side: Side) -> bool:
    return str(GOAL - side.km) in taken_by(side) and not side.wrong


def _facts(state: State, made: Move, better: Move) -> Mapping[str, object]:
    """The cards of both moves, and whom the better one meets."""
    whom = better.on if isinstance(better, Lay) else ""
    return {"card": _laid(better) or _thrown(better), "made": _laid(made) or _thrown(made), "whom": whom}


# -- Principles -------------------------------------------------------------------------------------------------------

ALL: tuple[CardPrinciple[State, Move], ...] = (
    CardPrinciple(
        "MMD-STOP-01",
        OWN | RIVAL,  # while nobody arrives, the own side drives on, too
        _stops_who_arrives,
        holds=(
            "You 100 fuel +proof +ace ; Ana 800 +priority +tanker tricks1 ; Ben 625 go limit longest2 | You 50 75 "
            "100x2 limitx2 flat ; Ana ?x6 ; Ben ?x6 | You | pile 25 repair 50 green 75 endlimit 75 25 75 green "
            "100 green 75 petrolx2 endlimit 25 sparex3 50 endlimit red green 200x2 green petrol fuel greenx2 ; "
            "out 25x7 50x6 75x2 100x5 200x2 redx3 limitx2 fuelx2 flat crash greenx6 endlimit petrol spare repair "
            "priority tanker proof ace ; reshuffle=on target=5000 :: discard 50 / lay flat>Ana",
        ),
    ),
    CardPrinciple(
        "MMD-STOP-02",
        RIVAL,
        _meets_who_is_ahead,
        holds=(
            "A 625 +priority longest2 ; B 100 go ; C 50 go +tanker +proof | A ?x6 ; B ?x6 ; C 50 75 100 200 "
            "crash spare repair | C | pile endlimit 75x2 petrol 25 petrol 50 flat green 50 petrol repair 75 "
            "50 100 200 redx3 limit 100 green 25x3 limit spare 75 50 spare repair 50 petrol green repair "
            "endlimit 50 100 flat green endlimit ; out 25x2 50 75 100x2 200x2 limit fuelx2 flat crash "
            "greenx5 endlimit petrolx2 spare repair priority tanker proof ; first B :: lay crash>B / lay "
            "crash>A",
        ),
        not_so=(
            "You 550 fuel +priority +proof longest1 ; Ana 350 go +tanker +ace ; Ben 575 longest1 | You 25 50 75x2 "
            "100 limit spare ; Ana ?x6 ; Ben ?x6 | You | pile 25 spare repairx2 100 petrol 100 50 repair petrol "
            "endlimit green petrol endlimit 25 fuel green 25 75 spare petrol 50 ; out 25x3 50x5 75x2 100x6 200x2 "
            "redx5 limitx3 fuelx2 flatx3 crashx3 greenx11 endlimitx3 petrol sparex3 repairx3 priority tanker "
            "proof ace ; vain 1 ; first Ana ; reshuffle=on target=5000 :: lay limit>Ana / lay limit>Ben",
        ),
    ),
    CardPrinciple(
        "MMD-STOP-03",
        RIVAL,
        _attacks_otherwise,
        holds=(
            "A 325 limit +ace longest1 ; B 75 go | A 100x2 limit fuel spare repairx2 ; B ?x6 | A | pile 100 "
            "flat red 75 50 fuel repair red spare petrolx2 red 25 repair endlimit 100x2 green ; out 25 75 "
            "100 200 red limitx2 crash greenx3 endlimit ace :: lay limit>B / lay fuel>B",
        ),
        not_so=(
            "You 50 +tanker +proof ; Ana 200 fuel +priority longest1 ; Ben 300 go | You 75 200x2 redx2 fuel spare "
            "; Ana ?x6 ; Ben ?x6 | You | pile 75 100 endlimit 25 endlimit 100 50 100x2 green 200 100 green 50 25 "
            "green petrolx2 green petrol limit 100 green crash flat repair red 100 petrol 100 25 75 green ; out "
            "25x2 50x4 100 200 limitx3 fuelx2 flatx2 crashx2 greenx6 endlimitx2 sparex2 repairx2 priority tanker "
            "proof ; first Ana :: lay red>Ben / lay fuel>Ben",
        ),
    ),
    CardPrinciple(
        "MMD-STOP-04",
        RIVAL,
        _kinds("distance", "attack"),
        holds=(
            "A 225 +proof longest1 ; B 300 +priority +ace | A ?x6 ; B 50 75x2 limit greenx2 spare | B | pile "
            "100 repair 50 endlimit petrol crash red crash repair spare fuel flat 25x3 50 75 fuel 200 spare "
            "endlimitx2 spare limit green petrol spare petrolx2 50 repairx2 ; out 25x2 75 100x2 200 redx3 "
            "limit flat greenx4 endlimit priority proof ace ; first B :: lay 75 / lay limit>A",
        ),
        not_so=(
            "You 250 go longest1 ; Ana ; Ben 200 limit longest1 | You 25x2 50 75x2 100 fuel ; Ana ?x6 ; Ben ?x6 | "
            "You | pile 25 petrol 25 repairx2 spare 100 repair 100 50x2 75 spare 75 25 ; out 50 200x2 redx3 "
            "limitx4 fuelx2 crash greenx5 endlimitx3 petrolx2 repair ; stacking=on :: lay 100 / lay fuel>Ben",
        ),
    ),
    CardPrinciple(
        "MMD-STOP-05",
        RIVAL,
        _kinds("", "attack"),
        holds=("A go ; B | A ?x6 ; B 25x2 200 red endlimitx2 spare | B | out green :: discard endlimit / lay red>A",),
        not_so=(
            "You 50 limit ; Ana 300 flat +priority longest1 ; Ben go | You 25 100x2 200 flat spare repair ; Ana "
            "?x6 ; Ben ?x6 | You | pile endlimit green endlimit greenx2 repair fuel petrol repair flat limit "
            "repair fuel red 25 ; out 50 100 200 red limitx2 fuel flat greenx3 endlimit petrol priority ; first "
            "Ben ; reshuffle=on :: discard 100 / lay flat>Ben",
        ),
    ),
    CardPrinciple(
        "MMD-STOP-06",
        RIVAL,
        _kinds("defence", "attack"),
        holds=(
            "A fuel ; B 250 go | A 25x2 50 flat petrol spare repair ; B ?x6 | A | pile 200 flat 25 100 "
            "petrol endlimit 200 endlimit 75 50x2 spare 50 red spare petrol 100 ; out 75x2 100 fuel crash "
            "greenx3 repair :: lay petrol / lay flat>B",
        ),
    ),
    CardPrinciple(
        "MMD-GO-01",
        OWN,
        _lays("green"),
        holds=(
            "A ; B go | A 50x3 green spare repairx2 ; B ?x6 | A | pile 200 flat 25 100 petrol endlimit 200 "
            "endlimit 75 ; out green :: discard 50 / lay green",
        ),
        not_so=(
            "You +ace ; Ana 225 crash +priority ; Ben 100 wrong | You 25 50x2 75x2 green tanker ; Ana ?x6 ; Ben "
            "?x6 | You | pile endwrongx2 25 spare repair endlimit repairx2 25x2 endlimit spare repair 50 flat "
            "repair petrol endlimit 50 endwrong spare 50x2 fuel endlimit 50 75x2 flat spare flat crash 100 25 50 "
            "green 50 100 ; out 25x3 75x2 100 redx2 limitx2 fuelx2 crashx2 wrongx2 greenx6 endlimit petrolx2 "
            "repair endwrong priority ace ; first Ana ; reshuffle=on wrong-way=on :: lay tanker / lay green",
        ),
    ),
    CardPrinciple(
        "MMD-GO-02",
        OWN,
        _lays("petrol", "spare", "repair", "endwrong"),
        holds=(
            "A 425 +priority +proof ; B 500 flat longest2 | A ?x6 ; B 25 50 75 100x2 green spare | B | pile "
            "100 endlimit petrol endlimit red petrol 50 green petrol 50 green repair green 100 fuel red "
            "spare 75x2 50 ; out 25x4 50x2 75x3 100 200x2 red limit fuel flatx2 greenx4 endlimit petrol "
            "spare priority proof ; first B :: discard green / lay spare",
        ),
        not_so=(
            "You 350 flat +priority +tanker +ace tricks1 ; Ana 550 go +proof tricks1 longest1 ; Ben 575 longest1 "
            "| You 25x2 100 fuel petrol spare repair ; Ana ?x6 ; Ben ?x6 | You | pile petrol 75 repair 75x2 ; out "
            "25x6 50x7 75 100x5 200x2 redx4 limitx3 fuelx2 flatx2 crashx2 greenx10 endlimitx3 petrolx2 spare "
            "repairx2 priority tanker proof ace ; first Ben ; reshuffle=on :: lay fuel>Ana / lay spare",
        ),
    ),
    CardPrinciple(
        "MMD-GO-03",
        OWN,
        _lays("endlimit"),
        holds=(
            "A 200 flat +tanker tricks1 ; B 425 go limit +ace longest1 | A ?x6 ; B 75 redx2 limit green "
            "endlimit spare | B | pile spare crash repair 200 75 petrol endlimit repair petrol 25 50 crash "
            "25 repair 100 fuel petrol 100 crash 50 limit 75 100x2 spare 100 25 green 100 endlimit petrol "
            "repair 75 50 75 100 ; out 25x2 50x6 75 200 red limitx2 fuel flatx2 greenx5 endlimit petrol "
            "spare tanker ace ; first B :: discard spare / lay endlimit",
        ),
        not_so=(
            "You fuel limit ; Ana 400 +priority +proof longest1 ; Ben go | You 25 75x2 fuel green endlimit repair "
            "; Ana ?x6 ; Ben ?x6 | You | pile petrol green repairx2 green red spare green spare 75 spare 75 ; out "
            "100x2 200 redx2 limitx3 fuel flat greenx5 endlimit priority proof ; first Ben ; stacking=on :: lay "
            "fuel>Ana / lay endlimit",
        ),
    ),
    CardPrinciple(
        "MMD-GO-04",
        OWN,
        _drives_farther,
        holds=(
            "A 200 go +proof longest1 ; B +priority +ace | A ?x6 ; B 25 75x2 100x2 petrol repair | B | pile "
            "100 repair 50 endlimit petrol crash red crash repair spare fuel flat 25x3 50 75 fuel 200 spare "
            "endlimitx2 ; out 200 limit flat greenx2 endlimit priority proof ace ; first B :: lay 25 / lay "
            "100",
        ),
        not_so=(
            "You 875 wrong +priority +proof ; Ana 75 fuel +ace ; Ben 475 flat limit +tanker longest1 | You 75 "
            "100x2 200 red crash green ; Ana ?x6 ; Ben ?x6 | You | pile green endwrong 100x2 petrol sparex2 "
            "endwrong 100 spare petrolx2 endlimit endwrong repair ; out 25x9 50x8 75x4 100x3 200 redx4 limitx4 "
            "fuelx3 flatx3 crashx2 wrongx3 greenx9 endlimitx3 petrolx2 sparex2 repairx2 endwrong priority tanker "
            "proof ace ; reshuffle=on wrong-way=on :: lay 75 / lay 200",
        ),
    ),
    CardPrinciple(
        "MMD-GO-05",
        OWN,
        _drives_less_far,
        holds=(
            "A go ; B 100 +tanker ; C 525 fuel +priority +proof tricks2 | A 75 100x4 crash petrol ; B ?x6 ; "
            "C ?x6 | A | pile 50 petrol limit flat repair 75 endlimit red endlimitx2 petrol endlimit 75 "
            "green sparex2 75 50 greenx2 red petrol 50x3 25 green endlimit 200x2 flat green ; out 25 50x3 "
            "75x2 100x3 limit fuelx2 flat crashx2 greenx3 endlimit petrol spare repairx2 priority tanker "
            "proof :: lay 100 / lay 75",
        ),
        not_so=(
            "You +priority ; Ana ; Ben | You 25 50x2 fuel flat green spare ; Ana ?x6 ; Ben ?x6 | You | "
            "reshuffle=on target=5000 :: lay 50 / lay 25",
        ),
    ),
    CardPrinciple(
        "MMD-GO-06",
        OWN,
        _kinds("attack", "distance"),
        holds=(
            "A ; B go ; C go limit | A ?x6 ; B 25x2 100x2 flat green repair ; C ?x6 | B | out limit greenx2 "
            "; first B :: lay flat>C / lay 100",
        ),
        not_so=(
            "You 425 +priority +ace ; Ana 900 go +proof tricks1 ; Ben +tanker | You 25x2 75 red petrolx2 spare ; "
            "Ana ?x6 ; Ben ?x6 | You | pile 200 25 green sparex2 endlimit spare repair green repair ; out 25x3 "
            "50x5 75x4 100x7 redx3 limitx4 fuelx3 flatx2 crashx3 greenx9 endlimitx4 petrolx3 sparex2 repairx3 "
            "priority tanker proof ace ; reshuffle=on :: lay red>Ana / lay 75",
        ),
    ),
    CardPrinciple(
        "MMD-GO-07",
        OWN,
        _kinds("", "distance"),
        holds=(
            "A 100 go ; B | A 100 200 red limit fuel petrol repair ; B ?x6 | A | pile endlimit 200 25 "
            "endlimitx2 repair 25 ; out 25 75 red greenx2 :: discard red / lay 200",
        ),
        not_so=(
            "You 925 +priority +proof longest1 ; Ana 725 go +ace longest1 ; Ben 775 go +tanker longest2 | You 75 "
            "endlimit petrolx2 spare endwrongx2 ; Ana ?x6 ; Ben ?x6 | You | pile repair ; out 25x10 50x9 75x7 "
            "100x11 200x4 redx5 limitx4 fuelx3 flatx3 crashx3 wrongx3 greenx13 endlimitx4 petrolx3 sparex3 "
            "repairx3 endwrongx2 priority tanker proof ace ; reshuffle=on wrong-way=on :: discard endlimit / lay "
            "75",
        ),
    ),
    CardPrinciple(
        "MMD-KEEP-01",
        OWN,
        _lays("priority", "tanker", "proof", "ace"),
        holds=(
            "A flat ; B | A ?x6 ; B 50 100 200 limit crashx2 ace | B | pile 100 repair ; out flat green ; "
            "first B :: discard 50 / lay ace",
        ),
        not_so=(
            "You 150 fuel ; Ana 200 crash +tanker tricks1 longest1 ; Ben fuel | You 25x2 50 red endlimit petrol "
            "priority ; Ana ?x6 ; Ben ?x6 | You | pile endlimit spare repair petrol 50 petrol 75 sparex2 100 "
            "repair fuel spare 100 ; out 25 50 75 200 redx2 fuelx2 crash greenx5 tanker ; first Ben ; "
            "reshuffle=on :: lay petrol / lay priority",
        ),
    ),
    CardPrinciple(
        "MMD-KEEP-02",
        OWN | RIVAL,
        _keeps_immunity,
        holds=(
            "A 225 fuel ; B 700 go +ace | A ?x6 ; B 25 75 green repairx2 priority tanker | B | pile 200 flat "
            "25 100 petrol endlimit 200 endlimit 75 50x2 spare 50 red spare petrol 100 200 spare 50 repairx2 "
            "limit fuel crash 50 red 25 petrol 75 endlimit green endlimit 100 repair 100 ; out 25x3 50 75x4 "
            "100x5 red limit fuelx2 flat crash greenx6 endlimit petrol spare repair ace :: lay priority / "
            "lay 75",
        ),
        not_so=(
            "You ; Ana go ; Ben go | You 25 50 75x2 100 wrong proof ; Ana ?x6 ; Ben ?x6 | You | pile 100 ; out "
            "greenx2 ; reshuffle=on wrong-way=on :: lay proof / lay wrong>Ana",
        ),
    ),
    CardPrinciple(
        "MMD-KEEP-03",
        OWN | RIVAL,
        _throws_what_is_useless,
        holds=(
            "A 675 +priority +proof longest1 ; B +ace | A red crashx2 green sparex2 repair ; B ?x6 | A | "
            "pile spare petrol repair endlimit petrol 75x2 green 100 flat repair 25 repair ; out 25x3 50x2 "
            "100x3 200 redx3 limit fuel flatx2 greenx6 endlimit petrol spare priority proof ace :: discard "
            "repair / discard crash",
        ),
    ),
    CardPrinciple(
        "MMD-KEEP-04",
        OWN,
        _throws("defence"),
        holds=(
            "A 275 crash +priority longest1 ; B 375 fuel longest1 ; C limit | A ?x6 ; B 50 100 redx2 green "
            "endlimit proof ; C ?x6 | B | pile spare petrol green 50 25 100 petrol 100 75 100 repair petrol "
            "greenx2 repair 25 crash 25 green 100 25 75 greenx2 50 75 fuel flat repair 75 red petrol ; out "
            "25 50 75 100 200x2 redx2 limitx2 fuel flat crash greenx4 endlimit spare priority ; first B :: "
            "discard endlimit / discard red",
        ),
        not_so=(
            "You 150 flat +priority +ace ; Ana 900 fuel +proof tricks1 ; Ben +tanker | You 25 75x2 100 petrolx3 ; "
            "Ana ?x6 ; Ben ?x6 | You | pile red 25 green 75 red repair 25 75x3 endlimit 100 green spare 75 repair "
            "flat petrol 200 100 spare 25 ; out 25 50x5 75 100x7 redx3 limitx4 fuelx3 flatx2 crashx3 greenx8 "
            "endlimitx4 petrolx2 spare repairx3 priority tanker proof ace ; reshuffle=on :: discard petrol / "
            "discard 100",
        ),
    ),
    CardPrinciple(
        "MMD-KEEP-05",
        OWN,
        _throws("distance"),
        holds=(
            "A 150 go +ace tricks1 ; B ; C 200 +priority | A ?x6 ; B 25x2 100 red spare repairx2 ; C ?x6 | B "
            "| pile petrol crash 50 75 endlimit flat red 100 50x2 100 75 repair petrol 200 25 endlimit spare "
            "200 ; out 50x2 75x2 100 limitx3 fuel flatx2 greenx4 endlimitx2 petrol sparex2 priority ace ; "
            "first B :: discard 100 / discard spare",
        ),
        not_so=(
            "You 150 flat +priority +ace ; Ana 325 limit +proof tricks1 ; Ben limit +tanker | You 25x2 75x4 red ; "
            "Ana ?x6 ; Ben ?x6 | You | out 25 50x3 100x3 redx3 limitx4 fuelx2 flatx2 crashx3 greenx7 endlimitx2 "
            "petrolx2 spare repairx3 priority tanker proof ace ; reshuffle=on :: discard 25 / discard red",
        ),
    ),
    CardPrinciple(
        "MMD-KEEP-06",
        RIVAL,
        _throws("attack"),
        holds=("A ; B | A ?x6 ; B 50 75x2 100 flat endlimit petrol | B | pile 200 :: discard flat / discard 50",),
    ),
    CardPrinciple(
        "MMD-KEEP-07",
        OWN,
        _throws_less_far,
        holds=("A ; B | A ?x6 ; B 50 75x2 100 endlimit petrolx2 | B | pile 200 flat 25 :: discard 100 / discard 50",),
        not_so=(
            "You limit wrong ; Ana 100 wrong +priority ; Ben 75 | You 25 75 100x3 repair ace ; Ana ?x6 ; Ben ?x6 "
            "| You | pile 100 green endlimit 100 green endlimit 200 green endwrong 75 endlimit red ; out 75 100 "
            "red limit fuel crash wrongx2 greenx2 petrol repair priority ; reshuffle=on wrong-way=on :: discard "
            "75 / discard 25",
        ),
    ),
    CardPrinciple(
        "MMD-KEEP-08",
        RIVAL,
        _lays_and_keeps,
        holds=(
            "A 125 go ; B 200 longest1 | A 25x2 redx2 petrolx2 spare ; B ?x6 | A | pile 100 endlimit petrol "
            "endlimit ; out 50 75 200 fuel greenx2 petrol ; first B :: discard red / lay 25",
        ),
        not_so=(
            "You 825 +priority +proof longest1 ; Ana 700 go +ace longest1 ; Ben 675 go +tanker longest2 | You 75 "
            "100 endlimit petrol spare endwrongx2 ; Ana ?x6 ; Ben ?x6 | You | pile repair ; out 25x9 50x9 75x7 "
            "100x9 200x4 redx5 limitx4 fuelx3 flatx3 crashx3 wrongx3 greenx13 endlimitx4 petrolx3 sparex3 "
            "repairx3 endwrongx2 priority tanker proof ace ; reshuffle=on wrong-way=on :: discard endlimit / lay "
            "100",
        ),
    ),
)

PRINCIPLES = CardPrinciples(ALL, _facts)
