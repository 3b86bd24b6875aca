"""A learner at the table: a game as played so far, dice laid but not rolled, and a second draft beside the first.

A session is never changed: `update` takes an intent (what the learner did, see `intents.py`) and returns another
session, or refuses it with a key of the texts. What dice and cards show depends on the seed and the number of moves
made, so undoing and rolling again shows the same faces. A lesson may tell in advance what the learner's own dice show.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import accumulate
from random import Random

from rallyman_tutor.coach import bots as coach
from rallyman_tutor.coach.card_review import Played, Weighed
from rallyman_tutor.coach.coaches import has_race_coach, race_coach
from rallyman_tutor.coach.decision import Advice, Decision
from rallyman_tutor.coach.ghost import Leg
from rallyman_tutor.coach.ghost import legs as ghost_legs
from rallyman_tutor.coach.review import Made
from rallyman_tutor.coach.review import Review as DriveReview
from rallyman_tutor.coach.solver.mix import Mix as Shares
from rallyman_tutor.coach.what_if import with_share_moved
from rallyman_tutor.core.game import AnyGame, AnyMove, AnyState, Event
from rallyman_tutor.core.luck import Luck, Prompted, Seeded
from rallyman_tutor.core.notation import Refused
from rallyman_tutor.core.replay import Replay
from rallyman_tutor.core.replay import begin as begin_game
from rallyman_tutor.core.rule import Illegal
from rallyman_tutor.tutor import laying, looking_back
from rallyman_tutor.tutor.intents import (
    Act,
    Advise,
    Ask,
    AtTable,
    Clear,
    Cloud,
    Copy,
    Draft,
    Enough,
    Ghost,
    Help,
    HelpSetting,
    Lay,
    Look,
    Mix,
    Put,
    Refute,
    Retry,
    Return,
    Review,
    Swap,
    Take,
    Uncover,
    Undo,
)

MOST_PARTS = 4
"""Into how many parts the advice is divided."""
TRIES = 24
"""How often the coach plays every move out before it advises."""
PRESENT = -1


@dataclass(frozen=True, slots=True)
class Session:
    """One learner's table at one moment."""

    replay: Replay[AnyState, AnyMove]
    draft: tuple[AnyMove, ...] = ()
    second_draft: tuple[AnyMove, ...] = ()  # the second draft, to compare
    earlier_drafts: tuple[tuple[AnyMove, ...], ...] = ()  # drafts since the last move, for undoing
    bots: frozenset[int] = frozenset()
    seed: str = "1"
    table: str = ""  # what was sat down at: the name of a ready table, or one told in notation
    foretold: tuple[str, ...] = ()  # what the learner's dice and cards show, as far as it is told in advance
    handed_to: int = -1  # of several learners at one table, who looks at it now
    level: str = coach.LEVELS[1]  # of the bots
    thoughts: tuple[tuple[int, Decision[AnyMove]], ...] = ()  # what bots thought of their moves, by the number of each
    advice: tuple[Advice[AnyMove], ...] = ()  # what is the best thing to do now, once somebody asked
    parts_asked: int = 0  # how many parts of the advice on what lies now were asked for: see `advice_view.py`
    review: DriveReview | Played | None = (
        None  # of the drive that is over, once somebody asked; of cards, what is weighed
    )
    tried: Made | Weighed | None = None  # the decision of an earlier drive that is tried again
    retried: AnyMove | None = None  # what is decided there now; it is played once it is decided again
    finished: Session | None = None  # that drive, to return to
    unwanted: tuple[AnyMove, ...] | None = None  # the draft of which the advice was stopped while it was reckoned
    clouded: tuple[AnyMove, ...] = ()  # the draft that was to be driven a thousand times
    ghost: bool = False  # whether a ghost drives beside the learner, if there can be one
    help: HelpSetting = "request"  # how much the co-driver helps, in a game that is solved
    mix: Shares | None = None  # of the cards, as the visitor tries it; nothing before they do
    asked: int = 0  # how often help was asked for in this drive
    unasked: int = 0  # at how many decisions of it the cost of the draft was told without being asked for
    viewed_event: int = PRESENT  # which event of the past is looked at, counted from the start; PRESENT: none

    @property
    def game(self) -> AnyGame:
        return self.replay.game

    @property
    def state(self) -> AnyState:
        """The present of the game."""
        return self.replay.state

    @property
    def learners(self) -> list[int]:
        """The seats that the tutor does not play for."""
        return [seat for seat in range(len(self.game.result(self.state)["drivers"])) if seat not in self.bots]

    @property
    def viewing_seat(self) -> int:
        """The seat whose cards are to be seen: the learner's; where several learners share the table, that of whoever
        has it before them, -1 while it is handed over."""
        own, seat = self.learners, self.game.turn(self.state)
        if self.game.has_hidden_hands and len(own) > 1:
            return seat if self.game.over(self.state) or self.handed_to == seat else -1
        return seat if seat in own or not own else own[0]

    @property
    def covered(self) -> bool:
        """Whether the hands are covered, because the table is being handed to the next learner."""
        return self.viewing_seat < 0

    @property
    def visible_state(self) -> AnyState:
        """The present state, as far as the viewing seat may see it."""
        return self.game.seen_by(self.state, self.viewing_seat)

    @property
    def displayed_state(self) -> AnyState:
        """The state that is on the board: the present one, or one of the past that is looked at."""
        return (
            self.state
            if self.viewed_event == PRESENT
            else self.replay.past[self.move_of_event(self.viewed_event)].state
        )

    def move_of_event(self, line: int) -> int:
        """The move that an event belongs to."""
        ends = accumulate(len(past.events) for past in self.replay.past)
        return next(number for number, end in enumerate(ends) if line < end)

    @property
    def event_count(self) -> int:
        """How many events the game has seen."""
        return sum(len(past.events) for past in self.replay.past)


def begin(
    game: AnyGame,
    table: str,
    drivers: tuple[str, ...],
    bots: frozenset[int],
    seed: str,
    level: str = coach.LEVELS[1],
) -> Session:
    """A new game at a table: one of the game's own, or one told in its notation."""
    spec = game.spec(game.ready_tables.get(table, table), drivers)
    return with_bots_played(Session(begin_game(game, spec), bots=bots, seed=seed, table=table, level=level))


def update(session: Session, intent: AtTable) -> Session:
    """The session after what the learner did. What an intent names may not exist."""
    if session.covered and not isinstance(intent, Uncover | Look):
        raise Refused("covered")
    match intent:
        case Lay(piece, place):
            return _lay(session, piece, place)
        case Take(at):
            return _with_draft(session, laying.taken(session.draft, at))
        case Put(at, place, move):
            lies = session.game, session.state, session.draft
            return _with_draft(
                session, laying.put(*lies, at, move) if place is None else laying.moved(*lies, at, place)
            )
        case Draft(moves):
            return _with_draft(session, laying.read_draft(session.game, session.state, moves))
        case Clear():
            return _with_draft(replace(session, retried=None), ())
        case Swap():
            return replace(
                session, draft=session.second_draft, second_draft=session.draft, earlier_drafts=(), parts_asked=0,
                retried=None, viewed_event=PRESENT,
            )  # fmt: skip
        case Copy():
            return replace(session, second_draft=session.draft)
        case Act(move):
            return _act(session, move)
        case Ask(move):
            return _ask(session, move)
        case Advise():
            return _advise(session)
        case Enough():
            return replace(session, parts_asked=0, unwanted=session.draft)
        case Undo():
            return _undo(session)
        case Uncover():
            return replace(session, handed_to=session.game.turn(session.state))
        case Look(at):
            return _look(session, at)
        case Review(driver):
            return looking_back.reviewed(session, driver)
        case Retry(at):
            return replace(looking_back.at_mistake(session, at), viewed_event=PRESENT)
        case Refute():
            return with_bots_played(replace(looking_back.refuted(session), viewed_event=PRESENT))
        case Return():
            if session.finished is None:
                raise Refused("nothing-to-return-to")
            return session.finished
        case Cloud():
            return replace(session, clouded=session.draft)
        case Mix(share, notch):
            if not session.parts_asked:
                raise Refused("advice-first")
            return replace(session, mix=with_share_moved(session.game.key, session.mix, share, notch))
        case Ghost(on):
            if on and not can_have_ghost(session):
                raise Refused("no-ghost")
            return replace(session, ghost=on)
        case Help(how):
            if not has_race_coach(session.game):
                raise Refused("no-help-setting")
            return replace(session, help=how, parts_asked=0)


def attempt(session: Session, intent: AtTable) -> tuple[Session, Refused | Illegal | None]:
    """The session after an intent, or the same one and why it was refused."""
    try:
        return update(session, intent), None
    except (Refused, Illegal) as refused:
        return session, refused


# -- Laying dice ------------------------------------------------------------------------------------------------------


def _with_draft(session: Session, draft: tuple[AnyMove, ...]) -> Session:
    if draft == session.draft:
        return session
    earlier = (*session.earlier_drafts, session.draft)
    return replace(
        session, draft=draft[: laying.MOST_STEPS], earlier_drafts=earlier, parts_asked=0, unwanted=None, retried=None,
        viewed_event=PRESENT,
    )  # fmt: skip


def _lay(session: Session, piece: str, place: str) -> Session:
    """Lay one more piece: on a place, or without one where it fits."""
    if session.game.has_hidden_hands and session.draft:  # one card is laid at a time: another one takes its place
        session = replace(session, draft=())
    return _with_draft(session, laying.laid(session.game, session.state, session.draft, piece, place))


# -- Playing ----------------------------------------------------------------------------------------------------------


def _act(session: Session, named: str) -> Session:
    """Take one of the decisions that are offered, named as notation writes it."""
    move = offered(session, named)
    if looking_back.is_trying(session) and move != session.retried:
        return replace(session, retried=move, viewed_event=PRESENT)
    return with_bots_played(_play_move(session, move))


def offered(session: Session, named: str) -> AnyMove:
    """One of the decisions that are offered, named as notation writes it."""
    offers = session.game.desk(session.state, session.draft).offers
    move = next((offer.move for offer in offers if session.game.write_move(offer.move) == named), None)
    if move is None:
        raise Refused("not-offered", {"found": named})
    return move


def _ask(session: Session, asked: str) -> Session:
    """Let the game tell something that may be asked at any time; the draft stays as it is."""
    if asked not in session.game.questions:
        raise Refused("not-offered", {"found": asked})
    (move,) = session.game.read_moves(session.state, asked)
    after = session.replay.play(move, Seeded(session.seed))
    return replace(session, replay=after, viewed_event=PRESENT)


def _play_move(session: Session, move: AnyMove) -> Session:
    """The session after one move. The rest of the draft stays as long as the turn goes on."""
    before = session.replay
    seat, game = session.game.turn(session.state), session.game
    rolled = luck_of(session.seed, len(before.past))
    unasked = session.unasked + (seat not in session.bots and is_told_unasked(session))
    after = before.play(move, rolled if seat in session.bots else Prompted(dice_still_foretold(session), rest=rolled))
    draft = session.draft[1:] if session.draft[:1] == (move,) else session.draft
    kept = game.frozen_draft(after.state)
    draft = draft if kept is None else tuple(kept)
    ended = game.turn(after.state) != seat or game.over(after.state) or not _is_same_turn(session, after)
    return replace(
        session,
        replay=after,
        draft=() if ended else draft,
        second_draft=(),
        earlier_drafts=(),
        advice=(),
        parts_asked=0,
        unwanted=None,
        unasked=unasked,
        retried=None,
        review=None,
        viewed_event=PRESENT,
    )


def is_told_unasked(session: Session) -> bool:
    """Whether it is told what the draft costs, though nobody asked."""
    is_wished = session.help == "always" and has_race_coach(session.game) and session.unwanted != session.draft
    return is_wished and bool(session.draft) and not session.game.judge(session.state, session.draft)


def luck_of(seed: str, number: int) -> Luck:
    """The luck of dice and cards in a game of this seed at the move of this number, from 0."""
    return Seeded(f"{seed}:{number}")


def dice_still_foretold(session: Session) -> list[str]:
    """The outcomes that a lesson tells in advance, as far as they are not shown yet."""
    left, state = list(session.foretold), session.replay.start
    for past in session.replay.past:
        if session.game.turn(state) not in session.bots:
            for outcome in past.shown:
                if outcome in left:
                    left.remove(outcome)
        state = past.state
    return left


def _is_same_turn(session: Session, after: Replay[AnyState, AnyMove]) -> bool:
    """Whether the turn goes on after a move. A driver alone has one turn after the other, so rounds are compared."""
    before, now = (session.game.desk(state, ()).facts for state in (session.state, after.state))
    return before["round"] == now["round"]


def with_bots_played(session: Session) -> Session:
    """The session when the other drivers have played until it is the learner's turn again."""
    game = session.game
    while not game.over(session.state) and game.turn(session.state) in session.bots:
        number = len(session.replay.past)
        made = coach.choose(game, session.state, _events(session), session.level, Random(f"{session.seed}:{number}"))
        said = ((number, made),) if made.reason else ()
        session = replace(_play_move(session, made.move), thoughts=session.thoughts + said)
    return session


def _events(session: Session) -> list[Event]:
    """Everything that has happened."""
    return [event for past in session.replay.past for event in past.events]


def _advise(session: Session) -> Session:
    """The session with the advice of the coach, who knows no more than the learner."""
    if has_race_coach(session.game):
        return _with_part_asked(session)
    seed = f"{session.seed}:{len(session.replay.past)}"
    return replace(session, advice=coach.advise(session.game, session.visible_state, _events(session), seed, TRIES))


def why_not_weighed(game: AnyGame, state: AnyState) -> Refused:
    """Why decisions in a position are worth nothing: none is about driving, or this stage cannot be solved."""
    return Refused("not-reckoned" if race_coach(game).drives(state) else "nothing-to-weigh")


def _with_part_asked(session: Session) -> Session:
    """The session with one part more of the advice asked for."""
    if session.help == "off":
        raise Refused("help-off")
    if session.game.judge(session.state, session.draft):
        raise Refused("not-weighed")
    if not race_coach(session.game).is_driven(session.state):
        raise why_not_weighed(session.game, session.state)
    if session.parts_asked == MOST_PARTS:
        return session
    return replace(session, parts_asked=session.parts_asked + 1, asked=session.asked + 1)


def legs(session: Session) -> list[Leg]:
    """The stages that the learner has begun, up to the moment that is looked at; none in a game that is not solved."""
    if not has_race_coach(session.game):
        return []
    replay = session.replay
    if session.viewed_event != PRESENT:
        replay = replay.undo(len(replay.past) - session.move_of_event(session.viewed_event) - 1)
    return ghost_legs(session.game, replay, (session.learners or [0])[0])


def can_have_ghost(session: Session) -> bool:
    """Whether the stage that the learner drives, or has driven last, has a table."""
    found = legs(session)
    return bool(found) and race_coach(session.game).has_table(found[-1].start)


def _undo(session: Session) -> Session:
    """One step back: a decision that is not played; the last change of the draft; then the learner's last move, with
    its dice laid again; at the very start, the dice laid there."""
    if session.retried is not None:
        return replace(session, retried=None, viewed_event=PRESENT)
    if session.earlier_drafts:
        return replace(
            session, draft=session.earlier_drafts[-1], earlier_drafts=session.earlier_drafts[:-1], parts_asked=0,
            viewed_event=PRESENT,
        )  # fmt: skip
    past, game = session.replay.past, session.game
    for count in range(1, len(past) + 1):
        before = session.replay.undo(count)
        if game.write_move(past[-count].move) in game.questions:  # a question that was answered is nothing to take back
            continue
        if game.reveals(before.state, past[-count].move):
            raise Refused("secret-seen")
        if game.turn(before.state) not in session.bots:
            move = past[-count].move
            laid = (move,) if any(hold.move == move for hold in game.placements(before.state, ())) else ()
            draft = laid + session.draft if count == 1 else laid
            if whole := game.form(move).steps:  # the draft was driven as one, and is laid again as one
                draft = whole
            elif (kept := game.frozen_draft(before.state)) is not None:
                draft = tuple(kept)
            thoughts = tuple(thought for thought in session.thoughts if thought[0] < len(before.past))
            return replace(
                session, replay=before, draft=draft, thoughts=thoughts, advice=(), parts_asked=0, review=None,
                viewed_event=PRESENT,
            )  # fmt: skip
    if session.draft:
        return replace(session, draft=session.draft[:-1], parts_asked=0, viewed_event=PRESENT)
    raise Refused("nothing-to-undo")


def _look(session: Session, at: int) -> Session:
    """Look at an event of the past. Nothing else changes."""
    if not PRESENT <= at < session.event_count:
        raise Refused("no-such-moment")
    return replace(session, viewed_event=at)


# -- Reading ----------------------------------------------------------------------------------------------------------


def with_saved_draft(session: Session, saved: object) -> Session:
    """The session with a draft that was kept laid again."""
    return replace(session, draft=laying.read_draft(session.game, session.state, saved))
