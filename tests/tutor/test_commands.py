"""The command line: notation is laid, words are done or asked, and all else is refused with its place and a remedy."""

from __future__ import annotations

import pytest

from rallyman_tutor.core.notation import Refused
from rallyman_tutor.games import SHELF
from rallyman_tutor.tutor.advice.card_review_view import looked_back
from rallyman_tutor.tutor.session.intents import Act, Ask, AtTable, Draft, InLesson, Lay, Retry, Review, Undo
from rallyman_tutor.tutor.session.playing import begin
from rallyman_tutor.tutor.session.session import Session
from rallyman_tutor.tutor.session.update import update
from rallyman_tutor.tutor.table.commands import DEEDS, LONGEST, Said, meaning, why_not
from rallyman_tutor.tutor.words.by_ear import answer
from rallyman_tutor.tutor.words.language import ENGLISH, LANGUAGES, speaking
from rallyman_tutor.tutor.words.page_words import asks, page_words
from rallyman_tutor.tutor.words.words import shared_words, words
from tests.some import some
from tests.tutor.test_hidden_hands import HIDING, acts, alone, shared
from tests.tutor.test_review import driven
from tests.tutor.test_session import does, lay, table


def sat(position: str, game: str = "classic") -> Session:
    return begin(SHELF[game], position, (), frozenset(), "1")


def said(session: Session, line: str) -> str:
    found = meaning(session, line)
    assert isinstance(found, Said)
    return found.text


def deeds(session: Session, line: str) -> tuple[AtTable | InLesson, ...]:
    found = meaning(session, line)
    assert not isinstance(found, Said), found
    return found


def refused(session: Session, line: str) -> str:
    with pytest.raises(Refused) as problem:
        meaning(session, line)
    return why_not(session, problem.value)


BEND = "s4 R3/4x3 s5 | A@s4 g3"


def test_only_a_line_that_cannot_be_read_is_told_where_all_stands_that_can_be_written() -> None:
    more = shared_words("classic", "command-line")["more"]
    assert refused(sat(BEND), "3>nowhere at all").endswith(more)
    assert more not in refused(sat(BEND), "roll")


def test_dice_are_laid_behind_those_that_lie_and_nothing_is_rolled() -> None:
    assert deeds(sat(BEND), "3>l") == (Draft(("3>l",)),)
    assert deeds(sat(BEND), "3") == (Lay("3"),)
    assert deeds(does(sat(BEND), Draft(("3>l",))), "w 4") == (Draft(("3>l", "w", "4")),)
    assert deeds(sat("FX-CC | A@L4 g4", "dirt"), "2b>line1") == (Draft(("2b>line1",)),)


def test_a_word_is_done_where_it_is_on_offer_and_else_told_why_not_and_what_would_do() -> None:
    session = does(table(), lay("1"))
    assert deeds(session, "roll") == deeds(session, "Go on.") == (Act("1>s1"),)
    rolled = does(session, Act("1>s1"))
    assert deeds(rolled, "stop") == (Act("stop"),)
    assert deeds(does(table(), lay("1"), lay("2")), "attack") == (Act("A[1 2]"),)
    told = said(session, "sisu")
    assert told.startswith("Play Sisu after a roll, before the harm is done. You call on Sisu")
    assert "Lay the 1 on space 1" in told or "Roll" in told


def test_a_whole_draft_is_laid_and_driven_in_the_way_it_names() -> None:
    laid = Draft(("1", "2"))
    session = begin(SHELF["dirt"], "R1-SS2", ("You",), frozenset(), "1")
    assert deeds(session, "flat 1 2") == (laid, Act("flat 1 2"))
    assert deeds(session, "go 1 2") == (laid, Act("go 1 (2)"))
    assert deeds(session, "flat 5 1") == (Draft(("5", "1")),)  # it lies, and the rules tell why not
    assert deeds(table(), "A[1 2]") == (Draft(("A[1 2]",)), Act("A[1 2]"))


def test_going_on_never_leaves_the_rally() -> None:
    session = sat("s9 | A@s4 g3")
    assert "retire" in [offer.name for offer in session.game.desk(session.state, ()).offers][:1]
    assert refused(session, "roll").startswith("No decision is open now.")


@pytest.mark.parametrize(
    ("line", "place", "remedy"),
    [
        ("foo", "column 1, at 'foo'", "a die such as 3"),
        ("3>l foo", "column 5, at 'foo'", "a die such as 3"),
        ("A[2 3", "at column 6", "closing bracket"),
        ("2!", "What dice show", "Leave out the signs"),
        ("2 stop", "stands alone", "Write the rest when it is its turn"),
        ("  ", "Nothing is written", "help"),
        ("x" * 101, "more than a line holds", str(LONGEST)),
        ("mistakes", "Nothing was looked back at", "write review"),
        ("\ud800", "column 1", "a die such as 3"),
    ],
)
def test_what_cannot_be_read_is_refused_with_its_place_and_a_remedy(line: str, place: str, remedy: str) -> None:
    told = refused(sat(BEND), line)
    assert place in told and remedy in told and "\n" not in told


def test_questions_are_asked_by_word_by_name_and_by_key() -> None:
    for key, game in SHELF.items():
        session = (
            alone(key)
            if game.has_hidden_hands
            else begin(game, next(iter(game.ready_tables)), ("You",), frozenset(), "1")
        )
        for about, one in some(asks(game).items()):
            own = {question.lower() for question in game.questions}
            for line in (*one["words"], one["label"], *({one["key"]} - own)):
                assert said(session, line) == answer(session, about), line


def test_why_tells_the_rule_the_reason_and_what_to_try() -> None:
    session = does(table(), lay("1"), lay("2"), lay("4"))
    assert said(session, "why").startswith(
        "Gears are changed one at a time. You go from 2nd to 4th without touching 3rd. The gearbox takes one step at a time: "
        "each gear die is one gear up or down from the last."
    )
    found = meaning(session, "why", "full")
    assert isinstance(found, Said) and found.text.endswith("CL-GEAR-03.")
    assert said(does(table(), lay("1")), "why") == page_words(session.game)["looks-good"]
    rolled = does(table(), lay("1"), Act("1>s1"), Act("stop"))
    assert said(rolled, "why")
    assert said(table(), "why") == "Nothing has happened yet, and nothing is laid."


def test_a_review_and_its_mistakes_are_heard_and_tried_again_by_number() -> None:
    session = driven("short")
    assert deeds(session, "review") == (Review(),)
    looked = update(session, Review())
    shown = looked_back(looked)
    assert shown
    told = said(looked, "mistakes")
    for n, mistake in some(enumerate(shown["mistakes"], 1)):
        assert f"{n}. {mistake}" in told
    assert deeds(looked, "try 1") == (Retry(0),)
    assert update(looked, Retry(0)).looking_back.tried


@pytest.mark.parametrize("key", HIDING)
def test_a_card_is_played_at_once_where_it_lies_well(key: str) -> None:
    session, played = alone(key), 0
    for _ in range(14):
        for piece in session.game.desk(session.visible_state, ()).pieces:
            holds = [hold for hold in session.game.placements(session.state, ()) if hold.piece == piece.key]
            good = [hold for hold in holds if not hold.refused and not hold.unwise]
            if len(good) == 1:
                line = session.game.write_move(good[0].move)
                assert deeds(session, line)[-1] == Act(line)
                played += 1
        session = acts(session)
    assert played


def test_the_questions_of_the_rules_stay_the_games_own() -> None:
    assert deeds(alone("mil_millas"), "shift+i") == (Ask("Shift+I"),)


@pytest.mark.parametrize("key", HIDING)
def test_a_covered_table_tells_and_does_nothing_until_it_is_handed_over(key: str) -> None:
    session = shared(key)
    while not session.covered:
        session = acts(session)
    for line in ("now", "draw", "why", "undo"):
        with pytest.raises(Refused, match="covered"):
            meaning(session, line)
    assert deeds(session, "show") == (DEEDS["uncover"],)


@pytest.mark.parametrize("key", SHELF)
def test_no_phrase_means_two_things_and_none_is_notation(key: str) -> None:
    game = SHELF[key]
    phrases = [phrase for known in shared_words(key, "commands").values() for phrase in known]
    phrases += [phrase for one in asks(game).values() for phrase in one["words"]]
    assert len(phrases) == len(set(phrases))
    for phrase in some(phrases):
        with pytest.raises(Refused):
            game.read_draft(phrase)
    assert set(DEEDS) <= set(shared_words(key, "commands"))


@pytest.mark.parametrize("key", SHELF)
def test_help_tells_questions_deeds_and_an_example_that_can_be_read(key: str) -> None:
    game = SHELF[key]
    told = said(
        alone(key) if game.has_hidden_hands else begin(game, next(iter(game.ready_tables)), ("You",), frozenset(), "1"),
        "help",
    )
    for one in asks(game).values():
        assert one["words"][0] in told
    for language in LANGUAGES:
        with speaking(language):
            example, or_ = page_words(game)["command-example"], words(key).either(("1", "2"))[1:-1]
        assert example in told or language != ENGLISH
        for line in some(example.replace(or_, ", ").split(", ")):
            assert line in words(key).group("pieces") or game.read_draft(line).moves


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_question_is_understood_with_and_without_the_signs_that_stand_around_it(language: str) -> None:
    with speaking(language):
        game = SHELF["classic"]
        session = begin(game, next(iter(game.ready_tables)), ("You",), frozenset(), "1")
        for one in some(asks(game).values()):
            label = one["label"].removeprefix("¿").rstrip("?\u00a0\u202f ")
            for line in (label, f"¿{label}?", f"{label}\u202f?", f"{label}.", label.replace("’", "'")):
                assert said(session, line) == said(session, one["key"])


def test_a_card_that_is_not_in_the_hand_is_told_as_such() -> None:
    session = alone("mil_millas")
    held = {piece.key for piece in session.game.desk(session.visible_state, ()).pieces}
    card = next(card for card in words("mil_millas").group("pieces") if card not in held)
    assert refused(session, card).startswith("There is no such card")


def test_undo_is_a_deed_like_any_other() -> None:
    assert deeds(does(table(), lay("1")), "undo") == (Undo(),)
