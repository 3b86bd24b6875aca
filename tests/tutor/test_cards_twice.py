"""A game of cards looked back at, and a decision of it tried again, are told twice; see `told_twice.py`.

A decision is worth what playing it out told, which is made up here so that it comes to everything that can be told of
it. What a move is called is read off the table on which it is laid.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

import pytest

from rallyman_tutor.coach.card_review import CardDecision, RetryComparison, SeatGame, WeighedDecision
from rallyman_tutor.coach.decision import Advice, CardPart
from rallyman_tutor.coach.principles import CARD_PRINCIPLES
from rallyman_tutor.coach.principles.card_principle import AnyCardPrinciple, NamedCard, named
from rallyman_tutor.core.game import AnyMove
from rallyman_tutor.games import SHELF
from rallyman_tutor.games.crazy_rally.step import after
from rallyman_tutor.tutor.advice import handbook
from rallyman_tutor.tutor.advice.card_retry_view import _in_words
from rallyman_tutor.tutor.advice.card_review_view import looked_back, tried_again
from rallyman_tutor.tutor.advice.card_why_view import (
    beside_in_words,
    card_why_in_words,
    given_away_in_words,
    where_to_look,
)
from rallyman_tutor.tutor.advice.retry_view import ComparedShown
from rallyman_tutor.tutor.session.intents import Act, Draft, Retry, Review
from rallyman_tutor.tutor.session.looking_back import with_review
from rallyman_tutor.tutor.session.playing import begin
from rallyman_tutor.tutor.session.session import Drafts, Session
from rallyman_tutor.tutor.session.update import attempt, update
from rallyman_tutor.tutor.table.view import view
from rallyman_tutor.tutor.words.words import text_tables
from tests.some import some
from tests.tutor import told_twice as twice
from tests.tutor.test_card_review import GAME, over
from tests.tutor.test_session import does

FIGURES = (
    ((30.0, 4.0), (-20.0, 5.0), (2.0, 4.0)),
    ((30.0, 4.0), (28.0, 4.0), (26.0, 4.0)),
    ((30.0, 9.0), (29.5, 9.0), (29.0, 9.5), (28.5, 9.4), (28.4, 9.3), (28.3, 9.4), (0.4, 0.1)),
    ((30.0, 9.0), (29.5, 9.0), (29.0, 9.5), (28.5, 9.4), (28.4, 9.3)),
    ((0.0, 0.0), (-0.3, 0.1), (0.0, 2.0)),
    ((3.0, 1.0), (0.6, 0.2), (-3.0, 1.0)),
)
"""By how much decisions are behind, and give or take how much."""


WHY = tuple(
    (key, example)
    for key, principles in CARD_PRINCIPLES.items()
    for principle in principles.all
    for example in principle.holds
)
"""Mistakes at cards of which a principle is told, one after the other."""


def a_game() -> Session:
    """A game of some more turns, over."""
    start = "You 850 go ; Ana 300 | You 25 25 50 50 75 red flat"
    session = begin(GAME, start, (), frozenset({1}), "51")
    while not GAME.over(session.state):
        moves = [move for move in GAME.moves(session.state) if GAME.write_move(move) != "pass"]
        low = [move for move in moves if GAME.write_move(move).startswith(("lay 25", "draw"))] or moves
        text = GAME.write_move(low[0])
        session, problem = attempt(session, Act(text))
        if problem:
            session = does(session, Draft((text,)), Act(text))
    return session


def weighed(session: Session, figures: Sequence[tuple[float, float]]) -> Session:
    """The game looked back at, with decisions that cost so much."""
    asked = update(session, Review())
    assert isinstance(asked.looking_back.review, SeatGame)
    met = (asked.looking_back.review.met * 9)[: len(figures)]
    made = tuple(
        WeighedDecision(one._replace(at=number), other_of(one), *pair, 128)
        for number, (one, pair) in enumerate(zip(met, figures, strict=True), 1)
    )
    return with_review(asked, asked.looking_back.review._replace(met=tuple(one.met for one in made), weighed=made))


def other_of(met: CardDecision) -> AnyMove:
    return next(move for move in reversed(GAME.moves(met.state)) if move != met.move)


def called(session: Session, met: CardDecision, move: AnyMove) -> str:
    """The name of a move on the table: its button, or the card on its place."""
    replay = session.replay.undo(len(session.replay.past) - met.number)
    table = Session(replay, session.bots, session.seed, handed_to=GAME.turn(replay.state))
    text = GAME.write_move(move)
    labels = [one["label"] for one in view(table)["offers"] if one["move"] == text]
    return labels[0] if labels else str(view(does(table, Draft((text,))))["draft"][0]["name"])


def digits(figure: float, error: float) -> str:
    """As many digits as the error leaves."""
    is_whole = error >= 1 or (error == 0 and figure % 1 == 0) or figure == 0
    return f"{abs(figure):.0f}" if is_whole else f"{abs(figure):.1f}"


def is_clear(behind: float, error: float) -> bool:
    return behind != 0 and abs(behind) >= 3 * error


def test_what_is_told_of_a_game_is_found_again() -> None:
    tell, session = twice.Twice("mil_millas", "card-review"), a_game()
    for figures in some(FIGURES):
        known = weighed(session, figures)
        played = known.looking_back.review
        assert isinstance(played, SeatGame)
        shown = looked_back(known)
        assert shown
        worse = [one for one in played.weighed if is_clear(one.behind, one.error) and one.behind > 0]
        better = [one for one in played.weighed if is_clear(one.behind, one.error) and one.behind < 0]
        counts = {"choices": len(figures), "worse": len(worse), "better": len(better)}
        counts["alike"] = len(figures) - len(worse) - len(better)
        assert shown["said"] == tell("said", **counts)
        assert shown["figures"] == [[tell(name), str(count)] for name, count in counts.items()]
        assert shown["rows"] == [row(tell, known, one) for one in played.weighed]
        ranked = sorted(worse, key=lambda one: -one.behind)
        assert shown["mistakes"] == [tell("mistake", **facts(tell, known, one)) for one in ranked[:3]]
        assert shown["notes"] == list(notes(tell, known, ranked, better))
        assert shown["how"] == [tell("how", looks=24, tries=128), tell("how-counts"), tell("how-clear")]
        for at, one in enumerate(ranked[:3]):
            assert_tried_again(tell, known, at, one)
        waits = with_review(known, played._replace(weighed=played.weighed[:1]))
        told = looked_back(waits)
        assert told and told["said"] == told["waits"] == tell("waits", done=1, of=len(figures))
    twice.TOLD["card-review"].add("head")  # a list, which has no facts
    assert not twice.never_told("card-review")


def row(tell: twice.Twice, session: Session, one: WeighedDecision) -> list[str]:
    own, other = (called(session, one.met, move) for move in (one.met.move, one.other))
    difference = tell("none-told")
    if is_clear(one.behind, one.error):
        difference = tell("behind" if one.behind > 0 else "ahead", n=digits(one.behind, one.error))
    return [str(one.met.at), own, other, difference, digits(one.error, one.error)]


def facts(tell: twice.Twice, session: Session, one: WeighedDecision) -> dict[str, str]:
    cost = tell("so-much", n=digits(one.behind, one.error))
    move = called(session, one.met, one.met.move)
    return {"n": str(one.met.at), "move": move, "cost": cost, "error": digits(one.error, one.error)}


def notes(
    tell: twice.Twice, session: Session, ranked: Sequence[WeighedDecision], better: Sequence[WeighedDecision]
) -> Iterator[str]:
    """That nothing was a mistake; which mistakes nobody can put in an order; and what was well found."""
    if not ranked:
        yield tell("no-mistake")
    for group in alike(ranked):
        if len(group) > 1 and set(group) & set(ranked[:3]):
            numbers = sorted(one.met.at for one in group)
            listed = twice.listed([*map(str, numbers)], " and ")
            yield tell("unordered", list=listed) if len(numbers) <= 5 else tell("unordered-many", n=len(numbers))
    if better:
        yield tell("finest", **facts(tell, session, min(better, key=lambda one: one.behind)))


def alike(ranked: Sequence[WeighedDecision]) -> list[list[WeighedDecision]]:
    """Mistakes in groups: between two groups every one of the upper surely cost more than every one of the lower."""
    cuts = [
        at
        for at in range(1, len(ranked))
        if all(
            one.behind - other.behind >= 3 * (one.error**2 + other.error**2) ** 0.5
            for one in ranked[:at]
            for other in ranked[at:]
        )
    ]
    return [list(ranked[start:end]) for start, end in zip([0, *cuts], [*cuts, len(ranked)], strict=True)]


def assert_tried_again(tell: twice.Twice, session: Session, at: int, one: WeighedDecision) -> None:
    again = update(session, Retry(at))
    told, said = tried_again(again), tell("retry", **facts(tell, session, one))
    review = twice.Twice("mil_millas", "review")
    assert told and told["said"] == twice.joined([said, review("retry-try")])
    move = GAME.write_move(one.other)
    made, problem = attempt(again, Act(move))
    made = does(again, Draft((move,)), Act(move)) if problem else made
    told = tried_again(made)
    assert told == {"said": said, "made": move, "principle": None}


# -- Why --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("key", "example"), WHY, ids=[example[:40] for _, example in WHY])
def test_why_a_mistake_was_one_is_told_by_the_cards_of_both_moves(key: str, example: str) -> None:
    game: Any = SHELF[key]
    position, _, moves = example.partition(" :: ")
    (made,), (better,) = (game.read_draft(move).moves for move in moves.split(" / "))
    met = CardDecision(0, 1, game.read(position), made)
    for part in some(text_tables(f"games.{key}")["words"]["card-parts"]):
        one = WeighedDecision(met, better, 42.0, 5.0, 128, (CardPart(part, 36.4, 5.2), CardPart("rest", 5.6, 1.0)))
        found = named(CARD_PRINCIPLES[key], met.state, made, better, one.largest_part)
        if found:
            does = text_tables(f"games.{key}")["words"]["driving"][found.principle.code]["does"]
            told = does.format(**cards_of(key, position, *moves.split(" / ")))
            brings = text_tables(f"games.{key}")["words"]["card-parts"][part].format(n="36", error="5")
            assert card_why_in_words(game, one) == f"{told} {brings}"
            assert_told_otherwise(game, found, brings)
        else:
            assert card_why_in_words(game, one) == ""


def assert_told_otherwise(game: Any, found: NamedCard, brings: str) -> None:
    """The part that the worse move gives away, where to look for it, and the principle of the better one."""
    words, part = text_tables(f"games.{game.key}")["words"], found.part.what
    driving, why = words["driving"][found.principle.code], twice.Twice(game.key, "why")
    gives = words["card-gives"][part].format(n="36", error="5")
    assert given_away_in_words(game, found) == f"{gives} {driving['why']}"
    again = why("gives-again", name=driving["name"], gives=gives)
    assert given_away_in_words(game, found, found.principle.code) == again
    assert where_to_look(game, found) == words["card-look"][part]
    beside = twice.Twice(game.key, "card-why")("beside", name=driving["name"], other="the other")
    assert beside_in_words(game, found, "the other") == f"{beside} {brings}"


def at_table(key: str, example: str) -> tuple[Session, Any, Any]:
    """The table of an example, with the move that was made there, and the better one."""
    game: Any = SHELF[key]
    position, _, moves = example.partition(" :: ")
    (made,), (better,) = (game.read_draft(move).moves for move in moves.split(" / "))
    session = handbook.example_session(game, principle_of(key, example).code, "broken", 0)
    assert game.write(session.visible_state) == game.write(game.read(position))
    return replace(session, drafts=Drafts()), made, better


@pytest.mark.parametrize(("key", "example"), WHY[::5])
def test_advice_tells_the_principle_of_the_best_card_beside_the_next_one_that_surely_is_worse(
    key: str, example: str
) -> None:
    session, made, better = at_table(key, example)
    game, part = session.game, CardPart(sorted(principle_of(key, example).claims)[0], 36.4, 5.2)
    others = [move for move in game.moves(session.visible_state) if move not in (made, better)]
    found = [Advice(better, 0.0, 0.0, 192)]
    found += [Advice(move, -12.0, 5.0, 24, 2) for move in others]
    found.append(Advice(made, -42.0, 5.0, 24, 3, part))
    advised = replace(session, asked=replace(session.asked, advice=tuple(found)))
    told, names = view(advised)["advice"], [row["name"] for row in view(advised)["advice"]["rows"]]
    named_there = named(CARD_PRINCIPLES[key], session.visible_state, made, better, part)
    assert named_there and told["principle"]
    code = named_there.principle.code
    driving, parts = (text_tables(f"games.{key}")["words"][name] for name in ("driving", "card-parts"))
    assert told["principle"] == {"code": code, "name": driving[code]["name"]}
    beside = twice.Twice(key, "card-why")("beside", name=driving[code]["name"], other=names[-1])
    assert told["said"].endswith(f" {beside} {parts[part.what].format(n='36', error='5')}")
    close = (found[0], Advice(others[0], 0.0, 4.0, 192) if others else found[0], *found[2:])
    told = view(replace(session, asked=replace(session.asked, advice=close)))["advice"]
    assert told["principle"] is None, "too close to call"
    drowned = (*found[:-1], found[-1]._replace(part=None))
    told = view(replace(session, asked=replace(session.asked, advice=drowned)))["advice"]
    assert told["principle"] is None and beside not in told["said"]


def principle_of(key: str, example: str) -> AnyCardPrinciple:
    return next(one for one in CARD_PRINCIPLES[key].all if example in one.holds)


def test_what_is_tried_instead_of_a_mistake_is_told_by_its_own_principle() -> None:
    key, (example, *_) = "mil_millas", CARD_PRINCIPLES["mil_millas"].all[-2].holds
    session, made, better = at_table(key, example)
    met = CardDecision(0, 1, session.visible_state, session.game.moves(session.visible_state)[-1])
    tried = WeighedDecision(met, better, 30.0, 4.0, 128)
    found = RetryComparison((36.4, 5.2), (2.0, 4.0), CardPart("own", 36.4, 5.2))
    told = _in_words(session.game, tried, made, found)
    code = principle_of(key, example).code
    does = text_tables(f"games.{key}")["words"]["driving"][code]["does"].format(**cards_of(key, *split(example)))
    brings = text_tables(f"games.{key}")["words"]["card-parts"]["own"].format(n="36", error="5")
    assert told["notes"][-1] == f"{does} {brings}" and told["notes"][-1] in told["said"]
    assert told["principle"] and told["principle"]["code"] == code
    again = _in_words(session.game, tried, met.move, found)
    assert again["principle"] is None and len(again["notes"]) == len(told["notes"]) - 1, "it was told of that before"


def split(example: str) -> tuple[str, str, str]:
    position, _, moves = example.partition(" :: ")
    made, better = moves.split(" / ")
    return position, made, better


def test_why_is_told_of_a_mistake_in_the_review_and_once_it_was_tried_again_and_no_sooner(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("rallyman_tutor.tutor.advice.card_review_view.card_why_in_words", lambda *_: "That is why.")
    known = weighed(a_game(), ((30.0, 4.0), (0.4, 0.1)))
    shown, played = looked_back(known), known.looking_back.review
    assert shown and isinstance(played, SeatGame) and shown["mistakes"][0].endswith(" That is why.")
    again = update(known, Retry(0))
    before = tried_again(again)
    assert before and "That is why." not in before["said"]
    move = GAME.write_move(played.weighed[0].other)
    made, problem = attempt(again, Act(move))
    told = tried_again(does(again, Draft((move,)), Act(move)) if problem else made)
    assert told and told["said"].endswith(" That is why.")


def cards_of(key: str, position: str, made: str, better: str) -> dict[str, str]:
    """The facts of two moves, read off their notation."""
    if key == "mil_millas":
        card, _, whom = better.partition(" ")[2].partition(">")
        own = made.partition(" ")[2].partition(">")[0]
        names = text_tables("games.mil_millas")["words"]["names"]
        return {"card": names.get(card, card), "made": names.get(own, own), "whom": whom}
    found = {"card": better.split()[1].rstrip("+-"), "made": made.split()[1].rstrip("+-")}
    if better.startswith("play"):
        found["way"] = "faster" if better.endswith("+") else "slower"
        found |= {"speed": str(speed_after(position, better)), "own": str(speed_after(position, made))}
    return found | {"road": "hairpin"}  # of the one position here in which it is known


def speed_after(position: str, move: str) -> int:
    """The speed of the driver in turn with a card, as the engine carries it out; no card here is above their top."""
    game: Any = SHELF["crazy_rally"]
    state = game.read(position)
    return int(after(state, *game.read_draft(move).moves).speed)


# -- Tried again -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("best", [(9.0, 3.0), (9.0, 0.4), (8.0, 3.0), (-9.0, 3.0), (0.0, 0.0), (0.6, 0.1)])
@pytest.mark.parametrize("old", [(9.0, 3.0), (8.0, 3.0), (-9.0, 3.0)])
def test_a_decision_beside_the_best_and_beside_the_old_one_is_told_again(
    best: tuple[float, float], old: tuple[float, float]
) -> None:
    tell = twice.Twice("mil_millas", "card-retry")
    session = weighed(over(), ((30.0, 4.0), (1.0, 4.0)))
    assert isinstance(session.looking_back.review, SeatGame)
    tried = session.looking_back.review.weighed[0]
    third = next(move for move in GAME.moves(tried.met.state) if move not in (tried.other, tried.met.move))
    for move in (third, tried.other, tried.met.move):
        assert _in_words(GAME, tried, move, RetryComparison(best, old)) == beside(
            tell, session, tried, move, RetryComparison(best, old)
        )
    twice.TOLD["card-retry"].add("head")


def beside(
    tell: twice.Twice, session: Session, tried: WeighedDecision, move: AnyMove, found: RetryComparison
) -> ComparedShown:
    review = twice.Twice("mil_millas", "card-review")
    own, best, old = (called(session, tried.met, one) for one in (move, tried.other, tried.met.move))
    is_best = move == tried.other

    def beside_it(what: str, pair: tuple[float, float]) -> str:
        name = "alike" if not is_clear(*pair) else "worse" if pair[0] > 0 else "better"
        return tell(f"{what}-{name}", cost=review("so-much", n=digits(*pair)), error=digits(pair[1], pair[1]))

    def cells(pair: tuple[float, float]) -> list[str]:
        behind = ("-" if pair[0] < 0 else "") + digits(*pair)
        return [behind if is_clear(*pair) else tell("none-told"), digits(pair[1], pair[1])]

    verdict = tell("is-best") if is_best else beside_it("best", found.best)
    notes = [tell("drive-again") if move == tried.met.move else beside_it("drive", found.mistake)]
    if not is_best and is_clear(*found.best):
        notes.insert(0, tell("best-error", error=digits(found.best[1], found.best[1])))
    rows = [[best, "0", ""], [old, *cells((tried.behind, tried.error))]]
    rows = [one for one in rows if one[0] != own]
    rows.append([own, "0", ""] if is_best else [own, *cells(found.best)])
    return {
        "verdict": verdict,
        "shade": 2 if not is_best and is_clear(*found.best) and found.best[0] > 0 else 0,
        "drafts": [[tell("best"), best]] if is_best else [[tell("yours"), own], [tell("best"), best]],
        "head": tell.texts["head"],
        "rows": rows,
        "notes": notes,
        "how": tell("how", tries=128),
        "best": [],
        "old": None,
        "principle": None,
        "said": twice.joined([f"{verdict}.", *notes, "" if is_best else tell("say-best", move=best)]),
    }


def test_every_text_of_a_decision_tried_again_is_told() -> None:
    for best in some(((9.0, 3.0), (8.0, 3.0), (-9.0, 3.0))):
        for old in ((9.0, 3.0), (8.0, 3.0), (-9.0, 3.0)):
            test_a_decision_beside_the_best_and_beside_the_old_one_is_told_again(best, old)
    assert not twice.never_told("card-retry")
