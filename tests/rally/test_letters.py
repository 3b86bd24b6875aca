"""A game by letter: honest friends come to a rally that the engine plays alike, and what is not honest is refused."""

from __future__ import annotations

import hashlib
import json
import random
from collections import Counter
from dataclasses import replace

import pytest

from rallyman_tutor.core.notation import Refused
from rallyman_tutor.core.replay import load, pack, unpack
from rallyman_tutor.core.rule import Illegal
from rallyman_tutor.games import SHELF
from rallyman_tutor.rally import letters, plan, seals
from rallyman_tutor.rally.boxes import box_of
from rallyman_tutor.rally.letters import NOBODY, PASSED_ON, Letter, LetterGame
from rallyman_tutor.rally.plan import Plan
from rallyman_tutor.rally.setup import Entry, RallySetup
from rallyman_tutor.rally.sheet import sheet_of
from tests.fuzz.inputs import as_given, words
from tests.fuzz.spoil import spoiled, spoiled_data
from tests.rally.letters import FORGED, SHORT, begun, key_of, played, said
from tests.some import some

RACES = ("classic", "dirt")


def games(key: str, many: int) -> list[list[LetterGame]]:
    """Games of two to four persons, some with a bot, begun by any of them."""
    found = []
    for number in range(many):
        persons = 2 + number % 3
        bots = int(number % 2 == 1 and persons < 4)
        game = begun(key, persons, bots, number % persons)
        found.append(played(game, f"{key} {number}"))
    return found


def holds(key: str, many: int) -> None:
    """Every game ends as the engine ends it which is told the moves and the faces alone; and out of each letter comes
    the whole game."""
    for past in some(games(key, many)):
        last = past[-1]
        assert last.writer == NOBODY and last.rally.is_over
        alone = load(last.game, json.loads(json.dumps(last.rally.replay.save())))
        assert sheet_of(last.game, alone.state) == sheet_of(last.game, last.rally.state)
        assert letters.read(SHELF, letters.write(last)) == last
        middle = past[len(past) // 2]
        assert letters.read(SHELF, letters.write(middle)) == middle
        written_by = Counter(sent.writer for sent in last.sent)
        assert written_by == Counter({seat: last.counts[seat] for seat in last.persons if last.counts[seat]})


@pytest.mark.parametrize("key", RACES)
def test_honest_friends_end_with_the_rally_that_the_engine_plays(key: str) -> None:
    holds(key, 3)


@pytest.mark.wide
@pytest.mark.parametrize("key", RACES)
def test_many_honest_friends_end_with_the_rally_that_the_engine_plays(key: str) -> None:
    holds(key, 60)


def forgeries(many: int) -> tuple[Counter[str], list[str]]:
    """So many forged letters, which come to friends who know the rally: how often each reason was given, and the
    forgeries that passed. Where both moves would have been legal, two letters that changed places are another story."""
    rng, reasons, passed = random.Random("forged"), Counter[str](), list[str]()
    games = [played(begun(key, 3), key, most)[-1] for key in RACES for most in (9, 16)]
    for number in range(many):
        known, forge = rng.choice(games), FORGED[number % len(FORGED)]
        forged = forge(letters.write(known), rng)
        try:
            letters.compare(known, letters.read(SHELF, forged))
        except Refused as refused:
            reasons[refused.key] += 1
        else:
            passed.append(f"{forge.__name__} {forged}")
    return reasons, passed


def test_forged_letters_are_refused_each_with_a_reason() -> None:
    reasons, passed = forgeries(90)
    assert passed == [] and {"letter-cut", "letter-seal", "letter-version", "letter-forged"} <= set(reasons)


@pytest.mark.wide
def test_a_thousand_forged_letters_are_refused_each_with_a_reason() -> None:
    reasons, passed = forgeries(1000)
    assert passed == [] and reasons.total() == 1000


# -- Dice -------------------------------------------------------------------------------------------------------------


def with_plan(key: str = "classic") -> LetterGame:
    """A game whose newest letter has a plan, and dice that have not fallen."""
    return next(game for game in played(begun(key, 2), key, 12) if game.plan)


def test_whoever_lays_a_plan_cannot_know_its_dice_and_whoever_throws_them_cannot_choose_them() -> None:
    """The faces follow from the letter and from a word that the other player sealed before; nobody has both in time."""
    game = with_plan()
    word = game.next_word(key_of(game.writer))
    seen = {shown_by(game, seals.hashed(str(guess))) for guess in range(40)}
    assert len(seen) > 1, "another word would show other faces"
    assert hashlib.sha256(word).digest()[: seals.WORD_BYTES] == game.words[game.writer], "and it was sealed before"
    other = seals.hashed("another word")
    with pytest.raises(Refused, match="letter-seal"):
        letters.answered(game, other, PASSED_ON)


def test_another_letter_throws_other_dice() -> None:
    """Nobody can try a plan, look at the dice, and lay another plan for them."""
    before = next(game for game in played(begun("classic", 2), "classic", 12) if said_plan(game))
    word = before.next_word(key_of(before.writer))
    letter = said(letters.opened(before, word), random.Random(1))
    assert letter.plan
    sent = [
        letters.answered(before, word, letter._replace(plan=letter.plan._replace(until=until))) for until in range(9)
    ]
    marks = {game.mark for game in sent}
    thrown = {shown_by(game) for game in sent}
    assert len(marks) == 9 and len(thrown) > 1


def said_plan(game: LetterGame) -> bool:
    word = game.next_word(key_of(game.writer))
    return said(letters.opened(game, word), random.Random(1)).plan is not None


def shown_by(game: LetterGame, word: bytes = b"") -> tuple[str, ...]:
    """The faces that fall when the newest letter is opened."""
    opened = letters.opened(game, word or game.next_word(key_of(game.writer)))
    new = opened.rally.replay.past[len(game.rally.replay.past) :]
    return tuple(face for past in new for face in past.shown)


def test_opening_a_letter_again_shows_the_same_dice() -> None:
    game = with_plan()
    assert len({shown_by(letters.read(SHELF, letters.write(game))) for _ in range(5)}) == 1


def test_two_letters_for_one_turn_are_found_by_whoever_has_seen_one_of_them() -> None:
    past = played(begun("dirt", 3), 5, 14)
    at = next(number for number, game in enumerate(past) if number > 4 and said_plan(game))
    shared, sent, later = past[at], past[at + 1], past[-1]
    more = len(later.sent) - len(shared.sent)
    assert letters.compare(shared, later) == more > 0
    assert letters.compare(later, shared) == -more
    word = shared.next_word(key_of(shared.writer))
    letter = sent.sent[-1].letter
    assert letter.plan
    other = letters.answered(shared, word, letter._replace(plan=letter.plan._replace(until=9)))
    for known in (sent, later):
        with pytest.raises(Refused, match="letter-two"):
            letters.compare(known, other)


def test_the_dice_of_a_plan_stop_at_the_hazards_it_names_and_nothing_is_left_out_before() -> None:
    found = Counter[int]()
    for number in range(12):
        for game in some(played(begun("classic", 2, stages=("s4 R3 s3 L3 s3",)), f"hazards {number}", 14)):
            if game.plan and game.plan.until and plan.rolls(game.rally.replay, game.plan) > 1:
                found[game.plan.until] += stops_in_time(game, game.plan)
    assert found[1] and found[2]


def stops_in_time(game: LetterGame, laid: Plan) -> bool:
    """Whether the hazards of a plan ended it. No die may have been rolled behind the last hazard that it allows."""
    before = game.game.desk(game.rally.state, ()).facts["hazards"]
    opened = letters.opened(game, game.next_word(key_of(game.writer)))
    mine = opened.rally.replay.past[len(game.rally.replay.past) :][: len(laid.moves)]
    faces = [face for past in mine for face in past.shown if face in ("!", ".")]
    hazards, rolled = before, 0
    for face in faces:
        assert rolled == 0 or hazards < laid.until
        hazards, rolled = hazards + (face == "!"), rolled + 1
    return len(faces) < plan.rolls(game.rally.replay, laid)


# -- What is refused --------------------------------------------------------------------------------------------------


def test_hands_of_cards_and_a_person_alone_are_refused() -> None:
    setup = RallySetup((Entry("Ana"), Entry("Ben")), (), 1)
    for key in ("crazy_rally", "mil_millas"):
        with pytest.raises(Refused, match="letter-hands"):
            letters.begin(SHELF[key], setup, "g4m3")
    with pytest.raises(Refused, match="letter-alone"):
        begun("classic", 1, 1)


def test_bots_that_decide_by_solved_stages_are_refused() -> None:
    """Another browser may not have that stage, and would come to other moves."""
    entries = (Entry("Ana"), Entry("Ben"), Entry("Cleo", "works"))
    with pytest.raises(Refused, match="not-offered"):
        letters.begin(SHELF["classic"], RallySetup(entries, SHORT["classic"]), "g4m3")


def test_a_letter_says_what_its_turn_allows_and_nothing_else() -> None:
    game = next(one for one in played(begun("classic", 2), 2, 12) if said_plan(one))
    word = game.next_word(key_of(game.writer))
    right = said(letters.opened(game, word), random.Random(1))
    assert right.plan
    moves = right.plan.moves
    wrong = (
        PASSED_ON, Letter(("stop",) * 30), Letter((), Plan(())), Letter((), Plan(("stop",))),
        Letter((), Plan(moves, 10)),
        Letter((), Plan(moves * 30)), Letter((moves[0],)), Letter((), Plan((*moves, *moves))), Letter(("nothing",)),
    )  # fmt: skip
    for letter in wrong:
        with pytest.raises(Exception, match=r"letter-says|column|CL-|move") as refused:
            letters.answered(game, word, letter)
        assert type(refused.value).__name__ in ("Refused", "Illegal", "Misread"), letter
    assert letters.answered(game, word, right).plan == right.plan


def test_a_letter_is_found_in_a_link_in_a_message_and_in_broken_lines() -> None:
    game = played(begun("dirt", 2), 3, 6)[-1]
    code = letters.write(game)
    broken = "\n".join(code[at : at + 60] for at in range(0, len(code), 60))
    for text in (
        code,
        f"https://rally.test/index.html?at=letter#letter={code}",
        f"Your turn, Ben!\n{code}\nAna",
        broken,
    ):
        assert letters.read(SHELF, text) == game
    for text in ("", "Your turn!", pack({"some": "thing", "else": ["and"] * 40})):
        with pytest.raises(Refused, match="not-a-letter"):
            letters.read(SHELF, text)


@pytest.mark.parametrize("key", RACES)
def test_a_spoiled_letter_that_is_read_tells_the_same_or_is_found_out_by_whoever_knows_the_rally(key: str) -> None:
    """Its code was left whole, or somebody has packed it anew: then its dice fall otherwise, and either no key fits its
    seals, or it is another story."""
    rng, past = random.Random(key), played(begun(key, 2), key, 16)
    known = words(key)
    ends = Counter[str]()
    for number in range(1500):
        code = letters.write(rng.choice(past))
        told = spoiled(code, rng, known) if number % 2 else pack(as_given(spoiled_data(unpack(code), rng, known)))
        ends[read_as(told, past)] += 1
    assert (
        {"refused", "the same", "another rally"} <= {*ends} <= {"refused", "the same", "another rally", "another story"}
    )


def read_as(told: str, past: list[LetterGame]) -> str:
    """How a letter is taken that comes to two friends who know their rally."""
    try:
        game = letters.read(SHELF, told)
    except (Refused, Illegal):
        return "refused"
    if game.id != past[0].id:
        return (
            "fits"
            if any(game.counts[seat] and game.is_key_of(seat, key_of(seat)) for seat in (0, 1))
            else "another rally"
        )
    try:
        letters.compare(past[-1], game)
    except Refused as refused:
        return "another story" if refused.key == "letter-two" else refused.key
    return "the same" if game == past[len(game.sent) - 1] else "taken for the true one"


@pytest.mark.parametrize("key", RACES)
def test_no_move_has_the_signs_that_stand_between_moves(key: str) -> None:
    last = played(begun(key, 3), key)[-1]
    told = [last.game.write_move(past.move) for past in last.rally.replay.past]
    assert not [text for text in some(told) if set(text) & {";", "|"}]


def test_a_key_belongs_to_one_driver_of_one_game() -> None:
    last = played(begun("classic", 2), 1, 5)[-1]
    assert [last.is_key_of(seat, key_of(seat)) for seat in (0, 1)] == [True, True]
    assert [last.is_key_of(seat, key_of(1 - seat)) for seat in (0, 1)] == [False, False]
    assert replace(last, id="other").is_key_of(0, key_of(0)) is False


@pytest.mark.wide
@pytest.mark.parametrize("key", RACES)
def test_a_whole_rally_of_three_fits_into_one_message(key: str) -> None:
    """Telegram takes 4,096 letters; the figures stand in docs/letters.md."""
    stages = next(iter(box_of(SHELF[key]).rallies.values()))
    last = played(begun(key, 3, stages=stages), key)[-1]
    assert len(letters.write(last)) < 3500
