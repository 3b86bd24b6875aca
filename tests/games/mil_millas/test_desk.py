"""The desk: what lies before a player, what each card would mean on each place, what is told, and what stays hidden."""

from __future__ import annotations

import random

import pytest

from rallyman_tutor.core.game import Desk
from rallyman_tutor.games.mil_millas import GAME
from rallyman_tutor.games.mil_millas.notation import read_sheet
from rallyman_tutor.games.mil_millas.state import HIDDEN, Discard, Draw, Lay, Move, State, Trick
from rallyman_tutor.tutor.words.words import words
from tests.games.mil_millas.rounds import NAMES, at, drive, everything, play, whole
from tests.some import some

SOME = "A 475 go limit ; B 300 go +tanker ; C | A 25 100 red fuel green endlimit 50 ; B ace 75x5"


def hold(state: State, piece: str, place: str) -> tuple[object, str]:
    """The move that lays a card on a place, and the first rule against it."""
    (found,) = (one for one in GAME.placements(state, ()) if (one.piece, one.place) == (piece, place))
    return found.move, found.refused[0].code if found.refused else ""


def test_the_pieces_are_the_cards_in_hand_each_with_its_face() -> None:
    desk = GAME.desk(at(SOME), ())
    assert [piece.key for piece in desk.pieces] == ["25", "50", "100", "red", "fuel", "green", "endlimit"]
    assert all(piece.face in GAME.faces() for piece in desk.pieces)
    laid = GAME.desk(at(SOME), (Lay("25"),))
    assert (laid.pieces[0].left, laid.pieces[0].total) == (0, 1)


def test_the_places_are_the_roads_the_deck_and_the_pile() -> None:
    places = GAME.places(at(SOME))
    assert [(place.key, place.kind) for place in places] == [
        ("road1", "own-road"), ("road2", "road"), ("road3", "road"), ("deck", "deck"), ("pile", "pile"),
    ]  # fmt: skip
    for place in places:
        assert words("mil_millas").phrase("spots", place.kind, place.facts)


def test_every_card_wears_its_reason_on_every_place() -> None:
    state = at(SOME)
    assert hold(state, "25", "road1") == (Lay("25"), "")
    assert hold(state, "100", "road1") == (Lay("100"), "MM-LIM-02")
    assert hold(state, "25", "road2") == (Lay("25", "B"), "MM-DEF-01")
    assert hold(state, "red", "road1") == (Lay("red", "A"), "MM-ATT-02")
    assert hold(state, "red", "road2") == (Lay("red", "B"), "")
    assert hold(state, "red", "road3") == (Lay("red", "C"), "MM-ATT-03")
    assert hold(state, "fuel", "road2") == (Lay("fuel", "B"), "MM-ATT-05")
    assert hold(state, "green", "road1") == (Lay("green"), "MM-DEF-03")
    assert hold(state, "green", "pile") == (Discard("green"), "")
    assert hold(state, "25", "pile") == (Discard("25"), "MM-DISC-02")


def test_in_a_window_the_immunity_on_the_own_road_is_the_trick() -> None:
    state = at("A ; B go ; C | A 25x6 ; B proof ace 50x4 | B window flat by A")
    assert hold(state, "proof", "road2") == (Trick("proof"), "")
    assert (
        hold(state, "ace", "road2")[1] == "MM-TURN-02"
    )  # the next player may also just play on, but has to draw first
    state = at("A ; B ; C go | A 25x6 ; C proof ace 50x4 | C window flat by A")
    assert hold(state, "ace", "road3") == (Trick("ace"), "MM-COUP-01")


def offers(desk: Desk[Move]) -> list[str]:
    language = words("mil_millas")
    return [language.phrase("offers", offer.name, offer.facts) for offer in desk.offers]


def test_the_first_offer_is_the_natural_one() -> None:
    assert offers(GAME.desk(at("A ; B | A 25x6"), ())) == ["Draw"]
    assert offers(GAME.desk(at(SOME), (Lay("25"),))) == ["Drive 25 km"]
    assert offers(GAME.desk(at(SOME), (Lay("red", "B"),))) == ["Lay the red light on B"]
    assert offers(GAME.desk(at(SOME), (Lay("100"),))) == []
    assert offers(GAME.desk(at("A ; B | | A deal"), ())) == ["Deal round 1"]
    window = at("A ; B go ; C | A 25x6 ; B proof 50x5 | B window flat by A")
    assert offers(GAME.desk(window, ())) == [
        "Trick! Answer with the puncture-proof tyres", "Let the puncture stand", "Draw",
    ]  # fmt: skip


def test_a_draft_lies_where_it_was_laid() -> None:
    state = at(SOME)
    for draft, place in (
        ("lay 25", "road1"), ("lay red>B", "road2"), ("discard green", "pile"), ("draw", ""), ("lay red>2", "road2"),
        ("lay red>3", "road3"), ("lay red>4", ""), ("lay red>0", ""), ("lay red>Zoe", ""),
    ):  # fmt: skip
        assert [laid.place for laid in GAME.desk(state, GAME.read_draft(draft).moves).laid] == [place]


STANDS = (
    "A 475 go limit +ace tricks1 longest1 ; B 300 flat +priority ; C ; D 875 go wrong"
    " | A 25 100 red flat green endlimit ; B 75x5 proof ; C 50x6 ; D 100x6 | {} | pile 50 petrol ; wrong-way=on"
    " ; round 3 ; points 100 200 300 400 ; points 5 6 7 8"
)


@pytest.mark.parametrize(
    ("position", "told"),
    [
        (
            STANDS.format("A").replace("100 red", "100x2 red"),
            {
                "driver": "A", "km": 475, "left": 525, "needs": "", "limited": True, "wrong": False,
                "immunities": ("ace",), "tricks": 1, "longest": 1, "hand": 7, "pile": 2, "attack": "",
                "phase": "lay", "round": 3, "points": 105,
            },
        ),
        (STANDS.format("B"), {"driver": "B", "km": 300, "needs": "spare", "limited": False, "phase": "draw"}),
        (STANDS.format("C"), {"km": 0, "left": 1000, "needs": "green", "immunities": (), "longest": 2, "points": 307}),
        (STANDS.format("D"), {"km": 875, "left": 125, "needs": "", "wrong": True, "hand": 6, "points": 408}),
        ("A ; B go | A 25x6 ; B proof 50x5 | B window flat by A", {"attack": "flat", "phase": "window"}),
        ("A ; B | | A deal", {"phase": "deal"}),
        ("A 1000 go ; B 25 | A 25x6 ; B 50x6 | A over", {"phase": "over", "left": 0}),
    ],
)  # fmt: skip
def test_the_desk_tells_how_the_side_and_the_match_stand(position: str, told: dict[str, object]) -> None:
    facts: dict[str, object] = {**GAME.desk(at(position), ()).facts}
    assert {name: facts[name] for name in told} == told


@pytest.mark.parametrize(
    ("seat", "dials"),
    [
        ("A", ["km", "left", "limited", "tricks", "longest", "deck", "points"]),
        ("B", ["km", "left", "needs", "longest", "deck", "points"]),
        ("D", ["km", "left", "wrong", "longest", "deck", "points"]),
    ],
)
def test_what_is_not_so_has_no_dial(seat: str, dials: list[str]) -> None:
    assert [dial.name for dial in GAME.desk(at(STANDS.format(seat)), ()).readouts] == dials
    fresh = GAME.desk(at("A go ; B | A 25x7"), ()).readouts
    assert [dial.name for dial in fresh] == ["km", "left", "longest", "deck"]


def test_the_standings_count_what_the_round_would_bring_until_it_is_counted() -> None:
    """475 or 300 km and one immunity; a trick is counted apart."""
    desk = GAME.desk(at(STANDS.format("A").replace("100 red", "100x2 red")), ())
    stands = [(one.name, {**one.facts}["km"], {**one.facts}["points"]) for one in desk.standings]
    assert stands == [
        ("A", 475, 105 + 475 + 100 + 300),
        ("B", 300, 206 + 300 + 100),
        ("C", 0, 307),
        ("D", 875, 408 + 875),
    ]
    over = GAME.desk(at("A 1000 go ; B 25 | A 25x6 ; B 50x6 | A over | points 1700 25"), ())
    assert [{**one.facts}["points"] for one in over.standings] == [1700, 25]


@pytest.mark.parametrize(
    ("position", "told"),
    [
        (
            "A+C 25 go ; B+D 50 go | A 25x6 ; B 50x6 ; C 75x6 ; D 100x6 | A | points 100 300 ; points 50 20 ; target=5000",
            {
                "drivers": ["A", "B", "C", "D"], "sides": [0, 1, 0, 1], "rounds": [[100, 300], [50, 20]], "km": [25, 50],
                "counts": "points", "sums": [150, 320, 150, 320], "places": [2, 1, 2, 1],
            },
        ),
        ("A ; B ; C | | A over | points 100 300 100", {"sums": [100, 300, 100], "places": [2, 1, 2]}),
    ],
)  # fmt: skip
def test_the_result_tells_the_points_and_the_place_of_every_player(position: str, told: dict[str, object]) -> None:
    result: dict[str, object] = {**GAME.result(at(position))}
    assert {name: result[name] for name in told} == told


def test_to_ask_how_a_side_stands_tells_everything_that_is_public() -> None:
    def asked(position: str, move: str) -> str:
        state, (event,) = play(at(position), move)
        return words("mil_millas").phrase("events", *GAME.describe_event(state, event))

    assert asked(STANDS.format("A").replace("100 red", "100x2 red"), "I") == (
        "A: 475 km, 525 to go. You are rolling, 50 at most, going the right way. Safe from accidents and"
        " the wrong way. 200s left: 1. Cards: 7."
    )


def test_every_table_that_is_ready_can_be_sat_down_at() -> None:
    for key, table in GAME.ready_tables.items():
        assert words("mil_millas").phrase("ready", key)
        teams = read_sheet(table).teams
        for players in GAME.seats_at.get(key, GAME.seats):
            state = GAME.new(GAME.spec(table, tuple(NAMES[:players])))
            assert state.names == tuple(NAMES[:players]) and len(state.sides) == (teams or players)
    assert GAME.new(GAME.spec("sheet A B C D teams=2", ())).names == tuple("ABCD")
    assert [len(GAME.new(GAME.demo_game(players)).names) for players in (2, 3, 4, 5, 6, 8, 9)] == [2, 3, 4, 5, 6, 8, 9]


def test_what_is_agreed_before_the_deal_is_told_and_makes_the_pack_fit() -> None:
    state, (event,) = play(GAME.new({"drivers": ["A", "B"]}), "change wrong-way=on")
    assert state.options.wrong_way and everything(state) == whole(state)
    what, facts = GAME.describe_event(state, event)
    assert words("mil_millas").phrase("events", what, facts) == "Agreed: the wrong way on."


# What is hidden


def shuffled(state: State, seat: int, rng: random.Random) -> State:
    """A state with other cards wherever this player cannot look: other hands and the deck."""
    unseen = [card for card, count in state.deck for _ in range(count)]
    unseen += [card for other, hand in enumerate(state.hands) if other != seat for card in hand]
    rng.shuffle(unseen)
    hands = []
    for other, hand in enumerate(state.hands):
        hands.append(hand if other == seat else tuple(unseen.pop() for _ in hand))
    counts = {card: unseen.count(card) for card, _ in state.deck}
    return state._replace(hands=tuple(hands), deck=tuple(counts.items()))


@pytest.mark.parametrize("seed", range(0, 88, 8))
def test_other_unseen_cards_leave_what_a_player_sees_as_it_is(seed: int) -> None:
    rng = random.Random(seed)
    for decision in some(list(drive(seed))[::9]):
        state = decision.before
        for seat in some(range(len(state.names))):
            seen, other = GAME.seen_by(state, seat), GAME.seen_by(shuffled(state, seat, rng), seat)
            assert seen == other and GAME.write(seen) == GAME.write(other)
            assert GAME.seen_by(seen, seat) == seen


@pytest.mark.parametrize("seed", range(0, 88, 8))
def test_who_decides_finds_the_same_moves_in_what_they_see(seed: int) -> None:
    for decision in some(list(drive(seed))[::5]):
        state = decision.before
        seen = GAME.seen_by(state, state.turn.seat)
        assert GAME.moves(seen) == GAME.moves(state) and GAME.desk(seen, ()) == GAME.desk(state, ())
        assert GAME.placements(seen, ()) == GAME.placements(state, ())


def test_a_hidden_hand_is_what_luck_says_once_its_player_decides() -> None:
    hand = ("25", "50", "75", "100", "red", "fuel", "green")
    for seat, name in enumerate("ABC"):
        state, _ = play(f"A ; B ; C | | {name}", f"draw{{{' '.join(hand)}}}")
        assert state.hands == tuple(hand if other == seat else (HIDDEN,) * 6 for other in range(3))


def test_a_card_drawn_is_named_only_to_whom_it_belongs() -> None:
    state, events = play("A ; B | A 25x6 ; B 50x6", "draw{red}")
    own, others = GAME.seen_by(state, 0), GAME.seen_by(state, 1)
    assert HIDDEN in others.hands[0]
    told = [GAME.describe_event(seen, events[0]) for seen in (own, others)]
    lines = [words("mil_millas").phrase("events", what, facts) for what, facts in told]
    assert lines[0] == "A: the red light is drawn. Left in the deck: 93."
    assert lines[1] == "A: cards drawn, 1. Left in the deck: 93."


def test_a_team_is_told_by_all_its_players() -> None:
    state, events = play("A+C ; B+D go | A flat 25x6 ; B 50x6 ; D 75x6", "lay flat>D")
    what, facts = GAME.describe_event(state, events[0])
    line = words("mil_millas").phrase("events", what, facts)
    assert line == "A: the puncture on B+D. Needed against it: spare wheel, then a green light."


def test_the_window_opens_whether_or_not_the_immunity_is_held() -> None:
    for card in ("proof", "75"):
        state, _ = play(f"A ; B ; C go | A flat 25x6 ; C {card} 50x5", "lay flat>C")
        assert state.turn.phase == "window" and state.turn.seat == 2


def test_an_unknown_hand_is_settled_when_its_owner_comes_to_play() -> None:
    state, _ = play("A ; B | A green 25x6", "lay green draw")
    assert HIDDEN not in state.hand and len(state.hand) == 7 and isinstance(GAME.moves(state)[0], Lay | Discard)
    state, _ = play("A ; B | A 25 50 ; B ?x2 | A | deck 75x2", "discard 25")
    assert state.hand == ("75", "75")


def test_every_event_is_told_with_the_words_of_a_language() -> None:
    language = words("mil_millas")
    known = set(language.group("events"))
    seen = set()
    for seed in range(88):
        for decision in drive(seed):
            for event in decision.events:
                seen.add(GAME.describe_event(decision.after, event)[0])
    asked = {"own-side", "side", "so-far", "turn-deal", "turn-turn", "turn-window", "turn-over", "option"}
    assert seen <= known
    assert known - seen - asked <= {
        "draw",
        "points-05",
        "points-07",
        "in-vain",
        "last-attack",
    }  # rare, or for other eyes
    for what in ("I", "Shift+I", "S", "T"):
        for event in play(SOME, what)[1]:
            name, facts = GAME.describe_event(at(SOME), event)
            assert language.phrase("events", name, facts).endswith(".")


def test_everything_a_key_does_has_an_offer_of_its_own() -> None:
    """Space and Enter only ever do what a button does as well."""
    assert GAME.read_moves(at("A ; B | A 25x6"), "Space") == [Draw()]
    assert [offer.move for offer in GAME.desk(at("A ; B | A 25x6"), ()).offers] == [Draw()]


def test_partners_share_a_car() -> None:
    state = GAME.new({"drivers": list("ABCD"), "teams": 2})
    assert [stand.car for stand in GAME.desk(state, ()).standings] == [0, 1, 0, 1]
