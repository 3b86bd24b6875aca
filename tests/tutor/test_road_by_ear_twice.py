"""The road and the piles, told to whoever asks, are told twice: a stage is read from its pace notes as they are
written, and cards are counted where they lie; see `told_twice.py`."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import islice
from typing import NamedTuple

import pytest

from rallyman_tutor.core.replay import begin as begin_game
from rallyman_tutor.games import SHELF
from rallyman_tutor.tutor.session.session import Session
from rallyman_tutor.tutor.table.view import view
from rallyman_tutor.tutor.words.by_ear import Speech, answer
from rallyman_tutor.tutor.words.page_words import page_words
from rallyman_tutor.tutor.words.words import text_tables
from tests.games.random_games import decisions
from tests.some import some
from tests.tutor import told_twice as twice
from tests.tutor.test_by_ear import SPEECH
from tests.tutor.test_by_ear_twice import Told
from tests.tutor.test_log_mil_millas_twice import Table

ROAD = text_tables("games.classic")["words"]["road"]
NAMES = text_tables("games.classic")["words"]["names"]
STAGES = (
    "s4 R3 s3 L2/4x2K3 j2 s2 R1/2x3 L5 s6",
    "s9",
    "s2 j3 j1 R4/5x2K1 s1 L3K4 s2 L1 s1 R2/3x3",
    "s1 R3 L3 R3 L3 s1",
    "forest/rock s2 R3/4x3K4 snow s2 grass/grass s1 L2/3x2 s1 dry s1 grass/forest j4 L2/3x2K3 rock/rock s2",
    "snow s3 j2 rock/forest R2/3x4 s2",
)
TURNS = {"R": "right", "L": "left"}


class Piece(NamedTuple):
    """A piece of the road as it is read out."""

    told: str
    more: str  # told besides in full: what lies beside it
    before: int
    is_bend: bool
    places: Sequence[str]


class Item(NamedTuple):
    """A word of the notation of a stage, or a single space of a straight, with all that holds there."""

    word: str
    snow: bool
    sides: tuple[str, ...]  # left, right
    places: Sequence[str]


def items(stage: str) -> list[Item]:
    """A stage word by word; straights on one surface are one, of single spaces."""
    found, sides, snow, counts = [], ("grass", "grass"), False, Counter[str]()
    for word in stage.split():
        if "/" in word and word[0] not in "RL":
            left, right = word.split("/")
            sides = (left, right)
        elif word in ("snow", "dry"):
            snow = word == "snow"
        elif word[0] == "s":
            for _ in range(int(word[1:])):
                counts["s"] += 1
                found.append(Item("s", snow, sides, (f"s{counts['s']}",)))
        elif word[0] == "j":
            counts["j"] += 1
            found.append(Item(word, snow, sides, (f"j{counts['j']}",)))
        else:
            counts["b"] += 1
            name, drifts = f"b{counts['b']}", re.search(r"x(\d)", word)
            ways = [
                "line",
                *(f"d{n + 1}" for n in range(int(drifts[1]) if drifts else 0)),
                *(["cut"] if "K" in word else []),
            ]
            found.append(Item(word, snow, sides, [f"{name}.{way}" for way in ways]))
    return found


def on(snow: bool, told: str) -> str:
    return ROAD["snow"].format(stretch=told) if snow else told


def beside(those: Sequence[Item]) -> str:
    """The terrain beside them: on the left of the road, then what else is on its right."""
    return twice.listed([*dict.fromkeys(one.sides[side] for side in (0, 1) for one in those)], " and ")


def note(number: int) -> object:
    return number if number > 0 else NAMES["closed"]


def stretches(found: Sequence[Item], first: int, before: int, dirt: Mapping[str, int]) -> Iterator[Piece]:
    """The road from an item on; so many spaces are driven before it. Through a bend its line is shortest."""
    at = first
    while at < len(found):
        one, end, name = found[at], at + 1, found[at].places[0].split(".")[0]
        if one.word == "s":
            while end < len(found) and (found[end].word, found[end].snow) == ("s", one.snow):
                end += 1
            told = ROAD["straight"].format(count=end - at)
        elif one.word[0] == "j":
            told = ROAD["jump"].format(n=name[1:], note=one.word[1:])
        else:
            turn, line, drift, many, cut = bend(one.word)
            less = dirt.get(name, 0)
            ways = [ROAD["line"].format(note=note(line - less))]
            ways += [ROAD["drift-long"].format(note=note(drift - less), count=many)] if many else []
            ways += [ROAD["cut"].format(note=cut)] if cut else []
            told = ROAD["bend"].format(n=name[1:], turn=TURNS[turn], ways=", ".join(ways))
        places = [place for item in found[at:end] for place in item.places]
        yield Piece(on(one.snow, told), beside(found[at:end]), before, one.word[0] in "RL", places)
        before += end - at
        at = end
    yield Piece(on(found[-1].snow, ROAD["finish"]), "", before, False, ())


def bend(word: str) -> tuple[str, int, int, int, int]:
    """A bend as it is written: where it turns, the notes of line and drift, its drift spaces, and the shortcut's
    note."""
    turn, *notes = re.fullmatch(r"([RL])(\d)(?:/(\d)x(\d))?(?:K(\d))?", word).groups()  # type: ignore[union-attr]  # it is one
    line, drift, many, cut = (int(one or 0) for one in notes)
    return turn, line, drift, many, cut


def assert_road_told(session: Session, speech: Speech, ahead: Sequence[Piece], rest: str, other: str) -> None:
    """The next bend, and the road, which `rest` begins; another car stands on a space."""
    tell = Told("classic", speech)

    def whole(piece: Piece) -> str:
        more = speech == "full" and piece.more
        told = ROAD["beside"].format(stretch=piece.told, beside=piece.more) if more else piece.told
        on_it = speech != "brief" and other in piece.places
        return tell("with-cars", stretch=told, list="B") if on_it else told

    found = next((piece for piece in ahead if piece.is_bend), None)
    if found is None:
        assert answer(session, "bend", speech) == tell("no-bend")
    else:
        name = "bend" if found.before else "bend-at-once"
        assert answer(session, "bend", speech) == tell(name, bend=whole(found), before=found.before)
    most, read = {"brief": 1, "normal": 3, "full": 99}[speech], [rest] if rest else []
    for piece in ahead:
        read.append(whole(piece))
        most -= piece.is_bend
        if not most:
            break
    assert answer(session, "road", speech) == f"{'. '.join(map(twice.capital, read))}."


def at_table(stage: str, place: str, other: str = "", more: str = "") -> Session:
    game, cars = SHELF["classic"], f"A@{place} g2" + (f" ; B@{other} g1" if other else "")
    return Session(begin_game(game, game.spec(f"{stage} | {cars} | A{more}", ())))


@pytest.mark.parametrize("speech", SPEECH)
@pytest.mark.parametrize("stage", STAGES)
@cache  # the test of every text asks for it again
def test_the_road_is_read_from_the_pace_notes_again(stage: str, speech: Speech) -> None:
    """From every straight space, with a car on a space ahead."""
    found = items(stage)
    for at, one in some([(at, one) for at, one in enumerate(found) if one.word == "s"]):
        other = [item.places[-1] for item in found[at + 1 :]][at % 4 : at % 4 + 1]
        session = at_table(stage, one.places[0], *other)
        assert_road_told(session, speech, [*stretches(found, at + 1, 0, {})], "", "".join(other))


@pytest.mark.parametrize("speech", SPEECH)
@pytest.mark.parametrize("stage", [stage for stage in STAGES if "x" in stage])
def test_in_a_drift_what_is_left_of_it_comes_first(stage: str, speech: Speech) -> None:
    """The line may still be taken there, so that one space at most lies before what follows."""
    found, checked = items(stage), 0
    for at, one in some([(at, one) for at, one in enumerate(found) if "x" in one.word]):
        name, (_, _, drift, many, cut) = one.places[0].split(".")[0], bend(one.word)
        for part in range(1, many + 1):
            for met in (0, 1) if cut else (0,):
                dirt = f" | dirt {name}:1" if met else ""
                session = at_table(stage, f"{name}.d{part}{' met1' if met else ''}", "", dirt)
                rest = on(one.snow, ROAD["rest-of-drift"].format(count=many - part, note=drift - met))
                outside = one.sides[one.word[0] == "L"]  # between drift and shortcut lies no terrain to be told
                if speech == "full":
                    rest = ROAD["beside"].format(stretch=rest, beside=outside if cut else beside([one]))
                ahead = [*stretches(found, at + 1, min(1, many - part), {name: met})]
                assert_road_told(session, speech, ahead, rest if part < many else "", "")
                checked += part < many
    assert checked


@pytest.mark.parametrize("speech", SPEECH)
def test_from_a_place_on_the_road_is_that_of_a_car_there_and_behind_the_finish_lies_nothing(speech: Speech) -> None:
    for stage in some(STAGES):
        found = items(stage)
        session = at_table(stage, found[0].places[0])
        for place in some([place for one in found[1:] for place in one.places]):
            assert answer(session, "road", speech, place) == answer(at_table(stage, place), "road", speech)
        assert answer(session, "road", speech, "finish") == Told("classic", speech)("no-road")


@pytest.mark.parametrize("speech", SPEECH)
def test_whoever_waits_hears_the_whole_road(speech: Speech) -> None:
    game = SHELF["classic"]
    for stage in some(STAGES):
        session = Session(begin_game(game, game.spec(f"{stage} | A | A", ())))
        assert_road_told(session, speech, [*stretches(items(stage), 0, 0, {})], "", "")


@pytest.mark.parametrize("speech", SPEECH)
def test_dirt_takes_one_off_line_and_drift_and_may_close_them(speech: Speech) -> None:
    checked = 0
    for stage in some(STAGES):
        found = items(stage)
        for one in found:
            for many in range(1, 5) if "K" in one.word else ():
                name = one.places[0].split(".")[0]
                session = at_table(stage, found[0].places[0], "", f" | dirt {name}:{many}")
                assert_road_told(session, speech, [*stretches(found, 1, 0, {name: many})], "", "")
                checked += 1
    assert checked > 8


@pytest.mark.parametrize("speech", SPEECH)
def test_what_lies_on_the_piles_is_counted_again(speech: Speech) -> None:
    tell, game = Told("mil_millas", speech), SHELF["mil_millas"]
    for one in some([*islice(decisions("mil_millas", 5), 4, 300, 13)]):
        position = game.write(one.before)
        seat, table = one.before.turn.seat, Table(position)
        bots = frozenset(range(len(one.before.names))) - {seat}
        session = Session(begin_game(game, game.spec(position, ())), bots=bots)
        pile = re.findall(r"pile ([^;|]*)", position)
        many = (
            sum(int(count or 1) for _, count in re.findall(r"([a-z]+|\d+)(?:x(\d+))?(?=\s|$)", pile[0])) if pile else 0
        )
        assert answer(session, "piles", speech) == tell("piles", deck=table.deck(), pile=many)


@pytest.mark.parametrize("speech", SPEECH)
def test_the_cards_in_hand_are_listed_again(speech: Speech) -> None:
    tell, game, names = (
        Told("mil_millas", speech),
        SHELF["mil_millas"],
        text_tables("games.mil_millas")["words"]["pieces"],
    )
    for one in some([*islice(decisions("mil_millas", 5), 4, 300, 13)]):
        position, seat = game.write(one.before), one.before.turn.seat
        bots = frozenset(range(len(one.before.names))) - {seat}
        session = Session(begin_game(game, game.spec(position, ())), bots=bots)
        held = Counter(Table(position).hands[one.before.names[seat]])
        pieces = [
            tell("counted", piece=names[card], n=many) if many > 1 else names[card] for card, many in held.items()
        ]
        letters = " ".join(held.elements())
        told = tell("hand", pieces="; ".join(pieces) or tell("none-left"), letters=letters or tell("none-left"))
        assert answer(session, "hand", speech) == told, position


@pytest.mark.parametrize("key", SHELF)
def test_when_it_is_over_the_result_is_told_whatever_is_asked(key: str) -> None:
    tell, game = Told(key, "normal"), SHELF[key]
    *_, last = decisions(key, 6)
    session = Session(begin_game(game, game.spec(game.write(last.after), ())))
    result = view(session)["result"]
    assert result
    told = "; ".join(f"{place}. {name} {total}" if place else name for place, name, total in result["rows"])
    for about in text_tables("tutor")["asks"]:
        if about in page_words(game)["asks"] and about != "field":
            assert answer(session, about) == tell("over", list=told)


def test_every_text_about_the_road_is_told() -> None:
    for speech in some(SPEECH):
        for stage in STAGES:
            test_the_road_is_read_from_the_pace_notes_again(stage=stage, speech=speech)
    assert twice.TOLD["answers"] >= {"bend", "bend-at-once", "no-bend"}
