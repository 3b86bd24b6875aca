"""The log of Crazy Rally is told twice: a test drives each car again by the figures of its cards, line by line, and
comes to the position that is written after the move; see `told_twice.py`."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from functools import cache

from rallyman_tutor.games import SHELF
from rallyman_tutor.games.crazy_rally.state import VALUES
from rallyman_tutor.tutor.words.words import text_tables, words
from tests.games.random_games import decisions
from tests.some import some
from tests.tutor import told_twice as twice

NAMES = text_tables("games.crazy_rally")["words"]["names"]
BASE, STAGES, CARDS = 7, 14, 50
COLOURS = {"B": "blue", "Y": "yellow", "P": "purple"}


class Car:
    """A car as it is written: m its maximum, s strength, h handling, f that after tuning, v speed, d distance."""

    def __init__(self, text: str, index: int) -> None:
        self.name = text.split(maxsplit=1)[0]
        bare = re.sub(r"<.*?>|\[.*?\]|\(.*?\)|\{.*?\}", "", text)

        def number(letter: str, usual: int) -> int:
            found = re.search(rf" {letter}(-?\d+)", bare)
            return int(found[1]) if found else usual

        self.m, self.s, self.h = (number(letter, BASE) for letter in "msh")
        self.f = int((re.findall(r" h\d+/(\d+)", bare) or [self.h])[0])
        self.v, self.d = number("v", 5), number("d", 0)
        self.out, self.crash = number("out", 0), number("crash", 0)
        self.hand = re.findall(r"(?<![\w])[BYPE]\d+", bare)
        self.played, self.sealed, self.drawn = (
            re.findall(r"[BYPE]\d+[+-]?", " ".join(re.findall(pattern, text)))
            for pattern in (r"<.*?>", r"\{.*?\}", r"\(.*?\)")
        )
        self.tabled = re.findall(r"[BYPE]\d+", " ".join(re.findall(r"\[.*?\]", text)))

    def figures(self) -> tuple[int, ...]:
        return self.m, max(self.s, 0), self.h, self.v, self.d


class Table:
    def __init__(self, text: str) -> None:
        course, cars, turn, rest = (part.strip() for part in (*text.split(" | "), "", "", "")[:4])
        if ";" in course:
            course, cars, turn, rest = "", course, cars, turn
        driven, mark, _ = course.partition(">")
        self.course, self.driven = re.findall(r"C\d+", course), len(re.findall(r"C\d+", driven)) if mark else 0
        if "rest" in course.split():  # all the others, in the order in which they are numbered
            self.course += [card for card in (f"C{n:02}" for n in range(1, STAGES + 1)) if card not in self.course]
        left = len(self.course) - self.driven
        self.stage = STAGES - left + 1
        self.cars = [Car(one.strip(), at) for at, one in enumerate(cars.split(";"))]
        self.turn = turn.split() or ["draw", next((car.name for car in self.cars if not car.out), "")]
        self.piles = {name: re.findall(r"[BYPE]\d+", rest.split(name)[1].split(";")[0]) if name in rest else []
                      for name in ("supply", "discard")}  # fmt: skip
        self.races = int((re.findall(r"races (\d)", rest) or ["1"])[0])
        self.results = re.findall(r"\d+(?:/\d+)+", rest)

    def car(self, name: str) -> Car:
        return next(car for car in self.cars if car.name == name)


def told_again(tell: twice.Log, one: twice.Happened, owners: Sequence[int]) -> list[str]:
    """The log's lines about a move. The kinds of its events and their owners are given; their facts are found here."""
    before, after = Table(one.before), Table(one.after)
    driver = before.turn[1].rstrip(":") if len(before.turn) > 1 else ""
    word, *words = one.move.split()
    stage = before.stage
    lines, cars = [], before.cars
    course = max(before.course, after.course, key=len)
    row = VALUES["cards.course"][int(course[before.driven][1:]) - 1] if before.driven < len(course) else []
    discarded = len(before.piles["discard"])
    for what, seat in zip(one.whats, owners, strict=True):
        car = cars[seat] if seat >= 0 else cars[0]
        ends = after.cars[seat] if seat >= 0 else after.cars[0]
        facts: dict[str, object] = {"driver": car.name, "n": stage}
        name = what
        if what == "built":
            facts["base"] = BASE
        elif what == "colour":
            assert {len(own.drawn) for own in after.cars} == {2}
            (letter,) = {card[0] for own in after.cars for card in own.drawn}
            facts["colour"] = COLOURS[letter]
        elif what == "course":
            assert (
                all(VALUES["cards.course"][int(card[1:]) - 1][0] for card in after.course[:2])
                and len(after.course) == 14
            )
        elif what == "dealt":
            assert all(len(own.hand) == 1 and own.hand[0][0] == "E" for own in after.cars)
        elif what in ("sealed", "passed", "two"):
            assert car.name == driver
        elif what == "tabled":
            (card,) = set(ends.tabled) - set(car.tabled)
            for letter in VALUES[f"cards.{COLOURS[card[0]]}"][int(card[1:]) - 1][2]:
                figure = {"T": "m", "W": "h", "N": "s"}[letter]
                setattr(car, figure, getattr(car, figure) + 1)
            facts |= {"card": card, "top": car.m, "strength": car.s, "handling": car.h}
        elif what == "final":
            assert len(ends.tabled) == 3
            facts |= {"top": ends.m, "strength": ends.s, "handling": ends.h}
        elif what == "hand":
            facts["count"] = len(ends.hand)
        elif what == "shown":
            facts["n"] = int(after.turn[1])
        elif what == "start":
            car.v, car.f = 5, car.h
            facts |= {"speed": 5, "distance": car.d}
        elif what == "supply":
            facts["count"] = CARDS - sum(len(own.hand) for own in after.cars)
        elif what == "stage":
            facts["n"] = after.stage
        elif what == "drew":
            name, facts["card"] = "drew-card", [*(Counter(ends.hand) - Counter(car.hand)).elements(), ends.hand[-1]][0]
            assert facts["card"] == (before.piles["supply"] or ends.hand[-1:])[0]
        elif what == "exchanged":
            assert all(card[0] == "E" for card in car.hand)
            facts["count"] = len(car.hand)
            discarded += len(car.hand)
        elif what == "shuffled":
            facts["count"] = discarded
        elif what == "turbo":
            (played,) = [*car.sealed, *words][-1:] if car.name == driver else car.sealed
            car.s -= 1
            facts |= {"card": played.rstrip("+-"), "was": car.s + 1, "now": signed(car.s)}
            assert played[0] == "P"
        elif what == "card":
            (played,) = [*car.sealed, *words][-1:] if car.name == driver else car.sealed
            card, way = played[:-1], played[-1]
            faster, slower, _ = VALUES[f"cards.{COLOURS[card[0]]}"][int(card[1:]) - 1]
            by, was = (faster if way == "+" else slower), car.v
            car.v += by if way == "+" else -by
            name = "card-faster" if way == "+" else "card-slower"
            facts |= {"card": card, "by": by, "was": was, "now": signed(car.v)}
        elif what in ("faster", "slower"):
            target = next(own for own in cars if own.name == words[0].partition(">")[2])
            was = target.v
            target.v += 1 if what == "faster" else -1
            name = f"event-own-{what}" if target is car else f"event-{what}"
            facts |= {"name": target.name, "was": was, "now": signed(target.v)}
        elif what == "floor":
            assert car.v < 0
            car.v = 0
            facts["now"] = 0
        elif what == "capped":
            assert car.v > car.m
            car.v, car.s = car.m, car.s - 1
            facts |= {"now": car.v, "strength": signed(car.s)}
        elif what == "out":
            assert car.s <= 0 and ends.out == stage
            car.out = stage
            facts["strength"] = signed(car.s)
        elif what == "window":
            racing = sorted((own for own in cars if not own.out), key=lambda own: (own.d, own.v))
            facts["names"] = ", ".join(own.name for own in racing)
        elif what == "turned":
            name = "turned-red" if row[1] == "minimum" else "turned"
            facts |= {"card": NAMES[row[5]], "limit": row[2]}
        elif what == "clean":
            assert car.v >= row[2] if row[1] == "minimum" else car.v <= row[2]
            name = "clean-red" if row[1] == "minimum" else "clean"
            facts |= {"speed": car.v, "limit": row[2]}
        elif what in ("fast", "slow"):
            by, was, speed = abs(car.v - row[2]), car.h, car.v
            assert (car.v > row[2]) == (what == "fast") and (what == "slow") == (row[1] == "minimum")
            car.h, car.v = car.h - by - row[3], row[2] if what == "fast" else min(row[2], car.m)
            facts |= {"speed": speed, "by": by, "limit": row[2], "difficulty": row[3], "was": was, "now": signed(car.h)}
        elif what == "held":
            assert car.v == car.m < row[2]
            facts["now"] = car.v
        elif what == "saved":
            assert car.h == 0 and (ends.h == 0 or "anew" in one.whats)
        elif what == "crash":
            assert car.h < 0
            car.v, car.h, car.s, car.crash = 0, car.f, car.s - row[4], stage
            facts |= {"damage": row[4], "strength": signed(car.s), "handling": car.f}
        elif what in ("again", "no-finish"):
            assert (
                car.s > 0 and (stage == STAGES) == (what == "no-finish") and ends.crash == (stage if ends.crash else 0)
            )
        elif what == "distance":
            car.d += car.v
            facts |= {"by": car.v, "was": car.d - car.v, "now": car.d}
        elif what == "handed-in":
            facts["count"] = len(car.hand)
            discarded += len(car.hand)
        elif what == "discarded":
            facts["count"] = (
                len(after.piles["discard"]) - len(before.piles["discard"])
                if "anew" not in one.whats
                else gone(one, cars)
            )
        elif what == "bonus":
            kept = sum(card[0] == "E" for card in car.hand)
            each = int(VALUES["event.bonus"])
            car.d += each * kept
            facts |= {"count": kept, "by": each * kept, "was": car.d - each * kept, "now": car.d}
        elif what in ("carried", "anew"):
            facts["n"] = len(after.results) + (what == "anew")
        elif what == "rally-over":
            facts["n"] = after.races
        elif what in ("winners", "no-winner"):
            names = result(before, cars)
            assert bool(names) == (what == "winners")
            name = "winner-alone" if len(names) == 1 else what
            facts["names"] = twice.listed(names, " and ")
        elif what == "last":
            assert before.driven + 1 == len(course)
        elif what == "nobody":
            assert all(own.out for own in cars)
        elif what == "places":
            assert after.turn == ["over"]
        lines.append(tell(name, **facts))
    if "anew" not in one.whats and word != "deal":
        assert [own.figures() for own in cars] == [own.figures() for own in after.cars], one
    return lines


def gone(one: twice.Happened, cars: list[Car]) -> int:
    """How many cards were laid and handed in, where no pile is left to count them in."""
    return one.move.startswith("event") + sum(len(car.played) + (len(car.hand) if car.out else 0) for car in cars)


def signed(number: int) -> str:
    return f"−{-number}" if number < 0 else str(number)


def result(before: Table, cars: list[Car]) -> list[str]:
    """Who has come farthest of those who finished; among them, who is the fastest."""
    home = [car for car in cars if not car.out and car.crash != STAGES]
    best = max(((car.d, car.v) for car in home), default=None)
    return [car.name for car in home if (car.d, car.v) == best]


@cache  # the test of every text asks for it again
def test_the_log_of_crazy_rally_is_told_again(wide: bool) -> None:
    tell, met = twice.Log("crazy_rally"), Counter[str]()
    for one in some(
        [*twice.in_examples("crazy_rally"), *twice.in_random_games("crazy_rally", range(60 if wide else 12))]
    ):
        met.update(one.whats)
        assert one.told == told_again(tell, one, one.seats), one
    assert len(met) > 40 and tell.never_told() <= {"drew", "missed"}


def test_who_is_thrown_out_by_an_event_has_none_of_their_own() -> None:
    tell = twice.Log("crazy_rally")
    one = twice.by_hand("crazy_rally", "rest | A v6 E1 <B08+> ; B v7 s1 d5 E2 <B07+> | event A", "event faster>B")
    assert "missed" in one.whats and one.told == told_again(tell, one, one.seats)


def test_nobody_is_told_which_card_another_draws() -> None:
    game, tell = SHELF["crazy_rally"], twice.Log("crazy_rally")
    draws = [one for one in decisions("crazy_rally", 3) if one.events[0].what == "drew" and one.before.supply]
    for one in some(draws):
        own = one.before.seat
        for seat, car in some(enumerate(one.before.cars)):
            seen = game.describe_event(game.seen_by(one.after, seat), one.events[0])
            card = Table(game.write(one.after)).car(one.before.cars[own].name).hand[-1]
            facts = {"driver": one.before.cars[own].name, "card": card}
            assert words("crazy_rally").phrase("events", *seen) == tell(
                "drew-card" if seat == own else "drew", **facts
            ), car


def test_every_line_of_the_log_of_crazy_rally_is_told() -> None:
    test_the_log_of_crazy_rally_is_told_again(wide=False)
    test_who_is_thrown_out_by_an_event_has_none_of_their_own()
    test_nobody_is_told_which_card_another_draws()
    assert not twice.Log("crazy_rally").never_told()
