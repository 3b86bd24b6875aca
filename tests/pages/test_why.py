"""`why`: a draft beside the best one, in words, in figures and as data; and the same from a notebook."""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Callable

import pytest

from rallyman_tutor import classic, dirt, mil_millas
from rallyman_tutor.coach.coaches import race_coach
from rallyman_tutor.games import SHELF
from rallyman_tutor.pages import cli
from rallyman_tutor.pages.sentences import below_help

ROAD = "s3 R3/4x3 s2 L2/3x2 s3 R4/5x3 s3"
HERE = f"{ROAD} | A@s1 g3 s2"
Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    def one(*typed: str) -> tuple[int, str, str]:
        code = cli.main(typed)
        out, err = capsys.readouterr()
        return code, out, err

    return one


def test_a_draft_is_told_with_what_would_be_better_and_what_the_difference_is_for(run: Run) -> None:
    code, said, _ = run("why", "classic", HERE, "4 w")
    assert code == 0
    told, own, best, *parts = said.splitlines()
    assert told.startswith(
        "Roll your dice all at once: the 3, both gas dice, the 4. If nothing goes wrong you end in 4th"
    )
    assert own.endswith("to the finish with this draft") and "A[3 4 w w]" in best
    behind = float(own.split()[0]) - float(best.split()[0])
    assert sum(float(part.split()[0]) for part in parts) == pytest.approx(behind, abs=0.4)
    assert "   +4.00 s   now    earned" in parts
    assert own.startswith("   53.71 s")  # as `odds` has it, ended where that saves time


def test_a_draft_as_data_has_parts_that_add_up(run: Run) -> None:
    told = json.loads(run("why", "classic", HERE, "A[4 w]", "--json")[1])
    assert set(told) == {"cost", "best", "behind", "account", "principle", "said"}
    assert sum(one["difference"] for one in told["account"]) == pytest.approx(told["behind"], abs=1e-9)
    assert {one["when"] for one in told["account"]} == {"now", "next", "later"}
    assert told["principle"] == "CLD-PLAN-08" and told["said"].startswith("Roll more dice at once: ")


def test_the_best_draft_has_nothing_better(run: Run) -> None:
    said = run("why", "classic", HERE, "A[3 4 w w]")[1]
    assert said.startswith("Nothing costs less.\n") and len(said.splitlines()) == 3


def test_a_draft_of_dirt_is_compared_as_a_whole(run: Run) -> None:
    game, here = SHELF["dirt"], "R4-SS1 | A@7.L1 g3 s1 | A leader A"
    told = json.loads(run("why", "dirt", here, "4>7.f2 5>7.L3", "--json")[1])
    assert sum(one["difference"] for one in told["account"]) == pytest.approx(told["behind"], abs=1e-9)
    (whole,) = game.read_draft("go 4>7.f2 (5>7.L3)").moves
    best = race_coach(game).at_hand(game.read(here)).best
    assert told["cost"] == pytest.approx(best.cost_of(game.read(here), whole), abs=1e-9)
    assert told["principle"] == "DID-PLAN-07" and told["said"].startswith(
        "Drive a longer draft, one by one with the 4,"
    )


def test_on_a_stage_that_was_never_solved_what_is_to_go_is_one_figure(run: Run) -> None:
    code, said, _ = run("why", "classic", "s2 R4 s2 L4 s2 | A@s1 g3", "3")
    assert code == 0 and "what is to go" in said


@pytest.mark.parametrize(
    ("arguments", "code", "says"),
    [
        (("classic", HERE, "5"), 1, "CL-GEAR-02"),
        (("classic", HERE, "5", "--json"), 1, '"legal": false'),
        (("classic", HERE, ""), 2, "Nothing is laid"),
        (("classic", HERE, "4!"), 2, "before they fall"),
        (("classic", f"{ROAD} | A@", "3"), 2, "rallyman-tutor why --help"),
        (("classic", HERE, "3 zz"), 2, "I cannot read this draft"),
        (("mil_millas", "A", "3"), 2, "no drafts of dice"),
    ],
)
def test_a_draft_without_an_answer_is_refused_with_what_to_do(
    run: Run, arguments: tuple[str, ...], code: int, says: str
) -> None:
    found, said, refused = run("why", *arguments)
    assert found == code and says in said + refused


@pytest.mark.parametrize(
    "line", [line for line in below_help("why").splitlines() if line.startswith("  rallyman-tutor")]
)
def test_every_example_in_the_help_is_answered(run: Run, line: str) -> None:
    code, said, refused = run(*shlex.split(line)[1:])
    assert (code, refused) == (0, "") and re.search(r"[Rr]oll", said)


def test_a_notebook_is_told_the_same(run: Run) -> None:
    found = classic.position(HERE).why("4 w")
    told = json.loads(run("why", "classic", HERE, "4 w", "--json")[1])
    assert (found.cost, found.best, found.behind, found.principle, found.said) == tuple(
        told[name] for name in ("cost", "best", "behind", "principle", "said")
    )
    assert sum(seconds for *_, seconds in found.account) == pytest.approx(found.behind, abs=1e-9)
    assert str(found) == f"4 w: {found.said}" and found.said in found._repr_html_()


def test_a_notebook_is_told_why_there_is_no_answer() -> None:
    with pytest.raises(ValueError, match="CL-GEAR-02"):
        classic.position(HERE).why("5")
    with pytest.raises(ValueError, match="no drafts of dice"):
        mil_millas.start().why("x")
    with pytest.raises(ValueError, match="cannot be reckoned"):
        dirt.position("202a 203a< | A@1.L2 g2 | A leader A | redzone=on ; brakes=2").why("2")
