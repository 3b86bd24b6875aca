"""The road and the piles, told to whoever asks, are told twice: a stage is read from its pace notes as they are
written, and cards are counted where they lie; see `told_twice.py`."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from itertools import islice

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
STAGES = (
    "s4 R3 s3 L2/4x2K3 j2 s2 R1/2x3 L5 s6",
    "s9",
    "s2 j3 j1 R4/5x2K1 s1 L3K4 s2 L1 s1 R2/3x3",
    "s1 R3 L3 R3 L3 s1",
)
TURNS = {"R": "right", "L": "left"}


def stretches(stage: str, at: int) -> Iterator[tuple[str, int, bool]]:
    """The road ahead of a car on a space of the first straight: in words, the spaces before it, and whether it is a
    bend."""
    before, bends, jumps = 0, 0, 0
    first, *parts = stage.split()
    if left := int(first[1:]) - at:
        yield ROAD["straight"].format(count=left), 0, False
        before = left
    for part in parts:
        if part[0] == "s":
            yield ROAD["straight"].format(count=part[1:]), before, False
            before += int(part[1:])
        elif part[0] == "j":
            jumps += 1
            yield ROAD["jump"].format(n=jumps, note=part[1:]), before, False
            before += 1
        else:
            bends += 1
            turn, line, drift, many, cut = re.fullmatch(r"([RL])(\d)(?:/(\d)x(\d))?(?:K(\d))?", part).groups()  # type: ignore[union-attr]  # it is one
            ways = [ROAD["line"].format(note=line)]
            ways += [ROAD["drift-long"].format(note=drift, count=many)] if drift else []
            ways += [ROAD["cut"].format(note=cut)] if cut else []
            yield ROAD["bend"].format(n=bends, turn=TURNS[turn], ways=", ".join(ways)), before, True
            before += 1
    yield ROAD["finish"], before, False


@pytest.mark.parametrize("speech", SPEECH)
@pytest.mark.parametrize("stage", STAGES)
def test_the_road_is_read_from_the_pace_notes_again(stage: str, speech: Speech) -> None:
    tell, game = Told("classic", speech), SHELF["classic"]
    for at in some(range(1, int(stage.split(maxsplit=1)[0][1:]) + 1)):
        session = Session(begin_game(game, game.spec(f"{stage} | A@s{at} g2", ())))
        ahead = [*stretches(stage, at)]
        bend = next(((told, before) for told, before, is_bend in ahead if is_bend), None)
        if bend is None:
            assert answer(session, "bend", speech) == tell("no-bend")
        else:
            told, before = bend
            expected = tell("bend", bend=told, before=before) if before else tell("bend-at-once", bend=told)
            heard = re.sub(r", beside it [^,.]+", "", answer(session, "bend", speech))  # which is told in full
            assert heard == expected
        if speech == "full":
            continue
        most, read = {"brief": 1, "normal": 3}[speech], []
        for told, _, is_bend in ahead:
            read.append(twice.capital(told))
            most -= is_bend
            if not most:
                break
        assert answer(session, "road", speech) == f"{'. '.join(read)}."


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
            test_the_road_is_read_from_the_pace_notes_again(stage, speech)
    assert twice.TOLD["answers"] >= {"bend", "bend-at-once", "no-bend"}
