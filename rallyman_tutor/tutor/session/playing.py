"""A game that goes on: moves of the learner and of the other drivers, questions at any time, and the way back.

The faces of dice and cards depend on the seed and the number of moves made, so undoing and rolling again shows the same
faces. A lesson may tell in advance what the learner's own dice show.
"""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from rallyman_tutor.coach.bots import LEVELS
from rallyman_tutor.coach.coaches import has_card_coach
from rallyman_tutor.coach.decision import Decision
from rallyman_tutor.core.game import AnyGame, AnyMove, AnyState
from rallyman_tutor.core.luck import Prompted, Seeded
from rallyman_tutor.core.notation import Refused
from rallyman_tutor.core.replay import Replay
from rallyman_tutor.core.replay import begin as begin_game
from rallyman_tutor.rally.rally import Rally, bot_decision, luck_of
from rallyman_tutor.rally.setup import PERSON
from rallyman_tutor.tutor.session.helping import is_told_unasked
from rallyman_tutor.tutor.session.looking_back import decided
from rallyman_tutor.tutor.session.session import PRESENT, Drafts, Questions, Session

MOST_THOUGHTS = 60
"""Of how many moves it is told what bots thought of them: the log of a page has no more lines."""


def begin(
    game: AnyGame,
    table: str,
    drivers: tuple[str, ...],
    bots: frozenset[int],
    seed: str,
    level: str = LEVELS[1],
) -> Session:
    """A new game at a table: one of the game's own, or one told in its notation."""
    spec = game.spec(game.ready_tables.get(table, table), drivers)
    return with_bots_played(Session(begin_game(game, spec), bots=bots, seed=seed, table=table, level=level))


def of_rally(rally: Rally) -> Session:
    """A rally as a table to sit down at."""
    bots = frozenset(seat for seat, level in enumerate(rally.levels) if level != PERSON)
    return Session(rally.replay, bots=bots, seed=rally.seed, levels=rally.levels)


def as_rally(session: Session) -> Rally:
    """The rally that is driven at a table."""
    return Rally(session.replay, session.levels, session.seed)


def offered(session: Session, named: str) -> AnyMove:
    """One of the decisions that are offered, named as notation writes it."""
    offers = session.game.desk(session.state, session.draft).offers
    move = next((offer.move for offer in offers if session.game.write_move(offer.move) == named), None)
    if move is None:
        raise Refused("not-offered", {"found": named})
    return move


def asked(session: Session, question: str) -> Session:
    """Let the game tell something that may be asked at any time; the draft stays as it is."""
    if question not in session.game.questions:
        raise Refused("not-offered", {"found": question})
    (move,) = session.game.read_moves(session.state, question)
    after = session.replay.play(move, Seeded(session.seed))
    return replace(session, replay=after, viewed_event=PRESENT)


def play_move(session: Session, move: AnyMove) -> Session:
    """The session after one move."""
    before, seat = session.replay, session.game.turn(session.state)
    rolled = luck_of(session.seed, len(before.past))
    unasked = session.co_driver.unasked + (seat not in session.bots and is_told_unasked(session))
    after = before.play(move, rolled if seat in session.bots else Prompted(dice_still_foretold(session), rest=rolled))
    return followed(replace(session, co_driver=replace(session.co_driver, unasked=unasked)), after)


def followed(session: Session, after: Replay[AnyState, AnyMove]) -> Session:
    """The session when its game has gone on by one move. The rest of the draft stays as long as the turn goes on."""
    game, move, seat = session.game, after.past[-1].move, session.game.turn(session.state)
    draft = session.draft[1:] if session.draft[:1] == (move,) else session.draft
    kept = game.frozen_draft(after.state)
    draft = draft if kept is None else tuple(kept)
    ended = game.turn(after.state) != seat or game.over(after.state) or not _is_same_turn(session, after)
    return replace(
        session,
        replay=after,
        drafts=Drafts(() if ended else draft),
        asked=Questions(),
        looking_back=replace(session.looking_back, review=None, retried=None),
        viewed_event=PRESENT,
    )


def dice_still_foretold(session: Session) -> list[str]:
    """The faces that a lesson tells in advance and that have not been shown yet."""
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
        made = bot_decision(session.replay, session.events, _level(session, session.state), session.seed)
        said = ((len(session.replay.past), made),) if made.reason else ()
        session = replace(play_move(session, made.move), thoughts=session.thoughts + said)
    return session


class Thought(NamedTuple):
    """A bot's thought of a move that a page was loaded with; nothing where it has no reason, or would not
    make that move, as an older tutor's may have done."""

    number: int
    made: Decision[AnyMove] | None


def with_thoughts(session: Session) -> Session:
    """A session as it was kept, with what its bots thought of their newest moves at a table of cards. That is not kept,
    for it follows from the seed. In a race with dice it is still untold: there each thought needs the table of the
    stage, for which nobody should wait who loads a page, and comes behind the answer."""
    game, past = session.game, session.replay.past
    states = (session.replay.start, *(one.state for one in past))
    newest = [
        number
        for number in range(max(0, len(past) - MOST_THOUGHTS), len(past))
        if game.turn(states[number]) in session.bots
    ]
    if not has_card_coach(game):  # careful drivers give no reasons
        thinking = [number for number in newest if _level(session, states[number]) in LEVELS]
        return replace(session, untold=tuple(reversed(thinking)))
    for number in newest:
        session = with_thought(session, thought_again(session, number))
    return session


def thought_again(session: Session, number: int) -> Thought:
    """The thought of the bot that made the move of this number."""
    replay = session.replay.undo(len(session.replay.past) - number)
    events = [event for past in replay.past for event in past.events]
    made = bot_decision(replay, events, _level(session, replay.state), session.seed)
    return Thought(number, made if made.reason and made.move == session.replay.past[number].move else None)


def with_thought(session: Session, thought: Thought) -> Session:
    """The session that knows what a bot thought of a move."""
    told = () if thought.made is None else ((thought.number, thought.made),)
    left = tuple(number for number in session.untold if number != thought.number)
    return replace(session, thoughts=(*session.thoughts, *told), untold=left)


def _level(session: Session, state: AnyState) -> str:
    """The level of the bot in turn."""
    return session.levels[session.game.turn(state)] if session.levels else session.level


def undone(session: Session) -> Session:
    """One step back: a decision that was not played; the last change of the draft, or the swap of the two; then the
    learner's last move, with its dice laid again; at the very start, the dice laid there."""
    if session.looking_back.retried is not None:
        return decided(session, None)
    drafts, fewer_asked = session.drafts, replace(session.asked, parts=0)
    if drafts.earlier:
        *earlier, last = drafts.earlier
        laid_and_second = (drafts.second, drafts.laid) if last is None else (last, drafts.second)
        drafts = Drafts(*laid_and_second, tuple(earlier))
        return replace(session, drafts=drafts, asked=fewer_asked, viewed_event=PRESENT)
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
                session,
                replay=before,
                drafts=replace(drafts, laid=draft),
                thoughts=thoughts,
                asked=replace(fewer_asked, advice=()),
                looking_back=replace(session.looking_back, review=None),
                viewed_event=PRESENT,
            )
    if drafts.laid:
        fewer = replace(drafts, laid=drafts.laid[:-1])
        return replace(session, drafts=fewer, asked=fewer_asked, viewed_event=PRESENT)
    raise Refused("nothing-to-undo")
