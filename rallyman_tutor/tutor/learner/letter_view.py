"""A game by letter as a page shows it: the choices before it, the board when a letter is opened, all that happened
since one's own last letter, whose turn it is, and the letter to send."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate
from typing import Literal, NamedTuple, TypeAlias, TypedDict

from rallyman_tutor.core.game import AnyGame, AnyMove
from rallyman_tutor.rally import letters, plan
from rallyman_tutor.rally.letters import NOBODY, Letter, LetterGame
from rallyman_tutor.rally.plan import Plan
from rallyman_tutor.rally.rally import AnyReplay
from rallyman_tutor.rally.setup import PERSON
from rallyman_tutor.scene.palette import Theme
from rallyman_tutor.scene.svg import svg
from rallyman_tutor.tutor.advice.worth_view import texts_of
from rallyman_tutor.tutor.learner import rally_view
from rallyman_tutor.tutor.learner.rally_sheet import RallySheetShown
from rallyman_tutor.tutor.learner.rally_view import RallyChoice, RallySetupShown
from rallyman_tutor.tutor.session.session import Session
from rallyman_tutor.tutor.words.desk_view import moves_in_words, offer_shown
from rallyman_tutor.tutor.words.log import log
from rallyman_tutor.tutor.words.move_words import named, with_secured
from rallyman_tutor.tutor.words.place_names import names_of_places
from rallyman_tutor.tutor.words.sentence import capital
from rallyman_tutor.tutor.words.words import text_tables, words

LetterPhase: TypeAlias = Literal["start", "who", "turn", "plan", "send", "waits", "over"]
"""Before a letter; somebody is asked whether it is for them; their turn; the turn is laid down; a letter to send;
somebody else has to write; behind the last letter."""
ASK = "ask"
"""Of a plan only the first move is sent; then its driver decides again."""
UNTIL = (0, 1, 2)
PERSONS = 2
"""So many write letters, if nobody says otherwise."""


class LetterShown(TypedDict):
    """A game by letter where nobody drives."""

    phase: LetterPhase
    said: str
    notes: list[str]
    since: list[str]  # events since one's own last letter, or from the start
    since_title: str
    picture: str  # the board, as SVG
    go: str  # on the button that goes on; nothing where nothing is to be done
    labels: dict[str, str]
    setup: RallySetupShown | None
    laid: list[str]  # the turn that was laid down
    how: list[RallyChoice]  # how far it is to be driven
    sheet: RallySheetShown | None
    id: str
    code: str  # the newest letter: to be kept, and in some phases to be sent
    key: str  # of whoever has a seat
    asks_key: bool  # whether somebody may have the key of this letter in another browser


class LetterSeat(NamedTuple):
    """A game by letter as somebody has it: their key, their seat or NOBODY, the letter that they have laid down."""

    game: LetterGame
    key: str
    me: int = NOBODY
    letter: Letter | None = None
    opened: LetterGame | None = None  # with the dice that fell when it was opened


LABELS = (
    "so-far", "start", "paste", "open", "since", "laid", "how", "back", "link", "copy", "copied", "send", "own-key",
    "key-keep", "key-more", "again", "me", "driver", "known", "board",
)  # fmt: skip


def back() -> str:
    """The words on the button that leads from the board back to the letter."""
    return _say("back")


def title() -> str:
    """The name of the place."""
    return str(text_tables("tutor")["page"]["letter"])


def before(game: AnyGame) -> LetterShown:
    """The screen before a letter. Where a game has hands of cards, it says why there can be none."""
    if not letters.can_be_played(game):
        return _shown("start", _say("hands", game=game.name))
    return _shown("start", _say("about"), go=_say("begin"), setup=_setup(game))


def _setup(game: AnyGame) -> RallySetupShown:
    setup = rally_view.setup_of(game)
    levels: list[RallyChoice] = [
        {**level, "name": _say("person")} if level["key"] == PERSON else level
        for level in setup["levels"]
        if level["key"] in letters.LEVELS
    ]
    names = setup["names"][:PERSONS]
    return {
        **setup,
        "levels": levels,
        "least": PERSONS,
        "entries": [{"name": name, "level": PERSON} for name in names],
    }


def told(phase: LetterPhase, one: LetterSeat, theme: Theme) -> LetterShown:
    """A game by letter in one of its phases."""
    game = one.opened or one.game
    state, names = game.rally.state, game.drivers
    writer = "" if game.writer == NOBODY else names[game.writer]
    sheet = rally_view.over(game.game, state)["sheet"]
    shown = _shown(phase, _headline(phase, game, writer))
    begun = letters.since(game, one.me)
    return {
        **shown,
        "since_title": shown["labels"]["since" if begun else "so-far"],
        "notes": _notes(phase, game),
        "since": _lines(game, one.me, begun),
        "picture": "" if phase == "plan" else svg(game.game.draw(state), theme),
        "go": _say(f"go-{phase}", name=writer) if phase in ("who", "turn", "plan") else "",
        "laid": _laid(game.rally.replay, one.letter) if one.letter else [],
        "how": _how(game, one.letter) if one.letter else [],
        "sheet": sheet,
        "id": game.id,
        "code": letters.write(one.game),
        "key": one.key if one.me != NOBODY else "",
        "asks_key": phase == "waits" and one.me == NOBODY and bool(game.counts[game.writer]),
    }


def in_words(game: LetterGame) -> tuple[str, list[str], list[str]]:
    """A letter for whoever has no seat: whose turn it is, more to be known, and what happened in the last two letters,
    line by line."""
    phase: LetterPhase = "over" if game.writer == NOBODY else "waits"
    writer = "" if game.writer == NOBODY else game.drivers[game.writer]
    begun = game.sent[-3].moves if len(game.sent) > 2 else 0
    return _headline(phase, game, writer), _notes(phase, game), _lines(game, NOBODY, begun)


def _headline(phase: LetterPhase, game: LetterGame, writer: str) -> str:
    if game.rally.is_over and not game.waits_for_dice:
        return rally_view.over(game.game, game.rally.state)["said"]
    return _say(f"said-{phase}", name=writer)


def _notes(phase: LetterPhase, game: LetterGame) -> list[str]:
    """More to be known of it: when dice fall, and that nothing is to be decided."""
    if phase in ("send", "waits") and game.waits_for_dice:
        return [_say("dice", name=game.drivers[game.writer])]
    if phase == "who" and not game.counts[game.writer]:
        return [_say("first")]
    if phase == "send" and game.rally.is_over:
        return [_say("last")]
    return []


def _lines(game: LetterGame, me: int, moves: int) -> list[str]:
    """The events after so many moves, line by line, as this seat is told them."""
    past = game.rally.replay.past
    bots = frozenset(seat for seat in range(len(game.words)) if seat != me) if me != NOBODY else frozenset()
    counted = [0, *accumulate(len(one.events) for one in past)]
    begun = counted[moves]
    lines = log(Session(game.rally.replay, bots=bots))
    return [capital(line["text"]) for line in lines if line["line"] >= begun]


def _laid(replay: AnyReplay, letter: Letter) -> list[str]:
    """The decisions of a letter in words; its plan as if nothing bad happened."""
    found, texts = list[str](), [*letter.deeds, *(letter.plan.moves if letter.plan else ())]
    for at, text in enumerate(texts, 1):
        move = plan.read_move(replay, text)
        found += _in_words(replay, move, texts[at:])
        replay = replay.play(move, replay.game.harmless_luck)
    return found


def _in_words(replay: AnyReplay, move: AnyMove, later: Sequence[str]) -> list[str]:
    """A move in words: dice that are rolled at once by their button, a draft by its first die where the others come
    later, one by one."""
    game, state = replay.game, replay.state
    language, spots, form = words(game.key), names_of_places(game, state), game.form(move)

    def of_die(die: AnyMove) -> str:
        laid = game.desk(state, (die,)).laid
        told = named(game, language, spots, laid[0], die, state) if laid else game.write_move(die)
        return with_secured(texts_of(game), told, game.form(die))

    steps = form.steps
    if form.kind == "die" or (steps and (len(steps) == 1 or game.write_move(steps[1]) in later)):
        return [of_die((steps or (move,))[0])]
    if form.kind not in ("dice", "draft"):
        return moves_in_words(game, state, [move])
    behind = (one for text in later for one in game.read_moves(state, text))
    draft = steps or tuple(one for one in behind if game.form(one).kind == "die")
    button = next((offer for offer in game.desk(state, draft).offers if offer.move == move), None)
    return [*([offer_shown(game, language, button)["label"]] if button else []), *map(of_die, steps)]


def _how(game: LetterGame, letter: Letter) -> list[RallyChoice]:
    """How far a plan can be driven, the usual way first. Where its dice are rolled at once, there is nothing to
    choose."""
    if letter.plan is None or len(letter.plan.moves) < 2:
        return []
    replay = game.rally.replay
    for text in letter.deeds:
        replay = replay.play(plan.read_move(replay, text), plan.NoLuck())
    many = plan.rolls(replay, letter.plan)
    keys = [*(str(until) for until in reversed(UNTIL) if many > 1 or not until), ASK]
    return [{"key": key, "name": _say(f"how-{key}"), "why": ""} for key in keys]


def chosen(laid: Plan, how: str) -> Plan:
    """The plan as far as it is to be driven."""
    if how == ASK:
        return Plan(laid.moves[:1])
    return laid._replace(until=int(how)) if how in map(str, UNTIL) else laid


# -- Texts ------------------------------------------------------------------------------------------------------------


def _say(key: str, **facts: object) -> str:
    return str(text_tables("tutor")["letter"][key]).format_map(facts)


def _shown(phase: LetterPhase, said: str, go: str = "", setup: RallySetupShown | None = None) -> LetterShown:
    texts = text_tables("tutor")["letter"]["labels"]
    rally = text_tables("tutor")["rally"]["labels"]
    labels = {**{key: str(text) for key, text in rally.items()}, **{key: str(texts[key]) for key in LABELS}}
    return {
        "phase": phase, "said": said, "notes": [], "since": [], "since_title": "",
        "picture": "", "go": go, "labels": labels, "setup": setup,
        "laid": [], "how": [], "sheet": None, "id": "", "code": "", "key": "",
        "asks_key": False,
    }  # fmt: skip
