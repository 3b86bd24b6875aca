"""Luck: seeded chance repeats itself, scripts are followed to the letter, and every way chance can go is counted."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import pytest

from rallyman_tutor.core.luck import (
    Harmless,
    Likeliest,
    Luck,
    OutOfLuck,
    Prompted,
    Recorded,
    Scripted,
    Seeded,
    every_outcome,
    outcomes_of,
)

DIE = (("!", 2), (".", 4))


def two_dice(luck: Luck) -> str:
    return luck.pick("one", DIE) + luck.pick("two", DIE)


def test_the_same_seed_shows_the_same_dice() -> None:
    one, two = Seeded(7), Seeded(7)
    assert [one.pick("die", DIE) for _ in range(50)] == [two.pick("die", DIE) for _ in range(50)]


def test_seeded_dice_show_hazards_as_often_as_their_faces_say() -> None:
    luck = Seeded(1)
    shown = Counter(luck.pick("die", DIE) for _ in range(30_000))
    assert abs(shown["!"] / 30_000 - 1 / 3) < 0.01


def test_an_outcome_without_weight_is_never_shown() -> None:
    luck = Seeded(3)
    assert {luck.pick("deck", (("a", 0), ("b", 1), ("c", 0))) for _ in range(500)} == {"b"}


def test_a_script_is_followed_and_what_is_left_over_is_told() -> None:
    luck = Scripted("!.!")
    assert two_dice(luck) == "!."
    assert luck.leftover() == ["!"]


def test_a_script_that_runs_out_says_for_which_die() -> None:
    with pytest.raises(OutOfLuck, match=r"script-ends \(what=two\)"):
        two_dice(Scripted("!"))


def test_a_script_cannot_show_what_the_die_does_not_have() -> None:
    with pytest.raises(OutOfLuck, match=r"cannot-show \(what=one, found=x, list=\('!', '\.'\)\)"):
        two_dice(Scripted("x"))


def test_behind_a_script_another_luck_can_answer() -> None:
    assert two_dice(Scripted("!", rest=Harmless("."))) == "!."


def test_the_kindest_luck_shows_what_is_harmless_and_else_what_there_is() -> None:
    assert Harmless(("good",)).pick("card", (("dirty", 1), ("good", 1))) == "good"
    assert Harmless(("good",)).pick("card", (("dirty", 1), ("good", 0))) == "dirty"


def test_noted_luck_remembers_what_it_showed() -> None:
    noted = Recorded(Scripted("!."))
    two_dice(noted)
    assert noted.shown == ["!", "."]


def test_every_way_chance_can_go_is_counted_once() -> None:
    ways = {shown: chance for chance, shown, _ in every_outcome(two_dice)}
    assert ways == {
        ("!", "!"): Fraction(1, 9), ("!", "."): Fraction(2, 9), (".", "!"): Fraction(2, 9), (".", "."): Fraction(4, 9),
    }  # fmt: skip


def test_chance_that_asks_more_after_some_answers_is_counted_too() -> None:
    results = []
    for chance, shown, _ in every_outcome(lambda luck: [luck.pick("a", DIE) == "!" and luck.pick("b", DIE)]):
        results.append((chance, len(shown)))
    assert sorted(results) == [(Fraction(1, 9), 2), (Fraction(2, 9), 2), (Fraction(2, 3), 1)]


def test_ways_that_come_to_the_same_are_joined_with_what_happened_on_one_of_them() -> None:
    found = outcomes_of(lambda luck: (two_dice(luck).count("!"), "as it went"))
    assert sorted(found) == [
        (Fraction(1, 9), 2, "as it went"),
        (Fraction(4, 9), 0, "as it went"),
        (Fraction(4, 9), 1, "as it went"),
    ]


def test_what_was_told_waits_for_whoever_can_show_it() -> None:
    luck = Prompted(["good", "!", "."], rest=Seeded(1))
    deck, die = (("good", 2), ("dirty", 3)), (("!", 2), (".", 4))
    assert [luck.pick("die", die), luck.pick("card", deck), luck.pick("die", die)] == ["!", "good", "."]
    again = Seeded(1)
    assert [luck.pick("die", die) for _ in range(9)] == [again.pick("die", die) for _ in range(9)]


def test_what_cannot_be_shown_any_more_is_passed_over() -> None:
    assert Prompted(["good", "dirty"], rest=Seeded(1)).pick("card", (("good", 0), ("dirty", 3))) == "dirty"


def test_one_is_warned_of_what_is_likeliest_to_go_wrong_and_of_two_of_the_worse() -> None:
    luck = Likeliest(Harmless((".", "good")))
    assert luck.pick("die", (("!", 2), (".", 4))) == "!"
    assert luck.pick("card", (("good", 2), ("dirty", 3), ("puncture", 1))) == "dirty"
    assert luck.pick("card", (("good", 2), ("dirty", 1), ("puncture", 1))) == "puncture"
    assert luck.pick("card", (("good", 2), ("dirty", 0))) == "good"


BAG = (("gear", 3), ("brake", 1), ("gas", 0), ("flag", 2))


def a_card_and_three_tokens(luck: Luck) -> tuple[str, Counter[str]]:
    """As many tokens as the card says, and a die between them."""
    shown = [
        luck.pick("token", BAG) for _ in range(2 if luck.pick("card", (("hard", 1), ("soft", 2))) == "hard" else 1)
    ]
    die = luck.pick("die", DIE)
    return die, Counter([*shown, luck.pick("token", BAG)])


def test_draws_whose_order_does_not_matter_are_tried_in_one_order_with_the_chance_of_all() -> None:
    told = []
    for unordered in ((), ("token",)):
        found, ways = dict[object, Fraction](), 0
        for chance, _, (die, shown) in every_outcome(a_card_and_three_tokens, unordered):
            same = die, frozenset(shown.items())
            found[same] = found.get(same, Fraction(0)) + chance
            ways += 1
        told.append((found, ways))
    (plain, many), (lots, few) = told
    assert plain == lots and sum(lots.values()) == 1
    assert (many, few) == (2 * (3**3 + 3**2), 2 * (10 + 6))
    together = outcomes_of(lambda luck: (frozenset(a_card_and_three_tokens(luck)[1].items()), None), ("token",))
    assert len(together) == 10 + 6 and sum(chance for chance, *_ in together) == 1
