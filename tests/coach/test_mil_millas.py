"""Players of Mil Millas know only what their seat sees, say why they play, and each level is worth its name."""

from __future__ import annotations

import random
from collections import Counter
from functools import partial
from itertools import combinations, pairwise
from math import sqrt

import pytest

from rallyman_tutor.coach.decision import Decision
from rallyman_tutor.coach.mil_millas import playing as coach
from rallyman_tutor.core.luck import Seeded
from rallyman_tutor.games.mil_millas import GAME
from rallyman_tutor.games.mil_millas.state import HIDDEN, Discard, Draw, Lay, Move, Pass, State, Trick
from rallyman_tutor.tutor.words.words import words
from tests.some import some

DUEL = "A 475 go ; B 300 go | A 25 50 100 red flat green endlimit"


def margins(one: coach.Player, other: coach.Player, seeds: range) -> list[int]:
    """By how many points the first is ahead in rounds between the two; every seed is played with changed seats too."""
    found = []
    for seed in seeds:
        for seats in ((one, other), (other, one)):
            state, luck, rng = GAME.new({"drivers": ["A", "B"]}), Seeded(seed), random.Random(seed)
            while not GAME.over(state):
                state, _ = GAME.play(state, seats[state.turn.seat](state, rng).move, luck)
            own = seats.index(one)
            found.append(state.points[-1][own] - state.points[-1][1 - own])
    return found


def surely(values: list[int]) -> float:
    """The lower end of the 95 % interval of a mean."""
    mean = sum(values) / len(values)
    spread = sum((value - mean) ** 2 for value in values) / (len(values) - 1)
    return mean - 1.96 * sqrt(spread / len(values))


def advised(state: State, rng: random.Random, tries: int) -> Decision[Move]:
    """Whatever has the best figure, and nothing else."""
    best = max(coach.advice(state, rng.random(), tries, tries), key=lambda one: one.mean)
    return Decision(best.move, "only")


def test_rules_of_thumb_beat_chance_by_more_than_500_points() -> None:
    assert surely(margins(coach.sensible_move, coach.random_move, range(30))) > 500


def test_advice_followed_to_the_letter_beats_chance_by_more_than_100_points() -> None:
    assert surely(margins(partial(advised, tries=2), coach.random_move, range(6))) > 100


@pytest.mark.wide
def test_advice_followed_to_the_letter_beats_chance_by_more_than_500_points_widely() -> None:
    assert surely(margins(partial(advised, tries=8), coach.random_move, range(100, 140))) > 500


RANKS = ("anything", *coach.LEVELS)
"""Players from the weakest to the best."""


def player(name: str) -> coach.Player:
    return coach.LEVELS.get(name, coach.random_move)


def share(one: str, other: str, games: int) -> tuple[float, float]:
    """The share of rounds that the first wins, a draw counted half, and the lower end of its 95 % interval."""
    found = [
        (margin > 0) + (margin == 0) / 2
        for margin in margins(player(one), player(other), range(5000, 5000 + games // 2))
    ]
    won = sum(found) / len(found)
    return won, won - 1.96 * sqrt(won * (1 - won) / len(found))


@pytest.mark.parametrize(("weaker", "better"), [*pairwise(RANKS)])
def test_each_level_beats_the_next_below(weaker: str, better: str) -> None:
    won, _ = share(better, weaker, 80)
    assert won > 0.5


@pytest.mark.wide
@pytest.mark.parametrize(("weaker", "better"), [*pairwise(RANKS)])
def test_each_level_beats_the_next_below_in_a_thousand_games(weaker: str, better: str) -> None:
    won, surely_won = share(better, weaker, 1000)
    print(f"{better} beats {weaker} in {won:.1%} of 1000 games, in {surely_won:.1%} at least")
    assert surely_won > 0.5


def test_advice_ranks_every_legal_move_with_its_error() -> None:
    weighed = coach.advice(GAME.read(DUEL), "7", 12, 12)
    assert {one.move for one in weighed} == set(GAME.moves(GAME.read(DUEL)))
    assert [one.rank for one in weighed] == sorted(one.rank for one in weighed)
    assert all(one.tries == 12 and (one.error > 0) == (one.mean < 0) for one in weighed)


def test_the_more_it_is_played_out_the_smaller_the_error() -> None:
    few, many = (coach.advice(GAME.read(DUEL), 1, tries, tries) for tries in (8, 64))
    assert sum(one.error for one in many) < sum(one.error for one in few)


def test_the_same_seed_gives_the_same_advice() -> None:
    state = GAME.read(DUEL)
    assert coach.advice(state, 3, 6, 12) == coach.advice(state, 3, 6, 12)


def test_what_wins_is_advised_first() -> None:
    state = GAME.read("A 900 go ; B 975 go | A 25 50 100 petrol spare repair endlimit")
    assert coach.advice(state, 1, 6, 48)[0].move == Lay("100")
    window = GAME.read("A ; B 900 go ; C | A 25x6 ; B proof 50x5 | B window flat by A")
    assert coach.advice(window, 1, 6, 48)[0].move == Trick()


def test_two_moves_that_mean_the_same_have_the_same_figure() -> None:
    """To let an attack stand and to draw, where one plays next anyway."""
    for position in (
        "A ; B 500 go | A 25x6 ; B proof 50x5 | B window flat by A",
        "A ; B go | A 25x6 ; B 50x6 | B window red by A",
    ):
        rows = {type(one.move): one for one in coach.advice(GAME.read(position), 1, 24, 48)}
        assert rows[Pass]._replace(move=Draw()) == rows[Draw]


def test_what_one_advice_tells_apart_no_other_advice_tells_the_other_way_round() -> None:
    """Moves apart only by noise share a rank, so that other tries of the same position contradict nothing."""
    state = GAME.read("A 900 go ; B 950 go | A 25 50 75 red flat petrol priority")
    told = [{one.move: one.rank for one in coach.advice(state, seed, 24, 24)} for seed in range(4)]
    for one, other in some(combinations(told, 2)):
        for move, less in some(combinations(one, 2)):
            assert (one[move] - one[less]) * (other[move] - other[less]) >= 0, (move, less)


def test_advice_looks_at_what_becomes_of_the_others() -> None:
    """Nothing here moves the own side on: what tells the cards apart is how far the others get."""
    (first, *others) = coach.advice(GAME.read("A ; B 500 go | A flat 25x2 50x2 75x2"), 1)
    assert first.move == Lay("flat", "B") and {one.rank for one in others} == {2}


def test_the_worth_of_a_table_falls_with_what_the_best_of_the_others_has() -> None:
    near, far = (coach._worth(GAME.read(f"A 300 go ; B {km} go ; C 50 go | A 25x7"), 0, 0) for km in (100, 900))
    assert sum(near.values()) > 0 > sum(far.values())
    assert near["own"] == far["own"] and near["rival"] > far["rival"]
    assert coach._worth(GAME.read("A 300 go ; B 100 go ; C 25 go | A 25x7"), 0, 0) == near


def test_what_holds_a_side_up_is_told_apart_from_what_it_has() -> None:
    free, held = (coach._worth(GAME.read(f"A 300 {how} ; B 100 go | A 25x7"), 0, 0) for how in ("go", "flat"))
    assert free["held"] == 0 > held["held"] and {**free, "held": held["held"]} == held
    free, held = (coach._worth(GAME.read(f"A 300 go ; B 100 {how} | A 25x7"), 0, 0) for how in ("go", "flat"))
    assert free["rival-held"] == 0 < held["rival-held"] and {**free, "rival-held": held["rival-held"]} == held


def swapped(state: State, rng: random.Random) -> State:
    """A state with other cards wherever the player who decides cannot look."""
    seat = state.turn.seat
    return coach.imagine_world(GAME.seen_by(state, seat), rng)


@pytest.mark.parametrize("level", coach.LEVELS)
def test_a_level_is_played_by_name_and_says_nothing_where_there_is_nothing_to_choose(level: str) -> None:
    rng = random.Random(2)
    assert coach.play_for(GAME.read("A ; B | A 25x6"), (), level, rng).reason == ""
    choice = coach.play_for(GAME.read(DUEL), (), level, rng)
    assert choice.reason and choice.move in GAME.moves(GAME.read(DUEL))


def test_what_would_tell_of_a_hidden_card_is_a_secret() -> None:
    window = GAME.read("A ; B go ; C | A 25x6 ; B ace 50x5 | B window flat by A")
    assert coach.play_for(window, (), "works", random.Random(1)).reason in ("", *coach.SECRETS)
    double = GAME.read("A 25 flat ; B | A repairx2 25 50 75 100 200")
    assert coach.sensible_move(double, random.Random(1)).reason in coach.SECRETS


@pytest.mark.parametrize(
    ("hands", "reason"), [("A 25x6", ""), ("A 25x6 ; B 50x6", "pass"), ("A 25x6 ; B proof 50x5", "trick")]
)
def test_nobody_says_what_is_in_a_hand_that_nobody_knows(hands: str, reason: str) -> None:
    state = GAME.read(f"A ; B go | {hands} | B window flat by A")
    assert coach.sensible_move(state, random.Random(1)).reason == reason


def test_other_unseen_cards_change_no_advice_and_no_choice() -> None:
    rng, luck = random.Random(4), Seeded(4)
    state = GAME.new({"drivers": ["A", "B", "C"], "options": {"stacking": "on", "wrong-way": "on"}})
    compared = 0
    while not GAME.over(state):
        if len(GAME.moves(state)) > 1 and rng.random() < 0.25:
            other = swapped(state, rng)
            compared += other != state
            assert coach.advice(state, 1, 2, 2) == coach.advice(other, 1, 2, 2)
            for player in coach.LEVELS.values():
                assert player(state, random.Random(1)) == player(other, random.Random(1))
        state, _ = GAME.play(state, coach.sensible_move(state, rng).move, luck)
    assert compared > 5


def test_an_imagined_world_fits_what_is_known() -> None:
    state = GAME.read("A 475 go ; B +ace ; C | A 25 50 100 red flat green endlimit | A | pile 200 25")
    worlds = {coach.imagine_world(state, random.Random(seed)) for seed in range(20)}
    assert len(worlds) == 20
    for world in worlds:
        assert HIDDEN not in world.hands[1] + world.hands[2] and world.hands[0] == state.hands[0]
        cards = Counter(dict(world.deck))
        cards.update(world.hands[1] + world.hands[2])
        assert cards == Counter(dict(state.deck))


@pytest.mark.parametrize("players", [2, 4, 6, 9])
def test_every_choice_says_why_in_words(players: int) -> None:
    language = words("mil_millas")
    rng, luck = random.Random(players), Seeded(players)
    state = GAME.new({**GAME.demo_game(players), "options": {"stacking": "on", "wrong-way": "on"}})
    levels: list[coach.Player] = [coach.random_move, *coach.LEVELS.values()]
    said = set()
    while not GAME.over(state):
        choice = levels[state.turn.seat % len(levels)](state, rng)
        assert not GAME.judge(state, (choice.move,))
        line = language.phrase("bots", choice.reason, choice.facts)
        assert line.endswith((".", "!")) and "{" not in line and "None" not in line
        said.add(choice.reason)
        state, _ = GAME.play(state, choice.move, luck)
    assert len(said) > 8


@pytest.mark.parametrize(
    ("position", "move", "reason"),
    [
        ("A 900 go ; B | A 25 50 100 petrolx4", Lay("100"), "arrive"),
        ("A 300 go ; B | A 25 50 100 petrolx4", Lay("100"), "drive"),
        ("A 900 go ; B | A 50x2 75 petrolx4", Lay("50"), "drive"),  # the other 50 arrives
        ("A 850 go ; B | A 75 100 petrolx5", Lay("100"), "drive"),  # one 75 cannot be laid twice
        ("A 300 go limit ; B | A 25 50 100 petrolx4", Lay("50"), "creep"),
        ("A ; B | A 25 50 100 green petrolx3", Lay("green"), "green"),
        ("A 300 flat ; B | A 25 50 100 spare petrolx3", Lay("spare"), "repair"),
        ("A ; B 800 go ; C 900 | A 25 red petrolx5", Lay("red", "B"), "attack-near"),
        ("A 25 ; B 500 go ; C 700 | A 25 flat petrolx5", Lay("flat", "B"), "attack-leader"),
        ("A 25 ; B 500 go | A red flat petrolx5", Lay("flat", "B"), "attack-leader"),
        ("A 25 ; B 500 go | A red limit petrolx5", Lay("red", "B"), "attack-leader"),
        ("A 25 fuel ; B | A tanker 25 50x2 100x3", Lay("tanker"), "immunity-cure"),
        ("A ; B go ; C | A 25x6 ; B proof 50x5 | B window flat by A", Trick(), "trick"),
        ("A 25 +tanker ; B | A petrol 25 50 75 100 200 red", Discard("petrol"), "spare-useless"),
        ("A ; B | A 25 50 75 100 200 petrol spare", Discard("petrol"), "spare-least"),
        ("A ; B | A 25 50 75 100 200 petrol red", Discard("red"), "spare-least"),
    ],
)
def test_rules_of_thumb_do_what_most_people_would(position: str, move: object, reason: str) -> None:
    choice = coach.sensible_move(GAME.read(position), random.Random(1))
    assert (choice.move, choice.reason) == (move, reason)
