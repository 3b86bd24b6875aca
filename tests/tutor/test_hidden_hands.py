"""Tables with hidden hands: what each learner may see, how the table is handed over, advice, and bots who say why."""

from __future__ import annotations

import json
from dataclasses import replace
from itertools import pairwise

import pytest

from rallyman_tutor.coach import bots
from rallyman_tutor.coach.coaches import CARDS
from rallyman_tutor.coach.decision import Advice
from rallyman_tutor.core.notation import Refused
from rallyman_tutor.games import SHELF
from rallyman_tutor.page.browser_save import restore_table
from rallyman_tutor.tutor.session.intents import Act, Advise, Lay, Uncover, Undo
from rallyman_tutor.tutor.session.playing import begin, with_thoughts
from rallyman_tutor.tutor.session.session import Drafts, Questions, Session
from rallyman_tutor.tutor.session.sharing import restore, save
from rallyman_tutor.tutor.session.update import attempt, update
from rallyman_tutor.tutor.table.choices import choices
from rallyman_tutor.tutor.table.view import view
from rallyman_tutor.tutor.words.page_words import page_words

HIDING = [key for key, game in SHELF.items() if game.has_hidden_hands]
NAMES = ("You", "Ana", "Ben")


def table(key: str, bots: frozenset[int], level: str = "club") -> Session:
    game = SHELF[key]
    return begin(game, next(iter(game.ready_tables)), NAMES, bots, "7", level)


def shared(key: str) -> Session:
    """Three people at one screen."""
    return table(key, frozenset())


def alone(key: str, level: str = "club") -> Session:
    return table(key, frozenset({1, 2}), level)


def acts(session: Session) -> Session:
    """The natural decision; a card of the hand on the first place that takes it, where nothing is natural."""
    if session.covered:
        return update(session, Uncover())
    if not session.game.desk(session.state, session.draft).offers:
        holds = session.game.placements(session.state, ())
        hold = next(hold for hold in holds if not hold.refused)
        session = update(session, Lay(hold.piece, hold.place))
    offers = session.game.desk(session.state, session.draft).offers
    return update(session, Act(session.game.write_move(offers[0].move)))


def hands(session: Session) -> list[str]:
    return [piece["key"] for piece in view(session)["pieces"]]


@pytest.mark.parametrize("key", HIDING)
def test_between_two_learners_the_table_is_covered(key: str) -> None:
    session, handed = shared(key), 0
    for _ in range(20):
        if session.covered:
            handed += 1
            shown = view(session)
            assert shown["covered"] and not shown["pieces"] and not shown["offers"] and not shown["ways"]
            assert choices(session)["of"] == {}
            driver = NAMES[session.game.turn(session.state)]
            assert shown["say"] == str(page_words(session.game)["pass-on"]).format(driver=driver)
            for intent in (
                Lay("25"),
                Act("draw"),
                Undo(),
                Advise(),
            ):
                after, problem = attempt(session, intent)
                assert after is session and isinstance(problem, Refused) and problem.key == "covered"
        session = acts(session)
    assert handed >= 3


@pytest.mark.parametrize("key", HIDING)
def test_who_looks_sees_their_own_hand_and_no_other(key: str) -> None:
    session = shared(key)
    for _ in range(12):
        session = acts(session)
        seen = session.visible_state
        assert session.covered or seen == session.game.seen_by(seen, session.viewing_seat)


@pytest.mark.parametrize("key", HIDING)
def test_a_reload_covers_the_table_again(key: str) -> None:
    session = shared(key)
    while session.covered:
        session = acts(session)
    again = restore(session.game, json.loads(json.dumps(save(session))))
    assert again.covered


@pytest.mark.parametrize("key", HIDING)
def test_against_bots_nothing_is_covered_and_they_say_why(key: str) -> None:
    session = alone(key)
    thoughts: set[str] = set()
    for _ in range(30):
        if session.game.over(session.state):
            break
        assert not session.covered
        session = acts(session)
        thoughts |= {line["thought"] for line in view(session)["log"] if line["thought"]}
    assert len(thoughts) > 1
    assert not any("{" in thought for thought in thoughts)


@pytest.mark.parametrize("key", HIDING)
def test_after_a_reload_the_log_tells_what_bots_thought(key: str) -> None:
    session = alone(key)
    for _ in range(5):
        session = acts(session)
    kept = {"at": "here", "table": json.loads(json.dumps(save(session)))}
    again, _ = restore_table(session.game, kept, "here") or (session, False)
    assert again is not session and view(again)["log"] == view(session)["log"]
    assert again.thoughts == session.thoughts != ()
    others = with_thoughts(replace(again, level="works" if session.level != "works" else "novice"))
    assert all(made.move == again.replay.past[at].move for at, made in others.thoughts)


@pytest.mark.parametrize("key", HIDING)
def test_what_tells_a_secret_is_said_when_the_game_is_over(key: str) -> None:
    session = alone(key, "works")
    own = CARDS[key]().playing()
    for _ in range(400):
        if session.game.over(session.state):
            break
        told = {made.reason for _, made in session.thoughts if not made.secret}
        assert not told & own.SECRETS
        session = acts(session)
    assert session.game.over(session.state)


@pytest.mark.parametrize("key", HIDING)
@pytest.mark.parametrize("level", bots.LEVELS)
def test_every_level_plays(key: str, level: str) -> None:
    session = alone(key, level)
    for _ in range(6):
        session = acts(session)
    assert session.level == level and session.replay.past


@pytest.mark.parametrize("key", HIDING)
def test_advice_tells_every_legal_move_by_its_place_and_says_what_is_best_or_too_close_to_call(key: str) -> None:
    session = alone(key)
    while len(session.game.moves(session.state)) < 2:
        session = acts(session)
    advised = update(session, Advise())
    shown = view(advised, session)
    rows, said = shown["advice"]["rows"], shown["advice"]["said"]
    assert len(rows) == len(session.game.moves(session.state))
    assert [row["rank"] for row in rows] == sorted(row["rank"] for row in rows) and rows[0]["rank"] == 1
    assert all(float(row["error"]) >= 0 and float(row["behind"]) >= 0 and row["name"] for row in rows)
    first = [row["name"] for row in rows if row["rank"] == 1]
    assert all(name in said for name in first) and shown["say"] == said
    assert said.startswith("Best" if len(first) == 1 else ("Too close to call", "It comes to the same"))
    assert view(acts(advised))["advice"]["rows"] == []


@pytest.mark.parametrize(
    ("found", "said"),
    [
        ([(0, 0, 1)], "There is nothing to choose: {0}."),
        ([(0, 0, 1), (-9, 1, 2)], "Best, as far as trying shows: {0}."),
        ([(0, 0, 1), (-9, 1, 2), (-9, 1, 2)], "Best, as far as trying shows: {0}."),
        ([(0, 0, 1), (0, 0, 1), (-9, 1, 3)], "It comes to the same: {0} or {1}."),
        ([(0, 0, 1), (-1, 1, 1), (-9, 1, 3)], "Too close to call, after 24 tries of each: {0} or {1}."),
    ],
)
def test_advice_is_summed_up_in_a_sentence(found: list[tuple[float, float, int]], said: str) -> None:
    session = alone("crazy_rally")
    while len(session.game.moves(session.state)) < len(found):
        session = acts(session)
    rows = zip(session.game.moves(session.state), found, strict=False)
    advice = tuple(Advice(move, mean, error, 24, rank) for move, (mean, error, rank) in rows)
    shown = view(replace(session, asked=Questions(advice)), session)["advice"]
    assert shown["said"] == said.format(*(row["name"] for row in shown["rows"]))


@pytest.mark.parametrize(("key", "unit"), [("crazy_rally", "distance"), ("mil_millas", "points")])
def test_advice_says_its_unit(key: str, unit: str) -> None:
    page = page_words(SHELF[key])
    assert unit in page["advice-head"][2] and unit in page["advice-how"]
    assert set(HIDING) == {"crazy_rally", "mil_millas"}


@pytest.mark.parametrize("key", HIDING)
def test_what_came_to_light_cannot_be_undone(key: str) -> None:
    session = alone(key)
    for _ in range(8):
        session = acts(session)
    past = session.replay.past
    revealed = any(session.game.reveals(before.state, one.move) for before, one in pairwise(past))
    assert revealed
    for _ in range(len(past)):
        session, problem = attempt(session, Undo())
        if isinstance(problem, Refused) and problem.key == "secret-seen":
            return
    raise AssertionError("everything was undone")


def test_race_games_hide_nothing() -> None:
    assert "classic" not in HIDING
    assert set(HIDING) <= set(CARDS)


@pytest.mark.parametrize("key", HIDING)
def test_what_a_browser_keeps_tells_no_hidden_card(key: str) -> None:
    session = alone(key)
    for _ in range(8):
        session = acts(session)
    kept = save(session)
    assert all(len(entry) == 1 for entry in kept["replay"]["moves"])
    again = restore(session.game, json.loads(json.dumps(kept)))
    assert again.state == session.state and [past.shown for past in again.replay.past] == [
        past.shown for past in session.replay.past
    ]


# -- Where a card goes ------------------------------------------------------------------------------------------------


def at(key: str, position: str) -> Session:
    return begin(SHELF[key], position, (), frozenset(range(1, 9)), "1")


def test_a_card_that_cannot_be_played_is_explained_and_never_thrown_away_by_itself() -> None:
    session = at("mil_millas", "You 25 go ; Ben | You petrol 25x6 ; Ben 50x6")
    after, problem = attempt(session, Lay("petrol"))
    assert problem is None
    (laid,) = view(after)["draft"]
    assert (laid["place"], laid["verdict"]) == ("road1", "refused")
    assert view(after)["messages"][0]["code"] == "MM-DEF-02"
    assert choices(session)["best"]["petrol"] == "road1"


@pytest.mark.parametrize("key", HIDING)
def test_a_card_laid_without_a_place_never_lies_where_it_is_thrown_away(key: str) -> None:
    session = shared(key)
    tried = 0
    for _ in range(12):
        for piece in {hold.piece for hold in session.game.placements(session.state, ())}:
            tried += 1
            after, problem = attempt(replace(session, drafts=Drafts()), Lay(piece))
            assert (
                problem
                or not session.game.discard_place
                or view(after)["draft"][0]["place"] != session.game.discard_place
            )
        session = acts(session)
    assert tried


@pytest.mark.parametrize(
    ("key", "position", "card"),
    [
        ("crazy_rally", "C09 rest | You v6 B08 E1 ; Ben Y01 | choose You", "B08"),
        ("mil_millas", "You 25 go ; Ben 25 go ; Cleo 25 go | You red 25x6", "red"),
    ],
)
def test_who_could_mean_several_places_is_asked_which(key: str, position: str, card: str) -> None:
    session = at(key, position)
    after, problem = attempt(session, Lay(card))
    assert after is session and isinstance(problem, Refused) and problem.key == "which-place"
    assert "hoose" in view(session, session, problem)["problem"]


def test_an_attack_with_one_possible_target_takes_it() -> None:
    session = at("mil_millas", "You 25 go ; Ben 25 go | You red 25x6")
    (laid,) = view(attempt(session, Lay("red"))[0])["draft"]
    assert (laid["place"], laid["verdict"]) == ("road2", "legal")
