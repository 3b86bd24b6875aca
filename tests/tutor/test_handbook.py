"""The handbook of driving: every principle has its page, with positions to try, and its worth is reckoned anew."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import mean, stdev

import pytest

from rallyman_tutor.coach.card_figures import figures_of
from rallyman_tutor.coach.card_review import CardDecision, WeighedDecision
from rallyman_tutor.coach.coaches import RACES, race_coach
from rallyman_tutor.coach.decision import is_clear, is_surely_worse
from rallyman_tutor.coach.principles import CARD_PRINCIPLES, PRINCIPLES
from rallyman_tutor.coach.principles.card_principle import AnyCardPrinciple
from rallyman_tutor.coach.principles.principle import AnyPrinciple
from rallyman_tutor.coach.puzzles import puzzles
from rallyman_tutor.core.notation import Refused
from rallyman_tutor.games import SHELF
from rallyman_tutor.tutor.advice import handbook
from rallyman_tutor.tutor.advice.card_why_view import card_why_in_words
from rallyman_tutor.tutor.session.intents import Act
from rallyman_tutor.tutor.session.update import attempt
from rallyman_tutor.tutor.table.view import view
from rallyman_tutor.tutor.words.desk_view import moves_in_words
from rallyman_tutor.tutor.words.words import text_tables
from tests.coach.card_evenings import played_out, read
from tests.coach.test_principles import MOST_WORDS
from tests.some import some
from tests.tutor import told_twice as twice

CHAPTERS = {
    "classic": ("PLAN", "DIE", "CARDS"),
    "dirt": ("PLAN", "DIE", "CARDS", "ROAD", "LOST"),
    "crazy_rally": ("CAR", "ROAD", "PACE", "HAND", "TUNE"),
    "mil_millas": ("STOP", "GO", "KEEP"),
}
ALL: dict[str, Sequence[AnyPrinciple] | Sequence[AnyCardPrinciple]] = {
    **PRINCIPLES,
    **{key: of.all for key, of in CARD_PRINCIPLES.items()},
}


@pytest.mark.parametrize("key", ALL)
def test_every_principle_stands_in_the_contents_under_its_chapter(key: str) -> None:
    tell, told = twice.Twice(key, "handbook"), handbook.contents(SHELF[key])
    words = text_tables(f"games.{key}")["words"]["driving"]
    assert [one["code"] for one in told] == [one.code for one in ALL[key]]
    assert [(one["title"], one["why"]) for one in told] == [
        (words[one["code"]]["name"], words[one["code"]]["why"]) for one in told
    ]
    assert all(len(one["why"].split()) <= MOST_WORDS and ". " not in one["why"] for one in told), "one short sentence"
    assert {one["chapter"] for one in told} == {tell(name) for name in CHAPTERS[key]}
    assert all(one["chapter"] == tell(one["code"].split("-")[1]) for one in told)


@pytest.mark.parametrize("key", RACES)
def test_a_page_counts_its_examples_and_its_board_shows_the_decision(key: str) -> None:
    tell, game = twice.Twice(key, "handbook"), SHELF[key]
    for one in some(PRINCIPLES[key][::6]):
        page = handbook.principle_page(game, one.code, "broken", 0)
        assert (page["ok"], page["broken"], page["kind_shown"]) == (len(one.not_so), len(one.holds), "broken")
        begins, ends = tell("example", choice="…", why="…").split("…")[:2]
        assert page["fix"].startswith(begins) and ends in page["fix"]
        session = handbook.example_session(game, one.code, "broken", 0)
        position, _, decided = one.holds[0].partition(" :: ")
        assert game.write(session.state) == game.write(game.read(position))
        laid = [step["move"] for step in view(session)["draft"]]
        (move,) = game.read_draft(decided).moves
        form = game.form(move)
        dice = form.steps or ((move,) if form.kind == "die" else ())
        assert [game.write_move(one) for one in session.draft] == [game.write_move(one) for one in dice]
        assert len(laid) == len(dice)
        best = race_coach(game).at_hand(session.state).best
        assert best.cost_of(session.state, move) > best.costs(session.state)[0][0]
        seems = handbook.principle_page(game, one.code, "ok", 0)["fix"]
        assert seems.startswith(tell("looks-so", choice="…", why="").partition("…")[0])


@pytest.mark.parametrize("key", RACES)
def test_what_a_principle_is_worth_is_the_mean_of_its_puzzles(key: str) -> None:
    tell, why, seen = twice.Twice(key, "handbook"), twice.Twice(key, "why"), set[str]()
    for one in some(PRINCIPLES[key]):
        costs = [
            (number, answer.cost - puzzle.answers[0].cost)
            for number, puzzle in enumerate(puzzles(key), 1)
            for answer in puzzle.answers
            if answer.principle == one.code
        ]
        page = handbook.principle_page(SHELF[key], one.code)
        numbers = list(dict.fromkeys(number for number, _ in costs))
        assert page["puzzles"] == numbers and page["fix"] == page["kind_shown"] == ""
        if not costs:
            assert page["worth"] == ""
            continue
        mean = sum(cost for _, cost in costs) / len(costs)
        seconds = why("seconds", count=f"{mean:.0f}" if mean >= 3 else f"{mean:.1f}")
        case = "worth" if len(numbers) > 1 else "worth-one"
        seen.add(case)
        assert page["worth"] == tell(case, seconds=seconds, n=len(numbers))
    assert "worth" in seen


@pytest.mark.parametrize("key", CARD_PRINCIPLES)
def test_an_example_at_cards_tells_what_was_found_in_imagined_games(key: str) -> None:
    game, tell, seen = SHELF[key], twice.Twice(key, "handbook"), set[str]()
    so_much = twice.Twice(key, "card-review")
    for one in some(CARD_PRINCIPLES[key].all):
        found = figures_of(key)[one.code]
        assert (len(found.holds), len(found.not_so)) == (len(one.holds), len(one.not_so)), "write them anew"
        for kind, examples, figures in (("broken", one.holds, found.holds), ("ok", one.not_so, found.not_so)):
            for at, (example, played) in enumerate(zip(examples, figures, strict=True)):
                state, made, other = read(key, example)
                page, choice, instead = (
                    handbook.principle_page(game, one.code, kind, at),
                    *moves_in_words(game, state, (made, other)),
                )
                assert (page["ok"], page["broken"], page["kind_shown"]) == (len(one.not_so), len(one.holds), kind)
                if kind == "broken":
                    assert is_clear(played.behind, played.error) and played.part and played.part.what in one.claims
                    mistake = WeighedDecision(CardDecision(0, 1, state, made), other, *played[:2], 128, (played.part,))
                    why, case = card_why_in_words(game, mistake), "example"
                    assert why, one.code
                else:
                    assert is_surely_worse(-played.behind, played.error) and one.speaks(state, made, other)
                    case = "looks-so"
                    cost = so_much("so-much", n=twice_rounded(-played.behind, played.error))
                    why = tell("not-so", other=instead, cost=cost, error=twice_rounded(played.error, played.error))
                assert page["fix"] == tell(case, choice=choice, why=why)
                seen.add(case)
    assert seen == {"example", "looks-so"}


def twice_rounded(figure: float, error: float) -> str:
    """As many digits as the error leaves."""
    return f"{figure:.{int(error < 1 and figure != 0 and not (error == 0 and figure % 1 == 0))}f}"


@pytest.mark.parametrize("key", CARD_PRINCIPLES)
def test_the_table_of_an_example_at_cards_is_whole_and_shows_what_its_player_saw(key: str) -> None:
    game = SHELF[key]
    for one in some(CARD_PRINCIPLES[key].all[::4]):
        session = handbook.example_session(game, one.code, "broken", 0)
        state, made, _ = read(key, one.holds[0])
        assert game.write(session.visible_state) == game.write(state) and session.draft == (made,)
        assert "?" not in game.write(session.state) and view(session)["mine"] and not view(session)["covered"]
        played, problem = attempt(session, Act(game.write_move(made)))
        assert problem is None and played.replay.past[0].move == made, "and it can be played on"


@pytest.mark.parametrize("key", CARD_PRINCIPLES)
def test_what_a_principle_of_cards_is_worth_is_the_mean_of_mistakes_and_what_its_error_drowns_is_not_said(
    key: str,
) -> None:
    game, tell = SHELF[key], twice.Twice(key, "handbook")
    for one in some(CARD_PRINCIPLES[key].all):
        met = figures_of(key)[one.code].met
        costs = [cost for cost, _ in met]
        assert all(is_surely_worse(*pair) for pair in met)
        worth = handbook.principle_page(game, one.code)["worth"]
        if not met:
            assert worth == ""
            continue
        spread = stdev(costs) / len(met) ** 0.5 if len(met) > 1 else 0.0
        error = max(spread, sum(off**2 for _, off in met) ** 0.5 / len(met))
        if mean(costs) < 3 * error:
            assert worth == ""
            continue
        cost = twice.Twice(key, "card-review")("so-much", n=f"{mean(costs):.{int(error < 1)}f}")
        case = "worth-cards" if len(met) > 1 else "worth-cards-one"
        assert worth == tell(case, n=len(met), cost=cost, error=f"{error:.{int(error < 1)}f}")


@pytest.mark.parametrize(("key", "code"), [("crazy_rally", "CRD-PACE-03"), ("mil_millas", "MMD-KEEP-03")])
def test_the_figures_of_examples_are_found_again(key: str, code: str, wide: bool) -> None:
    for one in some([one for one in CARD_PRINCIPLES[key].all if wide or one.code == code]):
        found = figures_of(key)[one.code]
        for example, known in some(
            [*zip(one.holds, found.holds, strict=True), *zip(one.not_so, found.not_so, strict=True)]
        ):
            again = played_out(key, example)
            assert (again.behind, again.error) == pytest.approx((known.behind, known.error), abs=0.001)
            assert (again.part and again.part.what) == (known.part and known.part.what)


def test_every_text_of_the_handbook_is_told() -> None:
    for key in CARD_PRINCIPLES:
        test_every_principle_stands_in_the_contents_under_its_chapter(key)
        test_an_example_at_cards_tells_what_was_found_in_imagined_games(key)
        test_what_a_principle_of_cards_is_worth_is_the_mean_of_mistakes_and_what_its_error_drowns_is_not_said(key)
        assert not twice.never_told("handbook", key)
    for key in RACES:
        test_every_principle_stands_in_the_contents_under_its_chapter(key)
        test_a_page_counts_its_examples_and_its_board_shows_the_decision(key)
        test_what_a_principle_is_worth_is_the_mean_of_its_puzzles(key)
    assert not twice.never_told("handbook")


def test_a_principle_that_there_is_not_is_refused() -> None:
    with pytest.raises(Refused):
        handbook.principle_page(SHELF["classic"], "CLD-DIE-99")
    with pytest.raises(Refused):
        handbook.example_session(SHELF["classic"], "CLD-DIE-01", "broken", 99)
    with pytest.raises(Refused):
        handbook.example_session(SHELF["mil_millas"], "MMD-GO-01", "broken", 99)
