"""The stage editor as a page: roads are laid, chosen, kept and shared, and what comes behind belongs to the road."""

from __future__ import annotations

from typing import Any

import pytest

from rallyman_tutor.coach import stage_figures
from rallyman_tutor.coach.coaches import RACES
from rallyman_tutor.coach.stage_figures import StageFigures
from rallyman_tutor.games import SHELF
from rallyman_tutor.page.visit import Visit as Carried
from rallyman_tutor.tutor.building.kits import KITS
from rallyman_tutor.tutor.building.shared_line import shared_line
from rallyman_tutor.tutor.learner import editor_view
from tests.page.host import LESSONS, Visit
from tests.some import some

WITHOUT_WORK = pytest.mark.usefixtures("nothing_reckoned")


@pytest.fixture
def nothing_reckoned(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(editor_view, "figures", lambda game, kit, building: iter(()))


def build(visit: Visit, deed: str, **more: Any) -> dict[str, Any]:
    visit.says(do="build", deed=deed, **more)
    return editor(visit)


def editor(visit: Visit) -> dict[str, Any]:
    shown: dict[str, Any] = visit.place["editor"]
    return shown


def at_editor(key: str = "classic", **hello: Any) -> Visit:
    at = "editor" if key == "classic" else f"editor/{key}"
    visit = Visit(at)
    visit.says(do="hello", at=at, **hello)
    return visit


@WITHOUT_WORK
def test_a_road_is_laid_part_by_part_and_the_picture_comes_with_it() -> None:
    visit = at_editor()
    for word, text in some((("s1", "s1"), ("s1", "s2"), ("R3/4x3", "s2 R3/4x3"), ("snow j4", "s2 R3/4x3 snow j4"))):
        shown = build(visit, "lay", what=word)
        assert shown["text"] == text == visit.wire["kept"]["stage"]
        assert len(shown["parts"]) == shown["at"] and "<svg" in visit.wire["ground"]["svg"]
    assert shown["parts"][-1]["name"] == "jump 4, snow" and "Part 4 laid" in shown["said"]
    before = visit.wire["ground"]["svg"]
    visit.says(do="theme", theme="dark")
    assert visit.wire["ground"]["svg"] != before and editor(visit) == shown


@WITHOUT_WORK
def test_a_part_is_chosen_replaced_turned_taken_away_and_all_of_it_undone() -> None:
    visit = at_editor(kept={"at": "editor", "stage": "s1 R3 j4"})
    assert build(visit, "pick", at=1)["turns"] is True
    assert build(visit, "turn")["text"] == "s1 L3 j4"
    assert build(visit, "lay", what="R5")["text"] == "s1 R5 j4"
    assert "before" in build(visit, "instead")["said"]
    assert build(visit, "lay", what="s1")["text"] == "s2 R5 j4"
    assert build(visit, "remove")["text"] == "s2 j4"
    assert build(visit, "clear")["text"] == "" and "ground" in visit.wire
    for text in some(("s2 j4", "s2 R5 j4", "s1 R5 j4", "s1 L3 j4", "s1 R3 j4")):
        assert build(visit, "undo")["text"] == text
    assert editor(visit)["undo"] is False and build(visit, "redo")["text"] == "s1 L3 j4"


@WITHOUT_WORK
def test_a_tile_that_cannot_lie_there_is_refused_beside_the_road_and_the_road_stays() -> None:
    visit = at_editor("dirt", kept={"at": "editor/dirt", "stage": "202a 205a"})
    before = editor(visit)
    offers = {offer["word"]: offer for offer in before["tray"]}
    assert len(offers) == 64 and "piece" in offers["205b"]["refused"] and not offers["203a"]["refused"]
    shown = build(visit, "lay", what="205b")
    assert shown["why"]["code"] == "LAY-04" and shown["n"] == before["n"] and shown["text"] == "202a 205a"
    assert shown["said"] == offers["205b"]["refused"]
    assert build(visit, "lay", what="203a")["why"] is None and editor(visit)["lacking"] == ""


@WITHOUT_WORK
def test_a_stage_that_cannot_be_driven_says_where() -> None:
    visit = at_editor("dirt", kept={"at": "editor/dirt", "stage": "202a 205a"})
    assert "no finish" in editor(visit)["lacking"] and editor(visit)["lacks_at"] == 1


@WITHOUT_WORK
@pytest.mark.parametrize("at", ["editor", "editor/dirt"])
def test_a_shared_stage_comes_onto_the_table_and_ones_own_can_be_gone_back_to(at: str) -> None:
    key, own, text = ("dirt", "202a 203b", "202a 205a 203a") if at != "editor" else ("classic", "s1", "s3 R3 s2")
    visit = at_editor(key, kept={"at": at, "stage": own}, stage=shared_line(key, text))
    assert editor(visit)["text"] == text
    assert build(visit, "undo")["text"] == own


FORGED = {
    "cut": shared_line("dirt", "202a 205a 203a")[:-3],
    "changed": shared_line("dirt", "202a 205a 203a").replace("205a", "206a"),
    "too long": "202a " * 3000,
    "another version": "stage-9 dirt 00000000 202a 203a",
    "another game": shared_line("classic", "s3"),
    "two tiles on one spot": "202a 210a:R2 211a:R2 212a:R2 203a",
    "no such tile": "202a 999a 203a",
    "nothing": "stage-1 dirt",
}


@WITHOUT_WORK
@pytest.mark.parametrize("line", FORGED.values(), ids=FORGED)
def test_a_forged_line_is_told_and_changes_nothing(line: str) -> None:
    visit = at_editor("dirt", kept={"at": "editor/dirt", "stage": "202a 203b"}, stage=line)
    shown = editor(visit)
    assert shown["why"]["title"] and shown["why"]["fix"] and shown["text"] == "202a 203b"
    assert build(visit, "open", what=line)["text"] == "202a 203b"


@WITHOUT_WORK
@pytest.mark.parametrize("stage", [{}, 5, "202a 999a", "202a 210a:R2 211a:R2 212a:R2", ["202a"]])
def test_a_kept_stage_that_cannot_be_laid_is_told_or_passed_over(stage: object) -> None:
    visit = at_editor("dirt", kept={"at": "editor/dirt", "stage": stage})
    assert editor(visit)["text"] == ""
    assert (visit.wire.get("answer", {}).get("kind") == "not-restored") is isinstance(stage, str)


@WITHOUT_WORK
@pytest.mark.parametrize("intent", [{"deed": "fly"}, {"deed": "pick", "at": "1"}, {"deed": "lay", "what": 5}, {}])
def test_a_message_that_is_none_is_refused(intent: dict[str, object]) -> None:
    visit = at_editor(kept={"at": "editor", "stage": "s2"})
    visit.says(do="build", **intent)
    assert visit.wire["answer"]["kind"] == "told" and editor(visit)["text"] == "s2"


STAGES = {
    "classic": ("first", "bends", "jumps", "forest", "winter"),
    "dirt": ("R1-SS1", "R1-SS3", "R2-SS3", "R4-SS1", "R5-SS2", "R6-SS2"),
}


@pytest.mark.parametrize("key", STAGES)
def test_par_of_a_stage_laid_here_is_par_of_that_stage(key: str) -> None:
    coach, kit = RACES[key](), KITS[key]
    for name in some(STAGES[key]):
        text = kit.write(kit.read(coach.ready[name]))
        found = stage_figures.figures(SHELF[key], text, [])
        first = next(one for one in found if isinstance(one, StageFigures))
        found.close()
        assert first.par == coach.solution(coach.ready[name]).par


@pytest.mark.usefixtures("own_tables")
def test_par_of_a_stage_that_nobody_has_solved_yet_is_the_one_that_the_command_tells() -> None:
    found = stage_figures.figures(SHELF["classic"], "s2 R3 s1", [])
    told = [one for one in found if isinstance(one, StageFigures)]
    assert [one.par for one in told] == [RACES["classic"]().solution("s2 R3 s1").par] * 2
    assert [one.is_whole for one in told] == [False, True]


def test_figures_behind_the_answer_belong_to_the_road_and_are_dropped_with_it() -> None:
    visit = Carried(LESSONS, "editor")
    visit.hears({"do": "hello", "at": "editor", "kept": {"at": "editor", "stage": "s4 R3 s3 L3 s3"}})
    number = visit.page.board.number
    told = [patch.wire["behind"] for patch in visit.later if patch and "behind" in patch.wire]
    assert {one["name"] for one in told} == {"built"} and {one["n"] for one in told} == {number}
    assert (
        told[0]["shown"]["par"].startswith("Par lies between")
        and told[-1]["shown"]["sure"] == "exact to the last figure"
    )
    visit.hears({"do": "build", "deed": "lay", "what": "L2/3x3"})
    later = visit.later
    next(later)
    visit.hears({"do": "build", "deed": "pick", "at": 0})
    assert visit.page.board.number == number + 1
    visit.hears({"do": "build", "deed": "undo"})
    assert visit.page.board.number > number + 1
    visit.hears({"do": "go", "to": "home"})
    assert not [patch for patch in visit.later if patch and "behind" in patch.wire]


@WITHOUT_WORK
def test_a_rally_is_driven_on_a_stage_of_ones_own() -> None:
    visit = Visit("rally/dirt")
    visit.says(do="rally", names=["Ana"], levels=[""], stages="own:202a 205a 203a", many="", rules="")
    assert visit.place["rally"]["phase"] == "between"
    visit.says(do="ready")
    assert visit.place["kind"] == "rallying" and visit.page.session is not None
    assert "202a 205a 203a" in visit.page.session.game.write(visit.page.session.state)


@WITHOUT_WORK
def test_a_part_that_is_laid_beside_others_like_it_is_told_by_its_own_number() -> None:
    visit = at_editor(kept={"at": "editor", "stage": "s4"})
    build(visit, "pick", at=1)
    build(visit, "instead")
    assert build(visit, "lay", what="s1")["said"].startswith("Part 2 laid")


@WITHOUT_WORK
def test_a_refusal_marks_a_part_of_the_road_that_lies() -> None:
    visit = at_editor("dirt", kept={"at": "editor/dirt", "stage": "202a 206a 205a"})
    assert build(visit, "lay", what="206b")["why"]["at"] == -1, "it does not lie there"
    build(visit, "pick", at=1)
    assert build(visit, "lay", what="203b")["text"] == "202a 206a 205a", "it would take the place of 206a"
    assert editor(visit)["why"]["at"] == 1
    build(visit, "instead")
    assert build(visit, "lay", what="205b")["why"]["at"] == 2, "205a would be the fourth, and lies as the third"
    assert build(visit, "open", what="202a 204a 204b 203a")["why"]["at"] == -1
