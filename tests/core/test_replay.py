"""A game as start, moves and outcomes: undo, save, share code, and refusing what is not one."""

from __future__ import annotations

import base64
import json
import zlib
from dataclasses import replace
from typing import Any

import pytest

from rallyman_tutor.coach.drivers import drive_game
from rallyman_tutor.core.game import AnyMove, AnyState
from rallyman_tutor.core.luck import Scripted, Seeded
from rallyman_tutor.core.replay import (
    LONGEST_START,
    MOST_MOVES,
    BadSave,
    Replay,
    begin,
    is_packed,
    is_plain,
    load,
    load_code,
    pack,
    unpack,
)
from rallyman_tutor.core.rule import Illegal
from rallyman_tutor.games import SHELF
from rallyman_tutor.games.classic.state import Roll
from tests.games.opened import opened

GAME = SHELF["classic"]
SPEC = {"drivers": ["Ana", "Ben"], "stages": ["s4 R3/4x3K4 s5"]}


def played(seed: int = 4) -> Replay[AnyState, AnyMove]:
    return drive_game(GAME, dict(GAME.demo_game(3)), Seeded(seed), seed).replay


def test_undo_takes_back_exactly_what_was_played() -> None:
    replay = begin(GAME, SPEC)
    luck = Seeded(2)
    states = [replay.state]
    for _ in range(30):
        if GAME.over(replay.state):
            break
        replay = replay.play(GAME.moves(replay.state)[0], luck)
        states.append(replay.state)
    assert replay.undo(1000).past == () and replay.undo(1000).state == states[0]
    for state in reversed(states):
        assert replay.state == state
        replay = replay.undo()
    assert replay.undo(5).state == states[0]


def test_a_move_is_written_once_however_often_its_game_is_saved(monkeypatch: pytest.MonkeyPatch) -> None:
    replay, written, write = played(), list[AnyMove](), GAME.write_move

    def noted(_: object, move: AnyMove) -> str:
        written.append(move)
        return write(move)

    monkeypatch.setattr(type(GAME), "write_move", noted)
    whole = replay.save()
    assert len(written) == len(replay.past) == len(whole["moves"])
    assert replay.save() == whole and replay.undo(3).save()["moves"] == whole["moves"][:-3]
    other = replay.undo(3).play(replay.past[-3].move, Scripted(replay.past[-3].shown))
    assert other.save()["moves"] == whole["moves"][:-2]
    assert len(written) == len(replay.past) + 1
    assert replace(replay, past=replay.past[3:]).save()["moves"] == whole["moves"][3:]


def test_an_illegal_move_is_refused_and_nothing_happens() -> None:
    replay = begin(GAME, SPEC)
    with pytest.raises(Illegal, match="CL-GEAR-01"):
        replay.play(opened(Roll(2)), Seeded(1))
    assert replay.past == ()


@pytest.mark.parametrize("seed", range(6))
def test_a_saved_rally_plays_again_to_the_same_end(seed: int) -> None:
    replay = played(seed)
    again = load(GAME, json.loads(json.dumps(replay.save())))
    assert again.state == replay.state
    assert [past.events for past in again.past] == [past.events for past in replay.past]


def test_a_share_code_is_one_word_and_plays_again() -> None:
    code = played().code()
    assert code.isascii() and " " not in code
    assert load_code(GAME, code).state == played().state


def broken_saves() -> list[tuple[str, Any]]:
    whole = played().save()
    return [
        ("not-a-save", {**whole, "game": "chess"}),
        ("not-a-save", ["a list"]),
        ("other-rules", {**whole, "format": 99}),
        ("other-rules", {**whole, "rules": "0"}),
        ("other-values", {**whole, "values": "0"}),
        ("no-start", {**whole, "moves": None}),
        ("too-long", {**whole, "moves": [["1", "."]] * (MOST_MOVES + 1)}),
        ("bad-move", {**whole, "moves": [["1 2", "."]] * MOST_MOVES}),
        ("too-long", {**whole, "start": {"position": "s" * LONGEST_START}}),
        ("bad-start", {**whole, "start": {"drivers": ["A"], "stages": ["s3 X4"]}}),
        ("bad-start", {**whole, "start": {"drivers": list("ABCDE"), "stages": ["s3"]}}),
        ("bad-start", {**whole, "start": {"drivers": ["A"], "stages": ["s3"], "options": {"edition": "fr"}}}),
        ("bad-start", {**whole, "start": {"drivers": 7}}),
        ("bad-start", {**whole, "start": {"position": 3}}),
        ("not-a-move", {**whole, "moves": [5]}),
        ("not-a-move", {**whole, "moves": [[]]}),
        ("not-a-move", {**whole, "moves": [[5]]}),
        ("not-a-move", {**whole, "moves": [["1", 2]]}),
        ("bad-move", {**whole, "moves": [["1 2", "."]]}),
        ("bad-move", {**whole, "moves": [["5", "."]]}),
        ("bad-move", {**whole, "moves": [["1", "maybe"]]}),
        ("bad-move", {**whole, "moves": [["1"]]}),
        ("bad-move", {**whole, "moves": [["what?", "."]]}),
        ("left-over", {**whole, "moves": [["1", ".", "."]]}),
    ]


@pytest.mark.parametrize(("key", "saved"), broken_saves())
def test_a_save_that_cannot_be_played_is_refused_with_its_reason_and_cause(key: str, saved: Any) -> None:
    with pytest.raises(BadSave) as refused:
        load(GAME, saved)
    assert refused.value.key == key
    assert (refused.value.__cause__ is not None) == key.startswith("bad-")


def test_what_is_not_a_share_code_is_refused() -> None:
    bomb = base64.urlsafe_b64encode(zlib.compress(b"[" * 50_000_000)).decode()
    for code in (
        "",
        "hello",
        "ü",
        played().code()[:-30],
        played().code()[:-4],
        base64.urlsafe_b64encode(b"plain").decode(),
        bomb,
        "A" * 99,
    ):
        with pytest.raises(BadSave, match="not-a-code"):
            load_code(GAME, code)


def nested(depth: int) -> list[object]:
    data: list[object] = []
    for _ in range(depth):
        data = [data]
    return data


@pytest.mark.parametrize(
    "data", [nested(100_000), float("nan"), [float("inf")], {"a": -float("inf")}, "\ud800", {"\udcff": 1}, {"a": {1}}]
)
def test_what_some_readers_of_json_would_not_take_is_not_plain(data: object) -> None:
    assert not is_plain(data)


def test_a_share_code_holds_plain_data_only() -> None:
    assert is_plain({"a": [1, 2.5, None, "ä"]}) and unpack(pack({"a": ["ä"]})) == {"a": ["ä"]}
    with pytest.raises(BadSave, match="not-a-code"):
        unpack(pack([float("nan")]))


def test_only_a_share_code_looks_like_one() -> None:
    assert is_packed(played().code())
    for text in ("s14 | A@s1 g2", "eN", "s" * 40, "C3-L0 C3-L0 C3-L0 C3-L0 C3-L0 C3-L0"):
        assert not is_packed(text)


def test_a_save_without_outcomes_is_played_with_the_luck_of_each_move_by_its_number() -> None:
    saved = {**begin(GAME, {"position": "s14 | A@s1 g2"}).save(), "moves": [["3"], ["4"], ["5"]]}
    replay = load(GAME, saved, lambda number: Scripted("!" if number == 1 else "."))
    assert [past.shown for past in replay.past] == [(".",), ("!",), (".",)]


def test_nothing_that_a_race_shows_forbids_to_take_a_move_back() -> None:
    assert not GAME.reveals(begin(GAME, SPEC).state, opened(Roll(1)))


def test_a_script_ends_a_game_where_the_player_wants_it() -> None:
    replay = begin(GAME, {"position": "s14 | A@s1 g2 no-sisu"})
    for die in (3, 4, 5):
        replay = replay.play(opened(Roll(die)), Scripted(["!"], rest=Scripted(["spin"])))
    car = opened(replay.state).car
    assert car.gear == 0 and car.clock == 60


def test_a_script_is_followed_move_by_move_and_refused_where_it_tells_too_much_or_what_is_not_allowed() -> None:
    start = begin(GAME, {"position": "s14 | A@s1 g2"})
    after = start.follow(GAME.read_draft("3! 4"))
    assert [past.shown for past in after.past] == [("!",), (".",)]
    with pytest.raises(Illegal, match="CL-GEAR-03"):
        start.follow(GAME.read_draft("3 5"))
    with pytest.raises(ValueError, match="told-too-much"):
        start.follow(GAME.read_draft("3{good}"))
