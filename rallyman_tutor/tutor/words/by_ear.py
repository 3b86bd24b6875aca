"""The table's answers to questions: the clock, the gear and the dice left, the next bend, who is ahead, the road.

Whoever sees reads all of it off the board. Whoever hears asks for one thing at a time, and gets one sentence: the
game's room has the facts, and the texts have each sentence in brief, as usual and in full.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Literal, TypeAlias

from rallyman_tutor.core.game import AnyMove, Desk, Piece, Standing
from rallyman_tutor.core.notation import Refused
from rallyman_tutor.core.stretch import Stretch
from rallyman_tutor.tutor.session.session import Session
from rallyman_tutor.tutor.words.desk_view import dial_shown, offer_shown, piece_name, result_shown
from rallyman_tutor.tutor.words.log import learner_of, name_for_ears
from rallyman_tutor.tutor.words.page_words import page_words
from rallyman_tutor.tutor.words.sentence import capital
from rallyman_tutor.tutor.words.words import shared_words, words

Speech: TypeAlias = Literal["brief", "normal", "full"]
"""How much is said: a setting of the learner's."""

BENDS_READ: Mapping[Speech, int] = {"brief": 1, "normal": 3}
"""How many bends of the road are read out; in full, all of them."""


def answer(session: Session, about: str, speech: Speech = "normal", place: str = "") -> str:
    """The answer to one of the game's questions, in a sentence or a few. The road is read from a place on, if one is
    named."""
    if about not in page_words(session.game)["asks"]:
        raise Refused("unknown-intent")
    if session.covered:
        raise Refused("covered")
    told = _TableReader(session, speech)
    if session.game.over(session.state) and about != "field":
        return told.result()
    match about:
        case "now":
            return told.now()
        case "field":
            return told.field()
        case "bend":
            return told.bend()
        case "road":
            return told.road(place)
        case "dials":
            return told.dials()
    return told.facts(about)


class _TableReader:
    """One table as it is told to whoever asks."""

    def __init__(self, session: Session, speech: Speech) -> None:
        self.session, self.speech = session, speech
        self.game, self.state = session.game, session.visible_state
        self.language, self.texts = words(session.game.key), shared_words(session.game.key, "answers")
        self.desk: Desk[AnyMove] = self.game.desk(self.state, session.draft)
        self.is_legal = not self.game.judge(self.state, session.draft)
        self.learner = learner_of(session)
        self.seat = self.learner if self.game.over(self.state) and self.learner >= 0 else self.game.turn(self.state)

    def say(self, key: str, **facts: object) -> str:
        """A sentence of the texts, as much of it as is wished for."""
        text = self.texts[key]
        if not isinstance(text, str):
            text = text.get(self.speech, text["normal"])
        return str(text).format_map(facts)

    def facts(self, about: str) -> str:
        """The desk's facts about it."""
        facts = {name: self.language.fact(name, value) for name, value in self.desk.facts.items()}
        ends_elsewhere = self.session.draft and self.is_legal and "then" in facts
        ways = [f"{about}-then"] * bool(ends_elsewhere) + [f"{about}-{self.desk.facts.get('phase')}", about]
        key = next(way for way in ways if way in self.texts)
        aside = [Piece(card, 1, 1, card) for card in self.desk.facts.get("aside", ())]
        facts |= {"pieces": self.listed(self.desk.pieces), "letters": self.letters(self.desk.pieces)}
        told = self.say(key, **facts | {"aside": self.listed(aside), "aside-letters": self.letters(aside)})
        return told if self.learner >= 0 else self.say("whose", driver=self.name(self.seat), told=told)

    def listed(self, pieces: Sequence[Piece]) -> str:
        """The dice or cards that are left of these; of dice with a number that alone, unless all is to be told."""
        listed: list[str] = []
        for piece in pieces:
            is_number = piece.face == piece.key and len(piece.key) == 1 and piece.key.isdigit()
            name = piece.key if is_number and self.speech != "full" else piece_name(self.language, piece)
            if piece.left:
                listed.append(self.say("counted", piece=name, n=piece.left) if piece.left > 1 else name)
        return self.language.joined(listed) or self.say("none-left")

    def letters(self, pieces: Sequence[Piece]) -> str:
        """The dice or cards that are left of these, as notation writes them."""
        return " ".join(piece.key for piece in pieces for _ in range(piece.left)) or self.say("none-left")

    def now(self) -> str:
        can_lay = any(piece.left for piece in self.desk.pieces) and self.game.placements(self.state, self.session.draft)
        open_now = [offer_shown(self.game, self.language, offer)["label"] for offer in self.desk.offers]
        listed = [*([self.say("lay")] if can_lay else []), *open_now]
        return self.say("now", driver=self.name(self.seat), list=self.language.joined(listed) or self.say("none-left"))

    def dials(self) -> str:
        dials = [dial_shown(self.language, dial) for dial in self.desk.readouts if self.is_legal or dial.name != "then"]
        named = str(page_words(self.game)["colon"])
        told = [named.format_map(dial) if dial["label"] else dial["text"] for dial in dials if dial["text"]]
        return capital(self.language.joined(told).replace(" / ", self.say("of"))).removesuffix(".") + "."

    def result(self) -> str:
        rows = [
            f"{place}. {name} {sum_}" if place else name for place, name, sum_ in result_shown(self.session)["rows"]
        ]
        return self.say("over", list=self.language.joined(rows))

    # -- Who is where ---------------------------------------------------------------------------------------------

    def name(self, seat: int) -> str:
        return name_for_ears(seat, self.learner).get("driver", self.desk.standings[seat].name)

    def field(self) -> str:
        """Where the player in turn is, who is ahead and who behind, the nearest first. Partners are in the same car."""
        own = self.desk.standings[self.seat]
        others = [(seat, one) for seat, one in enumerate(self.desk.standings) if one.car != own.car]
        on_road = [(seat, one) for seat, one in others if one.still_in]
        if not others:
            return f"{self.car(self.seat, own)}. {self.say('alone')}"
        out = [self.name(seat) for seat, one in enumerate(self.desk.standings) if not one.still_in]
        gone = [self.say("gone", list=self.language.joined(out))] if out else []
        if not own.still_in:
            there = self.language.joined([self.car(seat, one) for seat, one in on_road])
            return " ".join([*gone, *([self.say("still-in", list=there)] if there else [])])
        groups = {
            "ahead": sorted(((seat, one) for seat, one in on_road if one.far > own.far), key=lambda pair: pair[1].far),
            "level": [(seat, one) for seat, one in on_road if one.far == own.far],
            "behind": sorted(
                ((seat, one) for seat, one in on_road if one.far < own.far), key=lambda pair: -pair[1].far
            ),
        }
        told = [
            self.say(key, list=self.language.joined([self.car(seat, one) for seat, one in cars]))
            for key, cars in groups.items()
            if cars
        ]
        first = [] if groups["ahead"] else [self.say("first")]
        return " ".join([f"{self.car(self.seat, own)}.", *first, *told, *gone])

    def car(self, seat: int, one: Standing) -> str:
        facts = {name: self.language.fact(name, value) for name, value in one.facts.items()}
        if one.facts.get("at", one.place) != one.place:  # before the start, or past the finish
            return self.say("car-off-road", name=self.name(seat), space=facts["at"])
        return self.say("car", name=self.name(seat), space=self.language.place(one.place), **facts)

    # -- The road -------------------------------------------------------------------------------------------------

    def bend(self) -> str:
        bend = next((one for one in self.game.road_ahead(self.state) if one.kind == "bend"), None)
        if bend is None:
            return self.say("no-bend")
        return self.say("bend" if bend.before else "bend-at-once", bend=self.stretch(bend), before=bend.before)

    def road(self, place: str) -> str:
        """The road in pace notes, as far as is wished for."""
        told = [capital(self.stretch(one)) for one in self.as_far(self.game.road_ahead(self.state, place))]
        return f"{'. '.join(told)}." if told else self.say("no-road")

    def as_far(self, ahead: Sequence[Stretch]) -> Iterator[Stretch]:
        bends = BENDS_READ.get(self.speech, len(ahead))
        for one in ahead:
            yield one
            bends -= one.kind == "bend"
            if not bends:
                return

    def stretch(self, one: Stretch) -> str:
        ways = ", ".join(
            self.language.phrase(
                "road", way.name if way.length == 1 else f"{way.name}-long", {**way.facts, "count": way.length}
            )
            for way in one.ways
        )
        facts = {name: self.language.fact(name, value) for name, value in one.facts.items()}
        told = str(self.language.group("road")[one.kind]).format_map({**facts, "ways": ways})
        if one.facts.get("surface") == "snow":
            told = self.more("snow", told)
        if self.speech == "full":
            for name in ("beside", "danger"):
                many = one.facts.get(name)
                if isinstance(many, tuple) and many:
                    listed = self.language.both([self.language.fact(name, each) for each in many])
                    told = self.more(name, told, **{name: listed})
        cars = [seat for seat, stand in enumerate(self.desk.standings) if stand.place in one.places and stand.still_in]
        if cars and self.speech != "brief":
            told = self.say("with-cars", stretch=told, list=self.language.both([self.name(seat) for seat in cars]))
        return told

    def more(self, key: str, stretch: str, **facts: object) -> str:
        return str(self.language.group("road")[key]).format_map({"stretch": stretch, **facts})
