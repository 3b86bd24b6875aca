"""The parts of an evening: drivers, stages of the box or drawn by chance, rules."""

from __future__ import annotations

from statistics import mean

import pytest

from rallyman_tutor.core.notation import Refused
from rallyman_tutor.core.rule import Illegal, Kind
from rallyman_tutor.games import SHELF
from rallyman_tutor.games.classic import routes
from rallyman_tutor.games.classic.road import read_stage as read_road
from rallyman_tutor.games.dirt.road import read_stage
from rallyman_tutor.rally import rally as rallies
from rallyman_tutor.rally.box import DIFFICULTIES, LENGTHS, Difficulty, Length
from rallyman_tutor.rally.boxes import BOXES, box_of
from rallyman_tutor.rally.rally import begin, decided
from rallyman_tutor.rally.setup import PERSON, Entry, RallySetup, drawn, entries, levels_of
from tests.some import some

CLASSIC, DIRT = SHELF["classic"], SHELF["dirt"]
TILES = {"short": 10, "medium": 14, "long": 18}
DANGER = {"yellow": 0, "orange": 1, "red": 2}
DANGERS = {"easy": (0.0, 0.5), "medium": (0.5, 0.8), "hard": (0.8, 2.0)}
NOTES = {"easy": (0.0, 0.3), "medium": (0.3, 0.36), "hard": (0.36, 1.0)}
CROSSED = {"short": (1,), "medium": (2,), "long": (3, 4)}


def test_every_game_has_a_box() -> None:
    assert set(BOXES) == set(SHELF)


@pytest.mark.parametrize("key", SHELF)
def test_every_set_of_rules_and_every_rally_of_a_box_can_be_driven(key: str) -> None:
    game, box = SHELF[key], box_of(SHELF[key])
    seats = next(seats for seats in game.seats if seats > 1)
    for agreed in box.rules.values():
        for stages in box.rallies.values() or ((),):
            assert not begin(game, RallySetup(entries(seats), stages, box.counts[0], agreed)).is_over
    assert {len(stages) for stages in box.rallies.values()} <= set(box.counts)


@pytest.mark.parametrize("difficulty", DIFFICULTIES)
@pytest.mark.parametrize("length", LENGTHS)
def test_a_stage_of_tiles_is_as_long_and_as_dangerous_as_it_is_asked_for(
    length: Length, difficulty: Difficulty
) -> None:
    stages = drawn(DIRT, 3, length, difficulty, "7")
    assert len({*stages}) == 3
    for number, text in enumerate(stages, 1):
        stage = read_stage(text)
        dangers = [DANGER[tile.side.danger] for tile in stage.tiles]
        least, most = DANGERS[difficulty]
        assert len(stage.tiles) == TILES[length] and least <= mean(dangers) < most
        assert not DIRT.judge_sheet(text, Kind.ILLEGAL)
        assert stage.service == (number < 3), "behind the last stage of a rally a service park is no use"
        assert all(tile.side.family == "box" for tile in stage.tiles)


@pytest.mark.parametrize("difficulty", DIFFICULTIES)
@pytest.mark.parametrize("length", LENGTHS)
def test_a_route_is_as_long_and_as_twisty_as_it_is_asked_for(length: Length, difficulty: Difficulty) -> None:
    for text in some(drawn(CLASSIC, 3, length, difficulty, "7")):
        route = routes.read_route(text)
        kinds = [item.kind for item in read_road(text).road.items]
        least, most = NOTES[difficulty]
        assert len(route.pairs) in CROSSED[length] and routes.fault_of(route) is None
        assert least <= 1 - kinds.count("straight") / len(kinds) < most


def test_the_same_seed_draws_the_same_stages() -> None:
    assert drawn(DIRT, 2, "short", "hard", "7") == drawn(DIRT, 2, "short", "hard", "7")
    assert drawn(DIRT, 2, "short", "hard", "7") != drawn(DIRT, 2, "short", "hard", "8")
    assert drawn(SHELF["mil_millas"], 2, "short", "hard", "7") == ()


def test_persons_come_first_and_bots_take_the_names_that_are_left() -> None:
    assert entries(3, "works", ("Ben",)) == (Entry("Ben", PERSON), Entry("Ana", "works"), Entry("Cleo", "works"))


def service(agreed: str) -> list[bool]:
    spec = box_of(CLASSIC).spec(("Ana",), ("s1", "s2", "s3"), 0, {"service": agreed})
    return list(spec["service"])


def test_service_is_after_every_stage_after_none_or_after_some() -> None:
    assert (service("on"), service("off"), service("2")) == ([True, True], [False, False], [False, True])
    with pytest.raises(Refused, match="setting"):
        service("3")


def test_what_the_book_does_not_allow_is_refused_by_its_rule() -> None:
    stages = next(iter(box_of(CLASSIC).rallies.values()))
    with pytest.raises(Illegal) as two:
        begin(CLASSIC, RallySetup(entries(2), stages[:2]))
    assert [one.code for one in two.value.violations] == ["CL-RALLY-01"]
    with pytest.raises(Refused, match="not-offered"):
        begin(CLASSIC, RallySetup((Entry("Ana", "expert"),), stages))
    with pytest.raises(Refused, match="same-names"):
        begin(CLASSIC, RallySetup((Entry("Ana"), Entry("Ana")), stages))


def test_a_rally_waits_for_a_person_and_goes_on_with_their_decision() -> None:
    setup = RallySetup((Entry("Ana", "careful"), Entry("Ben")), ("s4 R3 s3",))
    rally = rallies.driven(begin(CLASSIC, setup))
    assert rally.waits_for_person and CLASSIC.turn(rally.state) == 1 and rally.replay.past
    after = decided(rally, CLASSIC.moves(rally.state)[0])
    assert len(after.replay.past) == len(rally.replay.past) + 1 and not rally.is_over


def broken_saves() -> list[dict[str, object]]:
    fine = rallies.save(rallies.driven(begin(CLASSIC, RallySetup(entries(2, "careful"), ("s4 R3 s3",)))))
    changes: list[dict[str, object]] = [
        {"format": 2}, {"levels": ["careful"]}, {"levels": ["careful", "expert"]}, {"levels": None}, {"seed": 7},
        {"levels": [["careful"], "careful"]},
    ]  # fmt: skip
    return [{**fine, **change} for change in changes]


@pytest.mark.parametrize("saved", broken_saves())
def test_a_save_that_was_changed_is_refused(saved: dict[str, object]) -> None:
    with pytest.raises(Refused):
        rallies.load(CLASSIC, saved)


def test_levels_are_offered_from_the_weakest() -> None:
    assert levels_of(DIRT) == ("careful", "novice", "club", "works")
