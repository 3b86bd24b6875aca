"""Remedies at the card table: clearing the way comes first, every worth has its price, and nothing hidden is known.

That every remedy is open and can be pressed is asked of all games in `tests/games/test_remedies.py`.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator

import pytest

from rallyman_tutor.core.remedy import Price, Remedy
from rallyman_tutor.core.rule import Violation
from rallyman_tutor.games.mil_millas import GAME
from rallyman_tutor.games.mil_millas.state import GUARD, HIDDEN, Bonus, Change, Draw, Lay, Move, Pass, State, Trick
from rallyman_tutor.games.mil_millas.step import called
from rallyman_tutor.tutor.session.intents import Draft
from rallyman_tutor.tutor.session.session import Drafts, Session
from rallyman_tutor.tutor.session.update import update
from rallyman_tutor.tutor.table.view import view
from rallyman_tutor.tutor.words.remedies import intent_of
from tests.games.faulty import faulty
from tests.games.mil_millas.rounds import at, candidates, drive
from tests.games.mil_millas.test_desk import shuffled
from tests.games.opened import Replay, explain, opened, reason


def found(position: str, draft: str) -> list[str]:
    """The remedies against the first rule that is broken, move by move."""
    state, moves = at(position), GAME.read_draft(draft).moves
    broken = [*GAME.judge(state, moves), *GAME.advise(state, moves)]
    assert GAME.remedies is not None
    return [GAME.write_move(one) for remedy in GAME.remedies(state, moves, broken[0]) for one in remedy.moves]


def told(position: str, draft: str) -> str:
    state, moves = at(position), GAME.read_draft(draft).moves
    return explain(GAME, state, moves, [*GAME.judge(state, moves), *GAME.advise(state, moves)][0]).fix


@pytest.mark.parametrize(
    ("position", "draft", "first"),
    [
        ("A ; B | A 100x2 green redx4", "lay 100", "lay green"),
        ("A 50 flat ; B | A 100x2 spare green redx3", "lay 100", "lay spare"),
        ("A 50 flat ; B | A 100x2 proof green redx3", "lay 100", "lay proof"),
        ("A go limit ; B | A 75x2 endlimit redx4", "lay 75", "lay endlimit"),
        ("A flat ; B | A green spare 25x5", "lay green", "lay spare"),
        ("A 950 go ; B | A 50 75 redx5", "lay 75", "lay 50"),
        ("A 950 go ; B go | A 50 75 redx5", "lay 75", "lay 50"),
        ("A ; B go ; C go | A flat 25x6", "lay flat", "lay flat>B"),
        ("A ; B go ; C | A flat 25x6", "lay flat>C", "lay flat>B"),
        ("A ; B 25 flat +priority | A fuel flat limit 50x2 25x2", "lay limit>B", "discard limit"),
        ("A ; B | A 25x6", "lay 25", "draw"),
        ("A go ; B | A 25x6 petrol", "discard 25", "lay 25"),
        ("A go ; B | A 50x6 ace", "discard ace", "lay 50"),
        ("A ; B go ; C | A 25x6 ; B ace proof 50x4 | B window flat by A", "trick ace", "trick"),
        ("A 300 go wrong ; B | A 100 ace redx5 | A | wrong-way=on", "lay 100", "lay ace"),
        ("A ; B | | A deal", "draw", "deal"),
        (
            "A ; B go ; C go | A 25x6 ; B 25x2 red 50 ; C 75x6 | B window flat by A | deck -",
            "trick ace",
            "lay red>C",
        ),
        ("A ; B | A 25 50 75 100 200 red petrol", "lay 100", "discard petrol"),
        ("A ; B | A 25 50 75 100x2 200 red", "lay 50", "discard 100"),
        ("A go ; B | A 25x7", "lay 25 lay 25", "lay 25"),
    ],
)  # fmt: skip
def test_what_clears_the_way_or_uses_the_card_comes_first(position: str, draft: str, first: str) -> None:
    assert found(position, draft)[0] == first


def test_a_limit_is_not_advised_against_a_car_that_no_limit_can_be_laid_on() -> None:
    fix = told("A ; B 25 flat +priority | A fuel 25x6", "lay fuel>B")
    assert "speed limit" not in fix and fix == "Throw the 25 away, and this turn with it."


def test_a_broken_car_is_not_told_to_drive() -> None:
    fix = told("A 25 flat +priority ; B | A green 25x6", "lay green")
    assert "rive" not in fix and fix.startswith("Throw")


@pytest.mark.parametrize(
    ("position", "draft", "because"),
    [
        ("A 1000 go ; B | | A over", "deal", "The round is over"),
        ("A ; B | A 25x7 ; B 50x6", "B:draw", "before your turn"),
        ("A ; B | A 25x7", "Zoe:draw", "Those who sit here: A and B."),
        ("A ; B go ; C | A 25x6 ; B 50x6 ; C 75x6 | B window flat by A", "C:draw", "before the puncture is answered"),
        (
            "A+C ; B+D go | A 25x6 ; B 50x6 ; C 75x6 ; D 100x6 | B window flat by A",
            "D:draw",
            "Asked for an answer now: B.",
        ),
        ("A ; B | A 25x7", "bonus extension", "nothing to claim"),
        ("A ; B | A 25x7", "change stacking=on", "what was agreed holds"),
        ("A ; B | | A deal", "change teams=2", "At a new table"),
        ("A ; B | | A deal", "change weather=on", "These can be agreed on"),
        ("A 300 go wrong ; B | A 25x7 | A | wrong-way=on", "lay 25", "one has to be"),
    ],
)
def test_where_nothing_is_open_the_reason_is_told(position: str, draft: str, because: str) -> None:
    assert found(position, draft) == [] and because in told(position, draft)


def test_behind_a_faulty_move_nothing_is_judged() -> None:
    state, moves = at("A ; B | A 25x7"), GAME.read_draft("change stacking=on lay 25").moves
    assert {explain(GAME, state, moves, broken).fix for broken in GAME.judge(state, moves)} == {
        "The cards are dealt, so what was agreed holds for this round."
    }


def test_without_a_card_selected_no_card_is_spoken_of() -> None:
    for key in ("Delete", "Enter"):
        state, moves = at("A ; B | A 25x7"), GAME.read_draft(key).moves
        (broken, *_) = GAME.judge(state, moves)
        assert explain(GAME, state, moves, broken).said.endswith("no card is selected.")


def cases(seeds: range) -> Iterator[tuple[State, tuple[Move, ...], Violation, tuple[Remedy[Move], ...]]]:
    """The remedies against random faulty drafts, some of them with a second move."""
    assert GAME.remedies is not None
    rng = random.Random(seeds.start)
    for state, draft in faulty("mil_millas", seeds, 3):
        moves = (*draft, rng.choice(candidates(state))) if rng.random() < 0.2 else draft
        for broken in (*GAME.judge(state, moves), *GAME.advise(state, moves)):
            yield state, moves, broken, tuple(GAME.remedies(state, moves, broken))


def price_by_playing(state: State, move: Move) -> Price:
    """The cost of a move by its effects: a turn with nothing laid, kilometres, a trick, or an immunity that mends
    nothing."""
    after, events = GAME.play(state, move, GAME.harmless_luck)
    what = {event.what for event in events}
    if "discard" in what or "drive-back" in what:
        return Price.COSTS_TIME
    window = state.turn.phase == "window"
    if window and GUARD[state.turn.attack] in state.hand and "trick" not in what:
        return Price.COSTS_TIME
    if "safe" in what and "trick" not in what:
        own = state.turn.seat % len(state.sides)
        before, then = state.sides[own], after.sides[own]
        mended = (before.problems, before.limited, before.wrong, before.stopped) != (
            then.problems, then.limited, then.wrong, then.stopped
        )  # fmt: skip
        return Price.HARMLESS if mended else Price.COSTS_TIME
    return Price.HARMLESS


def check(seeds: range) -> int:
    told = 0
    for state, moves, broken, remedies in cases(seeds):
        text = f"{broken.code} {GAME.write(state)} :: {' '.join(map(GAME.write_move, moves))}"
        assert len({remedy.kind for remedy in remedies}) == len(remedies) or remedies[0].kind == "agree", text
        prices = [remedy.price for remedy in remedies]
        assert prices == sorted(prices), text
        for remedy in remedies:
            told += 1
            (move,) = remedy.moves
            assert not GAME.judge(state, (move,)), text
            if remedy.kind != "agree":
                assert remedy.price == price_by_playing(state, move), text
                assert GAME.complete_script(state, move, ())[0] in GAME.moves(state) or broken.at, text
        if not remedies:
            assert nothing_is_open(state, moves, broken), text
    return told


def nothing_is_open(state: State, moves: tuple[Move, ...], broken: Violation) -> bool:
    """By the list of all moves: none, none of this player's, none that was asked for, or only ways farther back."""
    said = explain(GAME, state, moves, broken).fix
    if isinstance(moves[0], Change | Bonus) or not GAME.moves(state):
        return bool(said)
    by = getattr(moves[0], "by", "")
    if by and by != state.names[state.turn.seat]:
        return ("Those who sit here" in said) == (by not in state.names)
    lengths = [int(move.card) for move in GAME.moves(state) if isinstance(move, Lay)]
    back = broken.code == "MM-WRONG-06" and len(lengths) == len(GAME.moves(state))
    return back and min(lengths) == broken.facts["value"]


def test_remedies_to_random_drafts_are_listed_priced_and_of_different_kinds() -> None:
    assert check(range(12)) > 150


@pytest.mark.wide
@pytest.mark.parametrize("first", range(2000, 2400, 50))
def test_remedies_to_random_drafts_are_listed_priced_and_of_different_kinds_widely(first: int) -> None:
    assert check(range(first, first + 50)) > 500


def test_what_a_remedy_leads_to_can_be_shown() -> None:
    """The page as it is once the button was pressed: laid or done, with a name for whatever lies there."""
    shown = 0
    for state, keyed, broken, _ in cases(range(40, 44)):
        moves = tuple(GAME.complete_script(state, move, ())[0] for move in keyed)
        for one in explain(GAME, state, moves, broken).remedies:
            session = Session(Replay(GAME, {}, state), drafts=Drafts(opened(moves)), handed_to=state.turn.seat)
            page = view(update(session, intent_of(one)), session)
            assert all(step["name"].strip() == step["name"] != "" for step in page["draft"])
            shown += 1
    assert shown > 50


@pytest.mark.parametrize(
    ("position", "draft", "name"),
    [
        ("A ; B | | A deal", "change stacking=on", "Agree on something else: stacked attacks"),
        ("A ; B | | A deal", "bonus extension", "Claim points for an extension"),
        ("A ; B | A 25x7", "Delete", "Discard"),
        ("A ; B | A 25x7", "draw", "Draw"),
    ],
)
def test_what_is_only_said_or_pressed_is_called_by_what_it_is(position: str, draft: str, name: str) -> None:
    state = at(position)
    session = Session(Replay(GAME, {}, state), handed_to=state.turn.seat)
    assert view(update(session, Draft((draft,))))["draft"][0]["name"] == name


def test_remedies_know_no_more_than_the_player_sees() -> None:
    rng, compared = random.Random(5), 0
    for state, moves, broken, remedies in cases(range(30, 36)):
        other = shuffled(state, state.turn.seat, rng)
        compared += other != state
        assert tuple(GAME.remedies(other, moves, broken)) == remedies
        seen = GAME.seen_by(state, state.turn.seat)
        if HIDDEN not in seen.hand:
            assert tuple(GAME.remedies(seen, moves, broken)) == remedies
    assert compared > 20


# -- What a sentence says is so ---------------------------------------------------------------------------------------

NUMBER = re.compile(r"\d+")


def numbers_that_are_so(state: State, move: Move) -> set[int]:
    """Every number that may be spoken of here, read off the position as text."""
    own = state.turn.seat % len(state.sides)
    words = GAME.write(state).split("|")[0].split(";")[own].split()
    km = next((int(word) for word in words if word.isdecimal()), 0)
    longest = next((int(word[7:]) for word in words if word.startswith("longest")), 0)
    card = getattr(move, "card", "")
    value = int(card) if card.isdecimal() else 0
    let_through = {25, 50} if "limit" in words else set()
    return {km, value, 1000, 1000 - km, km - value, longest, len(state.hand), *let_through}


def test_every_number_and_every_name_in_what_was_seen_is_found_again() -> None:
    spoken = 0
    for seed in range(0, 88, 4):
        rng = random.Random(seed)
        for decision in drive(seed):
            if rng.random() > 0.03:
                continue
            state = decision.before
            for move in rng.sample(candidates(state), 30):
                for broken in GAME.judge(state, (move,)):
                    said = reason(GAME, state, (move,), broken).said
                    so = numbers_that_are_so(state, move)
                    assert {int(number) for number in NUMBER.findall(said)} <= so, (said, GAME.write(state))
                    spoken += bool(NUMBER.search(said))
                    on = getattr(move, "on", "")
                    if broken.code.startswith("MM-ATT") and on and f" on {on}" in said:
                        assert on in state.names
    assert spoken > 100


def test_who_needs_950_to_1000_is_told_how_much_exactly() -> None:
    state, moves = at("A 950 go ; B | A 75x2 redx5"), GAME.read_draft("lay 75").moves
    (broken,) = GAME.judge(state, moves)
    assert (
        explain(GAME, state, moves, broken).said
        == "You want to add 75 to 950, and that takes you past 1000. You need exactly 50."
    )


def test_an_attack_answered_by_drawing_is_advised_once() -> None:
    state = at("A ; B go ; C | A 25x6 ; B 50x6 | B window flat by A")
    assert {Pass(), Draw()} <= set(GAME.moves(state)) and Trick() not in GAME.moves(state)
    assert found(GAME.write(state), "trick") == ["pass"]
    assert called(state, 1) == "B"


def test_a_card_is_rather_thrown_away_than_driven_back_with() -> None:
    position = "A 450 go ; B 225 go wrong | B 75 green endlimit spare repair petrol 50 | B | wrong-way=on"
    assert told(position, "lay green") == "Throw the repair away, and this turn with it. Or drive 50 km back."


# -- Scripts of several moves -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("position", "script"),
    [
        ("A 100 go ; B | A 100 25x5", "draw{50} lay 100"),
        ("A 100 go ; B | A priority 100 25x5", "lay priority draw{75} lay 100"),
        ("A 100 go ; B go | A red 25x6 ; B priority 50x5", "lay red>B trick"),
        ("A 100 go ; B 25 go | A red 25x6 ; B 50x6", "lay red>B pass draw{green} lay green draw{100} lay 100"),
    ],
)
def test_a_turn_of_several_moves_is_a_script_and_so_are_several_turns(position: str, script: str) -> None:
    assert GAME.judge(at(position), GAME.read_draft(script)) == []


@pytest.mark.parametrize(
    ("position", "script", "told"),
    [
        ("A go ; B | A 25 50 green redx2 fuel flat", "lay 25 lay 50", "Lay only the 25."),
        ("A go ; B | A 25 50 green redx2 fuel flat ; B 50x6", "lay 25 lay 50", "Lay only the 25."),
        ("A go ; B | A 25 50 green redx2 fuel", "draw{100} lay 25 lay 100", "Lay only the 25."),
        ("A go ; B | A 25 50 red greenx2 fuel flat", "discard fuel lay 25", "Throw only the empty tank away."),
        ("A go ; B ; C 25 go | A 25 50 red greenx2 fuel flat", "lay red>C discard green", "Lay only the red light."),
    ],
)
def test_a_second_card_of_one_turn_is_refused_as_such(position: str, script: str, told: str) -> None:
    state, draft = at(position), GAME.read_draft(script)
    (broken,) = GAME.judge(state, draft)
    assert (broken.code, broken.at) == ("MM-TURN-05", len(draft.moves) - 1)
    assert explain(GAME, state, draft, broken).fix == told


def test_a_card_named_as_the_next_players_is_judged_as_theirs() -> None:
    broken = GAME.judge(at("A go ; B | A 25 50 green redx2 fuel flat ; B 50x6"), GAME.read_draft("lay 25 B:lay 50"))
    assert [one.code for one in broken] == ["MM-TURN-02", "MM-DIST-02"]


def test_a_remedy_knows_the_cards_that_a_script_tells_and_names_none_that_it_does_not_tell() -> None:
    state = at("A go ; B go | A red green 25x4 ; B 50x6")
    told = GAME.read_draft("draw{petrol} lay 25 draw{75} lay 200")
    assert explain(GAME, state, told, GAME.judge(state, told)[0]).fix == "Drive 75 km."
    untold = GAME.read_draft("lay 25 draw lay 200")
    state = at("A go ; B | A red green 25x5")
    (broken, *_) = GAME.judge(state, untold)
    assert "It is not told here which cards are drawn" in explain(GAME, state, untold, broken).fix


@pytest.mark.parametrize(
    ("position", "key", "code"),
    [
        ("A 25 go ; B | A red 25x6", "Enter red", "MM-ATT-03"),
        ("A 25 go ; B 75 go +proof | A flat 25x6", "Enter flat", "MM-ATT-05"),
        ("A 25 go ; B limit ; C limit | A limit 25x6", "Enter limit", "MM-ATT-06"),
        ("A 25 go ; B 75 go ; C 75 go | A flat 25x6", "Enter flat", "MM-ATT-01"),
        ("A 25 go ; B | A 25x6 ; B red 50x5 | B window limit by A", "Enter red", "MM-TURN-02"),
    ],
)
def test_enter_on_an_attack_that_fits_nobody_tells_why(position: str, key: str, code: str) -> None:
    assert GAME.judge(at(position), GAME.read_draft(key))[0].code == code


def test_where_every_card_has_to_go_back_the_one_that_goes_least_is_the_best_there_is() -> None:
    """Every other card goes further back, and none can be thrown away while one can be played."""
    state = GAME.read("A 125 go wrong ; B 100 go | A 25 50x2 75x2 100x2 ; B red 25x3 50 75 | A | wrong-way=on")
    (draft,) = [GAME.read_draft("lay 25").moves]
    (warned,) = GAME.advise(state, draft)
    assert explain(GAME, state, draft, warned).fix == (
        "No other card would take you less far back, and every card of yours can be played, so one has to be."
    )
    back = {
        move.card: state.sides[0].km - GAME.play(state, move, GAME.harmless_luck)[0].sides[0].km
        for move in map(opened, GAME.moves(state))
    }
    assert set(back) == {"25", "50", "75", "100"} == set(state.hands[0])
    assert min(back, key=lambda card: back[card]) == "25" and back["25"] > 0
    assert GAME.judge(state, GAME.read_draft("discard 25").moves)
