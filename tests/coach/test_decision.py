"""Advice ranks nothing that it cannot tell apart, thinks longer while it can, and gives equal moves one figure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random

from rallyman_tutor.coach.decision import Advice, compare
from tests.some import some


def ranked(
    worths: Mapping[str, float], noise: float, seed: int, tries: int = 24, most: int = 192
) -> tuple[Advice[str], ...]:
    """Advice on moves that are worth so much, give or take chance."""

    def play_out(number: int, moves: Sequence[str]) -> list[dict[str, float]]:
        return [{"all": worths[move] + Random(f"{seed}:{number}:{move}").gauss(0, noise)} for move in moves]

    return compare(tuple(worths), play_out, tries, most)


def best(rows: Sequence[Advice[str]]) -> list[str]:
    return [row.move for row in rows if row.rank == 1]


def test_what_differs_by_chance_alone_shares_a_rank() -> None:
    found = [ranked(dict.fromkeys("abcdefg", 0.0), 50, seed) for seed in range(60)]
    wrong = sum(len(best(rows)) < 7 for rows in found)
    assert wrong <= 4  # three standard errors: seven moves, looked at four times
    assert {row.tries for rows in found for row in rows if len(best(rows)) == 7} == {192}


def test_what_shares_a_rank_stands_in_the_order_in_which_it_was_given() -> None:
    for seed in range(20):
        rows = ranked(dict.fromkeys("abcdefg", 0.0), 50, seed)
        for rank in some({row.rank for row in rows}):
            moves = [row.move for row in rows if row.rank == rank]
            assert moves == sorted(moves)


def test_a_clear_best_is_found_and_the_figures_tell_how_far_the_others_are_behind() -> None:
    for seed in range(20):
        rows = ranked({"a": 0, "b": 100, "c": -200}, 30, seed)
        assert [(row.move, row.rank) for row in rows] == [("b", 1), ("a", 2), ("c", 3)]
        assert (rows[0].mean, rows[0].error) == (0, 0)
        assert abs(rows[1].mean + 100) < 5 * rows[1].error and abs(rows[2].mean + 300) < 5 * rows[2].error


def test_it_thinks_longer_with_those_that_are_close_and_no_others() -> None:
    rows = ranked({"a": 0.0, "b": 15.0, "c": -500.0}, 30, 3, most=1000)
    tries = {row.move: row.tries for row in rows}
    assert best(rows) == ["b"] and tries["c"] == 24 and 24 < tries["a"] == tries["b"] < 1000


def test_moves_that_come_out_the_same_in_every_world_have_one_figure_and_are_not_thought_about_longer() -> None:
    def play_out(number: int, moves: Sequence[str]) -> list[dict[str, float]]:
        return [{"all": float(number % 7)} for _ in moves]

    rows = compare("xyz", play_out, 24, 192)
    assert [(row.mean, row.error, row.tries, row.rank) for row in rows] == [(0, 0, 24, 1)] * 3


def test_one_world_alone_tells_nothing_apart() -> None:
    assert len(best(ranked({"a": 0, "b": 100}, 0, 1, tries=1, most=1))) == 2


def test_of_two_ranks_every_move_above_is_clear_of_every_move_below() -> None:
    """Where a is better than c, and b is not clear of either, all three share a rank."""
    for seed in range(40):
        worths = {"a": 20.0, "b": 10.0, "c": 0.0}
        rows = ranked(worths, 40, seed, tries=100, most=100)
        ranks = {row.move: row.rank for row in rows}
        assert [one for one in rows if one.rank > 1 and -one.mean < 3 * one.error] == [], (seed, ranks)


def test_the_largest_part_is_told_where_it_is_surely_there() -> None:
    def play_out(number: int, moves: Sequence[str]) -> list[dict[str, float]]:
        luck = 40.0 if number % 2 else -40.0
        worths = {"a": {"more": 30 + luck, "less": 20 - luck}, "b": {"more": 0.0, "less": 0.0}}
        return [worths[move] for move in moves]

    first, second = compare("ab", play_out, 40, 40)
    assert first.part is None and second.part and second.part.what == "more"
    assert (second.part.behind, second.mean, second.error) == (30, -50, 0)
    assert 6 < second.part.error < 7
    assert compare("ab", play_out, 4, 4)[1].part is None, "the error of the part drowns it there"
