"""The table's answers to questions are told twice: figures, dice and places are read from the position as it is
written; see `told_twice.py`."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from itertools import islice

import pytest

from rallyman_tutor.core.replay import begin as begin_game
from rallyman_tutor.games import SHELF
from rallyman_tutor.tutor.session.intents import Draft
from rallyman_tutor.tutor.session.session import Session
from rallyman_tutor.tutor.session.update import attempt
from rallyman_tutor.tutor.table.view import view
from rallyman_tutor.tutor.words.by_ear import Speech, answer
from rallyman_tutor.tutor.words.words import text_tables
from tests.games.facts import Case
from tests.games.random_games import decisions
from tests.some import some
from tests.tutor import told_twice as twice
from tests.tutor.test_by_ear import SPEECH, sat


class Told:
    """Tells the answers of one game, as much of each as is wished for."""

    def __init__(self, key: str, speech: Speech) -> None:
        self.key, self.speech = key, speech
        self.texts = {**text_tables("tutor")["answers"], **text_tables(f"games.{key}")["words"]["answers"]}

    def __call__(self, name: str, /, **facts: object) -> str:
        twice.TOLD["answers"].add(name)
        text = self.texts[name]
        text = text if isinstance(text, str) else text.get(self.speech, text["normal"])
        return str(text).format(**facts)


def tables(key: str, seed: int, many: int, every: int) -> list[tuple[Session, Case]]:
    """Tables of a random game, on which the first car alone is the learner's, or all of them are."""
    found = []
    for number, decision in enumerate(islice(decisions(key, seed), 0, many * every, every)):
        game = SHELF[key]
        position = game.write(decision.before)
        seats = range(len(game.desk(decision.before, ()).standings))
        bots = frozenset(seats[1:]) if number % 2 else frozenset[int]()
        session = Session(begin_game(game, {"position": position}), bots=bots)
        found.append((session, twice.written(key, session.state)))
    return found


def whose(session: Session, name: str) -> str:
    """The name of a driver: the only learner is "You"."""
    drivers = session.game.result(session.state)["drivers"]
    return "You" if session.learners == [drivers.index(name)] else name


def watch(seconds: int) -> str:
    return f"{'−' if seconds < 0 else ''}{abs(seconds) // 60}:{abs(seconds) % 60:02}"


@pytest.mark.parametrize("key", ["classic", "dirt"])
@pytest.mark.parametrize("speech", SPEECH)
@cache  # the test of every text asks for it again
def test_clock_gear_and_hazards_are_those_that_are_written(key: str, speech: Speech, wide: bool) -> None:
    tell = Told(key, speech)
    going_on = [one for one in tables(key, 8, 60 if wide else 15, 20) if not one[0].game.over(one[0].state)]
    for session, case in some(going_on):
        own = "" if len(session.learners) == 1 else f"{case.driver}: "
        clock = tell("clock", clock=watch(case.number("c")), seconds=case.number("s"))
        assert answer(session, "clock", speech) == own + clock
        turn = case.start.split(" | ")[2] if case.start.count(" | ") > 1 else ""
        hazards = max((len(one) for one in re.findall(r"(?<= )!+", turn)), default=0)
        limit = dict(session.game.desk(session.state, ()).facts)["limit"]
        assert answer(session, "hazards", speech) == own + tell("hazards", hazards=hazards, limit=limit)
        told = answer(session, "gear", speech)
        (said, left) = re.fullmatch(r"(.*?\.) (?:Dice left: )?(.*)\.", told).groups()  # type: ignore[union-attr]  # it is so
        assert said == own + tell("gear", gear=twice.gear(case.number("g")), pieces="", letters="").split(".")[0] + "."
        pieces = Counter({one["key"]: one["left"] for one in view(session)["pieces"] if one["left"]})
        shown = set(re.findall(r"(\w)!", "".join(re.findall(r"attack\d+\[(.*?)\]", turn))))
        assert left == (listed(tell, key, pieces, shown) or tell("none-left"))


def listed(tell: Told, key: str, pieces: Counter[str], with_hazard: set[str]) -> str:
    """Dice that are left: as letters, as numbers, or by their whole names, with the hazard that they show."""
    if tell.speech == "brief":
        return " ".join(key for key, many in pieces.items() for _ in range(many))
    names = text_tables(f"games.{key}")["words"]["pieces"]
    told = []
    for piece, many in pieces.items():
        name = piece if piece.isdigit() and tell.speech == "normal" and piece not in with_hazard else str(names[piece])
        name = str(names["with-hazard"]).format(piece=name) if piece in with_hazard else name
        told.append(tell("counted", piece=name, n=many) if many > 1 else name)
    return "; ".join(told)


@pytest.mark.parametrize("key", ["classic", "dirt"])
@pytest.mark.parametrize("speech", SPEECH)
@cache  # the test of every text asks for it again
def test_who_is_where_is_read_from_the_cars_in_the_order_of_the_road(key: str, speech: Speech, wide: bool) -> None:
    checked = Counter[str]()
    for session, case in some([*tables(key, 11, 60 if wide else 20, 15), *near_the_end(key)]):
        if not session.game.over(session.state):
            assert answer(session, "field", speech) == field(Told(key, speech), session, case)
            checked.update(how_is(session, case, name) for name in case.names)
    assert len(checked) == 3, checked


def near_the_end(key: str) -> list[tuple[Session, Case]]:
    """Tables at which somebody has finished, and somebody else may still wait."""
    game, found = SHELF[key], []
    for seed in range(3, 6):
        every = list(decisions(key, seed))
        for one in (*every[:6:2], *every[-40:-9:10], *every[-9::2]):
            session = Session(begin_game(game, {"position": game.write(one.before)}))
            found.append((session, twice.written(key, session.state)))
    return found


def how_is(session: Session, case: Case, name: str) -> str:
    """Whether a car has finished, as is written or as its space lies behind the line, drives, or waits."""
    if "@" not in case.car(name):
        return "finished" if "finished" in case.car(name).split() else "waits"
    road, car = session.state.road, session.state.cars[case.names.index(name)]  # type: ignore[attr-defined]  # a race
    line = getattr(road, "finish_line", None) or road.spaces[-1].front
    is_behind = road.spaces[car.place].start >= line if case.key == "dirt" else road.spaces[car.place].front >= line
    return "finished" if is_behind else "on the road"


def field(tell: Told, session: Session, case: Case) -> str:
    """Where the driver in turn is, who is ahead and who behind, the nearest first."""
    names = session.game.result(session.state)["drivers"]
    out = [name for name in names if "out" in case.car(name).split()]
    spaces, cars = session.state.road.spaces, session.state.cars  # type: ignore[attr-defined]  # a race
    fronts = {name: spaces[car.place].front if car.place >= 0 else -1 for name, car in zip(names, cars, strict=True)}
    own = case.driver

    def told(name: str) -> str:
        how, words = how_is(session, case, name), text_tables(f"games.{tell.key}")["words"]
        if tell.key == "dirt" and how != "on the road":
            at = words["names"]["finished" if how == "finished" else "waiting"]
            return tell("car-off-road", name=whose(session, name), space=at)
        place = spaces[cars[names.index(name)].place].key
        space = twice.stands(tell.key, session.state, name) if how == "finished" else twice.place(tell.key, place)
        facts = {"space": space, "gear": twice.gear(case.number("g", name))}
        return tell("car", name=whose(session, name), clock=watch(case.number("c", name)), **facts)

    if len(names) == 1:
        return f"{told(own)}. {tell('alone')}"
    others = [name for name in names if name not in (own, *out)]
    groups = {
        "ahead": sorted((name for name in others if fronts[name] > fronts[own]), key=lambda name: fronts[name]),
        "level": [name for name in others if fronts[name] == fronts[own]],
        "behind": sorted((name for name in others if fronts[name] < fronts[own]), key=lambda name: -fronts[name]),
    }
    parts = [f"{told(own)}.", "" if groups["ahead"] else tell("first")]
    parts += [tell(name, list="; ".join(map(told, group))) for name, group in groups.items() if group]
    parts += [tell("gone", list="; ".join(whose(session, name) for name in out))] if out else []
    return twice.joined(parts)


@pytest.mark.parametrize("key", ["classic", "dirt"])
@pytest.mark.parametrize("speech", SPEECH)
@cache  # the test of every text asks for it again
def test_with_a_draft_the_gear_that_it_would_end_in_is_that_of_its_last_gear_die(key: str, speech: Speech) -> None:
    tell, checked = Told(key, speech), Counter[str]()
    for session, case in some([one for seed in (2, 4, 8) for one in tables(key, seed, 15, 20)]):
        game = session.game
        is_rolled = re.search(r" (left|rolled|attack\d+)\[", case.start)  # dice that lie there, and are not to be laid
        harmless = [one for one in game.placements(session.state, ()) if not (one.refused or one.unwise)]
        for hold in () if is_rolled else harmless[::2]:
            told = game.write_move(hold.move)
            laid = attempt(session, Draft((told,)))[0]
            if len(laid.draft) == 1 and re.match(r"[\dwo]b*>[^>]*$", told):
                gear = int(told[0]) if told[0].isdigit() else case.number("g")
                pieces = {one["key"]: one["left"] for one in view(laid)["pieces"] if one["left"]}
                own = "" if len(laid.learners) == 1 else f"{case.driver}: "
                letters = " ".join(key for key, many in pieces.items() for _ in range(many)) or tell("none-left")
                facts = {"gear": twice.gear(case.number("g")), "then": twice.gear(gear), "letters": letters}
                listing = listed(tell, key, Counter(pieces), set()) or tell("none-left")
                assert answer(laid, "gear", speech) == own + tell("gear-then", pieces=listing, **facts), told
                checked[told[0]] += 1
    assert len(checked) > 3, checked


@pytest.mark.parametrize("key", ["classic", "dirt"])
def test_whoever_drives_alone_hears_that_nobody_else_is_there(key: str) -> None:
    for speech in some(SPEECH):
        session = sat("s9 | A@s4 g3 c75" if key == "classic" else "FX-S | A@L4 g3 c75", key)
        told = field(Told(key, speech), session, twice.written(key, session.state))
        assert answer(session, "field", speech) == told


@pytest.mark.parametrize("key", SHELF)
def test_what_is_open_now_are_the_buttons_of_the_table_and_the_dials_are_those_that_stand_there(key: str) -> None:
    game = SHELF[key]
    at_table = [session for session, _ in tables(key, 5, 8, 25) if not game.over(session.state) and not session.covered]
    for speech in some(SPEECH):
        tell = Told(key, speech)
        for session in some([one for one in at_table if game.turn(one.state) not in one.bots]):
            shown = view(session)
            driver = str(game.desk(session.visible_state, ()).facts["driver"])
            is_laid = any(one["left"] for one in shown["pieces"]) and game.placements(session.visible_state, ())
            open_now = [*([tell("lay")] if is_laid else []), *(one["label"] for one in shown["offers"])]
            now = tell("now", driver=whose(session, driver), list="; ".join(open_now) or tell("none-left"))
            assert answer(session, "now", speech) == now
            if "dials" in text_tables(f"games.{key}")["words"]["page"]["asks"]:
                dials = [": ".join(filter(None, (one["label"], one["text"]))) for one in shown["dials"] if one["text"]]
                assert (
                    answer(session, "dials", speech)
                    == twice.capital("; ".join(dials).replace(" / ", tell("of"))).rstrip(".") + "."
                )
