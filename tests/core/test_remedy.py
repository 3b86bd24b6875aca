"""Remedies are ranked by what they cost, then by how near they are to what was meant."""

from __future__ import annotations

from rallyman_tutor.core.remedy import MOST_REMEDIES, Price, Remedy, rank


def near(remedy: Remedy[str]) -> int:
    far = remedy.facts["far"]
    assert isinstance(far, int)
    return far


def one(do: str, price: Price = Price.HARMLESS, far: int = 0) -> Remedy[str]:
    return Remedy("lay", (do,), None, price, {"far": far})


def test_the_cheapest_comes_first_and_of_equal_price_the_nearest() -> None:
    found = rank([one("a", Price.COSTS_TIME), one("b", far=2), one("c", far=1)], near)
    assert [remedy.draft for remedy in found] == [("c",), ("b",), ("a",)]


def test_each_price_is_milder_than_the_next() -> None:
    assert len(Price) == 5
    assert rank([one(price.name, price, far=-price) for price in Price], near, 5) == tuple(
        one(price.name, price, far=-price) for price in Price if price is not Price.ENDS_THE_RALLY
    )


def test_what_ends_the_rally_is_never_named_while_another_way_is_open() -> None:
    out, lost = one("out", Price.ENDS_THE_RALLY), one("lost", Price.LOSES_CONTROL)
    assert rank([out, lost], near) == (lost,)
    assert rank([out], near) == (out,)


def test_the_same_moves_are_told_once_and_no_more_than_can_be_read() -> None:
    many = [one(str(n), far=n) for n in range(MOST_REMEDIES + 2)]
    assert rank([*many, *many], near) == tuple(many[:MOST_REMEDIES])


def test_a_decision_behind_dice_is_judged_with_them() -> None:
    assert Remedy("stop", ("3",), "stop").moves == ("3", "stop")
    assert Remedy("lay", ("3",)).moves == ("3",)
