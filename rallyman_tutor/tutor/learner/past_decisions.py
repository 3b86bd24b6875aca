"""Decisions of a drive that cost a learner time, kept to be asked again: the position, the best decision, and theirs.

They are kept with the rules to come back to, in the visitor's own browser and in the file they take along. What else
one might consider there, and what an answer costs, is not kept: the engine reckons it whenever a decision is asked.
`puzzles.py` asks it.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from hashlib import sha256
from math import isfinite
from typing import NamedTuple, NotRequired, TypedDict

from rallyman_tutor.coach import puzzles
from rallyman_tutor.coach.card_why import principles_of_cards
from rallyman_tutor.coach.coaches import RACES, race_coach
from rallyman_tutor.coach.decision import CardPart
from rallyman_tutor.coach.draft_worth import NEGLIGIBLE
from rallyman_tutor.coach.evening import why_mistake
from rallyman_tutor.coach.review import Review
from rallyman_tutor.coach.why import principles_of
from rallyman_tutor.core.game import AnyGame, AnyMove, AnyState
from rallyman_tutor.core.notation import Refused
from rallyman_tutor.core.rule import Illegal
from rallyman_tutor.games import SHELF
from rallyman_tutor.tutor.learner import diary
from rallyman_tutor.tutor.lesson.lessons import MoveFound

MOST_LETTERS = 2000
"""Letters of a position, and of an answer, that a progress file may have; those of a real drive have a tenth of it."""
ANSWERS = 2
MOST_MOVES = 200
"""Moves of a position at cards of which a file may tell what was found."""


class PastDecision(NamedTuple):
    """A position in which a learner has lost something, and two moves in notation: the best one, then theirs."""

    game: str
    position: str
    answers: tuple[str, ...]
    found: tuple[MoveFound, ...] = ()  # at cards, of every move; a race's are reckoned anew
    principle: str = ""  # that it goes against, by its code; nothing where none is known

    @property
    def name(self) -> str:
        """The name under which its card is kept: the same in positions that are alike."""
        return f"{self.game}/{sha256(puzzles.alike(self.position).encode()).hexdigest()[:12]}"


class PastDecisionData(TypedDict):
    """A decision as a browser keeps it, and as a file."""

    game: str
    position: str
    answers: list[str]
    found: NotRequired[list[list[object]]]  # at cards
    principle: NotRequired[str]


def mistakes(game: AnyGame, review: Review, since: int = 0) -> Iterator[tuple[PastDecision, float]]:
    """The decisions of a drive that cost most, each with the seconds that it cost; those alone that were made since a
    move of this number."""
    for made in review.mistakes:
        if made.number >= since:
            here = race_coach(game).with_seconds_told_apart(made.state)
            answers = game.write_move(made.best[0]), game.write_move(made.move)
            against = why_mistake(game.key, made).named
            code = against.principle.code if against else ""
            yield PastDecision(game.key, game.write(here), answers, principle=code), made.loss


def stages_driven(game: AnyGame, table: str, review: Review) -> Iterator[tuple[str, float, int]]:
    """The stages of a drive at this table, each with the seconds that its decisions cost, and those that it took."""
    of = f"{game.key}/{table}"[: diary.MOST_LETTERS]
    for leg in review.legs:
        yield of, leg.decisions, sum(turn.seconds for turn in leg.turns)


def position(decision: PastDecision) -> tuple[AnyState, tuple[AnyMove, ...]] | None:
    """The position and the moves to choose from, the best one and the learner's first; None where they cannot be asked:
    the stage has no table here, or the kept text is no game, or no mistake."""
    found = _read(decision)
    if found is None or lacks_table(decision):
        return None
    game, (state, (kept, own)) = SHELF[decision.game], found
    best = race_coach(game).at_hand(state).best
    least, first = best.costs(state)[0]
    moves = (kept if best.cost_of(state, kept) < least + NEGLIGIBLE else first, own)  # a file may know it no better
    if best.cost_of(state, own) < least + NEGLIGIBLE:
        return None
    others = (move for move in puzzles.considered(game, state, moves[1])[2:] if move not in moves)
    return state, (*moves, *others)[: puzzles.MOST_ANSWERS]


def lacks_table(decision: PastDecision) -> bool:
    """Whether a decision cannot be asked here for want of a table alone: where its stage is solved it can be."""
    found = _read(decision)
    return found is not None and not RACES[decision.game]().has_table(found[0])


@lru_cache(maxsize=128)
def _read(decision: PastDecision) -> tuple[AnyState, tuple[AnyMove, ...]] | None:
    """The position and the moves that were kept; None where they are no game."""
    if decision.game not in RACES:
        return None
    game = SHELF[decision.game]
    try:
        state = game.read(decision.position)
        moves = tuple(move for text in decision.answers for move in game.read_moves(state, text))
    except (Refused, Illegal):
        return None
    offered = {offer.move for offer in game.desk(state, ()).offers}
    for move in moves:
        if game.why_not(state, move) or (game.form(move).kind == "word" and move not in offered):
            return None
    return (state, moves) if len(moves) == len(decision.answers) == len(set(moves)) else None


def plain(decision: PastDecision) -> PastDecisionData:
    """A decision as plain data, as a browser or a file keeps it."""
    told: PastDecisionData = {
        "game": decision.game,
        "position": decision.position,
        "answers": list(decision.answers),
    }
    if decision.found:
        told["found"] = [[*one[:3], *(one.part or ())] for one in decision.found]
    if decision.principle:
        told["principle"] = decision.principle
    return told


def read(raw: object, place: str) -> PastDecision:
    """A decision from plain data. Only its form is checked: whether it can be asked shows when it is its turn."""
    names = ("game", "position", "answers", "found", "principle")
    match [raw.get(name) for name in names] if isinstance(raw, dict) else []:
        case [str(game), str(at), list(answers), found, str() | None as code] if len(answers) == ANSWERS:
            if all(isinstance(text, str) and 0 < len(text) <= MOST_LETTERS for text in (game, at, *answers)):
                return PastDecision(game, at, tuple(answers), _found(found, place), _known(game, code))
    raise Refused("broken-progress", {"place": place})


def _known(key: str, code: str | None) -> str:
    """The code of a principle that there is; nothing for any other, as one of a later version."""
    if not code or key not in SHELF:
        return ""
    known = [one.code for one in principles_of(SHELF[key])] + [one.code for one in principles_of_cards(SHELF[key])]
    return code if code in known else ""


def _part(raw: list[object], place: str) -> CardPart | None:
    """The largest part of what a move is behind, from plain data; None where none is told."""
    match raw:
        case []:
            return None
        case [str(what), int() | float() as behind, int() | float() as error] if (
            len(what) <= MOST_LETTERS and isfinite(behind) and isfinite(error)
        ):
            return CardPart(what, float(behind), float(error))
    raise Refused("broken-progress", {"place": place})


def _found(raw: object, place: str) -> tuple[MoveFound, ...]:
    """The findings about moves, from plain data."""
    found: list[MoveFound] = []
    if raw is None:
        return ()
    for one in raw if isinstance(raw, list) and len(raw) <= MOST_MOVES else [None]:
        match one:
            case [str(move), int() | float() as behind, int() | float() as error, *part] if (
                len(move) <= MOST_LETTERS and isfinite(behind) and isfinite(error)
            ):
                found.append(MoveFound(move, float(behind), float(error), _part(part, place)))
            case _:
                raise Refused("broken-progress", {"place": place})
    return tuple(found)
