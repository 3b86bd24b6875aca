"""A stage that is built by hand: whatever is tried, the road has no fault; its text is read back; deeds are undone."""

from __future__ import annotations

from random import Random

import pytest

from rallyman_tutor.core.notation import Refused
from rallyman_tutor.games.classic.road import READY
from rallyman_tutor.games.dirt.road import OFFICIAL, Stage, named_stages, read_stage
from rallyman_tutor.games.dirt.rules.layout import faults
from rallyman_tutor.tutor.building import building as roads
from rallyman_tutor.tutor.building.building import AnyKit, Building
from rallyman_tutor.tutor.building.classic import ground_of, note_of
from rallyman_tutor.tutor.building.dirt import BOX
from rallyman_tutor.tutor.building.kit import CannotLie
from rallyman_tutor.tutor.building.kits import KITS
from rallyman_tutor.tutor.building.shared_line import shared_line, text_of
from tests.some import some

CLASSIC, DIRT = KITS["classic"], KITS["dirt"]
NOTES = {name: text for name, text in READY.items() if not text.startswith("START")}
WORDS = {
    "classic": ["s1", "j3", "R3/4x3K4", "snow L2", "forest/rock s1", "dry grass/grass R5/5x2", "c1 s1", "X9", ""],
    "dirt": [*(side.code for side in BOX), "999z", "T01a"],
}
DEEDS = ["lay", "lay", "lay", "instead", "remove", "turn", "undo", "redo", "choose", "choose"]


def after(kit: AnyKit, now: Building, deed: str, luck: Random) -> Building:
    """A building after a deed, or as it was where that is refused."""
    words = WORDS[kit.key]
    try:
        match deed:
            case "lay" | "instead":
                return roads.laid(kit, now, luck.choice(words), instead=deed == "instead" and not now.is_at_end)
            case "remove":
                return roads.removed(kit, now)
            case "turn":
                return roads.turned(kit, now)
            case "undo":
                return roads.undone(now)
            case "redo":
                return roads.redone(now)
            case _:
                return roads.chosen(now, luck.randrange(-1, len(now.parts) + 2))
    except Refused:
        return now


def wandering(kit: AnyKit, seed: int, many: int = 60) -> list[Building]:
    """Buildings after deeds at random."""
    luck, found = Random(seed), [roads.laid(kit, Building(), "202a" if kit is DIRT else "s1")]
    for _ in range(many):
        found.append(after(kit, found[-1], luck.choice(DEEDS), luck))
    return found


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("key", KITS)
def test_whatever_is_tried_the_road_has_no_fault_and_is_read_back(key: str, seed: int) -> None:
    kit = KITS[key]
    for one in some([one for one in wandering(kit, seed) if one.parts]):
        assert roads.fault_of(kit, one.parts) is None
        assert kit.read(kit.write(one.parts)) == one.parts
        assert 0 <= one.at <= len(one.parts)


@pytest.mark.parametrize("seed", range(4))
def test_a_road_of_tiles_breaks_no_rule_of_the_layout_but_that_it_has_no_finish_yet(seed: int) -> None:
    built = {one.parts for one in wandering(DIRT, seed, 120) if one.parts}
    for parts in some(sorted(built, key=len)):
        broken = faults(Stage(parts))
        assert all(code == "LAY-01" and facts["case"] == "finish" for code, facts in broken)
        assert bool(broken) is bool(DIRT.lacking(parts))


@pytest.mark.parametrize("name", NOTES)
def test_pace_notes_of_the_box_come_back_letter_by_letter(name: str) -> None:
    assert CLASSIC.write(CLASSIC.read(NOTES[name])) == NOTES[name]


def test_official_stages_can_be_opened_and_come_back_letter_by_letter() -> None:
    for name in some(OFFICIAL):
        text = named_stages()["official"][name]
        assert DIRT.write(roads.opened(DIRT, text).parts) == text
        assert DIRT.lacking(DIRT.read(text)) is None


@pytest.mark.parametrize("name", ["R1-SS2", "R4-SS1"])
def test_an_official_stage_is_laid_tile_by_tile_by_its_codes_and_turns(name: str) -> None:
    text = named_stages()["official"][name]
    now = Building()
    for tile in read_stage(text).all_tiles:
        now = roads.laid(DIRT, now, tile.side.code)
        if now.parts[-1] != tile:
            now = roads.turned(DIRT, now)
    assert DIRT.write(now.parts) == text


@pytest.mark.parametrize(
    ("laid", "word", "code"),
    [
        ("", "205a", "LAY-01"),
        ("202a", "202b", "LAY-01"),
        ("202a 203a", "205a", "LAY-01"),
        ("202a 205a", "201a", "LAY-01"),
        ("202a 205a", "205b", "LAY-04"),
        ("202a 203a 201a", "201b", "LAY-02"),
        ("202a", "999z", ""),
    ],
)
def test_a_tile_that_cannot_lie_there_is_refused_by_its_rule(laid: str, word: str, code: str) -> None:
    now = roads.opened(DIRT, laid) if laid else Building()
    with pytest.raises(Refused) as refused:
        roads.laid(DIRT, now, word)
    assert refused.value.key == (code or "editor-no-part")


def test_three_hairpins_to_one_side_would_lie_on_one_another() -> None:
    now = roads.opened(DIRT, "202a 210a:R2 211a:R2")
    with pytest.raises(CannotLie) as refused:
        roads.with_text(DIRT, now, "202a 210a:R2 211a:R2 212a:R2")
    assert refused.value.fault.key == "LAY-03" and refused.value.fault.facts["n"] == 4


def test_the_tray_tells_of_every_side_what_laying_it_does() -> None:
    for text in some(("", "202a", "202a 210b:R2 212a:R2", "202a 205a 203a")):
        now = roads.opened(DIRT, text) if text else Building()
        for part, fault in some(DIRT.tray(now.parts, now.at, instead=False)):
            try:
                laid = roads.laid(DIRT, now, part.side.code).parts
            except CannotLie as refused:
                laid, found = now.parts, refused.fault
                assert fault is not None and (found.key, found.facts) == (fault.key, fault.facts)
            assert (laid == (*now.parts, part)) is (fault is None)


def test_what_is_laid_goes_before_the_chosen_part_or_in_its_place() -> None:
    now = roads.chosen(roads.opened(CLASSIC, "s1 R3 j4"), 1)
    assert CLASSIC.write(roads.laid(CLASSIC, now, "L2").parts) == "s1 L2 R3 j4"
    assert CLASSIC.write(roads.laid(CLASSIC, now, "L2", instead=True).parts) == "s1 L2 j4"
    assert CLASSIC.write(roads.removed(CLASSIC, now).parts) == "s1 j4"
    assert CLASSIC.write(roads.turned(CLASSIC, now).parts) == "s1 L3 j4"


def test_undo_and_redo_walk_through_all_roads_there_were() -> None:
    now = Building()
    seen = [now.parts]
    for word in ("s1", "R3", "j2"):
        now = roads.laid(CLASSIC, now, word)
        seen.append(now.parts)
    for parts in some(seen[-2::-1]):
        now = roads.undone(now)
        assert now.parts == parts
    again = roads.redone(now)
    assert again.parts == seen[1]
    with pytest.raises(Refused, match="redo"):
        roads.redone(roads.laid(CLASSIC, again, "L1"))


def test_a_part_tells_its_note_and_its_ground() -> None:
    (item,) = CLASSIC.made("snow forest/rock R3/4x3K4")
    assert (note_of(item), ground_of(item)) == ("R3/4x3K4", "snow forest/rock")


def test_a_shared_line_comes_back_and_one_that_was_cut_or_changed_does_not() -> None:
    text = named_stages()["official"]["R1-SS1"]
    line = shared_line("dirt", text)
    assert text_of("dirt", f"  {line}\n") == text and text_of("dirt", text) == text
    forged = [
        line[:-4],
        line.replace("205a", "206a"),
        line.replace("stage-1", "stage-2"),
        line.replace(" dirt ", " classic "),
    ]
    keys = []
    for one in some(forged):
        with pytest.raises(Refused) as refused:
            text_of("dirt", one)
        keys.append(refused.value.key)
    assert keys == ["editor-changed", "editor-changed", "editor-version", "editor-other-game"]
